//! The works and losses of mating parts in a piece.

use super::errors::any_closed;
use super::{MatingJoints, MatingMotion, surface_mut};
use crate::coupling::engine::contacts::Works;
use crate::coupling::engine::slot::SlotMotion;
use crate::coupling::engine::tableau::STAGES;
use crate::coupling::predicted::Slot;
use crate::laws::mating::Surface;

impl MatingJoints {
    /// Takes the end of a piece of this length \[s\] and with these weights of its stages.
    pub(super) fn finish_joint(
        &mut self,
        joint: usize,
        slots: &[usize],
        (states, motions): (&mut [Slot], &mut [SlotMotion]),
        (size, weights): (f64, &[f64]),
    ) -> Works {
        let motion = &mut self.joints[joint];
        let Some(first) = any_closed(states, slots) else { return [0.0; 3] };
        let report = &mut motions[first];
        let (mut pressed, mut damped, mut slid, mut impulse) = (0.0, 0.0, 0.0, 0.0);
        for (weight, stage) in weights.iter().zip(&motion.stages) {
            pressed += weight * stage.pressed;
            damped += weight * stage.damped;
            slid += weight * stage.rubbed;
            impulse += weight * stage.normal;
            if *weight != 0.0 {
                report.peak_normal_force = report.peak_normal_force.max(stage.normal);
            }
        }
        for slot in slots {
            motions[*slot].lost = [0.0; 2];
        }
        motions[first].normal_impulse += size * impulse.max(0.0);
        motions[first].lost = [size * damped, size * slid];
        motion.keep_surfaces(states, slots[0]);
        let grown = motion.stored_at_end - motion.stored;
        motion.stored = motion.stored_at_end;
        [size * pressed, size * slid, grown]
    }
}

impl MatingMotion {
    /// Takes the onsets and bristles of the surfaces at the end of a piece.
    pub(super) fn keep_surfaces(&mut self, states: &mut [Slot], first: usize) {
        for (number, motion) in self.surfaces.iter().enumerate() {
            *surface_mut(states, first, number) = if self.work.touches(number) {
                Surface {
                    onset: self.work.onsets[number],
                    bristle: self.work.sites[number].in_surface(motion.bristle),
                }
            } else {
                Surface::free()
            };
        }
    }

    /// Makes the last stage the first one of the next piece.
    pub(super) fn go_on(&mut self) {
        self.stages[0] = self.stages[STAGES - 1];
        for surface in &mut self.surfaces {
            surface.pressed[0] = surface.pressed[STAGES - 1];
            surface.slips[0] = surface.slips[STAGES - 1];
            surface.rates[0] = surface.rates[STAGES - 1];
        }
    }
}
