"""Checks that every joint gives equal results on every platform: one table of inputs, driven through each library.

A small C host drives linux64 natively, aarch64-linux under qemu-user and win64 under wine; FMPy's
remoting drives win64 once more, as its users would.
"""

import math
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from fmpy import extract, read_model_description
from fmpy.fmi2 import FMU2Slave
from fmpy.util import add_remoting

# Bounds, relative to each output's largest value. The last bits of exp and sin differ between systems' libraries,
# and compilers add in different orders; a contact found one step later would show far above this.
TOLERANCE = 1e-9
# Pieces inside the step of a group are as long as an estimate of their error asks for, a ten-thousandth of the motion,
# whose last digits are rounding: lengths differ by 1e-7 of themselves, and the instants at which peaks are sampled with
# them. Measured: 8e-8 of the suggested step, which follows from the largest depth, 4e-8 of peaks, 3e-9 of the others.
PIECES = 1e-8
SAMPLED = 3e-7
STEPS = 400
# Longest time to load a library and make an instance [ms].
STARTUP = 5.0
# A body's motion along x and y from its start [m] and its turn rate [rad/s]: into
# contact with every joint.
MOVES = {
    "group": ("rod", 5.05e-4, 5e-5, 0.0),
    "revolute_clearance": ("frame_b", 5.04e-4, 5.04e-4, 40.0),
    "translational_clearance": ("frame_b", 1e-3, 5.03e-4, 0.5),
    "rough_interface": ("frame_b", 2e-6, 2e-7, 0.0),
    "sliced_pin": ("frame_b", 1.02e-4, 1.02e-4, 20.0),
    "spatial_revolute": ("frame_b", 5.2e-5, 5.2e-5, 20.0),
    "spherical_clearance": ("frame_b", 5.2e-5, 5.2e-5, 20.0),
    "bushing": ("frame_b", 1e-4, 5e-5, 20.0),
}
# Joints of one coordinate: the inputs of b, and the amplitudes of their swings, through the play into both flanks.
LINES = {
    "rotational_backlash": ("phi_b", "w_b", 5.2e-3),
    "translational_backlash": ("x_b", "v_b", 5.2e-5),
    "gear_mesh": ("phi_b", "w_b", 9e-4),
}


class Unit:
    """An unpacked FMU with the data that hosts need."""

    def __init__(self, fmu: Path):
        self.folder = Path(extract(str(fmu)))
        self.description = read_model_description(str(fmu))
        self.name = self.description.coSimulation.modelIdentifier
        self.step = float(self.description.defaultExperiment.stepSize)
        self.reference = {v.name: v.valueReference for v in self.description.modelVariables}
        self.outputs = [
            v.name for v in self.description.modelVariables if v.causality == "output" and v.type == "Real"
        ]
        starts = {v.name: float(v.start) for v in self.description.modelVariables if v.causality == "input"}
        columns = inputs(self.name, self.step, starts)
        self.inputs = list(columns)
        self.rows = np.array(list(columns.values())).T

    def references(self, names: list[str]) -> list[int]:
        return [self.reference[name] for name in names]


def inputs(joint: str, step: float, starts: dict[str, float]) -> dict[str, np.ndarray]:
    """A body on a curve that leaves its clearance at both ends; swings of a joint of one coordinate."""
    turn = np.linspace(0.0, 4.0 * math.pi, STEPS)
    speed = 4.0 * math.pi / (STEPS * step)
    if joint in LINES:
        place, rate, size = LINES[joint]
        return {place: size * np.sin(turn), rate: size * speed * np.cos(turn)}
    body, x, y, spin = MOVES[joint]
    # In space tilted: moments of a parallel pin are only rounding, too small to compare.
    tilted = {f"{body}.e1": np.full(STEPS, 2e-4), f"{body}.e2": np.full(STEPS, 1e-4)}
    return (tilted if f"{body}.e1" in starts else {}) | {
        f"{body}.x": starts[f"{body}.x"] + x * np.sin(turn),
        f"{body}.y": starts[f"{body}.y"] - y * np.cos(2.0 * turn),
        f"{body}.vx": x * speed * np.cos(turn),
        f"{body}.vy": 2.0 * y * speed * np.sin(2.0 * turn),
        # About z in space, too.
        f"{body}.w" if f"{body}.w" in starts else f"{body}.wz": np.full(STEPS, spin),
    }


def hosted(unit: Unit, host: list[str], library: str) -> tuple[np.ndarray, str]:
    """The outputs by the C host, and its messages."""
    as_list = lambda names: ",".join(map(str, unit.references(names)))
    arguments = [
        str(unit.folder / "binaries" / library),
        unit.description.guid,
        (unit.folder / "resources").as_uri(),
        repr(unit.step),
        as_list(unit.inputs),
        as_list(unit.outputs),
    ]
    rows = "\n".join(" ".join(repr(float(value)) for value in row) for row in unit.rows)
    ran = subprocess.run([*host, *arguments], input=rows, capture_output=True, text=True, timeout=300)
    if ran.returncode:
        raise ChildProcessError(f"{library} ends with {ran.returncode}: {ran.stderr.strip()}")
    return np.array([row.split() for row in ran.stdout.splitlines()], dtype=float), ran.stderr.strip()


def stop_wine() -> None:
    """An old server would answer with the library it has loaded."""
    for option in ("-k", "-w"):
        subprocess.run(["wineserver64", option], timeout=60, check=False)


