//! Notices about the measurement of a host: found, changed, not to be predicted with, or not found for long.

use super::{ContactPlaces, Level, Notices, ReportedContact, Say, places, predicts};
use crate::coupling::Identify;
use crate::coupling::identify::Status;
use crate::coupling::mobility::{MOST_ENTRIES, behind, triangle};
use crate::coupling::predicted::Delay;
use model_description::{Choice, Row};
use std::fmt;

/// A measured host; written as parameters in TOML.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeasuredHost {
    /// Number of directions of the mobility: 1 along a gap, 3 in the plane, 6 in space.
    directions: usize,
    /// The entries of the mobility in the order of the variables, then zeros.
    mobility: [f64; MOST_ENTRIES],
    /// Mean delay \[steps\].
    pub delay: f64,
    /// Update rule: 0 exact, 1 semi-implicit.
    pub rule: f64,
}

impl MeasuredHost {
    /// Reads the host from the reported variables `coupling.measured…`; `reported` returns the value
    /// of one by the end of its name, such as `_xx` or `_delay`. Returns `None` if one is missing, or
    /// if no mobility has been measured.
    pub fn of(reported: impl Fn(&str) -> Option<f64>) -> Option<Self> {
        let directions = directions_of(|name| reported(name).is_some())?;
        let mut mobility = [0.0; MOST_ENTRIES];
        for (number, place) in mobility.iter_mut().zip(triangle(directions)) {
            *number = reported(behind("", directions, place).as_str())?;
        }
        let (delay, rule) = (reported("_delay")?, reported("_semi_implicit")?);
        let host = Self { directions, mobility, delay, rule };
        mobility.iter().any(|number| *number != 0.0).then_some(host)
    }
}

/// Returns the number of directions in which all entries of the mobility are reported; `is_reported` gets the end of
/// the name of one.
fn directions_of(is_reported: impl Fn(&str) -> bool) -> Option<usize> {
    let reports = |count: &usize| {
        triangle(*count).all(|place| is_reported(behind("", *count, place).as_str()))
    };
    [6, 3, 1].into_iter().find(reports)
}

/// Returns the indices of xx and yy among the entries of a mobility; both are 0 along a gap, which has one entry only.
fn across(directions: usize) -> [usize; 2] {
    [(0, 0), (1, 1)].map(|place| triangle(directions).position(|own| own == place).unwrap_or(0))
}

impl fmt::Display for MeasuredHost {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { directions, mobility, delay, rule } = self;
        let near = |known: &&Delay| (known.steps() - delay).abs() < 0.25;
        let delay = [Delay::Without, Delay::Half, Delay::One].iter().find(near);
        let delay = delay.map_or("none", |delay| delay.name());
        let semi_implicit = *rule > 0.5;
        write!(
            f,
            "coupling = {{ method = \"predicted\", delay = \"{delay}\", semi_implicit = {semi_implicit}"
        )?;
        for (place, number) in triangle(*directions).zip(mobility) {
            let name = behind("mobility", *directions, place);
            write!(f, ", {} = {number:.5e}", name.as_str())?;
        }
        write!(f, " }}")
    }
}

/// Steps of a search after which something must be wrong.
const LONG_SEARCH: u32 = 400;

/// Notices about the measurement of a host.
pub(super) struct HostNotices {
    contacts: Box<[ContactPlaces]>,
    /// Number of directions of the mobility.
    directions: usize,
    // Places among the outputs.
    status: usize,
    /// Place of the first entry of the mobility; the others follow.
    mobility: usize,
    delay: usize,
    rule: usize,
    // Places among the parameters.
    method: usize,
    identify: usize,
    /// Place of the first entry of the mobility; the others follow.
    given: usize,
    /// True if the mobility is an input.
    takes: bool,
    // The notices given so far.
    last: Status,
    searched: u32,
    named_misfit: bool,
    named_unknown: bool,
}

impl HostNotices {
    pub(super) fn among(outputs: &[&Row], parameters: &[Row], takes: bool) -> Option<Self> {
        // Groups, which may have many rows, end here.
        outputs.iter().find(|row| row.name == "coupling.identified")?;
        let places = places(outputs);
        let output = |name: &str| places.get(&*format!("coupling.{name}")).copied();
        let parameter = |name: &str| {
            parameters.iter().position(|row| row.name.strip_prefix("coupling.") == Some(name))
        };
        let measured = |end: &str| output(&format!("measured{end}"));
        let directions = directions_of(|end| measured(end).is_some())?;
        Some(Self {
            contacts: ContactPlaces::among(outputs),
            directions,
            status: output("identified")?,
            mobility: measured(behind("", directions, (0, 0)).as_str())?,
            delay: measured("_delay")?,
            rule: measured("_semi_implicit")?,
            method: parameter("method")?,
            identify: parameter("identify")?,
            given: parameter(behind("mobility", directions, (0, 0)).as_str())?,
            takes,
            last: Status::Searching,
            searched: 0,
            named_misfit: false,
            named_unknown: false,
        })
    }

