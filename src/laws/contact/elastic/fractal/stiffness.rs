//! Normal stiffness of a fractal rough surface in a journal bearing, in closed form.

use super::{Bearing, SpotRegime, Surface, regimes::STATES};
use crate::base::fault::Name;
use crate::base::{Fault, Pair, Real};
use model_description::Interval;
use std::f64::consts::{LN_2, PI};

/// `K_n(u)` \[N/m\]: the stiffness of all spots that are not fully plastic, at penetration u \[m\].
///
/// A spot of truncated area a has the depth `δ = 2^(4−D) G^(D−2) √(ln γ) π^((D−3)/2) a^((3−D)/2)`, the
/// radius `R = a/(2πδ)` and the depth of first yield `δ_c = (πKH/2E*)² R`. So `ρ = δ/δ_c = (a_c/a)^s`
/// with s = D − 2: large spots are elastic. In each state `P = κ_i P_c ρ^e_i`, hence along a
///
/// ```text
/// k = dP/dδ = κ_i · 2(D−1−e_i s)/(3−D) · 4E*/(3√2π) · √a · ρ^(e_i−3/2)
/// n(a) = (D−1)/2 · φ^((3−D)/2) · a_l^((D−1)/2) · a^(−(D+1)/2)
/// ∫ k n da = κ_i (D−1)(D−1−e_i s)/((3−D)(e_i−1)s) · φ^((3−D)/2) · 4E*/(3√2π) · a_l^((D−1)/2) a_c^(−s/2) · Δρ^(e_i−1)
/// ```
///
/// taken from the largest spot's ρ_l, never below it: `K_n` is continuous, ≥ 0, and 0 where ρ_l ≥ 110. The
/// area of that spot grows with the contact, `a_l ∝ √w` with `w = u/(c + u)`, so in every regime
/// `K_n = A w^((D−1)/4) − B w^q` with constant A, B, q. a_c enters by `s ln a_c`, which stays finite where
/// a_c does not (D → 2).
///
/// This is the stiffness of the rough layer alone. The smooth bodies beneath lie in series with it: they
/// are a hundred times as soft for a ground surface, and the source omits them.
///
/// Source: doi 10.1186/s10033-018-0308-4, eqs. 8, 11, 12, corrected: bounds clamped at a_l, K and E*
/// restored in a_c and g₁, 2^(0.474D−1.107) in g₄, m with φ^(−(3−D)/2). Holds for c small against R₂.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stiffness {
    pub(super) clearance: f64,
    /// Hertz's stiffness of the smooth bodies \[N/m^1.5\].
    smooth: f64,
    /// (D−1)/4.
    pub(super) power: f64,
    /// Coefficients of each state of [`STATES`].
    pub(super) pieces: [Piece; 3],
}

/// `K_n = rise · w^power − fall · w^slower` from `ln w = from` up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Piece {
    pub from: f64,
    pub rise: f64,
    pub fall: f64,
    pub slower: f64,
}

/// Ratio γ of successive frequencies of the surface's profile.
const GAMMA: f64 = 1.5;

impl Stiffness {
    /// Computes all coefficients; refuses values out of range and a surface that supports no load.
    pub fn new(surface: &Surface, pair: &Pair, bearing: &Bearing) -> Result<Self, Fault> {
        let (top, bearing) = (surface.topography()?, bearing.checked()?);
        let (d, contact) = (top.dimension, pair.contact_modulus());
        let (s, short, order) = (d - 2.0, 3.0 - d, d - 1.0);
        // ln a_l at w = 1, from A_r = λA and A = 2 R₂ b √(w/2).
        let widest = 2f64.sqrt() * bearing.radius * bearing.length * surface.area_ratio;
        let ln_largest = (short / order * widest).ln() - 0.5 * short * top.spread.ln();
        // s ln a_c.
        let ln_yield = (11.0 - 2.0 * d) * LN_2 - (4.0 - d) * PI.ln()
            + 2.0 * s * top.length.ln()
            + GAMMA.ln().ln()
            + 2.0 * (contact / surface.plastic_pressure()).ln();
        let deepest = ln_yield - s * ln_largest;
        let common = 4.0 * contact / (3.0 * (2.0 * PI).sqrt()) * order / short
            * (0.5 * short * top.spread.ln() + 0.5 * order * ln_largest - 0.5 * ln_yield).exp();
        let power = 0.25 * order;
        let mut carried = 0.0;
        let mut pieces = [Piece { from: 0.0, rise: 0.0, fall: 0.0, slower: 0.0 }; 3];
        for (piece, state) in pieces.iter_mut().zip(&STATES).rev() {
            let growth = state.exponent - 1.0;
            let weight = common * state.factor * (order - state.exponent * s) / (growth * s);
            let begin = |until: f64| weight * until.powf(growth);
            *piece = Piece {
                from: 2.0 * (deepest - state.until.ln()) / s,
                rise: carried + begin(state.until),
                fall: weight * (growth * deepest).exp(),
                slower: power - 0.5 * growth * s,
            };
            // Contribution of this state once its spots are no longer the largest.
            carried = piece.rise - begin(shallower(state.until));
        }
        let Bearing { radius, clearance, .. } = bearing;
        let curvature = (radius * (radius - clearance).max(0.0) / clearance).sqrt();
        let law = Self { clearance, smooth: 4.0 / 3.0 * contact * curvature, power, pieces };
        law.carries(surface)
    }

