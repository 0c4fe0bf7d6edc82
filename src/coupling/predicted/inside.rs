//! The integrator of the motion inside a step: the engine of rigid bodies, or the pieces of flexible ones.

use super::step_motion::StepMotion;
use super::{HostState, JointLoad};
use crate::coupling::engine::Engine;
use crate::kinematics::planar::Motion;
use crate::laws::contact::Touch;

/// The integrator of the motion inside a step.
#[derive(Debug, Clone)]
pub(super) enum Inside {
    /// Of rigid bodies.
    Rigid(Box<Engine>),
    /// Of mechanisms with flexible bodies.
    Flexible(Box<StepMotion>),
}

impl Inside {
    /// Returns ∫F dt by joint over the last step or part of a step \[N s\].
    pub fn impulses(&self) -> &[JointLoad] {
        match self {
            Inside::Rigid(engine) => &engine.impulse,
            Inside::Flexible(motion) => &motion.impulse,
        }
    }

    /// Returns true if the last step or part of a step was too rich for fine pieces.
    pub fn is_coarse(&self) -> bool {
        match self {
            Inside::Rigid(engine) => engine.coarse,
            Inside::Flexible(motion) => motion.coarse,
        }
    }

    /// Returns the predicted state of the bodies at the end of the last step.
    pub fn end(&self) -> HostState<'_> {
        let (coordinates, velocities) = match self {
            Inside::Rigid(engine) => (&engine.coordinates, &engine.velocities),
            Inside::Flexible(motion) => (&motion.coordinates, &motion.velocities),
        };
        HostState { coordinates, velocities }
    }

    /// Returns the motion of b relative to a in a joint with a film at the end of the last step.
    pub fn film_motion(&self, joint: usize) -> Option<&Motion<f64>> {
        match self {
            Inside::Rigid(engine) => engine.film_motion(joint),
            Inside::Flexible(motion) => motion.films.motion(joint),
        }
    }

    /// Returns the largest normal force \[N\] and ∫F_N dt \[N s\] of `slot` inside the last step.
    pub fn normal(&self, slot: usize) -> (f64, f64) {
        match self {
            Inside::Rigid(engine) => {
                let motion = &engine.slots[slot];
                (motion.peak_normal_force, motion.normal_impulse)
            }
            Inside::Flexible(motion) => {
                let motion = &motion.slots[slot];
                (motion.peak_normal_force, motion.normal_impulse)
            }
        }
    }

    /// Returns the touch of `slot` at the end of the last step.
    pub fn touch(&self, slot: usize) -> &Touch<f64> {
        match self {
            Inside::Rigid(engine) => &engine.slots[slot].touch,
            Inside::Flexible(motion) => &motion.slots[slot].start.touch,
        }
    }

    /// Returns the largest size of every coordinate's acceleration inside the last step.
    pub fn peak_accelerations(&self) -> &[f64] {
        match self {
            Inside::Rigid(engine) => &engine.peak_acceleration,
            Inside::Flexible(motion) => &motion.peak_acceleration,
        }
    }
}
