//! What of a block's report deserves a line in a log: contacts and the health of the coupling.

use super::Block;
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

/// Where among the outputs these stand.
#[derive(Debug, Default)]
pub(super) struct Watch {
    work_mismatch: Option<usize>,
    /// Of every part that reports contacts: whether it touches, start, speed.
    contacts: Vec<[usize; 3]>,
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
    pub fn new(outputs: &[Row]) -> Self {
        let place = |name: String| outputs.iter().position(|row| row.name == name);
        let part = |row: &Row| {
            let part = row.name.strip_suffix("start_time")?;
            let active = place(format!("{part}active")).or(place(format!("{part}count")))?;
            Some([active, place(row.name.clone())?, place(format!("{part}impact_speed"))?])
        };
        Self {
            work_mismatch: place("coupling.work_mismatch".to_owned()),
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
}
