//! Dissipation of each slice, frozen while the bending line is sought.

use serde::{Deserialize, Serialize};

/// Since when, and how fast, each slice has been pressed.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct SliceDamping {
    /// χ of the dissipation law, ≥ 0.
    pub factor: f64,
    /// Least rate at first touch that is believed, > 0 [m/s].
    pub floor: f64,
    /// δ̇⁻ of each slice [m/s], 0 while it does not touch.
    onset: Box<[f64]>,
}

impl SliceDamping {
    /// `slices` slices that do not touch.
    pub fn new(slices: usize, factor: f64, floor: f64) -> Self {
        Self { factor, floor, onset: vec![0.0; slices].into_boxed_slice() }
    }

    /// Number of slices.
    pub fn len(&self) -> usize {
        self.onset.len()
    }

    /// Whether there is no slice at all.
    pub fn is_empty(&self) -> bool {
        self.onset.is_empty()
    }

    /// `max(0, 1 + χ δ̇_k/δ̇⁻_k)` of slice `k` with `closing_speed` δ̇_k [m/s]; a slice that does not
    /// touch yet takes δ̇_k itself as δ̇⁻_k, not below the floor.
    ///
    /// The prescribed restitution is realised for a rigid pin only: a bending pin keeps some energy.
    #[inline]
    pub fn multiplier(&self, k: usize, closing_speed: f64) -> f64 {
        let onset = if self.onset[k] > 0.0 { self.onset[k] } else { closing_speed };
        (1.0 + self.factor * closing_speed / onset.max(self.floor)).max(0.0)
    }

    /// Accepts a step at whose end slice `k` has `penetration` δ_k [m] and which it entered, if it
    /// did, at `closing_speed` [m/s].
    #[inline]
    pub fn commit(&mut self, k: usize, penetration: f64, closing_speed: f64) {
        if penetration <= 0.0 {
            self.onset[k] = 0.0;
        } else if self.onset[k] == 0.0 {
            self.onset[k] = closing_speed.max(self.floor);
        }
    }

    /// δ̇⁻ of each slice [m/s], 0 while it does not touch; to be kept and given back.
    pub fn onset_mut(&mut self) -> &mut [f64] {
        &mut self.onset
    }
}

impl Clone for SliceDamping {
    fn clone(&self) -> Self {
        Self { onset: self.onset.clone(), ..*self }
    }

    // Takes no memory, unlike the derived one.
    fn clone_from(&mut self, other: &Self) {
        (self.factor, self.floor) = (other.factor, other.floor);
        self.onset.clone_from(&other.onset);
    }
}

/// δ̇_k = n·(u̇ + ṫ s_k − ẇ_k) [m/s], > 0 while hole and pin approach.
///
/// `rate` is the pose's, `deflection_rate` ẇ_k that of the last accepted step.
#[inline]
pub fn closing_speed(
    normal: nalgebra::Vector2<f64>,
    position: f64,
    rate: &super::contact::Pose,
    deflection_rate: nalgebra::Vector2<f64>,
) -> f64 {
    normal.dot(&(rate.offset + rate.tilt * position - deflection_rate))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slice_remembers_the_speed_of_its_first_touch_until_it_leaves() {
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
        let mut slices = SliceDamping::new(1, 0.8, 1e-3);
        slices.commit(0, 1e-6, 1e-9);
        assert_eq!(slices.multiplier(0, -1.0), 0.0);
        assert!((slices.multiplier(0, 1e-9) - 1.0).abs() < 1e-6);
    }
}
