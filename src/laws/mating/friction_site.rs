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
    /// Unit normal of the surface, from b into a.
    pub normal: Vector3<T>,
    /// Vectors along the surface, which depend on the relative position of the bodies alone: of a slice or a face two unit
    /// vectors and zeros; of a ball the axes of a as far as they lie in the surface, for no two directions turn with its
    /// normal everywhere.
    pub directions: [Vector3<T>; 3],
    /// ρ_e \[m\]: speed of the surface per spin about the journal's axis; 0 for a slice.
    pub lever: T,
    /// Speeds of b's material relative to a's: along the directions; of a face the third is that of the spin \[m/s\].
    pub slip: [T; 3],
}

impl<T: Real> FrictionSite<T> {
    /// A surface without contact.
    pub fn none() -> Self {
        let zero = T::from(0.0);
        let (arm, normal, directions) = (zeros(), zeros(), [zeros(); 3]);
        Self { normal_force: zero, arm, normal, directions, lever: zero, slip: [zero; 3] }
    }

    /// Load on b, with the journal axis `axis`, of friction with these forces \[N\], signed like the slips.
    #[inline]
    pub fn load(&self, friction: &[T; 3], axis: &Vector3<T>) -> Wrench<T> {
        let [first, second, third] = &self.directions;
        let force = first * friction[0] + second * friction[1] + third * friction[2];
        let mut load = Wrench::at(self.arm, -force);
        load.moment -= axis * (self.lever * friction[2]);
        load
    }

    /// Returns the number of its directions.
    #[inline]
    pub fn ways(&self) -> usize {
        if self.directions[2] == zeros() { 2 } else { 3 }
    }

    /// Returns bristles turned into the surface, whose normal has turned since they lay in it: a rotation by the smallest
    /// angle. Those of slices and faces turn with their directions.
    pub fn in_surface(&self, bristle: [T; 3]) -> [T; 3] {
        let all = Vector3::from(bristle);
        let square = all.dot(&all);
        if self.ways() == 2 || square.re() == 0.0 {
            return bristle;
        }
        let inside = all - self.normal * self.normal.dot(&all);
        let left = inside.dot(&inside);
        if left.re() <= 0.0 {
            return inside.into();
        }
        (inside * (square / left).sqrt()).into()
    }

    /// Power dissipated by these forces \[W\].
    #[inline]
    pub fn lost(&self, friction: &[T; 3]) -> T {
        let [first, second, third] = self.slip;
        friction[0] * first + friction[1] * second + friction[2] * third
    }
}
