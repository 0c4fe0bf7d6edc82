"""A host that steps co-simulation FMUs as OMSimulator does, call by call.

It adds up time, so that its last step is the rounding remainder of one; it sets inputs and reads outputs again
without a step between them, in initialization and after every step; every status but fmi2OK ends its run; and it
searches for loops along the declared dependencies. Every FMU of the folders is run so, and then once more with
steps of 1e-15 s to 1e-9 s put between the others.
"""

import math
import sys
import zipfile
from pathlib import Path

from fmpy import extract, read_model_description
from fmpy.fmi2 import FMU2Slave

# A description longer than this, or outputs that follow more than this number of variables each, keep the
# search for loops busy for minutes.
LONGEST, MOST = 400_000, 50
# Of the largest load of the plain run.
ALLOWED = 1.5
TINY = (1e-15, 1e-12, 1e-9)


class Unit:
    """An FMU between its steps."""

    def __init__(self, path: Path):
        description = read_model_description(str(path))
        self.variables = description.modelVariables
        self.fmu = FMU2Slave(
            guid=description.guid,
            unzipDirectory=extract(str(path)),
            modelIdentifier=description.coSimulation.modelIdentifier,
            instanceName=path.stem,
        )
        self.axis = "y" if "translational" in path.stem else "x"
        self.size = float(description.defaultExperiment.stepSize)
        self.inputs = [v for v in self.variables if v.causality == "input" and v.type == "Real"]
        outputs = [v for v in self.variables if v.causality == "output" and v.type == "Real"]
        self.loads = [v.valueReference for v in outputs if v.unit in ("N", "N.m")]
        self.fmu.instantiate()
        self.fmu.setupExperiment(startTime=0.0)
        for variable in self.inputs:
            self.fmu.setReal([variable.valueReference], [float(variable.start)])
        self.fmu.enterInitializationMode()
        self.iterate(0.0)
        self.fmu.exitInitializationMode()
        self.time = 0.0

    def iterate(self, now: float) -> float:
        """Inputs in, loads out, twice; gives the largest load."""
        for _ in range(2):
            for variable in self.inputs:
                self.fmu.setReal([variable.valueReference], [motion(variable, self.axis, now)])
            loads = self.fmu.getReal(self.loads) if self.loads else []
        assert all(math.isfinite(load) for load in loads), f"a load is not finite at {now} s"
        return max(map(abs, loads), default=0.0)

    def step(self, size: float) -> float:
        # FMPy raises an error for every status but fmi2OK.
        self.fmu.doStep(self.time, size)
        self.time += size
        return self.iterate(self.time)

    def close(self):
        self.fmu.terminate()
        self.fmu.freeInstance()


def motion(variable, axis: str, now: float) -> float:
    """Motion of bodies to and fro by a little more than usual play, across a guide or along x."""
    name, start, unit = variable.name, float(variable.start), variable.unit
    if ".W." in name or "mobility" in name:
        # Response of a kilogram that is free to turn.
        pair = name.split(".W.")[0] == name.split(".W.")[-1].split(".")[0]
        return {"1/kg": 1.0, "1/(kg.m2)": 30.0}.get(unit, 0.0) if pair or "mobility" in name else 0.0
    swing, size = 2 * math.pi * 50, 5.2e-4
    if name.endswith((f"frame_b.{axis}", f"r_rel.{axis}", f"rod.{axis}")):
        return start + size * math.sin(swing * now)
    if name.endswith((f"frame_b.v{axis}", f"v_rel.{axis}", f"rod.v{axis}")):
        return start + size * swing * math.cos(swing * now)
    if name in ("phi_b", "x_b"):
        return start + 20 * size * math.sin(swing * now)
    if name in ("w_b", "v_b"):
        return start + 20 * size * swing * math.cos(swing * now)
    return start


def run(path: Path, tiny: tuple) -> float:
    """The largest load of a run in added-up steps, or with tiny steps between."""
    unit, largest = Unit(path), 0.0
    # The end is a time that the sum of the steps misses.
    until = 0.0123
    size = min(max(unit.size, 1e-6), 1e-4)
    index = 0
    while unit.time < until:
        # The last step is the remainder.
        largest = max(largest, unit.step(min(size, until - unit.time)))
        if tiny:
            index += 1
            largest = max(largest, unit.step(tiny[index % len(tiny)]))
    for last in (1e-12, 1e-15):
        largest = max(largest, unit.step(last))
    unit.close()
    return largest


def dependencies(path: Path) -> str | None:
    """The fault in a description for a search along its dependencies."""
    with zipfile.ZipFile(path) as file:
        length = file.getinfo("modelDescription.xml").file_size
    if length > LONGEST:
        return f"the description has {length} bytes"
    outputs = read_model_description(str(path)).outputs
    mean = sum(len(output.dependencies or []) for output in outputs) / len(outputs)
    return f"an output follows {mean:.0f} variables in the mean" if mean > MOST else None


def main() -> int:
    good = True
    for folder in map(Path, sys.argv[1:]):
        for path in sorted(folder.glob("*.fmu")):
            wrong = dependencies(path)
            plain, wild = run(path, ()), run(path, TINY)
            if wild > ALLOWED * plain:
                wrong = f"loads of {wild:.3g} in place of {plain:.3g} where tiny steps are made"
            good &= wrong is None
            print(f"  {path}: largest load {plain:.4g}, with tiny steps {wild:.4g}; {wrong or 'no problem'}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
