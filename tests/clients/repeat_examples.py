"""Runs the example on the page inside each FMU: its two lines, as printed there, must give the table printed there."""

import html
import re
import shlex
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path


def told(page: str) -> dict[str, list[float]]:
    """The page's table: smallest, largest and last value of each output."""
    rows = re.findall(r"<tr><td><code>([^<]*)</code></td><td>[^<]*</td>((?:<td><data .*?</td>)+)</tr>", page)
    return {html.unescape(name): [float(v) for v in re.findall(r'value="([^"]*)"', values)] for name, values in rows}


def printed(fmu: Path, page: str) -> dict[str, list[float]]:
    """The table that a user gets by following the page."""
    commands = html.unescape(re.search(r'id="repeat">(.*?)</code>', page, re.DOTALL).group(1)).splitlines()
    with tempfile.TemporaryDirectory() as folder:
        # The page names the FMU by its joint, whatever the file is called.
        (Path(folder) / re.search(r"\w+\.fmu", commands[0]).group()).symlink_to(fmu.resolve())
        for command in commands:
            words = [sys.executable, *shlex.split(command)[1:]]
            output = subprocess.run(words, cwd=folder, check=True, capture_output=True, text=True).stdout
    # FMPy warns before the table: of inputs that stay at their start values, a group of a body that is moved by hand.
    table = output.split("output smallest largest last\n")[1]
    rows = (line.split() for line in table.splitlines())
    return {name: [float(value) for value in values] for name, *values in rows}


def check(fmu: Path) -> list[str]:
    """All faults of the example of one FMU."""
    with zipfile.ZipFile(fmu) as archive:
        page = archive.read("documentation/index.html").decode()
    expected, found = told(page), printed(fmu, page)
    if expected.keys() != found.keys():
        return [f"the page names {', '.join(expected)}, the script {', '.join(found)}"]
    problems = []
    for name, values in expected.items():
        # The page has four digits.
        # A value that should be zero is rounding.
        margin = 6e-4 * max(map(abs, values)) + 1e-20
        if not all(abs(one - other) <= margin for one, other in zip(values, found[name], strict=True)):
            problems.append(f"{name}: {values} is {found[name]}")
    if not any(any(values) for values in expected.values()):
        problems.append("no number is told")
    return problems


def main() -> int:
    failures = 0
    fmus = sorted(Path(sys.argv[1]).glob("*.fmu"))
    for fmu in fmus:
        problems = check(fmu)
        failures += bool(problems)
        print(f"{fmu.name}: " + ("; ".join(problems) or "the example repeats"))
    return 1 if failures or not fmus else 0


if __name__ == "__main__":
    sys.exit(main())
