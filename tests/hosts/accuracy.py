"""The slider-crank in three multibody codes against fine steps: speeds after the first impact, energy, work."""

import importlib
import sys
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "examples/hosts"))
warnings.simplefilter("ignore")  # Exudyn's, of settings that are to be renamed

import numpy  # noqa: E402

import machine  # noqa: E402
import reference  # noqa: E402

HOSTS = ("exudyn", "mujoco", "pinocchio")
STEP = 5e-5
# The first impact: time in flight behind it [s], and its pin. One turn is 0.3 s.
AFTER = {True: ("C", 4.0e-3, 6.8e-3), False: ("B", 4.1e-3, 4.55e-3)}


def first_flight(run, alone):
    """Times and velocities of the pin in its hole between the first impact and the next."""
    pin, begin, end = AFTER[alone]
    inside = (run["time"] >= begin) & (run["time"] <= end)
    return run["time"][inside], run.play(pin)[1][inside]


def error(run, fine, alone):
    """Largest difference of the velocity after the first impact, over its size."""
    times, velocities = first_flight(run, alone)
    at, right = first_flight(fine, alone)
    off = [velocities[:, axis] - numpy.interp(times, at, right[:, axis]) for axis in (0, 1)]
    return numpy.hypot(*off).max() / numpy.hypot(*right[0])


def row(name, host, play, settings, fine, turns=1.0):
    """Runs a host and prints its results; returns error, balance over loss, and work mismatch."""
    told = host.SETTINGS if play.told else {"coupling.identify": "on"}
    try:
        run = machine.Run(host.run(play, STEP, turns * machine.TURN, told | settings))
    except Exception as failure:  # a host gives up with an error of its own
        print(f"{name:38} gave up: {failure}")
        return numpy.inf, numpy.inf, numpy.inf
    lost = run["energy.dissipated"][-1]
    found = error(run, fine, play.alone), run.energy()[-1] / lost, run["work_mismatch"][-1]
    print(f"{name:38} {100 * found[0]:9.3f} % {lost:9.4f} J {100 * found[1]:+9.3f} % {found[2]:10.1e}")
    return found


def main():
    folder = sys.argv[1]
    one, both = machine.one_pin(folder), machine.both_pins(folder)
    untold = machine.one_pin(folder, told=False)
    # The plain law in the limit of fine steps; the group's own limit.
    plain = {"coupling.method": "step_mean"}
    fine = machine.Run(reference.one_pin(one, 2e-7, 7e-3, plain))
    finer = machine.Run(reference.one_pin(one, 1e-7, 7e-3, plain))
    group = machine.Run(reference.both_pins(both, 1e-6, 5e-3, {}))
    print(f"the reference is right to {100 * error(fine, finer, True):.3f} %")
    assert error(fine, finer, True) < 1e-3, "steps of 2e-7 s are not fine enough to compare with"

    print(f"{'at H = 5e-5 s':38} {'speed off':>11} {'lost':>11} {'balance off':>11} {'mismatch':>10}")
    for name in HOSTS:
        host = importlib.import_module(f"{name}_host")
        off, balance, mismatch = row(f"{name}, predicted", host, one, {}, fine)
        assert off < 0.02, f"{name}: speeds after the first impact are off by {100 * off:.2f} %, not 2 %"
        # MuJoCo's Euler steps err by more even without any joint.
        assert abs(balance) < 0.02, f"{name}: the energy balance is {100 * balance:.2f} % of what was lost off"
        assert mismatch < 1e-3, f"{name}: delay or mobility do not fit, work mismatch {mismatch:.1e}"
        known, balance, mismatch = row(f"{name}, predicted, measured", host, untold, {}, fine)
        # Exudyn 0.09 %, the others 0.1 % above the given mobility.
        assert known < off + 2e-3, f"{name}: measured, speeds are off by {100 * known:.2f} %, told by {100 * off:.2f} %"
        assert abs(balance) < 0.02, f"{name}, measured: the balance is {100 * balance:.2f} % of what was lost off"
        assert mismatch < 1e-3, f"{name}, measured: work mismatch {mismatch:.1e}"
        worse, *_ = row(f"{name}, plain", host, one, plain, fine)
        assert worse > 5 * off, f"{name}: plain coupling is as good, so this shows nothing"
        off, balance, mismatch = row(f"{name}, predicted, both pins", host, both, {}, group)
        assert off < 0.02, f"{name}, group: speeds after the first impact are off by {100 * off:.2f} %"
        assert abs(balance) < 0.02, f"{name}, group: the balance is {100 * balance:.2f} % of what was lost off"
        assert mismatch < 1e-3, f"{name}, group: work mismatch {mismatch:.1e}"

    sizes = numpy.linspace(3e-5, 1.1e-4, 41)
    found = [error(machine.Run(reference.one_pin(one, size, 6.9e-3, {})), fine, True) for size in sizes]
    missed = [f"{size:.3g}" for size, off in zip(sizes, found) if off > 0.02]
    print(f"41 steps of 3e-5 to 1.1e-4 s: off by {100 * max(found):.2f} % at most")
    # One run in nine was off by 139 %: prediction had skipped the rest of the sliding.
    assert not missed, f"friction misses that the pin sticks at H = {', '.join(missed)} s"


if __name__ == "__main__":
    main()
