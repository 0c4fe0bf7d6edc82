//! Notices about a committed step: contacts, work mismatch, and the progress of a host's measurement.

mod host;

pub use host::MeasuredHost;

use super::Method;
use host::HostNotices;
use model_description::{Choice, Row};
use std::collections::BTreeMap;
use std::fmt;

/// The importance of a notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// For a user who looks for the cause of a deviation.
    Detail,
    /// Ends an earlier warning.
    Relief,
    /// For every user: results are wrong or will be.
    Warning,
}

/// Receives notices.
pub type Say<'a> = dyn FnMut(Level, fmt::Arguments) + 'a;

/// Notices of one kind about the steps of a model, each given once; takes no memory.
pub trait Notices: Send {
    /// Returns false if no step can cause a notice with these parameters, which are fixed.
    fn may_come(&self, _parameters: &[f64]) -> bool {
        true
    }
    /// Returns true if only a model that is stepped can cause them, not one that a solver integrates.
    fn are_of_steps(&self) -> bool {
        false
    }
    /// Gives the notice that belongs to the end of initialization.
    fn begin(&self, _parameters: &[f64], _say: &mut Say) {}
    /// Gives the notices that a step that ended at `time` \[s\] has caused.
    fn look(&mut self, parameters: &[f64], outputs: &[f64], time: f64, say: &mut Say);
    /// Forgets the notices given so far.
    fn forget(&mut self);
}

/// Indices of the outputs that describe one contact, or several contacts together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContactPlaces {
    /// Flag of contact, or number of contacts: above 0 in contact.
    pub active: usize,
    /// Instant of the last first touch \[s\].
    pub start: usize,
    /// Approach speed then \[m/s\].
    pub speed: usize,
}

/// The contacts of a model at an instant.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ReportedContact {
    /// True if any surfaces touch.
    pub active: bool,
    /// Instant \[s\] and approach speed \[m/s\] of the last first touch.
    pub start: (f64, f64),
}

impl ContactPlaces {
    /// The contacts among the rows of outputs, by the names that every contact's report uses.
    pub fn among(outputs: &[&Row]) -> Box<[Self]> {
        let places = places(outputs);
        let of = |row: &&Row| {
            let part = row.name.strip_suffix("start_time")?;
            let place = |name: &str| places.get(&*format!("{part}{name}")).copied();
            let active = place("active").or(place("count"))?;
            Some(Self { active, start: place("start_time")?, speed: place("impact_speed")? })
        };
        outputs.iter().filter_map(of).collect()
    }

    /// Returns the state of all contacts together: active if any of them is, with the latest first
    /// touch; `None` for a model without contacts.
    pub fn together(all: &[Self], outputs: &[f64]) -> Option<ReportedContact> {
        let of = |one: &Self| ReportedContact {
            active: outputs[one.active] > 0.0,
            start: (outputs[one.start], outputs[one.speed]),
        };
        all.iter().map(of).reduce(|all, one| ReportedContact {
            active: all.active | one.active,
            start: if one.start.0 >= all.start.0 { one.start } else { all.start },
        })
    }
}

/// Returns the index of the first row of every name. A hash map would need random numbers from the
/// operating system, which old versions of Windows do not provide.
fn places<'a>(rows: &[&'a Row]) -> BTreeMap<&'a str, usize> {
    rows.iter().enumerate().rev().map(|(place, row)| (&*row.name, place)).collect()
}

/// Returns the notices of a coupling that is among the rows of a model.
pub(crate) fn of_coupling(
    inputs: &[Row],
    outputs: &[&Row],
    parameters: &[Row],
) -> Vec<Box<dyn Notices>> {
    let takes = inputs.iter().any(|row| row.name == "mobility.xx");
    let mut notices: Vec<Box<dyn Notices>> = Vec::new();
    if let Some(place) = outputs.iter().position(|row| row.name == "coupling.work_mismatch") {
        let method = parameters.iter().position(|row| row.name == "coupling.method");
        notices.push(Box::new(MismatchNotices { place, method, next: MISMATCHES[0].0 }));
    }
    if let Some(host) = HostNotices::among(outputs, parameters, takes) {
        notices.push(Box::new(host));
    }
    notices
}

/// Bounds of the work mismatch that are worth a notice, and the notice.
const MISMATCHES: [(f64, &str); 2] = [
    (
        0.01,
        "check the mobility (of a group: its bodies and constraints), coupling.delay and the step",
    ),
    (
        0.1,
        "the loads are wrong: the mobility (of a group: its bodies and constraints), coupling.delay or the step do not fit this host",
    ),
];

/// Returns true if the number of a coupling's method is that of prediction.
fn predicts(method: f64) -> bool {
    method == f64::from(Method::Predicted.number())
}

/// Notices about the work mismatch, one for each bound.
struct MismatchNotices {
    place: usize,
    /// Place among the parameters; none in a model that always predicts.
    method: Option<usize>,
    /// The next bound.
    next: f64,
}

impl MismatchNotices {
    #[cold]
    fn passed(&mut self, mismatch: f64, time: f64, say: &mut Say) {
        let passed = MISMATCHES.iter().take_while(|(bound, _)| mismatch > *bound).count();
        self.next = MISMATCHES.get(passed).map_or(f64::INFINITY, |(bound, _)| *bound);
        let (bound, meaning) = MISMATCHES[passed - 1];
        // The last bound is for every user: the loads are wrong and nothing else would say so.
        let level = if passed < MISMATCHES.len() { Level::Detail } else { Level::Warning };
        say(
            level,
            format_args!(
                "coupling.work_mismatch = {mismatch:.3} at t = {time} s is above {bound}: {meaning}"
            ),
        );
    }
}

impl Notices for MismatchNotices {
    fn may_come(&self, parameters: &[f64]) -> bool {
        self.method.is_none_or(|method| predicts(parameters[method]))
    }

    #[inline]
    fn look(&mut self, _: &[f64], outputs: &[f64], time: f64, say: &mut Say) {
        let mismatch = outputs[self.place];
        if mismatch > self.next {
            self.passed(mismatch, time, say);
        }
    }

    fn forget(&mut self) {
        self.next = MISMATCHES[0].0;
    }
}
