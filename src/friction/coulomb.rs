//! Coulomb's friction, smoothed around rest.

use super::FrictionParameters;
use crate::Real;

/// `μ = μ_k tanh(v/v_s)`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Coulomb {
    kinetic: f64,
    smoothing_speed: f64,
}

impl Coulomb {
    /// Takes the kinetic coefficient, and the Stribeck speed as smoothing speed v_s.
    pub fn new(parameters: &FrictionParameters) -> Self {
        Self { kinetic: parameters.kinetic, smoothing_speed: parameters.stribeck_speed }
    }

    /// Friction coefficient at `speed` v [m/s], with its sign.
    ///
    /// Source: Coulomb's law, regularised. Nothing sticks: below v_s the contact creeps.
    #[inline]
    pub fn coefficient<T: Real>(&self, speed: T) -> T {
        (speed / self.smoothing_speed).tanh() * self.kinetic
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn friction_opposes_sliding_and_saturates() {
        let law = Coulomb { kinetic: 0.3, smoothing_speed: 1e-3 };
        assert_eq!(law.coefficient(0.0), 0.0);
        assert_eq!(law.coefficient(-0.2), -law.coefficient(0.2));
        assert!((law.coefficient(1.0_f64) - 0.3).abs() < 1e-15);
    }
}
