"""Packs the slider-crank as one .ssp: structure, FMUs and parameter sets, for Ecos, libcosim and OMSimulator."""

import zipfile
from pathlib import Path
from xml.etree import ElementTree

from machine import TURN, VALUES, wires

SSP = "http://ssp-standard.org/SSP1/"
SPACES = {
    "xmlns:ssd": SSP + "SystemStructureDescription",
    "xmlns:ssc": SSP + "SystemStructureCommon",
    "xmlns:ssv": SSP + "SystemStructureParameterValues",
    "xmlns:osp": "http://opensimulationplatform.com/SSP/OSPAnnotations",
    "xmlns:oms": "https://raw.githubusercontent.com/OpenModelica/OMSimulator/master/schema/oms.xsd",
}
# Ecos and libcosim search for a set of this name.
PARAMETER_SET = "initialValues"


def pack(file: Path, fmus: dict, method: str, step: float, until: float = 3 * TURN) -> None:
    """Writes the .ssp, with equal bytes every time."""
    about = {unit: Description(path) for unit, path in fmus.items()}
    parts = {"SystemStructure.ssd": structure(about, method, step, until)}
    for unit, path in fmus.items():
        parts[f"resources/{path.name}"] = path.read_bytes()
        parts[f"resources/{unit}.ssv"] = parameters(about[unit], VALUES[unit])
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(parts.items()):
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)


class Description:
    """The units and variables in an FMU's own description."""

    def __init__(self, path: Path):
        with zipfile.ZipFile(path) as archive:
            root = ElementTree.fromstring(archive.read("modelDescription.xml"))
        self.file = path.name
        self.bases = {u.get("name"): dict(u.find("BaseUnit").attrib) for u in root.iter("Unit")}
        self.variables = {v.get("name"): v for v in root.iter("ScalarVariable")}

    def kind(self, name: str) -> tuple:
        """A variable's type and its unit, if it has one."""
        [kind] = self.variables[name]
        return kind.tag, ({"unit": kind.get("unit")} if kind.get("unit") else {})


def structure(about: dict, method: str, step: float, until: float) -> bytes:
    ends = {unit: {} for unit in about}
    for source, output, target, entry in wires(method):
        ends[source][output], ends[target][entry] = "output", "input"
    for unit, values in VALUES.items():
        ends[unit].update(dict.fromkeys(values, "parameter"))
    root = ElementTree.Element("ssd:SystemStructureDescription", {**SPACES, "name": "slider_crank", "version": "1.0"})
    system = below(root, "ssd:System", name="machine", description="A slider-crank with play in the pin C")
    elements = below(system, "ssd:Elements")
    for unit, description in about.items():
        source = {"source": f"resources/{description.file}", "type": "application/x-fmu-sharedlibrary"}
        component = below(elements, "ssd:Component", name=unit, **source)
        connectors = below(component, "ssd:Connectors")
        for name, causality in ends[unit].items():
            kind, its_unit = description.kind(name)
            # OMSimulator refuses to connect variables of different units.
            below(below(connectors, "ssd:Connector", name=name, kind=causality), f"ssc:{kind}", **its_unit)
        bindings = below(component, "ssd:ParameterBindings")
        below(bindings, "ssd:ParameterBinding", source=f"resources/{unit}.ssv")
    connections = below(system, "ssd:Connections")
    for source, output, target, entry in wires(method):
        way = {"startElement": source, "startConnector": output, "endElement": target, "endConnector": entry}
        below(connections, "ssd:Connection", **way)
    # The master of OMSimulator and its step; without it OMSimulator uses 1e-3 s.
    note = below(below(system, "ssd:Annotations"), "ssc:Annotation", type="org.openmodelica")
    master = {"description": "oms-ma", "stepSize": repr(step), "absoluteTolerance": "1e-4", "relativeTolerance": "1e-4"}
    below(below(below(note, "oms:Annotations"), "oms:SimulationInformation"), "oms:FixedStepMaster", **master)
    units = below(root, "ssd:Units")
    for name, base in used(about, ends).items():
        below(below(units, "ssc:Unit", name=name), "ssc:BaseUnit", **base)
    experiment = below(root, "ssd:DefaultExperiment", startTime="0.0", stopTime=repr(until))
    note = below(below(experiment, "ssd:Annotations"), "ssc:Annotation", type="com.opensimulationplatform")
    below(below(note, "osp:Algorithm"), "osp:FixedStepAlgorithm", baseStepSize=repr(step))
    return text(root)


def parameters(description: Description, values: dict) -> bytes:
    spaces = {name: SPACES[name] for name in ("xmlns:ssc", "xmlns:ssv")}
    root = ElementTree.Element("ssv:ParameterSet", {**spaces, "name": PARAMETER_SET, "version": "1.0"})
    listed = below(root, "ssv:Parameters")
    for name, value in values.items():
        kind, its_unit = description.kind(name)
        below(below(listed, "ssv:Parameter", name=name), f"ssv:{kind}", value=repr(value), **its_unit)
    units = below(root, "ssv:Units")
    for name, base in used({"": description}, {"": values}).items():
        below(below(units, "ssc:Unit", name=name), "ssc:BaseUnit", **base)
    return text(root)


def used(about: dict, variables: dict) -> dict:
    """The units of these variables."""
    names = {description.kind(name)[1].get("unit") for unit, description in about.items() for name in variables[unit]}
    bases = {name: base for description in about.values() for name, base in description.bases.items()}
    return {name: bases[name] for name in sorted(names - {None})}


def below(parent, tag, **attributes):
    return ElementTree.SubElement(parent, tag, attributes)


def text(root) -> bytes:
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="UTF-8", xml_declaration=True)
