//! A measured motion, repeated by the joint itself.

use super::held::{Aim, Body, Held};
use super::pressed::{Follows, Pressed};
use spiel::Fault;
use spiel::block::Block;
use spiel::coupling::Step;
use std::sync::OnceLock;

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
    /// A brake that holds body b.
    pub brake: Option<Brake>,
    /// The output that was measured, and the sign that it has there.
    pub output: (usize, f64),
    /// True if the output is the mean of a step, as loads are; what a report has belongs to the end of a step.
    pub is_mean: bool,
    /// Its measured values, one for each instant.
    pub forces: Vec<f64>,
    /// The place against which the measured force does work.
    pub place: Vec<f64>,
    /// True if a constant force belongs to the joint, not to the sensor.
    pub exact: bool,
    /// True if the measured force also accelerates a body whose inertia is not known.
    pub accelerates: bool,
    /// The number of the cycle of each instant, if the file has it.
    pub cycles: Option<Vec<f64>>,
    /// Number of instants at the end that are run before the first: a motion that closes has memories from there.
    pub warm: usize,
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

/// A brake that holds a body against ground until its limit is exceeded.
#[derive(Debug, Clone, Copy)]
pub(super) struct Brake {
    pub body: Body,
    /// The parameter that is the limit.
    pub limit: usize,
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
        let mut carried = None;
        if let Some(pressed) = &self.pressed {
            // The wall is looked at while all is at rest, at the origin unless one body follows the other.
            for (input, velocity, _) in &moved {
                block.assign(*input, 0.0.into())?;
                velocity.map_or(Ok(()), |velocity| block.assign(velocity, 0.0.into()))?;
            }
            carried = Some(pressed.carried(block)?);
        }
        let across = self.pressed.as_ref().zip(carried.as_ref());
        if let Some((pressed, carried)) = across {
            moved.push((pressed.input, Some(pressed.velocity), &carried.places));
        }
        let last = self.times.len() - 1;
        // The end of the motion first, so that its last instant is the first one.
        let order: Vec<usize> = (last - self.warm..last).chain(0..=last).collect();
        let shift = self.times[last] - self.times[0];
        let time = |at: usize| self.times[order[at]] - if at < self.warm { shift } else { 0.0 };
        let place = |block: &mut Block, at: usize| -> Result<(), Fault> {
            let next = (at + 1).min(order.len() - 1);
            let span = time(next) - time(at);
            let (from, to) = (order[at], order[next]);
            for (input, velocity, values) in &moved {
                block.assign(*input, values[from].into())?;
                if let Some(velocity) = velocity {
                    let speed = if span > 0.0 { (values[to] - values[from]) / span } else { 0.0 };
                    block.assign(*velocity, speed.into())?;
                }
            }
            Ok(())
        };
        place(block, 0)?;
        block.initialize(time(0))?;
        block.begin()?;
        let mut held = self.held().map(|body| Held::new(body, block)).transpose()?;
        let limit = self.brake.map(|brake| block.value(brake.limit)).transpose()?;
        let mut found = Vec::with_capacity(self.times.len() - self.from);
        let (output, sign) = self.output;
        for at in 1..order.len() {
            let step = Step { start: time(at - 1), size: time(at) - time(at - 1) };
            match &mut held {
                Some(held) => {
                    let aim = match (limit, across) {
                        (Some(limit), _) => Aim::Within(limit.number()),
                        (None, Some((pressed, carried))) => {
                            let loads = [at - 1, at].map(|at| pressed.loads[order[at]]);
                            let places = [at - 1, at].map(|at| carried.places[order[at]]);
                            Aim::Equal {
                                force: 0.5 * carried.sign * (loads[0] + loads[1]),
                                speed: (places[1] - places[0]) / step.size,
                                place: places[1],
                            }
                        }
                        (None, None) => Aim::Within(f64::INFINITY),
                    };
                    held.advance(block, step, aim)?;
                }
                None => block.advance(step)?,
            }
            if at >= self.warm + self.from {
                found.push(sign * block.value(output)?.number());
            }
            place(block, at)?;
        }
        Ok(found)
    }

    /// Returns the body behind the joint, if a brake holds it or it carries a load.
    fn held(&self) -> Option<Body> {
        let carrying = |pressed: &Pressed| {
            let Pressed { input, velocity, output, .. } = *pressed;
            pressed.follows.is_some().then_some(Body { input, velocity, output })
        };
        self.brake.map(|brake| brake.body).or_else(|| self.pressed.as_ref().and_then(carrying))
    }

    /// Returns true if an offset of the sensor tells nothing about the joint: not if a load goes through it.
    pub fn may_be_off(&self) -> bool {
        !self.exact && self.pressed.as_ref().is_none_or(|pressed| pressed.follows.is_none())
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
            pressed: pressed.map(|of| Pressed {
                loads: thin(&of.loads),
                follows: of.follows.as_ref().map(|of| Follows {
                    places: thin(&of.places),
                    known: OnceLock::new(),
                    ..*of
                }),
                ..*of
            }),
            brake: self.brake,
            accelerates: self.accelerates,
            exact: self.exact,
            output: self.output,
            is_mean: self.is_mean,
            forces: thin(&self.forces),
            place: thin(&self.place),
            cycles: None,
            warm: self.warm / stride,
            from: self.from.div_ceil(stride).max(1),
        }
    }
}

