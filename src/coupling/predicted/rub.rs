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
use super::slot_motion::SlotMotion;
use super::step_motion::StepMotion;
use crate::contact::ContactPoint;
use crate::friction::FrictionLaw;
use crate::numerics::root::{Bracket, Enough};
use num_dual::Dual64;

/// The slots are gone through so often at most, one after the other.
const SWEEPS: u32 = 30;
/// A change of friction below this part of the largest ends that.
const SETTLED: f64 = 1e-6;
/// Newton's steps before the root is looked for in a bracket.
const NEWTON_STEPS: u32 = 4;
/// A step this small, of the speed and of what friction takes of it, is the last.
const NEAR: f64 = 1e-3;

/// θ for damping of rate `damping` per piece.
fn implicitness(damping: f64) -> f64 {
    if damping < 1e-3 { 0.5 + damping / 12.0 } else { -1.0 / (-damping).exp_m1() - damping.recip() }
}

/// The mean force and, for [`Dual64`], its slope, of a slot that slides at `speed` for `time`.
fn force(
    law: &FrictionLaw,
    point: &ContactPoint,
    speed: Dual64,
    time: f64,
    normal: [f64; 2],
) -> Dual64 {
    let (mut bristle, mut slip) = (Dual64::from(point.bristle), Default::default());
    law.slide_under(&mut bristle, &mut slip, speed, time.into(), normal.map(Dual64::from))
}

impl SlotMotion {
    /// Mean and growth of the normal force over the piece \[N\].
    fn normal(&self) -> [f64; 2] {
        let [start, middle] = [self.start.force.total, self.now.force.total];
        [middle, 2.0 * (middle - start)]
    }
}

/// What decides the mean speed of a slot: v̄ = `free` − `yielding` · force(v̄).
#[derive(Debug, Clone, Copy)]
struct Balance {
    /// v̄ without the slot's own friction \[m/s\].
    free: f64,
    /// How much of it a unit of friction takes \[m/(s N)\].
    yielding: f64,
    /// The speed at the piece's start \[m/s\].
    start: f64,
    /// Speed up to which friction may hold more than beyond it \[m/s\].
    catching: f64,
}

impl Balance {
    /// v̄ and the force there; of several roots the one that is met first on the way from `start`. `force`
    /// gives the force and its slope, and `guess` is where to begin.
    ///
    /// Damping that fades with the speed holds ten times as much in creep as in sliding: what comes to
    /// rest in a piece is caught, although it would slide on had it leapt over.
    fn solve(&self, guess: f64, force: impl Fn(f64) -> (f64, f64)) -> (f64, f64) {
        let Self { free, yielding, start, catching } = *self;
        let excess = |speed: f64, force: f64| speed - free + yielding * force;
        let heading = free.signum();
        let leaves_creep = catching < heading * free && heading * start < catching;
        if !leaves_creep {
            let mut speed = guess;
            for _ in 0..NEWTON_STEPS {
                let (held, slope) = force(speed);
                let step = excess(speed, held) / (1.0 + yielding * slope);
                if !(yielding * slope > -0.5 && step.is_finite()) {
                    break;
                }
                speed -= step;
                // What is left is of the second order in the step.
                if step.abs() <= NEAR * (speed.abs() + yielding * held.abs()) {
                    return (speed, self.held(speed, held - slope * step, slope));
                }
            }
        }
        let (first, _) = force(free);
        // Friction may fall with the speed: beyond the end that it would have if it grew.
        let far = free - 2.0 * yielding * first;
        let mut bracket = Bracket { low: far.min(free), high: far.max(free), start: free };
        let caught = heading * catching;
        if leaves_creep {
            if heading * excess(caught, force(caught).0) > 0.0 {
                let rest = start * f64::from(heading * start < 0.0);
                let behind = if heading > 0.0 { rest.min(far) } else { rest.max(far) };
                let (low, high) = (behind.min(caught), behind.max(caught));
                bracket = Bracket {
                    low,
                    high,
                    start: if low < 0.0 && high > 0.0 { 0.0 } else { caught },
                };
            } else if heading > 0.0 {
                bracket.low = bracket.low.max(caught).min(free);
            } else {
                bracket.high = bracket.high.min(caught).max(free);
            }
        }
        let speed = bracket.root(Enough { value: 0.0, step: 1e-6 }, |speed| {
            let (force, slope) = force(speed);
            (excess(speed, force), Some(1.0 + yielding * slope))
        });
        let (held, slope) = force(speed);
        (speed, self.held(speed, held, slope))
    }

