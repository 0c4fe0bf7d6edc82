"""A motor swings a load through backlash: our joint in MuJoCo, Exudyn and FMPy beside MuJoCo's own recipe."""

import argparse
import time
from functools import partial
from pathlib import Path

import numpy as np

import backlash
import exudyn_backlash
import fmpy_backlash
import mujoco_backlash
from backlash import END, FINE, PLAY, Run

PLAIN = {"coupling.method": "step_mean"}


def ways(folder, method):
    """All ways to run the machine, by name: functions of the step and the end."""
    told = {"coupling.method": method}
    if method == "measured":
        # Nothing is given: neither the mobility nor the host's use of loads.
        nothing = {"coupling.mobility": 0.0, "coupling.delay": "none", "coupling.semi_implicit": False}
        told = {"coupling.method": "predicted", "coupling.identify": "on"} | nothing
    hosts = {"MuJoCo": mujoco_backlash, "Exudyn": exudyn_backlash, "FMPy": fmpy_backlash}
    found = {
        f"{name}, our joint": (lambda step, end, host=host: host.run(folder, step, end, told))
        for name, host in hosts.items()
    }
    for limits in mujoco_backlash.LIMITS:
        found[f"MuJoCo, two hinges, {limits}"] = partial(mujoco_backlash.recipe, limits)
    return found


def reference(folder):
    """The plain law in fine steps."""
    return Run(fmpy_backlash.run(folder, FINE, END, PLAIN))


def timed(way, step):
    """A run, and CPU per simulated second: the least of three tries."""
    taken = []
    for _ in range(3):
        begin = time.process_time()
        rows = way(step, END)
        taken.append(time.process_time() - begin)
    return Run(rows), min(taken) / END


def row(name, run, fine, cpu):
    print(f"{name:28} {1e3 * np.ptp(run.twist()):8.3f} {1e3 * run.depth():8.3f} {run.touches():8d} "
          f"{run['peak'].max():9.2f} {100 * run.error(fine):9.2f} % {1e3 * cpu:8.1f}")


def main():
    parser = argparse.ArgumentParser(description="A motor swings a load through backlash.")
    parser.add_argument("--method", default="predicted", help="predicted, measured, step_mean or end_point")
    parser.add_argument("--step", type=float, default=1e-3, help="communication step [s]")
    parser.add_argument("--fmus", default="target/hosts", help="where the FMU is")
    parser.add_argument("--out", default="out/hosts", help="where the picture goes")
    given = parser.parse_args()
    fine = reference(given.fmus)
    print(f"Play {1e3 * PLAY} mrad, H = {given.step} s; reference: the plain law at {FINE} s")
    print(f"{'':28} {'lost':>8} {'depth':>8} {'touches':>8} {'peak':>9} {'speed off':>11} {'CPU':>8}")
    print(f"{'':28} {'[mrad]':>8} {'[mrad]':>8} {'':>8} {'[N m]':>9} {'RMS/swing':>11} {'[ms/s]':>8}")
    row("reference", fine, fine, float("nan"))
    runs = {}
    for name, way in ways(given.fmus, given.method).items():
        runs[name], cpu = timed(way, given.step)
        row(name, runs[name], fine, cpu)
    Path(given.out).mkdir(parents=True, exist_ok=True)
    picture({"reference": fine} | runs, f"{given.out}/backlash.png", given.step)
    ours, theirs = (runs[name].error(fine) for name in ("MuJoCo, our joint", "MuJoCo, two hinges, stiff"))
    print(f"In MuJoCo at {given.step} s the load's speed is {100 * ours:.2f} % off with our joint, "
          f"{100 * theirs:.1f} % with two hinges. Picture: {given.out}/backlash.png.")


def picture(runs, path, step):
    """The load's position in the play, and the torque on it."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(11, 4.2))
    figure.suptitle(f"Load against motor through {1e3 * backlash.PLAY:g} mrad of play, H = {step} s")
    for name in ("reference", "MuJoCo, our joint", "MuJoCo, two hinges, defaults", "MuJoCo, two hinges, stiff"):
        style = {"color": "black", "linewidth": 2.5, "alpha": 0.3} if name == "reference" else {"linewidth": 0.8}
        left.plot(runs[name]["time"], 1e3 * runs[name].twist(), label=name, **style)
        right.plot(runs[name]["time"], runs[name]["load.w"], **style)
    left.set(xlabel="time [s]", ylabel="load against motor [mrad]")
    right.set(xlabel="time [s]", ylabel="speed of the load [rad/s]")
    left.legend(fontsize=7)
    figure.tight_layout()
    figure.savefig(path, dpi=90)


if __name__ == "__main__":
    main()
