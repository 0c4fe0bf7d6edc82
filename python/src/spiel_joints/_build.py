"""Commands of the program as functions: they build, describe, check, and find numbers for parameters."""

import json
import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from ._names import SpielError, together
from ._program import ask, program, refusal, run

__all__ = ["Identified", "Variable", "build", "check", "describe", "identify", "mobility", "new", "program"]

Place = str | os.PathLike[str]


class Variable(NamedTuple):
    """A variable of a joint, of a group or of an FMU."""

    causality: str
    """input, output, parameter, or local for constants."""
    unit: str
    """SI; `-` for none."""
    start: str
    """Its start value; `-` for an output."""
    range: str
    """The values that it may take; for a choice its items and their numbers."""
    text: str
    """Its meaning."""


def describe(what: Place) -> dict[str, Variable]:
    """The variables of a joint, by its name, or of an FMU or a group, by its file: by their names."""
    rows = json.loads(run("describe", os.fspath(what), "--json"))
    return {
        row["name"]: Variable(row["causality"], row["unit"] or "-", row["start"] or "-", row["range"], row["text"])
        for row in rows
    }


def build(
    joint: str | None = None,
    *,
    output: Place | None = None,
    group: Place | None = None,
    integrate: bool = False,
    arrays: bool = False,
    ports: str | None = None,
    fmi: int | None = None,
    kind: str | None = None,
    mobility: str | None = None,
    temperature: str | None = None,
    slices: int | None = None,
    cells: int | None = None,
    profile: Place | None = None,
    play: float | str | None = None,
    material_a: str | None = None,
    material_b: str | None = None,
    name: str | None = None,
    parameters: Place | None = None,
    platforms: str | Iterable[str] | None = None,
    binaries: Place | None = None,
    set: Mapping[str, Any] | None = None,
    **start: Any,
) -> Path:
    """Builds the FMU of `joint`, or of the `group` in a file, and gives its place.

    `set` has start values by their names, keywords by these names with `_` or by their last part; values are
    numbers in SI units, text with a unit as "0.1 mm", or items of a choice. `play` is diametral. `fmi` is the version:
    2, unless it is said, or 3; with `arrays`, series of variables are arrays of FMI 3.0.
    """
    if (joint is None) == (group is None):
        raise SpielError("build takes either a joint or a group")
    if integrate and group is None:
        raise SpielError("integrate = True is for groups: a joint alone has no bodies to move")
    options = {"group": group, "ports": ports, "fmi": fmi, "kind": kind, "mobility": mobility, "temperature": temperature}
    options |= {"slices": slices, "cells": cells, "profile": profile, "name": name, "parameters": parameters}
    options |= {"play": play, "material-a": material_a, "material-b": material_b, "binaries": binaries}
    rows = describe(joint if joint is not None else str(group)) if start else {}
    settable = [name for name, about in rows.items() if about.causality != "output"]
    others = ["output", "integrate", "arrays", "platforms", "set", *(option.replace("-", "_") for option in options)]
    values = together(set, start, settable, others)
    place = Path(output) if output is not None else Path(f"{name or joint or Path(str(group)).stem}.fmu")
    arguments = [f"--{option}={value}" for option, value in options.items() if value is not None]
    arguments += ["--integrate"] if integrate else []
    arguments += ["--arrays"] if arrays else []
    arguments += [f"--platform={one}" for one in ([platforms] if isinstance(platforms, str) else platforms or ())]
    arguments += [f"--set={key}={written(value)}" for key, value in values.items()]
    run("build", *([joint] if joint else []), f"--output={place}", *arguments)
    return place


def written(value: Any) -> str:
    """A value as text for the command line; NumPy's values, too."""
    value = value.item() if hasattr(value, "item") else value
    return str(value).lower() if isinstance(value, bool) else str(value)


def check(path: Place) -> list[str]:
    """Checks an FMU and runs it: returns a line for each fault that an importer would find, none if all is well."""
    path = os.fspath(path)
    code, _, lines = ask("check", path)
    if code not in (0, 1):
        raise refusal(code, lines)
    return [line.removeprefix(f"{path}: ") for line in lines]


def new(what: str, *, space: bool = False) -> str:
    """A template of the start values of a joint, or of a "group", for `build`; with `space`, of a group in space."""
    return run("new", *(["--group"] if what == "group" else [what]), *(["--space"] if space else []))


Body = float | str | Sequence[float]


def mobility(
    *,
    mass_a: float | None = None,
    inertia_a: Body | None = None,
    arm_a: Body | None = None,
    pin_a: Body | None = None,
    slide_a: float | None = None,
    mass_b: float | None = None,
    inertia_b: Body | None = None,
    arm_b: Body | None = None,
    pin_b: Body | None = None,
    slide_b: float | None = None,
    line: bool = False,
    spatial: bool = False,
    radius_a: float | None = None,
    radius_b: float | None = None,
    stiffness: float | None = None,
    restitution: float | None = None,
    group: Place | None = None,
    joint: str | None = None,
) -> dict[str, Any]:
    """The start values that describe a joint's bodies, for `build(set=…)`; prediction needs them.

    Masses in kg, moments of inertia in kg m², `arm` and `pin` as (x, y) in m from the centre of mass, `slide` in
    degrees; as `spiel-joints mobility --help` says. With `group`, the file of a group, they are those of the bodies of its
    `joint`.
    """
    arguments = []
    for name, value in locals().copy().items():
        if name == "arguments" or value is None or value is False:
            continue
        option = f"--{name.replace('_', '-')}"
        if value is True:
            arguments.append(option)
        elif name == "joint":
            arguments.append(written(value))
        else:
            several = not isinstance(value, str) and hasattr(value, "__len__")
            arguments.append(f"{option}={','.join(map(written, value)) if several else written(value)}")
    return start_values(run("mobility", *arguments))


