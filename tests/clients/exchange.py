"""A joint's FMU in model exchange: equations for an external solver."""

from pathlib import Path

import numpy as np
from fmpy import extract, read_model_description
from fmpy.fmi2 import FMU2Model
from fmpy.model_description import ModelDescription

# The joint of the reference trajectories.
PAPER = {
    "material_a.youngs_modulus": 7e10,
    "material_a.poissons_ratio": 0.33,
    "material_b.youngs_modulus": 7e10,
    "material_b.poissons_ratio": 0.33,
    "contact.restitution": 0.55,
    "contact.impact_speed_floor": 1e-6,
    "friction.damping_fades": False,
}
FRAME = ("x", "y", "phi", "vx", "vy", "w")
LOAD = ("fx", "fy", "t")


class Unpacked:
    """An FMU on disk, from which instances are made."""

    def __init__(self, path: Path):
        self.description: ModelDescription = read_model_description(str(path))
        self.folder = extract(str(path))
        self.variables = {variable.name: variable for variable in self.description.modelVariables}


class Equations:
    """One instance in continuous time: inputs and states in, outputs, rates and indicators out."""

    def __init__(self, unpacked: Unpacked, values: dict, inputs: list[str], first: list[float]):
        self.unpacked = unpacked
        self.fmu = FMU2Model(
            guid=unpacked.description.guid,
            unzipDirectory=unpacked.folder,
            modelIdentifier=unpacked.description.modelExchange.modelIdentifier,
            instanceName="joint",
        )
        self.inputs = self.references(inputs)
        self.states = np.zeros(unpacked.description.numberOfContinuousStates)
        self._rates = np.zeros_like(self.states)
        self._indicators = np.zeros(unpacked.description.numberOfEventIndicators)
        self.fmu.instantiate()
        for name, value in values.items():
            if name in unpacked.variables:
                boolean = unpacked.variables[name].type == "Boolean"
                (self.fmu.setBoolean if boolean else self.fmu.setReal)(self.references([name]), [value])
        self.fmu.setupExperiment(startTime=0.0)
        self.fmu.enterInitializationMode()
        self.fmu.setReal(self.inputs, first)
        self.fmu.exitInitializationMode()
        self._settle()
        self.fmu.getContinuousStates(pointer(self.states), self.states.size)

    def references(self, names: list[str]) -> list[int]:
        return [self.unpacked.variables[name].valueReference for name in names]

    def nominals(self) -> np.ndarray:
        nominals = np.zeros_like(self.states)
        self.fmu.getNominalsOfContinuousStates(pointer(nominals), nominals.size)
        return nominals

    def place(self, time: float, states: np.ndarray, inputs: list[float]):
        """Sets time, states and inputs to those of the solver."""
        self.fmu.setTime(time)
        self.states[:] = states
        self.fmu.setContinuousStates(pointer(self.states), self.states.size)
        self.fmu.setReal(self.inputs, inputs)

    def rates(self) -> np.ndarray:
        self.fmu.getDerivatives(pointer(self._rates), self._rates.size)
        return self._rates

    def indicators(self) -> np.ndarray:
        self.fmu.getEventIndicators(pointer(self._indicators), self._indicators.size)
        return self._indicators

    def event(self) -> np.ndarray:
        """Handles an event at the present place; returns the states after it."""
        self.fmu.enterEventMode()
        self._settle()
        self.fmu.getContinuousStates(pointer(self.states), self.states.size)
        return self.states

    def _settle(self):
        needed = True
        while needed:
            needed, terminate, *_ = self.fmu.newDiscreteStates()
            assert not terminate, "the FMU wants the simulation to end"
        self.fmu.enterContinuousTimeMode()

    def close(self):
        self.fmu.terminate()
        self.fmu.freeInstance()


def pointer(values: np.ndarray):
    from ctypes import POINTER, c_double

    return values.ctypes.data_as(POINTER(c_double))
