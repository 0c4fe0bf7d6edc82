"""The door on Pinocchio's algorithms: a free flyer, with a symplectic step of its own."""

import numpy
import pinocchio as pin

from door import CENTRE, GRAVITY, INERTIA, MASS, QUATERNION

# A load acts in its own step, and positions move with the velocity of the step's end.
SETTINGS = {"coupling.semi_implicit": True}
AXES = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED


def run(hinges, step, end):
    """Rows of `hinges.columns`."""
    model = pin.Model()
    model.gravity.linear = GRAVITY
    door = model.addJoint(0, pin.JointModelFreeFlyer(), pin.SE3.Identity(), "door")
    model.appendBodyToJoint(door, pin.Inertia(MASS, numpy.zeros(3), numpy.diag(INERTIA)), pin.SE3.Identity())
    places = [numpy.zeros(3), *hinges.frames]
    centre, *frames = [
        model.addFrame(pin.Frame(f"frame {k}", door, 0, pin.SE3(numpy.eye(3), place), pin.FrameType.OP_FRAME))
        for k, place in enumerate(places)
    ]
    data, rows = model.createData(), []
    # Pinocchio's quaternion ends with its scalar; its velocities are in the door's axes.
    q, v = numpy.concatenate([CENTRE, QUATERNION[1:], QUATERNION[:1]]), numpy.zeros(6)

    def motion(frame):
        """Position, quaternion (scalar first), velocity and spin, all in world axes."""
        twist = pin.getFrameVelocity(model, data, frame, AXES)
        return [*data.oMf[frame].translation, q[6], *q[3:6], *twist.linear, *twist.angular]

    for index in range(round(end / step)):
        pin.forwardKinematics(model, data, q, v)
        pin.updateFramePlacements(model, data)
        loads, told = hinges.step([motion(frame) for frame in frames], step)
        pushes = pin.StdVec_Force(model.njoints, pin.Force.Zero())
        for frame, (force, moment) in zip(frames, loads, strict=True):
            # In world axes about the frame; Pinocchio needs the axes and the origin of the moving joint.
            there = pin.SE3(numpy.eye(3), data.oMf[frame].translation)
            pushes[door] += data.oMi[door].actInv(there.act(pin.Force(force, moment)))
        rows.append([index * step, *motion(centre), *told])
        v = v + step * pin.aba(model, data, q, v, numpy.zeros(6), pushes)
        q = pin.integrate(model, q, step * v)
    return rows