    fn measures(&self, parameters: &[f64]) -> bool {
        let knows = self.takes || self.has_mobility(parameters);
        predicts(parameters[self.method])
            && Identify::from_number(parameters[self.identify] as i32)
                .is_some_and(|identify| identify.measures(knows))
    }

    fn has_mobility(&self, parameters: &[f64]) -> bool {
        across(self.directions).iter().any(|index| parameters[self.given + index] != 0.0)
    }

    fn host(&self, outputs: &[f64]) -> MeasuredHost {
        let [delay, rule] = [self.delay, self.rule].map(|place| outputs[place]);
        let mut mobility = [0.0; MOST_ENTRIES];
        let entries = mobility.iter_mut().zip(&outputs[self.mobility..]);
        triangle(self.directions).zip(entries).for_each(|(_, (to, from))| *to = *from);
        MeasuredHost { directions: self.directions, mobility, delay, rule }
    }

    /// Returns true if surfaces have met although the mobility neither has been measured nor was given.
    fn met_unknown(&self, parameters: &[f64], outputs: &[f64]) -> bool {
        let measured = across(self.directions).map(|index| outputs[self.mobility + index]);
        let met = |contact: ReportedContact| contact.active || contact.start.1 > 0.0;
        !self.has_mobility(parameters)
            && measured == [0.0; 2]
            && ContactPlaces::together(&self.contacts, outputs).is_some_and(met)
    }

    /// Gives two notices of a search: bodies have met before the host was known, and it takes long.
    fn search(&mut self, parameters: &[f64], outputs: &[f64], time: f64, say: &mut Say) {
        self.searched = self.searched.saturating_add(1);
        if self.searched == LONG_SEARCH {
            say(
                Level::Warning,
                format_args!(
                    "after {LONG_SEARCH} steps, at t = {time} s, the host is not identified: its velocities are noisy, its loads act at irregular times, a stiff spring acts on the bodies, or another joint probes them (coupling.identify_slot)"
                ),
            );
        }
        if !self.named_unknown && self.met_unknown(parameters, outputs) {
            self.named_unknown = true;
            say(
                Level::Warning,
                format_args!(
                    "contact by t = {time} s, before the host was measured: until it is, bodies are caught by impulses that cannot give them energy, a few steps late and without friction; to have the first contacts right, start with 40 steps without contact, or set the parameters that the measurement logs"
                ),
            );
        }
    }

    #[cold]
    fn change(&mut self, status: Status, outputs: &[f64], time: f64, say: &mut Say) {
        self.last = status;
        let host = self.host(outputs);
        match status {
            Status::Found => {
                // After a warning of contacts without the host, the end of that is for every user.
                let level = if self.named_unknown { Level::Relief } else { Level::Detail };
                say(level, format_args!("the host is identified at t = {time} s: {host}"));
            }
            Status::Searching => say(
                Level::Detail,
                format_args!(
                    "at t = {time} s the host's answers no longer fit the measured mobility: it is measured again"
                ),
            ),
            Status::Misfit if !self.named_misfit => {
                self.named_misfit = true;
                let MeasuredHost { delay, rule, .. } = host;
                say(
                    Level::Warning,
                    format_args!(
                        "at t = {time} s contacts cannot be predicted with this host: its loads seem to act {delay:.2} steps late and its positions to follow rule {rule:.2}, where a delay of 0, 0.5 or 1 step and rule 0 (exact) or 1 (semi-implicit) are needed; bodies are caught without friction, see docs/predicted.md"
                    ),
                );
            }
            Status::Misfit => {}
        }
    }
}

impl Notices for HostNotices {
    fn may_come(&self, parameters: &[f64]) -> bool {
        self.measures(parameters)
    }

    fn are_of_steps(&self) -> bool {
        true
    }

    fn begin(&self, parameters: &[f64], say: &mut Say) {
        if self.measures(parameters) {
            // Said because it is the default where no mobility is given.
            say(
                Level::Detail,
                format_args!(
                    "coupling.identify: probe loads measure the mobility, the delay and the update rule of the host"
                ),
            );
        }
    }

    #[inline]
    fn look(&mut self, parameters: &[f64], outputs: &[f64], time: f64, say: &mut Say) {
        if !self.measures(parameters) {
            return;
        }
        match Status::from_number(outputs[self.status] as i32) {
            Some(status) if status != self.last => self.change(status, outputs, time, say),
            Some(Status::Searching | Status::Misfit) => {
                self.search(parameters, outputs, time, say);
            }
            Some(Status::Found) | None => {}
        }
    }

    fn forget(&mut self) {
        (self.last, self.searched) = (Status::Searching, 0);
        (self.named_misfit, self.named_unknown) = (false, false);
    }
}
