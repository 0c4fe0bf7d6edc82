//! One surface that is pressed and rubs: a slice of the hole or a thrust face.

use crate::base::Real;
use crate::kinematics::spatial::{Wrench, zeros};
use nalgebra::Vector3;

/// What rubs at an instant: under which force, where, and how fast along which directions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rub<T> {
    /// Normal force \[N\], ≥ 0.
    pub normal_force: T,
    /// Where friction acts, from b's origin \[m\].
    pub arm: Vector3<T>,
    /// Two unit vectors in the surface; they follow from how the bodies stand to each other alone, so
    /// that bristles bent along them need no turning.
    pub directions: [Vector3<T>; 2],
    /// ρ_e \[m\]: speed of the surface per spin about the journal's axis; 0 along a line.
    pub lever: T,
    /// Speeds of b's material against a's: along both directions, and that of the spin \[m/s\].
    pub slip: [T; 3],
}

impl<T: Real> Rub<T> {
    /// Nothing is pressed.
    pub fn none() -> Self {
        let zero = T::from(0.0);
        let (arm, directions) = (zeros(), [zeros(), zeros()]);
        Self { normal_force: zero, arm, directions, lever: zero, slip: [zero; 3] }
    }

    /// What friction of these forces \[N\], with the signs of the slips, is for b, whose axis is `axis`.
    #[inline]
    pub fn load(&self, friction: &[T; 3], axis: &Vector3<T>) -> Wrench<T> {
        let [first, second] = &self.directions;
        let mut load = Wrench::at(self.arm, -(first * friction[0] + second * friction[1]));
        load.moment -= axis * (self.lever * friction[2]);
        load
    }

    /// Power lost by these forces \[W\].
    #[inline]
    pub fn lost(&self, friction: &[T; 3]) -> T {
        let [first, second, third] = self.slip;
        friction[0] * first + friction[1] * second + friction[2] * third
    }
}
