"""The program that came with this module, and what it does for `build`."""

import json
import os
import shutil
import subprocess
import warnings
from collections.abc import Iterable, Mapping
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from typing import Any

from ._names import SpielError, together

Place = str | os.PathLike[str]


def program() -> Path:
    """The command `spiel-joints`: the one SPIEL_JOINTS_PROGRAM names, that of the wheel, or one on the PATH."""
    if named := os.environ.get("SPIEL_JOINTS_PROGRAM"):
        return Path(named)
    command = "spiel-joints.exe" if os.name == "nt" else "spiel-joints"
    try:
        installed = [file for file in files("spiel-joints") or () if file.name == command]
    except PackageNotFoundError:
        installed = []
    for file in installed:
        place = Path(str(file.locate())).resolve()
        if place.is_file():
            return place
    if found := shutil.which("spiel-joints"):
        return Path(found)
    raise SpielError("the program spiel-joints is not installed; SPIEL_JOINTS_PROGRAM may name one")


def run(*arguments: str) -> str:
    """What the program prints; a SpielError with its line if it refuses."""
    called = program()
    try:
        done = subprocess.run([called, *arguments], capture_output=True, text=True, encoding="utf-8", check=False)
    except OSError as why:
        raise SpielError(f"{called}: {why.strerror}") from why
    lines = done.stderr.splitlines()
    if done.returncode:
        refused = [line.removeprefix("error: ") for line in lines if line.startswith("error: ")]
        raise SpielError((refused or lines or [f"{called} ended with {done.returncode}"])[0])
    for line in lines:
        warnings.warn(line.removeprefix("note: ").removeprefix("warning: "), stacklevel=3)
    return done.stdout


def describe(joint: str) -> dict[str, tuple[str, str, str]]:
    """Causality, unit (`-` for none) and start value of each variable of a joint, by name."""
    rows = json.loads(run("describe", joint, "--json"))
    return {row["name"]: (row["causality"], row["unit"] or "-", row["start"] or "-") for row in rows}


def build(
    joint: str | None = None,
    *,
    output: Place | None = None,
    group: Place | None = None,
    ports: str | None = None,
    kind: str | None = None,
    mobility: str | None = None,
    temperature: str | None = None,
    slices: int | None = None,
    cells: int | None = None,
    profile: Place | None = None,
    name: str | None = None,
    parameters: Place | None = None,
    platforms: str | Iterable[str] | None = None,
    set: Mapping[str, Any] | None = None,
    **start: Any,
) -> Path:
    """Builds the FMU of `joint`, or of the `group` in a file, and gives its place.

    `set` has start values by their names, keywords by these names with `_` or by their last part.
    """
    if (joint is None) == (group is None):
        raise SpielError("build takes either a joint or a group")
    if start and joint is None:
        raise SpielError("a group has no keywords; give its start values by name, as set={...}")
    rows = describe(joint) if joint is not None and start else {}
    settable = [name for name, (causality, _, _) in rows.items() if causality != "output"]
    values = together(set, start, settable)
    place = Path(output) if output is not None else Path(f"{name or joint or Path(str(group)).stem}.fmu")
    options = {"group": group, "ports": ports, "kind": kind, "mobility": mobility, "slices": slices}
    options |= {"temperature": temperature, "cells": cells, "profile": profile, "name": name}
    options |= {"parameters": parameters, "output": place}
    arguments = [f"--{option}={value}" for option, value in options.items() if value is not None]
    arguments += [f"--platform={one}" for one in ([platforms] if isinstance(platforms, str) else platforms or ())]
    arguments += [f"--set={key}={written(value)}" for key, value in values.items()]
    run("build", *([joint] if joint else []), *arguments)
    return place


def written(value: Any) -> str:
    """A value as the command line takes it; also NumPy's."""
    value = value.item() if hasattr(value, "item") else value
    return str(value).lower() if isinstance(value, bool) else str(value)
