"""The door in MuJoCo: a free body with a site at each frame of the hinges, its Euler steps."""

import mujoco
import numpy

from door import CENTRE, GRAVITY, INERTIA, MASS, QUATERNION

# A load acts in its own step, and positions move with the velocity of the step's end.
SETTINGS = {"coupling.semi_implicit": True}


def text(values):
    return " ".join(map(repr, map(float, values)))


def run(hinges, step, end):
    """Rows of `hinges.columns`."""
    sites = "".join(f'<site pos="{text(frame)}"/>' for frame in hinges.frames)
    model = mujoco.MjModel.from_xml_string(
        f'<mujoco><option timestep="{step}" gravity="{text(GRAVITY)}" integrator="Euler">'
        f'<flag contact="disable" autoreset="disable"/></option><worldbody>'
        f'<body pos="{text(CENTRE)}" quat="{text(QUATERNION)}"><freejoint/>{sites}'
        f'<inertial pos="0 0 0" mass="{MASS}" diaginertia="{text(INERTIA)}"/></body></worldbody></mujoco>'
    )
    data, twist, quaternion, rows = mujoco.MjData(model), numpy.zeros(6), numpy.zeros(4), []

    def motion(kind, index, place, axes):
        """Position, quaternion (scalar first), velocity and spin, all in world axes."""
        # The spin comes first; with 1 in place of 0 it would be in the body's axes, as in qvel.
        mujoco.mj_objectVelocity(model, data, kind, index, twist, 0)
        mujoco.mju_mat2Quat(quaternion, axes[index])
        return [*place[index].tolist(), *quaternion.tolist(), *twist[3:].tolist(), *twist[:3].tolist()]

    for index in range(round(end / step)):
        mujoco.mj_step1(model, data)
        frames = [motion(mujoco.mjtObj.mjOBJ_SITE, site, data.site_xpos, data.site_xmat) for site in range(model.nsite)]
        loads, told = hinges.step(frames, step)
        data.xfrc_applied[1] = 0
        for site, (force, moment) in enumerate(loads):
            # MuJoCo's loads act at the centre of mass.
            arm = data.site_xpos[site] - data.xipos[1]
            data.xfrc_applied[1] += numpy.concatenate([force, moment + numpy.cross(arm, force)])
        centre = motion(mujoco.mjtObj.mjOBJ_BODY, 1, data.xipos, data.ximat)
        rows.append([index * step, *centre, *told])
        mujoco.mj_step2(model, data)
    return rows