/// The series that a search compares, one value for each instant from the first that counts on.
#[derive(Debug, Clone)]
pub(super) struct Compared {
    /// Measured values: means of two instants where the output is the mean of a step.
    pub measured: Vec<f64>,
    /// Places at which they hold.
    pub over: Vec<f64>,
    /// The way along which each does work.
    pub travel: Vec<f64>,
    /// Forces beside the joint's that the sensor sees, each in an unknown amount: an offset, the acceleration of a body.
    pub beside: Vec<(Beside, Vec<f64>)>,
}

/// A force beside the joint's that a sensor sees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Beside {
    /// A constant force.
    Offset,
    /// The inertia of a body, times its acceleration.
    Inertia,
}

impl Drive {
    /// Returns what a search compares.
    pub fn compared(&self) -> Compared {
        let last = self.place.len() - 1;
        let all = self.from..=last;
        let middle = |values: &[f64], at: usize| 0.5 * (values[at - 1] + values[at]);
        let of = |values: &[f64]| -> Vec<f64> {
            let value = |at| if self.is_mean { middle(values, at) } else { values[at] };
            all.clone().map(value).collect()
        };
        let travel = |at: usize| {
            if self.is_mean {
                self.place[at] - self.place[at - 1]
            } else {
                0.5 * (self.place[(at + 1).min(last)] - self.place[at - 1])
            }
        };
        let travel: Vec<f64> = all.clone().map(travel).collect();
        let mut beside = Vec::new();
        if self.may_be_off() {
            beside.push((Beside::Offset, vec![1.0; travel.len()]));
        }
        if self.accelerates {
            beside.push((Beside::Inertia, of(&self.accelerations())));
        }
        Compared { measured: of(&self.forces), over: of(&self.place), travel, beside }
    }

    /// The acceleration of the place at each instant, by the parabola through it and its neighbours.
    fn accelerations(&self) -> Vec<f64> {
        let last = self.place.len() - 1;
        let at = |instant: usize| {
            let middle = instant.clamp(1, last.max(2) - 1);
            let [before, after] = [middle, middle + 1].map(|end| {
                let span = self.times[end] - self.times[end - 1];
                ((self.place[end] - self.place[end - 1]) / span, span)
            });
            (after.0 - before.0) / (0.5 * (before.1 + after.1))
        };
        (0..=last).map(at).collect()
    }
}

/// Returns the work of forces along places, by trapezoids.
pub(super) fn work(forces: &[f64], places: &[f64]) -> f64 {
    let pairs = forces.windows(2).zip(places.windows(2));
    pairs.map(|(force, place)| 0.5 * (force[0] + force[1]) * (place[1] - place[0])).sum()
}

/// Returns how a measurement deals with what a joint remembers from before it: the number of instants at the end that
/// are run first, and the first instant that counts.
///
/// A joint that begins at rest without force remembers nothing. A motion that closes is a cycle: the part of it that
/// goes through the whole range comes first. Else instants count from the one on at which the place has been at both
/// ends of its range; what slides has then forgotten.
pub(super) fn memory(places: &[f64], forces: &[f64]) -> (usize, usize) {
    let largest = forces.iter().fold(0.0, |largest: f64, force| largest.max(force.abs()));
    if forces[0].abs() < 0.1 * largest {
        return (0, 1);
    }
    let (low, high) = range(places);
    let near = 0.02 * (high - low);
    let ends = [&|place: &f64| *place <= low + near, &|place: &f64| *place >= high - near]
        as [&dyn Fn(&f64) -> bool; 2];
    let last = places.len() - 1;
    let closes = (places[last] - places[0]).abs() < 2.0 * near
        && (forces[last] - forces[0]).abs() < 0.2 * largest;
    if closes {
        let begin = ends.iter().filter_map(|end| places[..last].iter().rposition(end)).min();
        // From the middle on towards that end, so that the whole way to the other end is in it.
        return (begin.map_or(0, |begin| last - begin / 2), 1);
    }
    let both = ends.iter().filter_map(|end| places.iter().position(end)).max();
    let first = both.unwrap_or(1).max(1);
    (0, if first < places.len() / 2 { first } else { 1 })
}

/// Returns the least and the largest of some numbers.
pub(super) fn range(values: &[f64]) -> (f64, f64) {
    let ends = (f64::INFINITY, f64::NEG_INFINITY);
    values.iter().fold(ends, |(low, high), value| (low.min(*value), high.max(*value)))
}