    /// The force at `speed`, where the law says `force`: so stiff a law leaves it to the balance.
    fn held(&self, speed: f64, force: f64, slope: f64) -> f64 {
        if self.yielding * slope > 1.0 { (self.free - speed) / self.yielding } else { force }
    }
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
            let normal = motion.normal();
            motion.theta = 0.5;
            if let FrictionLaw::Coulomb(_) | FrictionLaw::LuGre(_) = law {
                let at = |speed: f64| {
                    force(law, &slot.point, Dual64::from(speed).derivative(), size, normal)
                };
                // How the force answers to the speed there is, not to bristles that are bent.
                let here = at(start);
                let bent = law.at_rest(slot.point.bristle) * normal[0];
                let secant = if start == 0.0 { here.eps } else { (here.re - bent) / start };
                let answer = secant.max(here.eps).max(0.0);
                motion.theta = implicitness(size * self.couplings.own(index).m22 * answer);
            }
            closed += 1;
        }
        self.drift(slots, size);
        for motion in &mut self.slots {
            let (start, change) = (motion.start.touch.sliding_speed, motion.drift);
            if start * (start + change) <= 0.0 {
                // Through rest, where friction is another: what it holds there is what counts.
                motion.theta = 1.0;
            }
            motion.mean_speed = start + motion.theta * change;
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
                let normal = motion.normal();
                let force = law.slide_under(bristle, slip, motion.mean_speed, size, normal);
                if let FrictionLaw::MicroSlip(_) = law {
                    motion.friction = force;
                }
            }
        }
    }

    /// How much the sliding speeds change over a piece of `size` \[s\] with the friction there is, from
    /// where the mechanism has been placed in its middle.
    pub(super) fn drift(&mut self, slots: &[Slot], size: f64) {
        for motion in &mut self.slots {
            let [start, now] = [motion.start, motion.now].map(|grip| grip.touch.sliding_speed);
            motion.drift = 2.0 * (now - start);
        }
        // The middle has been reached with the normal forces of the start: they grow on the way.
        for (index, slot) in slots.iter().enumerate() {
            if slot.point.contact.is_some() {
                let SlotMotion { start, now, .. } = &self.slots[index];
                let grown = now.force.total - start.force.total;
                for (other, entry) in self.couplings.row(index) {
                    self.slots[other].drift -= size * entry.m21 * grown;
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
        let (before, normal) = (motion.friction, motion.normal());
        let free = motion.mean_speed + yielding * before;
        let at = |speed: f64| {
            let force = force(law, &slot.point, Dual64::from(speed).derivative(), size, normal);
            (force.re, force.eps)
        };
        let start = motion.start.touch.sliding_speed;
        // A velocity v has the most of v exp(−(v/v_s)²) at v_s/√2.
        let catching = std::f64::consts::FRAC_1_SQRT_2 * law.creep_speed();
        let (_, held) = Balance { free, yielding, start, catching }.solve(motion.mean_speed, at);
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
            let balance = Balance { free: 1.0, yielding: 1.0, start: 2.0, catching: 1e-3 };
            for guess in [1.0, 0.0, -3.0] {
                let (speed, held) = balance.solve(guess, |v| (stiffness * v, stiffness));
                assert!((speed * (1.0 + stiffness) - 1.0).abs() < 1e-4, "{stiffness}: {speed}");
                assert!((held - stiffness * speed).abs() < 1e-3 * held.abs() + 1e-9, "{held}");
            }
        }
    }

    #[test]
    fn what_comes_to_rest_is_caught_if_creep_holds_it() {
        // A force of 0.4 at most in creep, and hardly any beyond it.
        let force = |speed: f64| {
            let ratio = speed / 1e-3;
            let fading = (-ratio * ratio).exp();
            (900.0 * speed * fading, 900.0 * fading * (1.0 - 2.0 * ratio * ratio))
        };
        let speed = |free: f64, start: f64| {
            let balance = Balance { free, yielding: 1.0, start, catching: 0.7e-3 };
            balance.solve(free, force).0
        };
        for sign in [1.0, -1.0] {
            let caught = sign * speed(-0.2 * sign, 0.1 * sign);
            assert!((-0.7e-3..0.0).contains(&caught), "{caught}");
            // Too fast for it, and already gone.
            assert!((sign * speed(-0.5 * sign, 0.1 * sign) + 0.5).abs() < 1e-6);
            assert!((sign * speed(-0.2 * sign, -0.1 * sign) + 0.2).abs() < 1e-6);
        }
    }
}
