"""Names of variables as keywords, and the one kind of error."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any


class SpielError(ValueError):
    """A refusal by the program or an FMU, in its own line."""


def needs(extra: str, missing: ImportError) -> SpielError:
    """The error with the packages to install for a part of this module that `missing` keeps from running."""
    return SpielError(f'{missing}; install it with: pip install "spiel-joints[{extra}]"')


def unknown(what: str, name: str, names: Iterable[str], otherwise: str) -> SpielError:
    """The error for an unknown `name`: suggests the nearest of `names`, by all or its last part, or `otherwise`."""
    near = {}
    for one in names:
        for word in (one, one.rpartition(".")[2]):
            near.setdefault(word, []).append(one)
    [found] = get_close_matches(name, near, 1, 0.7) or [None]
    if found is None:
        return SpielError(f"unknown {what} {name}; {otherwise}")
    meant = near[found][0] if len(near[found]) == 1 else found
    return SpielError(f"unknown {what} {name}; did you mean {meant}?")


def full(keyword: str, names: Iterable[str], options: Iterable[str] = ()) -> str:
    """The name that a keyword means: `_` stands for `.`, or it is the last part of one name only.

    `options` are other keywords that may have been meant.
    """
    names = list(names)
    whole = [name for name in names if name.replace(".", "_") == keyword]
    found = whole or [name for name in names if name.rpartition(".")[2] == keyword]
    if len(found) == 1:
        return found[0]
    if found:
        raise SpielError(f"{keyword} is ambiguous; candidates: {', '.join(found)}")
    raise unknown("keyword", keyword, [*options, *names], "names of variables are those that describe shows")


def together(
    values: Mapping[str, Any] | None,
    keywords: Mapping[str, Any],
    names: Iterable[str],
    options: Iterable[str] = (),
) -> dict[str, Any]:
    """Values by full names; a keyword repeats no name."""
    every = dict(values or {})
    for keyword, value in keywords.items():
        name = full(keyword, names, options)
        if name in every:
            raise SpielError(f"{name} is given twice")
        every[name] = value
    return every
