//! The variables of a bushing.

use crate::coupling::PlainCoupling;
use crate::ports::PinPortKind;
use model_description::{NOT_NEGATIVE, Quantities, quantities};
use nalgebra::Matrix6;

quantities! {
    /// Stiffness in the axes of frame a: the upper triangle of a symmetric matrix.
    pub struct Stiffness {
        /// Force along x per displacement along x.
        xx: "N/m" tunable = 5.0e6 in NOT_NEGATIVE,
        /// Force along x per displacement along y, and force along y per displacement along x.
        xy: "N/m" tunable = 0.0,
        /// Force along x per displacement along z, and force along z per displacement along x.
        xz: "N/m" tunable = 0.0,
        /// Force along x per rotation about x, and moment about x per displacement along x.
        xrx: "N" tunable = 0.0,
        /// Force along x per rotation about y, and moment about y per displacement along x.
        xry: "N" tunable = 0.0,
        /// Force along x per rotation about z, and moment about z per displacement along x.
        xrz: "N" tunable = 0.0,
        /// Force along y per displacement along y.
        yy: "N/m" tunable = 5.0e6 in NOT_NEGATIVE,
        /// Force along y per displacement along z, and force along z per displacement along y.
        yz: "N/m" tunable = 0.0,
        /// Force along y per rotation about x, and moment about x per displacement along y.
        yrx: "N" tunable = 0.0,
        /// Force along y per rotation about y, and moment about y per displacement along y.
        yry: "N" tunable = 0.0,
        /// Force along y per rotation about z, and moment about z per displacement along y.
        yrz: "N" tunable = 0.0,
        /// Force along z per displacement along z.
        zz: "N/m" tunable = 1.0e6 in NOT_NEGATIVE,
        /// Force along z per rotation about x, and moment about x per displacement along z.
        zrx: "N" tunable = 0.0,
        /// Force along z per rotation about y, and moment about y per displacement along z.
        zry: "N" tunable = 0.0,
        /// Force along z per rotation about z, and moment about z per displacement along z.
        zrz: "N" tunable = 0.0,
        /// Moment about x per rotation about x.
        rxrx: "N.m/rad" tunable = 1.0e3 in NOT_NEGATIVE,
        /// Moment about x per rotation about y, and moment about y per rotation about x.
        rxry: "N.m/rad" tunable = 0.0,
        /// Moment about x per rotation about z, and moment about z per rotation about x.
        rxrz: "N.m/rad" tunable = 0.0,
        /// Moment about y per rotation about y.
        ryry: "N.m/rad" tunable = 1.0e3 in NOT_NEGATIVE,
        /// Moment about y per rotation about z, and moment about z per rotation about y.
        ryrz: "N.m/rad" tunable = 0.0,
        /// Moment about z per rotation about z.
        rzrz: "N.m/rad" tunable = 1.0e2 in NOT_NEGATIVE,
    }
}

