"""Makes the changes that tests have missed again, one by one, in another crate with the same sources, and runs its tests.

    mutants_again.py CARGO_MUTANTS MISSED.txt CRATE FOLDER [ARGUMENT ...]

MISSED.txt has the names that cargo-mutants gives to changes of files in FOLDER; the arguments are those of `cargo test`.
(cargo-mutants can be asked for a choice of names, but makes every change that leaves out a field besides.)
"""

import json
import subprocess
import sys
from pathlib import Path

# Longest run of the tests [s]: a change may make a loop without end.
LONGEST = 240


def changed(text: str, change: dict) -> str:
    """The text of a file with the change in it."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    first, end = (starts[place["line"] - 1] + place["column"] - 1 for place in (change["span"]["start"], change["span"]["end"]))
    return text[:first] + change["replacement"] + text[end:]


def notices(crate: Path, arguments: list[str]) -> bool:
    """True if the tests fail or do not end."""
    try:
        return subprocess.run(["cargo", "test", *arguments], cwd=crate, capture_output=True, timeout=LONGEST).returncode != 0
    except subprocess.TimeoutExpired:
        return True


def main() -> int:
    program, missed, crate, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4]
    arguments = sys.argv[5:]
    listed = [program, "mutants", "--list", "--json", "-f", f"{folder}/**"]
    changes = json.loads(subprocess.run(listed, cwd=crate, stdout=subprocess.PIPE, check=True).stdout)
    known = {change["name"]: change for change in changes}
    if notices(crate, arguments):
        sys.exit("the tests fail without any change")
    killed = 0
    names = missed.read_text().splitlines()
    for name in names:
        path = crate / known[name]["file"]
        before = path.read_text()
        path.write_text(changed(before, known[name]))
        found = notices(crate, arguments)
        path.write_text(before)
        killed += found
        print("killed" if found else "missed", name, flush=True)
    print(f"{killed} of {len(names)} that survived are killed by the golden values")
    return 0


if __name__ == "__main__":
    sys.exit(main())
