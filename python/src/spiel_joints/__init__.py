"""Mechanical joints with clearance as FMUs: built without a compiler, stepped from NumPy."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._build import Identified, Variable, build, check, describe, identify, mobility, new, program
from ._forecast import Forecast, forecast
from ._names import SpielError

if TYPE_CHECKING:
    from ._joint import Joint
    from ._runs import simulate, sweep

__all__ = [
    "Forecast",
    "Identified",
    "Joint",
    "SpielError",
    "Variable",
    "build",
    "check",
    "describe",
    "forecast",
    "identify",
    "mobility",
    "new",
    "program",
    "simulate",
    "sweep",
]

# Building needs none of the packages for running.
_LATER = {"Joint": "_joint", "simulate": "_runs", "sweep": "_runs"}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_LATER[name]}", __name__), name)
