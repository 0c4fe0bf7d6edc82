"""A motor that swings a load through a hinge with backlash: its numbers, and the record of a run."""

import sys
from math import pi, sin
from pathlib import Path

import numpy as np

# Without a wheel, the module is imported from the sources.
sys.path.insert(0, str(Path(__file__).parents[2] / "python/src"))

from spiel_joints import Joint  # noqa: E402

MOTOR, LOAD = 0.01, 0.05  # about the common axis [kg m2]
PLAY = 0.01  # between the flanks, in all [rad]
STIFFNESS = 1e4  # of a flank [N m/rad]
RESTITUTION = 0.5
TORQUE, RATE = 2.0, 5.0  # of the motor: a sine [N m], [Hz]
END = 0.4  # [s]

FINE = 2e-6  # step of the reference [s]
INPUTS = ("phi_a", "w_a", "phi_b", "w_b")
OUTPUTS = ("torque_a", "torque_b", "contact.peak_normal_force", "coupling.work_mismatch")
COLUMNS = ("time", "motor.phi", "motor.w", "load.phi", "load.w", "torque", "peak")


def drive(time):
    """Torque of the motor [N m]."""
    return TORQUE * sin(2 * pi * RATE * time)


def drive_mean(time, step):
    """The drive's mean over a step, which a held torque should be."""
    return drive(time + 0.5 * step)


def joint(folder, settings):
    """The hinge: body a is the motor, b the load."""
    return Joint(f"{folder}/backlash.fmu", inputs=INPUTS, outputs=OUTPUTS, settings=settings)


class Run:
    """The record of a run, a row for every communication point."""

    def __init__(self, rows):
        self.columns = dict(zip(COLUMNS, np.asarray(rows).T, strict=True))

    def __getitem__(self, column):
        return self.columns[column]

    def twist(self):
        """Load against motor, from the middle of the play [rad]."""
        return self["load.phi"] - self["motor.phi"]

    def depth(self):
        """Distance of the load beyond a flank [rad]."""
        return np.abs(self.twist()).max() - 0.5 * PLAY

    def touches(self):
        """Number of times that it left a flank and met one again."""
        # The torque cannot be used, for it includes probes.
        pressed = self["peak"] > 1e-3
        return int(np.count_nonzero(pressed[1:] & ~pressed[:-1]))

    def error(self, fine):
        """RMS difference of the load's speed over its swing."""
        right = np.interp(self["time"], fine["time"], fine["load.w"])
        return np.sqrt(np.mean((self["load.w"] - right) ** 2)) / np.ptp(fine["load.w"])
