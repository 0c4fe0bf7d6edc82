"""A positioning drive with play: the lag of its load when the motor turns back, and the effect of a preload.

The motor turns a load slowly to and fro through a shaft with play. The load has friction in its bearings, so it stays
at rest until the motor has crossed the play: lost motion. A spring that seats one flank removes it as long
as it is stronger than the friction. Run with `pip install 'spiel-joints[run]'`, or in a clone as python/README.md says:

    python examples/lost_motion/lost_motion.py
"""

import math
import sys
import tempfile
from pathlib import Path

import spiel_joints as sj

# Play and stiffness of the shaft's coupling, inertia of the load, its friction.
PLAY, STIFFNESS, INERTIA, RUBBING = 0.01, 1e4, 0.05, 0.5  # [rad, N m/rad, kg m2, N m]
# Amplitude of the motor, its period, number of periods; the communication step.
REACH, PERIOD, PERIODS, STEP = 0.03, 0.5, 2, 2e-4  # [rad, s, 1, s]
PRELOADS = (0.0, 0.3, 1.0)  # [N m]
# A ratio that lets a free impact keep 0.3 of its speed: `spiel-joints mobility --line --restitution 0.3`.
DAMPING_RATIO = 0.49724


def motor(time: float) -> tuple[float, float]:
    """Angle and speed of the prescribed motor."""
    pace = 2 * math.pi / PERIOD
    return REACH * math.sin(pace * time), REACH * pace * math.cos(pace * time)


def lost_motion(fmu: Path, preload: float) -> float:
    """Difference of the load's angles on both ways through the middle [rad]."""
    settings = {"spring.preload": preload, "contact.damping": 2 * DAMPING_RATIO * math.sqrt(STIFFNESS * INERTIA)}
    angle, speed = 0.0, motor(0.0)[1]
    crossings: dict[bool, float] = {}
    names = ["phi_a", "w_a", "phi_b", "w_b"]
    with sj.Joint(fmu, inputs=names, outputs=["torque_b"], settings=settings) as joint:
        for index in range(round(PERIODS * PERIOD / STEP)):
            time = index * STEP
            before, after = motor(time), motor(time + STEP)
            torque = joint.step([*before, angle, speed], STEP)[0]
            gain = (torque - RUBBING * math.tanh(speed / 0.01)) / INERTIA
            angle, speed = angle + STEP * (speed + STEP * gain / 2), speed + STEP * gain
            # The last period counts: the first begins in the middle of the play.
            if before[0] * after[0] <= 0 and time > (PERIODS - 1) * PERIOD - PERIOD / 4:
                crossings[after[1] > 0] = angle - after[0]
    return abs(crossings[True] - crossings[False])


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        fmu = sj.build(
            "rotational_backlash",
            output=Path(folder) / "shaft.fmu",
            backlash=PLAY,
            contact_elastic="kelvin_voigt",
            contact_stiffness=STIFFNESS,
            coupling_method="predicted",
            # The motor is driven under any load: only the load is free.
            set={"coupling.mobility": 1 / INERTIA},
        )
        for preload in PRELOADS:
            lost = lost_motion(fmu, preload)
            print(f"preload {preload} N m, rubbing {RUBBING} N m: lost motion {1e3 * lost:.2f} mrad of {1e3 * PLAY:g} mrad of play")
    return 0


if __name__ == "__main__":
    sys.exit(main())
