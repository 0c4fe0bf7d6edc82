//! What the sliced pin remembers from step to step.

use crate::base::Real;
use crate::base::clone_in_place;
use crate::laws::pin::contact::Slices;
use crate::laws::pin::damping::SliceDamping;
use crate::laws::pin::map::MappedWear;
use crate::laws::pin::wear::WornHole;
use nalgebra::Vector2;
use serde::{Deserialize, Serialize};

/// A complete snapshot: everything that the next step depends on beside its inputs.
///
/// `T` carries derivatives through what changes within a step and is felt in the same step.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Memory<T = f64> {
    /// The bending line last found; the next search starts there.
    pub(super) line: Box<[f64]>,
    pub(super) slices: Box<[Slice<T>]>,
    pub(super) damping: SliceDamping<T>,
    pub(super) hole: WornHole,
    /// What is worn off over the angle, in a hole with a map; `hole` is as it was drawn then.
    pub(super) map: Option<MappedWear>,
}

/// What one slice remembers.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Slice<T = f64> {
    /// Deflection of the friction's bristles \[m\]; 0 without contact.
    pub bristle: T,
    /// Work of friction since the beginning \[J\].
    pub friction_energy: f64,
    /// w at the end of the last committed step \[m\].
    pub deflection: Vector2<f64>,
    /// ẇ as damping and sliding see it \[m/s\].
    pub deflection_rate: Vector2<f64>,
}

impl Memory {
    /// Whether it is of a pin with so many slices, cells of a map and numbers in its bending line.
    pub fn is_of(&self, slices: usize, cells: usize, line: usize) -> bool {
        let map = match &self.map {
            None => cells == 0,
            Some(map) => cells > 0 && map.fits(slices, cells),
        };
        let found = [self.slices.len(), self.damping.len(), self.hole.depths().len()];
        map && self.line.len() == line && found == [slices; 3] && self.hole.areas().len() == slices
    }

    /// Takes over where the pin is at the end of a step of `size` \[s\].
    ///
    /// A damped slice answers to ẇ with its own ẇ in the next step, by up to χ w/(δ̇⁻ H) of it: more
    /// than itself in small steps, which would swing up. So ẇ follows the difference quotient by
    /// 1/(1 + χ w/(δ̇⁻ H)) only; that lags by w/δ̇⁻, the time a contact takes to form.
    pub fn commit(&mut self, slices: &Slices, line: &[f64], size: f64) {
        self.line.copy_from_slice(line);
        let onset = self.damping.onset_mut().iter().copied();
        let slowest = onset.filter(|onset| *onset > 0.0).fold(f64::INFINITY, f64::min);
        let answer = self.damping.factor / (slowest * size);
        for (k, slice) in self.slices.iter_mut().enumerate() {
            let deflection = slices.deflection(k);
            let quotient = (deflection - slice.deflection) / size;
            slice.deflection_rate = if slices.penetration[k] > 0.0 {
                let share = 1.0 / (1.0 + answer * deflection.norm());
                slice.deflection_rate + (quotient - slice.deflection_rate) * share
            } else {
                Vector2::zeros()
            };
            slice.deflection = deflection;
        }
    }
}

impl<T: Real> Memory<T> {
    /// Nothing touches yet.
    pub fn new(line: &[f64], damping: SliceDamping<T>, hole: WornHole) -> Self {
        let slice = Slice::free();
        let slices = vec![slice; hole.depths().len()].into();
        Self { line: line.into(), slices, damping, hole, map: None }
    }

    /// The contact that was is over: bristles upright, impact speeds forgotten.
    pub fn release(&mut self) {
        self.damping.onset_mut().fill(T::from(0.0));
        for slice in &mut self.slices {
            slice.bristle = T::from(0.0);
        }
    }

    /// Takes over what `other` remembers, without derivatives; takes no memory.
    pub fn lift_from(&mut self, other: &Memory) {
        self.line.copy_from_slice(&other.line);
        self.damping.lift_from(&other.damping);
        self.hole.clone_from(&other.hole);
        self.map.clone_from(&other.map);
        for (slice, other) in self.slices.iter_mut().zip(&other.slices) {
            *slice = other.lift();
        }
    }
}

impl<T: Real> Slice<T> {
    /// Bristles upright, the pin straight.
    fn free() -> Self {
        Self {
            bristle: T::from(0.0),
            friction_energy: 0.0,
            deflection: Vector2::zeros(),
            deflection_rate: Vector2::zeros(),
        }
    }
}

impl Slice {
    fn lift<T: Real>(&self) -> Slice<T> {
        let Self { bristle, friction_energy, deflection, deflection_rate } = *self;
        Slice { bristle: T::from(bristle), friction_energy, deflection, deflection_rate }
    }
}

clone_in_place!(impl [T: Copy] Memory<T> { line, slices, damping, hole, map });
