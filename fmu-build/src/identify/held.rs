//! A body without mass that a brake holds until its limit is exceeded.

use super::drive::Brake;
use spiel::Fault;
use spiel::block::{Block, Saved};
use spiel::coupling::Step;

/// The body as it moves.
pub(super) struct Held {
    brake: Brake,
    /// Its place before and after the step.
    places: [f64; 2],
    /// The limit of the brake.
    limit: f64,
    saved: Saved,
}

/// Steps of the secant method, and the part of the limit by which the force may miss it.
const MOST_STEPS: usize = 12;
const MET: f64 = 1e-7;

impl Held {
    /// A body where the block's input has it.
    pub fn new(brake: Brake, block: &mut Block) -> Result<Self, Fault> {
        let place = block.value(brake.input)?.number();
        let limit = block.value(brake.limit)?.number();
        Ok(Self { brake, places: [place; 2], limit, saved: block.save()? })
    }

    /// Makes a step in which the body rests if the brake can hold it, else slides so that the joint's force at the end
    /// is the limit.
    pub fn advance(&mut self, block: &mut Block, step: Step) -> Result<(), Fault> {
        self.places[0] = self.places[1];
        block.save_into(&mut self.saved)?;
        let resting = self.attempt(block, step, 0.0)?;
        if resting.abs() <= self.limit {
            return Ok(());
        }
        let goal = self.limit.copysign(resting);
        // The body gives way in the direction of the force.
        let mut known = (0.0, resting);
        let mut speed = 1e-6_f64.copysign(goal);
        for _ in 0..MOST_STEPS {
            block.restore(&self.saved)?;
            let force = self.attempt(block, step, speed)?;
            if (force - goal).abs() <= MET * self.limit {
                break;
            }
            let slope = (force - known.1) / (speed - known.0);
            if !slope.is_finite() || slope == 0.0 {
                break;
            }
            known = (speed, force);
            speed -= (force - goal) / slope;
        }
        Ok(())
    }

    /// Makes the step with the body at a speed; returns the force on it at the end.
    fn attempt(&mut self, block: &mut Block, step: Step, speed: f64) -> Result<f64, Fault> {
        block.assign(self.brake.input, self.places[0].into())?;
        block.assign(self.brake.velocity, speed.into())?;
        block.advance(step)?;
        self.places[1] = self.places[0] + speed * step.size;
        Ok(block.value(self.brake.output)?.number())
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
            ("drag.kinetic", "15e3"),
        ] {
            variant.set(name, text).unwrap();
        }
        let mut block = variant.fresh_block().unwrap();
        let number = |block: &Block, name: &str| block.number(name).unwrap();
        let brake = Brake {
            input: number(&block, "x_b"),
            velocity: number(&block, "v_b"),
            output: number(&block, "force_b"),
            limit: number(&block, "drag.kinetic"),
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
            held.advance(&mut block, Step { start: f64::from(step) * size, size }).unwrap();
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
