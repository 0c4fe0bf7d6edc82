"""The program that came with this module: its path, and its answers."""

import os
import shutil
import subprocess
import sys
import tempfile
import warnings
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from typing import NamedTuple

from ._names import SpielError

SUFFIX = ".exe" if os.name == "nt" else ""


def program() -> Path:
    """The command `spiel-joints`: the one SPIEL_JOINTS_PROGRAM names, that of the wheel, that of a clone in which
    this module lies, or one on the PATH."""
    if named := os.environ.get("SPIEL_JOINTS_PROGRAM"):
        return Path(named)
    try:
        installed = [file for file in files("spiel-joints") or () if file.name == f"spiel-joints{SUFFIX}"]
    except PackageNotFoundError:
        installed = []
    places = [Path(str(file.locate())).resolve() for file in installed]
    # As cargo calls it.
    places += [folder / f"target/release/fmu-build{SUFFIX}" for folder in Path(__file__).resolve().parents[3:4]]
    for place in places:
        if place.is_file():
            return place
    if found := shutil.which("spiel-joints"):
        return Path(found)
    raise SpielError(
        "the program spiel-joints is not installed; SPIEL_JOINTS_PROGRAM may name one, and in a clone "
        "cargo build --release makes it"
    )


class Answer(NamedTuple):
    """The end of a call of the program, with its output."""

    code: int
    printed: str
    """All of its standard output."""
    lines: list[str]
    """Those of its standard error."""


def ask(*arguments: str) -> Answer:
    """Calls the program; its progress messages are passed on at once."""
    called = program()
    lines = []
    with tempfile.TemporaryFile("w+", encoding="utf-8") as printed:
        try:
            running = subprocess.Popen(
                [called, *arguments], stdout=printed, stderr=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except OSError as why:
            raise SpielError(f"{called}: {why.strerror}") from why
        with running:
            for line in running.stderr or ():
                if line.startswith("compiling "):
                    print(line, end="", file=sys.stderr, flush=True)
                else:
                    lines.append(line.rstrip("\n"))
        printed.seek(0)
        return Answer(running.returncode, printed.read(), lines)


def run(*arguments: str) -> str:
    """Returns the program's output, or raises a SpielError with its line if it refuses. Its notes are warnings."""
    code, printed, lines = ask(*arguments)
    if code:
        raise refusal(code, lines)
    for line in lines:
        warnings.warn(line.removeprefix("note: ").removeprefix("warning: "), stacklevel=3)
    return printed


def refusal(code: int, lines: list[str]) -> SpielError:
    """The error in the program's own line."""
    refused = [line.removeprefix("error: ") for line in lines if line.startswith("error: ")]
    return SpielError((refused or lines or [f"spiel-joints ended with {code}"])[0])


@lru_cache(maxsize=1024)
def number(text: str, unit: str) -> float:
    """A number that may have a unit, as `0.1 mm`, in `unit`."""
    return float(run("convert", f"--unit={unit}", "--", text))
