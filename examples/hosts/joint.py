"""An FMU of a joint, ready to be stepped: FMPy, without its conversions at every call."""

from fmpy import extract, read_model_description
from fmpy.fmi2 import FMU2Slave, fmi2OK, fmi2Real, fmi2ValueReference


class Joint:
    """Takes the values of `inputs`, makes a step and gives the values of `outputs`."""

    def __init__(self, path, settings, inputs, outputs, first):
        description = read_model_description(path)
        variables = {variable.name: variable for variable in description.modelVariables}
        self.fmu = fmu = FMU2Slave(
            guid=description.guid,
            unzipDirectory=extract(path),
            modelIdentifier=description.coSimulation.modelIdentifier,
            instanceName=path,
        )
        fmu.instantiate()
        for name, value in settings.items():
            variable = variables[name]
            number = [variable.valueReference]
            if variable.type == "Enumeration":
                items = variable.declaredType.items
                fmu.setInteger(number, [int(item.value) for item in items if item.name == value])
            elif variable.type == "Boolean":
                fmu.setBoolean(number, [value])
            else:
                fmu.setReal(number, [value])
        numbers = [[variables[name].valueReference for name in names] for names in (inputs, outputs)]
        self.sizes = len(inputs), len(outputs)
        self.numbers = [(fmi2ValueReference * len(these))(*these) for these in numbers]
        self.values = [(fmi2Real * len(these))() for these in numbers]
        fmu.setupExperiment(startTime=0.0)
        fmu.setReal(numbers[0], first)
        fmu.enterInitializationMode()
        fmu.exitInitializationMode()
        # The library's own functions: FMPy's cost a microsecond more at every call.
        self.set, self.go, self.get = fmu.dll.fmi2SetReal, fmu.dll.fmi2DoStep, fmu.dll.fmi2GetReal

    def step(self, time, size, inputs):
        """Where the bodies are at `time` [s]; the loads to be held for `size` [s] from there."""
        unit, (taken, told), (given, got) = self.fmu.component, self.numbers, self.values
        given[:] = inputs
        self.set(unit, taken, self.sizes[0], given)
        if self.go(unit, time, size, True) != fmi2OK:
            raise RuntimeError(f"the joint refused its step at {time} s")
        self.get(unit, told, self.sizes[1], got)
        return got[:]
