"""Writes the slider-crank as an OSP system, lets libcosim run it and reports its accuracy."""

import argparse
from pathlib import Path
from xml.etree import ElementTree

from libcosimpy.CosimEnums import CosimVariableCausality
from libcosimpy.CosimExecution import CosimExecution
from libcosimpy.CosimLogging import CosimLogLevel, log_output_level
from libcosimpy.CosimObserver import CosimObserver

from machine import KEPT, TURN, VALUES, Run, asked, build, fine_velocity, wires

NAMESPACE = "http://opensimulationplatform.com/MSMI/OSPSystemStructure"


def write(folder: Path, files: dict, method: str, step: float) -> None:
    """The system's file beside its FMUs. The schema demands the namespace and this order of elements."""
    root = ElementTree.Element("OspSystemStructure", {"xmlns": NAMESPACE, "version": "0.1"})
    # Without a step of its own libcosim takes 0.1 s, with no more than a warning.
    for name, text in (("StartTime", "0.0"), ("BaseStepSize", repr(step)), ("Algorithm", "fixedStep")):
        ElementTree.SubElement(root, name).text = text
    simulators = ElementTree.SubElement(root, "Simulators")
    for unit, file in files.items():
        simulator = ElementTree.SubElement(simulators, "Simulator", {"name": unit, "source": file.name})
        initial = ElementTree.SubElement(simulator, "InitialValues")
        for name, value in VALUES[unit].items():
            entry = ElementTree.SubElement(initial, "InitialValue", {"variable": name})
            ElementTree.SubElement(entry, "Real", {"value": repr(value)})
    connections = ElementTree.SubElement(root, "Connections")
    for source, output, target, entry in wires(method):
        connection = ElementTree.SubElement(connections, "VariableConnection")
        for simulator, name in ((source, output), (target, entry)):
            ElementTree.SubElement(connection, "Variable", {"simulator": simulator, "name": name})
    ElementTree.indent(root)
    ElementTree.ElementTree(root).write(folder / "OspSystemStructure.xml", encoding="UTF-8", xml_declaration=True)


def run(path: Path, method: str, step: float, until: float) -> Run:
    """Lets libcosim step a folder with a system, or an .ssp."""
    # Otherwise it reports every element that it reads, and that it ignores enumerations.
    log_output_level(CosimLogLevel.ERROR)
    if path.is_dir():
        execution = CosimExecution.from_osp_config_file(osp_path=str(path))
    else:
        execution = CosimExecution.from_ssp_file(ssp_path=str(path))
    observer = CosimObserver.create_last_value()
    execution.add_observer(observer=observer)
    indices = {unit: execution.slave_index_from_instance_name(unit) for unit in KEPT}
    references = {
        (unit, variable.name.decode()): variable.reference
        for unit, index in indices.items()
        for variable in execution.slave_variables(slave_index=index)
        if variable.causality == CosimVariableCausality.OUTPUT.value
    }

    def values(unit: str, names: list) -> list:
        numbers = [references[unit, name] for name in names]
        return observer.last_real_values(slave_index=indices[unit], variable_references=numbers)

    return Run(method, step).go(until, execution.step, values)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--system", type=Path, default=Path("target/hosts/osp"), help="where the system goes")
    given, method, step = asked(parser)
    fine = fine_velocity(given.system / "fine")
    folder = given.system / method
    write(folder, build(folder, method), method, step)
    done = run(folder, method, step, given.turns * TURN)
    done.tell(f"libcosim, {method}", fine)
    done.write(given.out / f"libcosim_{method}", f"libcosim, {method}, H = {step:g} s")


if __name__ == "__main__":
    main()
