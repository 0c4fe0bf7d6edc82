//! A case of a forecast: a joint, its load cycle, and how finely it is computed.

use super::trace::{Limit, Point, Trace};
use crate::{Choices, Error, Shorthand, Variant};
use spiel::laws::forecast::{Course, Jumps, LoadCycle, March, Sample, WearPair};
use std::path::PathBuf;

/// The joint that wears, as the options describe it.
#[derive(Debug, Clone)]
pub(super) struct Joint {
    /// Its name.
    pub name: String,
    /// Choices of the build, but for the number of cells.
    pub choices: Choices,
    /// Parameters of files and assignments, in this order.
    pub parameters: Option<PathBuf>,
    pub set: Vec<String>,
    pub shorthand: Shorthand,
}

impl Joint {
    /// The variant with `cells` cells and further settings; wear is on.
    pub fn variant(&self, cells: usize, settings: &[(String, f64)]) -> Result<Variant, Error> {
        let choices = Choices { cells: Some(cells), ..self.choices.clone() };
        let mut variant = Variant::with(&self.name, &choices)?;
        if variant.start("wear.enabled").is_some() {
            variant.set("wear.enabled", "true")?;
        }
        self.shorthand.apply(&mut variant)?;
        if let Some(path) = &self.parameters {
            variant.set_from_file(path)?;
        }
        variant.set_assignments(&self.set)?;
        for (name, value) in settings {
            variant.set(name, &format!("{value:e}"))?;
        }
        Ok(variant)
    }

    /// The pin and the hole of this joint with the start values of `variant`.
    pub fn pair(&self, variant: &Variant) -> Result<Box<dyn WearPair>, Error> {
        variant.wear_pair()?.ok_or_else(|| {
            Error::Input(format!(
                "{} has no wear over its angle; revolute_clearance and sliced_pin have",
                self.name
            ))
        })
    }
}

/// The sizes with which a case is computed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Fineness {
    pub cells: usize,
    pub poses: usize,
    pub jumps: Jumps,
}

/// A case: what differs from run to run.
#[derive(Debug, Clone)]
pub(super) struct Case {
    /// Parameters.
    pub settings: Vec<(String, f64)>,
    /// Factor of all loads.
    pub load_factor: f64,
    /// The cycles that it runs to.
    pub cycles: f64,
    pub fineness: Fineness,
}

/// A case on its way.
pub(super) struct Running {
    march: March,
    cycles: f64,
    limit: Limit,
    pub trace: Trace,
}

impl Running {
    /// A case before its first cycle. `scale` multiplies the wear coefficients of the variant; `worn` is the state from
    /// which an earlier forecast goes on.
    pub fn new(
        joint: &Joint,
        samples: &[Sample],
        case: &Case,
        (scale, limit): (f64, Limit),
        worn: Option<&Course>,
    ) -> Result<Self, Error> {
        let Fineness { cells, poses, jumps } = case.fineness;
        let variant = joint.variant(cells, &case.settings)?;
        let mut pair = joint.pair(&variant)?;
        pair.law_mut().coefficients.iter_mut().for_each(|of| *of *= scale);
        if pair.law().coefficients.iter().all(|of| *of == 0.0) {
            return Err(Error::input("nothing wears: the wear coefficients are 0"));
        }
        let cycle = LoadCycle::new(samples, poses).scaled(case.load_factor);
        if cycle.poses.is_empty() {
            return Err(Error::input("the cycle has no rotation under load: nothing wears"));
        }
        let mut march = March::new(pair, cycle, jumps);
        if let Some(course) = worn
            && !march.begin_with(course)
        {
            return Err(Error::input(
                "--from has other numbers of cells or slices; give it the same --cells and --slices",
            ));
        }
        let mut trace = Trace::default();
        trace.push(Point::of(&march));
        Ok(Self { march, cycles: case.cycles, limit, trace })
    }

    /// Goes on from a kept state of the same case.
    pub fn resume(&mut self, course: Course, trace: Trace) -> bool {
        let fits = self.march.resume(course);
        if fits {
            self.trace = trace;
        }
        fits
    }

    /// Sets the cycles that it runs to.
    pub fn set_goal(&mut self, cycles: f64) {
        self.cycles = cycles;
    }

    /// Returns true at the end: of the cycles, of the laws, or far beyond the limit.
    pub fn is_done(&self) -> bool {
        self.trace.exhausted
            || self.march.count() >= self.cycles
            || self.limit.is_far_exceeded(&self.trace.last())
    }

    /// Computes a cycle and extrapolates from it.
    pub fn advance(&mut self) -> Result<(), Error> {
        self.march.advance(self.cycles)?;
        let course = self.march.course();
        self.trace.computed = course.computed;
        self.trace.error = course.error;
        self.trace.exhausted = course.exhausted;
        let point = Point::of(&self.march);
        if self.trace.points.len() == 1 {
            // The pressure of the start is that of the first cycle.
            self.trace.points[0].pressure = course.pressure;
        }
        self.trace.push(point);
        Ok(())
    }

    /// The part of its way that it has come.
    pub fn part(&self) -> f64 {
        (self.march.count() / self.cycles).min(1.0)
    }

    /// The forecast as it is now.
    pub fn march(&self) -> &March {
        &self.march
    }
}
