//! Kelvin–Voigt contact: a linear spring beside a linear damper.

use crate::Real;
use crate::contact::NormalParameters;

/// `F = max(0, Kδ + 2ζ√(Km) δ̇)`, `ζ = −ln e/√(π² + ln² e)`; it has a damping of its own.
///
/// The linear oscillator behind it would give the restitution e if it could pull. It cannot: the
/// force ends where the damper would hold back, and the realised restitution is higher (0.55 becomes
/// 0.5908). The force begins with a jump, 2ζ√(Km) times the impact speed.
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

    /// The law that `parameters` describe.
    pub fn of(parameters: &NormalParameters) -> Self {
        let NormalParameters { linear_stiffness, damping_mass, restitution, .. } = *parameters;
        Self::new(linear_stiffness, damping_mass, restitution)
    }

    /// Damping 2ζ√(Km) \[N s/m\].
    pub fn damping(&self) -> f64 {
        self.damping
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
