"""Writes docs/reference/python.md from the docstrings of the Python module; with --check, says if it is not current.

target/venv/bin/python tests/python_reference.py [--check]
"""

import inspect
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/reference/python.md"
sys.path.insert(0, str(ROOT / "python/src"))

import spiel_joints as sj


def entry(name: str, what: object, heading: str) -> str:
    """A heading, the signature and the docstring of a function, a class or a property."""
    if isinstance(what, property):
        what, shown = what.fget, name
    elif isinstance(what, type) and hasattr(what, "__dataclass_fields__"):
        shown = name
    elif callable(what) and not (isinstance(what, type) and issubclass(what, (tuple, Exception))):
        shown = signature(name, what)
    else:
        shown = name
    text = inspect.getdoc(what) or ""
    fields = [f"- `{field}`: {why}" for field, why in fields_of(what)]
    return "\n\n".join([f"{heading} {name}", f"```text\n{shown}\n```", text, *(["\n".join(fields)] if fields else [])])


def signature(name: str, what: object) -> str:
    """The signature without types, over several lines where it is long."""
    parameters = [one.replace(annotation=inspect.Parameter.empty) for one in inspect.signature(what).parameters.values()]
    words = [str(one) for one in parameters if one.name != "self"]
    keyword = next((at for at, one in enumerate(p for p in parameters if p.name != "self") if one.kind is one.KEYWORD_ONLY), None)
    if keyword is not None:
        words.insert(keyword, "*")
    short = f"{name}({', '.join(words)})"
    return short if len(short) < 100 else f"{name}(\n    " + ",\n    ".join(words) + ",\n)"


def fields_of(what: object) -> list[tuple[str, str]]:
    """Fields of a named tuple or a data class with the strings below them in the source."""
    names = getattr(what, "_fields", None) or getattr(what, "__dataclass_fields__", ())
    lines = inspect.getsource(what).splitlines() if names else []
    found = []
    for at, line in enumerate(lines):
        name = line.strip().split(":")[0]
        if name in names and line.startswith("    "):
            after = lines[at + 1].strip() if at + 1 < len(lines) else ""
            found.append((name, after.strip('"') if after.startswith('"""') else line.partition("#")[2].strip()))
    return found


def page() -> str:
    parts = [
        "<!-- Made by tests/python_reference.py from the docstrings in python/src. -->",
        "# The Python module",
        (inspect.getdoc(sj) or "") + " [Python](../tools/python.md) shows it in use.",
    ]
    for name in sj.__all__:
        what = getattr(sj, name)
        parts.append(entry(name, what, "##"))
        if name == "Joint":
            for inner, method in vars(what).items():
                if not inner.startswith("_") and (callable(method) or isinstance(method, property)):
                    parts.append(entry(inner, method, "###"))
    return "\n\n".join(part for part in parts if part) + "\n"


def main() -> int:
    text = page()
    if "--check" in sys.argv:
        if PAGE.read_text() != text:
            print("docs/reference/python.md is not current: tests/python_reference.py writes it", file=sys.stderr)
            return 1
        return 0
    PAGE.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
