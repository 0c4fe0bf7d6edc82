//! Dissipation: the share of an impact's energy that the contact absorbs.
//!
//! Each law is one factor χ(e) in `F = f(δ)(1 + χ δ̇/δ̇⁻)`. They differ in the restitution that results
//! from a prescribed e; [`realised`] computes it.

mod bai_zhao;
mod exact;
mod flores;
mod hunt_crossley;
mod lankarani_nikravesh;
mod modified;
mod restitution;

pub(crate) use restitution::RESTITUTIONS;
pub use restitution::{Loss, PAIRS, RestitutionLaw, RestitutionTable, SpeedRestitution};

use crate::base::numerics::root::Bracket;
use model_description::choices;

choices! {
    /// Law that computes the damping from the restitution.
    pub enum Dissipation {
        /// No dissipation: the contact returns all energy.
        Without: "none" = 1,
        /// Hunt and Crossley (1975); for restitution near 1.
        HuntCrossley: "hunt_crossley" = 2,
        /// Lankarani and Nikravesh (1990); for restitution near 1.
        LankaraniNikravesh: "lankarani_nikravesh" = 3,
        /// Flores and others (2011); good for every restitution.
        Flores: "flores" = 4,
        /// The modified law for mixed clearances (2023); good for every restitution.
        Modified: "modified" = 5,
        /// Bai and Zhao (2013); good above 0.3.
        BaiZhao: "bai_zhao" = 6,
        /// Damping that realises the prescribed restitution exactly, for every elastic law.
        Exact: "exact" = 7,
    }
}

impl Dissipation {
    /// Dissipation factor χ ≥ 0 for a prescribed `restitution` in (0, 1].
    pub fn factor(self, restitution: f64) -> f64 {
        match self {
            Self::Without => 0.0,
            Self::HuntCrossley => hunt_crossley::factor(restitution),
            Self::LankaraniNikravesh => lankarani_nikravesh::factor(restitution),
            Self::Flores => flores::factor(restitution),
            Self::Modified => modified::factor(restitution),
            Self::BaiZhao => bai_zhao::factor(restitution),
            Self::Exact => exact::factor(restitution),
        }
    }
}

/// Restitution that results for a free mass with dissipation factor `chi` ≥ 0.
///
/// The root e of `χ(1 + e) = ln((1 + χ)/(1 − χe))` in (0, 1], independent of elastic law, mass and
/// speed; see [`Dissipation::Exact`]. Source: own derivation.
pub fn realised(chi: f64) -> f64 {
    if chi <= 0.0 {
        return 1.0;
    }
    Bracket::between(0.0, (1.0 / chi).min(1.0)).threshold(0.0, |e| balance(chi, e) <= 0.0)
}

/// `χ(1 + e) − ln((1 + χ)/(1 − χe))`. Its root e is the restitution that χ realises; it is positive
/// below that e (or below that χ) and negative above. Near e = 1 rounding leaves only its sign.
fn balance(chi: f64, e: f64) -> f64 {
    chi * (1.0 + e) - chi.ln_1p() + (-chi * e).ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;
    use model_description::Choice;
    use proptest::prelude::*;

    #[test]
    fn every_law_realises_the_restitution_on_record() {
        // 5e-7: the record gives six digits.
        let record = [1.0, 0.619736, 0.701635, 0.362872, 0.379646, 0.398837, 0.4];
        for (item, expected) in Dissipation::ITEMS.iter().zip(record) {
            let law = Dissipation::from_number(item.number).unwrap();
            let e = realised(law.factor(0.4));
            assert!((e - expected).abs() < 5e-7, "{}: {e}", item.name);
        }
    }

    #[test]
    fn full_restitution_means_no_damping() {
        for item in Dissipation::ITEMS {
            let law = Dissipation::from_number(item.number).unwrap();
            assert_eq!(law.factor(1.0), 0.0, "{}", item.name);
        }
    }

    #[test]
    fn at_small_restitution_the_exact_factor_is_its_reciprocal() {
        assert!((Dissipation::Exact.factor(0.02) * 0.02 - 1.0).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn the_exact_factor_realises_what_was_asked(e in 0.05..0.999_f64) {
            prop_assert!((realised(Dissipation::Exact.factor(e)) - e).abs() < 1e-9);
        }

        #[test]
        fn a_lower_restitution_never_damps_less(e in 0.05..0.99_f64) {
            for item in Dissipation::ITEMS {
                let law = Dissipation::from_number(item.number).unwrap();
                prop_assert!(law.factor(e) >= law.factor(e + 0.01));
            }
        }
    }
}
