//! The pin's view of a line law: load and tangent at any depth.

use crate::base::Real;
use crate::laws::contact::LineLaw;

/// A line law: load per length L(δ) \[N/m\], convex enough that `L` never falls.
pub trait LineLoad {
    /// L \[N/m\] and dL/dδ \[N/m²\] at `penetration` δ > 0 \[m\] with radial `clearance` c \[m\].
    ///
    /// Finite for every δ > 0: beyond its own limit a law continues along its tangent.
    fn value_and_tangent<T: Real>(&self, penetration: T, clearance: f64) -> (T, T);

    /// Derivatives of both by the clearance at constant penetration, \[N/m²\] and \[N/m³\], accurate to
    /// 1e-9.
    fn slopes_over_clearance(&self, penetration: f64, clearance: f64) -> (f64, f64) {
        let by = 1e-5 * clearance;
        let [more, less] = [by, -by].map(|by| self.value_and_tangent(penetration, clearance + by));
        ((more.0 - less.0) / (2.0 * by), (more.1 - less.1) / (2.0 * by))
    }
}

impl LineLoad for LineLaw {
    #[inline]
    fn value_and_tangent<T: Real>(&self, penetration: T, clearance: f64) -> (T, T) {
        let response = self.continued(penetration, clearance);
        (response.load, response.tangent)
    }
}

/// `L = k δ`, independent of the clearance: an elastic foundation with known solutions.
#[cfg(test)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Foundation {
    /// k \[N/m²\].
    pub stiffness: f64,
}

#[cfg(test)]
impl LineLoad for Foundation {
    fn value_and_tangent<T: Real>(&self, penetration: T, _: f64) -> (T, T) {
        (penetration * self.stiffness, T::from(self.stiffness))
    }
}
