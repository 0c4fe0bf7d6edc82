//! The variables of a bushing.

use crate::coupling::PlainCoupling;
use crate::laws::bushing::{Damping, Stiffness};
use crate::ports::PinPortKind;
use model_description::quantities;

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
