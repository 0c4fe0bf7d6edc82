"""The door on two hinges in MuJoCo, Drake, Exudyn and Pinocchio: speeds, energy, contact times, cost."""

import argparse
import importlib
import time

import numpy as np

from door import MASS, Hinges, Run

HOSTS = ("mujoco", "drake", "exudyn", "pinocchio")
# Velocity of the centre of mass [m/s] and energy lost [J] in steps of 2e-7 s by the fourth-order formula, hinges
# and door written by hand.
RIGHT = {
    0.010: ([0.003716554437, -0.019479275422, -0.023702553790], 0.012026266571),
    0.015: ([0.029402987910, -0.016630193625, 0.000488421747], 0.017382405764),
}
# Times of first touches there [s].
TOUCHES = {"upper upper_face": 6.587226302e-3, "upper upper": 7.388009205e-3, "lower lower": 9.707802849e-3}


def run(name, folder, step, end, method, messages=None):
    """A run, and CPU time per simulated second; method "measured" predicts without being given anything."""
    host = importlib.import_module(f"{name}_door")
    settings = {"coupling.method": method} | (host.SETTINGS if method == "predicted" else {})
    if method == "measured":
        settings = {"coupling.method": "predicted", "coupling.identify": "on"}
    hinges = Hinges(folder, settings)
    begin = time.process_time()
    rows = host.run(hinges, step, end)
    taken = time.process_time() - begin
    if messages is not None:
        messages += hinges.messages()
    hinges.close()
    return Run(rows), taken / end


def off(run):
    """Largest error of the velocity of the centre of mass at the times of `RIGHT` [m/s]."""
    found = []
    for instant, (right, _) in RIGHT.items():
        if instant <= run["time"][-1]:
            there = [np.interp(instant, run["time"], component) for component in run.velocity().T]
            found.append(np.abs(np.array(there) - right).max())
    return max(found)


def late(run):
    """Largest difference of a first touch [s]."""
    when = {contact: begun for begun, contact, _ in run.touches()}
    return max(abs(when[contact] - right) for contact, right in TOUCHES.items())


def main():
    parser = argparse.ArgumentParser(description="A door on two hinges with play.")
    parser.add_argument("--method", default="step_mean", help="predicted, measured, step_mean or end_point")
    parser.add_argument("--step", type=float, default=1e-6, help="communication step [s]")
    parser.add_argument("--end", type=float, default=0.0155, help="[s]")
    parser.add_argument("--fmus", default="target/hosts", help="where the FMU is")
    given = parser.parse_args()
    print(f"{'':10} {'speed off':>14} {'touches off':>12} {'lost':>10} {'balance':>11} {'CPU':>8}")
    worst = 0.0
    for name in HOSTS:
        messages = []
        done, cpu = run(name, given.fmus, given.step, given.end, given.method, messages)
        worst = max(worst, off(done))
        print(f"{name:10} {off(done):10.2e} m/s {1e6 * late(done):9.2f} us {1e3 * done.lost():7.3f} mJ "
              f"{100 * done.energy()[-1] / done.lost():+9.3f} % {cpu:6.0f} s/s")
        known = [message for message in messages if "the host is identified" in message]
        for message in known[:1] if given.method == "measured" else []:
            print(f"  {message}")
    for begun, contact, speed in done.touches():
        print(f"{1e3 * begun:9.4f} ms {contact:18} {speed:.4f} m/s")
    print(f"A door of {MASS:g} kg falls onto its hinges: speeds of all hosts are within {worst:.1e} m/s at "
          f"{given.step} s.")


if __name__ == "__main__":
    main()
