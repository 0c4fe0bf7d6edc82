//! Events between two pieces of the motion of a gap.

use super::motion::{Mode, Motion};
use super::piece::{FlankContact, Piece};
use crate::coupling::predicted::Slot;
use crate::laws::backlash::Flank;

/// The end of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Event {
    /// A flank is reached.
    Met(usize),
    /// The flank in contact is left.
    Left(usize),
    /// The flank in contact ceases to push, or pushes again.
    Push(usize),
}

impl Event {
    /// Returns a function of the state at the piece's end that is < 0 before the event and > 0 after
    /// it, and its rate.
    pub fn value(
        self,
        motion: &Motion,
        piece: &Piece,
        contact: Option<&FlankContact>,
        slots: &[Slot],
    ) -> (f64, f64) {
        match (self, contact) {
            (Self::Left(_), Some(contact)) => {
                let [depth, rate] = contact.depth(piece.position, piece.speed);
                (-depth, -rate)
            }
            (Self::Push(_), Some(contact)) => {
                let [depth, rate] = contact.depth(piece.position, piece.speed);
                let growth = contact.sign * piece.acceleration;
                let ends = if matches!(motion.mode, Mode::Pushing(_)) { -1.0 } else { 1.0 };
                (ends * contact.push(depth, rate), ends * contact.push_rate(rate, growth))
            }
            (Self::Met(index), _) | (Self::Left(index) | Self::Push(index), None) => {
                let contact = motion.flank_contact(index, &slots[index]);
                let [depth, rate] = contact.depth(piece.position, piece.speed);
                (depth, rate)
            }
        }
    }
}

impl Motion<'_> {
    /// The event that has happened by the end of a piece.
    pub(super) fn event(
        &self,
        piece: &Piece,
        contact: Option<&FlankContact>,
        slots: &[Slot],
    ) -> Option<Event> {
        let candidates = match self.mode {
            Mode::Flight => [Event::Met(0), Event::Met(1)],
            Mode::Pushing(index) | Mode::Released(index) => {
                // A flank that ceases to push does so before it is left.
                [Event::Push(index), Event::Left(index)]
            }
        };
        let passed = |event: &Event| event.value(self, piece, contact, slots).0 > 0.0;
        candidates.into_iter().find(passed)
    }

    /// Applies an event at `time` \[s\]: the new mode, and onset or end of a contact.
    pub(super) fn apply(&mut self, event: Event, slots: &mut [Slot], time: f64) {
        self.last_piece = f64::INFINITY;
        self.mode = match event {
            Event::Met(index) => {
                slots[index].meet(time, self.drive.speed * Flank::BOTH[index].sign());
                Mode::Pushing(index)
            }
            Event::Left(index) => {
                slots[index]
                    .leave(self.drive.play.penetration(Flank::BOTH[index], self.drive.position));
                Mode::Flight
            }
            Event::Push(index) => match self.mode {
                Mode::Pushing(_) => Mode::Released(index),
                _ => Mode::Pushing(index),
            },
        };
    }
}
