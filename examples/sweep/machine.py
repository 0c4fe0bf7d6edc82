"""A slider-crank with play in the pin C, of two FMUs that are loaded once and run many times.

The plant is a group with the bodies; the pin predicts its contacts, so a step of 2e-4 s suffices. Both are called
as directly as Python can: one unit writes the very array that the other reads.
"""

from ctypes import byref, c_double
from math import ceil, tau

from fmpy import calloc, extract, free, read_model_description
from fmpy.fmi2 import FMU2Slave, fmi2CallbackAllocateMemoryTYPE, fmi2CallbackFreeMemoryTYPE
from fmpy.fmi2 import fmi2CallbackFunctions, fmi2CallbackLoggerTYPE, fmi2OK, fmi2True, fmi2ValueReference
from fmpy.logging import addLoggerProxy

MOTION = ("x", "y", "phi", "vx", "vy", "w")
MOBILITY = ("xx", "xy", "yy", "xphi", "yphi", "phiphi")
LOAD = ("fx", "fy", "t")
# Lengths of crank and rod [m].
CRANK, ROD = 0.15, 0.541
# Frames of the rod and the slider at C, the pin's bodies a and b.
FRAMES = ("rod_c", "slider_c")
# Index of the largest contact force of a step, behind the loads of both bodies.
PEAK = 6


class Unit:
    """A loaded FMU, its functions without FMPy's conversions, and its log messages."""

    def __init__(self, path: str):
        about = read_model_description(path)
        self.numbers = {variable.name: variable.valueReference for variable in about.modelVariables}
        self.said = []
        self.callbacks = fmi2CallbackFunctions()
        self.callbacks.logger = fmi2CallbackLoggerTYPE(self.hear)
        self.callbacks.allocateMemory = fmi2CallbackAllocateMemoryTYPE(calloc)
        self.callbacks.freeMemory = fmi2CallbackFreeMemoryTYPE(free)
        addLoggerProxy(byref(self.callbacks))
        self.fmu = FMU2Slave(
            guid=about.guid,
            unzipDirectory=extract(path),
            modelIdentifier=about.coSimulation.modelIdentifier,
            instanceName=about.modelName,
        )
        self.fmu.instantiate(callbacks=self.callbacks)
        self.fmu.setDebugLogging(True, ["errors"])
        self.component = self.fmu.component

    def hear(self, _component, _instance, _status, _category, message: bytes) -> None:
        self.said.append(message.decode())

    def references(self, names: list):
        return (fmi2ValueReference * len(names))(*(self.numbers[name] for name in names))

    def begin(self, values: dict) -> None:
        """Sets it back and starts it at time 0 with these values."""
        self.said.clear()
        self.fmu.reset()
        for name, value in values.items():
            self.fmu.setReal([self.numbers[name]], [value])
        self.fmu.setupExperiment(startTime=0.0)
        self.fmu.enterInitializationMode()
        self.fmu.exitInitializationMode()

    def calls(self) -> tuple:
        """Setting, stepping and getting, without checks."""
        return self.fmu.dll.fmi2SetReal, self.fmu.dll.fmi2DoStep, self.fmu.dll.fmi2GetReal

    def told(self, *names: str) -> list[float]:
        return self.fmu.getReal([self.numbers[name] for name in names])


class Machine:
    """The two units and the arrays between them."""

    def __init__(self, plant: str, pin: str):
        self.plant, self.pin = Unit(plant), Unit(pin)
        frames = [f"{frame}.{part}" for frame in FRAMES for part in MOTION]
        self.motion_out = self.plant.references(frames + [f"mobility_c.{part}" for part in MOBILITY])
        inputs = [f"frame_{body}.{part}" for body in "ab" for part in MOTION]
        self.motion_in = self.pin.references(inputs + [f"mobility.{part}" for part in MOBILITY])
        loads = [f"load_{body}.{part}" for body in "ab" for part in LOAD]
        self.loads_out = self.pin.references([*loads, "contact.peak_normal_force"])
        self.loads_in = self.plant.references([f"{frame}.{part}" for frame in FRAMES for part in LOAD])
        self.motion = (c_double * len(self.motion_out))()
        self.loads = (c_double * len(self.loads_out))()

    def run(self, clearance: float, speed: float, restitution: float, settle: int, keep: int, longest: float) -> dict:
        """Lets the crank turn `settle` times, and records `keep` turns more; speed in rad/s, SI throughout.

        The step is `longest` [s] or a little less, so that it divides the turn.
        """
        plant, pin = self.plant, self.pin
        # The rod begins as with ideal joints.
        plant.begin({"crank.speed": speed, "rod.start.vy": 0.5 * CRANK * speed, "rod.start.w": -CRANK / ROD * speed})
        pin.begin({"geometry.clearance": clearance, "contact.restitution": restitution})
        steps = ceil(tau / speed / longest)
        step = tau / speed / steps
        peak, points, before = 0.0, [], self.energy()
        for turn in range(settle + keep):
            highest = self.turn(turn * steps, steps, step)
            if turn >= settle:
                peak = max(peak, highest)
                # Crank angle 0: the machine is stretched, and without play the slider stands still.
                x, _, _, v = self.motion[6:10]
                points.append((x - self.motion[0], v))
        lost, mismatch = pin.told("energy.dissipated", "coupling.work_mismatch")
        told = {"peak_force": peak, "lost": lost, "balance": self.energy() - before, "step": step}
        return told | {"work_mismatch": mismatch, "points": points}

    def said(self) -> list[str]:
        """The units' log messages of the last run."""
        return self.plant.said + self.pin.said

    def energy(self) -> float:
        """Energy of bodies and joint less the drive's work [J]: constant without errors."""
        bodies, drive = self.plant.told("energy.bodies", "energy.drive")
        return bodies - drive + sum(self.pin.told("energy.stored", "energy.dissipated"))

    def turn(self, begun: int, steps: int, step: float) -> float:
        """Makes `steps` steps after those `begun`; returns the largest contact force inside them [N]."""
        plant, pin, motion, loads = self.plant.component, self.pin.component, self.motion, self.loads
        set_pin, step_pin, get_pin = self.pin.calls()
        set_plant, step_plant, get_plant = self.plant.calls()
        motion_out, motion_in, seen = self.motion_out, self.motion_in, len(motion)
        loads_out, loads_in, felt = self.loads_out, self.loads_in, len(self.loads_in)
        peak, told = 0.0, len(loads)
        get_plant(plant, motion_out, seen, motion)
        for index in range(begun, begun + steps):
            time = index * step
            set_pin(pin, motion_in, seen, motion)
            one = step_pin(pin, time, step, fmi2True)
            get_pin(pin, loads_out, told, loads)
            set_plant(plant, loads_in, felt, loads)
            other = step_plant(plant, time, step, fmi2True)
            get_plant(plant, motion_out, seen, motion)
            if loads[PEAK] > peak:
                peak = loads[PEAK]
        # A unit that refused a step refuses all after it.
        if (one, other) != (fmi2OK, fmi2OK):
            raise RuntimeError("a unit refused a step")
        return peak
