"""The slider-crank as units for a master: its connections, its values, and the results of a run.

The plant has crank, rod and slider with ideal joints B and D; the pin C between rod and slider has play
and is a unit of its own. Every master here lets both make a step at the same time and
exchanges afterwards, so a load acts one step late: the pin is built with that delay.
"""

import argparse
import csv
import os
import subprocess
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[3]
STEP = 5e-5  # [s]
TURN = 0.3  # of the crank [s]

MOTION = ("x", "y", "phi", "vx", "vy", "w")
LOAD = ("fx", "fy", "t")
MOBILITY = ("xx", "xy", "yy", "xphi", "yphi", "phiphi")

# The parameter set: numbers are SI. Choices are made at the build, for libcosim ignores enumerations.
VALUES = {
    "plant": {"crank.speed": 20.94395102393195, "gravity.y": -9.81},
    "C": {
        "geometry.clearance": 5e-4,
        "material_a.youngs_modulus": 7e10,
        "material_a.poissons_ratio": 0.33,
        "material_b.youngs_modulus": 7e10,
        "material_b.poissons_ratio": 0.33,
        "contact.restitution": 0.55,
    },
}
CHOICES = {
    "predicted": ["--mobility", "given_by_input", "--set", "coupling.method=predicted"],
    # Neither mobility nor delay is given.
    "measured": ["--set", "coupling.method=predicted", "--set", "coupling.identify=on"],
    "step_mean": ["--set", "coupling.method=step_mean"],
}

# Variables recorded at every communication point; the mismatch only if contacts are predicted, those after it only
# if the pin measures its host.
KEPT = {
    "plant": [f"{frame}.{part}" for frame in ("rod_c", "slider_c") for part in ("x", "y", "vx", "vy")]
    + ["energy.bodies", "energy.drive"],
    "C": ["load_b.fx", "load_b.fy", "contact.start_time", "contact.impact_speed", "contact.peak_normal_force"]
    + ["energy.stored", "energy.dissipated", "coupling.work_mismatch"]
    + ["coupling.measured_delay", "coupling.measured_semi_implicit"],
}


def wires(method: str):
    """Connections as (unit, output, unit, input)."""
    for body, frame in (("a", "rod_c"), ("b", "slider_c")):
        yield from (("plant", f"{frame}.{part}", "C", f"frame_{body}.{part}") for part in MOTION)
        yield from (("C", f"load_{body}.{part}", "plant", f"{frame}.{part}") for part in LOAD)
    if method == "predicted":
        yield from (("plant", f"mobility_c.{part}", "C", f"mobility.{part}") for part in MOBILITY)


def asked(parser: argparse.ArgumentParser) -> tuple:
    """Parses the command line with every master's options: its answers, the pin's method, and the step [s]."""
    parser.add_argument("--plain", action="store_true", help="a pin without prediction, in steps of 1e-5 s")
    parser.add_argument("--measured", action="store_true", help="the pin gets neither mobility nor delay: it measures both")
    parser.add_argument("--step", type=float, help=f"step [s], {STEP} unless plain")
    parser.add_argument("--turns", type=float, default=3.0, help="turns of the crank")
    parser.add_argument("--out", type=Path, default=Path("out/hosts"), help="where tables and pictures go")
    given = parser.parse_args()
    method, step = ("step_mean", 1e-5) if given.plain else ("predicted", STEP)
    if given.measured and not given.plain:
        method = "measured"
    return given, method, given.step or step


