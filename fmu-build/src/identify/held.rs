//! A body without mass behind the joint: a brake holds it until its limit is exceeded, or it carries a load.

use spiel::Fault;
use spiel::block::{Block, Saved};
use spiel::coupling::Step;

/// The variables of a body: its place, its velocity, and the force on it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Body {
    pub input: usize,
    pub velocity: usize,
    pub output: usize,
}

/// The force that the joint has to exert on the body.
#[derive(Debug, Clone, Copy)]
pub(super) enum Aim {
    /// At most this; the body rests until it is exceeded.
    Within(f64),
    /// This; the body moves as far as it takes, to about this place.
    Equal(f64, f64),
}

/// The body as it moves.
pub(super) struct Held {
    body: Body,
    /// Its place before and after the step.
    places: [f64; 2],
    saved: Saved,
}

/// Steps of the secant method, and the part of the force by which it may be missed.
const MOST_STEPS: usize = 12;
const MET: f64 = 1e-7;

impl Held {
    /// A body where the block's input has it.
    pub fn new(body: Body, block: &mut Block) -> Result<Self, Fault> {
        let place = block.value(body.input)?.number();
        Ok(Self { body, places: [place; 2], saved: block.save()? })
    }

    /// Makes a step in which the body gives way until the force on it, the mean of the step, is what it has to be.
    pub fn advance(&mut self, block: &mut Block, step: Step, aim: Aim) -> Result<(), Fault> {
        self.places[0] = self.places[1];
        block.save_into(&mut self.saved)?;
        let first = match aim {
            Aim::Within(_) => 0.0,
            Aim::Equal(_, place) => (place - self.places[0]) / step.size,
        };
        let force = self.attempt(block, step, first)?;
        let goal = match aim {
            Aim::Within(limit) if force.abs() <= limit => return Ok(()),
            Aim::Within(limit) => limit.copysign(force),
            Aim::Equal(goal, _) => goal,
        };
        // The body gives way in the direction of the force that is too large.
        let mut known = (first, force);
        let mut speed = first + 1e-6_f64.copysign(force - goal);
        for _ in 0..MOST_STEPS {
            if (known.1 - goal).abs() <= MET * goal.abs() {
                break;
            }
            block.restore(&self.saved)?;
            let force = self.attempt(block, step, speed)?;
            let slope = (force - known.1) / (speed - known.0);
            known = (speed, force);
            if !slope.is_finite() || slope == 0.0 {
                break;
            }
            speed -= (force - goal) / slope;
        }
        Ok(())
    }

    /// Makes the step with the body at a speed; returns the force on it at the end.
    fn attempt(&mut self, block: &mut Block, step: Step, speed: f64) -> Result<f64, Fault> {
        block.assign(self.body.input, self.places[0].into())?;
        block.assign(self.body.velocity, speed.into())?;
        block.advance(step)?;
        self.places[1] = self.places[0] + speed * step.size;
        Ok(block.value(self.body.output)?.number())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;
    use std::f64::consts::TAU;

    #[test]
    fn a_brake_behind_play_loses_what_its_loop_encloses() {
        let mut variant = Variant::of("translational_backlash").unwrap();
        let (play, stiffness, limit, amplitude) = (4e-3, 6e6, 15e3, 12e-3);
        for (name, text) in [
            ("coupling.method", "step_mean"),
            ("contact.elastic", "kelvin_voigt"),
            ("contact.damping", "0"),
            ("geometry.backlash", "4e-3"),
            ("contact.stiffness", "6e6"),
        ] {
            variant.set(name, text).unwrap();
        }
        let mut block = variant.fresh_block().unwrap();
        let number = |block: &Block, name: &str| block.number(name).unwrap();
        let brake = Body {
            input: number(&block, "x_b"),
            velocity: number(&block, "v_b"),
            output: number(&block, "force_b"),
        };
        let [x, v, force] = ["x_a", "v_a", "force_a"].map(|name| number(&block, name));
        block.initialize(0.0).unwrap();
        block.begin().unwrap();
        let mut held = Held::new(brake, &mut block).unwrap();
        let (count, size) = (2000, 1e-3);
        let place = |count: i32| amplitude * (TAU * f64::from(count) * size).sin();
        let (mut work, mut largest) = (0.0, 0.0_f64);
        for step in 0..count {
            let (from, to) = (place(step), place(step + 1));
            block.assign(x, from.into()).unwrap();
            block.assign(v, ((to - from) / size).into()).unwrap();
            let span = Step { start: f64::from(step) * size, size };
            held.advance(&mut block, span, Aim::Within(limit)).unwrap();
            let now = -block.value(force).unwrap().number();
            // The second cycle is closed.
            if step >= 1000 {
                work += now * (to - from);
            }
            largest = largest.max(now.abs());
        }
        let enclosed = 4.0 * limit * (amplitude - 0.5 * play - limit / stiffness);
        assert!((work / enclosed - 1.0).abs() < 2e-3, "{work} {enclosed}");
        assert!((largest / limit - 1.0).abs() < 1e-6, "{largest}");
    }
}