quantities! {
    /// Damping in the axes of frame a: the upper triangle of a symmetric matrix.
    pub struct Damping {
        /// Force along x per velocity along x.
        xx: "N.s/m" tunable = 5.0e2 in NOT_NEGATIVE,
        /// Force along x per velocity along y, and force along y per velocity along x.
        xy: "N.s/m" tunable = 0.0,
        /// Force along x per velocity along z, and force along z per velocity along x.
        xz: "N.s/m" tunable = 0.0,
        /// Force along x per angular velocity about x, and moment about x per velocity along x.
        xrx: "N.s" tunable = 0.0,
        /// Force along x per angular velocity about y, and moment about y per velocity along x.
        xry: "N.s" tunable = 0.0,
        /// Force along x per angular velocity about z, and moment about z per velocity along x.
        xrz: "N.s" tunable = 0.0,
        /// Force along y per velocity along y.
        yy: "N.s/m" tunable = 5.0e2 in NOT_NEGATIVE,
        /// Force along y per velocity along z, and force along z per velocity along y.
        yz: "N.s/m" tunable = 0.0,
        /// Force along y per angular velocity about x, and moment about x per velocity along y.
        yrx: "N.s" tunable = 0.0,
        /// Force along y per angular velocity about y, and moment about y per velocity along y.
        yry: "N.s" tunable = 0.0,
        /// Force along y per angular velocity about z, and moment about z per velocity along y.
        yrz: "N.s" tunable = 0.0,
        /// Force along z per velocity along z.
        zz: "N.s/m" tunable = 1.0e2 in NOT_NEGATIVE,
        /// Force along z per angular velocity about x, and moment about x per velocity along z.
        zrx: "N.s" tunable = 0.0,
        /// Force along z per angular velocity about y, and moment about y per velocity along z.
        zry: "N.s" tunable = 0.0,
        /// Force along z per angular velocity about z, and moment about z per velocity along z.
        zrz: "N.s" tunable = 0.0,
        /// Moment about x per angular velocity about x.
        rxrx: "N.m.s/rad" tunable = 0.1 in NOT_NEGATIVE,
        /// Moment about x per angular velocity about y, and moment about y per angular velocity about x.
        rxry: "N.m.s/rad" tunable = 0.0,
        /// Moment about x per angular velocity about z, and moment about z per angular velocity about x.
        rxrz: "N.m.s/rad" tunable = 0.0,
        /// Moment about y per angular velocity about y.
        ryry: "N.m.s/rad" tunable = 0.1 in NOT_NEGATIVE,
        /// Moment about y per angular velocity about z, and moment about z per angular velocity about y.
        ryrz: "N.m.s/rad" tunable = 0.0,
        /// Moment about z per angular velocity about z.
        rzrz: "N.m.s/rad" tunable = 0.01 in NOT_NEGATIVE,
    }
}

/// Returns the symmetric matrix whose upper triangle, by rows, these quantities are.
pub(super) fn matrix<Q: Quantities>(triangle: &Q) -> Matrix6<f64> {
    let mut numbers = [0.0; 21];
    triangle.write(&mut numbers);
    let mut numbers = numbers.into_iter();
    let mut matrix = Matrix6::zeros();
    for row in 0..6 {
        for column in row..6 {
            let number = numbers.next().unwrap_or_default();
            (matrix[(row, column)], matrix[(column, row)]) = (number, number);
        }
    }
    matrix
}

quantities! {
    /// Choices at the build.
    pub struct Choices {
        /// How bodies and joint are connected; with ports in the plane x, y and the rotation about z count.
        ports: PinPortKind constant,
    }
}

quantities! {
    /// Parameters.
    pub struct Parameters {
        /// Stiffness.
        stiffness: Stiffness,
        /// Damping.
        damping: Damping,
        /// Coupling of joint and host.
        coupling: PlainCoupling,
        /// Choices at the build.
        build: Choices,
    }
}

quantities! {
    /// Frame b in frame a at the end of the last committed step.
    pub struct DeflectionReport {
        /// Displacement of b's origin along the x axis of frame a.
        x: "m",
        /// Displacement along the y axis.
        y: "m",
        /// Displacement along the z axis.
        z: "m",
        /// Rotation vector of b's axes in those of a: part along the x axis of frame a.
        rx: "rad",
        /// Part of the rotation vector along the y axis.
        ry: "rad",
        /// Part of the rotation vector along the z axis; the angle with ports in the plane.
        rz: "rad",
    }
}

quantities! {
    /// Energies of the bushing.
    pub struct EnergyReport {
        /// Energy lost to damping since the start; never decreases.
        dissipated: "J",
        /// Power lost to damping.
        dissipated_rate: "W",
        /// Elastic energy.
        stored: "J",
    }
}

quantities! {
    /// The bushing at the end of the last committed step.
    pub struct Report {
        /// The deflection.
        deflection: DeflectionReport,
        /// The energies.
        energy: EnergyReport,
    }
}