    /// Refuses a law that vanishes at a depth of one clearance, with the hardness at which it would not.
    fn carries(self, surface: &Surface) -> Result<Self, Fault> {
        let short = self.pieces[2].from - 0.5f64.ln();
        if self.at(self.clearance) > 0.0 {
            return Ok(self);
        }
        // At a given w, ρ_l is proportional to (KH)⁻². The ln w at which ρ_l reaches its limit shifts
        // by 2/s times the change of ln ρ_l: hence the factor s/4.
        let s = 4.0 * self.power - 1.0;
        let least = surface.hardness * (0.25 * s * short).exp();
        let meaning = "hardness in Pa; a softer surface of this roughness is plastic all over and \
                       carries nothing even one clearance deep";
        let (name, value) = (Name::of("surface.hardness"), surface.hardness);
        Err(Fault::OutOfRange { name, value, allowed: Interval::above(least), meaning })
    }

    /// Returns true if the stiffness is zero at a hundredth of the clearance: worth a warning.
    pub(crate) fn starts_plastic(&self) -> bool {
        self.at(self.usual_depth()) == 0.0
    }

    /// Force \[N\] of the smooth bodies at `penetration` > 0 \[m\], by Hertz's theory.
    pub(crate) fn of_smooth_bodies(&self, penetration: f64) -> f64 {
        self.smooth * penetration * penetration.sqrt()
    }

    /// A typical depth of contacts \[m\]: a hundredth of the clearance.
    pub(crate) fn usual_depth(&self) -> f64 {
        0.01 * self.clearance
    }

    /// State of the largest spot at `penetration` \[m\]; plastic without contact.
    pub fn regime(&self, penetration: f64) -> SpotRegime {
        let none = penetration <= 0.0;
        let piece = if none { None } else { self.piece(self.width(penetration).ln()) };
        piece.map_or(SpotRegime::Plastic, |i| STATES[i].regime)
    }

    /// `K_n` \[N/m\] at `penetration` \[m\].
    #[inline]
    pub fn at<T: Real>(&self, penetration: T) -> T {
        let zero = T::from(0.0);
        if penetration.re() <= 0.0 {
            return zero;
        }
        let ln_w = self.width(penetration).ln();
        let Some(i) = self.piece(ln_w.re()) else { return zero };
        let (rise, fall) = self.terms(i, ln_w);
        // At the edge of the plastic regime the difference may round to a negative number.
        if rise.re() < fall.re() { zero } else { rise - fall }
    }

    /// `dK_n/du` \[N/m²\] at `penetration` \[m\]; it jumps where the regime changes.
    pub fn slope<T: Real>(&self, penetration: T) -> T {
        if penetration.re() <= 0.0 {
            return T::from(0.0);
        }
        let ln_w = self.width(penetration).ln();
        let Some(i) = self.piece(ln_w.re()) else { return T::from(0.0) };
        let (rise, fall) = self.terms(i, ln_w);
        let stretch = penetration * (penetration + self.clearance) / self.clearance;
        (rise * self.power - fall * self.pieces[i].slower) / stretch
    }

    /// `w = u/(c + u)`: the squared contact width, 1 for infinite penetration.
    #[inline]
    pub(super) fn width<T: Real>(&self, penetration: T) -> T {
        penetration / (penetration + self.clearance)
    }

    /// The piece that holds at `ln w`; `None` if every spot is plastic.
    #[inline]
    pub(super) fn piece(&self, ln_w: f64) -> Option<usize> {
        self.pieces.iter().position(|piece| ln_w >= piece.from)
    }

    /// Both terms of `K_n` in piece `i`.
    #[inline]
    pub(super) fn terms<T: Real>(&self, i: usize, ln_w: T) -> (T, T) {
        let piece = &self.pieces[i];
        ((ln_w * self.power).exp() * piece.rise, (ln_w * piece.slower).exp() * piece.fall)
    }
}

/// Lower end ρ of the state that ends at `until`; 0 for the elastic one.
fn shallower(until: f64) -> f64 {
    STATES.iter().rev().map(|state| state.until).find(|&end| end < until).unwrap_or(0.0)
}
