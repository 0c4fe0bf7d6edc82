"""Checks our FMUs with other people's FMI clients: FMPy and fmu-manipulation-toolbox."""

import subprocess
import sys
from pathlib import Path

from fmpy import read_model_description, simulate_fmu
from fmpy.validation import validate_fmu


def check(fmu: Path) -> list[str]:
    """All faults that a client finds in one FMU."""
    problems = [f"FMPy: {problem}" for problem in validate_fmu(str(fmu))]
    # fmutool exits with 0 in any case: only its output tells of faults.
    tool = Path(sys.executable).parent / "fmutool"
    said = subprocess.run([tool, "-input", fmu, "-check"], capture_output=True, text=True, timeout=120)
    lines = (said.stdout + said.stderr).splitlines()
    problems += [f"fmutool: {line}" for line in lines if "ERROR" in line or "Traceback" in line]
    description = read_model_description(str(fmu))
    step = float(description.defaultExperiment.stepSize)
    outputs = [variable.name for variable in description.modelVariables if variable.causality == "output"]
    result = simulate_fmu(
        str(fmu), stop_time=200 * step, step_size=step, output_interval=step, output=outputs
    )
    if len(result) < 200:
        problems.append(f"FMPy: the run stopped after {len(result)} points")
    return problems


def main() -> int:
    failures = 0
    fmus = sorted(Path(sys.argv[1]).glob("*.fmu"))
    for fmu in fmus:
        problems = check(fmu)
        failures += bool(problems)
        print(f"{fmu.name}: " + ("; ".join(problems) or "no problem"))
    print(f"{len(fmus) - failures} passed, {failures} failed")
    return 1 if failures or not fmus else 0


if __name__ == "__main__":
    sys.exit(main())
