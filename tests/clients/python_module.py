"""The Python module builds, steps, simulates, sweeps and refuses, with numbers that FMPy by itself confirms."""

import math
import os
import sys
import tempfile
import warnings
import zipfile
from pathlib import Path
from time import perf_counter, sleep

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "python/src"))
# The sweep's processes find the module on this path.
os.environ["PYTHONPATH"] = str(ROOT / "python/src")
os.environ.setdefault("SPIEL_JOINTS_PROGRAM", str(ROOT / "target/debug/fmu-build"))

import numpy as np  # noqa: E402
from fmpy import extract, read_model_description  # noqa: E402
from fmpy.fmi2 import FMU2Slave  # noqa: E402

import spiel_joints as sj  # noqa: E402

INPUTS = ("frame_b.x", "frame_b.vx")
STEP = 1e-6


def refused(what, *parts):
    """Checks that a call fails and that its one-line message holds every part."""
    try:
        what()
    except sj.SpielError as error:
        assert all(part in str(error) for part in parts) and "\n" not in str(error), error
    else:
        raise AssertionError(f"nothing refused {parts}")


def builds(folder):
    pin = sj.build("revolute_clearance", output=folder / "pin.fmu", set={"contact.restitution": 0.5}, clearance=2e-4)
    assert pin == folder / "pin.fmu"
    start = {one.name: one.start for one in read_model_description(str(pin)).modelVariables}
    assert float(start["geometry.clearance"]) == 2e-4 and float(start["contact.restitution"]) == 0.5, start
    relative = sj.build("revolute_clearance", output=folder / "seen.fmu", ports="relative", friction_model="none")
    names = {one.name for one in read_model_description(str(relative)).modelVariables}
    assert any(name.startswith("r_rel") for name in names)
    group = sj.build(group=ROOT / "examples/groups/rod.toml", output=folder / "rod.fmu")
    assert group.exists()
    three = sj.build("revolute_clearance", output=folder / "three.fmu", fmi=3)
    assert read_model_description(str(three)).fmiVersion == "3.0" and sj.check(three) == []
    out = folder / "x.fmu"
    refused(lambda: sj.build("revolute_clearance", output=out, fmi=4), "version of FMI", "4")
    with_arrays = read_model_description(str(sj.build("revolute_clearance", output=three, fmi=3, arrays=True)))
    assert "contact.table.speed" in {variable.name for variable in with_arrays.modelVariables}
    refused(lambda: sj.build("revolute_clearance", output=out, arrays=True), "--arrays needs --fmi 3")
    refused(lambda: sj.build("revolute_clearence", output=out), "revolute_clearance")
    refused(lambda: sj.build("revolute_clearance", output=out, restitution=1.3), "contact.restitution", "1.3")
    refused(lambda: sj.build("revolute_clearance", output=out, youngs_modulus=1e11), "ambiguous", "material_a.")
    refused(lambda: sj.build("revolute_clearance", output=out, clearence=1e-4), "clearence; did you mean geometry.clearance?")
    refused(lambda: sj.build("revolute_clearance", output=out, materal_a="steel"), "did you mean material_a?")
    refused(lambda: sj.build("revolute_clearance", output=out, colour="red"), "unknown keyword colour; names of variables")
    refused(lambda: sj.build("revolute_clearance", output=out, integrate=True), "integrate", "groups")
    refused(lambda: sj.build("revolute_clearance", output=out, binaries=folder / "none"), "none", "no such folder")
    refused(lambda: sj.build("revolute_clearance", output=out, material_a="stel"), "did you mean steel?")
    refused(lambda: sj.build("revolute_clearance", output=out, set={"geometry.clearance": 1}, clearance=1), "twice")
    assert not out.exists()
    by_catalogue = sj.build(
        "revolute_clearance", output=out, play="0.4 mm", material_a="steel", material_b="bronze", kinetic=0.1
    )
    start = {one.name: one.start for one in read_model_description(str(by_catalogue)).modelVariables}
    assert float(start["geometry.clearance"]) == 2e-4, "play is diametral"
    assert float(start["material_a.youngs_modulus"]) == 2.07e11 and float(start["friction.kinetic"]) == 0.1
    (folder / "machine.toml").write_text(sj.new("group"))
    machine = sj.build(group=folder / "machine.toml", output=folder / "machine.fmu", wrist_geometry_clearance="0.2 mm")
    start = {one.name: one.start for one in read_model_description(str(machine)).modelVariables}
    assert float(start["wrist.geometry.clearance"]) == 2e-4
    return str(pin)


