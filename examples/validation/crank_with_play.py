"""A slider-crank with play in both pins, independent of the library: needs NumPy and SciPy.

The crank turns evenly, the slider is guided ideally. Hertz' law of spheres, Hunt and Crossley's damping, no friction. Touches and
partings are located; between them DOP853 integrates with a tolerance of its own. Prints time, speed of the slider, spin of
the rod and place of the slider every hundredth of a second.
"""

import argparse

import numpy as np
from scipy.integrate import solve_ivp

CRANK, SPEED = 0.15, 20.943951023931955
ROD, TO_CENTRE, ROD_MASS, ROD_INERTIA = 0.541, 0.2705, 1.2, 0.0292681
SLIDER_MASS, GRAVITY = 2.0, 9.81
BEARING, CLEARANCE = 0.01, 5e-4
MODULUS = 7e10 / (1 - 0.33**2) / 2
JOURNAL = BEARING - CLEARANCE
STIFFNESS = 4 / 3 * MODULUS * np.sqrt(BEARING * JOURNAL / CLEARANCE)
DAMPING = 1.5 * (1 - 0.55)


def gaps(time, state):
    """Depth, its rate, direction from bearing to journal, and both places, of each pin."""
    x, y, angle, place, vx, vy, spin, speed = state
    turn = np.array([np.cos(SPEED * time), np.sin(SPEED * time)])
    along = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-along[1], along[0]])
    centre, velocity = np.array([x, y]), np.array([vx, vy])
    pins = [
        (CRANK * turn, CRANK * SPEED * np.array([-turn[1], turn[0]]),
         centre - TO_CENTRE * along, velocity - TO_CENTRE * spin * across),
        (centre + (ROD - TO_CENTRE) * along, velocity + (ROD - TO_CENTRE) * spin * across,
         np.array([place, 0.0]), np.array([speed, 0.0])),
    ]
    found = []
    for bearing, bearing_velocity, journal, journal_velocity in pins:
        apart = journal - bearing
        distance = np.hypot(*apart)
        normal = apart / distance if distance > 0 else np.array([1.0, 0.0])
        rate = (journal_velocity - bearing_velocity) @ normal
        found.append((distance - CLEARANCE, rate, normal, bearing, journal))
    return found


def rates(time, state, impacts):
    """Rates of the state; `impacts` holds the speed at first touch of each pin in contact."""
    force, moment, on_slider = np.array([0.0, -ROD_MASS * GRAVITY]), 0.0, 0.0
    for pin, (depth, rate, normal, bearing, journal) in enumerate(gaps(time, state)):
        if impacts[pin] is None:
            continue
        press = STIFFNESS * max(depth, 0.0) ** 1.5 * (1 + DAMPING * rate / impacts[pin])
        press = max(press, 0.0)
        # The rod carries the journal of the first pin and the bearing of the second one.
        on_rod = -press * normal if pin == 0 else press * normal
        arm = (journal if pin == 0 else bearing) - state[:2]
        force = force + on_rod
        moment += arm[0] * on_rod[1] - arm[1] * on_rod[0]
        on_slider += 0.0 if pin == 0 else -press * normal[0]
    return [*state[4:], *(force / ROD_MASS), moment / ROD_INERTIA, on_slider / SLIDER_MASS]


def run(end, tolerance):
    """The states every hundredth of a second."""
    state = np.array([0.4205, 0, 0, 0.691, 0, 1.5707963267948966, -5.807010449777445, 0.0])
    time, impacts, rows = 0.0, [None, None], []
    while time < end - 1e-12:
        events = []
        for pin in range(2):
            def depth(time, state, pin=pin):
                return gaps(time, state)[pin][0]

            depth.terminal, depth.direction = True, 1 if impacts[pin] is None else -1
            events.append(depth)
        solved = solve_ivp(lambda time, state: rates(time, state, impacts), (time, end), state, method="DOP853",
                           rtol=tolerance, atol=1e-3 * tolerance, max_step=5e-4, dense_output=True, events=events)
        for instant in np.arange(0.0, end + 1e-12, 0.01):
            if time <= instant <= solved.t[-1] and (not rows or instant > rows[-1][0] + 1e-9):
                rows.append((instant, solved.sol(instant)))
        time, state = solved.t[-1], solved.y[:, -1]
        met = [pin for pin in range(2) if len(solved.t_events[pin])]
        for pin in met:
            impacts[pin] = max(gaps(time, state)[pin][1], 1e-3) if impacts[pin] is None else None
        if met:
            # A little past the surface, where the next event does not see the same crossing.
            state = state + 1e-13 * np.array(rates(time, state, impacts))
            time += 1e-13
    return rows


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--end", type=float, default=0.3, help="time in seconds")
    arguments.add_argument("--tolerance", type=float, default=1e-12)
    chosen = arguments.parse_args()
    for time, state in run(chosen.end, chosen.tolerance):
        print(f"{time:.2f} {state[7]:.8f} {state[6]:.7f} {state[3]:.10f}")
