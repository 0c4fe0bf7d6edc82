"""The Python module: builds, steps, simulates, sweeps and refuses, with numbers that FMPy by itself gives, too."""

import os
import sys
import tempfile
import warnings
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "python/src"))
# So that the sweep's processes find the module, too.
os.environ["PYTHONPATH"] = str(ROOT / "python/src")
os.environ.setdefault("SPIEL_JOINTS_PROGRAM", str(ROOT / "target/debug/fmu-build"))

import numpy as np  # noqa: E402
from fmpy import extract, read_model_description  # noqa: E402
from fmpy.fmi2 import FMU2Slave  # noqa: E402

import spiel_joints as sj  # noqa: E402

INPUTS = ("frame_b.x", "frame_b.vx")
STEP = 1e-6


def refused(what, *parts):
    """Calls; every part must be in the error's one line."""
    try:
        what()
    except sj.SpielError as error:
        assert all(part in str(error) for part in parts) and "\n" not in str(error), error
    else:
        raise AssertionError(f"nobody refused {parts}")


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
    out = folder / "x.fmu"
    refused(lambda: sj.build("revolute_clearence", output=out), "revolute_clearance")
    refused(lambda: sj.build("revolute_clearance", output=out, restitution=1.3), "contact.restitution", "1.3")
    refused(lambda: sj.build("revolute_clearance", output=out, youngs_modulus=1e11), "ambiguous", "material_a.")
    refused(lambda: sj.build("revolute_clearance", output=out, clearence=1e-4), "unknown keyword clearence")
    refused(lambda: sj.build("revolute_clearance", output=out, set={"geometry.clearance": 1}, clearance=1), "twice")
    assert not out.exists()
    return str(pin)


def by_fmpy(pin, count):
    """A journal thrown against its bearing, by FMPy alone: its last place and speed."""
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
        refused(lambda: joint.step([np.nan] * 12, STEP), "frame_a.x")
    refused(lambda: sj.Joint(pin, inputs=["frame_c.x"]), "frame_c.x")
    refused(lambda: sj.Joint(pin, settings={"contact.restitution": 1.3}), "restitution", "1.3")
    refused(lambda: sj.Joint("no.fmu"), "no.fmu")


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
    refused(lambda: sj.simulate(pin, {"frame_b.x": [1, 2, 3]}, STEP, 300 * STEP), "3 values for 301")
    return motion


def sweeps(pin, motion):
    cases = [{"geometry.clearance": clearance} for clearance in (2.4e-4, 2.0e-4, 2.2e-4)]
    told = sj.sweep(pin, cases, motion=motion, step=STEP, stop=300 * STEP, outputs=["load_b.fx"], progress=False)
    last = [run["load_b.fx"][-1] for run in told]
    assert last[1] < last[2] < last[0] < 0, last
    assert sj.sweep(pow, [2, 3], workers=2, progress=False, exp=2) == [4, 9]
    try:
        sj.sweep(pin, [{"geometry.clearance": -1.0}], motion=None, step=STEP, stop=STEP, progress=False)
    except sj.SpielError as error:
        assert "geometry.clearance" in str(error)
    else:
        raise AssertionError("nobody refused a negative clearance")


def cost(pin):
    """The time of a step, and how much of it is the FMU's own: printed, not judged."""
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
        steps(pin)
        sweeps(pin, simulates(pin))
        cost(pin)


if __name__ == "__main__":
    main()
