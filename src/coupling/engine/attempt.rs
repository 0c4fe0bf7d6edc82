//! A piece before it is taken: its first stage, its length, and the event at its end.

/// Knowledge of the first stage of a piece.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum First {
    Unknown,
    /// The loads, but not the accelerations that they give.
    Loads,
    Known,
}

/// A piece of contact whose error is small enough: its length \[s\] and the event at its end.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Piece {
    pub size: f64,
    pub event: Option<Event>,
}

/// An event inside a piece: its share of the piece and the slot.
#[derive(Debug, Clone, Copy)]
pub(super) struct Event {
    pub share: f64,
    pub slot: usize,
    pub kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Touch,
    Parting,
    Rest,
}
