//! The variables of the sliced pin without those of its slices.

#![expect(clippy::approx_constant, reason = "a public start value has the digits it is known by")]

use crate::base::Material;
use crate::coupling::PlainCoupling;
use crate::laws::contact::Dissipation;
use crate::laws::contact::line::{Line, LineOptions, Modulus};
use crate::laws::friction::FrictionParameters;
use crate::laws::pin::beam::Support;
use crate::ports::PinPortKind;
use model_description::Interval;
use model_description::{NOT_NEGATIVE, POSITIVE, choices, quantities};
use std::f64::consts::PI;

choices! {
    /// Model of the pin's bending.
    pub enum BendingModel {
        /// The first bending modes.
        Modal: "modal" = 1,
        /// All unknowns of a beam with one element per slice.
        Full: "full" = 2,
    }
}

quantities! {
    /// The hole and the pin.
    pub struct Geometry {
        /// Radius of the pin.
        pin_radius: "m" = 0.05 in POSITIVE,
        /// Length of the pin between its supports, and of the hole.
        length: "m" = 0.24 in POSITIVE,
        /// Radial clearance of the unworn hole: its radius minus the pin's.
        clearance: "m" = 1.0e-4 in POSITIVE,
    }
}

quantities! {
    /// Bending of the pin.
    pub struct BendingParameters {
        /// Support of the pin's ends in the yoke.
        support: Support,
        /// Model of the pin's bending.
        model: BendingModel,
        /// Bending modes per plane, at most one per slice; 6 are within about 1e-3 of all.
        /// Used by bending.model = modal.
        modes: i32 = 6 in Interval::closed(1.0, 200.0),
    }
}

quantities! {
    /// Normal contact of hole and pin in each slice.
    pub struct ContactParameters {
        /// Line law: load per length against penetration.
        line_law: Line,
        /// Choices of single line laws.
        line: LineOptions flat with { LineOptions { modulus: Modulus::Youngs, ..LineOptions::default() } },
        /// Dissipation law: computes the damping from the restitution.
        dissipation: Dissipation with { Dissipation::Modified },
        /// Prescribed coefficient of restitution; with a bending pin less energy is lost.
        restitution: "1" tunable = 0.9 in Interval::above(0.0).up_to(1.0),
        /// Lower limit of the impact speed in the damping, so that lasting contact is not over-damped.
        impact_speed_floor: "m/s" = 1.0e-3 in POSITIVE,
    }
}

quantities! {
    /// Springs in series with the pin; used by joint.stiffness only.
    pub struct SeriesParameters {
        /// Stiffness of the rod next to the hole; 0 means rigid.
        rod_stiffness: "N/m" = 0.0 in NOT_NEGATIVE,
        /// Stiffness of the yoke; 0 means rigid.
        yoke_stiffness: "N/m" = 0.0 in NOT_NEGATIVE,
    }
}

quantities! {
    /// Wear of the hole; the pin does not wear.
    pub struct WearParameters {
        /// Whether the hole wears.
        enabled: bool = false,
        /// Worn area per sliding distance and reference length at a pressure of 1 Pa.
        rate: "m2" = 1.0e-20 in NOT_NEGATIVE,
        /// Exponent of the pressure.
        exponent: "1" = 1.1 in POSITIVE,
        /// Slice length for which the wear rate holds.
        reference_length: "m" = 5.0e-3 in POSITIVE,
        /// Total swing angle of the rod, over which the hole wears.
        acting_angle: "rad" = 1.0472 in Interval::above(0.0).up_to(PI),
        /// In a hole with a map, instead of the rate: wear depth per pressure and sliding distance, Archard's coefficient divided by the hardness, K/H.
        coefficient_a: "1/Pa" = 1.0e-15 in NOT_NEGATIVE,
        /// In a hole with a map: pressure at which the exponent has no effect.
        reference_pressure: "Pa" = 1.0e6 in POSITIVE,
        /// Factor on the sliding distance in wear; friction energies stay the same.
        acceleration: "1" tunable = 1.0 in POSITIVE,
    }
}

quantities! {
    /// Parameters, fixed before the first step.
    pub struct Parameters {
        /// The hole and the pin.
        geometry: Geometry,
        /// Material of the pin.
        material_pin: Material with { STEEL },
        /// Material of the rod.
        material_rod: Material with { STEEL },
        /// Bending of the pin.
        bending: BendingParameters,
        /// Normal contact of hole and pin.
        contact: ContactParameters,
        /// Friction along the contact.
        friction: FrictionParameters,
        /// Springs in series with the pin.
        series: SeriesParameters,
        /// Wear of the hole.
        wear: WearParameters,
        /// Coupling of joint and host.
        coupling: PlainCoupling,
        /// Choices at the build.
        build: Choices,
    }
}

quantities! {
    /// Choices at the build.
    pub struct Choices {
        /// How bodies and joint are connected.
        ports: PinPortKind constant,
        /// Slices along the pin; the paper uses 24 per half.
        slices: i32 constant = 48 in Interval::closed(2.0, 200.0),
        /// Cells of the wear map around the hole of every slice, at least 24; 0 for uniform wear around the hole in each slice.
        cells: i32 constant = 0 in Interval::closed(0.0, 720.0),
    }
}

const STEEL: Material = Material { youngs_modulus: 2.1e11, poissons_ratio: 0.3 };
