//! A measured motion, repeated by the joint itself.

use spiel::Fault;
use spiel::block::Block;
use spiel::coupling::Step;

/// A measured motion and what was measured along it.
#[derive(Debug, Clone)]
pub(super) struct Drive {
    /// The instants \[s\].
    pub times: Vec<f64>,
    /// Inputs that were measured.
    pub moved: Vec<Moved>,
    /// Parameters that hold for this measurement.
    pub settings: Vec<(usize, f64)>,
    /// A load that presses the bodies together.
    pub pressed: Option<Pressed>,
    /// The output that was measured, and the sign that it has there.
    pub output: (usize, f64),
    /// Its measured values, one for each instant.
    pub measured: Vec<f64>,
    /// The place against which the measured force does work.
    pub place: Vec<f64>,
    /// The number of the cycle of each instant, if the file has it.
    pub cycles: Option<Vec<f64>>,
    /// The first instant that counts: before it a joint remembers what happened before the measurement.
    pub from: usize,
}

/// An input that was measured.
#[derive(Debug, Clone)]
pub(super) struct Moved {
    /// Its number.
    pub input: usize,
    /// Its values.
    pub values: Vec<f64>,
    /// The number of its velocity, which follows from the values unless it was measured itself.
    pub velocity: Option<usize>,
}

/// A load that presses a body against the wall below.
#[derive(Debug, Clone)]
pub(super) struct Pressed {
    /// The input that is the place across the wall, and its velocity.
    pub input: usize,
    pub velocity: usize,
    /// The parameter that is the clearance in front of the wall.
    pub clearance: usize,
    /// The load at each instant \[N\].
    pub loads: Vec<f64>,
}

/// Depths of the table of wall forces: from 1e-12 m on, forty a decade.
const DEPTHS: usize = 400;

/// Forces of a wall by penetration, for both ways.
struct Wall {
    depths: Vec<f64>,
    forces: Vec<f64>,
}

impl Wall {
    fn of(block: &Block) -> Result<Self, Fault> {
        let depths: Vec<f64> =
            (0..DEPTHS).map(|count| 1e-12 * 10_f64.powf(count as f64 / 40.0)).collect();
        let forces = block.wall_forces(&depths)?.unwrap_or_default();
        Ok(Self { depths, forces })
    }

    /// Returns the penetration \[m\] at which the wall carries a load \[N\]; 0 for none.
    fn depth(&self, load: f64) -> f64 {
        let after = self.forces.partition_point(|force| *force < load);
        if load <= 0.0 || after == 0 || after >= self.forces.len() {
            return if after >= self.forces.len() && load > 0.0 { f64::NAN } else { 0.0 };
        }
        let [low, high] = [after - 1, after];
        if self.forces[low] <= 0.0 {
            return self.depths[high];
        }
        let part = (load / self.forces[low]).ln() / (self.forces[high] / self.forces[low]).ln();
        self.depths[low] * (self.depths[high] / self.depths[low]).powf(part)
    }
}

impl Drive {
    /// Moves the joint along the measurement; returns the measured output at the instants that count. The parameters
    /// are those that are set, but for those of the measurement.
    pub fn run(&self, block: &mut Block) -> Result<Vec<f64>, Fault> {
        for (index, value) in &self.settings {
            block.assign(*index, (*value).into())?;
        }
        let mut moved: Vec<_> =
            self.moved.iter().map(|of| (of.input, of.velocity, &*of.values)).collect();
        let mut across = Vec::new();
        if let Some(Pressed { input, velocity, clearance, loads }) = &self.pressed {
            let wall = Wall::of(block)?;
            let clearance = block.value(*clearance)?.number();
            across.extend(loads.iter().map(|load| -clearance - wall.depth(*load)));
            moved.push((*input, Some(*velocity), &across));
        }
        let place = |block: &mut Block, instant: usize| -> Result<(), Fault> {
            let next = (instant + 1).min(self.times.len() - 1);
            let span = self.times[next] - self.times[instant];
            for (input, velocity, values) in &moved {
                block.assign(*input, values[instant].into())?;
                if let Some(velocity) = velocity {
                    let speed =
                        if span > 0.0 { (values[next] - values[instant]) / span } else { 0.0 };
                    block.assign(*velocity, speed.into())?;
                }
            }
            Ok(())
        };
        place(block, 0)?;
        block.initialize(self.times[0])?;
        block.begin()?;
        let mut found = Vec::with_capacity(self.times.len() - self.from);
        let (output, sign) = self.output;
        for instant in 1..self.times.len() {
            let start = self.times[instant - 1];
            block.advance(Step { start, size: self.times[instant] - start })?;
            if instant >= self.from {
                found.push(sign * block.value(output)?.number());
            }
            place(block, instant)?;
        }
        Ok(found)
    }

    /// Returns the mean load, if one was measured.
    pub fn load(&self) -> Option<f64> {
        match &self.pressed {
            Some(of) => Some(of.loads.iter().sum::<f64>() / of.loads.len() as f64),
            None => self.settings.first().map(|(_, load)| *load),
        }
    }

    /// Returns the measurement with at most `most` instants, evenly spread.
    pub fn thinned(&self, most: usize) -> Self {
        let stride = self.times.len().div_ceil(most).max(1);
        let thin = |values: &[f64]| values.iter().copied().step_by(stride).collect::<Vec<_>>();
        let moved = self.moved.iter();
        let moved = moved.map(|of| Moved { values: thin(&of.values), ..*of }).collect();
        let pressed = self.pressed.as_ref();
        Self {
            times: thin(&self.times),
            moved,
            settings: self.settings.clone(),
            pressed: pressed.map(|of| Pressed { loads: thin(&of.loads), ..*of }),
            output: self.output,
            measured: thin(&self.measured),
            place: thin(&self.place),
            cycles: None,
            from: self.from.div_ceil(stride).max(1),
        }
    }
}

/// Returns the work of forces along places, by trapezoids.
pub(super) fn work(forces: &[f64], places: &[f64]) -> f64 {
    let pairs = forces.windows(2).zip(places.windows(2));
    pairs.map(|(force, place)| 0.5 * (force[0] + force[1]) * (place[1] - place[0])).sum()
}

/// Returns the first instant that counts: 1 for a joint that begins at rest without force, else the one at which
/// the place has been at both ends of its range. What slides has then forgotten what happened before.
pub(super) fn first_that_counts(places: &[f64], forces: &[f64]) -> usize {
    let largest = forces.iter().fold(0.0, |largest: f64, force| largest.max(force.abs()));
    if forces[0].abs() < 0.1 * largest {
        return 1;
    }
    let (low, high) = range(places);
    let near = 0.02 * (high - low);
    let first = |wanted: &dyn Fn(f64) -> bool| places.iter().position(|place| wanted(*place));
    let both = [first(&|place| place <= low + near), first(&|place| place >= high - near)];
    let last = both.into_iter().flatten().max().unwrap_or(1).max(1);
    if last < places.len() / 2 { last } else { 1 }
}

/// Returns the least and the largest of some numbers.
pub(super) fn range(values: &[f64]) -> (f64, f64) {
    let ends = (f64::INFINITY, f64::NEG_INFINITY);
    values.iter().fold(ends, |(low, high), value| (low.min(*value), high.max(*value)))
}
