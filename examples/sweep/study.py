"""Parts of a study: its runs, and the table of the finished ones."""

import csv
import json
import os
import random
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path

LISTS = ("places", "speeds")
COLUMNS = ("clearance", "rpm", "restitution", "peak_force", "lost", "balance", "step", "work_mismatch", "cpu", *LISTS)


@dataclass(frozen=True)
class Settings:
    """Parameters common to all runs."""

    settle: int  # turns of the crank before the record begins
    keep: int  # recorded turns
    longest: float  # step [s]


def cases(clearances: list, speeds: list, restitutions: list) -> list[tuple]:
    """Every run as (clearance [m], speed [1/min], restitution), well mixed: the first results represent the whole."""
    every = list(product(clearances, speeds, restitutions))
    random.Random(1).shuffle(every)
    return every


def read(path: Path) -> list[dict]:
    """The finished runs; of `places` and `speeds` lists."""
    with open(path, newline="") as file:
        return [{name: number(name, cell) for name, cell in row.items()} for row in csv.DictReader(file)]


def number(name: str, cell: str):
    return [float(part) for part in cell.split()] if name in LISTS else float(cell)


class Table:
    """The finished runs, in a file that grows by whole runs only and is continued after an interruption."""

    def __init__(self, folder: Path, settings: Settings):
        folder.mkdir(parents=True, exist_ok=True)
        self.path, self.failures = folder / "runs.csv", folder / "failed.csv"
        kept, wanted = folder / "settings.json", json.dumps(asdict(settings))
        if kept.exists() and kept.read_text() != wanted:
            raise SystemExit(f"{folder} has runs made with {kept.read_text()}; choose another folder with --out")
        kept.write_text(wanted)
        # Failed runs are tried again.
        self.failures.unlink(missing_ok=True)
        if self.path.exists():
            text = self.path.read_bytes()
            # A power cut left an unfinished line.
            os.truncate(self.path, text.rfind(b"\n") + 1)
        if not self.path.exists() or not self.path.stat().st_size:
            append(self.path, [COLUMNS])

    def done(self) -> set[tuple]:
        return {(row["clearance"], row["rpm"], row["restitution"]) for row in self.rows()}

    def rows(self) -> list[dict]:
        return read(self.path)

    def add(self, outcomes: list) -> list[tuple]:
        """Writes the results of some runs at once; returns (case, reason) of those that failed."""
        good = [[*case, *told] for case, told, why in outcomes if why is None]
        bad = [(case, why) for case, _, why in outcomes if why is not None]
        append(self.path, [[join(cell) for cell in row] for row in good])
        append(self.failures, [[*case, why] for case, why in bad])
        return bad


def join(cell) -> str:
    return " ".join(map(repr, cell)) if isinstance(cell, list) else repr(cell)


def append(path: Path, rows: list) -> None:
    """All rows or none, but for a power cut, which leaves half a line that is cut off later."""
    if not rows:
        return
    with open(path, "a", newline="") as file:
        # One buffer, written once, below.
        text = Lines()
        csv.writer(text).writerows(rows)
        file.write("".join(text))
        file.flush()
        os.fsync(file.fileno())


class Lines(list):
    """The interface of a file that a csv.writer needs."""

    write = list.append
