//! The integral in the energy of every law with a conforming contact width.

use crate::base::Real;

/// `∫₀^u tᵐ w(t)ᵖ dt = u^(m+1) wᵖ S(w)` with `w(t) = t/(c + t)`.
///
/// Substituting w and Euler's transformation give `S = ₂F₁(1, p; p+m+2; w)/(p+m+1)`, which rises from
/// `1/(p+m+1)` at w = 0 to `1/(m+1)` at w = 1. It is summed as Gauss's continued fraction (DLMF 15.7.5),
/// closed with the fixed point of its terms.
///
/// Exact to rounding up to 99 clearances deep (w = 0.99); beyond that within 5e-6.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PowerIntegral {
    /// m, at least 0.
    pub order: f64,
    /// p, above 0.
    pub power: f64,
}

impl PowerIntegral {
    /// `S(w)`, 0 ≤ w ≤ 1: the integral divided by `u^(m+1) wᵖ`.
    pub fn factor<T: Real>(&self, w: T) -> T {
        /// Largest number of terms; what further ones would add is below the accuracy of the model.
        const MOST_TERMS: f64 = 200.0;
        /// −ln of the relative truncation error.
        const DIGITS: f64 = 37.0;
        /// Number of terms after which numerator and denominator are rescaled, before they can
        /// overflow.
        const RESCALED: u32 = 16;
        let (p, sum) = (self.power, self.power + self.order + 1.0);
        let root = (-w + 1.0).sqrt();
        // Each term shrinks the remainder by (1 − √(1−w))/(1 + √(1−w)).
        let shrink = ((1.0 + root.re()) / (1.0 - root.re())).ln();
        let terms = (DIGITS / shrink).ceil().min(MOST_TERMS) as u32;
        // The fraction as numerator and denominator: divisions would dominate the cost.
        let (mut above, mut below) = ((root + 1.0) * 0.5, T::from(1.0));
        for term in (1..=terms).rev() {
            let k = f64::from((term - 1) / 2);
            let [top, bottom] = if term % 2 == 1 {
                [(p + k) * (sum + k), sum + 2.0 * k]
            } else {
                [(k + 1.0) * (sum + 1.0 - p + k), sum + 2.0 + 2.0 * k]
            };
            let whole = above * (bottom * (sum + 1.0 + 2.0 * k));
            above = whole - w * top * below;
            below = whole;
            if term % RESCALED == 0 {
                let scale = above.re().recip();
                (above, below) = (above * scale, below * scale);
            }
        }
        below / above / sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_root_integrates_to_its_closed_form() {
        // ∫ t w^½ dt with c = 1 and t = sinh²x.
        let liu = PowerIntegral { order: 1.0, power: 0.5 };
        for (depth, tolerance) in [(0.5, 1e-14), (5.0, 1e-14), (99.0, 1e-13), (1e5, 1e-8)] {
            let depth: f64 = depth;
            let w = depth / (1.0 + depth);
            let exact = (2.0 * depth - 3.0) / 4.0 * (depth * (1.0 + depth)).sqrt()
                + 0.75 * depth.sqrt().asinh();
            let got = depth * depth * w.sqrt() * liu.factor(w);
            assert!((got / exact - 1.0).abs() < tolerance, "{depth}: {got} against {exact}");
        }
    }

    #[test]
    fn shallow_and_deep_ends_are_plain_powers() {
        let integral = PowerIntegral { order: 1.5, power: 0.3 };
        assert!((integral.factor(0.0f64) - 1.0 / 2.8).abs() < 1e-16);
        assert!((integral.factor(1.0f64) - 1.0 / 2.5).abs() < 1e-5);
    }
}