def tells(pin, folder):
    """Descriptions, findings and start values come as Python's own values."""
    about = sj.describe("revolute_clearance")["contact.restitution"]
    assert about.causality == "parameter" and about.unit == "1" and "0..=1" in about.range and about.text, about
    assert "lugre" in sj.describe(Path(pin))["friction.model"].range
    refused(lambda: sj.describe("revolute_clearence"), "did you mean revolute_clearance?")

    assert sj.check(pin) == []
    other = folder / "other.fmu"
    with zipfile.ZipFile(pin) as old, zipfile.ZipFile(other, "w") as made:
        for name in old.namelist():
            text = old.read(name)
            if name == "modelDescription.xml":
                text = text.replace(b'modelName="', b'modelName="not ')
            made.writestr(name, text)
    found = sj.check(other)
    assert found and all(str(other) not in line for line in found), found
    refused(lambda: sj.check(folder / "no.fmu"), "no.fmu")

    bodies = sj.mobility(mass_b=2, inertia_b=0.1, arm_b=(0.3, 0))
    assert bodies["coupling.method"] == "predicted" and bodies["coupling.mobility_xx"] == 0.5, bodies
    # 1/m + r²/J = 0.5 + 0.09/0.1.
    assert abs(bodies["coupling.mobility_yy"] - 1.4) < 1e-12, bodies
    sj.build("revolute_clearance", output=folder / "predicted.fmu", set=bodies)
    refused(lambda: sj.mobility(mass_b=-1.0, inertia_b=0.1), "-1")
    group = folder / "door.toml"
    group.write_text(sj.new("group", space=True))
    hinge = sj.mobility(group=group, joint="lower")
    assert abs(hinge["coupling.mobility_rzrz"] - 1 / 0.2) < 1e-9, hinge
    refused(lambda: sj.mobility(group=group, joint="lowr"), "did you mean lower?")

    loops = ROOT / "tests/interface/data/ident_loops.csv"
    values, report = sj.identify(loops, load=850, output=folder / "lap.toml")
    assert values["interface.model"] == "iwan_network" and values["iwan.reference_load"] == 850, values
    # The loops' own slip force, as the program's tests have it.
    assert abs(values["iwan.slip_force"] - 1059.72) < 1.06 and "standard error" in report
    assert (folder / "lap.toml").exists() and sj.identify(loops, load=850).values == values
    identified_by_the_joint(folder)
    forecast_of_wear(folder)
    template = sj.new("revolute_clearance")
    assert "[geometry]" in template and "clearance" in template


class Frame:
    """A table as pandas has it, in what the module uses of it."""

    class Index:
        name = "time [s]"

    index = Index()

    def __init__(self, rows):
        self.rows = rows

    def to_csv(self, place, index):
        head = "time [s],position [mm],force [N]\n"
        assert index
        Path(place).write_text(head + "\n".join(",".join(map(repr, row)) for row in self.rows))


def identified_by_the_joint(folder):
    """A lap joint that sticks, then slides at 10 N: found in a table, with its error, its page and its doubts."""
    # Five springs of 200 kN/m behind sliders that hold 1 to 3 N.
    rows, forces, before = [], [0.0] * 5, 0.0
    for count in range(801):
        time = count * 0.005
        x = 0.1e-3 * math.sin(math.pi * time) * (0.3 + 0.2 * time)
        for spring in range(5):
            limit = 1 + 0.5 * spring
            forces[spring] = min(max(forces[spring] + 2e5 * (x - before), -limit), limit)
        before = x
        rows.append((time, 1e3 * x, sum(forces) + 0.05 * math.sin(1e4 * time * time)))
    found = sj.identify("rough_interface", Frame(rows), load=50, output=folder / "lap.toml", blind=[Frame(rows)])
    assert abs(found.values["iwan.slip_force"] - 10) < 0.5, found
    assert found.values["iwan.reference_load"] == 50 and found.values["interface.model"] == "iwan_network", found.values
    assert 0 < found.errors["iwan.slip_force"] < 1 and len(found.covariance) == len(found.names) == 3
    assert [each["blind"] for each in found.files] == [False, True] and "<svg" in found.page
    assert len(found.files[0]["measured"]) == len(found.files[0]["predicted"]) == len(found.files[0]["over"])
    sj.build("rough_interface", output=folder / "lap.fmu", parameters=folder / "lap.toml")
    refused(lambda: sj.identify("rough_interface", Frame(rows), columns={"force": "-force"}), "turns its sign")
    refused(lambda: sj.identify("rough_interface", Frame(rows), model="lugre"), "unknown model lugre")


