//! Where and how one contact point touches at an instant.

use crate::Real;
use crate::planar::{Motion, PairLoad, Wrench, quarter_turn};
use nalgebra::Vector2;

/// One contact point at one instant, in the frame of body a.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Touch<T> {
    /// Penetration δ \[m\]; negative while the surfaces are apart.
    pub penetration: T,
    /// δ̇ \[m/s\], > 0 while the surfaces approach.
    pub rate: T,
    /// Speed of b's material against a's along the tangent \[m/s\].
    pub sliding_speed: T,
    /// Unit normal, out of b into a.
    pub normal: Vector2<T>,
    /// From a's origin to the point where both bodies are loaded \[m\].
    pub arm_a: Vector2<T>,
    /// From b's origin to that point \[m\].
    pub arm_b: Vector2<T>,
}

impl<T: Real> Touch<T> {
    /// Loads of a normal force \[N\] (≥ 0, presses a along the normal and b against it) and a friction
    /// force \[N\] with the sign of the sliding speed (drags a along the tangent, holds b back).
    #[inline]
    pub fn loads(&self, normal_force: T, friction_force: T) -> PairLoad<T> {
        let force = self.normal * normal_force + quarter_turn(self.normal) * friction_force;
        PairLoad { a: Wrench::at(self.arm_a, force), b: Wrench::at(self.arm_b, -force) }
    }
}

/// The geometry of a joint: which contact points it has and how they touch.
pub trait TouchGeometry {
    /// Contact point `index` for a motion of body b in the frame of body a.
    fn touch<T: Real>(&self, index: usize, b: &Motion<T>) -> Touch<T>;
}
