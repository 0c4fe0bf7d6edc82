//! Parameters, inputs and reports of a group in space.

use crate::coupling::CouplingReport;
use crate::coupling::predicted::TOLERANCES;
use crate::group::report::{EnergyReport, LossReport};
use crate::laws::bushing::{Damping, Stiffness};
use crate::ports::{SpatialFrame, SpatialLoad};
use model_description::{ANY, POSITIVE, quantities};

quantities! {
    /// A point of a body.
    pub struct BodyPoint {
        /// Position along the x axis of the body's own frame.
        x: "m" = 0.0 in ANY,
        /// Position along the y axis of the body's own frame.
        y: "m" = 0.0 in ANY,
        /// Position along the z axis of the body's own frame.
        z: "m" = 0.0 in ANY,
    }
}

quantities! {
    /// The elements of an inertia tensor about the centre of mass, in the axes of the body's own frame.
    pub struct Tensor {
        /// Moment of inertia about the x axis through the centre of mass.
        xx: "kg.m2" = 1.0 in POSITIVE,
        /// Moment of inertia about the y axis through the centre of mass.
        yy: "kg.m2" = 1.0 in POSITIVE,
        /// Moment of inertia about the z axis through the centre of mass.
        zz: "kg.m2" = 1.0 in POSITIVE,
        /// Element of the inertia tensor, minus the integral of x y over the mass.
        xy: "kg.m2" = 0.0 in ANY,
        /// Element of the inertia tensor, minus the integral of x z over the mass.
        xz: "kg.m2" = 0.0 in ANY,
        /// Element of the inertia tensor, minus the integral of y z over the mass.
        yz: "kg.m2" = 0.0 in ANY,
    }
}

quantities! {
    /// A free body.
    pub struct BodyInertia {
        /// Mass of the body.
        mass: "kg" = 1.0 in POSITIVE,
        /// The inertia tensor.
        inertia: Tensor,
        /// Centre of mass, in the body's own frame.
        centre_of_mass: BodyPoint,
    }
}

quantities! {
    /// Start motion of a free body's marker, in world axes; moved onto the constraints.
    pub struct SpaceStart {
        /// Place along the world's x axis.
        x: "m" = 0.0 in ANY,
        /// Place along the world's y axis.
        y: "m" = 0.0 in ANY,
        /// Place along the world's z axis.
        z: "m" = 0.0 in ANY,
        /// Quaternion from the marker's axes to the world's: scalar part.
        e0: "1" = 1.0 in ANY,
        /// Quaternion: first component of the vector part.
        e1: "1" = 0.0 in ANY,
        /// Quaternion: second component of the vector part.
        e2: "1" = 0.0 in ANY,
        /// Quaternion: third component of the vector part.
        e3: "1" = 0.0 in ANY,
        /// Velocity along the world's x axis.
        vx: "m/s" = 0.0 in ANY,
        /// Velocity along the world's y axis.
        vy: "m/s" = 0.0 in ANY,
        /// Velocity along the world's z axis.
        vz: "m/s" = 0.0 in ANY,
        /// Angular velocity about the world's x axis.
        wx: "rad/s" = 0.0 in ANY,
        /// Angular velocity about the world's y axis.
        wy: "rad/s" = 0.0 in ANY,
        /// Angular velocity about the world's z axis.
        wz: "rad/s" = 0.0 in ANY,
    }
}

quantities! {
    /// A free body of a unit that moves it.
    pub struct StartParameters {
        /// Motion of the body's marker at the start.
        start: SpaceStart,
    }
}

quantities! {
    /// Gravity.
    pub struct Gravity3 {
        /// Acceleration of every free body along the world's x axis.
        x: "m/s2" = 0.0 in ANY,
        /// Acceleration of every free body along the world's y axis.
        y: "m/s2" = 0.0 in ANY,
        /// Acceleration of every free body along the world's z axis.
        z: "m/s2" = 0.0 in ANY,
    }
}

quantities! {
    /// A bushing.
    pub struct BushingParameters {
        /// Stiffness.
        stiffness: Stiffness,
        /// Damping.
        damping: Damping,
    }
}

quantities! {
    /// A motor.
    pub struct TorqueParameters {
        /// Moment that the drive exerts on the body about the z axis of its frame a, with its reaction on a.
        torque: "N.m" = 0.0 in ANY,
    }
}

quantities! {
    /// Accuracy of the contacts.
    pub struct SpaceCoupling {
        /// Largest error of the motion inside a step, relative to the speed of each impact.
        tolerance: "1" = 1e-4 in TOLERANCES,
    }
}

quantities! {
    /// A machine as a whole.
    pub struct SpaceMachineParameters {
        /// Gravity.
        gravity: Gravity3,
        /// Accuracy of the contacts.
        coupling: SpaceCoupling,
    }
}