def forecast_of_wear(folder):
    """A pin that swings under a load: its life with its band, its files, and what is refused."""
    cycle = folder / "cycle.csv"
    cycle.write_text("time [s],force [kN],angle [deg]\n0,1,-20\n1,1,20\n2,1,-20\n")
    pin = {"play": "0.1mm", "cells": 36, "poses": 12, "wear_coefficient": (1e-17, 1e-16)}
    found = sj.forecast(
        "revolute_clearance", cycle, hours=2000, replace_at=1.2e-4, output=folder / "pin.html", **pin,
    )
    early, middle, late = found.quantiles
    assert early < middle < late and abs(middle / found.life - 1) < 0.02, found
    assert len(found.hours) == len(found.play) == len(found.band) == 41 and found.play[0] < found.play[-1]
    assert found.shares == {"wear coefficient": 1} and 0 < sum(found.errors.values()) < 0.2, found.errors
    assert "<svg" in found.page and all(place.exists() for place in found.files.values())
    sj.build("revolute_clearance", cells=36, profile=found.files["map"], play="0.1mm", output=folder / "worn.fmu")
    further = sj.forecast("revolute_clearance", cycle, hours=100, start=found.files["state"], errors=False, **pin)
    assert further.hours[0] == 2000 and abs(further.play[0] / found.play[-1] - 1) < 1e-3 and further.life is None, further
    machine = sj.forecast(ROOT / "examples/groups/machine.toml", hours=100, period=0.3, errors=False)
    assert list(machine) == ["B", "C"] and machine["B"].volumes[-1][0] > machine["C"].volumes[-1][0] > 0
    refused(lambda: sj.forecast("revolute_clearance", hours=1), "--cycle")
    refused(lambda: sj.forecast("bushing", cycle, hours=1), "bushing")


def by_fmpy(pin, count):
    """Throws a journal against its bearing by FMPy alone; returns its last position and speed."""
    about = read_model_description(pin)
    number = {one.name: one.valueReference for one in about.modelVariables}
    fmu = FMU2Slave(guid=about.guid, unzipDirectory=extract(pin), instanceName="pin",
                    modelIdentifier=about.coSimulation.modelIdentifier)
    fmu.instantiate()
    fmu.setupExperiment(startTime=0.0)
    fmu.enterInitializationMode()
    fmu.exitInitializationMode()
    return throw(count, lambda x, v, time: (
        fmu.setReal([number[name] for name in INPUTS], [x, v]),
        fmu.doStep(currentCommunicationPoint=time, communicationStepSize=STEP),
        fmu.getReal([number["load_b.fx"]])[0],
    )[-1])


def throw(count, force):
    x, v = 1.9e-4, 1.0
    for index in range(count):
        a = force(x, v, index * STEP)  # a body of 1 kg
        x, v = x + v * STEP + a * STEP**2 / 2, v + a * STEP
    return x, v


