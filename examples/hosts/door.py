"""A door on two hinges with play: its numbers, the hinges as two FMUs or as one, and the record of a run.

World axes are those of the hinge line, which is z; it leans by 20 degrees, so gravity does, in the x-z plane.
"""

import sys
from math import cos, radians, sin
from pathlib import Path

import numpy as np

# Without a wheel, the module is imported from the sources.
sys.path.insert(0, str(Path(__file__).parents[2] / "python/src"))

from spiel_joints import Joint  # noqa: E402

MASS = 6.0  # [kg]
INERTIA = np.array([0.16, 0.30, 0.20])  # about the centre of mass, in the door's axes [kg m2]
HEIGHTS = (-0.2, 0.2)  # of the hinges, along their line [m]
ARM = np.array([0.30, 0.02, 0.0])  # from the hinge line to the centre of mass, in the door's axes [m]
OPEN = radians(60)  # how far it stands open
GRAVITY = 9.81 * np.array([sin(radians(20)), 0.0, -cos(radians(20))])  # [m/s2]
QUATERNION = np.array([cos(OPEN / 2), 0.0, 0.0, sin(OPEN / 2)])  # at the start, scalar first
TURN = np.array([[cos(OPEN), -sin(OPEN), 0.0], [sin(OPEN), cos(OPEN), 0.0], [0.0, 0.0, 1.0]])
CENTRE = TURN @ ARM  # of mass, at the start [m]

FRAME = ("x", "y", "z", "e0", "e1", "e2", "e3", "vx", "vy", "vz", "wx", "wy", "wz")
LOAD = ("fx", "fy", "fz", "tx", "ty", "tz")
CONTACTS = ("lower", "upper", "lower_face", "upper_face")
OUTPUTS = (
    [f"load_b.{part}" for part in LOAD]
    + ["energy.stored", "energy.dissipated", "coupling.work_mismatch"]
    + [f"{contact}.{what}" for contact in CONTACTS for what in ("start_time", "impact_speed")]
)
# Of the group: a hinge reports its latest touch, of either edge or face.
GROUP_OUTPUTS = (
    [f"door.{part}" for part in LOAD]
    + ["energy.stored", "coupling.work_mismatch"]
    + [f"{hinge}.{name}" for hinge in ("lower", "upper")
       for name in ("energy.dissipated", "contact.start_time", "contact.impact_speed")]
)
# Motion of the centre of mass, in world axes; the reports of the hinges follow.
MOTION = ["time", *FRAME]


def mobility(height):
    """The acceleration of the pin at this height per unit load there, as a joint that predicts needs it.

    The other hinge is left out: neither predicts simultaneous contacts of both, which limits steps to 2e-6 s. The door
    turns by some mrad in a run, so the numbers at its start suffice.
    """
    x, y, z = TURN @ (np.array([0.0, 0.0, height]) - ARM)
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    inverse = TURN @ np.diag(1 / INERTIA) @ TURN.T
    whole = np.block([[np.eye(3) / MASS - cross @ inverse @ cross, -cross @ inverse], [inverse @ cross, inverse]])
    parts = ("x", "y", "z", "rx", "ry", "rz")
    names = [(row, column) for row in range(6) for column in range(row, 6)]
    return {f"coupling.mobility_{parts[row]}{parts[column]}": whole[row, column] for row, column in names}


