//! Notices about a committed step: contacts, work mismatch, and the progress of a host's measurement.

use super::identify::Status;
use super::mobility::NUMBERS;
use super::predicted::Delay;
use super::{Identify, Method, SpatialMobility};
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
    /// Gives the notice that belongs to the end of initialization.
    fn begin(&self, _parameters: &[f64], _say: &mut Say) {}
    /// Gives the notices that a step that ended at `time` \[s\] has caused.
    fn look(&mut self, parameters: &[f64], outputs: &[f64], time: f64, say: &mut Say);
    /// Forgets the notices given so far.
    fn forget(&mut self);
}

/// Places among the outputs that describe one contact or several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContactPlaces {
    /// Whether it touches, or the number of those that do: above 0 in contact.
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

    /// Returns the contacts together; none for a model without contacts.
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

/// The first place of every name. A hash map would need random numbers of the system, which old Windows
/// has not.
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
        notices.push(Box::new(MismatchNotices { place, next: MISMATCHES[0].0 }));
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

/// Notices about the work mismatch, one for each bound.
struct MismatchNotices {
    place: usize,
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

/// Names of the numbers of a mobility in the plane, after `coupling.mobility_` and `coupling.measured_`.
const PLANE: [&str; 6] = ["xx", "xy", "yy", "xphi", "yphi", "phiphi"];
/// Along a gap it is one number, without a name.
const LINE: [&str; 1] = [""];

/// A measured host; written as parameters in TOML.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeasuredHost {
    /// Names of the mobility's numbers, after `coupling.mobility_`; one that is empty along a gap.
    names: &'static [&'static str],
    /// The numbers of the mobility, as many as names, with the units of `coupling.mobility…`.
    mobility: [f64; NUMBERS],
    /// Mean delay \[steps\].
    pub delay: f64,
    /// Update rule: 0 exact, 1 semi-implicit.
    pub rule: f64,
}

impl MeasuredHost {
    /// The host of the reported numbers `coupling.measured…`, by what follows `measured`: `_xx`, `_delay`.
    /// None if one is missing, or if no mobility has been measured.
    pub fn of(reported: impl Fn(&str) -> Option<f64>) -> Option<Self> {
        let names = names_of(|name| reported(name).is_some())?;
        let mut mobility = [0.0; NUMBERS];
        for (number, name) in mobility.iter_mut().zip(names) {
            *number = reported(&suffix(name))?;
        }
        let host =
            Self { names, mobility, delay: reported("_delay")?, rule: reported("_semi_implicit")? };
        mobility.iter().any(|number| *number != 0.0).then_some(host)
    }
}

/// The end of the name of a mobility's number: `_xx`, or nothing along a gap.
fn suffix(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!("_{name}") }
}

/// The names of the mobility of which all numbers are reported; `is_reported` gets the name's end.
fn names_of(is_reported: impl Fn(&str) -> bool) -> Option<&'static [&'static str]> {
    let all: [&'static [&'static str]; 3] = [&SpatialMobility::NAMES, &PLANE, &LINE];
    all.into_iter().find(|names| names.iter().all(|name| is_reported(&suffix(name))))
}

/// The places among a mobility's numbers of the first two directions: without either there is none.
fn across(names: &[&str]) -> [usize; 2] {
    ["xx", "yy"].map(|name| names.iter().position(|own| *own == name).unwrap_or(0))
}

impl fmt::Display for MeasuredHost {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { names, mobility, delay, rule } = self;
        let near = |known: &&Delay| (known.steps() - delay).abs() < 0.25;
        let delay = [Delay::Without, Delay::Half, Delay::One].iter().find(near);
        let delay = delay.map_or("none", |delay| delay.name());
        let semi_implicit = *rule > 0.5;
        write!(
            f,
            "coupling = {{ method = \"predicted\", delay = \"{delay}\", semi_implicit = {semi_implicit}"
        )?;
        for (name, number) in names.iter().zip(mobility) {
            let line = if name.is_empty() { "" } else { "_" };
            write!(f, ", mobility{line}{name} = {number:.5e}")?;
        }
        write!(f, " }}")
    }
}

/// Steps of a search after which something must be wrong.
const LONG_SEARCH: u32 = 400;

/// Notices about the measurement of a host.
struct HostNotices {
    contacts: Box<[ContactPlaces]>,
    // Places among the outputs.
    names: &'static [&'static str],
    mobility: [usize; NUMBERS],
    status: usize,
    delay: usize,
    rule: usize,
    // Places among the parameters.
    method: usize,
    identify: usize,
    given: [usize; 2],
    /// True if the mobility is an input.
    takes: bool,
    // The notices given so far.
    last: Status,
    searched: u32,
    named_misfit: bool,
    named_unknown: bool,
}

impl HostNotices {
    fn among(outputs: &[&Row], parameters: &[Row], takes: bool) -> Option<Self> {
        let places = places(outputs);
        let output = |name: &str| places.get(&*format!("coupling.{name}")).copied();
        let parameter = |name: &str| {
            parameters.iter().position(|row| row.name.strip_prefix("coupling.") == Some(name))
        };
        let measured = |suffix: &str| output(&format!("measured{suffix}"));
        let names = names_of(|suffix| measured(suffix).is_some())?;
        let mut mobility = [0; NUMBERS];
        for (place, name) in mobility.iter_mut().zip(names) {
            *place = measured(&suffix(name))?;
        }
        let [first, second] =
            across(names).map(|place| parameter(&format!("mobility{}", suffix(names[place]))));
        Some(Self {
            contacts: ContactPlaces::among(outputs),
            names,
            mobility,
            status: output("identified")?,
            delay: measured("_delay")?,
            rule: measured("_semi_implicit")?,
            method: parameter("method")?,
            identify: parameter("identify")?,
            given: [first?, second?],
            takes,
            last: Status::Searching,
            searched: 0,
            named_misfit: false,
            named_unknown: false,
        })
    }

    fn measures(&self, parameters: &[f64]) -> bool {
        let knows = self.takes || self.has_mobility(parameters);
        parameters[self.method] == f64::from(Method::Predicted.number())
            && Identify::from_number(parameters[self.identify] as i32)
                .is_some_and(|identify| identify.measures(knows))
    }

    fn has_mobility(&self, parameters: &[f64]) -> bool {
        self.given.iter().any(|place| parameters[*place] != 0.0)
    }

    fn host(&self, outputs: &[f64]) -> MeasuredHost {
        let [delay, rule] = [self.delay, self.rule].map(|place| outputs[place]);
        let mobility = self.mobility.map(|place| outputs[place]);
        MeasuredHost { names: self.names, mobility, delay, rule }
    }

    /// Returns true if surfaces have met although the mobility neither has been measured nor was given.
    fn met_unknown(&self, parameters: &[f64], outputs: &[f64]) -> bool {
        let measured = across(self.names).map(|place| outputs[self.mobility[place]]);
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
                    "at t = {time} s the host's response has changed: it is measured again"
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
