//! The user's parameters of a play.

use super::LossParameters;
use crate::laws::contact::{Dissipation, SpeedRestitution};
use model_description::{ANY, Interval, NOT_NEGATIVE, POSITIVE, choices, quantities};

quantities! {
    /// The gap.
    pub struct PlayGeometry {
        /// Total play between the two flanks, as a dial gauge shows it; twice the half-gap that other tools use.
        backlash: "m" tunable = 1.0e-4 in NOT_NEGATIVE,
        /// Coordinate of b minus that of a at the middle of the play.
        offset: "m" = 0.0 in ANY,
    }
}

choices! {
    /// Elastic law of the flanks.
    pub enum FlankElastic {
        /// A linear spring parallel to a linear damper, never in tension; ignores the dissipation law.
        KelvinVoigt: "kelvin_voigt" = 1,
        /// A power of the penetration, with a dissipation law.
        Power: "power" = 2,
    }
}

quantities! {
    /// Contact of the flanks.
    pub struct FlankParameters {
        /// Elastic law of the flanks.
        elastic: FlankElastic with { FlankElastic::Power },
        /// Secant stiffness of a flank at the reference depth; at any depth with exponent 1 or kelvin_voigt.
        stiffness: "N/m" = 1.0e8 in POSITIVE,
        /// Penetration at which the stiffness holds; no effect with exponent 1.
        /// Used by contact.elastic = power.
        reference_depth: "m" = 1.0e-5 in POSITIVE,
        /// Exponent of the penetration.
        /// Used by contact.elastic = power.
        exponent: "1" = 1.0 in Interval::closed(1.0, 3.0),
        /// Dissipation law: computes the damping from the restitution.
        /// Used by contact.elastic = power.
        dissipation: Dissipation with { Dissipation::Exact },
        /// Prescribed coefficient of restitution.
        /// Used by contact.elastic = power.
        restitution: "1" tunable = 0.7 in Interval::above(0.0).up_to(1.0),
        /// Restitution against the speed of the impact.
        by_speed: SpeedRestitution flat,
        /// Lower limit of the impact speed in the damping, so that lasting contact is not over-damped.
        /// Used by contact.elastic = power.
        impact_speed_floor: "m/s" = 1.0e-3 in POSITIVE,
        /// Damping of a flank; the command mobility --line computes it from a restitution.
        /// Used by contact.elastic = kelvin_voigt.
        damping: "N.s/m" tunable = 1.0e3 in NOT_NEGATIVE,
    }
}

quantities! {
    /// A spring between the bodies, parallel to the gap.
    pub struct SpringParameters {
        /// Stiffness of the spring.
        stiffness: "N/m" = 0.0 in NOT_NEGATIVE,
        /// Spring load at the middle of the play; > 0 pushes b to the lower flank.
        preload: "N" tunable = 0.0 in ANY,
    }
}

choices! {
    /// Law of the drag between the bodies, parallel to the gap.
    pub enum Drags {
        /// Viscous drag only.
        Without: "none" = 1,
        /// Coulomb's law, smoothed by a hyperbolic tangent of the speed.
        Coulomb: "coulomb" = 2,
        /// LuGre's law: elastic bristles, with presliding and a Stribeck effect.
        Lugre: "lugre" = 3,
    }
}

quantities! {
    /// Drag between a and b, in the gap and in contact.
    pub struct DragParameters {
        /// Law of the drag between the bodies, parallel to the gap.
        model: Drags with { Drags::Without },
        /// Static drag, at rest.
        /// Used by drag.model = lugre.
        r#static: "N" tunable = 1.0 in NOT_NEGATIVE,
        /// Kinetic drag, in motion.
        /// Used by drag.model = coulomb, lugre.
        kinetic: "N" tunable = 1.0 in NOT_NEGATIVE,
        /// Stribeck speed: transition from static to kinetic drag; for coulomb the speed at which the drag is nearly full.
        /// Used by drag.model = coulomb, lugre.
        stribeck_speed: "m/s" tunable = 1.0e-3 in POSITIVE,
        /// Viscous drag coefficient, for every law.
        viscous: "N.s/m" tunable = 0.0 in NOT_NEGATIVE,
        /// Stiffness of the bristles.
        /// Used by drag.model = lugre.
        bristle_stiffness: "N/m" tunable = 1.0e6 in POSITIVE,
        /// Damping of the bristles.
        /// Used by drag.model = lugre.
        bristle_damping: "N.s/m" tunable = 1.0e3 in NOT_NEGATIVE,
        /// Whether the bristle damping fades with the speed; otherwise the law can create energy.
        /// Used by drag.model = lugre.
        damping_fades: bool tunable = true,
    }
}

quantities! {
    /// A play with its flanks, spring and drag.
    pub struct PlayParameters {
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
    }
}
