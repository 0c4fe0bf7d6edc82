//! The states of deformation of a contact spot with growing load.

use model_description::choices;

choices! {
    /// Deformation state of the largest contact spot; smaller spots are always more plastic.
    pub enum SpotRegime {
        /// Elastic, below first yield.
        Elastic: "elastic" = 1,
        /// Plastic core inside an elastic spot, up to 6 times the depth of first yield.
        ElasticPlastic1: "elastic_plastic_1" = 2,
        /// Plastic core at the surface, up to 110 times that depth.
        ElasticPlastic2: "elastic_plastic_2" = 3,
        /// Fully plastic, no elastic force left; also without contact.
        Plastic: "plastic" = 4,
    }
}

/// Load of a spot in one state, `P = factor · P_c (δ/δ_c)^exponent`, P_c and δ_c at first yield.
pub(super) struct State {
    pub regime: SpotRegime,
    pub factor: f64,
    pub exponent: f64,
    /// δ/δ_c up to which the state lasts.
    pub until: f64,
}

/// Hertz, then the two fits of Kogut & Etsion (J. Appl. Mech. 69, 2002), from shallow to deep.
pub(super) const STATES: [State; 3] = [
    State { regime: SpotRegime::Elastic, factor: 1.0, exponent: 1.5, until: 1.0 },
    State { regime: SpotRegime::ElasticPlastic1, factor: 1.03, exponent: 1.425, until: 6.0 },
    State { regime: SpotRegime::ElasticPlastic2, factor: 1.40, exponent: 1.263, until: 110.0 },
];
