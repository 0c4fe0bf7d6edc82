"""An FMU of a joint, ready to be stepped: NumPy's arrays are the memory that the FMU reads and writes."""

import os
import shutil
import weakref
from collections.abc import Callable, Mapping, Sequence
from ctypes import c_double, c_int, c_size_t, c_void_p
from typing import Any

from ._names import SpielError, needs, together, unknown
from ._program import number

try:
    import numpy as np
    from fmpy import calloc, extract, free, read_model_description
    from fmpy.fmi2 import FMU2Slave, fmi2CallbackAllocateMemoryTYPE, fmi2CallbackFreeMemoryTYPE
    from fmpy.fmi2 import fmi2CallbackFunctions, fmi2CallbackLoggerTYPE, fmi2ValueReference
    from numpy.typing import ArrayLike, NDArray
except ImportError as missing:
    raise needs("run", missing) from missing

Step = Callable[[Any, float], "NDArray[np.float64]"]
# The highest status of a successful call: fmi2Warning.
DONE = 1


class Joint:
    """Takes the values of `inputs`, makes a step and gives the values of `outputs`.

    Without names these are all that are real numbers. Initialized by the first step, with its inputs;
    start values can be set until then.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        inputs: Sequence[str] | None = None,
        outputs: Sequence[str] | None = None,
        settings: Mapping[str, Any] = {},
        start: float = 0.0,
    ) -> None:
        path = os.fspath(path)
        try:
            about = read_model_description(path)
            folder = extract(path)
        except Exception as why:
            raise SpielError(f"{path}: {why}") from why
        self._variables = {variable.name: variable for variable in about.modelVariables}
        self.messages: list[str] = []
        """The FMU's log messages."""
        self._callbacks = callbacks(self.messages)
        self._begun = begun = [False]
        try:
            if about.coSimulation is None:
                raise SpielError(f"{path} has no co-simulation; build it with kind=\"cs\" or \"cs_me\"")
            self._fmu = fmu = FMU2Slave(
                guid=about.guid,
                unzipDirectory=folder,
                modelIdentifier=about.coSimulation.modelIdentifier,
                instanceName=about.modelName,
            )
            fmu.instantiate(callbacks=self._callbacks)
        except Exception as why:
            shutil.rmtree(folder, ignore_errors=True)
            said = self.messages or [f"{path}: {why}"]
            raise why if isinstance(why, SpielError) else SpielError(said[0]) from why
        # Also at the end of the program, if it was not closed.
        self._end = weakref.finalize(self, end, fmu, folder, begun, self._callbacks)
        try:
            fmu.setDebugLogging(True, ["errors", "coupling"])
            self.inputs = tuple(self._all("input") if inputs is None else inputs)
            self.outputs = tuple(self._all("output") if outputs is None else outputs)
            # Never another array: the FMU reads this one's memory.
            self._given = np.array([float(self._variable(name).start or 0) for name in self.inputs])
            self._start = start
            self._now = c_double(start)
            self._step: Step = self._first
            self.set(settings)
        except BaseException:
            self.close()
            raise

    def _all(self, causality: str) -> list[str]:
        every = self._variables.values()
        return [one.name for one in every if one.causality == causality and one.type == "Real"]

    def _variable(self, name: str) -> Any:
        if name not in self._variables:
            raise unknown("variable", name, self._variables, "names are those that describe shows")
        return self._variables[name]

    def _call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Calls a function; the FMU's log messages are the error if it refuses."""
        if not self._end.alive:
            raise SpielError("this joint is closed")
        before = len(self.messages)
        try:
            return function(*arguments)
        except Exception as why:
            raise SpielError((self.messages[before:] or [str(why)])[0]) from why

    @property
    def time(self) -> float:
        """Start of the next step [s]."""
        return self._now.value

    def set(self, values: Mapping[str, Any] | None = None, **keywords: Any) -> None:
        """Sets variables by their names, or by keywords as for `build`: numbers in SI units, or text with a unit as
        "0.1 mm"; items of a choice by name or number.
        """
        settable = [one.name for one in self._variables.values() if one.causality != "output"]
        for name, value in together(values, keywords, settable).items():
            variable = self._variable(name)
            place, value = [variable.valueReference], meant(variable, value)
            if variable.type == "Boolean":
                self._call(self._fmu.setBoolean, place, [value])
            elif variable.type in ("Integer", "Enumeration"):
                self._call(self._fmu.setInteger, place, [value])
            else:
                self._call(self._fmu.setReal, place, [value])
                if name in self.inputs:
                    self._given[self.inputs.index(name)] = value

    def get(self, name: str) -> Any:
        """The value of a variable; of a choice its item's name."""
        self.initialize()
        variable = self._variable(name)
        number = [variable.valueReference]
        if variable.type == "Boolean":
            return bool(self._call(self._fmu.getBoolean, number)[0])
        if variable.type in ("Integer", "Enumeration"):
            value = self._call(self._fmu.getInteger, number)[0]
            items = variable.declaredType.items if variable.type == "Enumeration" else []
            return next((one.name for one in items if int(one.value) == value), value)
        return float(self._call(self._fmu.getReal, number)[0])

    def initialize(self, inputs: ArrayLike | None = None) -> "NDArray[np.float64]":
        """Initializes with these inputs, unless a step has done it, and gives the outputs."""
        fmu = self._fmu
        if not self._begun[0]:
            if inputs is not None:
                take(self._given, inputs, self.inputs)
            self._call(fmu.setupExperiment, None, self._start)
            for name, value in zip(self.inputs, self._given.tolist()):
                self._call(fmu.setReal, [self._variables[name].valueReference], [value])
            self._call(fmu.enterInitializationMode)
            self._call(fmu.exitInitializationMode)
            self._begun[0] = True
            self._step = stepper(self)
        numbers = [self._variable(name).valueReference for name in self.outputs]
        return np.array(self._call(fmu.getReal, numbers))

    def _first(self, inputs: ArrayLike | None, h: float) -> "NDArray[np.float64]":
        self.initialize(inputs)
        return self._step(inputs, h)

    def step(self, inputs: ArrayLike | None, h: float) -> "NDArray[np.float64]":
        """Makes a step of `h` [s] and gives the outputs at its end: loads to be held over the step.

        `inputs` are those at its start; None repeats the last ones.
        """
        return self._step(inputs, h)

    def close(self) -> None:
        """Ends the FMU and deletes its unpacked files."""
        if self._end.alive:
            self._end()
            self._step = closed

    def __enter__(self) -> "Joint":
        return self

    def __exit__(self, *why: object) -> None:
        self.close()


