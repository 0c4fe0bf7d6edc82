"""Runs FMPy's solver through every FMU of a folder that offers model exchange.

A journal or slider is carried into the wall and out of it again. Contacts must be counted once each and
begin where the motion meets the wall; the FMU's outputs along the way must come back bit-equal from another
instance that is set to these inputs and states in the opposite order; and directional derivatives of
loads and rates must agree with differences.
"""

import math
import sys
from pathlib import Path

import numpy as np
from exchange import Equations, Unpacked
from fmpy import simulate_fmu
from fmpy.sundials import CVodeSolver

# Play [m] between the centred place and the wall.
PLAY = {
    "revolute_clearance": 5e-4,
    "translational_clearance": 5e-4,
    "sliced_pin": 1e-4,
    "spatial_revolute": 5e-5,
    "spherical_clearance": 5e-5,
    "rough_interface": 0.0,
    "bushing": 0.0,
    "rotational_backlash": 5e-3,
    "translational_backlash": 5e-5,
    "gear_mesh": 5e-5,
}
# Size of one unit of b's coordinate along a line [rad or m], where it is not 1.
LEVER = {"gear_mesh": -0.06}
# Direction in which b is carried [rad] where the wall is plane; in a hole all directions are alike.
DIRECTION = {"translational_clearance": math.pi / 2, "rough_interface": math.pi / 2}
DEFAULT_DIRECTION = 0.3
# Penetration and distance of the motion [m], its frequency [Hz], its duration [s].
DEPTH, RETREAT, FREQUENCY, UNTIL, SAMPLE = 2e-6, 4e-6, 1e3, 3.5e-3, 2e-6
# Speed of b along the wall [m/s] and its spin [rad/s], both alternating.
SLIP, SPIN = 0.02, 5.0
# The motion is smaller if surfaces stay in contact and only micro-slip occurs.
SCALE = {"rough_interface": 0.05}
LOADS = ("load_", "force", "torque", "reaction")
# Nudge of an input for a difference, by its unit; states are of the size of one and have this nudge.
NUDGE = {"m": 3e-10, "rad": 3e-8, "1": 3e-8, "m/s": 3e-6, "rad/s": 3e-4}
SHARE = 1e-5
# Bounds: of the largest slope of an unknown of the same unit; of the largest value, over the nudge.
TOLERANCE, ROUNDING = 1e-4, 1e-13
# Differences are meaningless at a kink of an unknown; this share of them must be usable.
SMOOTH = 0.8


# FMPy 0.3.32 evaluates rates at the inputs of its last search for events: they jump from step to step,
# and stiff friction makes its solver give up. Here they have their own inputs.
held = CVodeSolver.f


def rates(solver, time, states, result, data):
    solver.input.apply(time)
    return held(solver, time, states, result, data)


CVodeSolver.f = rates


class Motion:
    """Signals for all inputs of a joint: b goes in and out, and slides."""

    def __init__(self, unpacked: Unpacked):
        joint = unpacked.description.modelExchange.modelIdentifier
        play, direction = PLAY[joint], DIRECTION.get(joint, DEFAULT_DIRECTION)
        self.times = np.arange(0.0, UNTIL + SAMPLE, SAMPLE)
        scale = SCALE.get(joint, 1.0)
        middle, size = scale * (DEPTH - RETREAT) / 2, scale * (DEPTH + RETREAT) / 2
        phase = 2 * math.pi * FREQUENCY * self.times
        self.gap = middle + size * np.sin(phase)
        slide = scale * SLIP
        along, sideways = play + self.gap, slide / (2 * math.pi * FREQUENCY) * np.sin(0.7 * phase) / 0.7
        speed, slip = 2 * math.pi * FREQUENCY * size * np.cos(phase), slide * np.cos(0.7 * phase)
        cos, sin = math.cos(direction), math.sin(direction)
        if not (plane := joint in DIRECTION):
            # Round a hole one slides along an arc; the motion here shows its part in the speed only.
            sideways = 0.0 * sideways
        signals = {
            "x": along * cos - sideways * sin,
            "y": along * sin + sideways * cos,
            "vx": speed * cos - slip * sin,
            "vy": speed * sin + slip * cos,
            "w": 0.0 * phase if plane else SPIN * np.cos(0.7 * phase),
        }
        lever = LEVER.get(joint, 1.0)
        signals |= {"phi_b": along / lever, "x_b": along / lever, "w_b": speed / lever, "v_b": speed / lever}
        still = np.zeros_like(self.times)
        # In space both bodies are upright.
        signals["upright"] = still + 1.0
        self.inputs = [v.name for v in unpacked.description.modelVariables if v.causality == "input"]
        columns = [signals.get(meaning(name), still) for name in self.inputs]
        names = ["time", *self.inputs]
        self.signals = np.array(list(zip(self.times, *columns)), dtype=[(name, float) for name in names])

    def starts(self) -> list[float]:
        """Times at which the wall is met: between samples the signals are straight lines."""
        before, after = self.gap[:-1], self.gap[1:]
        (index,) = np.nonzero((before < 0) & (after >= 0))
        return list(self.times[index] - before[index] / (after[index] - before[index]) * SAMPLE)


