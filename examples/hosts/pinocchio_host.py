"""The slider-crank on Pinocchio's algorithms, with a symplectic step of its own."""

from math import atan2

import numpy
import pinocchio as pin

import machine
from machine import CRANK, CRANK_INERTIA, CRANK_MASS, GRAVITY, ROD, ROD_INERTIA, ROD_MASS, ROD_SPIN, SLIDER_INERTIA
from machine import SLIDER_MASS, SPEED, TIP_SPEED

# A load acts in its own step, and positions move with the velocity of the step's end.
SETTINGS = {"coupling.semi_implicit": True}
# Inertia that keeps the crank's speed constant under any load [kg m2].
HEAVY = 1e9
AXES = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED


def build(play):
    """The machine, and the joint that moves each body, with the centre of mass from there."""
    model = pin.Model()
    model.gravity.linear = numpy.array([0, -GRAVITY, 0])

    def at(x):
        return pin.SE3(numpy.eye(3), numpy.array([x, 0.0, 0.0]))

    def body(joint, name, mass, inertia, centre):
        model.appendBodyToJoint(joint, pin.Inertia(mass, numpy.zeros(3), inertia * numpy.eye(3)), at(centre))
        return joint, centre

    crank = model.addJoint(0, pin.JointModelRZ(), at(0.0), "crank")
    if play.alone:
        rod = model.addJoint(crank, pin.JointModelRZ(), at(CRANK), "rod")
    else:
        along = model.addJoint(0, pin.JointModelPX(), at(CRANK + 0.5 * ROD), "rod x")
        across = model.addJoint(along, pin.JointModelPY(), at(0.0), "rod y")
        rod = model.addJoint(across, pin.JointModelRZ(), at(0.0), "rod")
    slider = model.addJoint(0, pin.JointModelPX(), at(CRANK + ROD), "slider")
    bodies = {
        "crank": body(crank, "crank", CRANK_MASS, CRANK_INERTIA, 0.5 * CRANK),
        "rod": body(rod, "rod", ROD_MASS, ROD_INERTIA, 0.5 * ROD if play.alone else 0.0),
        "slider": body(slider, "slider", SLIDER_MASS, SLIDER_INERTIA, 0.0),
    }
    armature = model.armature.copy()
    armature[0] = HEAVY
    model.armature = armature

    def frame(name, x):
        joint, centre = bodies[name]
        return model.addFrame(pin.Frame(f"{name} {x}", joint, 0, at(centre + x), pin.FrameType.OP_FRAME))

    # Also the rod's centre of mass, which is recorded.
    return model, [frame(*place) for place in [*play.frames, ("rod", 0.0)]]


def run(play, step, end, settings):
    """Rows of `machine.COLUMNS`."""
    model, (*frames, rod) = build(play)
    data = model.createData()
    q = pin.neutral(model)
    # Angles count from the parent: the rod turns back against the crank.
    v = [SPEED, ROD_SPIN - SPEED, 0.0] if play.alone else [SPEED, 0.0, 0.5 * TIP_SPEED, ROD_SPIN, 0.0]
    v = numpy.array(v)
    no_effort = numpy.zeros(model.nv)
    parents = [model.frames[frame].parentJoint for frame in frames]

    def motion(frame):
        """x, y, angle and their rates, in world axes."""
        place, twist = data.oMf[frame], pin.getFrameVelocity(model, data, frame, AXES)
        (x, y, _), (vx, vy, _), turn = place.translation.tolist(), twist.linear.tolist(), place.rotation
        return [x, y, atan2(turn[1, 0], turn[0, 0]), vx, vy, twist.angular.item(2)]

    def mobility():
        """J M⁻¹ Jᵀ of the slider against the rod, both at the slider's pin."""
        pin.computeJointJacobians(model, data, q)
        a, b = (pin.getFrameJacobian(model, data, frame, AXES)[[0, 1, 5]] for frame in frames)
        dx, dy, _ = data.oMf[frames[1]].translation - data.oMf[frames[0]].translation
        relative = b - a - numpy.outer([-dy, dx, 0], a[2])
        inverse = pin.computeMinverse(model, data, q)
        (xx, xy, xphi), (_, yy, yphi), (_, _, phiphi) = (relative @ inverse @ relative.T).tolist()
        return [xx, xy, yy, xphi, yphi, phiphi]

    joint, rows = None, []
    for index in range(round(end / step)):
        time = index * step
        pin.forwardKinematics(model, data, q, v)
        pin.updateFramePlacements(model, data)
        given = play.given([value for frame in frames for value in motion(frame)], mobility)
        joint = joint or play.joint(settings, given)
        answer = joint.step(given, step).tolist()
        pushes = pin.StdVec_Force(model.njoints, pin.Force.Zero())
        for frame, parent, first in zip(frames, parents, (0, 3, 6)):
            fx, fy, t = answer[first:first + 3]
            # In world axes about the frame's origin; Pinocchio needs the axes of the moving joint.
            there = pin.SE3(numpy.eye(3), data.oMf[frame].translation)
            push = there.act(pin.Force(numpy.array([fx, fy, 0]), numpy.array([0, 0, t])))
            pushes[parent] += data.oMi[parent].actInv(push)
        rod_motion = motion(rod)
        slides = CRANK + ROD + q[-1], v[-1]
        rates = pin.aba(model, data, q, v, no_effort, pushes)
        drive = -HEAVY * rates[0]
        rows.append([time, SPEED * time, *rod_motion, *slides, drive, *answer[-6:-4], *answer[-3:]])
        v = v + step * rates
        q = pin.integrate(model, q, step * v)
    return rows


if __name__ == "__main__":
    machine.main("pinocchio", run, SETTINGS)
