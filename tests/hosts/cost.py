"""CPU of the slider-crank in Exudyn: our joint, plain and predicting, beside Exudyn's own element."""

import sys
import time
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "examples/hosts"))
warnings.simplefilter("ignore")

import exudyn  # noqa: E402
from exudyn.itemInterface import NodeGenericData, ObjectContactSphereSphere  # noqa: E402

import exudyn_host  # noqa: E402
import machine  # noqa: E402
from machine import ROD  # noqa: E402

STEP = 5e-5
# CPU of the predicting joint over that of the others in the same run: seconds differ between machines.
TIMES_PLAIN, TIMES_OWN = 1.6, 2.5
TRIES = 20


def own_element(_, step, end, __):
    """The nearest element of Exudyn: a sphere in a hollow sphere, of the joint's stiffness and restitution."""
    container = exudyn.SystemContainer()
    mbs = container.AddSystem()
    _, at, drive = exudyn_host.bodies(mbs, pinned=True)
    bearing, clearance = 0.01, 5e-4
    journal = bearing - clearance
    stiffness = 4 / 3 * 0.5 * 7e10 / (1 - 0.33**2) * (bearing * journal / clearance) ** 0.5
    mbs.AddObject(
        ObjectContactSphereSphere(
            markerNumbers=[at("slider", 0.0), at("rod", 0.5 * ROD)],
            nodeNumber=mbs.AddNode(NodeGenericData(initialCoordinates=[0.0] * 4, numberOfDataCoordinates=4)),
            spheresRadii=[journal, bearing],
            isHollowSphere1=True,
            contactStiffness=stiffness,
            contactStiffnessExponent=1.5,
            restitutionCoefficient=0.55,
            minimumImpactVelocity=1e-3,
            impactModel=2,
            dynamicFriction=0.01,
        )
    )
    mbs.Assemble()
    # It divides by the eccentricity, so it cannot start at the centre.
    start = exudyn.ConfigurationType.Initial
    places = mbs.systemData.GetODE2Coordinates(configuration=start)
    places[-1] += 1e-6
    mbs.systemData.SetODE2Coordinates(places, configuration=start)

    def tune(stepping):
        # It needs shorter steps where contact begins.
        stepping.adaptiveStep = True
        stepping.discontinuous.useRecommendedStepSize = False
        stepping.discontinuous.ignoreMaxIterations = True

    exudyn_host.solve(mbs, step, end, tune)


def cpu(ways):
    """CPU time per simulated second of each way without its start-up: the least of many tries, taken in turn, so that
    what else the processor does meets all of them alike."""
    ends = (0.02, 0.12)
    least = {(name, end): float("inf") for name in ways for end in ends}
    for _ in range(TRIES):
        for name, run in ways.items():
            for end in ends:
                begin = time.process_time()
                run(end)
                least[name, end] = min(least[name, end], time.process_time() - begin)
    return {name: (least[name, ends[1]] - least[name, ends[0]]) / (ends[1] - ends[0]) for name in ways}


def main():
    play = machine.one_pin(sys.argv[1])
    taken = cpu({
        "own": lambda end: own_element(None, STEP, end, None),
        "predicting": lambda end: exudyn_host.run(play, STEP, end, exudyn_host.SETTINGS),
        "plain": lambda end: exudyn_host.run(play, STEP, end, {"coupling.method": "step_mean"}),
    })
    own, ours, plain = taken["own"], taken["predicting"], taken["plain"]
    print(f"CPU per simulated second at 5e-5 s: predicting {ours:.2f} s, plain {plain:.2f} s, "
          f"Exudyn's own element {own:.2f} s; {1e6 * ours * STEP:.1f} us a step")
    assert ours < TIMES_PLAIN * plain, f"predicting takes {ours / plain:.2f} times the CPU of not predicting"
    assert ours < TIMES_OWN * own, f"{ours / own:.2f} times the CPU of Exudyn's own element"


if __name__ == "__main__":
    main()
