//! The geometry of one contact point at an instant: approach, normal and lever arms.

use super::{NormalForce, NormalLaw};
use crate::base::Real;
use crate::kinematics::planar::{Motion, PairLoad, Wrench, quarter_turn};
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
    /// Unit normal, from b into a.
    pub normal: Vector2<T>,
    /// Lever arm from a's origin to the point of application of the loads \[m\].
    pub arm_a: Vector2<T>,
    /// Lever arm from b's origin to that point \[m\].
    pub arm_b: Vector2<T>,
    /// Normal force over the force of the law at this penetration; 1 except for a surface worn to another
    /// shape than the law's.
    pub gain: T,
    /// Sum of the pressures over the normal force, which is their resultant: 1 except for pressures along
    /// an arc.
    pub spread: T,
}

/// The approach of two surfaces at an instant, without directions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Approach<T = f64> {
    /// Penetration δ \[m\]; negative while the surfaces are apart.
    pub penetration: T,
    /// δ̇ \[m/s\], > 0 while the surfaces approach.
    pub rate: T,
    /// Speed of b's material against a's along the surface \[m/s\].
    pub sliding_speed: T,
    /// See [`Touch::gain`].
    pub gain: T,
    /// See [`Touch::spread`].
    pub spread: T,
}

impl<T: Real> Approach<T> {
    /// The approach of surfaces of the shape that their law describes.
    #[inline]
    pub fn new([penetration, rate, sliding_speed]: [T; 3]) -> Self {
        Self { penetration, rate, sliding_speed, gain: T::from(1.0), spread: T::from(1.0) }
    }

    /// The normal force in a contact that began at `impact_speed` \[m/s\].
    #[inline]
    pub(crate) fn force(&self, law: &NormalLaw, impact_speed: T) -> NormalForce<T> {
        let NormalForce { total, elastic } = law.force(self.penetration, self.rate, impact_speed);
        NormalForce { total: total * self.gain, elastic: elastic * self.gain }
    }
}

impl<T: Real> Touch<T> {
    /// Returns it without directions.
    #[inline]
    pub fn approach(&self) -> Approach<T> {
        let Self { penetration, rate, sliding_speed, gain, spread, .. } = *self;
        Approach { penetration, rate, sliding_speed, gain, spread }
    }

    /// Loads of a normal force \[N\] (≥ 0, presses a along the normal and b against it) and a friction
    /// force \[N\] with the sign of the sliding speed (drags a along the tangent and b against it).
    /// Friction along an arc is the sum over the arc; its resultant is smaller by the spread.
    #[inline]
    pub fn loads(&self, normal_force: T, friction_force: T) -> PairLoad<T> {
        let tangential = friction_force / self.spread;
        let force = self.normal * normal_force + quarter_turn(self.normal) * tangential;
        PairLoad { a: Wrench::at(self.arm_a, force), b: Wrench::at(self.arm_b, -force) }
    }
}

/// The geometry of a joint: its contact points as functions of the motion.
pub trait TouchGeometry {
    /// True for conforming surfaces: the place of first touch is then hardly related to the speed at which
    /// pressures build up, and δ̇⁻ is the largest rate of a contact so far.
    const CONFORMS: bool = false;

    /// Contact point `index` for a motion of body b in the frame of body a.
    fn touch<T: Real>(&self, index: usize, b: &Motion<T>) -> Touch<T>;

    /// Returns the largest change of a penetration \[m\] as body b moves by this distance \[m\] and turns by this angle
    /// \[rad\], or more; infinite if that is not known.
    fn change(&self, _distance: f64, _angle: f64) -> f64 {
        f64::INFINITY
    }

    /// Wears the surfaces while b slides by `way` \[m\] in a contact that began at `impact_speed` \[m/s\].
    /// Does nothing unless the surfaces wear.
    fn wear(&mut self, _index: usize, _b: &Motion<f64>, _impact_speed: f64, _way: f64) {}
}

impl<G: TouchGeometry> TouchGeometry for &G {
    const CONFORMS: bool = G::CONFORMS;

    #[inline]
    fn touch<T: Real>(&self, index: usize, b: &Motion<T>) -> Touch<T> {
        (**self).touch(index, b)
    }

    #[inline]
    fn change(&self, distance: f64, angle: f64) -> f64 {
        (**self).change(distance, angle)
    }
}