def meaning(name: str) -> str:
    """Part of b's motion that an input is, by whichever ports the host is connected; nothing for body a."""
    if name.endswith(".e0") or name == "axis_rel.z":
        return "upright"
    if name.startswith(("frame_a", "axis_rel")):
        return ""
    if name in ("frame_b.wz", "w_rel.z"):
        return "w"
    if name.startswith("w_rel."):
        return ""
    velocity = "v" if name.startswith("v_rel.") else ""
    return velocity + name.rsplit(".", 1)[-1].removesuffix("_rel")


class Judged:
    """An FMU during a run: FMPy's record, and another instance to compare with."""

    def __init__(self, path: Path):
        self.unpacked = Unpacked(path)
        self.motion = Motion(self.unpacked)
        variables = self.unpacked.description.modelVariables
        outputs = [v for v in variables if v.causality == "output"]
        self.wrong: list[str] = []
        self.states = [derivative.variable.derivative for derivative in self.unpacked.description.derivatives]
        self.record = simulate_fmu(
            str(path),
            fmi_type="ModelExchange",
            stop_time=UNTIL,
            output_interval=5 * SAMPLE,
            relative_tolerance=1e-6,
            input=self.motion.signals,
            output=[*self.motion.inputs, *(v.name for v in [*outputs, *self.states])],
        )
        self.compared = [v for v in outputs if v.type == "Real"]
        self.unknowns = [v for v in self.compared if v.name.startswith(LOADS)]
        # Sizes of rates in SI units: the states, all of the size of one, have one unit.
        rates = [rate.variable.name for rate in self.unpacked.description.derivatives]
        self.unknowns += [self.unpacked.variables[name.replace("_scaled", "")] for name in rates]
        # Small differences of large values are rounded; moments consist of forces, which may cancel.
        self.sizes: dict[str, float] = {}
        for name in self.record.dtype.names[1:]:
            unit = self.unpacked.variables[name].unit
            self.sizes[unit] = max(self.sizes.get(unit, 0.0), abs(self.record[name]).max())
        self.sizes["N.m"] = max(self.sizes.get("N.m", 0.0), self.sizes.get("N", 0.0))
        self.smooth: list[bool] = []
        self.again = 0

    def judge(self) -> str:
        starts = self.count()
        self.replay()
        if not self.smooth or sum(self.smooth) < SMOOTH * len(self.smooth):
            self.wrong.append(f"only {sum(self.smooth)} of {len(self.smooth)} derivatives could be tested")
        return (
            "; ".join(self.wrong[:5])
            or f"{starts} contacts, {self.again} instants again, {sum(self.smooth)} derivatives"
        )

    def count(self) -> int:
        if "contact.start_time" not in self.record.dtype.names:
            return 0
        told, due = self.record["contact.start_time"], self.motion.starts()
        found = [told[0], *told[1:][told[1:] != told[:-1]]][1:]
        if len(found) != len(due):
            self.wrong.append(f"{len(found)} contacts are told of {len(due)}: {found}")
        # 1e-12: FMPy interpolates the inputs with other roundings.
        elif max(abs(a - b) for a, b in zip(found, due)) > 1e-12:
            self.wrong.append(f"contacts begin at {found}, not at {due}")
        return len(found)

    def row(self, index: int):
        row = self.record[index]
        states = np.array([row[state.name] for state in self.states])
        return float(row["time"]), states, [float(row[name]) for name in self.motion.inputs]

    def replay(self):
        """Puts another instance through the same events, and to the same places between them."""
        times = self.record["time"]
        # FMPy records an event before and after.
        events = [index for index in range(1, len(times)) if times[index] == times[index - 1]]
        if not events and "contact.start_time" in self.record.dtype.names:
            self.wrong.append("no events")
        *_, first = self.row(0)
        fmu = Equations(self.unpacked, {}, self.motion.inputs, first)
        for begin, end in zip([0, *events], [*events, len(times)]):
            if begin:
                fmu.place(*self.row(begin - 1))
                if list(fmu.event()) != list(self.row(begin)[1]):
                    self.wrong.append(f"other states after the event at {times[begin]}")
            # The last row before the next event is beyond the indicator's zero.
            for index in reversed(range(begin, end - 1)):
                self.compare(fmu, index)
                # Each costs a few evaluations for every state.
                if index % (10 if len(self.states) < 10 else 50) == 3:
                    self.differentiate(fmu, index)
        fmu.close()

    def compare(self, fmu: Equations, index: int):
        fmu.place(*self.row(index))
        told = fmu.fmu.getReal([variable.valueReference for variable in self.compared])
        self.again += 1
        for variable, value in zip(self.compared, told):
            if value != self.record[variable.name][index]:
                says = f"{value!r}, not {self.record[variable.name][index]!r}"
                self.wrong.append(f"{variable.name} at {self.record['time'][index]} is {says}")

    def differentiate(self, fmu: Equations, index: int):
        """Derivatives with respect to every input and every state against differences."""
        now, states, inputs = self.row(index)
        unknowns = [variable.valueReference for variable in self.unknowns]

        def at(place: int, nudge: float) -> np.ndarray:
            moved = [*inputs, *states]
            moved[place] += nudge
            fmu.place(now, np.array(moved[len(inputs) :]), moved[: len(inputs)])
            return np.array(fmu.fmu.getReal(unknowns))

        known = [self.unpacked.variables[name] for name in self.motion.inputs] + self.states
        nudges = [NUDGE[self.unpacked.variables[name].unit] for name in self.motion.inputs]
        nudges += [SHARE] * len(self.states)
        for place, (variable, nudge) in enumerate(zip(known, nudges)):
            here = at(place, 0.0)
            exact = fmu.fmu.getDirectionalDerivative(unknowns, [variable.valueReference], [1.0])
            right, left = (at(place, nudge) - here) / nudge, (here - at(place, -nudge)) / nudge
            wide = (at(place, 2 * nudge) - at(place, -2 * nudge)) / (4 * nudge)
            self.weigh(f"{now:.6f} s, d {{}} / d {variable.name}", nudge, exact, (right, left, wide))

    def weigh(self, what: str, nudge: float, exact, differences):
        right, left, wide = differences
        slope, scale = (right + left) / 2, {}
        for unknown, one in zip(self.unknowns, slope):
            scale[unknown.unit] = max(scale.get(unknown.unit, 0.0), abs(one))
        for index, unknown in enumerate(self.unknowns):
            allowed = TOLERANCE * scale[unknown.unit] + ROUNDING * self.sizes[unknown.unit] / nudge
            bends = abs(right[index] - left[index]) > 100 * allowed or abs(slope[index] - wide[index]) > allowed
            self.smooth.append(not bends)
            # At the very end of a stretch, as before any wear, only one-sided differences exist.
            off = min(abs(exact[index] - difference[index]) for difference in (slope, right, left))
            if not bends and not off <= allowed:
                says = f"{exact[index]:.9g}, a difference {slope[index]:.9g}"
                self.wrong.append(f"{what.format(unknown.name)} = {says}")


def check(path: Path) -> bool:
    if Unpacked(path).description.modelExchange is None:
        print(f"{path.name}: not offered")
        return True
    judged = Judged(path)
    print(f"{path.name}: {judged.judge()}")
    return not judged.wrong


if __name__ == "__main__":
    # All of them are judged, also after a failure.
    verdicts = [check(path) for path in sorted(Path(sys.argv[1]).glob("*.fmu"))]
    sys.exit(0 if verdicts and all(verdicts) else 1)
