"""The example on the page inside each FMU: its script, as printed there, repeats the numbers that stand there.

Terminals must be what the FMI 3 schema says, which FMI 2.0 borrows.
"""

import html
import io
import os
import re
import sys
import tempfile
import zipfile
from contextlib import redirect_stdout
from pathlib import Path

import fmu_manipulation_toolbox
from lxml import etree

SCHEMA = Path(fmu_manipulation_toolbox.__file__).parent / "resources/fmi-3.0/fmi3TerminalsAndIcons.xsd"


def numbers(fmu: Path, page: str) -> list[tuple[float, float]]:
    """What the page says and what its script prints, in pairs."""
    told = [float(value) for value in re.findall(r'<data value="([^"]*)"', page)]
    script = html.unescape(re.search(r'id="script">(.*?)</code>', page, re.DOTALL).group(1))
    printed = io.StringIO()
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        # Whatever the file is called, the script knows it by its joint.
        (Path(folder) / re.search(r"\w+\.fmu", script).group()).symlink_to(fmu.resolve())
        os.chdir(folder)
        try:
            with redirect_stdout(printed):
                exec(compile(script, f"{fmu.name}: script", "exec"), {})
        finally:
            os.chdir(before)
    # FMPy warns of inputs that stay at their start values, a group of a body that is moved by hand.
    warnings = ("Warning", "[WARNING]")
    lines = [line for line in printed.getvalue().splitlines() if not line.startswith(warnings)]
    found = [float(line.split()[0]) for line in lines]
    return list(zip(told, found, strict=True))


def check(fmu: Path) -> list[str]:
    """All that is wrong with what one FMU tells of itself."""
    with zipfile.ZipFile(fmu) as archive:
        page = archive.read("documentation/index.html").decode()
        terminals = archive.read("terminalsAndIcons/terminalsAndIcons.xml")
    schema = etree.XMLSchema(etree.parse(SCHEMA))
    document = etree.fromstring(terminals)
    problems = [] if schema.validate(document) else [f"terminals: {schema.error_log.last_error}"]
    pairs = numbers(fmu, page)
    # Four digits are printed.
    problems += [f"{told} is {found}" for told, found in pairs if abs(found - told) > 6e-4 * abs(told) + 1e-300]
    if not pairs or not any(told for told, _ in pairs):
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
