//! The variables of the sliced pin, but for those of its slices.

#![expect(clippy::approx_constant, reason = "a public start value has the digits it is known by")]

use crate::contact::Dissipation;
use crate::contact::line::{Line, Modulus};
use crate::coupling::CouplingParameters;
use crate::friction::FrictionParameters;
use crate::pin::beam::Support;
use crate::ports::PinPortKind;
use crate::{Interval, Material};
use model_description::{NOT_NEGATIVE, POSITIVE, choices, quantities};
use std::f64::consts::PI;

choices! {
    /// How the pin's bending line is described.
    pub enum BendingModel {
        /// By its first modes.
        Modal: "modal" = 1,
        /// By all unknowns of a beam with one element a slice.
        Full: "full" = 2,
    }
}

quantities! {
    /// The hole and the pin.
    pub struct Geometry {
        /// Radius of the pin.
        pin_radius: "m" = 0.05 in POSITIVE,
        /// Length of the pin between its supports, also that of the hole.
        length: "m" = 0.24 in POSITIVE,
        /// Radial clearance of the unworn hole: its radius minus the pin's.
        clearance: "m" = 1.0e-4 in POSITIVE,
    }
}

quantities! {
    /// How the pin bends.
    pub struct BendingParameters {
        /// How the yoke holds the pin's ends.
        support: Support,
        /// How the pin's bending line is described.
        model: BendingModel,
        /// Bending modes per plane, at most one a slice; 6 are within about 1e-3 of all.
        /// Used by bending.model = modal.
        modes: i32 = 6 in Interval::closed(1.0, 200.0),
    }
}

quantities! {
    /// What presses hole and pin apart in each slice.
    pub struct ContactParameters {
        /// Line law: load per length against penetration.
        line_law: Line,
        /// Which modulus stands in Liu's law.
        /// Used by contact.line_law = liu.
        modulus: Modulus,
        /// Dissipation law: turns the restitution into damping.
        dissipation: Dissipation with { Dissipation::Modified },
        /// Coefficient of restitution that is asked for; a bending pin keeps more energy.
        restitution: "1" tunable = 0.9 in Interval::above(0.0).up_to(1.0),
        /// Impact speeds below this count as this, so that lasting contact is not over-damped.
        impact_speed_floor: "m/s" = 1.0e-3 in POSITIVE,
    }
}

quantities! {
    /// What the pin is in series with; used by joint.stiffness only.
    pub struct SeriesParameters {
        /// Stiffness of the rod beside the hole; 0 stands for a rigid one.
        rod_stiffness: "N/m" = 0.0 in NOT_NEGATIVE,
        /// Stiffness of the yoke; 0 stands for a rigid one.
        yoke_stiffness: "N/m" = 0.0 in NOT_NEGATIVE,
    }
}

quantities! {
    /// How the hole wears; all wear is in the hole.
    pub struct WearParameters {
        /// Whether the hole wears.
        enabled: bool = false,
        /// Worn area per sliding distance and reference length at a pressure of 1 Pa.
        rate: "m2" = 1.0e-20 in NOT_NEGATIVE,
        /// Power of the pressure.
        exponent: "1" = 1.1 in POSITIVE,
        /// Length of the slice for which the rate was found.
        reference_length: "m" = 5.0e-3 in POSITIVE,
        /// Total swing of the rod, over which the hole wears.
        acting_angle: "rad" = 1.0472 in Interval::above(0.0).up_to(PI),
        /// In a hole with a map, in place of the rate: depth that it loses per pressure and sliding distance, Archard's coefficient over the hardness, K/H.
        coefficient_a: "1/Pa" = 1.0e-15 in NOT_NEGATIVE,
        /// In a hole with a map: pressure at which the exponent makes no difference.
        reference_pressure: "Pa" = 1.0e6 in POSITIVE,
        /// Sliding counts so many times in wear; friction energies stay as they are.
        acceleration: "1" tunable = 1.0 in POSITIVE,
    }
}

quantities! {
    /// What is fixed before the first step.
    pub struct Parameters {
        /// The hole and the pin.
        geometry: Geometry,
        /// Material of the pin.
        material_pin: Material with { STEEL },
        /// Material of the rod.
        material_rod: Material with { STEEL },
        /// How the pin bends.
        bending: BendingParameters,
        /// What presses hole and pin apart.
        contact: ContactParameters,
        /// What drags along the contact.
        friction: FrictionParameters,
        /// What the pin is in series with.
        series: SeriesParameters,
        /// How the hole wears.
        wear: WearParameters,
        /// How the joint meets its host.
        coupling: CouplingParameters,
        /// What is chosen at the build.
        build: Choices,
    }
}

quantities! {
    /// What is chosen at the build.
    pub struct Choices {
        /// How bodies and joint are connected.
        ports: PinPortKind constant,
        /// Slices along the pin; the paper has 24 in each half.
        slices: i32 constant = 48 in Interval::closed(2.0, 200.0),
        /// Cells of the wear map round the hole of every slice, from 24; 0 for a hole that each slice wears all round.
        cells: i32 constant = 0 in Interval::closed(0.0, 720.0),
    }
}

const STEEL: Material = Material { youngs_modulus: 2.1e11, poissons_ratio: 0.3 };
