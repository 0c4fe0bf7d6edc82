//! Friction over a piece: implicit in the sliding speeds of all slots that touch.
//!
//! Friction may be stiffer than any piece: bristles that damp 400 s/m stop a light body within
//! nanoseconds. Its force over a piece is that of the exact law at a mean speed v̄, which it decides
//! itself: v̄ = (1 − θ) v₀ + θ v₁, v₁ from all forces of the piece. θ = 1/(1 − e^−ρ) − 1/ρ makes that
//! exact for linear damping of rate ρ per piece: the midpoint rule where friction is soft, Euler's
//! implicit one where it is stiff. What slides may stop within a piece; it is never thrown back.
//!
//! Source: own method, by exponential fitting.

use super::Mechanism;
use super::memory::Slot;
use super::step_motion::StepMotion;
use crate::contact::ContactPoint;
use crate::friction::FrictionLaw;
use crate::numerics::root::{Bracket, Enough};
use num_dual::Dual64;

/// The slots are gone through so often at most, one after the other.
const SWEEPS: u32 = 30;
/// A change of friction below this part of the largest ends that.
const SETTLED: f64 = 1e-6;
/// Damping per piece below which two evaluations of the law in turn are as good as solving for the speed.
const SOFT: f64 = 0.02;

/// θ for damping of rate `damping` per piece.
fn implicitness(damping: f64) -> f64 {
    if damping < 1e-3 {
        0.5 + damping / 12.0
    } else {
        -1.0 / (-damping).exp_m1() - damping.recip()
    }
}

/// The mean force and, for [`Dual64`], its slope, of a slot that slides at `speed` for `time`.
fn force(law: &FrictionLaw, point: &ContactPoint, speed: Dual64, time: f64, normal: f64) -> Dual64 {
    let (mut bristle, mut slip) = (Dual64::from(point.bristle), Default::default());
    law.slide(&mut bristle, &mut slip, speed, Dual64::from(time), Dual64::from(normal))
}

/// The speed at which v̄ = `free` − `yielding` · force(v̄).
fn settle(force: impl Fn(f64) -> (f64, f64), free: f64, yielding: f64) -> f64 {
    let (first, slope) = force(free);
    let change = yielding * first;
    if yielding * slope.abs() < SOFT {
        return free - yielding * force(free - change).0;
    }
    // Friction may fall with the speed: beyond the end that it would have if it grew.
    let far = free - 2.0 * change;
    let bracket = Bracket { low: far.min(free), high: far.max(free), start: free };
    bracket.root(Enough { value: 0.0, step: 1e-9 }, |speed| {
        let (force, slope) = force(speed);
        (speed - free + yielding * force, Some(1.0 + yielding * slope))
    })
}

impl StepMotion {
    /// Finds the friction forces to be held over a piece of `size` \[s\] and bends the bristles through
    /// it. The slots' motions in the middle of the piece are those with the friction of before.
    pub(super) fn rub<M: Mechanism>(&mut self, mechanism: &M, slots: &mut [Slot], size: f64) {
        let mut largest: f64 = 0.0;
        let mut closed = 0;
        for (index, (slot, motion)) in slots.iter().zip(&mut self.slots).enumerate() {
            if slot.point.contact.is_none() {
                continue;
            }
            let law = &mechanism.contact(index).friction;
            let start = motion.start.touch.sliding_speed;
            let normal = motion.now.force.total;
            motion.theta = 0.5;
            if let FrictionLaw::Coulomb(_) | FrictionLaw::LuGre(_) = law {
                let at = |speed: f64| force(law, &slot.point, Dual64::from(speed).derivative(), size, normal);
                // How the force answers to the speed there is, not to bristles that are bent.
                let here = at(start);
                let secant = if start == 0.0 { here.eps } else { (here.re - at(0.0).re) / start };
                let answer = secant.max(here.eps).max(0.0);
                motion.theta = implicitness(size * self.couplings.own(index).m22 * answer);
            }
            let middle = motion.now.touch.sliding_speed;
            motion.mean_speed = start + 2.0 * motion.theta * (middle - start);
            closed += 1;
        }
        let sweeps = if closed > 1 { SWEEPS } else { 1 };
        for _ in 0..sweeps {
            let mut changed: f64 = 0.0;
            for (index, slot) in slots.iter().enumerate() {
                if slot.point.contact.is_none() {
                    continue;
                }
                let change = self.rub_slot(mechanism, slot, index, size);
                changed = changed.max(change.abs());
                largest = largest.max(self.slots[index].friction.abs());
            }
            if changed <= SETTLED * largest {
                break;
            }
        }
        for (index, (slot, motion)) in slots.iter_mut().zip(&mut self.slots).enumerate() {
            if slot.point.contact.is_some() {
                let law = &mechanism.contact(index).friction;
                let (bristle, slip) = (&mut slot.point.bristle, &mut slot.point.micro_slip);
                let normal = motion.now.force.total;
                let force = law.slide(bristle, slip, motion.mean_speed, size, normal);
                if let FrictionLaw::MicroSlip(_) = law {
                    motion.friction = force;
                }
            }
        }
    }

    /// Finds the friction of one slot with those of the others as they are; gives its change \[N\].
    fn rub_slot<M: Mechanism>(
        &mut self,
        mechanism: &M,
        slot: &Slot,
        index: usize,
        size: f64,
    ) -> f64 {
        let law = &mechanism.contact(index).friction;
        if let FrictionLaw::Without | FrictionLaw::MicroSlip(_) = law {
            return 0.0;
        }
        let motion = &self.slots[index];
        let yielding = motion.theta * size * self.couplings.own(index).m22;
        let (before, normal) = (motion.friction, motion.now.force.total);
        let free = motion.mean_speed + yielding * before;
        let at = |speed: f64| {
            let force = force(law, &slot.point, Dual64::from(speed).derivative(), size, normal);
            (force.re, force.eps)
        };
        let speed = settle(at, free, yielding);
        let held = at(speed).0;
        // Where the law is so stiff that the speed's last digits decide, the balance counts.
        let held = if yielding > 0.0 && at(speed).1 * yielding > 1.0 {
            (free - speed) / yielding
        } else {
            held
        };
        let change = held - before;
        for (other, entry) in self.couplings.row(index) {
            let other = &mut self.slots[other];
            other.mean_speed -= other.theta * size * entry.m22 * change;
        }
        self.slots[index].friction = held;
        change
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn implicitness_is_exact_for_linear_damping_from_soft_to_stiff() {
        for damping in [1e-6, 1e-4, 0.9e-3, 1.1e-3, 0.1, 1.0, 10.0, 1e3, 1e9] {
            let theta = implicitness(damping);
            // v₁ = v₀ − ρ ((1 − θ) v₀ + θ v₁).
            let end = (1.0 - damping * (1.0 - theta)) / (1.0 + damping * theta);
            assert!((end - (-damping).exp()).abs() < 1e-9, "{damping}: {end}");
        }
    }

    #[test]
    fn what_slides_is_stopped_and_not_thrown_back() {
        for stiffness in [1e-6, 0.1, 10.0, 1e6, 1e12] {
            let speed = settle(|speed| (stiffness * speed, stiffness), 1.0, 1.0);
            assert!((speed * (1.0 + stiffness) - 1.0).abs() < 2e-3, "{stiffness}: {speed}");
        }
    }
}
