//! A piece of contact: its length, by the error of the last ones, and its method.

use super::attempt::{Event, First, Kind, Piece};
use super::contacts::{Contacts, Laws};
use super::control::Control;
use super::motion::Engine;
use crate::coupling::predicted::Slot;

/// Exponents of the error in the next length, of this piece's and of the last one's.
const PRESENT: f64 = 0.15;
const LAST: f64 = 0.06;
/// Exponent of the error in the next length of an implicit piece.
const IMPLICIT: f64 = 1.0 / 3.0;
/// Rate of the contacts times the length of a piece that explicit pieces can just have \[1\].
const STIFF_RATE: f64 = 2.2;
/// Least ratio of the lengths of implicit pieces to those of the explicit ones before them.
const WORTH: f64 = 2.0;
/// Number of pieces in a row that call for the other method.
const CALLS: i32 = 3;
/// Limits of the ratio of a piece to the last one.
const LONGER: f64 = 3.0;
const SHORTER: f64 = 0.2;
/// Shortest piece, as a part of the rest of the step.
const SHORTEST: f64 = 1e-9;
/// A piece that errs too much although it is no longer than this part of the rest of the step crosses a jump of the forces: a
/// shorter one would err as much. It may err by what others may at the default tolerance \[1\].
const CROSSING: f64 = 1e-4;
const JUMP: f64 = 1e-4;

/// Returns true if a piece of `size` that fails cannot be halved any more; `rest` may be 0, and neither need be a number.
fn is_too_short(size: f64, rest: f64) -> bool {
    size.is_nan() || size <= SHORTEST * rest
}

impl<const L: usize, P> Engine<L, P> {
    /// Integrates a piece of contact of at most `rest` \[s\], `time` \[s\] after the step's start; returns its length.
    pub(super) fn press<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        time: f64,
        rest: f64,
        control: &mut Control,
    ) -> f64
    where
        P: Laws<M, L>,
    {
        let rest = rest.min(self.idle_until - time);
        let Some(piece) = self.find_piece(mechanism, slots, time, rest, control) else {
            // The rest of the step is left to the fallback.
            self.pieces = u32::MAX;
            return 0.0;
        };
        self.take_piece(mechanism, slots, time, piece);
        piece.size
    }

    /// Finds a piece of at most `rest` \[s\] that can be taken, `time` \[s\] after the step's start, and leaves its end in
    /// `trial`; returns `None` if there is none.
    pub(super) fn find_piece<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        time: f64,
        rest: f64,
        control: &mut Control,
    ) -> Option<Piece>
    where
        P: Laws<M, L>,
    {
        let mut size = control.size.min(rest);
        if size < rest && 2.0 * size > rest {
            size = 0.5 * rest;
        }
        if self.is_implicit != control.implicit {
            self.change_method();
        }
        self.implicit.linearised = false;
        loop {
            let error = self.attempt(mechanism, slots, time, size);
            let crosses = size <= CROSSING * rest && error * self.tolerance <= JUMP;
            if error > 1.0 && !crosses {
                let power = if control.implicit { IMPLICIT } else { 0.2 };
                let shorter = (0.9 * error.powf(-power)).clamp(0.1, 0.9);
                size *= if error.is_finite() { shorter } else { 0.1 };
                (control.size, control.error) = (size, 1.0);
                if is_too_short(size, rest) {
                    return None;
                }
                continue;
            }
            let factor = if control.implicit {
                0.9 * error.max(1e-6).powf(-IMPLICIT)
            } else {
                0.9 * error.max(1e-6).powf(-PRESENT) * control.error.powf(LAST)
            };
            let next = size * factor.clamp(SHORTER, LONGER);
            // A piece that the step's end or an event has cut says nothing about a longer one.
            let cut = size < 0.999 * control.size;
            if let Some(event) = self.first_event(mechanism, slots, size) {
                let placed = self.place_event(mechanism, slots, (time, size), event);
                if let Some(placed) = placed {
                    self.find_ends(mechanism, slots);
                    if event.kind == Kind::Rest {
                        control.size = control.size.min(size);
                    }
                    return Some(Piece { size: placed, event: Some(event) });
                }
                size *= 0.5;
                if is_too_short(size, rest) {
                    return None;
                }
                continue;
            }
            control.size = if cut { control.size.max(next) } else { next };
            control.error = error.max(1e-4);
            if !self.has_films {
                self.choose_method(mechanism, slots, (size, cut), control);
            }
            return Some(Piece { size, event: None });
        }
    }

    /// Changes from explicit pieces to implicit ones, which follow all moving coordinates in stages, or back.
    fn change_method(&mut self) {
        self.is_implicit = !self.is_implicit;
        if self.first == First::Known {
            self.first = First::Loads;
        }
        for index in &self.moving.list()[self.loaded..] {
            self.wrong.iter_mut().for_each(|wrong| wrong[*index] = 0.0);
        }
    }

    /// Takes a piece that begins `time` \[s\] after the step's start and ends in `trial`.
    pub(super) fn take_piece<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        time: f64,
        Piece { size, event }: Piece,
    ) where
        P: Laws<M, L>,
    {
        self.finish(mechanism, slots, (time, size));
        let Some(Event { slot, kind, .. }) = event else { return };
        if kind == Kind::Parting && self.closed.list().len() == 1 {
            self.close_balance(mechanism, slots, slot);
        }
        self.first = First::Unknown;
        self.met = Some(slot).filter(|_| kind == Kind::Touch);
    }

    /// Integrates a piece of `size` \[s\] from `time` \[s\] on into `trial`; returns its error over the tolerance.
    pub(super) fn attempt<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        time: f64,
        size: f64,
    ) -> f64
    where
        P: Laws<M, L>,
    {
        self.bend(mechanism, time, size);
        self.find_responses_halfway(mechanism, size);
        if self.is_implicit {
            self.attempt_implicitly(mechanism, slots, time, size)
        } else {
            self.attempt_explicitly(mechanism, slots, time, size)
        }
    }

    /// Changes the method if pieces of `size` \[s\] are longer than the rates of the contacts at the end of this one allow
    /// explicit ones to be, or implicit ones are not much longer than those were. A piece that has been `cut` says nothing
    /// about that.
    fn choose_method<M: Contacts<L>>(
        &mut self,
        mechanism: &M,
        slots: &[Slot],
        (size, cut): (f64, bool),
        control: &mut Control,
    ) where
        P: Laws<M, L>,
    {
        let Self { graph, laws, busy, .. } = self;
        let of = |joint: &usize| laws.fastest(mechanism, graph.at(*joint, slots));
        let fastest = busy.list().iter().map(of).fold(0.0, f64::max);
        let rate = size * fastest;
        let short = !cut && size < WORTH * control.explicit_size;
        let calls = if control.implicit { rate < STIFF_RATE || short } else { rate > STIFF_RATE };
        control.other = if calls { control.other + 1 } else { control.other.min(0) };
        if control.implicit && control.other >= CALLS {
            control.become_explicit(!short);
        } else if !control.implicit && (control.other >= CALLS || rate > 9.0 * STIFF_RATE) {
            control.become_implicit(size);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_of_no_length_ends_the_search() {
        assert!(is_too_short(0.0, 0.0) && is_too_short(f64::NAN, 1.0));
        assert!(is_too_short(1e-10, 1.0) && !is_too_short(1e-8, 1.0));
    }
}
