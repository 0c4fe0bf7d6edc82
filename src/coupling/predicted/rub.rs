//! Friction over a piece, implicit in the sliding speeds of all slots that touch.
//!
//! Friction may be stiffer than any piece: bristles that damp 400 s/m stop a light body within nanoseconds. Its force
//! over a piece is that of the exact law at a mean speed v̄ that depends on the force:
//! v̄ = (1 − θ) v₀ + θ v₁, v₁ from all forces of the piece. θ = 1/(1 − e^−ρ) − 1/ρ is exact for linear damping of
//! rate ρ per piece: the midpoint rule for soft friction, Euler's implicit one for stiff friction. A sliding body may
//! stop within a piece; it is never thrown back.
//!
//! Source: own method, by exponential fitting.

use super::Mechanism;
use super::memory::Slot;
use super::slot_motion::{Answer, ContactForce, SlotMotion};
use super::step_motion::StepMotion;
use crate::base::numerics::root::{Bracket, Enough};
use crate::kinematics::planar::quarter_turn;
use crate::laws::contact::{ContactPoint, Touch};
use crate::laws::friction::FrictionLaw;
use num_dual::Dual64;

/// Most sweeps of the Gauss–Seidel iteration over the slots.
const SWEEPS: u32 = 30;
/// The iteration ends at a change of friction below this part of the largest.
const SETTLED: f64 = 1e-4;
/// Newton steps before the root is bracketed.
const NEWTON_STEPS: u32 = 4;
/// A step below this part of the speed, and of the change of speed by friction, is the last.
const NEAR: f64 = 1e-3;

/// Returns θ for damping of rate `damping` per piece \[1\].
pub(crate) fn implicitness(damping: f64) -> f64 {
    if damping < 1e-3 { 0.5 + damping / 12.0 } else { -1.0 / (-damping).exp_m1() - damping.recip() }
}

/// Evaluates the mean friction of a slot that slides at `speed` \[m/s\] for `time` \[s\], under a normal
/// force with this mean and growth \[N\].
fn evaluate(
    law: &FrictionLaw,
    point: &ContactPoint,
    speed: f64,
    time: f64,
    normal: [f64; 2],
) -> Answer {
    let (mut bristle, mut slip) = (Dual64::from(point.bristle), Default::default());
    let slid = Dual64::from(speed).derivative();
    let force =
        law.slide_under(&mut bristle, &mut slip, slid, time.into(), normal.map(Dual64::from));
    Answer { speed, force: force.re, slope: force.eps }
}

impl SlotMotion {
    /// Returns mean and growth over the piece of the normal force that friction depends on \[N\].
    fn normal(&self) -> [f64; 2] {
        let pressed = |contact: &ContactForce| contact.force.total * contact.touch.spread;
        let [start, middle] = [pressed(&self.start), pressed(&self.now)];
        [middle, 2.0 * (middle - start)]
    }
}

/// The equation of the mean speed of a slot: v̄ = `free` − `yielding` · force(v̄).
#[derive(Debug, Clone, Copy)]
struct Balance {
    /// v̄ without the slot's own friction \[m/s\].
    free: f64,
    /// Change of v̄ per unit of friction \[m/(s N)\].
    yielding: f64,
    /// The speed at the piece's start \[m/s\].
    start: f64,
    /// Sliding speed at which friction in creep is largest \[m/s\].
    catching: f64,
}

