"""The slider-crank in Exudyn: generalized alpha, the joint in a user function before every step."""

import exudyn
import numpy
from exudyn.itemInterface import (
    LoadForceVector, LoadTorqueVector, MarkerBodyRigid, MarkerNodeCoordinate, Node1D, NodePointGround,
    NodeRigidBody2D, ObjectConnectorCoordinate, ObjectJointRevolute2D, ObjectMass1D, ObjectRigidBody2D,
    ObjectRotationalMass1D, SensorNode, SensorObject,
)

import machine
from machine import CRANK, CRANK_INERTIA, CRANK_MASS, GRAVITY, ROD, ROD_INERTIA, ROD_MASS, ROD_SPIN, SLIDER_MASS
from machine import SPEED, TIP_SPEED

# Half of a load acts in its own step, half in the next one.
SETTINGS = {"coupling.delay": "half"}
WHAT = exudyn.OutputVariableType


def bodies(mbs, pinned):
    """Crank on its bearing, rod, slider on its rail: nodes and bodies, and the constraint that turns the crank."""
    starts = {
        "crank": Node1D(initialVelocities=[SPEED]),
        "rod": NodeRigidBody2D(
            referenceCoordinates=[CRANK + 0.5 * ROD, 0, 0], initialVelocities=[0, 0.5 * TIP_SPEED, ROD_SPIN]),
        "slider": Node1D(referenceCoordinates=[CRANK + ROD]),
    }
    nodes = {name: mbs.AddNode(node) for name, node in starts.items()}
    about_pivot = CRANK_INERTIA + CRANK_MASS * (0.5 * CRANK) ** 2
    bodies = {
        "crank": ObjectRotationalMass1D(inertia=about_pivot, nodeNumber=nodes["crank"]),
        "rod": ObjectRigidBody2D(mass=ROD_MASS, inertia=ROD_INERTIA, nodeNumber=nodes["rod"]),
        "slider": ObjectMass1D(mass=SLIDER_MASS, nodeNumber=nodes["slider"]),
    }
    bodies = {name: mbs.AddObject(body) for name, body in bodies.items()}

    def at(name, x):
        return mbs.AddMarker(MarkerBodyRigid(bodyNumber=bodies[name], localPosition=[x, 0, 0]))

    # The crank's node is on its pivot; other frames are centres of mass.
    points = {"crank": 0.5 * CRANK, "rod": 0.0, "slider": 0.0}
    for name, mass in (("crank", CRANK_MASS), ("rod", ROD_MASS)):
        mbs.AddLoad(LoadForceVector(markerNumber=at(name, points[name]), loadVector=[0, -mass * GRAVITY, 0]))
    if pinned:
        mbs.AddObject(ObjectJointRevolute2D(markerNumbers=[at("crank", CRANK), at("rod", -0.5 * ROD)]))
    fixed = mbs.AddNode(NodePointGround())
    ends = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0)) for node in (fixed, nodes["crank"])]
    drive = mbs.AddObject(ObjectConnectorCoordinate(markerNumbers=ends, velocityLevel=True, offset=SPEED))
    return nodes, lambda name, x: at(name, points[name] + x), drive


def run(play, step, end, settings):
    """Rows of `machine.COLUMNS`."""
    container = exudyn.SystemContainer()
    mbs = container.AddSystem()
    nodes, at, drive = bodies(mbs, pinned=play.alone)
    frames = [at(name, x) for name, x in play.frames]
    turns = [name != "slider" for name, _ in play.frames]
    forces = [mbs.AddLoad(LoadForceVector(markerNumber=frame)) for frame in frames]
    moments = [mbs.AddLoad(LoadTorqueVector(markerNumber=frame)) for frame in frames]
    kept = sensors(mbs, nodes, drive)
    mbs.Assemble()

    read = mbs.GetMarkerOutput

    def states():
        values = []
        for frame, turning in zip(frames, turns):
            x, y, _ = read(frame, WHAT.Position).tolist()
            vx, vy, _ = read(frame, WHAT.Velocity).tolist()
            # A Rotation is wrapped at ±pi, which joints accept. Locked coordinates are constant.
            angle = read(frame, WHAT.Rotation).item(2) if turning else 0.0
            values += x, y, angle, vx, vy, read(frame, WHAT.AngularVelocity).item(2) if turning else 0.0
        return play.given(values, lambda: machine.mobility(values[2]))

    joint = play.joint(settings, states())
    told = []

    def before_step(mbs, _):
        # Exudyn passes the time of the step's end and the state of its start.
        answer = joint.step(states(), step).tolist()
        for force, moment, turning, first in zip(forces, moments, turns, (0, 3, 6)):
            fx, fy, t = answer[first:first + 3]
            mbs.SetLoadParameter(force, "loadVector", [fx, fy, 0])
            if turning:
                mbs.SetLoadParameter(moment, "loadVector", [0, 0, t])
        told.append(answer)
        return True

    mbs.SetPreStepUserFunction(before_step)
    solve(mbs, step, end)
    return rows(mbs, kept, told)


def solve(mbs, step, end, tune=lambda stepping: None):
    """Solves the system; `tune` may change the settings."""
    wanted = exudyn.SimulationSettings()
    wanted.solution.sensors.writePeriod = step
    wanted.solution.file.write = False
    stepping = wanted.timeIntegration
    stepping.numberOfSteps = round(end / step)
    stepping.endTime = stepping.numberOfSteps * step
    stepping.verboseMode = 0
    # Exudyn would repeat a step that does not converge, and the joint has made it already.
    stepping.adaptiveStep = False
    # Exact halves: with damping a little of a load acts later.
    stepping.generalizedAlpha.spectralRadius = 1
    # With few unknowns a new Jacobian is cheaper than another iteration.
    stepping.newton.useModifiedNewton = False
    stepping.newton.relativeTolerance = 1e-6
    tune(stepping)
    mbs.SolveDynamic(wanted)


def sensors(mbs, nodes, drive):
    """Sensors of the motion that Exudyn records."""
    def sensor(kind, what, **of):
        return mbs.AddSensor(kind(storeInternal=True, outputVariableType=what, **of))

    motion = [
        sensor(SensorNode, what, nodeNumber=nodes[name])
        for name in ("crank", "rod", "slider")
        for what in (WHAT.Coordinates, WHAT.Coordinates_t)
    ]
    return [*motion, sensor(SensorObject, WHAT.Force, objectNumber=drive)]


def rows(mbs, kept, told):
    """Rows of `machine.COLUMNS` from the records."""
    stored = [mbs.GetSensorStoredData(sensor) for sensor in kept]
    time, crank = stored[0][:, :2].T
    _, x, y, angle = stored[2].T
    # A node's coordinates count from its initial position.
    motion = [time, crank, x + CRANK + 0.5 * ROD, y, angle, *stored[3][:, 1:].T]
    motion += [stored[4][:, 1] + CRANK + ROD, stored[5][:, 1]]
    # A constraint acts with minus its force; the mean over each step.
    drive = -0.5 * (stored[6][:-1, 1] + stored[6][1:, 1])
    told = numpy.array(told)[:, -6:].T
    return numpy.vstack([numpy.array(motion)[:, :len(drive)], drive, told[[0, 1, 3, 4, 5]]]).T


if __name__ == "__main__":
    machine.main("exudyn", run, SETTINGS)
