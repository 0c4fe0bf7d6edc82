//! Friction at one surface in contact: a slice of the hole or a thrust face.

use crate::base::Real;
use crate::kinematics::spatial::{Wrench, zeros};
use nalgebra::Vector3;

/// Normal force, lever arm, directions and slip of one surface with friction at an instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FrictionSite<T> {
    /// Normal force \[N\], ≥ 0.
    pub normal_force: T,
    /// Point of application of friction, from b's origin \[m\].
    pub arm: Vector3<T>,
    /// Two unit vectors in the surface. They depend on the relative position of the bodies alone, so that
    /// bristle deflections along them need no rotation.
    pub directions: [Vector3<T>; 2],
    /// ρ_e \[m\]: speed of the surface per spin about the journal's axis; 0 for a slice.
    pub lever: T,
    /// Speeds of b's material relative to a's: along both directions, and that of the spin \[m/s\].
    pub slip: [T; 3],
}

impl<T: Real> FrictionSite<T> {
    /// A surface without contact.
    pub fn none() -> Self {
        let zero = T::from(0.0);
        let (arm, directions) = (zeros(), [zeros(), zeros()]);
        Self { normal_force: zero, arm, directions, lever: zero, slip: [zero; 3] }
    }

    /// Load on b, with the journal axis `axis`, of friction with these forces \[N\], signed like the slips.
    #[inline]
    pub fn load(&self, friction: &[T; 3], axis: &Vector3<T>) -> Wrench<T> {
        let [first, second] = &self.directions;
        let mut load = Wrench::at(self.arm, -(first * friction[0] + second * friction[1]));
        load.moment -= axis * (self.lever * friction[2]);
        load
    }

    /// Power dissipated by these forces \[W\].
    #[inline]
    pub fn lost(&self, friction: &[T; 3]) -> T {
        let [first, second, third] = self.slip;
        friction[0] * first + friction[1] * second + friction[2] * third
    }
}
