//! Dissipation of each slice, constant while the bending line is sought.

use super::contact::Pose;
use crate::base::real::at_least;
use crate::base::{Real, clone_in_place};
use crate::laws::contact::damping_multiplier;
use nalgebra::Vector2;
use serde::{Deserialize, Serialize};

/// Impact speed of each slice and the parameters of the dissipation.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct SliceDamping<T = f64> {
    /// χ of the dissipation law, ≥ 0.
    pub factor: f64,
    /// Lower limit of the rate at first touch, > 0 \[m/s\].
    pub floor: f64,
    /// δ̇⁻ of each slice \[m/s\], 0 without contact.
    onset: Box<[T]>,
}

impl<T: Real> SliceDamping<T> {
    /// `slices` slices without contact.
    pub fn new(slices: usize, factor: f64, floor: f64) -> Self {
        Self { factor, floor, onset: vec![T::from(0.0); slices].into_boxed_slice() }
    }

    /// Number of slices.
    pub fn len(&self) -> usize {
        self.onset.len()
    }

    /// `max(0, 1 + χ δ̇_k/δ̇⁻_k)` of slice `k` with `closing_speed` δ̇_k \[m/s\]; for a slice without
    /// contact so far δ̇⁻_k is δ̇_k itself, not below the floor.
    ///
    /// The prescribed restitution is realised for a rigid pin only: an elastic pin keeps some energy.
    #[inline]
    pub(crate) fn multiplier(&self, k: usize, closing_speed: T) -> T {
        damping_multiplier(|_| T::from(self.factor), self.floor, self.onset[k], closing_speed)
    }

    /// Accepts a step at whose end slice `k` has `penetration` δ_k \[m\]; a contact that began in the step
    /// has the impact speed `closing_speed` \[m/s\].
    #[inline]
    pub fn commit(&mut self, k: usize, penetration: f64, closing_speed: T) {
        if penetration <= 0.0 {
            self.onset[k] = T::from(0.0);
        } else if self.onset[k].re() == 0.0 {
            self.onset[k] = at_least(closing_speed, self.floor);
        }
    }

    /// δ̇⁻ of each slice \[m/s\], 0 without contact; for saving and restoring.
    pub(crate) fn onset_mut(&mut self) -> &mut [T] {
        &mut self.onset
    }

    /// Copies the memory of `other` with zero derivatives; allocates nothing.
    pub(crate) fn lift_from(&mut self, other: &SliceDamping) {
        (self.factor, self.floor) = (other.factor, other.floor);
        for (onset, value) in self.onset.iter_mut().zip(&other.onset) {
            *onset = T::from(*value);
        }
    }
}

clone_in_place!(impl [T: Copy] SliceDamping<T> { factor, floor, onset });

/// δ̇_k = n·(u̇ + ṫ s_k − ẇ_k) \[m/s\], > 0 while hole and pin approach.
///
/// `rate` is the pose's, `deflection_rate` is ẇ_k.
#[inline]
pub fn closing_speed<T: Real>(
    normal: Vector2<T>,
    position: f64,
    rate: &Pose<T>,
    deflection_rate: Vector2<T>,
) -> T {
    normal.dot(&(rate.offset + rate.tilt * T::from(position) - deflection_rate))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_slices_as_were_asked_for() {
        assert_eq!(SliceDamping::<f64>::new(7, 0.5, 1e-3).len(), 7);
    }

    #[test]
    fn a_slice_keeps_its_impact_speed_until_it_separates() {
        let mut slices = SliceDamping::new(1, 0.5, 1e-3);
        assert_eq!(slices.multiplier(0, 0.2), 1.5);
        slices.commit(0, 1e-6, 0.2);
        slices.commit(0, 2e-6, 0.1);
        assert_eq!(slices.multiplier(0, 0.1), 1.25);
        slices.commit(0, -1e-9, -0.1);
        assert_eq!(slices.multiplier(0, 0.1), 1.5);
    }

    #[test]
    fn a_slice_never_pulls_and_creeping_is_hardly_damped() {
        let mut slices = SliceDamping::<f64>::new(1, 0.8, 1e-3);
        slices.commit(0, 1e-6, 1e-9);
        assert_eq!(slices.multiplier(0, -1.0), 0.0);
        assert!((slices.multiplier(0, 1e-9) - 1.0).abs() < 1e-6);
    }
}
