//! The variables of the three joints with backlash.
//!
//! They are declared in the units of translation; [`LineGeometry::row`](super::LineGeometry::row) turns the rows of a
//! rotation.

use crate::coupling::{LineCoupling, LineReport};
use crate::laws::backlash::{
    DragParameters, FlankParameters, LossParameters, PlayGeometry, PlayParameters, SpringParameters,
};
use model_description::{ANY, Interval, NOT_NEGATIVE, POSITIVE, choices, quantities};

quantities! {
    /// Parameters of a joint with backlash.
    pub struct Parameters {
        /// The gap.
        geometry: PlayGeometry,
        /// Contact of the flanks.
        contact: FlankParameters,
        /// A spring between the bodies, parallel to the gap.
        spring: SpringParameters,
        /// Drag between a and b, in the gap and in contact.
        drag: DragParameters,
        /// Losses that grow with the load, and friction of the bearings.
        loss: LossParameters,
        /// Coupling of joint and host.
        coupling: LineCoupling,
    }
}

choices! {
    /// Whether the wheel has external or internal teeth.
    pub enum MeshKind {
        /// External teeth: the shafts rotate in opposite directions.
        External: "external_teeth" was "external" = 1,
        /// Internal teeth: the shafts rotate in the same direction.
        Internal: "internal_teeth" was "internal" = 2,
    }
}

quantities! {
    /// The mesh of two gears.
    pub struct MeshParameters {
        /// Base radius of the pinion, body a.
        radius_a: "m" = 0.03 in POSITIVE,
        /// Base radius of the wheel, body b.
        radius_b: "m" = 0.06 in POSITIVE,
        /// Whether the wheel has external or internal teeth.
        kind: MeshKind,
        /// Number of teeth of the pinion; affects the transmission error only.
        teeth_a: i32 = 20 in Interval::closed(1.0, 2147483647.0),
        /// Amplitude of the transmission error, along the line of action, once per tooth; less than radius_a/(2 teeth_a).
        error_amplitude: "m" = 0.0 in NOT_NEGATIVE,
        /// Phase of the transmission error at angle 0 of a.
        error_phase: "rad" = 0.0 in ANY,
    }
}

quantities! {
    /// Parameters of a gear mesh.
    pub struct GearParameters {
        /// The gap, along the line of action.
        geometry: PlayGeometry,
        /// The mesh.
        mesh: MeshParameters,
        /// Contact of the flanks.
        contact: FlankParameters,
        /// A spring between the bodies, parallel to the gap.
        spring: SpringParameters,
        /// Drag between a and b, in the gap and in contact.
        drag: DragParameters,
        /// Losses that grow with the load, and friction of the bearings.
        loss: LossParameters,
        /// Coupling of joint and host.
        coupling: LineCoupling,
    }
}

impl Parameters {
    /// The parameters of the play alone.
    pub(super) fn play(&self) -> PlayParameters {
        let Self { geometry, contact, spring, drag, loss, .. } = *self;
        PlayParameters { geometry, contact, spring, drag, loss }
    }
}

impl GearParameters {
    /// The parameters that every joint with backlash has.
    pub(super) fn common(&self) -> Parameters {
        let Self { geometry, contact, spring, drag, loss, coupling, .. } = *self;
        Parameters { geometry, contact, spring, drag, loss, coupling }
    }
}

choices! {
    /// Flank in contact.
    pub enum TouchedFlank {
        /// None: b is in the gap.
        Without: "none" = 1,
        /// The flank that b meets as the gap coordinate grows.
        Upper: "upper" = 2,
        /// The flank that b meets as the gap coordinate decreases.
        Lower: "lower" = 3,
    }
}

quantities! {
    /// The flanks at the end of the last committed step.
    pub struct ContactReport {
        /// Penetration of the flank in contact; 0 in the gap.
        penetration: "m",
        /// Rate of the penetration, > 0 while the flanks approach; 0 in the gap.
        penetration_rate: "m/s",
        /// Load of the flank in contact; never negative.
        normal_force: "N",
        /// Flank in contact.
        flank: TouchedFlank,
        /// Whether a flank is in contact.
        active: bool,
        /// Time at which the last contact of a flank began; 0 before the first contact.
        start_time: "s",
        /// Approach speed at which the last contact of a flank began; 0 if it was in contact at the start.
        impact_speed: "m/s",
        /// Restitution that is prescribed at that speed; 0 for kelvin_voigt.
        impact_restitution: "1",
        /// Largest load of a flank inside the last step.
        peak_normal_force: "N",
        /// Position of b in the play, from its middle; the flanks are half the backlash away on both sides.
        position: "m",
    }
}

quantities! {
    /// The drag at the end of the last committed step.
    pub struct DragReport {
        /// Drag load, > 0 if it resists a growing gap coordinate.
        load: "N",
        /// Deflection of the bristles.
        /// Used by drag.model = lugre.
        bristle: "m",
        /// Rate of the bristle deflection.
        bristle_rate: "m/s",
    }
}

quantities! {
    /// The losses at the end of the last committed step.
    pub struct LossReport {
        /// Friction of the mesh, against the common motion of both bodies along the gap coordinate.
        force: "N",
        /// Power lost in the mesh and in both bearings.
        power: "W",
        /// Deflection of the friction of the mesh.
        deflection: "m",
        /// Rate of the deflection of the friction of the mesh.
        deflection_rate: "m/s",
        /// Deflection of the friction of the bearing of a.
        deflection_a: "m",
        /// Rate of the deflection of the friction of the bearing of a.
        deflection_a_rate: "m/s",
        /// Deflection of the friction of the bearing of b.
        deflection_b: "m",
        /// Rate of the deflection of the friction of the bearing of b.
        deflection_b_rate: "m/s",
    }
}

quantities! {
    /// Energies of the joint.
    pub struct EnergyReport {
        /// Energy lost to damping, drag, mesh and bearings since the beginning.
        dissipated: "J",
        /// Power lost to damping, drag, mesh and bearings.
        dissipated_rate: "W",
        /// Energy stored in flanks, spring, bristles and frictions; a preload can make it negative, only differences matter.
        stored: "J",
    }
}

quantities! {
    /// A joint with backlash at the end of the last committed step.
    pub struct Report {
        /// The flanks.
        contact: ContactReport,
        /// The drag.
        drag: DragReport,
        /// The losses.
        loss: LossReport,
        /// Energies.
        energy: EnergyReport,
        /// Quality of the prediction.
        coupling: LineReport,
    }
}
