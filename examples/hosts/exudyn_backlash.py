"""The motor and its load in Exudyn, in one dimension: two rotating masses, our joint before every step."""

import exudyn
from exudyn.itemInterface import LoadCoordinate, MarkerNodeCoordinate, Node1D, ObjectMass1D

from backlash import LOAD, MOTOR, drive_mean, joint
from exudyn_host import solve

# Half of a load acts in its own step, half in the next one.
SETTINGS = {"coupling.delay": "half"}


def run(folder, step, end, settings):
    """Rows of `backlash.COLUMNS`."""
    mbs = exudyn.SystemContainer().AddSystem()
    nodes = [mbs.AddNode(Node1D()) for _ in range(2)]
    for node, inertia in zip(nodes, (MOTOR, LOAD)):
        mbs.AddObject(ObjectMass1D(physicsMass=inertia, nodeNumber=node))
    markers = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0)) for node in nodes]
    loads = [mbs.AddLoad(LoadCoordinate(markerNumber=marker)) for marker in markers]
    # The motor's torque has a load of its own: it is known while the joint's is not.
    mbs.AddLoad(LoadCoordinate(markerNumber=markers[0], loadUserFunction=lambda mbs, time, _: drive_mean(time, 0.0)))
    mbs.Assemble()
    rows = []
    hinge = joint(folder, SETTINGS | settings)

    def before_step(mbs, time):
        # Exudyn passes the time of the step's end and the state of its start.
        (phi_a, phi_b), (w_a, w_b) = (
            values.tolist() for values in (mbs.systemData.GetODE2Coordinates(), mbs.systemData.GetODE2Coordinates_t())
        )
        on_motor, on_load, peak, _ = hinge.step([phi_a, w_a, phi_b, w_b], step).tolist()
        for load, torque in zip(loads, (on_motor, on_load)):
            mbs.SetLoadParameter(load, "load", torque)
        rows.append([time - step, phi_a, w_a, phi_b, w_b, on_load, peak])
        return True

    mbs.SetPreStepUserFunction(before_step)
    solve(mbs, step, end)
    hinge.close()
    return rows
