"""Checks that an example and the program of the joints share all that cargo compiles for them: the README's second
command waits for the program alone. Counts the crates that a newcomer compiles.

Cargo's own plan of both builds is compared; nothing is compiled. Its format is unstable: it needs RUSTC_BOOTSTRAP.
"""

import json
import os
import subprocess
import sys

EXAMPLE = ["--example", "slider_crank"]
PROGRAM = ["--bin", "fmu-build"]
# Largest number of crates that the README's first command may compile.
MOST_CRATES = 110


def planned(what: list) -> dict:
    """Cargo's plan of a build: its parts, keyed by all that decides if one is compiled anew."""
    command = ["cargo", "build", "--release", "--locked", "-Z", "unstable-options", "--unit-graph", *what]
    plan = subprocess.run(command, env=os.environ | {"RUSTC_BOOTSTRAP": "1"}, stdout=subprocess.PIPE, check=True)
    units, known = json.loads(plan.stdout)["units"], {}

    def identity(index: int) -> tuple:
        if index not in known:
            unit = units[index]
            name = f"{unit['pkg_id']} {unit['target']['name']} {unit['mode']}"
            below = frozenset(identity(one["index"]) for one in unit["dependencies"])
            known[index] = (name, unit["platform"], json.dumps(unit["profile"]), tuple(unit["features"]), below)
        return known[index]

    return {identity(index): units[index] for index in range(len(units))}


def main() -> int:
    example, program = planned(EXAMPLE), planned(PROGRAM)
    again = [unit for identity, unit in program.items() if identity not in example]
    again = [unit for unit in again if unit["target"]["name"] != PROGRAM[-1] or "bin" not in unit["target"]["kind"]]
    features = {(unit["pkg_id"], unit["target"]["name"]): set(unit["features"]) for unit in example.values()}
    for unit in again:
        more = features.get((unit["pkg_id"], unit["target"]["name"]), set()) - set(unit["features"])
        if more:
            print(f"{unit['pkg_id']}: only tests ask for its {', '.join(sorted(more))}; examples/Cargo.toml may, too")
    print(f"after an example, {len(again)} of {len(program)} parts of the program are compiled again")
    crates = len({unit["pkg_id"] for unit in example.values()})
    print(f"{crates} crates")
    if crates > MOST_CRATES:
        print(f"that is more than {MOST_CRATES}")
    return 1 if again or crates > MOST_CRATES else 0


if __name__ == "__main__":
    sys.exit(main())
