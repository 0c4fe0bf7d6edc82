//! Mating parts in pieces of the fallback: loads that balance the motion they cause, by Newton's method.

use super::errors::{any_closed, parts};
use super::implicit::{press, seeded, slopes, sum_of};
use super::press::shifted;
use super::{Load, MatingMotion, surface};
use crate::coupling::engine::contacts::{Balanced, Balancing, JointAt, Works};
use crate::coupling::engine::slot::SlotMotion;
use crate::coupling::predicted::{MatingContacts, Slot};
use crate::kinematics::spatial::{Motion, Wrench, halves};
use crate::laws::mating::{Contact, MatingLaws};
use nalgebra::{Matrix6, Vector6};
use num_dual::Dual64;

/// Newton's steps, at most, and halvings of each.
const STEPS: u32 = 15;
const SHORTER: u32 = 8;
/// Residual of a solution relative to the velocity without loads.
const SETTLED: f64 = 1e-6;
/// Number of pieces in a step for which Newton's method may fail; later ones take no load from the contact.
const FAILURES: u32 = 20;

/// Returns the friction of a contact after sliding for `size` \[s\], with its load on b.
fn rubbed(
    laws: &MatingLaws,
    contact: &Contact<f64>,
    (states, first): (&[Slot], usize),
    size: f64,
) -> Wrench<f64> {
    let (friction, _) = contact.friction_load(|number, site| {
        let force = site.normal_force * laws.friction_scale(number);
        let mut bristle = surface(states, first, number).bristle;
        laws.friction.slide_along(&mut bristle, site.slip, size, force)
    });
    contact.load.plus(1.0, &friction)
}

impl MatingMotion {
    /// Returns the load on b at the end of a piece that ends with the velocities `end`.
    fn load_of(
        &mut self,
        laws: &MatingLaws,
        at: (&[Slot], usize),
        end: &Vector6<f64>,
        size: f64,
    ) -> Vector6<f64> {
        let there = self.free.displaced(&((end - self.free.velocities()) * size), end);
        self.evaluate(laws, &there, at.0, at.1);
        self.end = there;
        rubbed(laws, &self.work, at, size).joined()
    }

    /// Returns the growth of the load with the velocities at the end of a piece.
    fn slope_of(
        &self,
        lifted: &mut Contact<Dual64>,
        laws: &MatingLaws,
        at: (&[Slot], usize),
        end: &Vector6<f64>,
        size: f64,
    ) -> Matrix6<f64> {
        let there = self.free.displaced(&((end - self.free.velocities()) * size), end);
        let parts = shifted(laws.parts, at.0, at.1);
        let mut slope = Matrix6::zeros();
        for part in 0..6 {
            press(&parts, lifted, &seeded(&there, part, [size, 1.0]), at);
            let (friction, _) = lifted.friction_load(|number, site| {
                let force = site.normal_force * laws.friction_scale(number);
                let mut bristle = surface(at.0, at.1, number).bristle.map(Dual64::from);
                laws.friction.slide_along(&mut bristle, site.slip, Dual64::from(size), force)
            });
            let load = lifted.load.plus(Dual64::from(1.0), &friction);
            slope.set_column(part, &slopes(&load));
        }
        slope
    }

