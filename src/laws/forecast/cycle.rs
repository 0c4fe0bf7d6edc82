//! A load cycle: its forces and rotations, condensed into poses with their parts of the sliding distance.

use nalgebra::Vector2;
use serde::{Deserialize, Serialize};
use std::f64::consts::TAU;

/// A net rotation this close to whole turns is taken as whole turns \[rad\].
const WHOLE_TURN: f64 = 0.01;
/// Loads below this part of the largest one do not wear.
const NO_LOAD: f64 = 1e-9;
/// Pieces of a pose, at least.
const FINE: usize = 8;

/// An instant of a load cycle; between instants forces and angles change linearly.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    /// Time since the cycle's start \[s\].
    pub time: f64,
    /// Force of the journal on the bearing, in the bearing's axes \[N\].
    pub load: Vector2<f64>,
    /// Rotation of the journal in the bearing, counter-clockwise, not wrapped \[rad\].
    pub angle: f64,
}

/// A part of a load cycle.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Pose {
    /// Mean load, weighted by the rotation \[N\].
    pub load: Vector2<f64>,
    /// Mean angle of the journal \[rad\].
    pub angle: f64,
    /// Rotation within it, ∫|dφ| \[rad\].
    pub swing: f64,
}

/// A load cycle that repeats.
#[derive(Debug, Clone, PartialEq)]
pub struct LoadCycle {
    /// Its duration \[s\].
    pub duration: f64,
    /// Its parts with rotation under load.
    pub poses: Vec<Pose>,
    /// True if every cycle begins at another angle of the journal, whose wear then spreads evenly.
    pub drifts: bool,
    /// Net rotation of a cycle \[turns\].
    pub turns: f64,
}

/// A short piece of a cycle: load, angle, rotation and its amount of change.
struct Piece {
    load: Vector2<f64>,
    angle: f64,
    swing: f64,
    change: f64,
}

impl LoadCycle {
    /// The cycle of these samples, at least two with rising times, in at most `poses` parts.
    ///
    /// Parts have equal amounts of change: half of the rotation and half of the change of the load count, so that
    /// neither a fast change of the load nor a slow one hides inside a part.
    pub fn new(samples: &[Sample], poses: usize) -> Self {
        let (first, last) = (samples[0], samples[samples.len() - 1]);
        let turns = (last.angle - first.angle) / TAU;
        let drifts = (turns - turns.round()).abs() * TAU > WHOLE_TURN;
        let pieces = pieces(samples, poses.max(1));
        let poses = condense(&pieces, poses.max(1));
        Self { duration: last.time - first.time, poses, drifts, turns }
    }

    /// The cycle with `factor` times its loads.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> Self {
        let mut scaled = self.clone();
        scaled.poses.iter_mut().for_each(|pose| pose.load *= factor);
        scaled
    }

    /// ∫|F||dφ| \[N rad\].
    pub fn rubbed(&self) -> f64 {
        self.poses.iter().map(|pose| pose.load.norm() * pose.swing).sum()
    }
}

/// Cuts the intervals of a cycle into pieces; the amounts of change sum to 2 at most.
fn pieces(samples: &[Sample], poses: usize) -> Vec<Piece> {
    let intervals = samples.len() - 1;
    let each = (FINE * poses).div_ceil(intervals);
    let largest = samples.iter().map(|sample| sample.load.norm()).fold(0.0, f64::max);
    let mut pieces = Vec::with_capacity(intervals * each);
    for pair in samples.windows(2) {
        let swing = (pair[1].angle - pair[0].angle).abs() / each as f64;
        if swing == 0.0 {
            continue;
        }
        let step = (pair[1].load - pair[0].load) / each as f64;
        for part in 0..each {
            let at = (part as f64 + 0.5) / each as f64;
            let load = pair[0].load.lerp(&pair[1].load, at);
            let angle = pair[0].angle + (pair[1].angle - pair[0].angle) * at;
            if load.norm() > NO_LOAD * largest {
                pieces.push(Piece { load, angle, swing, change: step.norm() });
            }
        }
    }
    let swings: f64 = pieces.iter().map(|piece| piece.swing).sum();
    let changes: f64 = pieces.iter().map(|piece| piece.change).sum();
    for piece in &mut pieces {
        let of_load = if changes > 0.0 { piece.change / changes } else { 0.0 };
        piece.change = piece.swing / swings + of_load;
    }
    pieces
}

/// Joins pieces to poses with equal amounts of change.
fn condense(pieces: &[Piece], poses: usize) -> Vec<Pose> {
    let whole: f64 = pieces.iter().map(|piece| piece.change).sum();
    let mut all = Vec::with_capacity(poses);
    let (mut load, mut angle, mut swing, mut done) = (Vector2::zeros(), 0.0, 0.0, 0.0);
    let mut part = 1.0;
    for (index, piece) in pieces.iter().enumerate() {
        load += piece.load * piece.swing;
        angle += piece.angle * piece.swing;
        swing += piece.swing;
        done += piece.change;
        // Rounding of the sums must not leave an end without a pose.
        let last = index + 1 == pieces.len();
        if done >= whole * part / poses as f64 * (1.0 - 1e-12) || last {
            all.push(Pose { load: load / swing, angle: angle / swing, swing });
            (load, angle, swing) = (Vector2::zeros(), 0.0, 0.0);
            part = (done / whole * poses as f64 + 1e-9).floor() + 1.0;
        }
    }
    all
}
