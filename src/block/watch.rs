//! Events and notices for a log, derived from a block's report.

use super::{Block, Mode};
use crate::base::{MODERATE, none_is_large};
use crate::coupling::{ContactPlaces, ReportedContact, Say};

/// Instants of notices are rounded to a picosecond \[1/s\].
const PER_SECOND: f64 = 1e12;

/// A change of the contacts between two instants.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Event {
    /// Surfaces met, at an instant \[s\] and an approach speed \[m/s\].
    ContactBegan {
        /// The instant \[s\].
        time: f64,
        /// The approach speed \[m/s\].
        speed: f64,
    },
    /// The last surfaces that touched have parted.
    ContactEnded,
}

impl Event {
    /// Returns the change from the contacts `before` to those `after`.
    pub fn between(before: ReportedContact, after: ReportedContact) -> Option<Self> {
        if after.start != before.start {
            let (time, speed) = after.start;
            Some(Self::ContactBegan { time, speed })
        } else {
            (before.active && !after.active).then_some(Self::ContactEnded)
        }
    }
}

impl Block {
    /// Returns the contacts as the report has them now; none for a model without contacts.
    pub fn contact(&mut self) -> Option<ReportedContact> {
        self.evaluate_flow().ok()?;
        self.find_report().ok()?;
        ContactPlaces::together(&self.contacts, &self.outputs)
    }

    /// Finds out if a step can cause a notice, and if all numbers are moderate, once parameters are fixed.
    pub(super) fn survey(&mut self) {
        let parameters = &self.values[self.layout.parameters.clone()];
        self.has_notices = self.notices.iter().any(|notices| notices.may_come(parameters));
        let none_is_small =
            parameters.iter().all(|number| *number == 0.0 || number.abs() >= 1.0 / MODERATE);
        self.moderate = none_is_small
            && [&self.values, &self.outputs, &self.rates].into_iter().all(|all| none_is_large(all));
    }

    /// Gives the notices that belong to the end of the initialization of a block that is stepped.
    pub fn first_notices(&self, say: &mut Say) {
        let parameters = &self.values[self.layout.parameters.clone()];
        self.notices.iter().for_each(|notices| notices.begin(parameters, say));
    }

    /// Gives the notices that the last step has caused; it ended at `time` \[s\].
    #[inline(always)]
    pub fn notices(&mut self, time: f64, say: &mut Say) {
        if self.has_notices {
            self.look_for_notices(time, say);
        }
    }

    fn look_for_notices(&mut self, time: f64, say: &mut Say) {
        let is_notable = match (&self.mode, &self.model) {
            (Mode::Stepping(_), Some(model)) => model.is_notable(),
            _ => true,
        };
        if !is_notable || self.find_report().is_err() {
            return;
        }
        let parameters = &self.values[self.layout.parameters.clone()];
        let is_solved = matches!(self.mode, Mode::Solving(_));
        // A sum of steps is printed as the instant that it stands for.
        let time = (time * PER_SECOND).round() / PER_SECOND;
        for notices in self.notices.iter_mut().filter(|it| !(is_solved && it.are_of_steps())) {
            notices.look(parameters, &self.outputs, time, say);
        }
    }
}