def steps(pin):
    with sj.Joint(pin, inputs=INPUTS, outputs=["load_b.fx"]) as joint:
        by_module = throw(300, lambda x, v, _: joint.step((x, v), STEP)[0])
        assert abs(joint.time - 300 * STEP) < 1e-12
        impact = joint.get("contact.impact_speed")
        assert joint.get("friction.model") == "lugre" and joint.get("contact.active") is False
        folder = Path(joint._fmu.unzipDirectory)
        assert folder.exists()
    assert not folder.exists(), "what was unpacked is gone"
    assert by_module == by_fmpy(pin, 300), "the same numbers to the last digit"
    assert by_module[1] < -0.3
    print(f"python module: thrown back at {by_module[1]:.4f} m/s after an impact at {impact:.3f} m/s")
    refused(lambda: joint.step(None, STEP), "closed")

    with sj.Joint(pin, settings={"contact.dissipation": "exact"}) as joint:
        assert len(joint.inputs) == 12 and joint.inputs[6] == "frame_b.x"
        first = joint.step(np.zeros(12), STEP)
        second = joint.step(np.full(12, 1e-5), STEP)
        assert first is not second and first.shape == (len(joint.outputs),)
        joint.set(restitution=0.7)
        refused(lambda: joint.set(clearance=1e-4), "geometry.clearance")
        refused(lambda: joint.set(elastic="rubber"), "contact.elastic = rubber", "hertz")
        refused(lambda: joint.set(restitutoin=0.7), "did you mean contact.restitution?")
        refused(lambda: joint.get("contact.restitutoin"), "did you mean contact.restitution?")
        refused(lambda: joint.step([np.nan] * 12, STEP), "frame_a.x")
    refused(lambda: sj.Joint(pin, inputs=["frame_c.x"]), "frame_c.x; did you mean frame_")
    refused(lambda: sj.Joint(pin, settings={"contact.restitution": 1.3}), "restitution", "1.3")
    refused(lambda: sj.Joint("no.fmu"), "no.fmu")
    shapes(pin)
    units(pin)


def shapes(pin):
    """One number for each input, never one for all."""
    with sj.Joint(pin, inputs=INPUTS, outputs=["load_b.fx"]) as joint:
        refused(lambda: joint.initialize([0.0]), "(1,), not (2,): frame_b.x, frame_b.vx")
        for begun in (False, True):
            for wrong, shape in ((0.0, "()"), ([0.0], "(1,)"), ([0.0] * 3, "(3,)"), (np.zeros((2, 2)), "(2, 2)")):
                refused(lambda: joint.step(wrong, STEP), f"{shape}, not (2,): frame_b.x, frame_b.vx")
            refused(lambda: joint.step(["0.1 mm", 0.0], STEP), "0.1 mm", "not all numbers")
            joint.step([1e-5, 0.0] if not begun else np.array([2e-5, 0.0]), STEP)
        assert joint.get("frame_b.x") == 2e-5, "what was refused has changed nothing"


def units(pin):
    """Values with units are read; text that is not a value is refused, not rounded."""
    with sj.Joint(pin) as joint:
        joint.set(clearance="0.1 mm")
        joint.set({"material_a.youngs_modulus": "210 GPa", "coupling.semi_implicit": "false", "geometry.bearing_radius": "2e-2"})
        for name, number in (("geometry.clearance", 1e-4), ("material_a.youngs_modulus", 2.1e11), ("geometry.bearing_radius", 0.02)):
            assert joint.get(name) == number, (name, joint.get(name))
        assert joint.get("coupling.semi_implicit") is False
    with sj.Joint(pin) as joint:
        refused(lambda: joint.set(clearance="0.1 kg"), "geometry.clearance = 0.1 kg", "which is m")
        refused(lambda: joint.set(clearance="wide"), "geometry.clearance = wide", "not a number")
        refused(lambda: joint.set(clearance=None), "geometry.clearance = None is not a number")
        refused(lambda: joint.set(semi_implicit="nope"), "coupling.semi_implicit = nope", "true nor false")
        refused(lambda: joint.set(elastic=1.5), "contact.elastic = 1.5 is not a whole number")


