//! A contact slot inside a step: its approach, the sums over its forces, and its losses.

use crate::coupling::predicted::Slot;
use crate::laws::contact::Approach;

/// A contact slot inside a step.
#[derive(Debug, Clone)]
pub struct SlotMotion {
    /// Largest normal force \[N\].
    pub peak_normal_force: f64,
    /// ∫F_N dt \[N s\].
    pub normal_impulse: f64,
    /// Its approach at the present instant, counted from its surface.
    pub here: Approach,
    /// Its approach at the end of the present piece or flight.
    pub end: Approach,
    /// True if it may touch in the flight at hand.
    pub close: bool,
    /// Work along the normal that is not elastic, and work of friction in the present piece \[J\].
    pub lost: [f64; 2],
    /// Energy that a film or a drag loses in the present piece \[J\], at the first slot of its joint.
    pub oiled: f64,
}

impl SlotMotion {
    pub(super) fn new() -> Self {
        let nowhere = Approach::new([f64::NEG_INFINITY, 0.0, 0.0]);
        Self {
            peak_normal_force: 0.0,
            normal_impulse: 0.0,
            here: nowhere,
            end: nowhere,
            close: false,
            lost: [0.0; 2],
            oiled: 0.0,
        }
    }
}

/// Gives slots of one surface the farthest offset that any of them has: a slot that has left, and that the host has placed inside,
/// is not hit again, also while another one is in contact.
pub(super) fn share_surface(states: &mut [Slot], motions: &mut [SlotMotion]) {
    let shared = states.iter().fold(0.0_f64, |surface, slot| surface.max(slot.surface));
    for (slot, motion) in states.iter_mut().zip(motions) {
        motion.here.penetration += slot.surface - shared;
        slot.surface = shared;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coupling::Step;

    /// A contact has an offset surface, and its slot is found before that surface, on its way out.
    #[test]
    fn a_slot_that_leaves_at_a_communication_point_is_seen_from_its_surface_of_then() {
        let step = Step { start: 0.0, size: 1e-4 };
        for (depth, surface) in [(1e-6, 1e-6), (-1e-6, 0.0)] {
            let mut slot = Slot { surface: 3e-6, ..Slot::default() };
            slot.meet(0.0, 0.1);
            let seen = slot.receive(Approach::new([depth, -0.05, 0.0]), step, 1e-4);
            assert!(!slot.touches());
            // Rounding of the gap to the surface before.
            assert!((slot.surface - surface).abs() < 1e-20);
            assert!((seen.penetration - (depth - surface)).abs() < 1e-20);
        }
    }

    /// One end of a journal is pressed, the other one has left and is found inside.
    #[test]
    fn an_end_that_left_stays_outside_while_the_other_is_pressed() {
        let step = Step { start: 0.0, size: 1e-4 };
        let mut slots = [Slot::default(), Slot::default()];
        slots[0].meet(0.0, 0.1);
        let depths = [2e-5, 1.6e-5];
        let found = [Approach::new([depths[0], 0.0, 0.0]), Approach::new([depths[1], -9.0, 9.0])];
        let mut motions = [SlotMotion::new(), SlotMotion::new()];
        for ((slot, motion), found) in slots.iter_mut().zip(&mut motions).zip(found) {
            motion.here = slot.receive(found, step, 1e-4);
        }
        share_surface(&mut slots, &mut motions);
        assert!(slots[0].touches() && !slots[1].touches());
        assert_eq!(slots[0].surface, slots[1].surface);
        assert!(motions[1].here.penetration <= 0.0, "{:?}", motions[1].here);
        assert!(motions[0].here.penetration > 0.0, "{:?}", motions[0].here);
        for ((slot, motion), depth) in slots.iter().zip(&motions).zip(depths) {
            assert!((motion.here.penetration + slot.surface - depth).abs() < 1e-18);
        }
    }
}
