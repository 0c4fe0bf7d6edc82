"""The slider-crank that all hosts here build: its numbers, its play, and the record of a run."""

import argparse
import csv
import sys
import time
from dataclasses import dataclass, field
from math import cos, pi, sin
from pathlib import Path

import numpy as np

# Without a wheel, the module is imported from the sources.
sys.path.insert(0, str(Path(__file__).parents[2] / "python/src"))

from spiel_joints import Joint  # noqa: E402

CRANK, ROD = 0.15, 0.541  # lengths [m]
CRANK_MASS, ROD_MASS, SLIDER_MASS = 0.5, 1.2, 2.0  # [kg]
CRANK_INERTIA, ROD_INERTIA = CRANK_MASS * CRANK**2 / 12, ROD_MASS * ROD**2 / 12  # [kg m2]
SLIDER_INERTIA = SLIDER_MASS * (0.06**2 + 0.04**2) / 12
SPEED = 200 * 2 * pi / 60  # of the crank, counter-clockwise, from angle 0 [rad/s]
GRAVITY = 9.81  # down [m/s2]
TURN = 2 * pi / SPEED  # [s]
# At angle 0 rod and crank lie on the x axis, and the rod turns back.
ROD_SPIN, TIP_SPEED = -SPEED * CRANK / ROD, SPEED * CRANK

FRAME = ("x", "y", "phi", "vx", "vy", "w")
LOAD = ("fx", "fy", "t")
MOBILITY = ("xx", "xy", "yy", "xphi", "yphi", "phiphi")
TOLD = ("energy.stored", "energy.dissipated", "coupling.work_mismatch")


@dataclass
class Play:
    """The joints with play: an FMU, and its frames, by body and position from the centre of mass [m]."""

    fmu: str
    frames: list
    inputs: list
    outputs: list
    alone: bool  # one joint between rod and slider; else a group that has both pins of the rod
    told: bool = True  # true if a joint alone is given the mobility of its bodies
    messages: list = field(default_factory=list)  # the joint's log messages

    def joint(self, settings, first):
        """The joint, with its bodies at the frames `first`."""
        joint = Joint(self.fmu, inputs=self.inputs, outputs=self.outputs, settings=settings)
        joint.initialize(first)
        self.messages = joint.messages
        return joint

    def given(self, frames, mobility):
        """The values of the inputs: the frames, and the result of `mobility` if the joint is given it."""
        return frames + mobility() if self.alone and self.told else frames


def one_pin(folder, told=True):
    """Play in the pin C between rod and slider."""
    inputs = [f"{frame}.{axis}" for frame in ("frame_a", "frame_b") for axis in FRAME]
    inputs += [f"mobility.{entry}" for entry in MOBILITY if told]
    outputs = [f"{load}.{axis}" for load in ("load_a", "load_b") for axis in LOAD]
    frames = [("rod", 0.5 * ROD), ("slider", 0.0)]
    return Play(f"{folder}/pin.fmu", frames, inputs, [*outputs, *TOLD], alone=True, told=told)


def both_pins(folder):
    """Play in both pins of the rod, B and C, in one unit."""
    bodies = ("crank", "rod", "slider")
    inputs = [f"{body}.{axis}" for body in bodies for axis in FRAME]
    outputs = [f"{body}.{axis}" for body in bodies for axis in LOAD]
    frames = [(body, 0.0) for body in bodies]
    return Play(f"{folder}/both_pins.fmu", frames, inputs, [*outputs, *TOLD], alone=False)


def mobility(rod_angle):
    """Velocity change of the slider against the rod per unit impulse of force, or of moment, at C.

    The rod turns about the tip of the crank, which moves as prescribed; the slider glides along x.
    """
    inertia = ROD_INERTIA + ROD_MASS * (0.5 * ROD) ** 2
    x, y = ROD * cos(rod_angle), ROD * sin(rod_angle)
    return [
        1 / SLIDER_MASS + y * y / inertia,
        -x * y / inertia,
        x * x / inertia,
        -y / inertia,
        x / inertia,
        1 / inertia,
    ]


COLUMNS = (
    ["time", "crank.phi", "rod.x", "rod.y", "rod.phi", "rod.vx", "rod.vy", "rod.w", "slider.x", "slider.vx"]
    + ["drive.moment", "force.x", "force.y", "energy.stored", "energy.dissipated", "work_mismatch"]
)


