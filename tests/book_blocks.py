"""Runs every command and code block of the README, the book and the examples' READMEs; counts those that do not run.

    python tests/book_blocks.py             all pages
    python tests/book_blocks.py PAGE…       these, as docs/start.md

Blocks of a page run in order, in one new folder that also has the repository's `examples`, `tests` and `python`.
Indented blocks and fences of `sh` are commands, `cargo run --release --` and `spiel-joints` being the program that
SPIEL_JOINTS_PROGRAM names, by default `target/debug/fmu-build`. `python` blocks share their variables. `toml` blocks
are parsed and built, as a group or as parameters; one that begins with `# NAME.toml` is that file for the commands
after it. `xml` and `csv` are parsed, `text` is a program's output. Comments of the page that readers do not see
say more about the next block:

    <!-- not run: REASON -->        why it cannot run here, and what runs it instead
    <!-- before: LINES -->          lines that the runner puts before the block's own
    <!-- after: LINES -->           and after them
    <!-- output: within 3 % -->     before `text`: what the command before it printed, its numbers this near

Of what does not run, Python is compiled, and the files, examples, tests and benches that a page names must exist.
"""

import contextlib
import csv
import html
import io
import os
import re
import subprocess
import sys
import tempfile
import textwrap
import tomllib
import traceback
import xml.etree.ElementTree
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = os.environ.setdefault("SPIEL_JOINTS_PROGRAM", str(ROOT / "target/debug/fmu-build"))
# The folders that commands name.
SHARED = ("examples", "tests", "python", "docs")
# Seconds for one block; the slowest, a first build, compiles a library.
LIMIT = 300
# The commands' preamble. A package is not installed again: its version must be the one that tests install.
PRELUDE = """
set -euo pipefail
spiel-joints() { "$SPIEL_JOINTS_PROGRAM" "$@"; }
cargo() {
    if [ "$1 $2 $3" = "run --release --" ]; then shift 3; spiel-joints "$@"; return; fi
    echo "only the program runs here; the page must say where this does: cargo $*" >&2; return 1
}
pip() {
    for word in "$@"; do case $word in
        *==*) grep -qxF -- "$word" "$ROOT"/tests/requirements*.txt "$ROOT"/examples/{hosts,hosts/*,sweep}/requirements.txt ||
            { echo "no requirements.txt has $word" >&2; return 1; } ;;
    esac; done
}
"""


@dataclass
class Block:
    """A block of a page."""

    line: int
    language: str
    text: str
    why_not: str | None = None
    near: str | None = None


class Fault(Exception):
    """A block that fails."""


def pages():
    """The README, the book's pages and the examples' READMEs."""
    book = [page for page in sorted((ROOT / "docs").rglob("*.md")) if page.name != "SUMMARY.md"]
    return [ROOT / "README.md", ROOT / "python/README.md", *book, *sorted((ROOT / "examples").rglob("README.md"))]


def blocks(text):
    """The blocks of a page in Markdown, those of HTML included."""
    lines = text.split("\n")
    found, notes, at = [], {}, 0
    while at < len(lines):
        start, line = at, lines[at]
        at += 1
        if comment := re.match(r"\s*<!-- (not run|before|after|output):", line):
            while "-->" not in lines[at - 1]:
                at += 1
            said = "\n".join(lines[start:at]).split(":", 1)[1].split("-->")[0]
            notes[comment[1]] = said.strip("\n").rstrip() if "\n" in said else said.strip()
            continue
        if fence := re.match(r"(\s*)```(.*)$", line):
            while not lines[at].startswith(fence[1] + "```"):
                at += 1
            at += 1
            found.append(block(start + 1, fence[2].strip(), "\n".join(lines[start + 1 : at - 1]), notes))
        elif line.startswith("    ") and not lines[start - 1].strip():
            while at < len(lines) and (lines[at].startswith("    ") or not lines[at].strip()):
                at += 1
            found.append(block(start + 1, "sh", "\n".join(lines[start:at]), notes))
        elif "<pre>" in line:
            while "</pre>" not in lines[at - 1]:
                at += 1
            inside = re.sub("<[^>]*>", "", "\n".join(lines[start:at]))
            found.append(block(start + 1, "sh", html.unescape(inside), notes))
        elif line.strip() and notes:
            raise Fault(f"line {start + 1}: a comment for a block, and no block after it")
        else:
            continue
        notes = {}
    return found


def block(line, language, text, notes):
    """A block with the notes that comments add to it."""
    parts = [notes.get("before"), textwrap.dedent(text).strip("\n"), notes.get("after")]
    return Block(line, language, "\n".join(part for part in parts if part) + "\n", notes.get("not run"), notes.get("output"))