def simulates(pin):
    time = np.arange(301) * STEP
    motion = {"frame_b.x": 1.9e-4 + 0.2 * time, "frame_b.vx": 0.2}
    told = sj.simulate(pin, motion, STEP, 300 * STEP, outputs=["load_b.fx", "energy.dissipated"])
    assert list(told) == ["time", "load_b.fx", "energy.dissipated"] and np.allclose(told["time"], time)
    force = told["load_b.fx"]
    assert np.all(force[time < 4e-5] == 0) and np.all(force[time > 6e-5] < 0)
    sparse = {"time": [0, time[-1]], "frame_b.x": [1.9e-4, 2.5e-4], "frame_b.vx": 0.2}
    again = sj.simulate(pin, sparse, STEP, 300 * STEP, outputs=["load_b.fx"])
    assert np.allclose(again["load_b.fx"], force, rtol=1e-6)
    refused(lambda: sj.simulate(pin, {"frame_b.x": [1, 2, 3]}, STEP, 300 * STEP), "(3,), not (301,)")
    refused(lambda: sj.simulate(pin, {"time": [0, 1], "frame_b.x": [1, 2, 3]}, STEP, STEP), "(3,), its time (2,)")
    refused(lambda: sj.simulate(pin, {"frame_b.y_": 0.0}, STEP, STEP), "did you mean frame_b.y?")
    # A run ends at the requested time; the sum of 300 floating-point steps counts.
    refused(lambda: sj.simulate(pin, None, STEP, 2.5 * STEP), "no multiple of step", "2e-06 and 3e-06")
    refused(lambda: sj.simulate(pin, None, 0.0, STEP), "step = 0.0")
    assert len(sj.simulate(pin, None, STEP, 3e-4, outputs=["load_b.fx"])["time"]) == 301
    return motion


def sweeps(pin, motion):
    cases = [{"geometry.clearance": clearance} for clearance in (2.4e-4, 2.0e-4, 2.2e-4)]
    told = sj.sweep(pin, cases, motion=motion, step=STEP, stop=300 * STEP, outputs=["load_b.fx"], progress=False)
    last = [run["load_b.fx"][-1] for run in told]
    assert last[1] < last[2] < last[0] < 0, last
    assert sj.sweep(pow, [2, 3], workers=2, progress=False, exp=2) == [4, 9]
    # One run cannot be made: the others are there, and the error names it.
    cases[1] = {"geometry.clearance": -1.0}
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        kept = sj.sweep(pin, cases, motion=motion, step=STEP, stop=300 * STEP, outputs=["load_b.fx"], progress=False)
    assert isinstance(kept[1], sj.SpielError) and "geometry.clearance" in str(kept[1]), kept[1]
    assert [kept[0]["load_b.fx"][-1], kept[2]["load_b.fx"][-1]] == [last[0], last[2]]
    [line] = [str(one.message) for one in said if "cases failed" in str(one.message)]
    assert "1 of 3" in line and "{'geometry.clearance': -1.0}" in line, line
    warnings.simplefilter("ignore")
    halves = sj.sweep(half, [4, 0, "x"], workers=2, progress=False)
    assert halves[0] == 0.25 and "ZeroDivisionError" in str(halves[1]) and "TypeError" in str(halves[2]), halves
    # A killed process loses only the results that had not been returned.
    survivors = sj.sweep(half, [*range(1, 40), "die"], workers=2, progress=False)
    assert survivors[:-1] == [1 / number for number in range(1, 40)], survivors
    assert isinstance(survivors[-1], sj.SpielError) and "lost" in str(survivors[-1]), survivors
    try:
        sj.sweep(pin, [{"geometry.clearance": -1.0}], motion=None, step=STEP, stop=STEP, progress=False)
    except sj.SpielError as error:
        assert "geometry.clearance" in str(error)
    else:
        raise AssertionError("a negative clearance was accepted")


def half(number):
    """1 / number, in a process that may end, later than all others have returned their results."""
    if number == "die":
        sleep(5)
        os._exit(1)
    return 1 / number


def cost(pin):
    """The time of a step and the FMU's own part of it: printed, not judged."""
    given, count = np.zeros(12), 100_000
    with sj.Joint(pin) as joint:
        joint.step(given, STEP)
        step = joint.step
        best = min(timed(lambda: loop(step, given, count)) for _ in range(3))
        values = given.tolist()
        listed = min(timed(lambda: loop(step, values, count)) for _ in range(3))
    print(f"python module: a step takes {best / count * 1e6:.2f} us with an array, {listed / count * 1e6:.2f} with a list")


def loop(step, given, count):
    for _ in range(count):
        step(given, STEP)


def timed(what):
    begin = perf_counter()
    what()
    return perf_counter() - begin


def main():
    warnings.simplefilter("ignore")  # of the glibc that libraries compiled here need
    with tempfile.TemporaryDirectory() as folder:
        pin = builds(Path(folder))
        tells(pin, Path(folder))
        steps(pin)
        sweeps(pin, simulates(pin))
        cost(pin)


if __name__ == "__main__":
    main()
