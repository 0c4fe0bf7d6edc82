"""The door in Drake: a free body of a discrete plant, the joints between its steps."""

import numpy
from pydrake.common.eigen_geometry import Quaternion
from pydrake.common.value import Value
from pydrake.math import RigidTransform
from pydrake.multibody.math import SpatialForce
from pydrake.multibody.plant import ExternallyAppliedSpatialForce, MultibodyPlant
from pydrake.multibody.tree import SpatialInertia, UnitInertia
from pydrake.systems.analysis import Simulator

from door import CENTRE, GRAVITY, INERTIA, MASS, QUATERNION

# A load acts in its own step, and positions move with the velocity of the step's end.
SETTINGS = {"coupling.semi_implicit": True}


def run(hinges, step, end):
    """Rows of `hinges.columns`."""
    plant = MultibodyPlant(time_step=step)
    about = SpatialInertia(MASS, numpy.zeros(3), UnitInertia(*(INERTIA / MASS)))
    door = plant.AddRigidBody("door", about)
    plant.mutable_gravity_field().set_gravity_vector(GRAVITY)
    plant.Finalize()
    simulator = Simulator(plant)
    context = simulator.get_mutable_context()
    plant.SetFreeBodyPose(context, door, RigidTransform(Quaternion(*QUATERNION), CENTRE))
    port = plant.get_applied_spatial_force_input_port()
    pushes = [ExternallyAppliedSpatialForce() for _ in hinges.frames]
    for push, frame in zip(pushes, hinges.frames, strict=True):
        push.body_index = door.index()
        push.p_BoBq_B = frame
    rows = []

    for index in range(round(end / step)):
        pose, twist = plant.EvalBodyPoseInWorld(context, door), plant.EvalBodySpatialVelocityInWorld(context, door)
        quaternion = pose.rotation().ToQuaternion().wxyz()
        axes, spin, velocity = pose.rotation().matrix(), twist.rotational(), twist.translational()
        frames = []
        for frame in hinges.frames:
            arm = axes @ frame
            there = velocity + numpy.cross(spin, arm)
            frames.append(numpy.concatenate([pose.translation() + arm, quaternion, there, spin]))
        loads, told = hinges.step(frames, step)
        for push, (force, moment) in zip(pushes, loads, strict=True):
            push.F_Bq_W = SpatialForce(tau=moment, f=force)
        port.FixValue(context, Value[list[ExternallyAppliedSpatialForce]](pushes))
        rows.append([index * step, *pose.translation(), *quaternion, *velocity, *spin, *told])
        simulator.AdvanceTo((index + 1) * step)
    return rows
