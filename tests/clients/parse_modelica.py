"""Parses the Modelica package and the imports with a compiler; names must be those of the FMUs."""

import re
import sys
from pathlib import Path

import import_modelica
import rumoca
from fmpy import read_model_description

PACKAGE = Path(__file__).parents[2] / "examples/modelica/Spiel.mo"


def broken(text: str) -> list[str]:
    """The text with one fault each: a missing semicolon, a missing end, an end of another name."""
    whole = "w_rel;\n      RealOutput force_x;", "\n  end Units;", "end Bushing;"
    faulty = "w_rel\n      RealOutput force_x;", "", "end Bush;"
    assert all(text.count(part) == 1 for part in whole)
    return [text.replace(a, b) for a, b in zip(whole, faulty, strict=True)]


def names(text: str, model: str, kind: str) -> set[str]:
    """The connectors of one kind in one model."""
    body = re.search(rf"\bmodel {model} .*?end {model};", text, re.DOTALL).group()
    return set(re.findall(rf"\b{kind} (\w+);", body))


def wiring(text: str, model: str, fmu: Path) -> list[str]:
    """Names of an FMU that differ from the model that stands for it: a dot is an underscore there."""
    variables = read_model_description(str(fmu)).modelVariables
    inputs, outputs = (
        {v.name.replace(".", "_") for v in variables if v.causality == causality}
        for causality in ("input", "output")
    )
    wrong = inputs ^ names(text, model, "RealInput") | names(text, model, "RealOutput") - outputs
    return [f"{fmu.name} and {model} differ in {name}" for name in sorted(wrong)]


def is_planar(fmu: Path) -> bool:
    return any(v.name in ("frame_a.phi", "phi_rel") for v in read_model_description(str(fmu)).modelVariables)


def main() -> int:
    text = PACKAGE.read_text()
    problems = [str(diagnostic) for diagnostic in rumoca.validate(PACKAGE)]
    # A parser that accepts everything would prove nothing.
    for number, faulty in enumerate(broken(text)):
        if not rumoca.validate_source(faulty):
            problems.append(f"fault {number} was not seen")
    world = Path(sys.argv[1])
    relative = world / "relative"
    for model, folder in (("WorldFmu", world), ("RelativeFmu", relative)):
        # A joint of one coordinate and one in space lack a planar joint's ports.
        joints = [fmu for fmu in folder.glob("*.fmu") if is_planar(fmu)]
        problems += [problem for fmu in joints for problem in wiring(text, model, fmu)]
        problems += [] if joints else [f"no FMU in {folder}"]
    problems += import_modelica.check(sorted(world.rglob("*.fmu")))
    print(f"{PACKAGE.name} and imports: " + ("; ".join(problems) or "no problem"))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
