//! How two bodies of a unit give way where the FMU of a joint acts on them.

use super::bending::Attachment;
use super::body_mechanism::BodyMechanism;
use super::carried_report::MobilityReport;
use crate::coupling::Mobility;
use crate::coupling::predicted::Mechanism;
use crate::planar::Wrench;
use nalgebra::{Matrix3, Vector2};

/// A place between two bodies that is left to a joint outside.
#[derive(Debug, Clone)]
pub(super) struct OpenPlace {
    /// Its number in the group.
    pub number: usize,
    /// The joint's bodies a and b.
    pub bodies: [usize; 2],
    /// Its frames on them.
    pub frames: [Attachment; 2],
}

impl OpenPlace {
    /// W = J (M⁻¹ − M⁻¹Gᵀ(G M⁻¹Gᵀ)⁻¹G M⁻¹) Jᵀ in world axes, at the origin of frame b: J are the velocities
    /// of b there against the point of a that is there, G the constraints as they are held. Bodies that bend
    /// count as rigid if they have been stiffened.
    ///
    /// `efforts` and `velocities` are memory to work in.
    pub fn mobility(
        &self,
        mechanism: &mut BodyMechanism,
        [efforts, velocities]: [&mut [f64]; 2],
    ) -> MobilityReport {
        let mut w = Matrix3::zeros();
        for load in 0..3 {
            self.exert(mechanism, load, efforts);
            mechanism.mobilise(efforts, velocities);
            for way in 0..=load {
                self.exert(mechanism, way, efforts);
                let pairs = efforts.iter().zip(&*velocities);
                w[(way, load)] = pairs.map(|(effort, velocity)| effort * velocity).sum();
            }
        }
        w.fill_lower_triangle_with_upper_triangle();
        let [xx, xy, yy, xphi, yphi, phiphi] = Mobility(w).numbers();
        MobilityReport { xx, xy, yy, xphi, yphi, phiphi }
    }

    /// Writes what a unit load on b along x or y, or about the place, with its reaction on a is for all bodies.
    fn exert(&self, BodyMechanism { bodies, .. }: &BodyMechanism, way: usize, efforts: &mut [f64]) {
        efforts.fill(0.0);
        let place = bodies.frame(self.bodies[1], &self.frames[1]).1.position;
        for (side, sign) in [-1.0, 1.0].into_iter().enumerate() {
            let body = self.bodies[side];
            let arm = place - bodies.places[body].position;
            let mut load = [0.0; 3];
            load[way] = sign;
            load[2] += Wrench::at(arm, Vector2::new(load[0], load[1])).moment;
            bodies.exert(body, &self.frames[side], arm, load, efforts);
        }
    }
}
