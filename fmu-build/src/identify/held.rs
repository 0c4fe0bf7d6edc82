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
    /// This force; the body moves as far as it takes.
    Equal {
        force: f64,
        /// About the speed that it takes.
        speed: f64,
        /// About the place to which it takes the body, if it is in the gap at that speed.
        place: f64,
    },
}

/// The body as it moves.
pub(super) struct Held {
    body: Body,
    /// Its place before and after the step.
    places: [f64; 2],
    saved: Saved,
}

/// Steps of the search for a force, and the part of the force by which it may be missed.
const MOST_STEPS: usize = 40;
const MET: f64 = 1e-7;
/// The largest change of a speed that is tried, over the speeds that are expected.
const FAR: f64 = 4.0;

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
        let mut first = match aim {
            Aim::Within(_) => 0.0,
            Aim::Equal { speed, .. } => speed,
        };
        let mut force = self.attempt(block, step, first)?;
        let (goal, furthest) = match aim {
            Aim::Within(limit) if force.abs() <= limit => return Ok(()),
            Aim::Within(limit) => (limit.copysign(force), f64::INFINITY),
            Aim::Equal { force: goal, place, .. } => {
                let direct = (place - self.places[0]) / step.size;
                let furthest = FAR * first.abs().max(direct.abs());
                if force == 0.0 {
                    block.restore(&self.saved)?;
                    (first, force) = (direct, self.attempt(block, step, direct)?);
                }
                (goal, furthest)
            }
        };
        self.approach(block, step, (first, force), goal, furthest)
    }

    /// Looks for the speed at which the force is `goal`, from a speed with its force: by secants, and by halves where these lead
    /// out of what is known, or away by more than `furthest`. The body gives way in the direction of a force that is too large.
    fn approach(
        &mut self,
        block: &mut Block,
        step: Step,
        mut known: (f64, f64),
        goal: f64,
        furthest: f64,
    ) -> Result<(), Fault> {
        let first = known.0;
        // Speeds at which the force is too large, and too small.
        let mut ends = [f64::NEG_INFINITY, f64::INFINITY];
        let mut speed = first + 1e-6_f64.copysign(known.1 - goal);
        for _ in 0..MOST_STEPS {
            if (known.1 - goal).abs() <= MET * goal.abs() {
                break;
            }
            ends[usize::from(known.1 < goal)] = known.0;
            block.restore(&self.saved)?;
            let force = self.attempt(block, step, speed)?;
            let slope = (force - known.1) / (speed - known.0);
            known = (speed, force);
            ends[usize::from(force < goal)] = speed;
            let secant = speed - (force - goal) / slope;
            let [low, high] = ends;
            let is_known = low.is_finite() && high.is_finite();
            speed = if low < secant && secant < high && (secant - first).abs() <= furthest {
                secant
            } else if is_known {
                0.5 * (low + high)
            } else if furthest.is_finite() && (speed - first).abs() < furthest {
                first + furthest.copysign(force - goal)
            } else {
                break;
            };
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
