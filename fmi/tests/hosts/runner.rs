//! Executes calls in any order on a few instances and compares each answer with its promise.

use super::guest::{Guest, Source};
use super::perform::{Caller, Promise, perform, step_of};
use super::sequence::{Call, Solve, What};
use super::snapshots::Snapshots;
use crate::common::{ERROR, OK};
use spiel_fmi::Phase;
use spiel_fmi::fmi2::Function;
use std::ptr::null_mut;

/// An instance and its host's record of it.
struct Seat<'a> {
    guest: Guest<'a>,
    number: usize,
    phase: Phase,
    time: f64,
}

/// Counts of a run.
#[derive(Debug, Default, Clone, Copy)]
pub struct Tally {
    /// Calls of C functions.
    pub calls: usize,
    /// Steps taken.
    pub steps: usize,
    /// Calls refused.
    pub refused: usize,
    /// Snapshots restored.
    pub restored: usize,
}

/// A few seats, some of them taken.
struct Session<'a> {
    sources: &'a [Source],
    seats: Vec<Option<Seat<'a>>>,
    snapshots: Snapshots,
    made: usize,
    tally: Tally,
}

/// Executes `calls` on two instances of each of `sources`; all are freed in the end.
///
/// Panics if an answer is not one of fmi2OK and fmi2Error with one line, if a call is taken in a
/// state that does not allow it, if a snapshot is taken that is not the instance's own, or if
/// anything read is not finite.
pub fn run(sources: &[Source], calls: &[Call]) -> Tally {
    let mut session = Session {
        sources,
        seats: (0..2 * sources.len()).map(|_| None).collect(),
        snapshots: Snapshots::default(),
        made: 0,
        tally: Tally::default(),
    };
    for seat in 0..session.seats.len() {
        session.make(seat);
    }
    for call in calls {
        session.execute(call);
    }
    for seat in session.seats.iter().flatten() {
        session.tally.calls += 2;
        if seat.phase != Phase::Instantiated {
            all_is_finite(&seat.guest);
        }
    }
    session.tally.restored = session.snapshots.count;
    session.tally
}

fn all_is_finite(guest: &Guest) {
    let (status, values) = guest.get(&guest.source.reals());
    assert!(matches!(status, OK | ERROR), "{status:?}");
    assert!(values.iter().all(|value| value.is_finite()), "{}: {values:?}", guest.source.name);
}

