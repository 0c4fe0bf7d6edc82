"""Copies an FMU of FMI 3.0 without its units and nominal values.

    python without_units.py FROM TO

Version 0.8.0 of the Rust crate `fmi` refuses descriptions with the attributes `unit` and `nominal`, or a unit in kelvin.
"""

import re
import sys
import zipfile

DESCRIPTION = "modelDescription.xml"


def without(text: str) -> str:
    """A description without what the crate refuses."""
    text = re.sub(r"<UnitDefinitions>.*?</UnitDefinitions>", "", text, flags=re.DOTALL)
    return re.sub(r' (unit|nominal)="[^"]*"', "", text)


source, target = sys.argv[1:]
with zipfile.ZipFile(source) as archive, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as copy:
    for name in archive.namelist():
        content = archive.read(name)
        copy.writestr(name, without(content.decode()) if name == DESCRIPTION else content)
