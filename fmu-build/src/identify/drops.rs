//! Drops: the restitution at each speed of impact.

use spiel::Fault;
use spiel::block::Block;
use spiel::coupling::Step;

/// Restitutions that were measured at speeds.
#[derive(Debug, Clone)]
pub(super) struct Drops {
    /// Speeds at which the bodies met \[m/s\] or \[rad/s\].
    pub speeds: Vec<f64>,
    /// Restitutions that were measured.
    pub measured: Vec<f64>,
    /// The input that is the place across the wall and its velocity, with the sign towards the wall.
    pub across: (usize, usize, f64),
    /// The parameter that is the way to the wall from the middle, and its share.
    pub play: (usize, f64),
    /// The output that is the restitution of an impact.
    pub output: usize,
}

/// The duration of the step in which a body meets the wall \[s\].
const STEP: f64 = 1e-9;

impl Drops {
    /// Throws a body at the wall with each speed; returns the restitutions that the joint prescribes.
    pub fn run(&self, block: &mut Block) -> Result<Vec<f64>, Fault> {
        let (input, velocity, sign) = self.across;
        let (play, share) = self.play;
        let mut found = Vec::with_capacity(self.speeds.len());
        for speed in &self.speeds {
            block.restart();
            let wall = share * block.value(play)?.number();
            block.assign(velocity, (sign * speed).into())?;
            // It comes from just in front of the wall, and is behind it after a step.
            let places = [-0.5, 0.5, 1.5].map(|part| sign * (wall + part * speed * STEP));
            block.assign(input, places[0].into())?;
            block.initialize(0.0)?;
            block.begin()?;
            for (count, place) in places.iter().enumerate() {
                block.assign(input, (*place).into())?;
                block.advance(Step { start: count as f64 * STEP, size: STEP })?;
            }
            found.push(block.value(self.output)?.number());
        }
        Ok(found)
    }
}
