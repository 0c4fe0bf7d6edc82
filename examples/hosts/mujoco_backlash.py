"""The motor and its load in MuJoCo: our joint between two hinges, or a second hinge with a range."""

import mujoco

from backlash import LOAD, MOTOR, PLAY, drive_mean, joint

# A load acts in its own step, and positions move with the velocity of the step's end.
SETTINGS = {"coupling.semi_implicit": True}
# Limits of the second hinge: MuJoCo's defaults; a time constant of two steps of 1e-3 s; the flank's own stiffness and
# damping over inertia, 1e4 N m/rad times 120 1/(kg m2), and 2 zeta omega for restitution 0.5.
LIMITS = {
    "defaults": "",
    "stiff": 'solreflimit="0.002 1" solimplimit="0.99 0.999 0.0001"',
    "direct": 'solreflimit="-1.2e6 -559" solimplimit="0.9999 0.9999 0.0001"',
}


def model_of(step, bodies):
    """A model of these bodies, turning about z."""
    return mujoco.MjModel.from_xml_string(
        f'<mujoco><compiler angle="radian"/><option timestep="{step}" gravity="0 0 0" integrator="Euler">'
        f'<flag contact="disable" autoreset="disable"/></option><worldbody>{bodies}</worldbody></mujoco>'
    )


def body(inertia, hinge, inside=""):
    return (
        f'<body><joint type="hinge" axis="0 0 1" {hinge}/>'
        f'<inertial pos="0 0 0" mass="1" diaginertia="{inertia} {inertia} {inertia}"/>{inside}</body>'
    )


def run(folder, step, end, settings):
    """Rows of `backlash.COLUMNS`, through our joint."""
    model = model_of(step, body(MOTOR, "") + body(LOAD, ""))
    data, rows = mujoco.MjData(model), []
    with joint(folder, SETTINGS | settings) as hinge:
        for index in range(round(end / step)):
            time = index * step
            # qpos and qvel are those of this instant, also after mj_step: only derived values are late.
            (phi_a, phi_b), (w_a, w_b) = data.qpos.tolist(), data.qvel.tolist()
            on_motor, on_load, peak, _ = hinge.step([phi_a, w_a, phi_b, w_b], step).tolist()
            data.qfrc_applied[:] = [drive_mean(time, step) + on_motor, on_load]
            rows.append([time, phi_a, w_a, phi_b, w_b, on_load, peak])
            mujoco.mj_step(model, data)
    return rows


def recipe(limits, step, end):
    """Rows of `backlash.COLUMNS` by the usual recipe: a second hinge, whose range is the play."""
    inner = body(LOAD, f'limited="true" range="{-PLAY / 2} {PLAY / 2}" {LIMITS[limits]}')
    model = model_of(step, body(MOTOR, "", inner))
    data, rows = mujoco.MjData(model), []
    for index in range(round(end / step)):
        time = index * step
        (phi, twist), (w, rate) = data.qpos.tolist(), data.qvel.tolist()
        data.qfrc_applied[0] = drive_mean(time, step)
        mujoco.mj_step(model, data)
        torque = data.qfrc_constraint.item(1)
        rows.append([time, phi, w, phi + twist, w + rate, torque, abs(torque)])
    return rows
