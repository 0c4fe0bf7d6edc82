//! Joints by the relative motions of their bodies as the predictor's mechanism.

use crate::coupling::Contact;
use crate::coupling::predicted::{JointLoad, Mechanism, PointContacts, balanced, joint_load};
use crate::group::mechanics::joint::JointModel;
use crate::kinematics::planar::Motion;
use crate::laws::contact::Touch;
use crate::laws::film::Film;
use nalgebra::{DMatrix, Vector2, Vector3};

/// Joints with the coordinates q = (x, y, angle) of each frame b in its frame a.
///
/// Loads are those on b, in the axes of a, with the moment on a about its frame's origin.
#[derive(Debug)]
pub(crate) struct RelativeMechanism {
    pub joints: Box<[JointModel]>,
    pub motions: Box<[Motion<f64>]>,
    /// Mobility W of all joints.
    pub mobility: DMatrix<f64>,
    /// Joint of every slot, and the slot's number there.
    slots: Box<[(usize, usize)]>,
}

impl RelativeMechanism {
    pub fn new(joints: Vec<JointModel>) -> Self {
        let numbered = joints.iter().enumerate();
        let slots = numbered
            .flat_map(|(joint, model)| (0..model.laws.slots()).map(move |slot| (joint, slot)));
        Self {
            slots: slots.collect(),
            motions: joints.iter().map(|_| Motion::rest()).collect(),
            mobility: DMatrix::zeros(3 * joints.len(), 3 * joints.len()),
            joints: joints.into(),
        }
    }

    /// Sets the motion of one joint.
    #[inline]
    fn place_joint(&mut self, joint: usize, coordinates: &[f64], velocities: &[f64]) {
        let own = 3 * joint..3 * joint + 3;
        let (q, v) = (&coordinates[own.clone()], &velocities[own]);
        let (position, velocity) = (Vector2::new(q[0], q[1]), Vector2::new(v[0], v[1]));
        self.motions[joint] = Motion { position, angle: q[2], velocity, spin: v[2] };
    }
}

impl Mechanism for RelativeMechanism {
    fn coordinates(&self) -> usize {
        3 * self.joints.len()
    }

    fn joints(&self) -> usize {
        self.joints.len()
    }

    fn slots(&self) -> usize {
        self.slots.len()
    }

    #[inline]
    fn joint(&self, slot: usize) -> usize {
        self.slots[slot].0
    }

    #[inline]
    fn place(&mut self, coordinates: &[f64], velocities: &[f64]) {
        for joint in 0..self.joints.len() {
            self.place_joint(joint, coordinates, velocities);
        }
    }

    fn place_joints(&mut self, joints: &[usize], coordinates: &[f64], velocities: &[f64]) {
        for &joint in joints {
            self.place_joint(joint, coordinates, velocities);
        }
    }

    fn placing_coordinates(&self, joint: usize) -> Vec<usize> {
        (3 * joint..3 * joint + 3).collect()
    }

    fn velocity_response(&mut self, joint: usize, impulse: &JointLoad, velocities: &mut [f64]) {
        for (column, velocity) in self.mobility.column_iter().zip(velocities) {
            // W is symmetric: a column is a row.
            let own = column.iter().skip(3 * joint).zip(impulse.iter().take(3));
            *velocity = own.map(|(w, part)| w * part).sum();
        }
    }

    #[inline]
    fn rates(&self, joint: usize, velocities: &[f64]) -> JointLoad {
        Vector3::from_column_slice(&velocities[3 * joint..3 * joint + 3]).push(0.0)
    }

    fn generalised_forces(&self, loads: &[JointLoad], generalised: &mut [f64]) {
        for (parts, load) in generalised.chunks_exact_mut(3).zip(loads) {
            parts.copy_from_slice(load.xyz().as_slice());
        }
    }

    fn apply_inverse_mass(&mut self, generalised: &[f64], velocities: &mut [f64]) {
        for (column, velocity) in self.mobility.column_iter().zip(velocities) {
            // W is symmetric: a column is a row.
            *velocity = column.iter().zip(generalised).map(|(w, part)| w * part).sum();
        }
    }
}

impl PointContacts for RelativeMechanism {
    #[inline]
    fn contact(&self, slot: usize) -> &Contact {
        self.joints[self.slots[slot].0].laws.contact()
    }

    #[inline]
    fn touch(&self, slot: usize) -> Touch<f64> {
        let (joint, slot) = self.slots[slot];
        self.joints[joint].laws.touch(slot, &self.motions[joint])
    }

    #[inline]
    fn load(&self, _slot: usize, touch: &Touch<f64>, normal: f64, friction: f64) -> JointLoad {
        joint_load(&touch.loads(normal, friction))
    }

    #[inline]
    fn film(&self, joint: usize) -> Option<(&Film, &Motion<f64>)> {
        Some((self.joints[joint].laws.film()?, &self.motions[joint]))
    }

    #[inline]
    fn film_load(&self, joint: usize, load: Vector3<f64>) -> JointLoad {
        balanced(load, self.motions[joint].position)
    }
}
