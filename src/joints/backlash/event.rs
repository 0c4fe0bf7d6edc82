//! What happens between two pieces of the motion of a gap.

use super::motion::{Mode, Motion};
use super::piece::{Piece, Pressed};
use crate::coupling::predicted::Slot;
use crate::laws::backlash::Flank;

/// What ends a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Event {
    /// A flank is met.
    Met(usize),
    /// The flank in contact is left.
    Left(usize),
    /// It ceases to push, or pushes again.
    Push(usize),
}

impl Event {
    /// Below 0 before the event and above it after, with its slope by time.
    pub fn value(
        self,
        motion: &Motion,
        piece: &Piece,
        pressed: Option<&Pressed>,
        slots: &[Slot],
    ) -> (f64, f64) {
        match (self, pressed) {
            (Self::Left(_), Some(pressed)) => {
                let [depth, rate] = pressed.depth(piece.position, piece.speed);
                (-depth, -rate)
            }
            (Self::Push(_), Some(pressed)) => {
                let [depth, rate] = pressed.depth(piece.position, piece.speed);
                let growth = pressed.sign * piece.acceleration;
                let ends = if matches!(motion.mode, Mode::Pushing(_)) { -1.0 } else { 1.0 };
                (ends * pressed.push(depth, rate), ends * pressed.push_rate(rate, growth))
            }
            (Self::Met(index), _) | (Self::Left(index) | Self::Push(index), None) => {
                let pressed = motion.pressed(index, &slots[index]);
                let [depth, rate] = pressed.depth(piece.position, piece.speed);
                (depth, rate)
            }
        }
    }
}

impl Motion<'_> {
    /// What has happened by the end of a piece.
    pub(super) fn event(
        &self,
        piece: &Piece,
        pressed: Option<&Pressed>,
        slots: &[Slot],
    ) -> Option<Event> {
        let candidates = match self.mode {
            Mode::Flight => [Event::Met(0), Event::Met(1)],
            Mode::Pushing(index) | Mode::Released(index) => {
                // A flank that ceases to push does so before it is left.
                [Event::Push(index), Event::Left(index)]
            }
        };
        let passed = |event: &Event| event.value(self, piece, pressed, slots).0 > 0.0;
        candidates.into_iter().find(passed)
    }

    /// Goes on after an event at `time` \[s\].
    pub(super) fn pass(&mut self, event: Event, slots: &mut [Slot], time: f64) {
        self.last_piece = f64::INFINITY;
        self.mode = match event {
            Event::Met(index) => {
                slots[index].meet(time, self.speed * Flank::BOTH[index].sign());
                Mode::Pushing(index)
            }
            Event::Left(index) => {
                slots[index].leave(self.play.penetration(Flank::BOTH[index], self.position));
                Mode::Flight
            }
            Event::Push(index) => match self.mode {
                Mode::Pushing(_) => Mode::Released(index),
                _ => Mode::Pushing(index),
            },
        };
    }
}
