"""A robot arm with play in every axis beside the same arm with ideal hinges: the error at its tool under a push."""

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import pi, sin
from pathlib import Path

import numpy as np
import pinocchio
from arm import POSE, RADIAL, STIFFNESS, TOOL, Arm, urdf

# Without a wheel, the module is imported from the sources.
sys.path.insert(0, str(Path(__file__).parents[2] / "python/src"))

from spiel_joints import Joint, build  # noqa: E402

PUSH, RATE = 50.0, 1.0  # at the tool: a sine, whose first quarter begins gently [N], [Hz]
SETTLED = 0.2  # by then pins and links have come to rest [s]
END = SETTLED + 1 / RATE  # [s]
WAYS = ("x", "y", "z")
FORCES, TIP = ([f"tool.{part}" for part in parts] for parts in (("fx", "fy", "fz"), WAYS))
POSES = ("x", "y", "z", "e1", "e2", "e3", "e0")  # in Pinocchio's order
TOLD = ("energy.dissipated", "coupling.work_mismatch")


def push(way, instant):
    """Returns the force on the tool along axis `way` of the world, or none without it [N]."""
    force = np.zeros(3)
    if way is not None and SETTLED < instant < END:
        turns = RATE * (instant - SETTLED)
        grown = min(4 * turns, 1.0)
        force[way] = PUSH * sin(2 * pi * turns) * grown * grown * (3 - 2 * grown)
    return force


def arm_and_fmus(folder):
    """Returns the arm, its URDF, and the two groups as FMUs: with play, and ideal."""
    text, fmus = urdf(folder), []
    arm = Arm(text)
    for name in ("play", "ideal"):
        file = Path(folder) / f"arm_{name}.toml"
        file.write_text(arm.group(name == "play"))
        fmus.append(str(build(group=file, output=file.with_suffix(".fmu"))))
    return arm, text, fmus


def run(step, case):
    """Returns time, force, position of the tool and reports at the points of a run, and its CPU time per second."""
    fmu, way = case
    with Joint(fmu, inputs=FORCES, outputs=[*TIP, *TOLD]) as joint:
        rows = [[0.0, 0.0, *joint.initialize()]]
        begin = time.process_time()
        for count in range(round(END / step)):
            told = joint.step(push(way, (count + 0.5) * step), step)
            rows.append([(count + 1) * step, push(way, (count + 1) * step)[way], *told])
        return np.array(rows), (time.process_time() - begin) / END


def runs(fmus, step, ways=(0, 1, 2)):
    """Returns the runs with play and the ideal ones, a pair for each way of pushing, and the CPU times."""
    with ProcessPoolExecutor() as pool:
        found = list(pool.map(partial(run, step), [(fmu, way) for fmu in fmus for way in ways]))
    tables, cpu = zip(*found, strict=True)
    played, ideal = (slice(len(ways)), slice(len(ways), None))
    return list(zip(tables[played], tables[ideal], strict=True)), (max(cpu[played]), max(cpu[ideal]))


def error(pair):
    """Returns the position of the tool with play less that of the ideal arm [m]."""
    return pair[0][:, 2:5] - pair[1][:, 2:5]


def lost(pair, way):
    """Returns the errors along the push where it is largest, one way and the other [m]."""
    force = pair[0][:, 1]
    return error(pair)[[force.argmax(), force.argmin()], way]


def by_hand(arm, way):
    """Returns the same by statics with rigid bearings [m]."""
    return [arm.give(sign * PUSH * np.eye(3)[way])[way] for sign in (1, -1)]


def against_pinocchio(arm, text, ideal, step):
    """Returns errors of mass [kg], tool's position at the start [m], and servos' torques at rest [N m]."""
    model = pinocchio.buildModelFromXML(text)
    data = model.createData()
    outputs = [f"{body}.{part}" for body in arm.bodies for part in POSES]
    with Joint(ideal, inputs=FORCES, outputs=[*TIP, *outputs]) as joint:
        tool = joint.initialize()[:3]
        for _ in range(round(SETTLED / step)):
            told = joint.step(np.zeros(3), step)
    pinocchio.framesForwardKinematics(model, data, arm.rest())
    place = np.abs(tool - data.oMf[model.getFrameId(TOOL)].translation).max()
    bodies = told[3:].reshape(-1, len(POSES))
    poses = dict(zip(arm.bodies, map(pinocchio.XYZQUATToSE3, bodies), strict=True))
    angles = arm.angles(poses | {"ground": pinocchio.SE3.Identity()})
    weight = pinocchio.computeGeneralizedGravity(model, data, angles)
    mass = sum(body.mass for body in arm.bodies.values()) - pinocchio.computeTotalMass(model)
    return abs(mass), place, np.abs(STIFFNESS * (POSE - angles) - weight).max(), np.abs(weight).max()