impl Session<'_> {
    fn make(&mut self, seat: usize) {
        if self.seats[seat].is_none() {
            let guest = self.sources[seat / 2].guest();
            self.made += 1;
            self.tally.calls += 1;
            self.seats[seat] =
                Some(Seat { guest, number: self.made, phase: Phase::Instantiated, time: 0.0 });
        }
    }

    fn free(&mut self, seat: usize) {
        if let Some(seat) = self.seats[seat].take() {
            self.tally.calls += 1;
            self.snapshots.forget_all_of(seat.number);
        }
    }

    fn execute(&mut self, call: &Call) {
        let seat = call.who as usize % (self.seats.len() + 1);
        match call.what {
            What::Make if seat < self.seats.len() => self.make(seat),
            What::Free if seat < self.seats.len() => self.free(seat),
            What::Ahead(times) if seat < self.seats.len() => {
                self.make(seat);
                for _ in 0..1 + times % 8 {
                    self.ahead(seat);
                }
            }
            What::Detour(place, times, packed) if seat < self.seats.len() => {
                self.on_instance(seat, &What::Snapshot(place, true));
                if packed {
                    self.on_instance(seat, &What::Serialize(place, 0));
                }
                for _ in 0..1 + times % 8 {
                    self.ahead(seat);
                }
                if packed {
                    self.on_instance(seat, &What::Deserialize(place, None));
                }
                self.on_instance(seat, &What::Restore(place));
            }
            ref what => self.on_instance(seat, what),
        }
    }

    /// Makes the next call of a good host.
    fn ahead(&mut self, seat: usize) {
        let next = match self.seats[seat].as_ref().map(|seat| seat.phase) {
            Some(Phase::Instantiated) => What::Enter,
            Some(Phase::InitializationMode) => What::Exit,
            Some(Phase::StepComplete) => What::FairStep(0),
            Some(Phase::EventMode) => What::Solve(Solve::EnterContinuousTimeMode),
            Some(Phase::ContinuousTimeMode) => What::Solve(Solve::Derivatives),
            _ => What::Reset,
        };
        self.on_instance(seat, &next);
    }

    /// Makes the call on the instance of `seat`, or on null if the seat is empty.
    fn on_instance(&mut self, seat: usize, what: &What) {
        let source = &self.sources[(seat / 2).min(self.sources.len() - 1)];
        let no_caller = Caller {
            source,
            guest: None,
            component: null_mut(),
            number: 0,
            phase: Phase::Instantiated,
            time: 0.0,
        };
        let caller =
            self.seats.get(seat).and_then(Option::as_ref).map_or(no_caller, |seat| Caller {
                source,
                guest: Some(&seat.guest),
                component: seat.guest.component,
                number: seat.number,
                phase: seat.phase,
                time: seat.time,
            });
        let Some((function, promise, status)) =
            perform(&caller, what).or_else(|| self.snapshots.perform(&caller, what))
        else {
            return;
        };
        let Caller { phase, time, .. } = caller;
        self.tally.calls += 1;
        self.tally.refused += usize::from(status == ERROR);
        assert!(matches!(status, OK | ERROR), "{function:?}: {status:?}");
        let Some(Some(seat)) = self.seats.get_mut(seat) else {
            assert_eq!(status, ERROR, "{function:?} on null");
            return;
        };
        let log = seat.guest.log();
        let errors = log.iter().filter(|(status, _)| *status == ERROR as i32).count();
        assert_eq!(errors, usize::from(status == ERROR), "{function:?}: {log:?}");
        let three = source.three;
        let legal = source.phases(function).is_some_and(|phases| phases.contains(&phase));
        if !legal || promise == Promise::Refused {
            assert_eq!(status, ERROR, "{function:?} in {phase}: {what:?}");
        } else if promise == Promise::Taken && !log.iter().any(|(_, line)| missing(line)) {
            let name = source.name;
            assert_eq!(status, OK, "{name}, {function:?} in {phase}: {what:?}: {log:?}");
        }
        match (function, status) {
            (_, ERROR) if three => {
                seat.phase = Phase::StepFailed;
                all_is_finite(&seat.guest);
                seat.guest.log();
            }
            (Function::EnterInitializationMode, OK) => seat.phase = Phase::InitializationMode,
            (Function::ExitInitializationMode, OK) if source.continuous => {
                seat.phase = Phase::EventMode;
            }
            (Function::ExitInitializationMode, OK) => seat.phase = Phase::StepComplete,
            (Function::EnterEventMode, OK) => seat.phase = Phase::EventMode,
            (Function::EnterContinuousTimeMode | Function::SetContinuousStates, OK) => {
                seat.phase = Phase::ContinuousTimeMode;
            }
            (Function::Terminate, OK) => seat.phase = Phase::Terminated,
            (Function::Reset, OK) => (seat.phase, seat.time) = (Phase::Instantiated, 0.0),
            (Function::DoStep, OK) => {
                self.tally.steps += 1;
                let (start, size) = step_of(what, time, source.step);
                seat.time = start + size;
            }
            (Function::DoStep, ERROR) if legal => {
                seat.phase = Phase::StepFailed;
                all_is_finite(&seat.guest);
                seat.guest.log();
            }
            (Function::SetupExperiment, OK) => {
                if let What::Setup(start, _) = what {
                    seat.time = start.value();
                }
            }
            (Function::SetState, OK) => (seat.phase, seat.time) = self.snapshots.restored,
            _ => {}
        }
    }
}

/// Returns true if a line says that a function is not supported.
fn missing(line: &str) -> bool {
    line.contains("not supported")
}
