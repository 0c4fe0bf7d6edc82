//! How two bodies of a unit give way where the FMU of a joint acts on them.

use super::bodies::Bodies;
use super::mechanism::BodyMechanism;
use crate::coupling::Mobility;
use crate::coupling::predicted::Mechanism;
use crate::group::plan::MobilityReport;
use crate::kinematics::planar::Wrench;
use nalgebra::{Matrix3, Vector2};

/// A place between two bodies that is left to a joint outside.
#[derive(Debug, Clone)]
pub(crate) struct OpenPlace {
    /// Its number in the group.
    pub number: usize,
    /// The joint's bodies a and b.
    pub bodies: [usize; 2],
    /// From the centre of mass of b to the joint's frame on it, in the axes of b \[m\].
    pub at: Vector2<f64>,
}

impl OpenPlace {
    /// W = J (M⁻¹ − M⁻¹Gᵀ(G M⁻¹Gᵀ)⁻¹G M⁻¹) Jᵀ in world axes: J are the velocities of b at the place against
    /// the point of a that is there, as if they did not bend, G the constraints as they are held.
    ///
    /// `efforts` and `velocities` are memory to work in.
    pub fn mobility(
        &self,
        mechanism: &mut BodyMechanism,
        [efforts, velocities]: [&mut [f64]; 2],
    ) -> MobilityReport {
        let mut w = Matrix3::zeros();
        for load in 0..3 {
            self.exert(&mechanism.bodies, load, efforts);
            mechanism.apply_inverse_mass(efforts, velocities);
            for way in 0..=load {
                self.exert(&mechanism.bodies, way, efforts);
                let pairs = efforts.iter().zip(&*velocities);
                w[(way, load)] = pairs.map(|(effort, velocity)| effort * velocity).sum();
            }
        }
        w.fill_lower_triangle_with_upper_triangle();
        let [xx, xy, yy, xphi, yphi, phiphi] = Mobility(w).numbers();
        MobilityReport { xx, xy, yy, xphi, yphi, phiphi }
    }

    /// Writes what a unit load on b along x or y, or about the place, with its reaction on a is for all bodies.
    fn exert(&self, Bodies { places, axes, .. }: &Bodies, way: usize, efforts: &mut [f64]) {
        efforts.fill(0.0);
        let [_, b] = self.bodies;
        let place = places[b].position + axes[b].outward(self.at);
        for (body, sign) in self.bodies.into_iter().zip([-1.0, 1.0]) {
            // The ground has no coordinates.
            let Some(own) = efforts.get_mut(3 * body..3 * body + 3) else { continue };
            own[way] = sign;
            let arm = place - places[body].position;
            own[2] += Wrench::at(arm, Vector2::new(own[0], own[1])).moment;
        }
    }
}
