//! The mobility of two bodies of a unit at a joint outside it.

use super::bodies::Bodies;
use super::mechanism::BodyMechanism;
use crate::coupling::Mobility;
use crate::coupling::predicted::Mechanism;
use crate::kinematics::planar::Wrench;
use nalgebra::{Matrix3, Vector2};

/// A joint between two bodies that is an FMU of its own.
#[derive(Debug, Clone)]
pub(crate) struct ExternalJoint {
    /// Its number in the group.
    pub number: usize,
    /// The joint's bodies a and b.
    pub bodies: [usize; 2],
    /// From the centre of mass of b to the joint's frame on it, in the axes of b \[m\].
    pub at: Vector2<f64>,
}

impl ExternalJoint {
    /// Returns its mobility W = J (M⁻¹ − M⁻¹Gᵀ(G M⁻¹Gᵀ)⁻¹G M⁻¹) Jᵀ in world axes.
    ///
    /// J is the Jacobian of the velocity of b at the joint's frame against the coinciding point of a, with both bodies
    /// rigid; G is that of the constraints, which must have been factored. `forces` and `velocities` are buffers.
    pub fn mobility(
        &self,
        mechanism: &mut BodyMechanism,
        [forces, velocities]: [&mut [f64]; 2],
    ) -> Mobility {
        let mut w = Matrix3::zeros();
        for load in 0..3 {
            self.exert(&mechanism.bodies, load, forces);
            mechanism.apply_inverse_mass(forces, velocities);
            for way in 0..=load {
                self.exert(&mechanism.bodies, way, forces);
                let pairs = forces.iter().zip(&*velocities);
                w[(way, load)] = pairs.map(|(force, velocity)| force * velocity).sum();
            }
        }
        w.fill_lower_triangle_with_upper_triangle();
        Mobility(w)
    }

    /// Writes a row of J: the generalised forces of a unit load on b along x or y, or about the frame's origin, with its
    /// reaction on a.
    fn exert(&self, Bodies { places, axes, .. }: &Bodies, way: usize, forces: &mut [f64]) {
        forces.fill(0.0);
        let [_, b] = self.bodies;
        let place = places[b].position + axes[b].outward(self.at);
        for (body, sign) in self.bodies.into_iter().zip([-1.0, 1.0]) {
            // The ground has no coordinates.
            let Some(own) = forces.get_mut(3 * body..3 * body + 3) else { continue };
            own[way] = sign;
            let arm = place - places[body].position;
            own[2] += Wrench::at(arm, Vector2::new(own[0], own[1])).moment;
        }
    }
}
