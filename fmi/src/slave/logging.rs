//! The lines that an instance logs of its joint: contacts, the work mismatch, limits of the laws.

use super::{Category, Instance, Severity, line};
use spiel::block::{Event, Limit, MeasuredHost, ReportedContact};
use spiel::coupling::identify::Status;

/// Bounds of the work mismatch that are worth a line, and the line.
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

/// Steps of a search after which something must be wrong.
const LONG_SEARCH: u32 = 400;

/// The first of these bounds.
pub(super) const FIRST_MISMATCH: f64 = MISMATCHES[0].0;

impl Instance {
    /// The contacts as they are, if events are to be logged.
    #[inline]
    pub(super) fn contact_to_log(&mut self) -> Option<ReportedContact> {
        self.logger.logs(Category::Events).then(|| self.block.contact()).flatten()
    }

    /// Logs what has become of the contacts `before`, by `time` \[s\].
    #[inline]
    pub(super) fn log_change(&mut self, before: Option<ReportedContact>, time: f64) {
        if let Some(before) = before
            && let Some(after) = self.block.contact()
            && let Some(event) = Event::between(before, after)
        {
            self.log_event(event, time);
        }
    }

    /// Logs what has come by `time` \[s\].
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

    /// Logs once each bound that the work mismatch has passed by `time` \[s\]: the first one in the
    /// category coupling, the last one in any case.
    #[inline]
    pub(super) fn log_mismatch(&mut self, time: f64) {
        let Some(mismatch) = self.block.work_mismatch() else { return };
        if mismatch > self.next_mismatch {
            self.log_passed_mismatch(mismatch, time);
        }
    }

    #[cold]
    fn log_passed_mismatch(&mut self, mismatch: f64, time: f64) {
        let passed = MISMATCHES.iter().take_while(|(bound, _)| mismatch > *bound).count();
        self.next_mismatch = MISMATCHES.get(passed).map_or(f64::INFINITY, |(bound, _)| *bound);
        let (bound, meaning) = MISMATCHES[passed - 1];
        let text = line(format_args!(
            "coupling.work_mismatch = {mismatch:.3} at t = {time} s is above {bound}: {meaning}"
        ));
        if passed < MISMATCHES.len() {
            self.logger.log(Category::Coupling, text);
        } else {
            // In any case: the loads are wrong, and no other line would say so.
            self.report(Severity::Warning, text);
        }
    }

    /// Logs what has become by `time` \[s\] of a joint that measures its host.
    #[inline]
    pub(super) fn log_identification(&mut self, time: f64) {
        let Some(status) = self.block.identified() else { return };
        if status != self.identified {
            self.log_status(status, time);
        } else if status != Status::Found {
            self.log_search(time);
        }
    }

    /// Logs once that bodies have met before the host was known, and once that it has been searched for
    /// long.
    fn log_search(&mut self, time: f64) {
        self.searched = self.searched.saturating_add(1);
        if self.searched == LONG_SEARCH {
            let text = line(format_args!(
                "after {LONG_SEARCH} steps, at t = {time} s, the host is not identified: its velocities are noisy, its loads act at irregular times, a stiff spring acts on the bodies, or another joint probes them (coupling.identify_slot)"
            ));
            self.report(Severity::Warning, text);
        }
        if !self.named_unknown && self.block.met_unknown() {
            self.named_unknown = true;
            let text = line(format_args!(
                "contact by t = {time} s, before the host was measured: until it is, bodies are caught by impulses that cannot give them energy, a few steps late and without friction; to have the first contacts right, start with 40 steps without contact, or set the parameters that the measurement logs"
            ));
            self.report(Severity::Warning, text);
        }
    }

    #[cold]
    fn log_status(&mut self, status: Status, time: f64) {
        self.identified = status;
        let Some(host) = self.block.measured_host() else { return };
        match status {
            Status::Found => {
                let text = line(format_args!("the host is identified at t = {time} s: {host}"));
                if self.named_unknown {
                    // Who was warned of contacts without it is told that they are right from now on.
                    self.report(Severity::Info, text);
                } else {
                    self.logger.log(Category::Coupling, text);
                }
            }
            Status::Searching => {
                let text = format_args!(
                    "at t = {time} s the host's response has changed: it is measured again"
                );
                self.logger.log(Category::Coupling, line(text));
            }
            Status::Misfit if !self.named_misfit => {
                self.named_misfit = true;
                let MeasuredHost { delay, rule, .. } = host;
                let text = line(format_args!(
                    "at t = {time} s contacts cannot be predicted with this host: its loads seem to act {delay:.2} steps late and its positions to follow rule {rule:.2}, where a delay of 0, 0.5 or 1 step and rule 0 (exact) or 1 (semi-implicit) are needed; bodies are caught without friction, see docs/predicted.md"
                ));
                self.report(Severity::Warning, text);
            }
            Status::Misfit => {}
        }
    }

    /// Logs once each limit of the laws that has been passed by `time` \[s\].
    #[inline]
    pub(super) fn log_limits(&mut self, time: f64) {
        if self.block.has_limits() {
            self.log_passed_limits(time);
        }
    }

    fn log_passed_limits(&mut self, time: f64) {
        for (limit, named) in self.block.passed_limits().into_iter().zip(0..) {
            if let Some(limit) = limit
                && !self.named_limits[named]
            {
                self.named_limits[named] = true;
                self.log_limit(limit, time);
            }
        }
    }

    #[cold]
    fn log_limit(&self, limit: Limit, time: f64) {
        let text = match limit {
            Limit::Deep { penetration, clearance } => line(format_args!(
                "the journal is {penetration:.3e} m deep in the bearing at t = {time} s, more than geometry.clearance = {clearance} m: the contact law is valid only for penetrations small relative to the radii; check the masses, speeds and the step"
            )),
            Limit::WearCut => line(format_args!(
                "the step to t = {time} s wore more at one point than the joint can follow; part of the wear was left out: reduce wear.acceleration or the step"
            )),
            Limit::WornOut => line(format_args!(
                "wear has ended at t = {time} s: clearance and wear depth exceed a fifth of geometry.bearing_radius, where the thin-gap law no longer holds"
            )),
            Limit::NoOverlap => line(format_args!(
                "contact.overlap = 0 at t = {time} s: the journal has left the hole and carries no load; check the frames' origins and z axes"
            )),
        };
        self.report(Severity::Warning, text);
    }
}
