"""Throws a journal against its bearing from Python, as the README shows."""

import sys

from fmpy import extract, read_model_description
from fmpy.fmi2 import FMU2Slave


def rebound(path: str, step: float = 1e-6) -> float:
    """Rebound speed of a journal of 1 kg that meets the wall at 1 m/s."""
    description = read_model_description(path)
    reference = {variable.name: variable.valueReference for variable in description.modelVariables}
    fmu = FMU2Slave(
        guid=description.guid,
        unzipDirectory=extract(path),
        modelIdentifier=description.coSimulation.modelIdentifier,
        instanceName="joint",
    )
    fmu.instantiate()
    fmu.setReal([reference["contact.restitution"]], [0.5])
    fmu.setInteger([reference["contact.dissipation"]], [7])
    fmu.setupExperiment(startTime=0.0)
    fmu.enterInitializationMode()
    fmu.exitInitializationMode()
    inputs = [reference["frame_b.x"], reference["frame_b.vx"]]
    time, place, speed = 0.0, 4.9e-4, 1.0
    while speed > 0 or place > 4.9e-4:
        fmu.setReal(inputs, [place, speed])
        fmu.doStep(currentCommunicationPoint=time, communicationStepSize=step)
        force = fmu.getReal([reference["load_b.fx"]])[0]
        place += speed * step + 0.5 * force * step**2
        speed += force * step
        time += step
    fmu.terminate()
    fmu.freeInstance()
    return -speed


if __name__ == "__main__":
    speed = rebound(sys.argv[1])
    print(f"rebound at {speed:.4f} m/s, prescribed 0.5")
    # 2e-3: the coupling's own error at a step of 1e-6 s.
    sys.exit(0 if abs(speed - 0.5) < 2e-3 else 1)
