"""A worker of the cluster: loads the FMUs once, then makes runs, chunk by chunk."""

from math import tau
from pathlib import Path
from time import process_time

import numpy as np
from distributed import WorkerPlugin

from machine import Machine

# A run whose energy is off by more than this part of the loss is made again with half the step.
MOST_OFF, TRIES = 0.01, 3


class Loaded(WorkerPlugin):
    """The machine in a worker's process. FMUs cannot be pickled: their files travel, should there be no common disk."""

    name = "machine"

    def __init__(self, plant: Path, pin: Path):
        self.files = {"plant.fmu": plant.read_bytes(), "pin.fmu": pin.read_bytes()}

    def setup(self, worker) -> None:
        folder = Path(worker.local_directory) / "fmus"
        folder.mkdir(exist_ok=True)
        for name, content in self.files.items():
            (folder / name).write_bytes(content)
        self.machine = Machine(*(str(folder / name) for name in self.files))

    def make(self, chunk: np.ndarray, settings: dict) -> list[tuple]:
        """Makes these runs: returns a case, its results or None, and the reason of failure or None, of each."""
        return [outcome(self.machine, tuple(case), **settings) for case in chunk.tolist()]


def outcome(machine: Machine, case: tuple, settle: int, keep: int, longest: float) -> tuple:
    clearance, rpm, restitution = case
    start = process_time()
    try:
        for _ in range(TRIES):
            told = machine.run(clearance, rpm * tau / 60, restitution, settle, keep, longest)
            # Energy decides, for it needs no reference.
            if abs(told["balance"]) <= MOST_OFF * told["lost"]:
                break
            longest /= 2
    except Exception as why:
        # An impossible run must not lose the others.
        return case, None, " ".join(machine.said()) or str(why)
    *numbers, points = told.values()
    return case, [*numbers, process_time() - start, *([list(part) for part in zip(*points)] or [[], []])], None
