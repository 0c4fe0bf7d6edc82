"""Hosts hand over angles wrapped at ±π: the joints treat them like counted turns."""

import sys
import warnings
from math import pi
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "examples/hosts"))
warnings.simplefilter("ignore")

import numpy  # noqa: E402

import exudyn_host  # noqa: E402
import machine  # noqa: E402
import mujoco_host  # noqa: E402

STEP = 5e-5


class Between:
    """Stands between a host and a joint, and changes the values that they exchange."""

    def __init__(self, play, there=lambda values: values, back=lambda values: values):
        self.__dict__.update(play.__dict__)
        self.play, self.there, self.back = play, there, back
        self.angles = []

    def given(self, frames, mobility):
        return self.play.given(frames, mobility)

    def joint(self, settings, first):
        self.real = self.play.joint(settings, self.there(first))
        return self

    def step(self, values, size):
        told = self.there(values)
        self.angles.append(told[2])
        return numpy.array(self.back(self.real.step(told, size).tolist()))


def counted():
    """Unwraps the angles of frames and counts the turns."""
    last = {}

    def change(values):
        values = list(values)
        for index in range(2, 18, 6):
            before = last.get(index, values[index])
            last[index] = values[index] = values[index] + 2 * pi * round((before - values[index]) / (2 * pi))
        return values

    return change


def turned(values):
    """The scene seen by an observer turned by π: angles begin at π and are wrapped."""
    changed = list(values)
    for first in (0, 6):
        x, y, angle, vx, vy, w = values[first:first + 6]
        changed[first:first + 6] = [-x, -y, (angle + 2 * pi) % (2 * pi) - pi, -vx, -vy, w]
    # In the mobility only the coupling of displacements and rotations changes sign.
    changed[15:17] = [-values[15], -values[16]]
    return changed


def turned_back(values):
    """Turns the loads back by π."""
    return [-part if index in (0, 1, 3, 4) else part for index, part in enumerate(values)]


def worst(one, other):
    """Largest difference of the slider's speeds [m/s]."""
    return abs(machine.Run(one)["slider.vx"] - machine.Run(other)["slider.vx"]).max()


def main():
    folder = sys.argv[1]
    both = machine.both_pins(folder)
    seen, unwrapped = Between(both), Between(both, counted())
    # The crank passes π at 0.15 s.
    runs = [exudyn_host.run(play, STEP, 0.16, exudyn_host.SETTINGS) for play in (seen, unwrapped)]
    assert min(seen.angles) < -3 and max(unwrapped.angles) > pi + 0.1, "the crank has not passed π"
    off = worst(*runs)
    print(f"the crank passes π in Exudyn: speeds differ by {off:.1e} m/s")
    assert off < 1e-9, f"wrapped and counted angles of the crank differ by {off} m/s"

    one = machine.one_pin(folder)
    on_its_head = Between(one, turned, turned_back)
    # The rod's angle passes π at every half turn.
    runs = [mujoco_host.run(play, STEP, 0.04, mujoco_host.SETTINGS) for play in (one, on_its_head)]
    assert min(on_its_head.angles) < -3 and max(on_its_head.angles) > 3, "the rod has not passed π"
    off = worst(*runs)
    print(f"the rod's angle jumps from -π to π in MuJoCo: speeds differ by {off:.1e} m/s")
    assert off < 1e-7, f"the machine on its head differs by {off} m/s"


if __name__ == "__main__":
    main()
