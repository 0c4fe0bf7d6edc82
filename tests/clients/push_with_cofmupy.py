"""Pushes a journal into its bearing at a steady speed by CoFMPy's master: Hertz's force and its energy."""

import math
import sys

from cofmupy import Coordinator
from cofmupy.wrappers import Fmu2Handler

STEP = 1e-6
STEPS = 15
SPEED = 0.5
CLEARANCE = 5e-4
START = CLEARANCE - 2e-6
# Steel in steel with the joint's own start values; Lankarani and Nikravesh: K = 4/3 E* sqrt(R).
MODULUS = 2.07e11 / (2 * (1 - 0.3**2))
RADIUS = 0.01 * (0.01 - CLEARANCE) / CLEARANCE
STIFFNESS = 4 / 3 * MODULUS * math.sqrt(RADIUS)


def real_outputs(handler: Fmu2Handler) -> list[str]:
    """CoFMPy 1.0.0 reads each output of an FMI 2.0 unit as a Real, a Boolean too; the unit refuses that."""
    variables = handler.description.modelVariables
    return [v.name for v in variables if v.causality == "output" and v.type == "Real"]


def push(path: str) -> dict[str, list[float]]:
    """The outputs after each step, by name."""

    def prescribed(variable: str, first: float, slope: float) -> dict:
        values = {"0": first, "1": first + slope}
        source = {"type": "literal", "values": values, "interpolation": "linear"}
        return {"source": source, "target": [{"type": "fmu", "id": "pin", "variable": variable}]}

    # A restitution of one loses nothing: the force follows from the depth alone.
    start = {"contact.restitution": 1.0, "frame_b.x": START, "frame_b.vx": SPEED}
    coordinator = Coordinator()
    coordinator.start(
        {
            "root": "",
            "fmus": [{"id": "pin", "name": "pin", "path": path, "initialization": start}],
            "connections": [prescribed("frame_b.x", START, SPEED), prescribed("frame_b.vx", SPEED, 0.0)],
            "data_storages": [],
        }
    )
    for _ in range(STEPS):
        coordinator.do_step(STEP)
    return {key[1]: values for key, values in coordinator.get_results().items() if key != "time"}


def main() -> int:
    Fmu2Handler.get_output_names = real_outputs
    outputs = push(sys.argv[1])
    last = {name: values[-1] for name, values in outputs.items()}
    depth = START + STEPS * STEP * SPEED - CLEARANCE
    force = STIFFNESS * depth**1.5
    errors = {
        "force": last["contact.normal_force"] / force - 1,
        "energy": last["energy.stored"] / (0.4 * force * depth) - 1,
        "first touch": last["contact.start_time"] / ((CLEARANCE - START) / SPEED) - 1,
        "impact speed": last["contact.impact_speed"] / SPEED - 1,
        "reaction": last["load_a.fx"] / -last["load_b.fx"] - 1,
    }
    print(f"{force:.1f} N at {depth * 1e6:.1f} µm; off by")
    print("  " + ", ".join(f"{name} {error:+.0e}" for name, error in errors.items()))
    # 1e-9: the depth is the difference of positions 100 times as large, with 16 digits.
    return 0 if all(abs(error) < 1e-9 for error in errors.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