quantities! {
    /// A load of the host on a body at a frame, in world axes, held over the coming step.
    pub struct LoadInput {
        /// Force exerted on the body along the world's x axis.
        fx: "N" = 0.0,
        /// Force exerted on the body along the world's y axis.
        fy: "N" = 0.0,
        /// Force exerted on the body along the world's z axis.
        fz: "N" = 0.0,
        /// Moment exerted on the body about the frame's origin, about the world's x axis.
        tx: "N.m" = 0.0,
        /// Moment exerted on the body about the frame's origin, about the world's y axis.
        ty: "N.m" = 0.0,
        /// Moment exerted on the body about the frame's origin, about the world's z axis.
        tz: "N.m" = 0.0,
    }
}

quantities! {
    /// Motion of a frame, in world axes.
    pub struct FrameReport {
        /// Position of the frame's origin along the world's x axis.
        x: "m",
        /// Position of the frame's origin along the world's y axis.
        y: "m",
        /// Position of the frame's origin along the world's z axis.
        z: "m",
        /// Quaternion from the frame's axes to the world's: scalar part; it is continuous, 0 or above at the start.
        e0: "1",
        /// Quaternion: first component of the vector part.
        e1: "1",
        /// Quaternion: second component of the vector part.
        e2: "1",
        /// Quaternion: third component of the vector part.
        e3: "1",
        /// Velocity of the frame's origin along the world's x axis.
        vx: "m/s",
        /// Velocity of the frame's origin along the world's y axis.
        vy: "m/s",
        /// Velocity of the frame's origin along the world's z axis.
        vz: "m/s",
        /// Angular velocity about the world's x axis.
        wx: "rad/s",
        /// Angular velocity about the world's y axis.
        wy: "rad/s",
        /// Angular velocity about the world's z axis.
        wz: "rad/s",
    }
}

quantities! {
    /// The load of a joint of the group.
    pub struct LoadReport {
        /// Load on body b at the joint's frame on it, the mean over the last step.
        load: SpatialLoad,
    }
}

quantities! {
    /// The contact of a joint of the group.
    pub struct ContactReport {
        /// Penetration of the deepest end or face; negative while all are apart.
        penetration: "m",
        /// Length of the hole that contains the journal; 0 for a ball.
        overlap: "m",
        /// Angle between the axes of bearing and journal; 0 for a ball.
        tilt: "rad",
        /// Sum of all normal forces, never negative.
        normal_force: "N",
        /// Largest sum of all normal forces inside the last step.
        peak_normal_force: "N",
        /// Whether the bodies touch anywhere.
        active: bool,
        /// Time at which the last contact began; 0 before the first contact.
        start_time: "s",
        /// Approach speed at which the last contact began; 0 before the first contact.
        impact_speed: "m/s",
    }
}

quantities! {
    /// A joint of the group.
    pub struct JointReport {
        /// The contact.
        contact: ContactReport,
        /// The energy.
        energy: LossReport,
    }
}

quantities! {
    /// Largest sizes inside the last step.
    pub struct PeakAcceleration3 {
        /// Largest acceleration of the centre of mass along any of the world's axes, never negative.
        linear: "m/s2",
        /// Largest angular acceleration about any of the world's axes, never negative.
        angular: "rad/s2",
    }
}

quantities! {
    /// A free body of the group.
    pub struct BodyReport {
        /// Largest accelerations inside the last step.
        peak_acceleration: PeakAcceleration3,
    }
}

quantities! {
    /// The ideal constraints.
    pub struct ConstraintReport {
        /// Number of rows that depend on others at the start: their loads are shared by the least norm.
        redundant: i32,
    }
}

quantities! {
    /// The group as a whole.
    pub struct SpaceGroupReport {
        /// The energies.
        energy: EnergyReport,
        /// Quality of the prediction.
        coupling: CouplingReport,
        /// The ideal constraints.
        constraints: ConstraintReport,
    }
}

impl From<SpatialFrame> for SpaceStart {
    fn from(frame: SpatialFrame) -> Self {
        let SpatialFrame { x, y, z, e0, e1, e2, e3, vx, vy, vz, wx, wy, wz } = frame;
        Self { x, y, z, e0, e1, e2, e3, vx, vy, vz, wx, wy, wz }
    }
}

impl From<SpatialFrame> for FrameReport {
    fn from(frame: SpatialFrame) -> Self {
        let SpatialFrame { x, y, z, e0, e1, e2, e3, vx, vy, vz, wx, wy, wz } = frame;
        Self { x, y, z, e0, e1, e2, e3, vx, vy, vz, wx, wy, wz }
    }
}

impl From<SpaceStart> for SpatialFrame {
    fn from(start: SpaceStart) -> Self {
        let SpaceStart { x, y, z, e0, e1, e2, e3, vx, vy, vz, wx, wy, wz } = start;
        Self { x, y, z, e0, e1, e2, e3, vx, vy, vz, wx, wy, wz }
    }
}
