"""A pendulum on a hinge in space with very little play against MSC Adams on an ideal revolute joint."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "examples/hosts"))

import numpy  # noqa: E402

import pinocchio_door  # noqa: E402
from door import Hinges  # noqa: E402

# Revolute_Case01 of Chrono 7689fbc (BSD-3-Clause), whose tolerance is 1e-3 m: time, x, z of the centre of mass.
THEIRS = [(0.1, 1.99943, -0.0478318), (0.2, 1.99086, -0.190999), (0.3, 1.95398, -0.42657)]
SETTINGS = {
    "geometry.clearance": 1e-5, "contact.restitution": 0.5, "friction.model": "none", "coupling.method": "end_point",
}


def main():
    # Their hinge axis is y; ours is z, so their z is our -y.
    pendulum = {
        "MASS": 1.0, "INERTIA": numpy.array([0.04, 0.1, 0.1]), "GRAVITY": numpy.array([0.0, 9.80665, 0.0]),
        "QUATERNION": numpy.array([1.0, 0.0, 0.0, 0.0]), "CENTRE": numpy.array([2.0, 0.0, 0.0]),
    }
    vars(pinocchio_door).update(pendulum)
    hinges = Hinges(sys.argv[1], SETTINGS, heights=[0.0])
    hinges.frames = [numpy.array([-2.0, 0.0, 0.0])]
    rows = numpy.array(pinocchio_door.run(hinges, 2e-6, 0.3 + 1e-5))
    for time, x, z in THEIRS:
        at = [numpy.interp(time, rows[:, 0], rows[:, column]) for column in (1, 2)]
        off = max(abs(at[0] - x), abs(at[1] + z))
        print(f"{time} s: {at[0]:.5f} {-at[1]:.5f}, Adams {x} {z}: {1e6 * off:.1f} um")
        # The pin first falls through its play, 1e-5 m; their file has six digits.
        assert off < 1e-4, f"{off:.1e} m from the ideal hinge at {time} s"


if __name__ == "__main__":
    main()
