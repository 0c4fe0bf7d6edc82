//! The variables of the three joints with backlash.
//!
//! They are declared in the units of translation; [`Shape::row`](super::Shape::row) turns the rows of a
//! rotation.

use crate::backlash::{
    DragParameters, FlankParameters, PlayGeometry, PlayParameters, SpringParameters,
};
use crate::coupling::{LineCoupling, LineReport};
use model_description::{ANY, Interval, NOT_NEGATIVE, POSITIVE, choices, quantities};

quantities! {
    /// What is set of a joint with backlash.
    pub struct Parameters {
        /// The gap.
        geometry: PlayGeometry,
        /// What the flanks exert.
        contact: FlankParameters,
        /// A spring between the bodies, parallel to the gap.
        spring: SpringParameters,
        /// What drags while b moves against a.
        drag: DragParameters,
        /// How the joint meets its host.
        coupling: LineCoupling,
    }
}

choices! {
    /// Which side the wheel has its teeth on.
    pub enum MeshKind {
        /// Outside: the shafts turn in opposite senses.
        External: "external" = 1,
        /// Inside: the shafts turn in the same sense.
        Internal: "internal" = 2,
    }
}

quantities! {
    /// The mesh of two gears.
    pub struct MeshParameters {
        /// Base radius of the pinion, body a.
        radius_a: "m" = 0.03 in POSITIVE,
        /// Base radius of the wheel, body b.
        radius_b: "m" = 0.06 in POSITIVE,
        /// Which side the wheel has its teeth on.
        kind: MeshKind,
        /// Number of teeth of the pinion; counts for the transmission error only.
        teeth_a: i32 = 20 in Interval::closed(1.0, 2147483647.0),
        /// Amplitude of the transmission error, along the line of action, once per tooth; less than radius_a/(2 teeth_a).
        error_amplitude: "m" = 0.0 in NOT_NEGATIVE,
        /// Phase of the transmission error where the angle of a is 0.
        error_phase: "rad" = 0.0 in ANY,
    }
}

quantities! {
    /// What is set of a gear mesh.
    pub struct GearParameters {
        /// The gap, along the line of action.
        geometry: PlayGeometry,
        /// The mesh.
        mesh: MeshParameters,
        /// What the flanks exert.
        contact: FlankParameters,
        /// A spring between the bodies, parallel to the gap.
        spring: SpringParameters,
        /// What drags while b moves against a.
        drag: DragParameters,
        /// How the joint meets its host.
        coupling: LineCoupling,
    }
}

impl Parameters {
    /// Those of the play alone.
    pub fn play(&self) -> PlayParameters {
        let Self { geometry, contact, spring, drag, .. } = *self;
        PlayParameters { geometry, contact, spring, drag }
    }
}

impl GearParameters {
    /// Those that every joint with backlash has.
    pub fn common(&self) -> Parameters {
        let Self { geometry, contact, spring, drag, coupling, .. } = *self;
        Parameters { geometry, contact, spring, drag, coupling }
    }
}

choices! {
    /// The flank that is touched.
    pub enum TouchedFlank {
        /// None: b is in the gap.
        Without: "none" = 1,
        /// The one that b meets where the gap coordinate grows.
        Upper: "upper" = 2,
        /// The one that b meets where it falls.
        Lower: "lower" = 3,
    }
}

quantities! {
    /// The flanks at the end of the last committed step.
    pub struct ContactReport {
        /// Penetration of the flank that is touched; 0 in the gap.
        penetration: "m",
        /// Its rate, > 0 while the flanks approach; 0 in the gap.
        penetration_rate: "m/s",
        /// Load of the flank that is touched; never negative.
        normal_force: "N",
        /// Which flank is touched.
        flank: TouchedFlank,
        /// Whether a flank is touched.
        active: bool,
        /// When the last contact of a flank began; 0 before the first.
        start_time: "s",
        /// Rate at which the flanks met then; 0 where they were pressed from the beginning.
        impact_speed: "m/s",
        /// Largest load of a flank inside the last step.
        peak_normal_force: "N",
        /// Where b stands in the play, from its middle: the flanks are half the backlash away on both sides.
        position: "m",
    }
}

quantities! {
    /// The drag at the end of the last committed step.
    pub struct DragReport {
        /// Load of the drag, > 0 where it resists a growing gap coordinate.
        load: "N",
        /// Deflection of the bristles.
        /// Used by drag.model = lugre.
        bristle: "m",
        /// Rate of that deflection.
        bristle_rate: "m/s",
    }
}

quantities! {
    /// Energies of the joint.
    pub struct EnergyReport {
        /// Energy lost to damping and drag since the beginning.
        dissipated: "J",
        /// Power lost to damping and drag.
        dissipated_rate: "W",
        /// Energy in flanks, spring and bristles; the share of a preload may be negative: differences count.
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
        /// Energies.
        energy: EnergyReport,
        /// How the prediction fits the host.
        coupling: LineReport,
    }
}
