//! Errors of the computation: its result beside those with coarser jumps, cells and poses.

use super::case::Fineness;
use super::trace::{Limit, Trace};
use serde::Serialize;

/// Fewest cells of a map.
const FEWEST_CELLS: usize = 24;

/// The change of the result by computing a thing twice as coarsely.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Change {
    /// The thing that was computed otherwise.
    pub of: &'static str,
    /// How, as in 72 to 36.
    pub from: f64,
    /// See `from`.
    pub to: f64,
    /// Relative change of the life, or of the growth of the play.
    pub part: f64,
}

/// Ways to compute that are twice as coarse, or twice as fine where there is no coarser one.
pub(super) fn others(own: Fineness, may_change_cells: bool) -> Vec<(&'static str, Fineness)> {
    let mut all = vec![("jumps over cycles", Fineness { jumps: own.jumps.wider(2.0), ..own })];
    if may_change_cells {
        let coarse = own.cells / 2;
        let cells = if coarse >= FEWEST_CELLS { coarse } else { 2 * own.cells };
        all.push(("cells", Fineness { cells, ..own }));
    }
    all.push(("poses of the cycle", Fineness { poses: (own.poses / 2).max(1), ..own }));
    all
}

/// The sizes that differ between two ways to compute.
fn sizes(of: &str, own: Fineness, other: Fineness) -> (f64, f64) {
    match of {
        "cells" => (own.cells as f64, other.cells as f64),
        "poses of the cycle" => (own.poses as f64, other.poses as f64),
        _ => (own.jumps.part, other.jumps.part),
    }
}

/// Compares a trace with that of another way to compute, at the limit or at `end` cycles.
pub(super) fn change(
    (of, own, other): (&'static str, Fineness, Fineness),
    (trace, beside): (&Trace, &Trace),
    limit: &Limit,
    end: f64,
) -> Change {
    let (from, to) = sizes(of, own, other);
    let lives = trace.reaches(limit).zip(beside.reaches(limit)).filter(|(own, _)| *own > 0.0);
    let part = match lives {
        Some((own, other)) => (other / own - 1.0).abs(),
        None => {
            let common = end.min(trace.last().cycles).min(beside.last().cycles);
            let growth = |trace: &Trace| {
                let point = trace.at(common).unwrap_or_else(|| trace.last());
                point.play - trace.points[0].play
            };
            (growth(beside) / growth(trace) - 1.0).abs()
        }
    };
    Change { of, from, to, part }
}
