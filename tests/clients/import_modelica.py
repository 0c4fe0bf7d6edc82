"""Checks the Modelica text that OpenModelica's importFMU writes of an FMU: types, constants, start values, ports.

The wrapper's calls into C are left out, and outputs follow time instead; the rest is written as importFMU
writes it, letter by letter, so names and items come as they are in the description. `rumoca` instantiates
and flattens it. Text that it accepts but OpenModelica refuses, or misreads silently, is sought here.
"""

import re
import sys
import tempfile
from pathlib import Path

import rumoca
from fmpy import read_model_description
from fmpy.model_description import ModelDescription, ScalarVariable

# Attributes of the built-in types may not be items (Modelica 3.6, section 4.9.5).
ATTRIBUTES = set("quantity unit displayUnit min max start fixed nominal unbounded stateSelect".split())
# Names that importFMU's wrapper itself declares.
TAKEN = set(
    "fmuWorkingDir logLevel debugLogging fmi2me fmi_x fmi_x_new fmi_z fmi_z_positive flowStartTime flowTime "
    "flowInitialized flowParamsStart flowInitInputs flowStatesInputs callEventUpdate newStatesAvailable "
    "triggerDSSEvent nextEventTime fmi2Functions time".split()
)


def safe(name: str) -> str:
    """A variable's name in the import: characters that identifiers cannot have become underscores."""
    return re.sub(r"\W", "_", name, flags=re.ASCII)


def enumeration(variable: ScalarVariable) -> str | None:
    return variable.declaredType.name if variable.type == "Enumeration" else None


def declared(variable: ScalarVariable) -> str:
    """The line of one variable."""
    kind = enumeration(variable) or variable.type
    # A local variable has no causality there; a variable that is neither constant nor a parameter has no variability.
    words = ["constant"] * (variable.variability == "constant")
    words += [variable.causality] * (variable.causality in ("input", "output", "parameter"))
    start = ""
    if variable.start is not None:
        if kind != variable.type:
            start = f" = map_{kind}_from_integer({variable.start})"
        elif variable.causality == "parameter":
            start = f" = {variable.start}"
        # Any other start value is dropped: a constant is left without one.
    text = f' "{variable.description}"' if variable.description else ""
    return " ".join([*words, kind, safe(variable.name)]) + start + text


def mapping(kind) -> str:
    """The function that converts a number to its item."""
    branches = "\n      else".join(
        f"if i == {place} then outType := {kind.name}.{item.name};"
        for place, item in enumerate(kind.items, 1)
    )
    return f"""
    function map_{kind.name}_from_integer
      input Integer i;
      output {kind.name} outType;
    algorithm
      {branches}
      end if;
    end map_{kind.name}_from_integer;"""


def written(description: ModelDescription) -> tuple[str, str]:
    """Name and text of the model."""
    name = f"{description.modelName}_me_FMU"
    types = [
        f"type {kind.name} = enumeration({', '.join(item.name for item in kind.items)});"
        for kind in description.typeDefinitions
        if kind.type == "Enumeration"
    ]
    lines = [*types, *(f"{declared(variable)};" for variable in description.modelVariables)]
    follows = {"Real": "time", "Integer": "integer(time)", "Boolean": "time > 1"}
    equations = [
        f"{safe(variable.name)} = "
        + (f"map_{enumeration(variable)}_from_integer(1)" if enumeration(variable) else follows[variable.type])
        for variable in description.modelVariables
        if variable.causality in ("output", "local") and variable.variability != "constant"
    ]
    states = description.numberOfContinuousStates
    if states:
        lines.append(f"Real fmi_x[{states}](each start = 0, each fixed = true);")
        equations.append(f"der(fmi_x) = ones({states})")
    functions = [mapping(kind) for kind in description.typeDefinitions if kind.type == "Enumeration"]
    body = "\n  ".join(lines)
    text = f'model {name} "{description.description}"\n  {body}\nprotected{"".join(functions)}\nequation\n  '
    return name, text + ";\n  ".join(equations) + f";\nend {name};\n"


def misread(description: ModelDescription) -> list[str]:
    """Parts that OpenModelica refuses or misreads although they parse."""
    wrong = []
    kinds = [kind for kind in description.typeDefinitions if kind.type == "Enumeration"]
    names = [kind.name for kind in kinds]
    wrong += [f"two types are called {name}" for name in sorted(set(names)) if names.count(name) > 1]
    for kind in kinds:
        items = [item.name for item in kind.items]
        wrong += [f"{kind.name}.{item} is an attribute" for item in items if item in ATTRIBUTES]
        if sorted(set(items)) != sorted(items):
            wrong.append(f"{kind.name} has an item twice")
        values = [int(item.value) for item in kind.items]
        if values != list(range(1, len(values) + 1)):
            wrong.append(f"{kind.name} has the values {values}, which are read as 1, 2, 3 …")
    known = {}
    for variable in description.modelVariables:
        name = safe(variable.name)
        if name in TAKEN or name in names:
            wrong.append(f"{variable.name} is a name that the import has taken")
        if known.setdefault(name, variable.name) != variable.name:
            wrong.append(f"{variable.name} and {known[name]} have one name")
        kind = enumeration(variable)
        if variable.variability == "constant" and not kind:
            wrong.append(f"the constant {variable.name} gets no value")
        if kind and variable.start is not None:
            items = variable.declaredType.items
            if not 1 <= int(variable.start) <= len(items):
                wrong.append(f"{variable.name} = {variable.start} is not an item of {kind}")
    return wrong


def faults(description: ModelDescription) -> list[str]:
    """All obstacles to an import."""
    name, text = written(description)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.mo"
        path.write_text(text)
        try:
            rumoca.Session().load(str(path), model=name)
        except rumoca.RumocaError as error:
            return [*misread(description), str(error).splitlines()[0]]
    return misread(description)


def spoilt(description: ModelDescription):
    """The description with one fault each and a word of the expected message; restored after each."""
    kinds = [kind for kind in description.typeDefinitions if kind.type == "Enumeration"]
    item, last = kinds[0].items[0], kinds[0].items[-1]
    constant = next(v for v in description.modelVariables if v.type == "Real" and v.causality == "parameter")
    for thing, attribute, value, said in (
        (item, "name", "parameter", "parameter"),
        (item, "name", "start", "attribute"),
        (last, "value", "9", "read as 1, 2, 3"),
        (kinds[0], "name", kinds[1].name, "two types"),
        (constant, "variability", "constant", "gets no value"),
        (constant, "name", "time", "has taken"),
        (constant, "name", "2nd", "could not be compiled"),
    ):
        before = getattr(thing, attribute)
        setattr(thing, attribute, value)
        if said == "gets no value":
            constant.causality = "local"
        yield said
        setattr(thing, attribute, before)
        constant.causality = "parameter"


def check(paths: list[Path]) -> list[str]:
    """The obstacles to importing these FMUs; also checks that planted faults are found."""
    problems, tried = [], False
    for path in paths:
        description = read_model_description(str(path))
        problems += [f"{path.name}: {fault}" for fault in faults(description)]
        if not tried and len(description.typeDefinitions) > 1:
            tried = True
            for said in spoilt(description):
                if not any(said in fault for fault in faults(description)):
                    problems.append(f"{path.name} made faulty: nothing says {said}")
    return problems + ([] if tried else ["no FMU has two enumerations"])


def main() -> int:
    paths = sorted(path for place in map(Path, sys.argv[1:]) for path in place.rglob("*.fmu"))
    problems = check(paths)
    print(f"{len(paths)} FMUs in Modelica: " + ("; ".join(problems) or "no problem"))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
