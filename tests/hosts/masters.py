"""The slider-crank of units in libcosim and Ecos: as fast after the first impact as in fine steps, no energy made.

target/venv-ssp/bin/python tests/hosts/masters.py      with examples/hosts/ssp/requirements.txt installed
"""

import sys
import tempfile
import zipfile
from pathlib import Path
from xml.etree import ElementTree

HOSTS = Path(__file__).resolve().parents[2] / "examples/hosts"
sys.path += [str(HOSTS / "osp"), str(HOSTS / "ssp")]

import in_libcosim
from in_masters import MASTERS
from machine import STEP, TURN, build, fine_velocity
from pack import PARAMETER_SET, SSP, pack

# Bounds: of the speed after the first impact, and of the loss in a turn.
MOST_ERROR, MOST_OFF = 0.02, 0.01
PLAIN_STEP = 1e-5


def main() -> int:
    missed = []

    def must(held: bool, what: str) -> None:
        if not held:
            missed.append(what)

    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        fine = fine_velocity(folder / "fine")
        for method, step in (("predicted", STEP), ("measured", STEP), ("step_mean", PLAIN_STEP)):
            system = folder / method
            fmus = build(system, method)
            in_libcosim.write(system, fmus, method, step)
            file = folder / f"{method}.ssp"
            pack(file, fmus, method, step)
            runs = {"libcosim, folder": in_libcosim.run(system, method, step, TURN)}
            runs |= {f"{name}, .ssp": master(file, method, step, TURN) for name, master in MASTERS.items()}
            for name, run in runs.items():
                name = f"{name}, {method}"
                told = run.tell(name, fine)
                if method == "measured":
                    # docs/coupling.md describes this: these masters use loads a step late, the plant moves exactly.
                    delay, rule = (run[f"C:coupling.measured_{part}"][-1] for part in ("delay", "semi_implicit"))
                    must(abs(delay - 1) < 0.05, f"{name}: measured delay {delay}")
                    must(abs(rule) < 0.1, f"{name}: measured update rule {rule}")
                if method != "step_mean":
                    must(told["error"] < MOST_ERROR, f"{name}: speed after the first impact")
                    must(abs(told["off"]) < MOST_OFF, f"{name}: balance of energy")
                else:
                    # Energy made by a pin without prediction: the demands above can be missed.
                    must(told["error"] > MOST_ERROR and told["off"] > 10 * MOST_OFF, f"{name}: made no energy")
            first, *others = (run.after_impact() for run in runs.values())
            # Masters round the time in ways of their own, which a pin that measures its host reveals.
            most = 1e-5 if method == "measured" else 1e-9
            must(all(abs(other - first).max() < most for other in others), f"{method}: the same in every master")
            must(structure(file, fmus, step), f"{method}: what the .ssp says of units, parameters and step")
    print("; ".join(f"missed: {what}" for what in missed) or "Nothing missed.")
    return 1 if missed else 0


def structure(file: Path, fmus: dict, step: float) -> bool:
    """Checks OMSimulator's demands, as it cannot run here: known variables, equal units at both ends, a step."""
    with zipfile.ZipFile(file) as archive:
        ssd = ElementTree.fromstring(archive.read("SystemStructure.ssd"))
        sets = [ElementTree.fromstring(archive.read(n)) for n in archive.namelist() if n.endswith(".ssv")]
    spaces = {
        name: f"{SSP}{space}"
        for name, space in (("ssd", "SystemStructureDescription"), ("ssc", "SystemStructureCommon"))
    }
    ends = {}
    for component in ssd.iterfind(".//ssd:Component", spaces):
        with zipfile.ZipFile(fmus[component.get("name")]) as fmu:
            known = {
                v.get("name"): v
                for v in ElementTree.fromstring(fmu.read("modelDescription.xml")).iter("ScalarVariable")
            }
        for connector in component.iterfind(".//ssd:Connector", spaces):
            [kind], variable = list(connector), known[connector.get("name")]
            if connector.get("kind") != variable.get("causality") or kind.get("unit") != variable[0].get("unit"):
                return False
            ends[component.get("name"), connector.get("name")] = kind.get("unit")
    listed = {unit.get("name") for unit in ssd.iterfind("ssd:Units/ssc:Unit", spaces)}
    ways = [way.attrib for way in ssd.iterfind(".//ssd:Connection", spaces)]
    same = all(ends[w["startElement"], w["startConnector"]] == ends[w["endElement"], w["endConnector"]] for w in ways)
    steps = [float(e.get(a)) for e in ssd.iter() for a in ("stepSize", "baseStepSize") if e.get(a)]
    named = {parameters.get("name") for parameters in sets}
    return (
        bool(ways)
        and same
        and set(ends.values()) - {None} <= listed
        and steps == [step] * 2
        and named == {PARAMETER_SET}
    )


if __name__ == "__main__":
    sys.exit(main())
