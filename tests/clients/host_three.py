"""Compiles the small C host of FMI 3.0 and drives every FMU of a folder with it."""

import subprocess
import sys
from pathlib import Path

from fmpy import extract, read_model_description

HOST = Path(__file__).with_suffix(".c")


def drive(host: Path, fmu: Path) -> str:
    """The host's line about an FMU; an error if it stops."""
    description = read_model_description(str(fmu))
    folder = Path(extract(str(fmu)))
    identifier = description.coSimulation.modelIdentifier
    outputs = [
        str(variable.valueReference)
        for variable in description.modelVariables
        if variable.causality == "output" and variable.type == "Float64"
    ]
    words = [host, folder / "binaries/x86_64-linux" / f"{identifier}.so", description.guid, f"{folder}/resources/"]
    words += [description.defaultExperiment.stepSize]
    words += [description.numberOfContinuousStates, description.numberOfEventIndicators, *outputs]
    return subprocess.run(list(map(str, words)), check=True, capture_output=True, text=True).stdout.strip()


def main() -> int:
    folder = Path(sys.argv[1])
    host = folder / "host_three"
    subprocess.run(["cc", "-O1", "-Wall", "-Werror", "-o", host, HOST, "-ldl"], check=True)
    fmus = sorted(folder.glob("*.fmu"))
    for fmu in fmus:
        print(f"{fmu.name}: {drive(host, fmu)}")
    return 0 if fmus else 1


if __name__ == "__main__":
    sys.exit(main())
