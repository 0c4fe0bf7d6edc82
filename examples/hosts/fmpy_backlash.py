"""The motor and its load in a loop of Python: FMPy loads the joint, constant accelerations move the bodies."""

from backlash import LOAD, MOTOR, drive_mean, joint

# A load acts in its own step, and positions move with the mean of both velocities.
SETTINGS = {}


def run(folder, step, end, settings):
    """Rows of `backlash.COLUMNS`."""
    state, rows = [0.0] * 4, []
    with joint(folder, SETTINGS | settings) as hinge:
        for index in range(round(end / step)):
            time = index * step
            on_motor, on_load, peak, _ = hinge.step(state, step).tolist()
            rows.append([time, *state, on_load, peak])
            phi_a, w_a, phi_b, w_b = state
            a, b = (drive_mean(time, step) + on_motor) / MOTOR, on_load / LOAD
            state = [
                phi_a + step * (w_a + 0.5 * step * a), w_a + step * a,
                phi_b + step * (w_b + 0.5 * step * b), w_b + step * b,
            ]
    return rows
