"""Compares FMUs whose series of variables are arrays with those of another folder, whose series are variables: in FMPy.

    arrays_with_fmpy.py FMUS FMUS_WITH_ARRAYS

In co-simulation all values must be equal to the bit, in model exchange those of a run by CVode. An array is set, too.
"""

import re
import sys
from pathlib import Path

import numpy as np
from fmpy import extract, read_model_description, simulate_fmu
from fmpy.fmi3 import FMU3Slave

STEPS = 50


class Unit:
    """An instance in co-simulation, with its variables of real type by name."""

    def __init__(self, path: Path):
        self.description = read_model_description(str(path))
        self.reals = {v.name: v for v in self.description.modelVariables if v.type == "Float64"}
        self.step = float(self.description.defaultExperiment.stepSize)
        self.fmu = FMU3Slave(
            guid=self.description.guid,
            unzipDirectory=extract(str(path)),
            modelIdentifier=self.description.coSimulation.modelIdentifier,
            instanceName="joint",
        )
        self.fmu.instantiate()

    def get(self, name: str) -> list[float]:
        size = int(np.prod([int(dimension.start) for dimension in self.reals[name].dimensions], dtype=int))
        return self.fmu.getFloat64([self.reals[name].valueReference], size)

    def set(self, name: str, values: list[float]) -> None:
        self.fmu.setFloat64([self.reals[name].valueReference], values)

    def run(self) -> None:
        self.fmu.enterInitializationMode(startTime=0.0)
        self.fmu.exitInitializationMode()
        for index in range(STEPS):
            for axis in "xy":
                name = f"frame_b.{axis}"
                if name in self.reals:
                    self.set(name, [1.1e-4 * np.sin(0.1 * index)])
            self.fmu.doStep(currentCommunicationPoint=index * self.step, communicationStepSize=self.step)


def members(array: str, names: list[str]) -> list[str]:
    """The names of a series, in the order of their numbers."""
    return [name for name in names if re.sub(r"_\d+(?=$|[._])", "", name) == array]


def compare(alone: Path, together: Path) -> list[str]:
    """The differences, a line for each."""
    units = [Unit(path) for path in (alone, together)]
    one, other = units
    arrays = [name for name, variable in other.reals.items() if variable.dimensions]
    table = "contact.table.speed"
    if table in arrays:
        values = [0.5 * value for value in other.get(table)]
        other.set(table, values)
        for name, value in zip(members(table, list(one.reals)), values):
            one.set(name, [value])
    for unit in units:
        unit.run()
    problems = [] if arrays else ["no arrays"]
    for name in other.reals:
        names = members(name, list(one.reals)) if name in arrays else [name]
        expected = [one.get(member)[0] for member in names]
        if list(other.get(name)) != expected:
            problems.append(f"{name} differs")
    for unit in units:
        unit.fmu.terminate()
        unit.fmu.freeInstance()
    if other.description.modelExchange is not None:
        scalars = [v.name for v in other.reals.values() if v.causality == "output" and not v.dimensions]
        runs = [
            simulate_fmu(
                str(path), fmi_type="ModelExchange", solver="CVode", stop_time=STEPS * one.step, output=scalars
            )
            for path in (alone, together)
        ]
        problems += [f"{name} differs with CVode" for name in scalars if not np.array_equal(runs[0][name], runs[1][name])]
    return problems


def main() -> int:
    alone, together = (Path(folder) for folder in sys.argv[1:3])
    failures, fmus = 0, sorted(together.glob("*.fmu"))
    for fmu in fmus:
        problems = compare(alone / fmu.name, fmu)
        failures += bool(problems)
        sizes = [len(read_model_description(str(path)).modelVariables) for path in (alone / fmu.name, fmu)]
        said = f"{sizes[0]} variables are {sizes[1]} with arrays, of equal values"
        print(f"{fmu.name}: " + ("; ".join(problems) or said))
    return 1 if failures or not fmus else 0


if __name__ == "__main__":
    sys.exit(main())
