//! What of a block's report deserves a line in a log: contacts and the health of the coupling.

use super::{Block, Layout};
use model_description::Row;

/// What a step may bring.
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

/// Whether anything touches, and the last start of a contact.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ReportedContact {
    /// Whether any surfaces touch.
    pub active: bool,
    /// Instant \[s\] and approach speed \[m/s\] of the last start.
    pub start: (f64, f64),
}

/// What the laws of a joint in space are not meant for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Limit {
    /// An end of the journal is pressed deeper into the hole than the clearance.
    Deep {
        /// The larger penetration of both ends \[m\].
        penetration: f64,
        /// The radial clearance \[m\].
        clearance: f64,
    },
    /// No part of the journal is in the hole.
    NoOverlap,
}

/// Where among the outputs these stand.
#[derive(Debug, Default)]
pub(super) struct Watch {
    work_mismatch: Option<usize>,
    in_hole: Option<InHole>,
    /// Of every part that reports contacts: whether it touches, start, speed.
    contacts: Vec<[usize; 3]>,
}

/// Where a joint in space has how much of the journal is in the hole, how deep its ends are pressed,
/// and among all variables its clearance.
#[derive(Debug)]
struct InHole {
    overlap: usize,
    penetrations: [usize; 2],
    clearance: usize,
}

impl Event {
    /// What became of the contacts between two looks.
    pub fn between(before: ReportedContact, after: ReportedContact) -> Option<Self> {
        if after.start != before.start {
            let (time, speed) = after.start;
            Some(Self::ContactBegan { time, speed })
        } else {
            (before.active && !after.active).then_some(Self::ContactEnded)
        }
    }
}

impl Watch {
    /// Finds them by the names that every joint uses.
    pub fn new(rows: &[Row], layout: &Layout) -> Self {
        let outputs = &rows[layout.outputs()];
        let place = |name: String| outputs.iter().position(|row| row.name == name);
        let part = |row: &Row| {
            let part = row.name.strip_suffix("start_time")?;
            let active = place(format!("{part}active")).or(place(format!("{part}count")))?;
            Some([active, place(row.name.clone())?, place(format!("{part}impact_speed"))?])
        };
        let in_hole = || {
            Some(InHole {
                overlap: place("contact.overlap".to_owned())?,
                penetrations: [
                    place("lower.penetration".to_owned())?,
                    place("upper.penetration".to_owned())?,
                ],
                clearance: rows.iter().position(|row| row.name == "geometry.clearance")?,
            })
        };
        Self {
            work_mismatch: place("coupling.work_mismatch".to_owned()),
            in_hole: in_hole(),
            contacts: outputs.iter().filter_map(part).collect(),
        }
    }

    fn contact(&self, outputs: &[f64]) -> Option<ReportedContact> {
        let of_part = |[active, time, speed]: &[usize; 3]| ReportedContact {
            active: outputs[*active] > 0.0,
            start: (outputs[*time], outputs[*speed]),
        };
        self.contacts.iter().map(of_part).reduce(|all, part| ReportedContact {
            active: all.active | part.active,
            start: if part.start.0 >= all.start.0 { part.start } else { all.start },
        })
    }
}

impl Block {
    /// The contacts as the report has them now; nothing for a model without contacts.
    pub fn contact(&mut self) -> Option<ReportedContact> {
        self.evaluate_flow().ok()?;
        self.watch.contact(&self.outputs)
    }

    /// Work mismatch of the coupling, of a model that reports it; see
    /// [`CouplingReport`](crate::coupling::CouplingReport).
    #[inline]
    pub fn work_mismatch(&self) -> Option<f64> {
        Some(self.outputs[self.watch.work_mismatch?])
    }

    /// Whether the model is one whose limits are watched: a joint in space.
    #[inline]
    pub fn has_limits(&self) -> bool {
        self.watch.in_hole.is_some()
    }

    /// The limits of its laws that a joint in space has passed; nothing for other models.
    pub fn passed_limits(&self) -> [Option<Limit>; 2] {
        let Some(in_hole) = &self.watch.in_hole else { return [None; 2] };
        let clearance = self.values[in_hole.clearance];
        let [lower, upper] = in_hole.penetrations.map(|place| self.outputs[place]);
        let penetration = lower.max(upper);
        [
            (penetration > clearance).then_some(Limit::Deep { penetration, clearance }),
            (self.outputs[in_hole.overlap] <= 0.0).then_some(Limit::NoOverlap),
        ]
    }
}
