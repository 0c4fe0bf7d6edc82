//! Parameters, inputs and reports of a machine, a group that moves its bodies itself.

use crate::coupling::predicted::TOLERANCES;
use crate::kinematics::planar::Frame;
use crate::laws::bushing::negative_eigenvalue;
use model_description::{ANY, NOT_NEGATIVE, Quantities, Row, quantities};
use nalgebra::{Matrix3, Matrix6};

quantities! {
    /// Start motion of a free body's marker, in world axes; moved onto the constraints.
    pub struct StartParameters {
        /// Place along the world's x axis.
        x: "m" = 0.0 in ANY,
        /// Place along the world's y axis.
        y: "m" = 0.0 in ANY,
        /// Angle, counter-clockwise.
        phi: "rad" = 0.0 in ANY,
        /// Velocity along the world's x axis.
        vx: "m/s" = 0.0 in ANY,
        /// Velocity along the world's y axis.
        vy: "m/s" = 0.0 in ANY,
        /// Angular velocity, counter-clockwise.
        w: "rad/s" = 0.0 in ANY,
    }
}

quantities! {
    /// A free body of a unit that moves it.
    pub struct MachineBodyParameters {
        /// Where the body's marker is at the start.
        start: StartParameters,
    }
}

quantities! {
    /// A spring with a damper along the line between its ends.
    pub struct LineSpringParameters {
        /// Stiffness, never negative.
        stiffness: "N/m" = 0.0 in NOT_NEGATIVE,
        /// Damping, never negative.
        damping: "N.s/m" = 0.0 in NOT_NEGATIVE,
        /// Length without load; with 0 the spring pulls its ends together from any side.
        rest: "m" = 0.0 in NOT_NEGATIVE,
    }
}

quantities! {
    /// A spring with a damper against turning.
    pub struct TurnSpringParameters {
        /// Stiffness, never negative.
        stiffness: "N.m/rad" = 0.0 in NOT_NEGATIVE,
        /// Damping, never negative.
        damping: "N.m.s/rad" = 0.0 in NOT_NEGATIVE,
        /// Angle of b against a without load, counter-clockwise.
        rest: "rad" = 0.0 in ANY,
    }
}

quantities! {
    /// Stiffness of a bushing in the axes of frame a: the upper triangle of a symmetric matrix.
    pub struct PlaneStiffness {
        /// Force along x per displacement along x.
        xx: "N/m" = 0.0 in NOT_NEGATIVE,
        /// Force along x per displacement along y, and force along y per displacement along x.
        xy: "N/m" = 0.0 in ANY,
        /// Force along x per rotation, and moment per displacement along x.
        xphi: "N" = 0.0 in ANY,
        /// Force along y per displacement along y.
        yy: "N/m" = 0.0 in NOT_NEGATIVE,
        /// Force along y per rotation, and moment per displacement along y.
        yphi: "N" = 0.0 in ANY,
        /// Moment per rotation.
        phiphi: "N.m/rad" = 0.0 in NOT_NEGATIVE,
    }
}

quantities! {
    /// Damping of a bushing in the axes of frame a: the upper triangle of a symmetric matrix.
    pub struct PlaneDamping {
        /// Force along x per velocity along x.
        xx: "N.s/m" = 0.0 in NOT_NEGATIVE,
        /// Force along x per velocity along y, and force along y per velocity along x.
        xy: "N.s/m" = 0.0 in ANY,
        /// Force along x per angular velocity, and moment per velocity along x.
        xphi: "N.s" = 0.0 in ANY,
        /// Force along y per velocity along y.
        yy: "N.s/m" = 0.0 in NOT_NEGATIVE,
        /// Force along y per angular velocity, and moment per velocity along y.
        yphi: "N.s" = 0.0 in ANY,
        /// Moment per angular velocity.
        phiphi: "N.m.s/rad" = 0.0 in NOT_NEGATIVE,
    }
}

quantities! {
    /// A bushing.
    pub struct PlaneBushingParameters {
        /// Stiffness.
        stiffness: PlaneStiffness,
        /// Damping.
        damping: PlaneDamping,
    }
}

impl PlaneBushingParameters {
    /// Makes those of a bushing with these matrices.
    pub fn of(matrices: [&Matrix3<f64>; 2]) -> Self {
        let places = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)];
        let numbers = matrices.map(|matrix| places.map(|place| matrix[place]));
        Self::read(numbers.as_flattened())
    }

    /// Returns stiffness and damping; refuses matrices that no bushing has.
    pub fn matrices(&self) -> Result<[Matrix3<f64>; 2], String> {
        let Self { stiffness: k, damping: d } = self;
        let matrices = [
            Matrix3::new(k.xx, k.xy, k.xphi, k.xy, k.yy, k.yphi, k.xphi, k.yphi, k.phiphi),
            Matrix3::new(d.xx, d.xy, d.xphi, d.xy, d.yy, d.yphi, d.xphi, d.yphi, d.phiphi),
        ];
        for (name, matrix) in ["stiffness", "damping"].into_iter().zip(&matrices) {
            check_bushing(matrix).map_err(|why| format!("{name} {why}"))?;
        }
        Ok(matrices)
    }
}