class Hinges:
    """Both joints, an FMU each: the frames' states go in, the loads on the door come out, in world axes at the frames.

    `frames` are the pins' origins, from the centre of mass in the door's axes [m].
    """

    def __init__(self, folder, settings, heights=HEIGHTS):
        self.frames = [np.array([0.0, 0.0, height]) - ARM for height in heights]
        self.columns = [*MOTION, *(f"{hinge}.{name}" for hinge in ("lower", "upper") for name in OUTPUTS)]
        # The bearings stand still: frame a is set once.
        chosen = []
        for slot, height in enumerate(heights):
            own = {"frame_a.z": height}
            if settings.get("coupling.identify") == "on":
                # Hinges of one door probe in turns.
                own |= {"coupling.identify_slots": len(heights), "coupling.identify_slot": slot}
            elif settings.get("coupling.method") == "predicted":
                own |= mobility(height)
            chosen.append(settings | own)
        inputs = [f"frame_b.{part}" for part in FRAME]
        self.joints = [
            Joint(f"{folder}/door.fmu", inputs=inputs, outputs=OUTPUTS, settings=each) for each in chosen
        ]

    def step(self, frames, step):
        """Force [N] and moment [N m] on the door at each pin, and a row of the joints' reports."""
        told = [joint.step(frame, step) for joint, frame in zip(self.joints, frames, strict=True)]
        return [(answer[:3], answer[3:6]) for answer in told], np.concatenate(told).tolist()

    def messages(self):
        """The joints' log messages."""
        return [message for joint in self.joints for message in joint.messages]

    def close(self):
        for joint in self.joints:
            joint.close()


class Group:
    """Both hinges and the door in one FMU, used like `Hinges`: its only frame is the centre of mass."""

    def __init__(self, folder, settings):
        self.frames = [np.zeros(3)]
        self.columns = MOTION + GROUP_OUTPUTS
        inputs = [f"door.{part}" for part in FRAME]
        self.joint = Joint(f"{folder}/door_group.fmu", inputs=inputs, outputs=GROUP_OUTPUTS, settings=settings)

    def step(self, frames, step):
        """Returns force [N] and moment [N m] on the door at its centre of mass, and a row of the group's reports."""
        answer = self.joint.step(frames[0], step)
        return [(answer[:3], answer[3:6])], answer.tolist()

    def messages(self):
        """Returns the group's log messages."""
        return self.joint.messages

    def close(self):
        self.joint.close()


class Run:
    """The record of a run, a row for every communication point."""

    def __init__(self, rows, columns):
        self.table = np.asarray(rows)
        self.columns = dict(zip(columns, self.table.T, strict=True))

    def __getitem__(self, column):
        return self.columns[column]

    def reports(self, ending):
        """Returns the columns of both hinges, or of the group, whose names end like this."""
        return [values for name, values in self.columns.items() if name.endswith(ending)]

    def velocity(self):
        return np.array([self[name] for name in ("vx", "vy", "vz")]).T

    def energy(self):
        """Kinetic and potential energy of the door, energy stored and lost in the hinges, less the start's [J]."""
        w, x, y, z = (self[name] for name in ("e0", "e1", "e2", "e3"))
        axes = np.array([
            [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
            [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
            [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
        ])
        spin = np.einsum("ijt,jt->it", axes, np.array([self[name] for name in ("wx", "wy", "wz")]))
        kinetic = 0.5 * MASS * (self.velocity() ** 2).sum(1) + 0.5 * INERTIA @ spin**2
        potential = -MASS * np.array([self[name] for name in ("x", "y", "z")]).T @ GRAVITY
        told = sum(self.reports("energy.stored") + self.reports("energy.dissipated"))
        # A joint reports the end of its step, which is the next communication point.
        balance = kinetic + potential + np.concatenate([[0], told[:-1]])
        return balance - balance[0]

    def lost(self):
        return sum(self.reports("energy.dissipated"))[-1]

    def mismatch(self):
        """Returns the work mismatch at the end, of two hinges the larger one."""
        return max(values[-1] for values in self.reports("work_mismatch"))

    def touches(self):
        """First touch of each contact that was touched: (time [s], hinge and contact, speed [m/s]), in order."""
        found = []
        for contact in [name.removesuffix(".impact_speed") for name in self.columns if name.endswith(".impact_speed")]:
            begun, speed = self[f"{contact}.start_time"], self[f"{contact}.impact_speed"]
            first = np.flatnonzero(speed > 0)
            if first.size:
                found.append((begun[first[0]], contact.replace(".", " "), speed[first[0]]))
        return sorted(found)
