"""Checks the bill of materials in a release and in its wheels against CycloneDX's schema: bill.py RELEASE."""

import json
import sys
import tomllib
import zipfile
from pathlib import Path

from cyclonedx.schema import SchemaVersion
from cyclonedx.spdx import is_expression
from cyclonedx.validation.json import JsonStrictValidator

NAME = "spiel-joints.cdx.json"
LOCK = tomllib.loads(Path("Cargo.lock").read_text())
SUMS = {(it["name"], it["version"]): it.get("checksum") for it in LOCK["package"]}


def check(where: str, text: str) -> None:
    error = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if error:
        sys.exit(f"{where}: {error}")
    components = json.loads(text)["components"]
    for component in components:
        for licence in component["licenses"]:
            if not is_expression(licence["expression"]):
                sys.exit(f"{where}: {component['name']}: {licence['expression']} is no expression of SPDX")
    # Crates of the registry have its sums; those in the standard library come with the compiler.
    summed = 0
    for component in components:
        sums = [given["content"] for given in component.get("hashes", [])]
        expected = SUMS.get((component["name"], component.get("version")))
        if sums != ([expected] if expected else []):
            sys.exit(f"{where}: {component['name']} has {sums}, Cargo.lock {expected}")
        summed += len(sums)
    if summed < 20:
        sys.exit(f"{where}: only {summed} of {len(components)} components have a sum")
    print(f"{where}: {len(components)} components")


def main() -> None:
    release = Path(sys.argv[1])
    check(NAME, (release / NAME).read_text())
    for wheel in release.glob("wheels/*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            found = [name for name in archive.namelist() if name.endswith(f".dist-info/sboms/{NAME}")]
            if len(found) != 1:
                sys.exit(f"{wheel.name}: {len(found)} bills")
            check(wheel.name, archive.read(found[0]).decode())


main()
