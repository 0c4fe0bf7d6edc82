"""The door in Exudyn: a rigid body with Euler parameters, generalized alpha."""

import exudyn
import numpy
from exudyn.itemInterface import LoadForceVector, LoadTorqueVector, MarkerBodyRigid
from exudyn.rigidBodyUtilities import RigidBodyInertia, RotationMatrix2EulerParameters

from door import CENTRE, GRAVITY, INERTIA, MASS, TURN
from exudyn_host import solve

# Half of a load acts in its own step, half in the next one.
SETTINGS = {"coupling.delay": "half"}
WHAT = exudyn.OutputVariableType


def run(hinges, step, end):
    """Rows of `hinges.columns`."""
    mbs = exudyn.SystemContainer().AddSystem()
    door = mbs.CreateRigidBody(
        inertia=RigidBodyInertia(mass=MASS, inertiaTensor=numpy.diag(INERTIA)),
        referencePosition=CENTRE,
        referenceRotationMatrix=TURN,
        gravity=GRAVITY,
        nodeType=exudyn.NodeType.RotationEulerParameters,
    )
    centre, *frames = [
        mbs.AddMarker(MarkerBodyRigid(bodyNumber=door, localPosition=list(place)))
        for place in [numpy.zeros(3), *hinges.frames]
    ]
    # In world axes: bodyFixed, the default, is switched off.
    forces = [mbs.AddLoad(LoadForceVector(markerNumber=frame)) for frame in frames]
    moments = [mbs.AddLoad(LoadTorqueVector(markerNumber=frame)) for frame in frames]
    mbs.Assemble()
    read, rows = mbs.GetMarkerOutput, []

    def motion(frame):
        """Position, quaternion (scalar first), velocity and spin, all in world axes."""
        axes = mbs.GetObjectOutputBody(door, WHAT.RotationMatrix).reshape(3, 3)
        quaternion = RotationMatrix2EulerParameters(axes)
        return numpy.concatenate(
            [read(frame, WHAT.Position), quaternion, read(frame, WHAT.Velocity), read(frame, WHAT.AngularVelocity)]
        )

    def before_step(mbs, time):
        # Exudyn passes the time of the step's end and the state of its start.
        loads, told = hinges.step([motion(frame) for frame in frames], step)
        for force, moment, (f, t) in zip(forces, moments, loads, strict=True):
            mbs.SetLoadParameter(force, "loadVector", f.tolist())
            mbs.SetLoadParameter(moment, "loadVector", t.tolist())
        rows.append([time - step, *motion(centre), *told])
        return True

    mbs.SetPreStepUserFunction(before_step)
    solve(mbs, step, end)
    return rows
