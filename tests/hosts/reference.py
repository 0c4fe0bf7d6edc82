"""The slider-crank by hand, for fine steps: rod and slider under held loads, the crank as prescribed."""

from math import cos, sin

from machine import CRANK, CRANK_MASS, GRAVITY, ROD, ROD_INERTIA, ROD_MASS, ROD_SPIN, SLIDER_MASS, SPEED, TIP_SPEED
from machine import mobility

HALF = 0.5 * ROD
WEIGHT = 0.5 * CRANK_MASS * GRAVITY  # of the crank, at its tip


def tip(phi):
    """The crank's tip: place, velocity, acceleration."""
    x, y = CRANK * cos(phi), CRANK * sin(phi)
    return x, y, -SPEED * y, SPEED * x, -(SPEED**2) * x, -(SPEED**2) * y


def one_pin(play, step, end, settings):
    """Rows of `machine.COLUMNS`; the rod turns about the tip of the crank."""
    inertia = ROD_INERTIA + ROD_MASS * HALF * HALF
    angle, spin, x, vx = 0.0, ROD_SPIN, CRANK + ROD, 0.0
    joint, rows = None, []
    for index in range(round(end / step)):
        phi = SPEED * index * step
        px, py, ux, uy, ax, ay = tip(phi)
        along, across = ROD * cos(angle), ROD * sin(angle)
        given = [px + along, py + across, angle, ux - across * spin, uy + along * spin, spin]
        given += [x, 0.0, 0.0, vx, 0.0, 0.0, *mobility(angle)]
        joint = joint or play.joint(settings, given)
        fx, fy, moment, gx, gy, _, *told = joint.step(given, step).tolist()
        # About the tip: the load at C, weight, and the tip's own acceleration.
        weight = 0.5 * ROD_MASS * (across * ax - along * (ay + GRAVITY))
        bend = (along * fy - across * fx + moment + weight) / inertia
        # The tip's force on the rod, and the crank's torque for it.
        rod_x = ax - 0.5 * (across * bend + along * spin**2)
        rod_y = ay + 0.5 * (along * bend - across * spin**2)
        drive = px * (ROD_MASS * (rod_y + GRAVITY) - fy) - py * (ROD_MASS * rod_x - fx) + WEIGHT * px
        rod = [px + 0.5 * along, py + 0.5 * across, angle]
        rod += [ux - 0.5 * across * spin, uy + 0.5 * along * spin, spin]
        rows.append([index * step, phi, *rod, x, vx, drive, gx, gy, *told])
        x, vx = moved(x, vx, gx / SLIDER_MASS, step)
        angle, spin = moved(angle, spin, bend, step)
    return rows


def both_pins(play, step, end, settings):
    """Like `one_pin`, with a free rod."""
    states = [[CRANK + HALF, 0.0], [0.0, 0.5 * TIP_SPEED], [0.0, ROD_SPIN], [CRANK + ROD, 0.0]]
    joint, rows = None, []
    for index in range(round(end / step)):
        phi = SPEED * index * step
        px, py, ux, uy, _, _ = (0.5 * part for part in tip(phi))
        (rx, rvx), (ry, rvy), (angle, spin), (x, vx) = states
        given = [px, py, phi, ux, uy, SPEED, rx, ry, angle, rvx, rvy, spin, x, 0.0, 0.0, vx, 0.0, 0.0]
        joint = joint or play.joint(settings, given)
        cx, cy, moment, fx, fy, turn, gx, gy, _, *told = joint.step(given, step).tolist()
        drive = 2 * WEIGHT * px - px * cy + py * cx - moment
        rows.append([index * step, phi, rx, ry, angle, rvx, rvy, spin, x, vx, drive, gx, gy, *told])
        rates = [fx / ROD_MASS, fy / ROD_MASS - GRAVITY, turn / ROD_INERTIA, gx / SLIDER_MASS]
        states = [moved(*state, rate, step) for state, rate in zip(states, rates)]
    return rows


def moved(place, speed, rate, step):
    """State after a step at constant acceleration, as a held mean load assumes."""
    return place + step * (speed + 0.5 * step * rate), speed + step * rate
