//! The mobility of two bodies of a unit in space at a joint outside it.

use super::bodies::{DEGREES, Frame, exert};
use super::mechanism::BodyMechanism;
use crate::coupling::predicted::Mechanism;
use crate::coupling::{Mobility, SpatialMobility};
use crate::kinematics::spatial::joined;
use nalgebra::{Matrix6, Vector3};

/// A joint between two bodies that is an FMU of its own.
#[derive(Debug, Clone)]
pub(crate) struct ExternalJoint {
    /// Its number in the group.
    pub number: usize,
    /// The joint's bodies a and b.
    pub bodies: [usize; 2],
    /// The joint's frame on b.
    pub frame: Frame,
}

impl ExternalJoint {
    /// Returns its mobility W = J P M⁻¹ Jᵀ in world axes, at the origin of the joint's frame on b.
    ///
    /// J is the Jacobian of velocity and spin of b there against the coinciding point of a, P the projection onto the
    /// constraints, which must have been factored. `forces` and `velocities` are buffers.
    pub fn mobility(
        &self,
        mechanism: &mut BodyMechanism,
        [forces, velocities]: [&mut [f64]; 2],
    ) -> SpatialMobility {
        let mut w = Matrix6::zeros();
        for load in 0..DEGREES {
            self.exert(mechanism, load, forces);
            mechanism.apply_inverse_mass(forces, velocities);
            for way in 0..=load {
                self.exert(mechanism, way, forces);
                let pairs = forces.iter().zip(&*velocities);
                w[(way, load)] = pairs.map(|(force, velocity)| force * velocity).sum();
            }
        }
        w.fill_lower_triangle_with_upper_triangle();
        Mobility(w)
    }

    /// Writes a row of J: the generalised forces of a unit force or moment on b, with its reaction on a.
    fn exert(&self, mechanism: &BodyMechanism, way: usize, forces: &mut [f64]) {
        forces.fill(0.0);
        let bodies = &mechanism.bodies;
        let [_, b] = self.bodies;
        let point = bodies.frame(b, &self.frame).point;
        let mut unit = [Vector3::zeros(); 2];
        unit[way / 3][way % 3] = 1.0;
        let [force, moment] = unit;
        for (body, sign) in self.bodies.into_iter().zip([-1.0, 1.0]) {
            let arm = point - bodies.poses[body].position;
            exert(forces, body, &(joined([force, moment + arm.cross(&force)]) * sign));
        }
    }
}
