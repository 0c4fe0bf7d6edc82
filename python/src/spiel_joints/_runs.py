"""Whole runs along a given motion, one or many."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ._joint import Joint
from ._names import SpielError, needs

# The line above has said what to install.
import numpy as np  # isort: skip

Motion = Mapping[str, Any]


def simulate(
    path: str | os.PathLike[str],
    motion: Motion | None,
    step: float,
    stop: float,
    outputs: Sequence[str] | None = None,
    settings: Mapping[str, Any] = {},
) -> dict[str, Any]:
    """Moves a joint's inputs by `motion` and gives its outputs as arrays by name, with their "time".

    Of each input `motion` has a constant, or an array with a value for each communication point, from
    0 to `stop` by `step` [s]; with a "time" of its own it is interpolated.
    """
    count = round(stop / step)
    times = step * np.arange(count + 1)
    given = {name: np.asarray(values, float) for name, values in (motion or {}).items()}
    own = given.pop("time", None)
    moved = np.empty((count + 1, len(given)))
    for column, (name, values) in enumerate(given.items()):
        if values.ndim and own is not None:
            if values.shape != own.shape:
                raise SpielError(f"{name} has {values.size} values for {own.size} times")
            values = np.interp(times, own, values)
        elif values.ndim and len(values) != count + 1:
            raise SpielError(f"{name} has {len(values)} values for {count + 1} communication points")
        moved[:, column] = values
    with Joint(path, inputs=list(given), outputs=outputs, settings=settings) as joint:
        told = np.empty((count + 1, len(joint.outputs)))
        told[0] = joint.initialize(moved[0])
        for index in range(count):
            told[index + 1] = joint.step(moved[index], step)
        return {"time": times} | dict(zip(joint.outputs, told.T))


def sweep(
    run: Callable[..., Any] | str | os.PathLike[str],
    cases: Iterable[Any],
    *,
    workers: int = -1,
    progress: bool = True,
    **common: Any,
) -> list[Any]:
    """Makes a run for each of `cases` on all cores, or on so many `workers`; results in their order.

    `run` is a function, called with a case and what is `common`, a case that is a dict as keywords. Or it
    is the path of an FMU: each case is then the settings of a `simulate`, which takes what is `common`.
    """
    try:
        from joblib import Parallel, delayed
        from tqdm import tqdm
    except ImportError as missing:
        raise needs("sweep", missing) from missing
    cases = list(cases)
    if callable(run):
        tasks = [
            delayed(run)(**case, **common) if isinstance(case, Mapping) else delayed(run)(case, **common)
            for case in cases
        ]
    else:
        path, always = os.fspath(run), dict(common.pop("settings", {}))
        tasks = [delayed(simulate)(path, settings={**always, **case}, **common) for case in cases]
    # Processes: two threads in one instance of an FMU give wrong numbers.
    results = Parallel(n_jobs=workers, return_as="generator")(tasks)
    return list(tqdm(results, total=len(cases), disable=None if progress else True))
