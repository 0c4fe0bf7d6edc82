"""The way in by Rust: the crate outside the workspace compiles, prints what the page says, and makes a good FMU.

target/venv/bin/python tests/clients/own_joint.py PROGRAM FOLDER
"""

import os
import subprocess
import sys
from pathlib import Path

from fmpy import simulate_fmu

ROOT = Path(__file__).resolve().parents[2]
CRATE = ROOT / "examples/own_joint"
PAGE = ROOT / "docs/ways/rust.md"


def cargo(*arguments: str | Path) -> str:
    # Without debug information it compiles in two thirds of the time.
    environment = os.environ | {"CARGO_PROFILE_DEV_DEBUG": "0", "CARGO_TARGET_DIR": str(ROOT / "target/own_joint")}
    command = ["cargo", *map(str, arguments)]
    return subprocess.run(command, cwd=CRATE, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout


def outputs() -> list[str]:
    """Blocks of the page that show what is printed."""
    return [part.split("```")[0] for part in PAGE.read_text().split("```text\n")[1:]]


def main() -> None:
    program, folder = map(Path, sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    fmu = folder / "rubber_mount.fmu"
    table, force = outputs()
    cargo("test", "--quiet", "--locked", "--lib")
    cargo("build", "--quiet", "--locked", "--lib", "--examples")
    printed = cargo("run", "--quiet", "--locked", "--example", "force")
    assert printed == table, f"the page has another table:\n{printed}"
    library = ROOT / "target/own_joint/debug/librubber_mount.so"
    cargo("run", "--quiet", "--locked", "--example", "pack", library, fmu.resolve())
    subprocess.run([program, "check", fmu], check=True)
    start = {"frame_b.x": 2e-3}
    result = simulate_fmu(fmu, stop_time=1e-4, output_interval=1e-5, start_values=start, output=["load_b.fx"])
    assert abs(result["load_b.fx"][-1] - float(force)) < 1e-9, result["load_b.fx"][-1]
    print(f"rubber_mount.fmu: {result['load_b.fx'][-1]} N at 2 mm, as the page says")


if __name__ == "__main__":
    main()
