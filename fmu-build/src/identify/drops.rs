//! Drops: the restitution at each speed of impact.

use super::reader::Reader;
use super::rigs::{Across, Load, Rig};
use crate::Error;
use spiel::Fault;
use spiel::block::Block;
use spiel::coupling::Step;
use std::path::Path;

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

impl Reader<'_> {
    /// Reads speeds and restitutions.
    pub(super) fn drops(
        &self,
        path: &Path,
        rig: &Rig,
        block: &Block,
        remarks: &mut Vec<String>,
    ) -> Result<Drops, Error> {
        let unit = if rig.place.1 == "rad" && !matches!(rig.load, Load::Pressed(..)) {
            "rad/s"
        } else {
            "m/s"
        };
        let columns = [("speed", unit, true), ("restitution", "1", true)];
        let table = self.table(path, &columns, remarks)?;
        let column = |name: &str| table.columns[name].clone();
        let (speeds, measured) = (column("speed"), column("restitution"));
        let line = |wrong: &dyn Fn(f64) -> bool, values: &[f64]| {
            values.iter().position(|value| wrong(*value))
        };
        if let Some(at) = line(&|speed| speed <= 0.0, &speeds) {
            return Err(Error::Input(format!(
                "{}: speed {} is not above 0",
                path.display(),
                speeds[at]
            )));
        }
        if let Some(at) = line(&|value| !(0.0..=1.0).contains(&value), &measured) {
            return Err(Error::Input(format!(
                "{}: restitution {} is not in 0 to 1",
                path.display(),
                measured[at]
            )));
        }
        let number = |name: &str| block.number(name).unwrap_or_default();
        let (across, play) = match rig.load {
            Load::Pressed(Across { place, clearance, .. }) => {
                ((number(place.0), number(place.1), -1.0), (number(clearance.0), clearance.1))
            }
            _ => (
                (number(rig.moved.0), number(rig.moved.1), 1.0),
                (number("geometry.backlash"), 0.5),
            ),
        };
        Ok(Drops { speeds, measured, across, play, output: number("contact.impact_restitution") })
    }
}
