//! The lines that an instance logs of its joint: changes of contacts, and the notices of the model.

use super::{Category, Instance, Logger, Severity, line};
use spiel::block::Event;
use spiel::coupling::{Level, ReportedContact};
use std::fmt;

/// Writes a notice to the log.
fn post(logger: &Logger, level: Level, text: fmt::Arguments) {
    let text = line(text);
    match level {
        Level::Detail => logger.log(Category::Coupling, text),
        // This is logged in any case, as was the warning whose end it reports.
        Level::Relief => logger.error(Severity::Info, text),
        Level::Warning => logger.error(Severity::Warning, text),
    }
}

impl Instance {
    /// Returns the contacts as they are, if events are to be logged.
    #[inline]
    pub(super) fn contact_to_log(&mut self) -> Option<ReportedContact> {
        self.logger.logs(Category::Events).then(|| self.block.contact()).flatten()
    }

    /// Logs the change from the contacts `before` by `time` \[s\].
    #[inline]
    pub(super) fn log_change(&mut self, before: Option<ReportedContact>, time: f64) {
        if let Some(before) = before
            && let Some(after) = self.block.contact()
            && let Some(event) = Event::between(before, after)
        {
            self.log_event(event, time);
        }
    }

    #[cold]
    fn log_event(&self, event: Event, time: f64) {
        let text = match event {
            Event::ContactBegan { time: start, speed } => {
                line(format_args!("contact began at t = {start} s, approaching at {speed} m/s"))
            }
            Event::ContactEnded => line(format_args!("contact ended by t = {time} s")),
        };
        self.logger.log(Category::Events, text);
    }

    /// Logs the notices that belong to the end of initialization.
    pub(super) fn log_first_notices(&self) {
        self.block.first_notices(&mut |level, text| post(&self.logger, level, text));
    }

    /// Logs the notices that the step to `time` \[s\] has caused.
    #[inline]
    pub(super) fn log_notices(&mut self, time: f64) {
        let Self { block, logger, .. } = self;
        block.notices(time, &mut |level, text| post(logger, level, text));
    }
}