    /// Finds the load of a joint with those of all others fixed.
    pub(super) fn balance<M: MatingContacts>(
        &mut self,
        mechanism: &M,
        (joint, lifted): (JointAt<9>, &mut Contact<Dual64>),
        piece: &Balancing<9>,
    ) -> Balanced<9> {
        if self.failed {
            return Balanced { load: piece.load, changed: 0.0, largest: 0.0 };
        }
        if self.failures > FAILURES {
            self.load = Wrench::zero();
            return Balanced { load: Load::zeros(), changed: 0.0, largest: 0.0 };
        }
        let laws = mechanism.mating(joint.number);
        let at = (joint.states, joint.slots[0]);
        let (size, parts) = (piece.size, parts(mechanism, joint.number));
        let yielding = Matrix6::from_fn(|row, column| {
            parts[row].dot(&(joint.mobility * parts[column])) * size
        });
        let others = Vector6::from_fn(|part, _| parts[part].dot(&piece.others));
        let free = self.free.velocities() + others;
        let lever = laws.parts.lever();
        let measure = |off: &Vector6<f64>| {
            let [velocity, spin] = halves(off);
            velocity.norm() + lever * spin.norm()
        };
        let before = self.load.joined();
        let mut end = free + yielding * before;
        let mut off = end - free - yielding * self.load_of(&laws, at, &end, size);
        for _ in 0..STEPS {
            if measure(&off) <= SETTLED * measure(&free) {
                break;
            }
            let slope = self.slope_of(lifted, &laws, at, &end, size);
            let Some(step) = (Matrix6::identity() - yielding * slope).lu().solve(&off) else {
                break;
            };
            let (mut factor, mut better) = (1.0, false);
            for _ in 0..SHORTER {
                let trial = end - step * factor;
                let found = self.load_of(&laws, at, &trial, size);
                let left = trial - free - yielding * found;
                if measure(&left) < measure(&off) {
                    (end, off, better) = (trial, left, true);
                    break;
                }
                factor *= 0.5;
            }
            if !better {
                break;
            }
        }
        let load = self.load_of(&laws, at, &end, size);
        self.failed = measure(&off) > SETTLED * measure(&free);
        self.failures += u32::from(self.failed);
        let [force, moment] = halves(&load);
        self.load = Wrench { force, moment };
        let [changed, _] = halves(&(load - before));
        Balanced { load: sum_of(&parts, &load), changed: changed.norm(), largest: force.norm() }
    }

    /// Returns the energy that the contact gains in a piece, and the energy that is turned over \[J\].
    pub(super) fn balance_energy<M: MatingContacts>(
        &mut self,
        mechanism: &M,
        joint: JointAt<9>,
    ) -> [f64; 2] {
        let laws = mechanism.mating(joint.number);
        let touches = joint.closed().next().is_some();
        let before = self.stored;
        let b: Motion<f64> = *mechanism.motion(joint.number);
        self.evaluate(&laws, &b, joint.states, joint.slots[0]);
        self.stored_at_end = if touches { self.work.stored } else { 0.0 };
        [self.stored_at_end - before, before + self.stored_at_end]
    }

    /// Takes a piece of the fallback, at whose end the mechanism is.
    pub(super) fn take_balance<M: MatingContacts>(
        &mut self,
        mechanism: &M,
        (joint, slots): (usize, &[usize]),
        (states, motions): (&mut [Slot], &mut [SlotMotion]),
        size: f64,
    ) -> Works {
        let Some(first) = any_closed(states, slots) else { return [0.0; 3] };
        let laws = mechanism.mating(joint);
        let there = self.end;
        self.evaluate(&laws, &there, states, slots[0]);
        let (mut slid, mean) = (0.0, 0.5 * size);
        let begun = self.free.velocities();
        for (number, (motion, site)) in self.surfaces.iter_mut().zip(&self.work.sites).enumerate() {
            motion.bristle = surface(states, slots[0], number).bristle;
            if site.normal_force > 0.0 {
                let force = site.normal_force * laws.friction_scale(number);
                let forces = laws.friction.slide_along(&mut motion.bristle, site.slip, size, force);
                slid += site.lost(&forces) * size;
            }
        }
        let normal = self.work.normal_force();
        let pressed = -self.work.load.joined().dot(&(begun + there.velocities())) * mean;
        let stored = self.stored_at_end - self.stored;
        self.stored = self.stored_at_end;
        for slot in slots {
            motions[*slot].lost = [0.0; 2];
        }
        let report = &mut motions[first];
        report.lost = [pressed - stored, slid];
        report.normal_impulse += size * normal;
        report.peak_normal_force = report.peak_normal_force.max(normal);
        self.keep_surfaces(states, slots[0]);
        [pressed, slid, stored]
    }
}
