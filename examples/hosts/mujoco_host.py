"""The slider-crank in MuJoCo: its Euler steps, the joint between the two halves of a step."""

from math import atan2

import mujoco
import numpy

import machine
from machine import CRANK, CRANK_INERTIA, CRANK_MASS, GRAVITY, ROD, ROD_INERTIA, ROD_MASS, ROD_SPIN, SLIDER_INERTIA
from machine import SLIDER_MASS, SPEED, TIP_SPEED

# A load acts in its own step, and positions move with the velocity of the step's end.
SETTINGS = {"coupling.semi_implicit": True}
# Inertia that keeps the crank's speed constant under any load [kg m2].
HEAVY = 1e9


def description(play, step):
    """The machine as MuJoCo's XML."""
    def body(name, place, mass, inertia, joints, inside=""):
        x, centre = place
        sites = "".join(f'<site name="{body}" pos="{centre + x} 0 0"/>' for body, x in play.frames if body == name)
        return (
            f'<body name="{name}" pos="{x} 0 0">{joints}{sites}{inside}'
            f'<inertial pos="{centre} 0 0" mass="{mass}" diaginertia="{inertia} {inertia} {inertia}"/></body>'
        )
    turn = '<joint type="hinge" axis="0 0 1"/>'
    along, across = ('<joint type="slide" axis="{} {} 0"/>'.format(*axis) for axis in ((1, 0), (0, 1)))
    rod_joints = turn if play.alone else along + across + turn
    # Without the pin at B the rod's frame is in the middle: there its two slides move it.
    at = (CRANK, 0.5 * ROD) if play.alone else (CRANK + 0.5 * ROD, 0.0)
    rod = body("rod", at, ROD_MASS, ROD_INERTIA, rod_joints)
    heavy = f'<joint type="hinge" axis="0 0 1" armature="{HEAVY}"/>'
    crank = body("crank", (0.0, 0.5 * CRANK), CRANK_MASS, CRANK_INERTIA, heavy, rod if play.alone else "")
    slider = body("slider", (CRANK + ROD, 0.0), SLIDER_MASS, SLIDER_INERTIA, along)
    return f"""<mujoco>
        <option timestep="{step}" gravity="0 {-GRAVITY} 0" integrator="Euler">
            <flag contact="disable" autoreset="disable"/>
        </option>
        <worldbody>{crank}{"" if play.alone else rod}{slider}</worldbody>
    </mujoco>"""


def run(play, step, end, settings):
    """Rows of `machine.COLUMNS`."""
    model = mujoco.MjModel.from_xml_string(description(play, step))
    data = mujoco.MjData(model)
    if play.alone:
        # Angles count from the parent: the rod turns back against the crank.
        data.qvel[:] = [SPEED, ROD_SPIN - SPEED, 0.0]
    else:
        data.qvel[:] = [SPEED, 0.0, 0.5 * TIP_SPEED, ROD_SPIN, 0.0]
    frames = [(model.site(name).id, model.body(name).id) for name, _ in play.frames]
    rod, slider, crank = (model.body(name).id for name in ("rod", "slider", "crank"))
    twist = numpy.zeros(6)

    def motion(kind, index, place, axes):
        """x, y, angle and their rates, in world axes."""
        mujoco.mj_objectVelocity(model, data, kind, index, twist, 0)
        (x, y, _), (_, _, w, vx, vy, _) = place[index].tolist(), twist.tolist()
        return [x, y, atan2(axes[index, 3], axes[index, 0]), vx, vy, w]

    def states():
        values = []
        for site, _ in frames:
            values += motion(mujoco.mjtObj.mjOBJ_SITE, site, data.site_xpos, data.site_xmat)
        return play.given(values, mobility)

    place_rates, turn_rates = numpy.zeros((2, 3, model.nv)), numpy.zeros((2, 3, model.nv))
    answers = numpy.zeros((3, model.nv))

    def mobility():
        """J M⁻¹ Jᵀ of the slider against the rod, both at the slider's pin."""
        for which, (_, body) in enumerate(frames):
            mujoco.mj_jac(model, data, place_rates[which], turn_rates[which], data.site_xpos[frames[1][0]], body)
        jacobian = numpy.vstack([place_rates[1, :2] - place_rates[0, :2], turn_rates[1, 2] - turn_rates[0, 2]])
        mujoco.mj_solveM(model, data, answers, jacobian)
        (xx, xy, xphi), (_, yy, yphi), (_, _, phiphi) = (jacobian @ answers.T).tolist()
        return [xx, xy, yy, xphi, yphi, phiphi]

    joint, rows = None, []
    for index in range(round(end / step)):
        time = index * step
        # Positions and velocities of this instant: after mj_step they would be those of the last one.
        mujoco.mj_step1(model, data)
        given = states()
        joint = joint or play.joint(settings, given)
        answer = joint.step(given, step).tolist()
        data.xfrc_applied[:] = 0
        for (site, body), first in zip(frames, (0, 3, 6)):
            fx, fy, t = answer[first:first + 3]
            # MuJoCo's loads act at the centre of mass.
            dx, dy, _ = (data.site_xpos[site] - data.xipos[body]).tolist()
            data.xfrc_applied[body] += [fx, fy, 0, 0, 0, t + dx * fy - dy * fx]
        rod_motion = motion(mujoco.mjtObj.mjOBJ_BODY, rod, data.xipos, data.ximat)
        slides = data.xipos[slider, 0], data.qvel[-1]
        mujoco.mj_step2(model, data)
        drive = -HEAVY * data.qacc[0]
        rows.append([time, SPEED * time, *rod_motion, *slides, drive, *answer[-6:-4], *answer[-3:]])
    return rows


if __name__ == "__main__":
    machine.main("mujoco", run, SETTINGS)
