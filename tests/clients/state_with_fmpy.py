"""FMU states and directional derivatives through FMPy, for every FMU of a folder that offers them.

A run that is put back to its middle must repeat bit for bit, in the same instance and, by way of bytes,
in another one. Derivatives of the loads must agree with central differences of what getReal returns.
"""

import math
import struct
import sys
from contextlib import contextmanager
from pathlib import Path

from fmpy import extract, read_model_description
from fmpy.fmi1 import FMICallException
from fmpy.fmi2 import FMU2Slave

# In the middle the swing turns back, upwards on the wall: the bristles are then changing sides.
STEPS, MIDDLE = 50, 13
# Distance of frame b's origin from the centre [m]: a little into the wall.
RADIUS = {
    "revolute_clearance": 5.02e-4,
    "translational_clearance": 5.02e-4,
    "sliced_pin": 1.01e-4,
    "spatial_revolute": 5.1e-5,
    "spherical_clearance": 5.1e-5,
    "rough_interface": 1e-6,
    "bushing": 1e-4,
}
# Distance of b from a in a joint of one coordinate [rad] or [m]: a little into a flank.
LINE = {"rotational_backlash": 6e-3, "translational_backlash": 6e-5, "gear_mesh": -1e-3}
# Amplitude of its swing there, as a part of that distance.
LINE_SWING = 1e-3
# Centre of its swing [rad]: along the guide a slider touches nothing.
DIRECTION = {"translational_clearance": math.pi / 2}
LOADS = ("load_", "force", "torque", "reaction")
# Nudge of an input for a difference, by its unit.
NUDGE = {"m": 3e-10, "rad": 3e-8, "1": 3e-8, "m/s": 3e-6, "rad/s": 3e-4}
# Bounds: of the largest slope of a load of the same unit; of the largest load, over the nudge.
TOLERANCE, ROUNDING = 1e-4, 1e-13
# A load has a kink where a slice begins to touch: an input is nudged less there. Differences over a tenth agree
# to eight digits where those over the whole are 0.7 % off on both sides of such a kink.
FINER = {"spatial_revolute": 0.1}
# Amplitude of frame b's swing to either side [rad]: at the surface of a pin some metres a second.
SWING = 0.05
# A kink shows as slopes to either side that differ by more than this share of the largest.
BEND = 0.01
# Differences are meaningless at a kink, as where a bristle starts to slip. This share must be usable.
SMOOTH = 0.8


