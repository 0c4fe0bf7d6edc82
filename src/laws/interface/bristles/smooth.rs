//! Bristles of two smooth bodies: Mindlin's tangential force for any history of load and sliding.

use super::{BristleState, Bristles};
use crate::base::Real;
use crate::laws::interface::jenkins::travel_between;

/// The first knot above zero \[m\]. The knots lie eight to a decade of the penetration.
const SHALLOWEST: f64 = 1e-10;
const A_DECADE: f64 = 8.0;
/// A slope of the normal law that falls by less than this share of itself is rounding.
const ROUNDING: f64 = 1e-9;

impl<const N: usize> Bristles<N> {
    /// Returns the bristles of two smooth bodies that press each other apart with `force(δ)` \[N\] at penetration δ \[m\].
    /// `ratio` ρ > 0 is the tangential over the normal stiffness, `friction` μ > 0 the coefficient; the separation is −δ.
    /// `None` if the force does not stiffen with the depth: there are no such bristles.
    ///
    /// The contact is a set of springs of stiffness `ρ f″(z) dz`, one for each depth z at which it begins to touch, with
    /// sliders of their own: the superposition of Jäger and Ciavarella, which is Mindlin and Deresiewicz' theory for every
    /// history. Here f is replaced by its chords between 0 and the knots 1e-10 m · 10^(k/8); the last chord goes on. The
    /// stiffness at rest is then within −6.5 … +7.9 % of ρ f′(δ), the force within 1 % of μN.
    ///
    /// Source: Jäger, Arch. Appl. Mech. 65 (1995) 478; Ciavarella, Int. J. Solids Struct. 35 (1998) 2349; the discrete form
    /// is our own. It holds for bodies that stay smooth and elastic, at a contact small against their radii.
    pub fn of_smooth_bodies(
        force: impl Fn(f64) -> f64,
        [ratio, friction]: [f64; 2],
    ) -> Option<Self> {
        const { assert!(N >= 2) };
        let depth = |knot: usize| match knot {
            0 => 0.0,
            _ => SHALLOWEST * 10_f64.powf((knot - 1) as f64 / A_DECADE),
        };
        let load = |knot: usize| if knot == 0 { 0.0 } else { force(depth(knot)) };
        let (threshold, loads) = (std::array::from_fn(|j| -depth(N - 1 - j)), |j| load(N - 1 - j));
        let loads = std::array::from_fn(loads);
        let mut law = Self::with_chords((-depth(N), load(N)), threshold, loads, [ratio, friction]);
        let steepest = -law.deepest_slope * ratio;
        for stiffness in &mut law.stiffness {
            if stiffness.is_nan() || *stiffness < -ROUNDING * steepest {
                return None;
            }
            *stiffness = stiffness.max(0.0);
        }
        Some(law)
    }

    /// Slides by `distance` \[m\] while the normal force goes to `normal_force` \[N\] ≥ 0, from the separation \[m\] that
    /// it had before and which is updated. Returns the mean force over the distance \[N\].
    ///
    /// Both change at constant rates: every straight path is exact, in one step or in parts. Only the way that a spring
    /// makes after it touches deflects it.
    #[inline]
    pub fn slide_to<T: Real>(
        &self,
        (state, separation): (&mut BristleState<N, T>, &mut T),
        distance: T,
        normal_force: T,
    ) -> T {
        let (before, after) = (*separation, self.separation_under(normal_force));
        *separation = after;
        state.position += distance;
        let motion = (distance, self.limit_slope);
        travel_between(&mut state.deflection, &self.stiffness, motion, |j| {
            [before, after].map(|separation| -separation + self.threshold[j])
        })
    }

    /// Returns the stiffness of all bristles that touch under `normal_force` \[N\]: that of a contact at rest \[N/m\].
    pub(crate) fn stiffness_under(&self, normal_force: f64) -> f64 {
        let separation = self.separation_under(normal_force);
        let touching = self.threshold.iter().zip(&self.stiffness);
        touching.filter(|(z, _)| **z > separation).map(|(_, stiffness)| stiffness).sum()
    }
}

#[cfg(test)]
mod tests;
