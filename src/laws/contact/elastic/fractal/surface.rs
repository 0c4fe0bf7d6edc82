//! A rough surface as a fractal: dimension, length and spread of its spots from one roughness number.

use crate::base::Fault;
use crate::base::numerics::root::Bracket;
use model_description::{Interval, POSITIVE, quantities};

/// Roughness \[m\] for which the regression gives a dimension between 2 and 3.
const ROUGHNESS: Interval = Interval::closed(3.003_113e-9, 1.469_356e-2);

quantities! {
    /// Data of the surfaces in contact, from drawing and data sheet.
    pub struct Surface {
        /// Arithmetic mean roughness of the surfaces.
        /// Used by contact.elastic = fractal or fractal_integrated.
        roughness: "m" = 5.0e-8 in ROUGHNESS,
        /// Real contact area divided by nominal contact area.
        /// Used by contact.elastic = fractal or fractal_integrated.
        area_ratio: "1" = 0.05 in Interval::above(0.0).below(1.0),
        /// Hardness of the softer body; with a hardness factor of 2.8, its yield stress.
        /// Used by contact.elastic = fractal or fractal_integrated.
        hardness: "Pa" = 3.35e8 in POSITIVE,
        /// Hardness divided by yield stress; the law uses only its product with the hardness.
        /// Used by contact.elastic = fractal or fractal_integrated.
        hardness_factor: "1" = 2.8 in POSITIVE,
    }
}

impl Surface {
    /// Roughness \[m\] for which the regression holds.
    pub const ROUGHNESS: Interval = ROUGHNESS;

    /// Returns the surface if every number is in range.
    pub(super) fn checked(self) -> Result<Self, Fault> {
        let ratio = Interval::above(0.0).below(1.0);
        let meaning = "roughness in m; only here is the fractal dimension between 2 and 3";
        Fault::check("surface.roughness", self.roughness, ROUGHNESS, meaning)?;
        Fault::check("surface.area_ratio", self.area_ratio, ratio, "real over nominal area")?;
        Fault::check("surface.hardness", self.hardness, POSITIVE, "hardness in Pa")?;
        let meaning = "hardness over yield stress";
        Fault::check("surface.hardness_factor", self.hardness_factor, POSITIVE, meaning)?;
        Ok(self)
    }

    /// Mean pressure K·H \[Pa\] of a fully plastic spot.
    pub(crate) fn plastic_pressure(&self) -> f64 {
        self.hardness_factor * self.hardness
    }

    /// The fractal that the regression of the source assigns to the roughness.
    pub(crate) fn topography(&self) -> Result<Topography, Fault> {
        let surface = self.checked()?;
        // The regression is in µm and gives G in mm.
        let micrometres = (surface.roughness * 1e6).powf(0.045);
        let dimension = 1.54 / micrometres + 1.0;
        Ok(Topography {
            dimension,
            length: 1e-3 * 10f64.powf(-5.26 / micrometres),
            spread: spread(dimension),
        })
    }
}

/// The fractal behind a roughness.
///
/// `D = 1.54/R_a^0.045 + 1`, `G = 10^(−5.26/R_a^0.045)` with R_a in µm and G in mm.
///
/// Source: doi 10.1186/s10033-018-0308-4, eqs. 13, 14.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Topography {
    /// Fractal dimension D, between 2 (rough) and 3 (smooth).
    pub dimension: f64,
    /// Fractal roughness length G \[m\].
    pub length: f64,
    /// Factor φ by which the domain of spot areas extends, 1.718282 (D → 3) to 2.618034 (D → 2).
    pub spread: f64,
}

/// `φ^((3−D)/2) − (1 + φ^(−(D−1)/2))^((D−3)/(D−1)) − (3−D)/(D−1)`, divided by 3 − D.
///
/// The division leaves `½ ln(1 + φ) − ½` for D → 3, where the equation as printed is 0 = 0.
fn excess(spread: f64, dimension: f64) -> f64 {
    let (short, order) = (3.0 - dimension, dimension - 1.0);
    let wide = (0.5 * short * spread.ln()).exp_m1();
    let narrow = (-short / order * spread.powf(-0.5 * order).ln_1p()).exp_m1();
    (wide - narrow) / short - 1.0 / order
}

/// φ by bisection: computed once, and the bracket never fails.
fn spread(dimension: f64) -> f64 {
    Bracket::between(1.7, 2.7).threshold(0.0, |spread| excess(spread, dimension) >= 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn spread_solves_its_equation(dimension in 2.000_000_1..2.999_999_9) {
            let phi = spread(dimension);
            prop_assert!(excess(phi, dimension).abs() <= 1e-14);
            prop_assert!(phi > 1.718_281 && phi < 2.618_034);
        }

        #[test]
        fn a_rougher_surface_has_a_lower_dimension_and_a_longer_length(
            roughness in 3.1e-9..7.3e-3, factor in 1.01..2.0,
        ) {
            let of = |roughness| Surface { roughness, ..Surface::default() }.topography().unwrap();
            let (fine, coarse) = (of(roughness), of(roughness * factor));
            prop_assert!(coarse.dimension < fine.dimension && coarse.length > fine.length);
        }
    }

    #[test]
    fn spread_ends_at_the_golden_section_and_at_e_less_one() {
        assert!((spread(2.0 + 1e-12) - (1.5 + 1.25f64.sqrt())).abs() < 1e-11);
        assert!((spread(3.0 - 1e-12) - (std::f64::consts::E - 1.0)).abs() < 1e-11);
    }

    #[test]
    fn impossible_surfaces_are_refused_with_their_range() {
        let fine = Surface::default();
        let wrong = [
            (Surface { roughness: 3.0031e-9, ..fine }, "surface.roughness"),
            (Surface { roughness: 1.4694e-2, ..fine }, "surface.roughness"),
            (Surface { roughness: f64::NAN, ..fine }, "surface.roughness"),
            (Surface { area_ratio: 0.0, ..fine }, "surface.area_ratio"),
            (Surface { area_ratio: 1.0, ..fine }, "surface.area_ratio"),
            (Surface { hardness: 0.0, ..fine }, "surface.hardness"),
            (Surface { hardness: -1.0, ..fine }, "surface.hardness"),
            (Surface { hardness_factor: 0.0, ..fine }, "surface.hardness_factor"),
        ];
        for (surface, name) in wrong {
            let refusal = surface.topography().unwrap_err().to_string();
            assert!(refusal.starts_with(&format!("{name} = ")), "{refusal}");
        }
        for roughness in [ROUGHNESS.low, ROUGHNESS.high] {
            let topography = Surface { roughness, ..fine }.topography().unwrap();
            assert!(topography.dimension > 2.0 && topography.dimension < 3.0);
        }
    }
}
