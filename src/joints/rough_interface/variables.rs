//! The variables of a rough interface.

use crate::coupling::CouplingParameters;
use crate::ports::PortKind;
use crate::{Interval, Material};
use model_description::{NOT_NEGATIVE, POSITIVE, choices, quantities};

choices! {
    /// Law of the tangential force; chosen at the build.
    pub enum InterfaceLaw {
        /// Asperities that stick and slip one after the other; any history of displacement and approach.
        Bristles: "bristles" = 1,
        /// Modified Iwan model, exact for any history of displacement under the constant load of a clamp.
        IwanStack: "iwan_stack" = 2,
        /// Modified Iwan model as 40 springs with sliders, under any load; the stiffness left in slip holds even when apart.
        IwanNetwork: "iwan_network" = 3,
    }
}

quantities! {
    /// How the interface is described.
    pub struct InterfaceParameters {
        /// Law of the tangential force.
        model: InterfaceLaw constant with { InterfaceLaw::Bristles },
    }
}

quantities! {
    /// Statistics of the two surfaces together. Starts are surface 1 of Wang et al. (2018), table 1.
    pub struct Surface {
        /// Standard deviation of the asperities' heights.
        height_std: "m" = 8.225329292901e-7 in POSITIVE,
        /// Radius of every asperity's tip.
        asperity_radius: "m" = 6.25e-3 in POSITIVE,
        /// Asperities per area.
        asperity_density: "1/m2" = 5.424e6 in POSITIVE,
        /// Smallest separation that the bristles resolve, -8 to 5 times height_std; closer, friction follows the tangent of the normal law here.
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
        /// Coefficient of friction, of one asperity and of the whole interface alike.
        /// Used by interface.model = bristles.
        coefficient: "1" = 0.2 in POSITIVE,
    }
}

quantities! {
    /// A bolt inside the joint that presses the parts together.
    pub struct Clamp {
        /// Clamping force: the separation at y = 0 is the one under it, and the bodies feel the rest. 0: no clamp, y itself is the separation.
        force: "N" = 0.0 in NOT_NEGATIVE,
    }
}

quantities! {
    /// Modified Iwan model. Starts are the finite element case of Wang et al. (2018), section 2.3.
    pub struct IwanParameters {
        /// Normal load at which the other four hold; strengths scale with the load, stiffnesses do not.
        /// Used by interface.model = iwan_stack or iwan_network.
        reference_load: "N" = 2072.570468155 in POSITIVE,
        /// Force at which slip becomes complete (F_s).
        /// Used by interface.model = iwan_stack or iwan_network.
        slip_force: "N" = 1060.0 in POSITIVE,
        /// Displacement at which slip becomes complete (x_s).
        /// Used by interface.model = iwan_stack or iwan_network.
        slip_displacement: "m" = 1.39e-6 in POSITIVE,
        /// Exponent of the sliders' strengths: heat per cycle grows with the power chi + 3 of the amplitude.
        /// Used by interface.model = iwan_stack or iwan_network.
        chi: "1" = -0.05 in Interval::above(-1.0),
        /// Stiffness left in slip over the stiffness of the sliding springs.
        /// Used by interface.model = iwan_stack or iwan_network.
        alpha: "1" = 3.99 in NOT_NEGATIVE,
    }
}

quantities! {
    /// What is fixed before the first step.
    pub struct Parameters {
        /// How the interface is described.
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
        ports: PortKind constant,
    }
}

/// The steel of Wang et al. (2018), table 1.
const STEEL: Material = Material { youngs_modulus: 2.07e11, poissons_ratio: 0.29 };
