"""Wear over the years: the command `forecast` as a function."""

import json
import math
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ._build import Place, table_file, written
from ._program import run

__all__ = ["Forecast", "forecast"]


@dataclass(repr=False)
class Forecast:
    """How a joint wears under a load cycle, and when it must be replaced."""

    joint: str
    """The joint's name; in a group its name there."""
    report: str
    """The result in sentences."""
    hours: list[float]
    """Hours of the table."""
    play: list[float]
    """Play at these hours [m]: how far the pin can be moved from wall to wall."""
    band: list[tuple[float, float, float]]
    """Play below which 5, 50 and 95 % of such joints are [m]; empty without ranges, infinite beyond what was run."""
    depths: list[tuple[float, float]]
    """Largest depths of bearing and journal [m]."""
    volumes: list[tuple[float, float]]
    """Volumes worn off bearing and journal [m³]."""
    pressure: list[float]
    """Largest pressure of a cycle [Pa]."""
    life: float | None
    """Hours at which the limit is reached, infinite if not in these hours; `None` without a limit."""
    quantiles: tuple[float, float, float] | None
    """Hours by which 10, 50 and 90 % of such joints have reached the limit."""
    shares: dict[str, float]
    """Uncertain inputs with their parts of the variance."""
    errors: dict[str, float]
    """Relative changes of the result by coarser jumps over cycles, cells and poses."""
    files: dict[str, Path]
    """The files: page, table, picture, map (for `build(profile=…)`) and state (for `forecast(start=…)`)."""
    page: str = ""
    """A page of HTML with the report and the figures."""

    def __repr__(self) -> str:
        return self.report

    def _repr_html_(self) -> str:
        return self.page or f"<pre>{self.report}</pre>"


def forecast(
    joint: Place,
    cycle: Any = None,
    *,
    hours: float,
    replace_at: float | str | None = None,
    replace_at_wall: float | str | None = None,
    wear_coefficient: Any = None,
    hardness: Any = None,
    load_factor: Any = None,
    vary: Mapping[str, Any] | None = None,
    period: float | str | None = None,
    run_in: int | None = None,
    play: float | str | None = None,
    material_a: str | None = None,
    material_b: str | None = None,
    cells: int | None = None,
    slices: int | None = None,
    poses: int | None = None,
    runs: int | None = None,
    jump_error: float | None = None,
    errors: bool = True,
    columns: Mapping[str, str] | None = None,
    profile: Place | None = None,
    start: Place | None = None,
    set: Mapping[str, Any] | None = None,  # noqa: A002
    parameters: Place | None = None,
    output: Place | None = None,
) -> Forecast | dict[str, Forecast]:
    """Looks ahead: how a joint wears under a load cycle over `hours`, and when it must be replaced.

    `cycle` is a file or a table of pandas with the columns time, fx and fy (or force, or torque), and angle or speed,
    with units in the heads. With a group in place of the joint, its file, `period` [s] is its load cycle, and the result
    has a forecast for each joint that wears. Lengths are in m or texts as `"0.3mm"`. A pair of numbers is a range, as is
    a text like `"1e-14..1e-13"` or `"normal(1, 0.1)"`. `start` is the state of an earlier forecast, its JSON file.
    Files are written next to `output`, a page of HTML; without it they are not kept.
    """
    with tempfile.TemporaryDirectory() as folder:
        place = Path(output) if output is not None else Path(folder) / "wear.html"
        options = [f"--hours={written(hours)}", f"--output={place}", "--json"]
        if cycle is not None:
            options.append(f"--cycle={table_file(cycle, Path(folder), 'cycle')}")
        amounts = {"wear-coefficient": wear_coefficient, "hardness": hardness, "load-factor": load_factor}
        options += [f"--{name}={amount(value)}" for name, value in amounts.items() if value is not None]
        options += [f"--vary={name}={amount(value)}" for name, value in (vary or {}).items()]
        plain = {
            "replace-at": replace_at, "replace-at-wall": replace_at_wall, "period": period, "run-in": run_in,
            "play": play, "material-a": material_a, "material-b": material_b, "cells": cells, "slices": slices,
            "poses": poses, "runs": runs, "jump-error": jump_error,
        }
        options += [f"--{name}={written(value)}" for name, value in plain.items() if value is not None]
        files = {"profile": profile, "from": start, "parameters": parameters}
        options += [f"--{name}={os.fspath(value)}" for name, value in files.items() if value is not None]
        options += [f"--columns={name}={column}" for name, column in (columns or {}).items()]
        options += [f"--set={name}={written(value)}" for name, value in (set or {}).items()]
        options += [] if errors else ["--no-errors"]
        printed = run("forecast", os.fspath(joint), *options)
        all_found = [found_forecast(json.loads(line), output is not None) for line in printed.splitlines()]
    if period is None:
        return all_found[0]
    return {found.joint: found for found in all_found}


def amount(value: Any) -> str:
    """A number, a pair of numbers as a range, or a text."""
    if isinstance(value, (tuple, list)):
        low, high = value
        return f"{written(low)}..{written(high)}"
    return written(value)


def found_forecast(found: Mapping[str, Any], kept: bool) -> Forecast:
    """A forecast as the program prints it."""
    files = {name: Path(place) for name, place in found["files"].items()}
    rows = [row["wear"] for row in found["rows"]]
    bands = [row["band"] for row in found["rows"] if row["band"]]
    endless = lambda number: math.inf if number is None else number  # noqa: E731
    quantiles = found["life_quantiles"]
    return Forecast(
        joint=found["joint"],
        report=found["report"],
        hours=[row["hours"] for row in found["rows"]],
        play=[row["play"] for row in rows],
        band=[tuple(endless(number) for number in band["play"]) for band in bands],
        depths=[tuple(row["depths"]) for row in rows],
        volumes=[tuple(row["volumes"]) for row in rows],
        pressure=[row["pressure"] for row in rows],
        life=endless(found["life"]) if found["has_limit"] else None,
        quantiles=tuple(map(endless, quantiles)) if quantiles else None,
        shares=dict(found["shares"]),
        errors={each["of"]: each["part"] for each in found["errors"]},
        files=files if kept else {},
        page=files["page"].read_text(encoding="utf-8"),
    )