class Unit:
    """An FMU, with inputs for it that change in every step."""

    def __init__(self, path: Path):
        self.description = read_model_description(str(path))
        self.kind = self.description.coSimulation
        self.folder = extract(str(path))
        self.step = float(self.description.defaultExperiment.stepSize)
        variables = self.description.modelVariables
        self.inputs = [v for v in variables if v.causality == "input"]
        self.outputs = [v for v in variables if v.causality == "output"]
        self.loads = [v for v in self.outputs if v.type == "Real" and v.name.startswith(LOADS)]

    @contextmanager
    def instance(self, initialized: bool = True):
        fmu = FMU2Slave(
            guid=self.description.guid,
            unzipDirectory=self.folder,
            modelIdentifier=self.kind.modelIdentifier,
            instanceName="unit",
        )
        fmu.instantiate()
        if initialized:
            fmu.setupExperiment(startTime=0.0)
            self.set_inputs(fmu, 0)
            fmu.enterInitializationMode()
            fmu.exitInitializationMode()
        yield fmu
        fmu.freeInstance()

    def input_at(self, variable, index: int) -> float:
        """Frame b swings round the centre, frame a trembles, both turn a little; rates belong to the positions."""
        pace = 2 * math.pi / (STEPS * self.step)
        # All positions of the way there and back differ.
        phase = pace * index * self.step + 0.1
        angle = DIRECTION.get(self.kind.modelIdentifier, 0.0) + SWING * math.sin(phase)
        rate = SWING * pace * math.cos(phase)
        if size := LINE.get(self.kind.modelIdentifier):
            place, speed = size * (1 + LINE_SWING * math.sin(phase)), size * LINE_SWING * pace * math.cos(phase)
            return {"phi_b": place, "x_b": place, "w_b": speed, "v_b": speed}.get(variable.name, 0.0)
        size = RADIUS.get(self.kind.modelIdentifier, 1e-6) if "_a." not in variable.name else 1e-8
        # In space b is a little tilted.
        tilt = 1e-3 * math.sin(phase) if "_a." not in variable.name else 0.0
        if variable.name.startswith("axis_rel."):
            return {"x": tilt, "y": -tilt, "z": 1.0}[variable.name[-1]]
        return {
            "z": 0.1 * size * math.sin(angle),
            "e0": 1.0,
            "e1": 0.5 * tilt,
            "e2": 0.5 * tilt,
            "e3": 0.0,
            "x": size * math.cos(angle),
            "y": size * math.sin(angle),
            "vx": -size * rate * math.sin(angle),
            "vy": size * rate * math.cos(angle),
            "phi": 1e-3 * angle,
            "phi_rel": 1e-3 * angle,
            "w": 1e-3 * rate,
            "w_rel": 1e-3 * rate,
        }.get(variable.name.rsplit(".", 1)[-1], 10.0 * math.sin(phase + variable.valueReference))

    def set_inputs(self, fmu, index: int):
        values = [self.input_at(variable, index) for variable in self.inputs]
        fmu.setReal([variable.valueReference for variable in self.inputs], values)

    def read(self, fmu) -> bytes:
        """All outputs, bit for bit."""
        read = {"Real": ("d", fmu.getReal), "Boolean": ("i", fmu.getBoolean)}
        parts = []
        for variable in self.outputs:
            code, get = read.get(variable.type, ("i", fmu.getInteger))
            parts.append(struct.pack(code, *get([variable.valueReference])))
        return b"".join(parts)

    def read_loads(self, fmu) -> list[float]:
        return fmu.getReal([variable.valueReference for variable in self.loads])

    def run(self, fmu, first: int, last: int) -> list[bytes]:
        """Steps from one index to the other; returns the outputs after each."""
        record = []
        for index in range(first, last):
            self.set_inputs(fmu, index)
            fmu.doStep(currentCommunicationPoint=index * self.step, communicationStepSize=self.step)
            record.append(self.read(fmu))
        return record


def refuses(fmu, saved: bytes) -> bool:
    try:
        fmu.deSerializeFMUstate(saved)
    except FMICallException:
        return True
    return False


def states(unit: Unit) -> list[str]:
    """The faults of the FMU's saved states."""
    wrong = []
    with unit.instance() as fmu:
        before = unit.run(fmu, 0, MIDDLE)[-1]
        state = fmu.getFMUstate()
        expected = unit.run(fmu, MIDDLE, STEPS)
        if len(set(expected)) < len(expected):
            wrong.append("the outputs stand still: nothing is tested")
        fmu.setFMUstate(state)
        if unit.read(fmu) != before:
            wrong.append("the outputs at the snapshot do not come back")
        if unit.run(fmu, MIDDLE, STEPS) != expected:
            wrong.append("the restored run does not repeat")
        saved = fmu.serializeFMUstate(state) if unit.kind.canSerializeFMUstate else None
        fmu.freeFMUstate(state)
        if state.value is not None:
            wrong.append("fmi2FreeFMUstate leaves its pointer")
    if saved is None:
        return wrong
    middle = len(saved) // 2
    damaged = {
        "truncated": saved[:-1],
        "lengthened": saved + b"\0",
        "corrupted": saved[:middle] + bytes([saved[middle] ^ 1]) + saved[middle + 1 :],
        "foreign": bytes(len(saved)),
    }
    for initialized in (False, True):
        with unit.instance(initialized) as fmu:
            # This run changes the state that is overwritten next.
            if initialized:
                unit.run(fmu, 0, 3)
            state = fmu.deSerializeFMUstate(saved)
            fmu.setFMUstate(state)
            wrong += [f"{what} bytes are taken" for what, bytes in damaged.items() if not refuses(fmu, bytes)]
            if unit.run(fmu, MIDDLE, STEPS) != expected:
                wrong.append(f"another instance does not repeat (initialized {initialized})")
            fmu.freeFMUstate(state)
    return wrong


