//! Coulomb's friction, smoothed around rest.

use super::FrictionParameters;
use crate::base::Real;
use crate::base::real::{chain, length, share};

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

    /// Friction coefficient at `speed` v \[m/s\], with its sign.
    ///
    /// Source: Coulomb's law, regularised. There is no sticking: below v_s the contact creeps.
    #[inline]
    pub fn coefficient<T: Real>(&self, speed: T) -> T {
        let ratio = speed / self.smoothing_speed;
        // The hyperbolic tangent of a number with a derivative overflows beyond 355.
        let saturation = ratio.re().tanh();
        chain(ratio, saturation, || 1.0 - saturation * saturation) * self.kinetic
    }

    /// The coefficients in several directions at once: μ_k tanh(|**v**|/v_s) **v**/|**v**|.
    #[inline]
    pub fn coefficients<T: Real, const N: usize>(&self, speed: [T; N]) -> [T; N] {
        let pace = length(&speed);
        if pace.re() == 0.0 {
            let slope = self.slope(0.0);
            return speed.map(|part| part * slope);
        }
        let coefficient = self.coefficient(pace);
        speed.map(|part| coefficient * share(part, pace))
    }

    /// v_s \[m/s\].
    pub(crate) fn smoothing_speed(&self) -> f64 {
        self.smoothing_speed
    }

    /// Derivative of the coefficient by the `speed` \[s/m\].
    #[inline]
    pub fn slope(&self, speed: f64) -> f64 {
        let saturation = (speed / self.smoothing_speed).tanh();
        self.kinetic / self.smoothing_speed * (1.0 - saturation * saturation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_dual::Dual64;

    #[test]
    fn several_directions_reduce_to_one_for_motion_along_one() {
        let law = Coulomb { kinetic: 0.3, smoothing_speed: 1e-3 };
        for speed in [0.0, 1e-9, -3e-4, 0.2] {
            assert_eq!(law.coefficients([speed, 0.0]), [law.coefficient(speed), 0.0]);
            let at = Dual64::from(speed).derivative();
            let [found, beside] = law.coefficients([at, Dual64::from(0.0)]);
            let right = law.coefficient(at);
            assert!((found.eps - right.eps).abs() < 1e-9 && beside.eps == 0.0, "{speed}");
        }
    }

    #[test]
    fn friction_opposes_sliding_and_saturates() {
        let law = Coulomb { kinetic: 0.3, smoothing_speed: 1e-3 };
        assert_eq!(law.coefficient(0.0), 0.0);
        assert_eq!(law.coefficient(-0.2), -law.coefficient(0.2));
        assert!((law.coefficient(1.0_f64) - 0.3).abs() < 1e-15);
        for speed in [0.0, 5e-4, -2e-3] {
            let rise = law.coefficient(speed + 1e-9) - law.coefficient(speed - 1e-9);
            assert!((rise / 2e-9 - law.slope(speed)).abs() < 1e-3, "{speed}");
            let slope = law.coefficient(Dual64::from(speed).derivative()).eps;
            assert!((slope - law.slope(speed)).abs() < 1e-9 * law.slope(0.0), "{speed}");
        }
        for speed in [0.3, 0.356, 1.0, 1e3, -1e3] {
            let found = law.coefficient(Dual64::from(speed).derivative());
            assert_eq!((found.re.abs(), found.eps), (0.3, 0.0), "{speed}");
        }
    }
}