class Run:
    """The record of a run, a row for every communication point."""

    def __init__(self, rows):
        self.table = np.asarray(rows)
        self.columns = dict(zip(COLUMNS, self.table.T, strict=True))

    def __getitem__(self, column):
        return self.columns[column]

    def play(self, pin="C"):
        """Position [m] and velocity [m/s] of a pin in its hole: at C the slider's in the rod, at B the rod's in the
        crank."""
        half = 0.5 * ROD if pin == "C" else -0.5 * ROD
        along, across, spin = half * np.cos(self["rod.phi"]), half * np.sin(self["rod.phi"]), self["rod.w"]
        place = np.array([self["rod.x"] + along, self["rod.y"] + across])
        speed = np.array([self["rod.vx"] - across * spin, self["rod.vy"] + along * spin])
        if pin == "C":
            other, rate = [self["slider.x"], 0 * along], [self["slider.vx"], 0 * along]
            return np.transpose(other - place), np.transpose(rate - speed)
        tip = CRANK * np.array([np.cos(self["crank.phi"]), np.sin(self["crank.phi"])])
        return np.transpose(place - tip), np.transpose(speed - SPEED * np.array([-tip[1], tip[0]]))

    def energy(self):
        """Energy of bodies and joints less the drive's work: the change since the start [J]."""
        square = self["rod.vx"] ** 2 + self["rod.vy"] ** 2
        kinetic = 0.5 * (ROD_MASS * square + ROD_INERTIA * self["rod.w"] ** 2)
        kinetic += 0.5 * SLIDER_MASS * self["slider.vx"] ** 2
        crank = 0.5 * CRANK * CRANK_MASS * np.sin(self["crank.phi"])
        potential = GRAVITY * (ROD_MASS * self["rod.y"] + crank)
        power = SPEED * self["drive.moment"]
        step = np.diff(self["time"])
        work = np.concatenate([[0], np.cumsum(power[:-1] * step)])
        # A joint reports the end of its step, which is the next communication point.
        told = self["energy.stored"] + self["energy.dissipated"]
        joints = np.concatenate([[0], told[:-1]])
        balance = kinetic + potential + joints - work
        return balance - balance[0]


def main(name, run, settings):
    """Runs a host from the command line: a table, a picture and two sentences."""
    parser = argparse.ArgumentParser(description=f"A slider-crank with play in {name}.")
    parser.add_argument("--group", action="store_true", help="play in both pins of the rod, in one unit")
    parser.add_argument("--method", default="predicted", help="predicted, step_mean or end_point")
    parser.add_argument("--measured", action="store_true", help="the joint is told nothing and measures its host")
    parser.add_argument("--step", type=float, default=5e-5, help="communication step [s]")
    parser.add_argument("--turns", type=float, default=3.0, help="turns of the crank")
    parser.add_argument("--fmus", default="target/hosts", help="where the FMUs are")
    parser.add_argument("--out", default="out/hosts", help="where table and picture go")
    given = parser.parse_args()
    if given.group and given.measured:
        parser.error("--measured: a group is told the masses of its bodies")
    play = both_pins(given.fmus) if given.group else one_pin(given.fmus, told=not given.measured)
    if given.measured:
        settings = {"coupling.identify": "on"}
    if not given.group:
        settings = settings | {"coupling.method": given.method}
    cpu = time.process_time()
    done = Run(run(play, given.step, given.turns * TURN, settings))
    cpu = time.process_time() - cpu
    stem = f"{name}_group" if given.group else name
    Path(given.out).mkdir(parents=True, exist_ok=True)
    with open(f"{given.out}/{stem}.csv", "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        writer.writerows(done.table.tolist())
    picture(done, f"{given.out}/{stem}.png", f"{name}: {play.fmu}, H = {given.step} s")
    end = given.turns * TURN
    print(f"{name}: {cpu / end:.2f} s of CPU per simulated second, {cpu / len(done.table) * 1e6:.1f} us a step.")
    lost, drift = done["energy.dissipated"][-1], done.energy()[-1]
    print(f"Lost in the joints {lost:.4f} J; the balance is {100 * drift / lost:+.2f} % of that off; "
          f"work mismatch {done['work_mismatch'][-1]:.1e}.")
    for message in play.messages if given.measured else []:
        print(message)
    print(f"Table and picture are {given.out}/{stem}.csv and .png.")


def picture(run, path, title):
    """Forces at C and the path of the slider's pin in its hole."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(11, 4.2), width_ratios=[2, 1])
    figure.suptitle(title)
    left.plot(run["time"], np.hypot(run["force.x"], run["force.y"]), linewidth=0.7)
    left.set(xlabel="time [s]", ylabel="force on the slider at C, mean over a step [N]")
    place, _ = run.play()
    right.plot(*(1e3 * place.T), linewidth=0.5)
    around = np.linspace(0, 2 * pi, 181)
    right.plot(0.5 * np.cos(around), 0.5 * np.sin(around), "k--", linewidth=0.7)
    right.set(aspect="equal", xlabel="pin in its hole at C: x [mm]", ylabel="y [mm]")
    figure.tight_layout()
    figure.savefig(path, dpi=90)