@dataclass(repr=False)
class Identified:
    """Parameters found in measurements. `values, report = …` takes the first two."""

    values: dict[str, Any]
    """Start values for `build(joint, set=…)`: settings, and the parameters that the data determine."""
    report: str
    """The program's account of how well they fit, and of what the data do not determine."""
    names: list[str] = field(default_factory=list)
    """The parameters that were looked for."""
    errors: dict[str, float] = field(default_factory=dict)
    """The standard error of each parameter that the data determine."""
    covariance: list[list[float]] = field(default_factory=list)
    """The covariance of the parameters, in the order of `names`; rows of those that are not determined are zero."""
    doubts: list[str] = field(default_factory=list)
    """Sentences about parameters that the data do not determine, and about the data."""
    files: list[dict[str, Any]] = field(default_factory=list)
    """Each measurement beside the joint: file, blind, over, measured, predicted, offset, inertia, noise, work."""
    page: str = ""
    """A page of HTML with the report and the figures."""

    def __iter__(self):
        return iter((self.values, self.report))

    def __repr__(self) -> str:
        return self.report

    def _repr_html_(self) -> str:
        return self.page or f"<pre>{self.report}</pre>"


def identify(
    joint: Any,
    data: Any = None,
    *,
    model: str | None = None,
    fit: Iterable[str] | Mapping[str, tuple[float, float]] = (),
    columns: Mapping[str, str] | None = None,
    blind: Any = (),
    load: float | None = None,
    inertia: bool = False,
    offset: bool = True,
    set: Mapping[str, Any] | None = None,  # noqa: A002
    parameters: Place | None = None,
    output: Place | None = None,
) -> Identified:
    """Finds a joint's parameters in measurements by running the joint along them.

    `data` and `blind` are files, tables of pandas, or several of either; `model` is one of the joint's, `fit` names
    parameters in its place, with ranges in a mapping. `columns` says what the data call a quantity: `{"force": "-F"}`.
    `load` [N] is the load under which they were measured; with `inertia` the force also accelerates the body;
    without `offset` a constant force is none of the sensor. `set` and
    `parameters` are what is known. `output` is the TOML file to be written, with a page of figures next to it. With a
    file alone, it holds loops of a lap joint: columns x0 [m], x [m], F [N].
    """
    with tempfile.TemporaryDirectory() as folder:
        place = Path(output) if output is not None else Path(folder) / "found.toml"
        options = [f"--load={written(load)}"] if load is not None else []
        if data is None:
            report = run("identify", os.fspath(joint), f"--output={place}", *options)
            return Identified(start_values(place.read_text(encoding="utf-8")), report)
        files = [table_file(each, Path(folder), f"data_{count}") for count, each in enumerate(several(data))]
        blind = [table_file(each, Path(folder), f"blind_{count}") for count, each in enumerate(several(blind))]
        options += [f"--blind={each}" for each in blind]
        ranges = fit.items() if isinstance(fit, Mapping) else ((name, None) for name in fit)
        options += [f"--fit={name}" + (f"={ends[0]!r}..{ends[1]!r}" if ends else "") for name, ends in ranges]
        options += [f"--columns={name}={column}" for name, column in (columns or {}).items()]
        options += [f"--set={name}={written(value)}" for name, value in (set or {}).items()]
        options += [f"--model={model}"] if model is not None else []
        options += ["--inertia"] if inertia else []
        options += [] if offset else ["--no-offset"]
        options += [f"--parameters={os.fspath(parameters)}"] if parameters is not None else []
        printed = run("identify", os.fspath(joint), *files, f"--output={place}", "--json", *options)
        found = json.loads(printed)
        looked_for = found["parameters"]
        return Identified(
            values=start_values(place.read_text(encoding="utf-8")),
            report=found["report"],
            names=[each["name"] for each in looked_for],
            errors={each["name"]: each["error"] for each in looked_for if each["error"] is not None},
            covariance=found["covariance"],
            doubts=found["doubts"],
            files=found["files"],
            page=place.with_suffix(".html").read_text(encoding="utf-8"),
        )


def several(data: Any) -> list[Any]:
    """One thing or several as a list."""
    one = isinstance(data, (str, os.PathLike)) or hasattr(data, "to_csv")
    return [data] if one else list(data)


def table_file(data: Any, folder: Path, name: str) -> str:
    """The file of a measurement; a table of pandas is written to one."""
    if not hasattr(data, "to_csv"):
        return os.fspath(data)
    place = folder / f"{name}.csv"
    data.to_csv(place, index=data.index.name is not None)
    return str(place)


def start_values(text: str) -> dict[str, Any]:
    """The values by full names of a TOML file that the program has written: tables of numbers, words and truths."""
    found, table = {}, ""
    for line in text.splitlines():
        line = line.strip()
        if line.startswith("["):
            table = line.strip("[]") + "."
        elif line and not line.startswith("#"):
            key, _, value = line.partition(" = ")
            found[table + key] = json.loads(value)
    return found
