"""An FMU that jumps over load cycles wears as the forecast says: the life of a pin by both, with FMPy alone.

wear_with_fmpy.py

The host is a body of 20 kg on the journal, which its load presses into the bearing while a drive swings it. The FMU's
`wear.cycle_time` extrapolates every computed cycle; the host only goes on.
"""

import math
import sys
import tempfile
from pathlib import Path

from fmpy import extract, read_model_description
from fmpy.fmi2 import FMU2Slave

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python/src"))

import spiel_joints as sj  # noqa: E402

MASS, CYCLE, STEP = 20.0, 0.5, 5e-4
SWING, DEPTH = 0.5, 60e-6
PIN = {
    "geometry.bearing_radius": 0.01, "geometry.length": 0.02, "geometry.clearance": 5e-5,
    "wear.coefficient_a": 2e-15, "wear.coefficient_b": 5e-16, "contact.restitution": 0.3,
}


def load(time):
    """The force on the journal [N]: it swings by 23 degrees to both sides, twice in a cycle."""
    turn = 0.4 * math.sin(4 * math.pi * time / CYCLE)
    size = 1500 + 500 * math.cos(2 * math.pi * time / CYCLE)
    return size * math.cos(turn), size * math.sin(turn)


def angle(time):
    """The angle of the journal [rad] and its rate."""
    rate = 2 * math.pi / CYCLE
    return SWING * math.sin(rate * time), SWING * rate * math.cos(rate * time)


def forecast(folder):
    """Hours to the depth by the program."""
    rows = [(CYCLE * row / 200, *load(CYCLE * row / 200), angle(CYCLE * row / 200)[0]) for row in range(201)]
    cycle = folder / "cycle.csv"
    cycle.write_text("time [s],fx [N],fy [N],angle [rad]\n" + "".join(",".join(map(repr, row)) + "\n" for row in rows))
    return sj.forecast("revolute_clearance", cycle, hours=40, replace_at_wall=DEPTH, set=PIN)


def by_fmu(folder):
    """Cycles to the depth by the FMU, and those that it computed."""
    place = folder / "pin.fmu"
    settings = PIN | {"wear.cycle_time": CYCLE, "coupling.method": "predicted"}
    sj.build("revolute_clearance", cells=72, output=place, set=settings | sj.mobility(mass_b=MASS, inertia_b=1e6))
    about = read_model_description(str(place))
    number = {one.name: one.valueReference for one in about.modelVariables}
    fmu = FMU2Slave(guid=about.guid, unzipDirectory=extract(str(place)), instanceName="pin",
                    modelIdentifier=about.coSimulation.modelIdentifier)
    inputs = [number[f"frame_b.{name}"] for name in ("x", "y", "phi", "vx", "vy", "w")]
    loads = [number["load_b.fx"], number["load_b.fy"]]
    shown = [number["wear.depth_a"], number["wear.cycles"]]
    x, y, vx, vy = PIN["geometry.clearance"], 0.0, 0.0, 0.0
    fmu.instantiate()
    fmu.setupExperiment(startTime=0.0)
    fmu.enterInitializationMode()
    fmu.setReal(inputs, [x, y, *angle(0.0)[:1], vx, vy, angle(0.0)[1]])
    fmu.exitInitializationMode()
    steps, before = 0, (0.0, 0.0)
    while True:
        time = steps * STEP
        fmu.setReal(inputs, [x, y, angle(time)[0], vx, vy, angle(time)[1]])
        fmu.doStep(currentCommunicationPoint=time, communicationStepSize=STEP)
        fx, fy = fmu.getReal(loads)
        px, py = load(time + STEP / 2)
        ax, ay = (fx + px) / MASS, (fy + py) / MASS
        x, y = x + vx * STEP + ax * STEP**2 / 2, y + vy * STEP + ay * STEP**2 / 2
        vx, vy = vx + ax * STEP, vy + ay * STEP
        steps += 1
        if steps % round(CYCLE / STEP) == 0:
            now = tuple(fmu.getReal(shown))
            if now[0] >= DEPTH:
                part = (DEPTH - before[0]) / (now[0] - before[0])
                fmu.terminate()
                fmu.freeInstance()
                return before[1] + part * (now[1] - before[1]), steps * STEP / CYCLE
            before = now


def main():
    with tempfile.TemporaryDirectory() as name:
        foreseen = forecast(Path(name))
        cycles, computed = by_fmu(Path(name))
    hours = cycles * CYCLE / 3600
    print(f"wear: {DEPTH * 1e6:.0f} µm after {hours:.3f} h by the FMU, {foreseen.life:.3f} h by the forecast;"
          f" {cycles:.0f} cycles, of which the FMU computed {computed:.0f}")
    assert abs(hours / foreseen.life - 1) < 0.02, (hours, foreseen.life)
    assert computed < cycles / 30, (computed, cycles)


if __name__ == "__main__":
    main()
