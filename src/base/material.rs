//! Elastic materials and the moduli of a pair of them.

use crate::base::Fault;
use model_description::{Interval, POSITIVE, quantities};

const RATIO: Interval = Interval::above(-1.0).up_to(0.5);

quantities! {
    /// A linear elastic, isotropic material. Defaults are those of steel.
    pub struct Material {
        /// Young's modulus.
        youngs_modulus: "Pa" = 2.07e11 in POSITIVE,
        /// Poisson's ratio.
        poissons_ratio: "1" = 0.3 in RATIO,
    }
}

impl Material {
    /// Plane-strain compliance `σ = (1 − ν²)/E` \[1/Pa\].
    pub(crate) fn compliance(&self) -> f64 {
        (1.0 - self.poissons_ratio * self.poissons_ratio) / self.youngs_modulus
    }

    /// Shear modulus `G = E/(2(1 + ν))` \[Pa\].
    pub(crate) fn shear_modulus(&self) -> f64 {
        self.youngs_modulus / (2.0 * (1.0 + self.poissons_ratio))
    }

    fn check(&self) -> Result<(), Fault> {
        Fault::check("youngs_modulus", self.youngs_modulus, POSITIVE, "Young's modulus in Pa")?;
        Fault::check("poissons_ratio", self.poissons_ratio, RATIO, "Poisson's ratio")?;
        Ok(())
    }
}

/// Effective modulus of two bodies pressed together, `E* = 1/(σ_a + σ_b)` \[Pa\].
///
/// Source: Johnson, Contact Mechanics (1985), section 4.2; small strains, half-spaces.
pub(crate) fn effective_modulus(a: &Material, b: &Material) -> f64 {
    1.0 / (a.compliance() + b.compliance())
}

/// Moduli of a pair of touching bodies; the order of the bodies does not matter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pair {
    contact: f64,
    harmonic: f64,
}

impl Pair {
    /// The pair of two materials; an error names the constant that is out of range.
    pub fn new(a: Material, b: Material) -> Result<Self, Fault> {
        a.check()?;
        b.check()?;
        Ok(Self {
            contact: effective_modulus(&a, &b),
            harmonic: 2.0 * a.youngs_modulus / (a.youngs_modulus + b.youngs_modulus)
                * b.youngs_modulus,
        })
    }

    /// `E* = 1/(σ_a + σ_b)` \[Pa\], the modulus of Hertz's theory.
    pub(crate) fn contact_modulus(&self) -> f64 {
        self.contact
    }

    /// `E = 2/(1/E_a + 1/E_b)` \[Pa\]: Young's modulus itself if both bodies have one material.
    pub(crate) fn harmonic_modulus(&self) -> f64 {
        self.harmonic
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEEL: Material = Material { youngs_modulus: 2.07e11, poissons_ratio: 0.3 };
    const BRONZE: Material = Material { youngs_modulus: 1.1e11, poissons_ratio: 0.34 };

    #[test]
    fn two_equal_bodies_share_their_own_youngs_modulus() {
        let pair = Pair::new(STEEL, STEEL).unwrap();
        assert_eq!(pair.harmonic_modulus(), 2.07e11);
        assert!((pair.contact_modulus() / (2.07e11 / (2.0 * 0.91)) - 1.0).abs() < 1e-15);
    }

    #[test]
    fn the_order_of_a_pair_does_not_matter() {
        assert_eq!(Pair::new(STEEL, BRONZE), Pair::new(BRONZE, STEEL));
    }

    #[test]
    fn impossible_materials_are_refused_by_name() {
        let swelling = Material { poissons_ratio: 0.6, ..STEEL };
        let refusal = Pair::new(STEEL, swelling).unwrap_err().to_string();
        assert_eq!(refusal, "poissons_ratio = 0.6 is outside above -1..=0.5 (Poisson's ratio)");
        for soft in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(Pair::new(Material { youngs_modulus: soft, ..STEEL }, STEEL).is_err());
        }
    }
}
