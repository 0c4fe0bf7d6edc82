//! The state of the sliced pin from step to step.

use crate::base::Real;
use crate::base::clone_in_place;
use crate::kinematics::spatial::Motion;
use crate::laws::pin::contact::Slices;
use crate::laws::pin::damping::SliceDamping;
use crate::laws::pin::map::MappedWear;
use crate::laws::pin::wear::WornHole;
use nalgebra::Vector2;
use serde::{Deserialize, Serialize};

/// A complete snapshot: everything that the next step depends on beside its inputs.
///
/// `T` carries derivatives through the quantities that change within a step and act in the same step.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Memory<T = f64> {
    /// The bending line last found; the next search starts there.
    pub(super) line: Box<[f64]>,
    pub(super) slices: Box<[Slice<T>]>,
    pub(super) damping: SliceDamping<T>,
    pub(super) hole: WornHole,
    /// The wear over the angle, in a hole with a map; `hole` is unworn then.
    pub(super) map: Option<MappedWear>,
}

/// The state of one slice.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Slice<T = f64> {
    /// Deflection of the friction's bristles \[m\]; 0 without contact.
    pub bristle: T,
    /// Work of friction since the beginning \[J\].
    pub friction_energy: f64,
    /// w at the end of the last committed step \[m\].
    pub deflection: Vector2<f64>,
    /// ẇ for damping and sliding \[m/s\].
    pub deflection_rate: Vector2<f64>,
}

/// The values that the report of a step needs besides the state at its end.
#[derive(Debug, Clone)]
pub struct End {
    /// Motion of the pin's body.
    pub(super) b: Motion<f64>,
    /// Factors of the slices' elastic forces in the last balance.
    pub(super) damping: Box<[f64]>,
}

impl End {
    /// Makes room for the end of a step of a pin with this number of slices.
    pub(super) fn new(slices: usize) -> Self {
        Self { b: Motion::rest(), damping: vec![1.0; slices].into() }
    }
}

impl Memory {
    /// Returns true if this is the state of a pin with these numbers of slices, of cells around its map and of
    /// values in its bending line.
    pub(super) fn is_of(&self, slices: usize, cells: usize, line: usize) -> bool {
        let map = match &self.map {
            None => cells == 0,
            Some(map) => cells > 0 && map.fits(slices, cells),
        };
        let found = [self.slices.len(), self.damping.len(), self.hole.depths().len()];
        map && self.line.len() == line && found == [slices; 3] && self.hole.areas().len() == slices
    }

    /// Records the pin at the end of a step of `size` \[s\].
    ///
    /// A damped slice responds to ẇ with a change of its own ẇ in the next step, by up to χ w/(δ̇⁻ H) of it: in
    /// small steps that is more than 1 and would be unstable. So ẇ changes by 1/(1 + χ w/(δ̇⁻ H)) of its
    /// distance from the difference quotient; that lags by w/δ̇⁻, the time in which a contact forms.
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
    /// The state before any contact.
    pub fn new(line: &[f64], damping: SliceDamping<T>, hole: WornHole) -> Self {
        let slice = Slice::free();
        let slices = vec![slice; hole.depths().len()].into();
        Self { line: line.into(), slices, damping, hole, map: None }
    }

    /// Ends the contacts: bristles upright, no impact speeds.
    pub fn release(&mut self) {
        self.damping.onset_mut().fill(T::from(0.0));
        for slice in &mut self.slices {
            slice.bristle = T::from(0.0);
        }
    }

    /// Records the end of a step without contact.
    pub fn part(&mut self) {
        self.line.fill(0.0);
        self.release();
        for slice in &mut self.slices {
            (slice.deflection, slice.deflection_rate) = (Vector2::zeros(), Vector2::zeros());
        }
    }

    /// Copies the state of `other`, with derivatives of 0; does not allocate.
    pub(super) fn lift_from(&mut self, other: &Memory) {
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
    /// A slice with upright bristles in a straight pin.
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