def build(folder: Path, method: str, delay: str = "one") -> dict[str, Path]:
    """Builds the FMUs of both units and returns their paths; `delay` is that of the master."""
    folder.mkdir(parents=True, exist_ok=True)
    # The law that the literature on this machine takes.
    pin = ["revolute_clearance", "--set", "contact.elastic=hertz", *CHOICES[method]]
    pin += ["--set", f"coupling.delay={delay}"] if method == "predicted" else []
    files = {}
    program = os.environ.get("SPIEL_JOINTS_PROGRAM")
    program = [program] if program else ["cargo", "run", "--release", "--quiet", "--"]
    plant = ["--group", "examples/groups/wrist_pin.toml"]
    for unit, name, choices in (("plant", "plant", plant), ("C", "pin", pin)):
        files[unit] = (folder / f"{name}.fmu").resolve()
        subprocess.run([*program, "build", "-o", files[unit], *choices], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return files


class Run:
    """The record of a run: a column for every output, a row for every communication point."""

    def __init__(self, method: str, step: float):
        self.step, self.rows = step, []
        self.names = [
            (unit, name)
            for unit, names in KEPT.items()
            for name in names
            if (method != "step_mean" or not name.startswith("coupling."))
            and (method == "measured" or not name.startswith("coupling.measured"))
        ]

    def keep(self, values) -> None:
        """Records the values that `values(unit, names)` reports of every unit."""
        row = []
        for unit in KEPT:
            row += values(unit, [name for owner, name in self.names if owner == unit])
        self.rows.append(row)

    def go(self, until: float, advance, values) -> "Run":
        """Lets `advance()` make the steps; the first row is that of the first step's end."""
        for _ in range(round(until / self.step)):
            advance()
            self.keep(values)
        self.table = np.array(self.rows)
        return self

    @property
    def time(self) -> np.ndarray:
        return self.step * np.arange(1, len(self.rows) + 1)

    def __getitem__(self, name: str) -> np.ndarray:
        unit, variable = name.split(":")
        return self.table[:, self.names.index((unit, variable))]

    def across(self, parts: str) -> np.ndarray:
        """Pin of the slider against the hole of the rod: positions [m] for x y, velocities [m/s] for vx vy."""
        return np.array([self[f"plant:slider_c.{p}"] - self[f"plant:rod_c.{p}"] for p in parts.split()])

    def after_impact(self) -> np.ndarray:
        """Velocity of the pin against its hole once the first impact is over [m/s]."""
        first = self["C:contact.start_time"]
        start = first[first > 0][0]
        # This instant is the same for every step: a point of the coarsest.
        instant = round((start + OVER) / STEP) * STEP
        return self.across("vx vy")[:, round(instant / self.step) - 1]

    def balance(self) -> np.ndarray:
        """Energy of bodies and joint less the work of the drive, from the start [J]: 0 without errors."""
        energy = self["plant:energy.bodies"] - self["plant:energy.drive"]
        energy = energy + self["C:energy.stored"] + self["C:energy.dissipated"]
        return energy - energy[0]

    def tell(self, name: str, fine: np.ndarray) -> dict[str, float]:
        """Prints and returns the measures of the run; `fine` is the velocity of a fine run."""
        velocity, lost, off = self.after_impact(), self["C:energy.dissipated"][-1], self.balance()[-1]
        true = np.linalg.norm(fine)
        error = np.linalg.norm(velocity - fine) / true
        print(
            f"{name}, H = {self.step:g} s: struck first at {self.impact_speed():.4f} m/s; after it "
            f"{np.linalg.norm(velocity):.4f} m/s, in fine steps {true:.4f}: {100 * error:.2f} % off."
        )
        share = 100 * off / lost
        print(
            f"  In {self.time[-1]:.3g} s {lost:.4f} J were lost in the pin; the balance is off by {share:+.2f} % of it."
        )
        if ("C", "coupling.measured_delay") in self.names:
            delay, rule = (self[f"C:coupling.measured_{name}"][-1] for name in ("delay", "semi_implicit"))
            print(f"  Measured: loads act {delay:.3f} steps late, update rule {rule:.3f}.")
        return {"error": error, "off": off / lost}

    def impact_speed(self) -> float:
        """Approach speed of the first impact [m/s]."""
        speeds = self["C:contact.impact_speed"]
        return speeds[speeds > 0][0]

    def write(self, stem: Path, title: str) -> None:
        """A table and a picture."""
        stem.parent.mkdir(parents=True, exist_ok=True)
        with open(stem.with_suffix(".csv"), "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["time", *(f"{unit}.{name}" for unit, name in self.names)])
            writer.writerows(np.column_stack([self.time, self.table]).tolist())
        import matplotlib

        matplotlib.use("svg")
        from matplotlib import pyplot

        figure, (left, right) = pyplot.subplots(1, 2, figsize=(11, 4.2), width_ratios=[2, 1])
        figure.suptitle(title)
        left.plot(self.time, self["C:contact.peak_normal_force"], linewidth=0.7)
        left.set(xlabel="time [s]", ylabel="largest force in the pin in each step [N]")
        right.plot(*(1e3 * self.across("x y")), linewidth=0.5)
        around, play = np.linspace(0, 2 * np.pi, 181), 1e3 * VALUES["C"]["geometry.clearance"]
        right.plot(play * np.cos(around), play * np.sin(around), "k--", linewidth=0.7)
        right.set(aspect="equal", xlabel="pin in its hole: x [mm]", ylabel="y [mm]")
        figure.tight_layout()
        figure.savefig(stem.with_suffix(".svg"))
        print(f"  Table and picture are {stem}.csv and .svg.")


# The first contact lasts 0.44 ms and the next comes 3.6 ms after it began: over, also in a late master [s].
OVER = 1e-3


def fine_velocity(folder: Path, until: float = 5e-3, step: float = 1e-7) -> np.ndarray:
    """Velocity after the first impact with the same law in fine steps, loads at once: no master, FMPy alone."""
    from fmpy import extract, read_model_description
    from fmpy.fmi2 import FMU2Slave

    units, numbers = {}, {}
    for unit, path in build(folder, "step_mean").items():
        about = read_model_description(str(path))
        numbers[unit] = {variable.name: variable.valueReference for variable in about.modelVariables}
        units[unit] = fmu = FMU2Slave(
            guid=about.guid,
            unzipDirectory=extract(str(path)),
            modelIdentifier=about.coSimulation.modelIdentifier,
            instanceName=unit,
        )
        fmu.instantiate()
        for name, value in VALUES[unit].items():
            fmu.setReal([numbers[unit][name]], [value])
        fmu.setupExperiment(startTime=0.0)
        fmu.enterInitializationMode()
        fmu.exitInitializationMode()
    ways = {}
    for source, output, target, entry in wires("step_mean"):
        ways.setdefault((source, target), []).append((numbers[source][output], numbers[target][entry]))

    def exchange(source, target):
        outputs, inputs = zip(*ways[source, target])
        units[target].setReal(list(inputs), units[source].getReal(list(outputs)))

    steps = iter(range(round(until / step)))

    def advance():
        time = next(steps) * step
        exchange("plant", "C")
        units["C"].doStep(time, step)
        exchange("C", "plant")
        units["plant"].doStep(time, step)

    run = Run("step_mean", step)
    run.go(until, advance, lambda unit, names: units[unit].getReal([numbers[unit][name] for name in names]))
    for fmu in units.values():
        fmu.terminate()
        fmu.freeInstance()
    return run.after_impact()
