//! A line law over the whole length of a pin in its hole.

use crate::base::Real;
use crate::laws::contact::LineLaw;

/// `f = length · L(δ; c)` for a pin that lies parallel in its hole.
///
/// δ = penetration \[m\], c = radial clearance \[m\], L = load per length of a [`LineLaw`]. Beyond the end of a law
/// the force goes on along its tangent. Holds while the pin stays parallel: edges and tilt are not in it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LineContact {
    law: LineLaw,
    clearance: f64,
    length: f64,
}

impl LineContact {
    /// The contact of a pin with radial `clearance` > 0 \[m\] in a hole of `length` > 0 \[m\].
    pub fn new(law: LineLaw, clearance: f64, length: f64) -> Self {
        Self { law, clearance, length }
    }

    /// Elastic force \[N\] at `penetration` \[m\]; not inlined, so that one copy of the line laws serves a joint.
    #[inline(never)]
    pub fn force<T: Real>(&self, penetration: T) -> T {
        self.law.continued_load(penetration, self.clearance) * self.length
    }

    /// `df/dδ` \[N/m\] at `penetration` \[m\].
    #[inline(never)]
    pub fn stiffness(&self, penetration: f64) -> f64 {
        self.law.continued(penetration, self.clearance).tangent * self.length
    }

    /// `∫₀^δ f dδ` \[J\] at `penetration` \[m\].
    #[inline(never)]
    pub fn potential(&self, penetration: f64) -> f64 {
        self.law.continued_potential(penetration, self.clearance) * self.length
    }

    /// Penetration \[m\] from which the force goes on along its tangent; infinite for a law without an end.
    pub fn continued_from(&self) -> f64 {
        self.law.continued_from(self.clearance)
    }

    /// Half-angle of the contact \[rad\], and its peak pressure \[Pa\] on a hole of this `radius` \[m\]; zeros for line
    /// laws that do not know them, all but the conformal one.
    pub fn extent(&self, penetration: f64, radius: f64) -> [f64; 2] {
        match self.law {
            LineLaw::Conformal(law) => {
                let [angle, pressure] = law.extent(penetration, self.clearance);
                [angle, pressure / radius]
            }
            _ => [0.0; 2],
        }
    }
}
