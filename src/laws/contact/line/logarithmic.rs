//! The form that three of the line laws share, solved for the load.

use super::{Limit, LineResponse};
use crate::base::Real;

/// `δ = A L [ln(κc/L) − 1]`, solved for L.
///
/// With `t = δ/(Aκc)` and `v = ln(κc/L) − 1` it reads `v e^(−v) = e·t`, so `v = −W₋₁(−e·t)`, found from
/// `v − ln v = −1 − ln t`; then `L = δ/(Av)` and `dL/dδ = 1/(A(v − 1))`. On the other branch, v < 1, the
/// depth falls with the load. No solution beyond v = 1: `L = κc/e²`, `δ = Aκc/e²`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Logarithmic {
    /// A \[m²/N\].
    pub compliance: f64,
    /// κ \[Pa\].
    pub scale: f64,
}

impl Logarithmic {
    /// The end of the law, at `A κ/e²` clearances.
    #[inline]
    pub fn end(&self, meaning: &'static str) -> Limit {
        Limit { depth: self.compliance * self.scale * (-2f64).exp(), share: 0.9, meaning }
    }

    #[inline]
    pub fn respond<T: Real>(&self, penetration: T, clearance: f64) -> LineResponse<T> {
        let v = self.logarithm(penetration, clearance);
        let load = penetration / (v * self.compliance);
        LineResponse { load, tangent: ((v - 1.0) * self.compliance).recip() }
    }

    /// `L δ − ∫ δ dL = A L² (2v − 1)/4`.
    pub fn store<T: Real>(&self, penetration: T, clearance: f64) -> T {
        let v = self.logarithm(penetration, clearance);
        let load = penetration / (v * self.compliance);
        load * load * (v * 2.0 - 1.0) * (0.25 * self.compliance)
    }

    /// v ≥ 1 by Newton's method, which converges because `v − ln v` is convex.
    fn logarithm<T: Real>(&self, penetration: T, clearance: f64) -> T {
        let depth = penetration / (self.compliance * self.scale * clearance);
        let wanted = -depth.ln() - 1.0;
        let excess = (wanted.re() - 1.0).max(f64::EPSILON);
        let mut guess = 1.0 + (2.0 * excess).sqrt() + excess * 2.0 / 3.0;
        for _ in 0..20 {
            let change = (guess - guess.ln() - 1.0 - excess) * guess / (guess - 1.0);
            guess -= change;
            if change.abs() <= 1e-6 * (guess - 1.0) {
                break;
            }
        }
        // Two more iterations remove the last error and give two derivatives.
        let polish = |v: T| v - (v - v.ln() - wanted) * v / (v - 1.0);
        polish(polish(T::from(guess)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_depth_of_the_load_is_the_given_one(share in 1e-12f64..0.999, clearance in 1e-6..1e-2) {
            let law = Logarithmic { compliance: 3e-12, scale: 7e11 };
            let depth = share * law.end("").depth * clearance;
            let load = law.respond(depth, clearance).load;
            let back = law.compliance * load * ((law.scale * clearance / load).ln() - 1.0);
            prop_assert!((back / depth - 1.0).abs() < 1e-13, "{} against {}", back, depth);
        }
    }
}
