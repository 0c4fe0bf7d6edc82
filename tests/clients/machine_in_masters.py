"""Runs the whole slider-crank as units in other people's masters: the plant and three joints with play.

The plant is `groups/plant.fmu` of the folder, the joints' FMUs lie in the folder itself.

libcosim and Ecos exchange loads a step late. At a fine step the machine must reach its first contacts
at the recorded times and speeds, and its energy balance must stay a small part of the losses.
"""

import sys
import tempfile
from pathlib import Path

STEP = 2e-7
UNTIL = 0.006
PLANT = "groups/plant.fmu"
JOINT = {
    "material_a.youngs_modulus": 7e10,
    "material_a.poissons_ratio": 0.33,
    "material_b.youngs_modulus": 7e10,
    "material_b.poissons_ratio": 0.33,
    "contact.restitution": 0.55,
}
# Joint: its FMU, and the plant's frames of its bodies a and b; the guide stands still.
JOINTS = {
    "B": ("literature/revolute_clearance", "crank_b", "rod_b"),
    "C": ("literature/revolute_clearance", "rod_c", "slider_c"),
    "D": ("translational_clearance", None, "slider_d"),
}
# First touches of B and C [s], and their tolerated delays. Before B every contact is open: the delay is the
# location in the step. Before C the load at B has acted for a millisecond, a step late.
RECORD = {"B": (3.643368693e-3, 1e-9), "C": (4.681729763e-3, 1e-6)}


def wires():
    """Connections as (unit, output, unit, input)."""
    for joint, (_, *frames) in JOINTS.items():
        for body, frame in zip("ab", frames):
            for part in ("x", "y", "phi", "vx", "vy", "w") if frame else ():
                yield "plant", f"{frame}.{part}", joint, f"frame_{body}.{part}"
            for part in ("fx", "fy", "t") if frame else ():
                yield joint, f"load_{body}.{part}", "plant", f"{frame}.{part}"


def run(step, value) -> bool:
    """Drives a master (`step(n)`, `value(unit, output)`) and judges the machine's motion."""

    def energy() -> float:
        joints = sum(value(j, f"energy.{kind}") for j in JOINTS for kind in ("dissipated", "stored"))
        return value("plant", "energy.bodies") - value("plant", "energy.drive") + joints

    step(1)
    before, at, good = energy(), 1, True
    for joint, (record, allowed) in RECORD.items():
        # A little after the first contact begins, before it can end.
        until = round((record + 5e-5) / STEP)
        step(until - at)
        at = until
        late = value(joint, "contact.start_time") - record
        print(f"  {joint} touches first {late:+.1e} s late, at {value(joint, 'contact.impact_speed'):.5f} m/s")
        good &= abs(late) < allowed
    step(round(UNTIL / STEP) - at)
    lost = sum(value(joint, "energy.dissipated") for joint in JOINTS)
    gained = energy() - before
    print(f"  {lost:.3e} J lost, balance off by {gained:+.1e} J")
    return good and lost > 0 and abs(gained) < 0.02 * lost


def with_libcosim(folder: Path) -> bool:
    from libcosimpy.CosimEnums import CosimVariableCausality
    from libcosimpy.CosimExecution import CosimExecution
    from libcosimpy.CosimLogging import CosimLogLevel, log_output_level
    from libcosimpy.CosimObserver import CosimObserver

    log_output_level(CosimLogLevel.ERROR)

    def unit(name: str, fmu: Path, values: dict) -> str:
        initial = "".join(
            f'<InitialValue variable="{variable}"><Real value="{value!r}"/></InitialValue>'
            for variable, value in values.items()
        )
        return f'<Simulator name="{name}" source="{fmu.resolve()}"><InitialValues>{initial}</InitialValues></Simulator>'

    def wire(source: str, output: str, target: str, entry: str) -> str:
        return (
            f'<VariableConnection><Variable simulator="{source}" name="{output}"/>'
            f'<Variable simulator="{target}" name="{entry}"/></VariableConnection>'
        )

    units = [unit("plant", folder / PLANT, {"slider.mass": 2.0})]
    units += [unit(joint, folder / f"{fmu}.fmu", JOINT) for joint, (fmu, *_) in JOINTS.items()]
    with tempfile.TemporaryDirectory() as place:
        (Path(place) / "OspSystemStructure.xml").write_text(
            '<?xml version="1.0" encoding="UTF-8"?>'
            '<OspSystemStructure xmlns="http://opensimulationplatform.com/MSMI/OSPSystemStructure" version="0.1">'
            f"<StartTime>0.0</StartTime><BaseStepSize>{STEP}</BaseStepSize><Algorithm>fixedStep</Algorithm>"
            f"<Simulators>{''.join(units)}</Simulators>"
            f"<Connections>{''.join(wire(*ends) for ends in wires())}</Connections></OspSystemStructure>"
        )
        execution = CosimExecution.from_osp_config_file(osp_path=place)
        observer = CosimObserver.create_last_value()
        execution.add_observer(observer=observer)
        known = {}
        for name in ("plant", *JOINTS):
            index = execution.slave_index_from_instance_name(name)
            for variable in execution.slave_variables(slave_index=index):
                if variable.causality == CosimVariableCausality.OUTPUT.value:
                    known[name, variable.name.decode()] = (index, variable.reference)

        def value(name: str, variable: str) -> float:
            index, reference = known[name, variable]
            return observer.last_real_values(slave_index=index, variable_references=[reference])[0]

        return run(execution.step, value)


def with_ecos(folder: Path) -> bool:
    from ecospy import EcosSimulation, EcosSimulationStructure

    structure = EcosSimulationStructure()
    structure.add_model("plant", folder / PLANT)
    for joint, (fmu, *_) in JOINTS.items():
        structure.add_model(joint, folder / f"{fmu}.fmu")
    for source, output, target, entry in wires():
        structure.make_real_connection(f"{source}::{output}", f"{target}::{entry}")
    values = {f"{joint}::{name}": value for joint in JOINTS for name, value in JOINT.items()}
    structure.add_parameter_set("initialValues", values)
    simulation = EcosSimulation(structure=structure, step_size=STEP)
    simulation.init(parameter_set="initialValues")
    good = run(simulation.step, lambda unit, output: simulation.get_real(f"{unit}::{output}"))
    simulation.terminate()
    return good


if __name__ == "__main__":
    print(sys.argv[1])
    master = {"libcosim": with_libcosim, "ecos": with_ecos}[sys.argv[1]]
    sys.exit(0 if master(Path(sys.argv[2])) else 1)
