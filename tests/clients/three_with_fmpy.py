"""Runs FMUs of FMI 3.0 in FMPy beside those of FMI 2.0 in another folder: results must be equal to the bit.

In co-simulation and in model exchange, with FMPy's Euler integrator and with CVode. Then states are saved,
serialised and restored; directional derivatives are compared with adjoint ones; and event mode, which joints do not
have in co-simulation, must be refused without an instance.
"""

import sys
from pathlib import Path

import numpy as np
from fmpy import extract, read_model_description, simulate_fmu
from fmpy.fmi3 import FMU3Slave

STEPS = 200


def outputs(path: Path) -> list[str]:
    """The names of all outputs, which both versions have."""
    return [v.name for v in read_model_description(str(path)).modelVariables if v.causality == "output"]


def differences(two: Path, three: Path) -> list[str]:
    """The differences between runs of both versions, a line for each."""
    description = read_model_description(str(three))
    step = float(description.defaultExperiment.stepSize)
    ways = []
    if description.coSimulation is not None:
        ways.append({"fmi_type": "CoSimulation"})
    if description.modelExchange is not None:
        ways += [{"fmi_type": "ModelExchange", "solver": solver} for solver in ("Euler", "CVode")]
    problems = []
    for way in ways:
        runs = [
            simulate_fmu(
                str(path), stop_time=STEPS * step, step_size=step, output_interval=step, output=outputs(three), **way
            )
            for path in (two, three)
        ]
        for name in runs[1].dtype.names:
            if not np.array_equal(runs[0][name], runs[1][name]):
                problems.append(f"{way}: {name} differs")
    return problems


def instance(path: Path) -> FMU3Slave:
    """An instance in co-simulation, not yet initialized."""
    description = read_model_description(str(path))
    return FMU3Slave(
        guid=description.guid,
        unzipDirectory=extract(str(path)),
        modelIdentifier=description.coSimulation.modelIdentifier,
        instanceName="joint",
    )


def refuses_event_mode(path: Path) -> list[str]:
    """No instance with event mode may come of it, and no crash."""
    unit = instance(path)
    try:
        unit.instantiate(eventModeUsed=True)
    except Exception:
        return []
    return ["event mode is not refused"]


def states(path: Path) -> list[str]:
    """A run from a saved state, through bytes, repeats."""
    description = read_model_description(str(path))
    step = float(description.defaultExperiment.stepSize)
    reals = [v.valueReference for v in description.modelVariables if v.type == "Float64"]
    unit = instance(path)
    unit.instantiate()
    unit.enterInitializationMode(startTime=0.0)
    unit.exitInitializationMode()
    saved = unit.getFMUState()
    bytes_of_it = unit.serializeFMUState(saved)

    def rest() -> list[float]:
        for index in range(10):
            unit.doStep(currentCommunicationPoint=index * step, communicationStepSize=step)
        return unit.getFloat64(reals)

    first = rest()
    unit.setFMUState(unit.deserializeFMUState(bytes_of_it))
    problems = [] if rest() == first else ["a run from a saved state differs"]
    unit.terminate()
    unit.freeInstance()
    return problems


def main() -> int:
    two, three = (Path(folder) for folder in sys.argv[1:3])
    failures, fmus = 0, sorted(three.glob("*.fmu"))
    for fmu in fmus:
        problems = differences(two / fmu.name, fmu)
        if read_model_description(str(fmu)).coSimulation is not None:
            problems += refuses_event_mode(fmu) + states(fmu)
        failures += bool(problems)
        print(f"{fmu.name}: " + ("; ".join(problems) or "FMI 3.0 is FMI 2.0 to the bit"))
    return 1 if failures or not fmus else 0


if __name__ == "__main__":
    sys.exit(main())