def callbacks(messages: list[str]) -> Any:
    """Functions for the FMU; its log lines go to `messages`."""
    def hear(_component: Any, _instance: Any, _status: Any, _category: Any, message: bytes) -> None:
        # A printf format without arguments.
        messages.append(message.decode(errors="replace").replace("%%", "%"))

    made = fmi2CallbackFunctions()
    made.logger = fmi2CallbackLoggerTYPE(hear)
    made.allocateMemory = fmi2CallbackAllocateMemoryTYPE(calloc)
    made.freeMemory = fmi2CallbackFreeMemoryTYPE(free)
    return made


def end(fmu: FMU2Slave, folder: str, begun: list[bool], _needed: Any) -> None:
    """Ends an FMU, which may call its callbacks until then."""
    try:
        if begun[0]:
            fmu.terminate()
    except Exception:
        # A failed one need not be terminated.
        pass
    finally:
        fmu.freeInstance()
        shutil.rmtree(folder, ignore_errors=True)


def closed(_inputs: Any, _h: float) -> Any:
    raise SpielError("this joint is closed")


def take(given: "NDArray[np.float64]", inputs: ArrayLike, names: Sequence[str]) -> None:
    """Writes inputs into the memory that the FMU reads: one number for each of `names`, not one for all."""
    try:
        if len(inputs) == len(names):  # type: ignore[arg-type]
            given[:] = inputs
            return
    except (TypeError, ValueError):
        pass
    try:
        shape = np.shape(inputs)
    except ValueError:
        shape = None
    few = ", ".join(names[:6]) + (", …" if len(names) > 6 else "")
    if shape == (len(names),):
        raise SpielError(f"inputs = {inputs} are not all numbers")
    raise SpielError(f"inputs have the shape {shape or '()'}, not ({len(names)},): {few}")


def meant(variable: Any, value: Any) -> bool | int | float:
    """A value for the FMU: converted from a unit, or the number of an item."""
    name, kind = variable.name, variable.type
    if kind == "Boolean":
        truth = {"true": True, "false": False}.get(value) if isinstance(value, str) else value
        if truth in (False, True):
            return bool(truth)
        raise SpielError(f"{name} = {value} is neither true nor false")
    if kind == "Enumeration" and isinstance(value, str):
        items = {one.name: int(one.value) for one in variable.declaredType.items}
        if value not in items:
            raise SpielError(f"{name} = {value} is none of {', '.join(items)}")
        return items[value]
    try:
        given = float(value)
    except ValueError:
        unit = variable.unit or (variable.declaredType.unit if variable.declaredType else None)
        try:
            given = number(value, unit or "1")
        except SpielError as why:
            raise SpielError(f"{name} = {value}: {why}") from why
    except TypeError as why:
        raise SpielError(f"{name} = {value} is not a number") from why
    if kind == "Real":
        return given
    if not given.is_integer():
        raise SpielError(f"{name} = {value} is not a whole number")
    return int(given)


def stepper(joint: Joint) -> Step:
    """The step itself, with the library's own functions and their arguments, looked up once.

    FMPy's cost several microseconds a step more. Arguments are made here, so ctypes converts none.
    """
    dll = joint._fmu.dll
    # By index: functions of our own, whose arguments FMPy has not declared.
    set_real, do_step, get_real = (dll[f"fmi2{name}"] for name in ("SetReal", "DoStep", "GetReal"))
    unit, true = c_void_p(joint._fmu.component), c_int(1)
    sides = []
    for names in (joint.inputs, joint.outputs):
        numbers = [joint._variable(name).valueReference for name in names]
        sides.append(((fmi2ValueReference * len(names))(*numbers), c_size_t(len(names))))
    (taken, many), (told, more) = sides
    given, got, names = joint._given, np.zeros(len(joint.outputs)), joint.inputs
    count = len(names)
    place, answer = (c_void_p(array.ctypes.data) for array in (given, got))
    now, size, messages = joint._now, c_double(), joint.messages
    copy = got.copy

    def step(inputs: Any, h: float) -> Any:
        if inputs is not None:
            try:
                # A single number would be broadcast to all of them.
                if len(inputs) != count:
                    raise ValueError
                given[:] = inputs
            except (TypeError, ValueError):
                take(given, inputs, names)
        size.value = h
        said = len(messages)
        if (
            set_real(unit, taken, many, place) > DONE
            or do_step(unit, now, size, true) > DONE
            or get_real(unit, told, more, answer) > DONE
        ):
            raise SpielError((messages[said:] or [f"the joint refused its step at {now.value} s"])[0])
        now.value += h
        return copy()

    return step
