"""Throws a free journal against its bearing at steps of 1e-4 s, through FMPy: restitution must be the law's."""

import sys
from shutil import rmtree

from fmpy import extract, read_model_description
from fmpy.fmi2 import FMU2Slave

MASS, STEP, RESTITUTION = 2.0, 1e-4, 0.54098


def rebound(path: str, folder: str, gap: float) -> tuple[float, float]:
    """Speed after an impact at 1 m/s, and the work mismatch."""
    description = read_model_description(path)
    reference = {variable.name: variable.valueReference for variable in description.modelVariables}
    fmu = FMU2Slave(
        guid=description.guid,
        unzipDirectory=folder,
        modelIdentifier=description.coSimulation.modelIdentifier,
        instanceName="journal",
    )
    fmu.instantiate()
    fmu.setupExperiment(startTime=0.0)
    inputs = [reference["frame_b.x"], reference["frame_b.vx"]]
    place, speed = 5e-4 - gap, 1.0
    fmu.setReal([reference["contact.restitution"]], [0.55])
    fmu.setReal(inputs, [place, speed])
    fmu.enterInitializationMode()
    fmu.exitInitializationMode()
    for step in range(20):
        fmu.setReal(inputs, [place, speed])
        fmu.doStep(currentCommunicationPoint=step * STEP, communicationStepSize=STEP)
        (force,) = fmu.getReal([reference["load_b.fx"]])
        place += STEP * (speed + 0.5 * STEP * force / MASS)
        speed += STEP * force / MASS
    (mismatch,) = fmu.getReal([reference["coupling.work_mismatch"]])
    fmu.terminate()
    fmu.freeInstance()
    return -speed, mismatch


def main() -> int:
    path = sys.argv[1]
    folder = extract(path)
    results = [rebound(path, folder, (2.2 + phase / 8) * STEP) for phase in range(8)]
    rmtree(folder, ignore_errors=True)
    worst = max(abs(speed - RESTITUTION) for speed, _ in results)
    mismatch = max(mismatch for _, mismatch in results)
    print(f"restitution off by {worst:.1e} at most, work mismatch {mismatch:.1e}")
    return 0 if worst < 5e-4 and mismatch < 1e-2 else 1


if __name__ == "__main__":
    sys.exit(main())
