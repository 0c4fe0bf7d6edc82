//! Kelvin–Voigt contact: a linear spring beside a linear damper.

use crate::base::Real;
use crate::base::numerics::root::Bracket;

/// `F = max(0, Kδ + 2ζ√(Km) δ̇)`, `ζ = −ln e/√(π² + ln² e)`; the damping is part of the law.
///
/// The linear oscillator behind it would give the restitution e if it could pull. It cannot: the force ends
/// when the damper would pull, and the realised restitution is higher (0.55 becomes 0.5908). The force
/// begins with a jump, 2ζ√(Km) times the impact speed.
///
/// Source: Kelvin and Voigt's element; the damping of Goldsmith, Impact (1960). m is the effective mass
/// of the two bodies at the contact; for another mass the restitution is another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KelvinVoigt {
    stiffness: f64,
    damping: f64,
}

impl KelvinVoigt {
    /// For a `stiffness` K > 0 \[N/m\], the effective `mass` m > 0 \[kg\] and a `restitution` in (0, 1].
    pub fn new(stiffness: f64, mass: f64, restitution: f64) -> Self {
        let decrement = -restitution.ln();
        let ratio = decrement / decrement.hypot(std::f64::consts::PI);
        Self { stiffness, damping: 2.0 * ratio * (stiffness * mass).sqrt() }
    }

    /// For a known `stiffness` K > 0 \[N/m\] and `damping` ≥ 0 \[N s/m\].
    pub fn damped(stiffness: f64, damping: f64) -> Self {
        Self { stiffness, damping }
    }

    /// Restitution of a free impact against a damping ratio ζ = D√(W/K)/2 ≥ 0, W \[1/kg\] the mobility:
    /// `exp(−ζ(π − 2 asin ζ)/√(1 − ζ²))`, for ζ > 1 `exp(−2ζ acosh ζ/√(ζ² − 1))`.
    ///
    /// Source: own derivation: the force ends when the spring no longer outweighs the damper.
    pub fn restitution(damping_ratio: f64) -> f64 {
        let ratio = damping_ratio;
        let rest = (1.0 - ratio * ratio).abs().sqrt();
        let exponent = if rest == 0.0 {
            2.0
        } else if ratio < 1.0 {
            ratio * (std::f64::consts::PI - 2.0 * ratio.asin()) / rest
        } else {
            2.0 * ratio * ratio.acosh() / rest
        };
        (-exponent).exp()
    }

    /// The damping ratio with which a free impact has the `restitution` in (0, 1]: the inverse of
    /// [`KelvinVoigt::restitution`].
    pub fn damping_ratio(restitution: f64) -> f64 {
        let short = |ratio: f64| Self::restitution(ratio) <= restitution;
        let bracket = Bracket { low: 0.0, high: f64::INFINITY, start: 1.0 };
        bracket.threshold(4.0 * f64::EPSILON, short)
    }

    /// Damping 2ζ√(Km) \[N s/m\].
    pub fn damping(&self) -> f64 {
        self.damping
    }

    /// K \[N/m\].
    pub fn stiffness(&self) -> f64 {
        self.stiffness
    }

    /// Kδ \[N\] at `penetration` δ ≥ 0 \[m\].
    #[inline]
    pub fn force<T: Real>(&self, penetration: T) -> T {
        penetration * self.stiffness
    }

    /// Kδ²/2 \[J\].
    pub fn potential(&self, penetration: f64) -> f64 {
        0.5 * self.stiffness * penetration * penetration
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_damping_ratio_that_gives_a_restitution_is_that_of_the_record() {
        // 1e-10: the record gives ten digits.
        for (e, ratio) in
            [(0.3, 0.4972393947), (0.5, 0.2552756376), (0.7, 0.1222147478), (0.9, 0.0342652041)]
        {
            assert!((KelvinVoigt::damping_ratio(e) - ratio).abs() < 1e-10, "{e}");
            assert!((KelvinVoigt::restitution(ratio) - e).abs() < 1e-9, "{e}");
        }
        assert_eq!(KelvinVoigt::restitution(0.0), 1.0);
        assert!(KelvinVoigt::damping_ratio(1.0) < 1e-12);
        for ratio in [1.0 - 1e-9, 1.0, 1.0 + 1e-9] {
            assert!((KelvinVoigt::restitution(ratio) - (-2.0_f64).exp()).abs() < 1e-8);
        }
    }

    #[test]
    fn the_textbook_damping_gives_a_higher_restitution_than_prescribed() {
        // Six digits on record: a mass of 1 on a spring of 1, so that ζ is half the damping.
        for (asked, found) in [(0.5, 0.550283), (0.7, 0.718201)] {
            let ratio = 0.5 * KelvinVoigt::new(1.0, 1.0, asked).damping();
            assert!((KelvinVoigt::restitution(ratio) - found).abs() < 5e-7, "{asked}");
        }
    }
}
