"""Whole runs along a given motion, one or many."""

import os
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ._joint import Joint
from ._names import SpielError, needs

# The line above names the package to install.
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
    0 to `stop` by `step` [s]; with a "time" of its own it is interpolated. `stop` is a multiple of `step`.
    """
    count = steps(step, stop)
    times = step * np.arange(count + 1)
    given = {name: np.asarray(values, float) for name, values in (motion or {}).items()}
    own = given.pop("time", None)
    moved = np.empty((count + 1, len(given)))
    for column, (name, values) in enumerate(given.items()):
        if values.ndim and own is not None:
            if values.shape != own.shape or values.ndim != 1:
                raise SpielError(f"{name} has the shape {values.shape}, its time {own.shape}: one value for each time")
            values = np.interp(times, own, values)
        elif values.ndim and values.shape != (count + 1,):
            points = f"({count + 1},): one value for each communication point"
            raise SpielError(f"{name} has the shape {values.shape}, not {points} from 0 to {stop} s by {step} s")
        moved[:, column] = values
    with Joint(path, inputs=list(given), outputs=outputs, settings=settings) as joint:
        told = np.empty((count + 1, len(joint.outputs)))
        told[0] = joint.initialize(moved[0])
        for index in range(count):
            told[index + 1] = joint.step(moved[index], step)
        return {"time": times} | dict(zip(joint.outputs, told.T))


def steps(step: float, stop: float) -> int:
    """The number of steps from 0 to `stop`."""
    if not (0 < step < float("inf") and 0 <= stop < float("inf")):
        raise SpielError(f"step = {step}, stop = {stop}: a step is above 0, a run ends at 0 or later [s]")
    count = round(stop / step)
    # A millionth of a step: the rounding error of quotients like 3e-4 / 1e-6 is below it.
    if abs(stop / step - count) > 1e-6:
        below = int(stop / step)
        near = " and ".join(f"{number * step:.9g}" for number in (below, below + 1))
        raise SpielError(f"stop = {stop} is no multiple of step = {step}; {near} are")
    return count


def sweep(
    run: Callable[..., Any] | str | os.PathLike[str],
    cases: Iterable[Any],
    *,
    workers: int = -1,
    progress: bool = True,
    **common: Any,
) -> list[Any]:
    """Makes a run for each of `cases` on all cores, or on as many `workers`; results in their order.

    `run` is a function, called with a case and what is `common`, a case that is a dict as keywords. Or it
    is the path of an FMU: each case is then the settings of a `simulate`, which takes what is `common`.

    The result of a case that fails is its SpielError, and a warning names it; if all fail, the first error is
    raised.
    """
    try:
        from loky import cpu_count, get_reusable_executor
        from tqdm import tqdm
    except ImportError as missing:
        raise needs("sweep", missing) from missing
    cases = list(cases)
    # Processes: two threads in one instance of an FMU give wrong numbers.
    pool = get_reusable_executor(max_workers=workers if workers > 0 else max(1, cpu_count() + 1 + workers))
    if callable(run):
        named = [((), case) if isinstance(case, Mapping) else ((case,), {}) for case in cases]
        runs = [pool.submit(kept, run, *case, **names, **common) for case, names in named]
    else:
        path, always = os.fspath(run), dict(common.pop("settings", {}))
        runs = [pool.submit(kept, simulate, path, settings={**always, **case}, **common) for case in cases]
    results = []
    try:
        for made in tqdm(runs, disable=None if progress else True):
            try:
                results.append(made.result())
            except Exception as why:
                # A killed process loses the runs that were in work or waited; those that had ended are there.
                lost = f"not run, or its result is lost: {type(why).__name__}: {why}"
                results.append(SpielError(lost.splitlines()[0]))
    finally:
        for left in runs:
            left.cancel()
    failed = [index for index, result in enumerate(results) if isinstance(result, SpielError)]
    if failed:
        first = results[failed[0]]
        if len(failed) == len(cases):
            raise first
        warnings.warn(f"{len(failed)} of {len(cases)} cases failed, first {cases[failed[0]]}: {first}", stacklevel=2)
    return results


def kept(run: Callable[..., Any], /, *case: Any, **common: Any) -> Any:
    """The result of a run, or its error: one that any process can read, and that stops no other run."""
    try:
        return run(*case, **common)
    except SpielError as why:
        return SpielError(*why.args)
    except Exception as why:
        return SpielError(f"{type(why).__name__}: {why}")