/// Refuses a matrix of a bushing with a negative eigenvalue.
pub(crate) fn check_bushing(matrix: &Matrix3<f64>) -> Result<(), String> {
    let mut whole = Matrix6::zeros();
    whole.fixed_view_mut::<3, 3>(0, 0).copy_from(matrix);
    match negative_eigenvalue(&whole) {
        Some(least) => Err(format!("has the eigenvalue {least:.4}; all must be 0 or above")),
        None => Ok(()),
    }
}

quantities! {
    /// A drive.
    pub struct DriveParameters {
        /// Speed at which the drive keeps the body, counter-clockwise.
        speed: "rad/s" = 0.0 in ANY,
    }
}

quantities! {
    /// Accuracy of the contacts.
    pub struct MachineCoupling {
        /// Largest error of the motion inside a step, relative to the speed of each impact or, of films, to the clearance.
        tolerance: "1" = 1e-4 in TOLERANCES,
    }
}

quantities! {
    /// Gravity.
    pub struct Gravity {
        /// Acceleration of every free body along the world's x axis.
        x: "m/s2" = 0.0 in ANY,
        /// Acceleration of every free body along the world's y axis.
        y: "m/s2" = 0.0 in ANY,
    }
}

quantities! {
    /// A machine as a whole.
    pub struct MachineParameters {
        /// Gravity.
        gravity: Gravity,
        /// How fine the contacts are followed.
        coupling: MachineCoupling,
    }
}

quantities! {
    /// A load of the host on a body at a frame, in world axes, held over the coming step.
    pub struct LoadInput {
        /// Force exerted on the body along the world's x axis.
        fx: "N" = 0.0,
        /// Force exerted on the body along the world's y axis.
        fy: "N" = 0.0,
        /// Moment exerted on the body about the frame's origin, counter-clockwise.
        t: "N.m" = 0.0,
    }
}

quantities! {
    /// Motion of a frame, in world axes.
    pub struct FrameReport {
        /// Position of the frame's origin along the world's x axis.
        x: "m",
        /// Position of the frame's origin along the world's y axis.
        y: "m",
        /// Angle of the frame, counter-clockwise, with all turns since the start.
        phi: "rad",
        /// Velocity of the frame's origin along the world's x axis.
        vx: "m/s",
        /// Velocity of the frame's origin along the world's y axis.
        vy: "m/s",
        /// Angular velocity, counter-clockwise.
        w: "rad/s",
    }
}

quantities! {
    /// A drive.
    pub struct DriveReport {
        /// Moment of the drive on the body, counter-clockwise, the mean over the last step.
        drive_moment: "N.m",
    }
}

quantities! {
    /// Energies of the machine; bodies, springs and `energy.stored` grow by drive and loads less damped and
    /// dissipated.
    pub struct MachineEnergy {
        /// Kinetic energy of the free bodies, and their potential energy under gravity.
        bodies: "J",
        /// Energy that the springs store.
        springs: "J",
        /// Energy that the springs' dampers have taken since the beginning; it never falls.
        damped: "J",
        /// Work of drives and of bodies that the host moves, since the beginning.
        drive: "J",
        /// Work of loads from outside since the beginning, those of the file and those of the host.
        loads: "J",
        /// Energy that errors of the computed motion have created since the beginning, below 0 if they have lost some: by this the other energies do not balance.
        error: "J",
    }
}

quantities! {
    /// The machine as a whole.
    pub struct MachineReport {
        /// The energies.
        energy: MachineEnergy,
    }
}

impl From<Frame> for StartParameters {
    fn from(Frame { x, y, phi, vx, vy, w }: Frame) -> Self {
        Self { x, y, phi, vx, vy, w }
    }
}

impl From<StartParameters> for Frame {
    fn from(StartParameters { x, y, phi, vx, vy, w }: StartParameters) -> Self {
        Self { x, y, phi, vx, vy, w }
    }
}

impl From<Frame> for FrameReport {
    fn from(Frame { x, y, phi, vx, vy, w }: Frame) -> Self {
        Self { x, y, phi, vx, vy, w }
    }
}

/// Returns rows with the name of a thing in front.
pub(crate) fn rows_of(name: &str, rows: &impl Quantities) -> impl Iterator<Item = Row> {
    rows.rows().into_iter().map(move |row| row.inside(name))
}

/// Returns the names of the rows of these quantities.
pub(crate) fn names_of(quantities: &impl Quantities) -> Vec<String> {
    quantities.rows().into_iter().map(|row| row.name).collect()
}