def main():
    parser = argparse.ArgumentParser(description="A robot arm with play in every axis.")
    parser.add_argument("--step", type=float, default=1e-3, help="communication step [s]")
    parser.add_argument("--fmus", default="target/hosts", help="where wheel and FMUs go")
    parser.add_argument("--out", default="out/hosts", help="where the picture goes")
    given = parser.parse_args()
    arm, text, fmus = arm_and_fmus(given.fmus)
    mass, place, torque, most = against_pinocchio(arm, text, fmus[1], given.step)
    print(f"Against Pinocchio: mass {mass:.1e} kg, tool at the start {place:.1e} m, torques of the servos at rest "
          f"{torque:.1e} of {most:.1f} N m off.")
    pairs, cpu = runs(fmus, given.step)
    print(f"{'push':10} {'ideal arm [mm]':>20} {'error [um]':>18} {'by hand':>18} {'lost [um]':>10} {'by hand':>8}")
    ratios = []
    for way, pair in enumerate(pairs):
        bend = 1e3 * (pair[1][[pair[1][:, 1].argmax(), pair[1][:, 1].argmin()], 2 + way] - pair[1][0, 2 + way])
        found, hand = 1e6 * lost(pair, way), 1e6 * np.array(by_hand(arm, way))
        print(f"{WAYS[way]:10} {bend[0]:+10.2f} {bend[1]:+9.2f} {found[0]:+9.0f} {found[1]:+8.0f} "
              f"{hand[0]:+9.0f} {hand[1]:+8.0f} {found[0] - found[1]:10.0f} {hand[0] - hand[1]:8.0f}")
        ratios.append((found[0] - found[1]) / (hand[0] - hand[1]))
    Path(given.out).mkdir(parents=True, exist_ok=True)
    picture(arm, pairs, f"{given.out}/arm.png", given.step)
    dissipated, mismatch = (max(pair[0][-1, column] for pair in pairs) for column in (5, 6))
    print(f"Lost in the joints up to {1e3 * dissipated:.1f} mJ, work mismatch {mismatch:.1e}; "
          f"{cpu[0]:.0f} s of CPU per simulated second with play, {cpu[1]:.0f} s without.")
    print(f"Play moves the tool by {min(ratios):.2f} to {max(ratios):.2f} of what statics with rigid bearings give. "
          f"Picture: {given.out}/arm.png.")


def picture(arm, pairs, path, step):
    """Draws the arm, and the error at the tool along the push against the push."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    figure = pyplot.figure(figsize=(11, 4.2))
    figure.suptitle(f"A robot arm with {1e6 * RADIAL:g} µm of radial and axial play in every axis, H = {step} s")
    left = figure.add_subplot(1, 2, 1, projection="3d")
    poses = arm.poses(arm.rest())
    places = [(poses[axis.a] * axis.frame_a) for axis in arm.axes]
    points = np.array([np.zeros(3), *(place.translation for place in places), arm.end(poses)])
    left.plot(*points.T, color="gray", linewidth=4, solid_capstyle="round")
    for number, place in enumerate(places):
        ends = np.array([place.act(np.array([0, 0, 0.08 * side])) for side in (-1, 1)])
        left.plot(*ends.T, color=f"C{number}", linewidth=2.5)
        left.text(*place.act(np.array([0, 0, 0.12])), str(number + 1), fontsize=8)
    left.plot(*points[-1:].T, "ko", markersize=4)
    left.set(xlabel="x [m]", ylabel="y [m]", zlabel="z [m]")
    left.set_aspect("equal")
    left.view_init(elev=25, azim=-60)
    left.tick_params(labelsize=6)
    right = figure.add_subplot(1, 2, 2)
    for way, pair in enumerate(pairs):
        later = pair[0][:, 0] >= SETTLED
        label = f"push and error along {WAYS[way]}"
        right.plot(pair[0][later, 1], 1e6 * error(pair)[later, way], label=label, linewidth=0.8)
    right.set(xlabel="push at the tool [N]", ylabel="tool with play less ideal tool [µm]")
    right.legend(fontsize=7)
    figure.tight_layout()
    figure.savefig(path, dpi=90)


if __name__ == "__main__":
    main()