def slopes(unit: Unit, fmu, variable, value: float, nudge: float) -> list[tuple[float, float]]:
    """Differences of the loads to the right and to the left of the value of an input."""
    ends = []
    for there in (value + nudge, value - nudge, value):
        fmu.setReal([variable.valueReference], [there])
        ends.append(unit.read_loads(fmu))
    return [((up - here) / nudge, (here - down) / nudge) for up, down, here in zip(*ends)]


def compare(unit: Unit, fmu, variable, index: int) -> tuple[list[str], list[bool], float]:
    """The wrong derivatives with respect to one input, a flag for each that could be judged, the largest slope."""
    value, nudge = unit.input_at(variable, index), NUDGE[variable.unit] * FINER.get(unit.kind.modelIdentifier, 1.0)
    unknowns = [load.valueReference for load in unit.loads]
    exact = fmu.getDirectionalDerivative(unknowns, [variable.valueReference], [1.0])
    fine = slopes(unit, fmu, variable, value, nudge)
    coarse = slopes(unit, fmu, variable, value, 2 * nudge)
    scale = {}
    for load, sides in zip(unit.loads, fine):
        scale[load.unit] = max(scale.get(load.unit, 0.0), abs(sum(sides) / 2))
    # Moments consist of forces, which may cancel.
    rounding = ROUNDING * max(map(abs, unit.read_loads(fmu))) / nudge
    wrong, smooth = [], []
    for load, given, sides, others in zip(unit.loads, exact, fine, coarse):
        allowed = TOLERANCE * scale[load.unit] + rounding
        slope, other = sum(sides) / 2, sum(others) / 2
        bends = abs(sides[0] - sides[1]) > BEND * scale[load.unit] + 2 * rounding
        smooth.append(not bends and abs(slope - other) <= allowed)
        if smooth[-1] and not abs(given - slope) <= allowed:
            says = f"{given:.9g}, a difference {slope:.9g}"
            wrong.append(f"step {index}: d {load.name} / d {variable.name} = {says}")
    return wrong, smooth, max(scale.values())


def derivatives(unit: Unit) -> list[str]:
    """The directional derivatives of the FMU that differ from differences."""
    wrong, smooth, largest = [], [], 0.0
    with unit.instance() as fmu:
        for index in range(STEPS):
            unit.set_inputs(fmu, index)
            for variable in unit.inputs if index % 10 == 3 else ():
                found, judged, slope = compare(unit, fmu, variable, index)
                wrong, smooth, largest = wrong + found, smooth + judged, max(largest, slope)
            fmu.doStep(currentCommunicationPoint=index * unit.step, communicationStepSize=unit.step)
    if largest == 0.0 or sum(smooth) < SMOOTH * len(smooth):
        wrong.append(f"{sum(smooth)} of {len(smooth)} derivatives tested, the largest {largest:.1e}")
    return wrong


def check(path: Path) -> bool:
    unit = Unit(path)
    offered = {
        "states": (unit.kind.canGetAndSetFMUstate, states),
        "derivatives": (unit.kind.providesDirectionalDerivative, derivatives),
    }
    said, good = [], True
    for name, (offers, test) in offered.items():
        try:
            wrong = test(unit) if offers else []
        except FMICallException as error:
            wrong = [str(error)]
        good &= not wrong
        said.append(f"{name} " + ("; ".join(wrong[:5]) or ("good" if offers else "not offered")))
    print(f"{path.name}: " + ", ".join(said))
    return good


if __name__ == "__main__":
    # All of them are judged, also after a failure.
    verdicts = [check(path) for path in sorted(Path(sys.argv[1]).glob("*.fmu"))]
    sys.exit(0 if verdicts and all(verdicts) else 1)
