"""Makes random calls of FMUs through their C interface and sums them up: run.py FOLDER... [--calls N] [--jobs N].

Each FMU of the folders is called in each of its kinds by `calls.cpp`, in rounds of a limited time until there are as many
calls as asked for. Writes a table with a line for each kind and version of FMI with --table FILE.csv.
"""

import argparse
import concurrent.futures
import csv
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from fmpy import extract, read_model_description

TYPES = {"Real": "r", "Float64": "r", "Integer": "i", "Int32": "i", "Int64": "l", "Boolean": "b", "String": "s"}
# A choice is an integer in FMI 2.0 and a number of 64 bits in FMI 3.0.
CHOICE = {"2.0": "i", "3.0": "l"}
CAUSALITIES = {"input": "i", "output": "o", "parameter": "p"}
COUNTS = ("calls", "refused", "steps", "restored", "numbers")


def kinds_of(fmu: Path, folder: Path):
    """The kinds of an FMU, each as the words that the host takes before the number of calls."""
    description = read_model_description(str(fmu))
    place = Path(extract(str(fmu), unzipdir=str(folder / f"{len(list(folder.iterdir()))}")))
    three = description.fmiVersion.startswith("3")
    listed = folder / f"{place.name}.txt"
    step = description.defaultExperiment.stepSize
    lines = [f"{step} {description.numberOfContinuousStates} {description.numberOfEventIndicators}"]
    for variable in description.modelVariables:
        if variable.dimensions:
            sys.exit(f"{fmu}: this host knows no arrays")
        letter = CHOICE[description.fmiVersion[:3]] if variable.type == "Enumeration" else TYPES[variable.type]
        settable = variable.variability != "constant"
        causality = CAUSALITIES.get(variable.causality, "l") if settable else "l"
        start = variable.start if letter == "r" and variable.start else 0
        lines.append(f"{variable.valueReference} {letter} {causality} {start}")
    listed.write_text("\n".join(lines))
    platform = "x86_64-linux" if three else "linux64"
    for kind, name in ((description.coSimulation, "cs"), (description.modelExchange, "me")):
        if kind:
            library = place / "binaries" / platform / f"{kind.modelIdentifier}.so"
            resources = place / "resources"
            where = f"{resources}/" if three else f"file://{resources}"
            yield f"{fmu.stem}, {name}, FMI {3 if three else 2}.0", [
                library, f"{name}{3 if three else 2}", description.guid, where, listed,
            ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--calls", type=float, default=1e6, help="number of calls, of all kinds together")
    parser.add_argument("--seconds", type=int, default=100, help="the most that a kind takes in a round")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--under", default="", help="a program that runs the host, with its options, such as valgrind")
    parser.add_argument("--table", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        host = folder / "calls"
        source = Path(__file__).with_name("calls.cpp")
        words = ["c++", "-std=c++17", "-O2", "-Wall", "-Wextra", "-Werror", "-o", host, source, "-ldl"]
        subprocess.run(words, check=True)
        kinds = [kind for one in options.folders for fmu in sorted(one.glob("*.fmu")) for kind in kinds_of(fmu, folder)]
        if not kinds:
            sys.exit("there are no FMUs")
        under = shlex.split(options.under)
        each = int(options.calls / len(kinds)) + 1
        sums = {named: [0] * len(COUNTS) for named, _ in kinds}

        def call(kind, seed):
            named, words = kind
            limits = [str(each), str(options.seconds), str(seed)]
            return named, subprocess.run([*under, host, *map(str, words), *limits], capture_output=True, text=True)

        # Kinds that are quick make up for the calls that others have not made in their time.
        failed, seed = [], options.seed
        while not failed and sum(counts[0] for counts in sums.values()) < options.calls:
            with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
                for named, done in pool.map(call, kinds, [seed] * len(kinds)):
                    said = done.stdout + (done.stderr if done.returncode else "")
                    print(f"{named}: {said.strip()}", flush=True)
                    if done.returncode:
                        failed.append(f"{named} (exit {done.returncode}, seed {seed})")
                    else:
                        counts = [int(part.split()[0]) for part in done.stdout.split(", ")[: len(COUNTS)]]
                        sums[named] = [one + other for one, other in zip(sums[named], counts)]
            seed += 1
    rows: dict[str, list[int]] = {}
    for named, counts in sums.items():
        kind = named.split(", ", 1)[1]
        rows[kind] = [one + other for one, other in zip(rows.get(kind, [0] * (1 + len(COUNTS))), [1, *counts])]
    if options.table:
        with options.table.open("w", newline="") as file:
            table = csv.writer(file, lineterminator="\n")
            table.writerows([["kind", "units", *COUNTS], *([kind, *counts] for kind, counts in rows.items())])
    print(f"{len(kinds)} kinds of units: " + ", ".join(f"{sum(counts[i] for counts in sums.values())} {n}" for i, n in enumerate(COUNTS)))
    if failed:
        print("failed: " + "; ".join(failed), file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
