"""A study of the slider-crank with play over clearance, speed and restitution, on all cores or a cluster."""

import argparse
import os
import sys
from dataclasses import asdict
from pathlib import Path
from time import perf_counter

import dask
import numpy as np
from distributed import Client, KilledWorker, LocalCluster, as_completed, get_worker
from tqdm import tqdm

import work
from plots import draw
from study import Settings, Table, cases

HERE = Path(__file__).parent


def main() -> int:
    given = arguments()
    settings = Settings(given.settle, given.keep, given.step)
    table = Table(given.out, settings)
    wanted = cases(
        np.linspace(*given.clearance[:2], int(given.clearance[2])).round(9).tolist(),
        np.linspace(*given.speed[:2], int(given.speed[2])).round(6).tolist(),
        given.restitution,
    )
    done = table.done()
    left = [case for case in wanted if case not in done]
    print(f"{len(wanted)} runs, {len(wanted) - len(left)} of them already in {table.path}.")
    failed = study(left, settings, table, given) if left else []
    for case, why in failed[:10]:
        print("clearance = {} m, {} rpm, restitution = {}:".format(*case), why, file=sys.stderr)
    if failed:
        print(f"{len(failed)} runs failed, see {table.failures}; the others are not touched by it.", file=sys.stderr)
    draw(table.rows(), given.out)
    return 1 if failed else 0


def study(left: list, settings: Settings, table: Table, given) -> list[tuple]:
    """Makes the runs that are left; returns those that failed and why."""
    failed = []
    with connected(given) as client, tqdm(total=len(left), unit="run", smoothing=0.05, disable=None) as bar:
        if given.scheduler:
            for module in ("machine.py", "work.py"):
                client.upload_file(str(HERE / module))
        client.register_plugin(work.Loaded(given.plant, given.pin))

        start = perf_counter()

        def submit(chunk: list):
            # As an array, for Dask searches lists for more tasks.
            future = client.submit(make, np.array(chunk), asdict(settings), pure=False)
            chunks[future.key] = chunk
            return future

        chunks = {}
        pieces = [left[first : first + given.chunk] for first in range(0, len(left), given.chunk)]
        running = as_completed(map(submit, pieces), raise_errors=False)
        for future in running:
            chunk = chunks.pop(future.key)
            try:
                # Waits if the worker died before its result was fetched and another makes it again.
                failed += table.add(future.result())
            except KilledWorker as why:
                if len(chunk) > 1:
                    # One of its runs brings a process down, each time it is tried: they are made one by one.
                    running.update([submit([case]) for case in chunk])
                    continue
                failed += table.add([(chunk[0], None, str(why))])
            bar.update(len(chunk))
            bar.set_postfix(failed=len(failed))
        bar.close()
        print(f"{len(left)} runs in {perf_counter() - start:.2f} s on {len(client.nthreads())} workers.")
    return failed


def make(chunk: np.ndarray, settings: dict) -> list[tuple]:
    """The task that is sent. A scheduler elsewhere has none of these files: it must not need one to read this."""
    return get_worker().plugins["machine"].make(chunk, settings)


def connected(given) -> Client:
    """The cluster at an address, or one of this machine's cores."""
    if not given.scheduler:
        # A worker gets no task ahead of time: only the one that brings it down is blamed.
        dask.config.set({"distributed.scheduler.worker-saturation": 1.0})
        # One thread each: two in one instance silently give wrong results.
        return Client(
            LocalCluster(n_workers=given.workers, threads_per_worker=1, processes=True, dashboard_address=None)
        )
    client = Client(given.scheduler)
    many = [address for address, threads in client.nthreads().items() if threads != 1]
    if many:
        raise SystemExit(
            f"workers must have one thread each (dask worker --nthreads 1); these have more: {' '.join(many)}"
        )
    return client


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few short runs, to see whether all is there")
    parser.add_argument("--clearance", nargs=3, type=float, metavar=("FROM", "TO", "COUNT"), help="[m]")
    parser.add_argument("--speed", nargs=3, type=float, metavar=("FROM", "TO", "COUNT"), help="[1/min]")
    parser.add_argument("--restitution", nargs="+", type=float)
    parser.add_argument("--settle", type=int, help="turns before anything is looked at")
    parser.add_argument("--keep", type=int, help="turns that are looked at")
    parser.add_argument("--step", type=float, default=2e-4, help="largest step [s]")
    parser.add_argument("--scheduler", help="address of a cluster's scheduler, as tcp://host:8786")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes here, without a cluster")
    parser.add_argument("--chunk", type=int, default=16, help="runs a task")
    parser.add_argument("--plant", type=Path, default=Path("target/sweep/plant.fmu"))
    parser.add_argument("--pin", type=Path, default=Path("target/sweep/pin.fmu"))
    parser.add_argument("--out", type=Path, default=Path("out/sweep"), help="where the table and the pictures go")
    given = parser.parse_args()
    usual = {
        "clearance": [5e-5, 5e-4, 10],
        "speed": [100, 400, 41],
        "restitution": [0.3, 0.55, 0.8],
        "settle": 5,
        "keep": 11,
    }
    quick = {"clearance": [2e-4, 5e-4, 3], "speed": [150, 400, 6], "restitution": [0.4, 0.8], "settle": 1, "keep": 3}
    for name, value in (quick if given.quick else usual).items():
        if getattr(given, name) is None:
            setattr(given, name, value)
    return given


if __name__ == "__main__":
    sys.exit(main())