impl Balance {
    /// Solves the equation for v̄; returns the force there and the last evaluation of the `law`, at a
    /// speed near v̄. Of several roots it takes the first one on the way from `start`. `known` is an
    /// evaluation at a speed near v̄.
    ///
    /// Damping that fades with the speed holds ten times as much in creep as in sliding: a slot that comes to rest in a
    /// piece sticks, although it would slide on if it had passed rest.
    fn solve(&self, known: Answer, law: impl Fn(f64) -> Answer) -> (f64, Answer) {
        let Self { free, yielding, start, catching } = *self;
        let excess = |answer: &Answer| answer.speed - free + yielding * answer.force;
        let heading = free.signum();
        let leaves_creep = catching < heading * free && heading * start < catching;
        if !leaves_creep {
            let mut answer = known;
            for _ in 0..NEWTON_STEPS {
                let Answer { speed, force, slope } = answer;
                let step = excess(&answer) / (1.0 + yielding * slope);
                if !(yielding * slope > -0.5 && step.is_finite()) {
                    break;
                }
                let next = speed - step;
                // The remainder is of the second order in the step.
                if step.abs() <= NEAR * (next.abs() + yielding * force.abs()) {
                    let end = Answer { speed: next, force: force - slope * step, slope };
                    return (self.held(&end), answer);
                }
                answer = law(next);
            }
        }
        // Friction may fall with the speed: the bracket ends beyond the root of a force that grows.
        let far = free - 2.0 * yielding * law(free).force;
        let mut bracket = Bracket { low: far.min(free), high: far.max(free), start: free };
        let caught = heading * catching;
        if leaves_creep {
            if heading * excess(&law(caught)) > 0.0 {
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
            let answer = law(speed);
            (excess(&answer), Some(1.0 + yielding * answer.slope))
        });
        let answer = law(speed);
        (self.held(&answer), answer)
    }

    /// Returns the force at the speed of `answer`, of a stiff law that of the balance.
    fn held(&self, answer: &Answer) -> f64 {
        let Answer { speed, force, slope } = *answer;
        if self.yielding * slope > 1.0 { (self.free - speed) / self.yielding } else { force }
    }
}

impl StepMotion {
    /// Finds the friction forces over a piece of `size` \[s\] and bends the bristles through it. Updates the slots'
    /// motions in the middle of the piece, their drift, which were those with the friction before, and the normal
    /// forces there.
    pub(super) fn rub<M: Mechanism>(&mut self, mechanism: &M, slots: &mut [Slot], size: f64) {
        let mut largest: f64 = 0.0;
        for &index in &self.closed[..self.touching] {
            let (slot, motion) = (&slots[index], &mut self.slots[index]);
            let law = &mechanism.contact(index).friction;
            let start = motion.start.touch.sliding_speed;
            let normal = motion.normal();
            motion.theta = 0.5;
            if let FrictionLaw::Coulomb(_) | FrictionLaw::LuGre(_) = law {
                // Response of the force to the present speed, without that of bent bristles.
                let here = evaluate(law, &slot.point, start, size, normal);
                let bent = law.at_rest(slot.point.bristle) * normal[0];
                let secant = if start == 0.0 { here.slope } else { (here.force - bent) / start };
                let damping = secant.max(here.slope).max(0.0);
                motion.theta = implicitness(size * self.couplings.own(index).m22 * damping);
                motion.answer = here;
            }
            let change = motion.drift;
            if start * (start + change) <= 0.0 {
                // Through rest, where friction changes: the force at the end counts.
                motion.theta = 1.0;
            }
            motion.mean_speed = start + motion.theta * change;
        }
        let sweeps = if self.touching > 1 { SWEEPS } else { 1 };
        for _ in 0..sweeps {
            let mut changed: f64 = 0.0;
            for at in 0..self.touching {
                let index = self.closed[at];
                let change = self.rub_slot(mechanism, &slots[index], index, size);
                changed = changed.max(change.abs());
                largest = largest.max(self.slots[index].friction.abs());
            }
            if changed <= SETTLED * largest {
                break;
            }
        }
        for at in 0..self.touching {
            let index = self.closed[at];
            let (slot, motion) = (&mut slots[index], &mut self.slots[index]);
            let law = &mechanism.contact(index).friction;
            let (bristle, slip) = (&mut slot.point.bristle, &mut slot.point.micro_slip);
            let normal = motion.normal();
            let force = law.slide_under(bristle, slip, motion.mean_speed, size, normal);
            if let FrictionLaw::MicroSlip(_) = law {
                let more = force - std::mem::replace(&mut motion.friction, force);
                self.drag_middle(index, size, more);
            }
            self.grow_middle(index, size);
        }
        for &index in &self.closed[..self.touching] {
            let motion = &mut self.slots[index];
            let law = &mechanism.contact(index).normal;
            let touch = &motion.now.touch;
            motion.now.force = touch.force(law, slots[index].impact_speed(touch, mechanism));
        }
    }