def remote(unit: Unit) -> np.ndarray:
    """The outputs of the library for win64 by FMPy's remoting, under wine."""
    # This library replaces the one for this platform.
    shutil.rmtree(unit.folder / "binaries" / "linux64")
    add_remoting(str(unit.folder), "linux64", "win64")
    instance = FMU2Slave(
        guid=unit.description.guid,
        unzipDirectory=str(unit.folder),
        modelIdentifier=unit.name,
        instanceName="remote",
    )
    instance.instantiate()
    instance.setupExperiment(startTime=0.0)
    instance.enterInitializationMode()
    instance.exitInitializationMode()
    outputs = []
    for index, row in enumerate(unit.rows.tolist()):
        instance.setReal(unit.references(unit.inputs), row)
        instance.doStep(currentCommunicationPoint=index * unit.step, communicationStepSize=unit.step)
        outputs.append(instance.getReal(unit.references(unit.outputs)))
    instance.terminate()
    instance.freeInstance()
    return np.array(outputs)


def remotely(fmu: Path) -> np.ndarray:
    """Like `remote`, in a process of its own, which may hang."""
    written = WORK / f"{fmu.stem}.npy"
    written.unlink(missing_ok=True)
    command = [sys.executable, __file__, "remote", str(fmu), str(written)]
    # The server is talkative.
    subprocess.run(command, check=True, timeout=120, stdout=subprocess.DEVNULL)
    return np.load(written)


def under_wine(run: Callable[[], np.ndarray]) -> np.ndarray:
    """Returns the result of `run`. Wine hangs now and then, or ends silently: a second try helps."""
    for attempt in range(3):
        stop_wine()
        try:
            return run()
        except (subprocess.SubprocessError, ChildProcessError) as error:
            print(f"try {attempt + 1} under wine: {error}", flush=True)
        finally:
            stop_wine()
    raise SystemExit("no run under wine came to an end")


def bounds(unit: Unit) -> np.ndarray:
    """The largest difference that each output may have."""
    if unit.name != "group":
        return np.full(len(unit.outputs), TOLERANCE)
    sampled = ["peak" in name or name == "coupling.suggested_step" for name in unit.outputs]
    return np.where(sampled, SAMPLED, PIECES)


def difference(unit: Unit, one: np.ndarray, other: np.ndarray) -> tuple[float, str, bool]:
    """The difference that is largest beside its bound, relative to its column's largest value; its column; true
    if it is within the bound."""
    assert one.shape == other.shape == (STEPS, len(unit.outputs)), (one.shape, other.shape)
    assert np.isfinite(one).all() and np.isfinite(other).all()
    scale, apart = np.abs(one).max(axis=0), np.abs(one - other).max(axis=0)
    parts = np.where(apart == 0.0, 0.0, apart / np.where(scale > 0.0, scale, np.finfo(float).tiny))
    worst = int((parts / bounds(unit)).argmax())
    return float(parts[worst]), unit.outputs[worst], bool(parts[worst] <= bounds(unit)[worst])


def main() -> int:
    failures = 0
    compared: dict[str, int] = {}
    for fmu in map(Path, sys.argv[3:]):
        unit = Unit(fmu)
        startup, tries = float("inf"), 0
        # Compilers that run beside it slow down one try or another.
        while tries < 3 or (startup > STARTUP and tries < 30):
            here, said = hosted(unit, [f"{HOSTS}/linux64"], f"linux64/{unit.name}.so")
            # Warnings may follow: a rod that is moved by hand is not a free body.
            startup, tries = min(startup, float(said.splitlines()[0].split()[-2])), tries + 1
        failures += startup > STARTUP
        print(f"{unit.name} here: loaded and instantiated in {startup} ms, the fastest of {tries}")
        loads = [unit.outputs.index(name) for name in ("load_b.fx", "rod.fx", "torque_b", "force_b") if name in unit.outputs]
        if unit.name in {**MOVES, **LINES} and not np.abs(here[:, loads]).max() > 0.0:
            failures += 1
            print(f"{unit.name}: nothing touched, nothing was compared")
        arm = ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu", f"{HOSTS}/aarch64-linux"]
        windows = ["/usr/lib/wine/wine64", f"{HOSTS}/win64.exe"]
        for platform, run in {
            "aarch64-linux": lambda: hosted(unit, arm, f"aarch64-linux/{unit.name}.so")[0],
            "win64": lambda: under_wine(lambda: hosted(unit, windows, f"win64/{unit.name}.dll")[0]),
            "win64 by FMPy": lambda: under_wine(lambda: remotely(fmu)),
        }.items():
            if not (unit.folder / "binaries" / platform.split()[0]).is_dir():
                continue
            compared[platform] = compared.get(platform, 0) + 1
            start = time.monotonic()
            part, name, within = difference(unit, here, run())
            failures += not within
            took = time.monotonic() - start
            print(f"{unit.name} on {platform}: {part:.1e} apart at most ({name}), {took:.1f} s", flush=True)
        shutil.rmtree(unit.folder, ignore_errors=True)
    print(f"tolerance {TOLERANCE}, of a group {PIECES} and of its peaks {SAMPLED}, startup {STARTUP} ms; {failures} failed")
    print("compared: " + ", ".join(f"{count} on {platform}" for platform, count in compared.items()))
    return 1 if failures or len(compared) < 3 else 0


if __name__ == "__main__":
    if sys.argv[1] == "remote":
        np.save(sys.argv[3], remote(Unit(Path(sys.argv[2]))))
        # Processes that FMPy and wine leave running must not keep this one.
        os._exit(0)
    HOSTS, WORK = map(Path, sys.argv[1:3])
    sys.exit(main())