class Page:
    """A page while its blocks run."""

    def __init__(self, folder):
        self.folder = folder
        self.names = {"__name__": "page"}
        self.printed = ""

    def run(self, block):
        """Runs a block; raises `Fault` if it fails."""
        kinds = {"sh": self.command, "python": self.python, "toml": self.toml, "xml": self.xml, "csv": self.csv}
        if block.language not in kinds:
            raise Fault(f"a block of `{block.language}`, which nothing runs: name its language, or call it text")
        kinds[block.language](block)

    def command(self, block):
        """Runs commands."""
        environment = os.environ | {"ROOT": str(ROOT)}
        try:
            done = subprocess.run(["bash", "-c", PRELUDE + block.text], cwd=self.folder, env=environment,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True, timeout=LIMIT)
        except subprocess.TimeoutExpired as late:
            raise Fault(f"not done after {LIMIT} s") from late
        self.printed = done.stdout
        if done.returncode != 0:
            raise Fault("\n".join(done.stdout.splitlines()[-8:]))

    def compare(self, block):
        """Compares what the page says that the last command printed with what it did."""
        near = float(re.fullmatch(r"within ([\d.]+) %", block.near)[1]) / 100
        number = r"(?<![\w.])-?\d+\.?\d*(?:e[-+]?\d+)?"
        shown, printed = ([line for line in text.splitlines() if line.strip()] for text in (block.text, self.printed))
        if len(shown) != len(printed):
            raise Fault(f"{len(printed)} lines were printed:\n{self.printed}")
        for one, other in zip(shown, printed):
            words = [re.sub(number, "#", line).split() for line in (one, other)]
            pairs = zip(re.findall(number, one), re.findall(number, other))
            if words[0] != words[1] or any(abs(float(a) - float(b)) > near * abs(float(b)) for a, b in pairs):
                raise Fault(f"printed was: {other}")

    def python(self, block):
        """Runs Python, with the variables of the page's blocks before it."""
        try:
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                exec(compile(block.text, "block", "exec"), self.names)
        except Exception as error:
            # The first entry is this function.
            where = [f"line {entry.lineno}" for entry in traceback.extract_tb(error.__traceback__)[1:2]]
            raise Fault(", ".join([*where, f"{type(error).__name__}: {error}"])) from error

    def toml(self, block):
        """Parses and builds a group or parameters."""
        try:
            table = tomllib.loads(block.text)
        except tomllib.TOMLDecodeError as error:
            raise Fault(f"not TOML: {error}") from error
        named = re.match(r"# (\S+\.toml)\n", block.text)
        file = named[1] if named else f"line_{block.line}.toml"
        (self.folder / file).write_text(block.text)
        what = f"--group {file}" if "body" in table else f"revolute_clearance --parameters {file}"
        self.command(Block(block.line, "sh", f"spiel-joints build {what} -o line_{block.line}.fmu"))

    def xml(self, block):
        """Parses XML."""
        try:
            xml.etree.ElementTree.fromstring(block.text)
        except xml.etree.ElementTree.ParseError as error:
            raise Fault(f"not XML: {error}") from error

    def csv(self, block):
        """Parses a table."""
        lengths = {len(row) for row in csv.reader(block.text.splitlines())}
        if len(lengths) != 1:
            raise Fault(f"rows of {sorted(lengths)} columns")


def looked_at(block):
    """The visible faults of a block that does not run."""
    if not block.why_not:
        raise Fault("no reason why it does not run")
    if block.language == "python":
        try:
            compile(block.text, "block", "exec")
        except SyntaxError as error:
            raise Fault(f"line {error.lineno}: {error}") from error


def missing(text):
    """Files, examples, tests and benches that a page names and that do not exist."""
    for file in re.findall(r"(?<![\w/.-])((?:tests|examples|benches)/[\w/.-]*\w)", text):
        if not (ROOT / file).exists():
            yield file
    places = {"example": ("examples", "", "examples/own_joint/examples"), "test": ("tests", "fmu-build/tests"), "bench": ("benches",)}
    for kind, name in re.findall(r"--(example|test|bench) (\w+)", text):
        if not any((ROOT / place / end).exists() for place in places[kind] for end in (name, f"{name}.rs")):
            yield f"--{kind} {name}"


def run(path):
    """Runs the blocks of a page: counts those that ran, the reasons of those that did not, and the failures."""
    name = path.relative_to(ROOT)
    ran, left, failed = 0, Counter(), []
    text = path.read_text()
    failed += [f"{name}: there is no {what}" for what in missing(text)]
    try:
        found = blocks(text)
    except Fault as fault:
        return 0, left, [*failed, f"{name}: {fault}"]
    with tempfile.TemporaryDirectory() as folder:
        for shared in SHARED:
            Path(folder, shared).symlink_to(ROOT / shared)
        os.chdir(folder)
        page = Page(Path(folder))
        for one in found:
            try:
                if one.why_not is not None:
                    looked_at(one)
                    left[one.why_not] += 1
                elif one.near:
                    page.compare(one)
                elif one.language != "text":
                    page.run(one)
                    ran += 1
            except Fault as fault:
                failed.append(f"{name}:{one.line}: {fault}")
        os.chdir(ROOT)
    return ran, left, failed


def main():
    # Python blocks and the processes that they start find the module on this path.
    sys.path.insert(0, str(ROOT / "python/src"))
    os.environ["PYTHONPATH"] = str(ROOT / "python/src")
    os.environ["PATH"] = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    chosen = [Path(page).resolve() for page in sys.argv[1:]] or pages()
    ran, left, failed = 0, Counter(), []
    for path in chosen:
        here, why, wrong = run(path)
        ran, left, failed = ran + here, left + why, failed + wrong
        for fault in wrong:
            print(fault, flush=True)
    print(f"{len(chosen)} pages: {ran} blocks ran, {left.total()} did not:")
    for reason, count in left.most_common():
        print(f"  {count:3} {reason}")
    if failed:
        sys.exit(f"{len(failed)} blocks failed")


if __name__ == "__main__":
    main()
