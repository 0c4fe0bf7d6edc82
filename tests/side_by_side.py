"""Runs test programs, as `cargo test --no-run --message-format=json` names them, two at a time.

Some tests wait for one compiler on one core; those that build no library then use the rest of the machine.
"""

import collections
import json
import os
import pathlib
import subprocess
import sys
import threading
import time


def programs(lines):
    """Every test program, the folder of its package, and a flag that is true if it builds libraries of joints."""
    for line in lines:
        message = json.loads(line)
        if message["reason"] == "compiler-artifact" and message["profile"]["test"]:
            folder = pathlib.Path(message["manifest_path"]).parent
            yield message["executable"], folder, builds(folder, pathlib.Path(message["target"]["src_path"]))


def builds(folder, source):
    """True if tests of this source file and those beside it build FMUs, as far as their text says."""
    files = list(source.parent.glob("*.rs")) if source.name == "main.rs" else [source]
    if any("mod common;" in file.read_text() for file in files):
        files += source.parent.glob("common/*.rs")
    return folder.name == "fmu-build" or any("fmu_build" in file.read_text() for file in files)


def run(program, folder):
    """Runs a program's tests; returns true if they pass, and their output."""
    environment = os.environ | {"CARGO_MANIFEST_DIR": str(folder)}
    done = subprocess.run(
        [program, "--quiet"],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    return done.returncode == 0, done.stdout


def main():
    # Programs that build libraries are begun at one end, the others at the other.
    waiting = collections.deque(sorted(programs(sys.stdin), key=lambda found: not found[2]))
    if not waiting:
        sys.exit("there are no tests")
    failed = []

    def work(take):
        while True:
            try:
                program, folder, _ = take()
            except IndexError:
                return
            begin = time.monotonic()
            passed, text = run(program, folder)
            name = pathlib.Path(program).name
            print(f"{name} ({time.monotonic() - begin:.0f} s)\n{text.strip()}", flush=True)
            if not passed:
                failed.append(name)

    lanes = [threading.Thread(target=work, args=[take]) for take in (waiting.popleft, waiting.pop)]
    for lane in lanes:
        lane.start()
    for lane in lanes:
        lane.join()
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
