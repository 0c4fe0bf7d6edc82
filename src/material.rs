//! Elastic materials and what two of them are together.

use model_description::{Interval, POSITIVE, quantities};

quantities! {
    /// A linear elastic, isotropic material. Starts are those of steel.
    pub struct Material {
        /// Young's modulus.
        youngs_modulus: "Pa" = 2.07e11 in POSITIVE,
        /// Poisson's ratio.
        poissons_ratio: "1" = 0.3 in Interval::above(-1.0).up_to(0.5),
    }
}

impl Material {
    /// Plane-strain compliance `σ = (1 − ν²)/E` [1/Pa].
    pub fn compliance(&self) -> f64 {
        (1.0 - self.poissons_ratio * self.poissons_ratio) / self.youngs_modulus
    }
}

/// Effective modulus of two bodies pressed together, `E* = 1/(σ_a + σ_b)` [Pa].
///
/// Source: Johnson, Contact Mechanics (1985), section 4.2; small strains, half-spaces.
pub fn effective_modulus(a: &Material, b: &Material) -> f64 {
    1.0 / (a.compliance() + b.compliance())
}
