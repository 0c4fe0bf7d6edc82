"""Every joint on every platform does the same: one table of inputs, driven through each library.

linux64 natively and aarch64 under qemu-user by our own loader, win64 under wine by FMPy's remoting.
"""

import csv
import math
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
from fmpy import extract, read_model_description
from fmpy.fmi2 import FMU2Slave
from fmpy.util import add_remoting

# Of each output's largest value. The last bits of exp and sin differ between systems' libraries, and
# compilers add in different orders; a contact that is found one step later would show far above this.
TOLERANCE = 1e-9
STEPS = 400
# How far body b moves along x and y [m], and how fast it turns: into contact with every joint.
MOVES = {
    "revolute_clearance": (5.04e-4, 5.04e-4, 40.0),
    "translational_clearance": (1e-3, 5.03e-4, 0.5),
    "rough_interface": (2e-6, 2e-7, 0.0),
    "sliced_pin": (1.02e-4, 1.02e-4, 20.0),
}


def inputs(joint: str) -> dict[str, np.ndarray]:
    """Body b on an ellipse that leaves its clearance twice a turn; forces that swing for a plant."""
    turn = np.linspace(0.0, 4.0 * math.pi, STEPS)
    step = read_model_description(str(FMUS / f"{joint}.fmu")).defaultExperiment.stepSize
    speed = 4.0 * math.pi / (STEPS * float(step))
    if joint not in MOVES:
        return {"slider_d.fx": 50.0 * np.sin(turn), "crank_b.t": 5.0 * np.cos(turn)}
    x, y, spin = MOVES[joint]
    return {
        "frame_b.x": x * np.sin(turn),
        "frame_b.y": -y * np.cos(2.0 * turn),
        "frame_b.vx": x * speed * np.cos(turn),
        "frame_b.vy": 2.0 * y * speed * np.sin(2.0 * turn),
        "frame_b.w": np.full(STEPS, spin),
    }


def replayed(command: list[str], fmu: Path, table: Path) -> dict[str, np.ndarray]:
    """The outputs by our own loader, on whatever platform it was built for."""
    written = table.with_suffix(".outputs.csv")
    subprocess.run([*command, fmu, table, written], check=True, timeout=600)
    with open(written, newline="") as file:
        rows = list(csv.reader(file))
    return dict(zip(rows[0], np.array(rows[1:], dtype=float).T))


def stop_wine() -> None:
    """An old server would answer with the library it has loaded."""
    for option in ("-k", "-w"):
        subprocess.run(["wineserver64", option], timeout=60, check=False)


def remote(fmu: Path, table: Path) -> dict[str, np.ndarray]:
    """The outputs of the library for win64, under wine."""
    stop_wine()
    description = read_model_description(str(fmu))
    folder = Path(extract(str(fmu)))
    try:
        # FMPy's remoting takes the place of the library for this platform.
        shutil.rmtree(folder / "binaries" / "linux64")
        add_remoting(str(folder), "linux64", "win64")
        reference = {v.name: v.valueReference for v in description.modelVariables}
        shown = [v.name for v in description.modelVariables if v.causality == "output" and v.type == "Real"]
        with open(table, newline="") as file:
            rows = list(csv.reader(file))
        columns = [reference[name] for name in rows[0]]
        step = float(description.defaultExperiment.stepSize)
        instance = FMU2Slave(
            guid=description.guid,
            unzipDirectory=str(folder),
            modelIdentifier=description.coSimulation.modelIdentifier,
            instanceName="remote",
        )
        instance.instantiate()
        instance.setupExperiment(startTime=0.0)
        instance.enterInitializationMode()
        instance.exitInitializationMode()
        outputs = []
        for index, row in enumerate(rows[1:]):
            instance.setReal(columns, [float(value) for value in row])
            instance.doStep(currentCommunicationPoint=index * step, communicationStepSize=step)
            outputs.append(instance.getReal([reference[name] for name in shown]))
        instance.terminate()
        instance.freeInstance()
    finally:
        stop_wine()
        shutil.rmtree(folder, ignore_errors=True)
    return dict(zip(shown, np.array(outputs).T))


def remotely(fmu: Path, table: Path) -> dict[str, np.ndarray]:
    """As `remote`, in a process of its own: under wine it may hang, and a second try helps."""
    written = table.with_suffix(".win64.npz")
    for attempt in range(3):
        written.unlink(missing_ok=True)
        try:
            command = [sys.executable, __file__, str(RELEASE), "remote", str(fmu), str(table), str(written)]
            subprocess.run(command, check=True, timeout=120)
            return dict(np.load(written))
        except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as error:
            print(f"{fmu.name}: attempt {attempt + 1} under wine: {type(error).__name__}", flush=True)
            stop_wine()
    raise SystemExit(f"{fmu.name}: no run under wine came to an end")


def difference(one: dict[str, np.ndarray], other: dict[str, np.ndarray]) -> tuple[float, str]:
    """The largest one, as a part of its column's largest value, and its column."""
    assert one.keys() == other.keys() and all(len(column) == STEPS for column in one.values())
    worst = (0.0, "-")
    for name, column in one.items():
        assert np.isfinite(other[name]).all(), name
        scale = np.abs(column).max()
        apart = np.abs(column - other[name]).max()
        part = apart / scale if scale > 0 else (0.0 if apart == 0 else math.inf)
        worst = max(worst, (float(part), name))
    return worst


def main() -> int:
    work = Path(sys.argv[2])
    native, arm = [sys.argv[3]], ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu", sys.argv[4]]
    work.mkdir(parents=True, exist_ok=True)
    failures = 0
    for fmu in sorted(FMUS.glob("*.fmu")):
        table = work / f"{fmu.stem}.csv"
        columns = inputs(fmu.stem)
        with open(table, "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(columns)
            writer.writerows(zip(*(column.tolist() for column in columns.values())))
        here = replayed(native, fmu, table)
        load = next((name for name in here if name.startswith("load_b.f") and here[name].any()), None)
        if load is None and fmu.stem in MOVES:
            failures += 1
            print(f"{fmu.stem}: nothing touched, nothing was compared")
        for platform, run in [("aarch64-linux", lambda: replayed(arm, fmu, table)), ("win64", lambda: remotely(fmu, table))]:
            start = time.monotonic()
            part, name = difference(here, run())
            failures += part > TOLERANCE
            took = time.monotonic() - start
            print(f"{fmu.stem} on {platform}: {part:.1e} apart at most ({name}), {took:.1f} s", flush=True)
    print(f"tolerance {TOLERANCE}; {failures} failed")
    return 1 if failures else 0


RELEASE = Path(sys.argv[1]).resolve()
FMUS = RELEASE / "fmus"
if __name__ == "__main__":
    if sys.argv[2] == "remote":
        np.savez(sys.argv[5], **remote(Path(sys.argv[3]), Path(sys.argv[4])))
        # What FMPy and wine leave running must not keep this process.
        os._exit(0)
    sys.exit(main())
