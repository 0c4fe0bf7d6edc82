//! The variables of a rough interface.

use crate::base::Material;
use crate::coupling::PlainCoupling;
use crate::ports::PortKind;
use model_description::Interval;
use model_description::{NOT_NEGATIVE, POSITIVE, choices, quantities};

choices! {
    /// Law of the tangential force; chosen at the build.
    pub enum InterfaceLaw {
        /// Asperities that stick and slip one after the other; any history of displacement and approach.
        Bristles: "bristles" = 1,
        /// Modified Iwan model, exact for any history of displacement under the constant load of a clamp.
        IwanStack: "iwan_stack" = 2,
        /// Modified Iwan model as 40 springs with sliders, under any load; the stiffness left at complete slip acts even without contact.
        IwanNetwork: "iwan_network" = 3,
    }
}

quantities! {
    /// The choice of the law.
    pub struct InterfaceParameters {
        /// Law of the tangential force.
        model: InterfaceLaw constant with { InterfaceLaw::Bristles },
    }
}

quantities! {
    /// Combined statistics of the two surfaces. Defaults are surface 1 of Wang et al. (2018), table 1.
    pub struct Surface {
        /// Standard deviation of the asperity heights.
        height_std: "m" = 8.225329292901e-7 in POSITIVE,
        /// Tip radius of the asperities.
        asperity_radius: "m" = 6.25e-3 in POSITIVE,
        /// Number of asperities per unit area.
        asperity_density: "1/m2" = 5.424e6 in POSITIVE,
        /// Smallest separation that the bristles resolve, -8 to 5 times height_std; below it friction follows the tangent of the normal law.
        /// Used by interface.model = bristles.
        separation_min: "m" = -1.0e-6,
    }
}

quantities! {
    /// Size of the interface.
    pub struct Geometry {
        /// Nominal contact area.
        nominal_area: "m2" = 1.0e-4 in POSITIVE,
    }
}

quantities! {
    /// Friction of the asperities.
    pub struct Friction {
        /// Coefficient of friction, of each asperity and of the whole interface.
        /// Used by interface.model = bristles.
        coefficient: "1" = 0.2 in POSITIVE,
    }
}

quantities! {
    /// A bolt inside the joint that clamps the parts together.
    pub struct Clamp {
        /// Clamping force: y = 0 is the separation under it, and the bodies get the normal force minus it. 0: no clamp, y is the separation.
        force: "N" = 0.0 in NOT_NEGATIVE,
    }
}

quantities! {
    /// Modified Iwan model. Defaults are the finite element case of Wang et al. (2018), section 2.3.
    pub struct IwanParameters {
        /// Normal load at which the other four parameters hold; strengths scale with the load, stiffnesses do not.
        /// Used by interface.model = iwan_stack or iwan_network.
        reference_load: "N" = 2072.570468155 in POSITIVE,
        /// Force at complete slip (F_s).
        /// Used by interface.model = iwan_stack or iwan_network.
        slip_force: "N" = 1060.0 in POSITIVE,
        /// Displacement at complete slip (x_s).
        /// Used by interface.model = iwan_stack or iwan_network.
        slip_displacement: "m" = 1.39e-6 in POSITIVE,
        /// Exponent of the slider strengths: energy lost per cycle grows with amplitude^(chi + 3).
        /// Used by interface.model = iwan_stack or iwan_network.
        chi: "1" = -0.05 in Interval::above(-1.0),
        /// Stiffness left at complete slip, relative to the stiffness of the sliding springs.
        /// Used by interface.model = iwan_stack or iwan_network.
        alpha: "1" = 3.99 in NOT_NEGATIVE,
    }
}

quantities! {
    /// Parameters, fixed before the first step.
    pub struct Parameters {
        /// The choice of the law.
        interface: InterfaceParameters,
        /// The two surfaces.
        surface: Surface,
        /// Size of the interface.
        geometry: Geometry,
        /// Material of the lower part.
        material_a: Material with { STEEL },
        /// Material of the upper part.
        material_b: Material with { STEEL },
        /// Friction of the asperities.
        friction: Friction,
        /// The bolt inside.
        clamp: Clamp,
        /// The modified Iwan model.
        iwan: IwanParameters,
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
        ports: PortKind constant,
    }
}

/// The steel of Wang et al. (2018), table 1.
const STEEL: Material = Material { youngs_modulus: 2.07e11, poissons_ratio: 0.29 };