    /// Corrects the slots' speeds in the middle of a piece of `size` \[s\] for the growth and the turn of the force of
    /// one slot since the start.
    fn grow_middle(&mut self, slot: usize, size: f64) {
        let SlotMotion { start, now, friction, .. } = &self.slots[slot];
        let force = |contact: &ContactForce| {
            let Touch { normal, .. } = contact.touch;
            normal * contact.force.total + quarter_turn(normal) * *friction
        };
        let grown = force(now) - force(start);
        let along = [now.touch.normal, quarter_turn(now.touch.normal)].map(|axis| axis.dot(&grown));
        self.couplings.push(&mut self.slots, slot, [0.25 * size, 0.0], along);
    }

    /// Corrects places and speeds in the middle of a piece of `size` \[s\] for `more` friction \[N\] of a slot.
    fn drag_middle(&mut self, slot: usize, size: f64, more: f64) {
        let times = [0.5 * size, 0.25 * size];
        self.couplings.push(&mut self.slots, slot, times, [0.0, more]);
    }

    /// Finds the changes of the sliding speeds over a piece of `size` \[s\] under the present friction, from the
    /// mechanism's state in its middle.
    pub(super) fn drift(&mut self, size: f64) {
        let closed = &self.closed[..self.touching];
        for &index in closed {
            let SlotMotion { start, now, drift, .. } = &mut self.slots[index];
            *drift = 2.0 * (now.touch.sliding_speed - start.touch.sliding_speed);
        }
        // The middle has been reached with the normal forces of the start, which grow on the way.
        for &index in closed {
            let SlotMotion { start, now, .. } = &self.slots[index];
            let grown = now.force.total - start.force.total;
            for (other, entry) in self.couplings.row(index) {
                self.slots[other].drift -= size * entry.m21 * grown;
            }
        }
    }

    /// Finds the friction of one slot with that of the others fixed; returns its change \[N\].
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
        let start = motion.start.touch.sliding_speed;
        // The function v exp(−(v/v_s)²) is largest at v = v_s/√2.
        let catching = std::f64::consts::FRAC_1_SQRT_2 * law.creep_speed();
        let (held, answer) = Balance { free, yielding, start, catching }
            .solve(motion.answer, |speed| evaluate(law, &slot.point, speed, size, normal));
        self.slots[index].answer = answer;
        let change = held - before;
        for (other, entry) in self.couplings.row(index) {
            let other = &mut self.slots[other];
            other.mean_speed -= other.theta * size * entry.m22 * change;
        }
        self.drag_middle(index, size, change);
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
    fn stiff_friction_stops_a_slot_and_does_not_throw_it_back() {
        for stiffness in [1e-6, 0.1, 10.0, 1e6, 1e12] {
            let balance = Balance { free: 1.0, yielding: 1.0, start: 2.0, catching: 1e-3 };
            let law = |speed| Answer { speed, force: stiffness * speed, slope: stiffness };
            for guess in [1.0, 0.0, -3.0] {
                let (held, _) = balance.solve(law(guess), law);
                let right = stiffness / (1.0 + stiffness);
                assert!((held - right).abs() < 1e-4 * right, "{stiffness}: {held}");
            }
        }
    }

    #[test]
    fn a_slot_that_comes_to_rest_sticks_if_creep_holds_it() {
        // The force is 0.4 at most in creep, and nearly 0 beyond it.
        let law = |speed: f64| {
            let ratio = speed / 1e-3;
            let fading = (-ratio * ratio).exp();
            let slope = 900.0 * fading * (1.0 - 2.0 * ratio * ratio);
            Answer { speed, force: 900.0 * speed * fading, slope }
        };
        let speed = |free: f64, start: f64| {
            let balance = Balance { free, yielding: 1.0, start, catching: 0.7e-3 };
            free - balance.solve(law(free), law).0
        };
        for sign in [1.0, -1.0] {
            let caught = sign * speed(-0.2 * sign, 0.1 * sign);
            assert!((-0.7e-3..0.0).contains(&caught), "{caught}");
            // Too fast to stick, and already past it.
            assert!((sign * speed(-0.5 * sign, 0.1 * sign) + 0.5).abs() < 1e-6);
            assert!((sign * speed(-0.2 * sign, -0.1 * sign) + 0.2).abs() < 1e-6);
        }
    }
}
