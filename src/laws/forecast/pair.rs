//! A pin and a hole that wear: their balance under a load, their wear, their play.

use crate::kinematics::planar::Motion;
use crate::laws::wear::{Archard, Depths, LARGEST_GAP, Ring, largest};
use nalgebra::Vector2;
use std::f64::consts::{PI, TAU};

/// Directions in which play is sought, over half a turn.
const DIRECTIONS: usize = 90;
/// Cosine of the angle to a direction of travel from which on a cell may stop the pin.
const AHEAD: f64 = 0.05;

/// A pin at rest in its hole under a load.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rest {
    /// Largest penetration \[m\].
    pub penetration: f64,
    /// Largest pressure \[Pa\].
    pub pressure: f64,
    /// P = ∫ p dA \[N\], at least the load.
    pub pushed: f64,
}

/// A pin and a hole, both divided into cells, with the law by which they wear.
pub trait WearPair: std::fmt::Debug + Send {
    /// Brings the pin, rotated by `angle` \[rad\], into balance with `load`, its force on the hole in the hole's axes
    /// \[N\]; `None` if no position balances it. The search starts at the last position.
    fn rest(&mut self, load: Vector2<f64>, angle: f64) -> Option<Rest>;
    /// Wears the surfaces at the last rest by `distance` \[m\] of sliding, or by less if that is too far for one
    /// balance; returns the distance.
    fn slide(&mut self, distance: f64) -> f64;
    /// Returns the depths of every slice; a hole of one piece is one slice.
    fn depths(&self) -> &[Depths];
    /// Replaces the depths by others of the same sizes.
    fn set_depths(&mut self, depths: &[Depths]);
    /// Returns the geometry of a slice.
    fn ring(&self) -> &Ring;
    /// Returns the width of every slice \[m\].
    fn widths(&self) -> &[f64];
    /// Returns the radius of the surface that slides \[m\].
    fn sliding_radius(&self) -> f64;
    /// Returns the law of wear.
    fn law(&self) -> &Archard;
    /// Returns the law of wear, to be changed.
    fn law_mut(&mut self) -> &mut Archard;
    /// Returns a copy.
    fn boxed(&self) -> Box<dyn WearPair>;
    /// Returns the depths as the table that the joint begins with: `--profile` of a build.
    fn table(&self) -> String;
}

/// Volumes worn off hole and pin since the depths `before` \[m³\].
pub fn volumes(pair: &dyn WearPair, before: &[Depths]) -> [f64; 2] {
    let ring = pair.ring();
    let grown = |now: &[f64], then: &[f64]| -> f64 {
        now.iter().zip(then).map(|(now, then)| now - then).sum()
    };
    let mut volumes = [0.0; 2];
    for ((now, then), width) in pair.depths().iter().zip(before).zip(pair.widths()) {
        let cell = ring.spacing * width;
        volumes[0] += ring.radius * cell * grown(&now.bearing, &then.bearing);
        volumes[1] += ring.journal_radius() * cell * grown(&now.journal, &then.journal);
    }
    volumes
}

/// Largest depths of hole and pin over all slices \[m\].
pub(super) fn deepest(pair: &dyn WearPair) -> [f64; 2] {
    let most = |of: fn(&Depths) -> &[f64]| {
        pair.depths().iter().map(|depths| largest(of(depths)).1).fold(f64::NEG_INFINITY, f64::max)
    };
    [most(|depths| &depths.bearing), most(|depths| &depths.journal)]
}

/// Returns true if the gap is no longer thin relative to the radius: the law of the gap ends there.
pub(super) fn is_exhausted(pair: &dyn WearPair) -> bool {
    let [a, b] = deepest(pair);
    let ring = pair.ring();
    ring.clearance + a + b > LARGEST_GAP * ring.radius
}

/// The play \[m\]: how far the pin, kept parallel to the hole and at one of `angles` \[rad\], can be moved without
/// force, in the direction in which this is most. It is twice the radial clearance of a new joint.
pub fn play(pair: &dyn WearPair, angles: &[f64]) -> f64 {
    angles.iter().map(|angle| play_at(pair, *angle)).fold(0.0, f64::max)
}

fn play_at(pair: &dyn WearPair, angle: f64) -> f64 {
    let ring = pair.ring();
    let cells = ring.cells();
    let pin = Motion { angle, ..Motion::rest() };
    // The narrowest gap of all slices at every angle stops a pin that stays parallel.
    let gap = |node: usize| {
        let of = |depths: &Depths| -ring.overlap_at(depths, &pin, node);
        pair.depths().iter().map(of).fold(f64::INFINITY, f64::min)
    };
    let gaps: Vec<f64> = (0..cells).map(gap).collect();
    let travel = |direction: f64| {
        let at = |(node, gap): (usize, &f64)| {
            let ahead = (node as f64 * ring.spacing - direction).cos();
            if ahead > AHEAD { gap / ahead } else { f64::INFINITY }
        };
        // The gap straight ahead, between two cells.
        let place = direction.rem_euclid(TAU) / ring.spacing;
        let (before, part) = (place.floor() as usize % cells, place.fract());
        let ahead = gaps[before] + (gaps[(before + 1) % cells] - gaps[before]) * part;
        gaps.iter().enumerate().map(at).fold(ahead, f64::min)
    };
    let both = |index: usize| {
        let direction = PI * index as f64 / DIRECTIONS as f64;
        travel(direction) + travel(direction + PI)
    };
    (0..DIRECTIONS).map(both).fold(0.0, f64::max)
}
