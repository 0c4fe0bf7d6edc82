//! Archard's law at the nodes of hole and pin.
//!
//! A node loses the depth k p per sliding distance, k = K/H: a node of the bearing under its own
//! pressure, a node of the journal under each pressure that it passes. For an exponent of 1 the worn
//! volume is k ∫P ds to rounding, for any number of nodes, load or profile.

use super::contact::{Pressures, WornContact};
use super::depths::{Depths, largest};
use super::overlap::Window;
use super::ring::Ring;
use crate::base::Real;
use crate::kinematics::planar::Motion;

/// Largest relative change of the overlap by one wear increment.
pub(crate) const LARGEST_PART: f64 = 0.2;
/// Largest number of wear increments per sliding distance.
const MOST_PARTS: u32 = 50;
/// Clearance and wear beyond this part of the radius are too large for the thin overlap.
pub const LARGEST_GAP: f64 = 0.2;

/// Coefficients of Archard's law.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Archard {
    /// Depth per pressure and sliding distance of bearing and journal \[1/Pa\].
    pub coefficients: [f64; 2],
    /// Exponent of the pressure.
    pub exponent: f64,
    /// Pressure at which the exponent has no effect \[Pa\].
    pub reference_pressure: f64,
}

impl Archard {
    /// Factor of the wear rate by the exponent, at a pressure over the reference pressure.
    pub fn steeper<T: Real>(&self, pressure: T) -> T {
        if self.exponent == 1.0 || pressure.re() <= 0.0 {
            T::from(1.0)
        } else {
            pressure.powf(self.exponent - 1.0)
        }
    }
}

/// Result of wearing over a sliding distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Deposited {
    /// True if the wear was too much even in parts and the rest of the distance was omitted.
    pub cut: bool,
}

impl Ring {
    /// Subtracts the wear by sliding over `distance` \[m\] from a journal rotated by `angle` \[rad\] and
    /// its bearing, at pressures of `modulus` \[Pa/m\] times the shares in `window`.
    pub(crate) fn deposit<T: Real>(
        &self,
        law: &Archard,
        depths: &mut Depths<T>,
        angle: T,
        modulus: T,
        distance: T,
        window: &Window<T>,
    ) {
        let [a, b] = law.coefficients;
        let taken = |share: T| {
            let pressure = modulus * share;
            pressure * law.steeper(pressure * law.reference_pressure.recip()) * distance
        };
        if b > 0.0 {
            let scale = b * self.radius / self.journal_radius();
            let all = window.nodes().map(|node| (node, taken(window.shares[node]) * scale));
            self.spread(angle, all, &mut depths.journal);
        }
        if a > 0.0 {
            for node in window.nodes() {
                depths.bearing[node] += taken(window.shares[node]) * a;
            }
        }
    }
}

impl WornContact {
    /// Wears hole and pin by `distance` \[m\] of sliding at the journal's motion and the pressures
    /// `pressed`; `window` contains the nodes' shares.
    ///
    /// If one increment would exceed a fifth of the overlap, the distance is divided into parts and the
    /// overlap computed anew for each, as pressures fall with wear. After fifty parts the rest of the
    /// distance is omitted: such wear would need another position of the pin.
    pub fn wear(
        &self,
        law: &Archard,
        depths: &mut Depths,
        journal: &Motion<f64>,
        pressed: Pressures<f64>,
        distance: f64,
        window: &mut Window,
    ) -> Deposited {
        let [a, b] = law.coefficients;
        // Damping is kept: it depends on the motion only.
        let factor = pressed.factor;
        let pace = |pressed: &Pressures<f64>| {
            let peak = factor * pressed.modulus * pressed.penetration / law.reference_pressure;
            (a + b) * factor * pressed.modulus * law.steeper(peak)
        };
        let (mut rest, mut pressed) = (distance, pressed);
        for _ in 0..MOST_PARTS {
            let part = rest.min(LARGEST_PART / pace(&pressed));
            let modulus = factor * pressed.modulus;
            self.ring.deposit(law, depths, journal.angle, modulus, part, window);
            rest -= part;
            if rest <= 0.0 {
                return Deposited { cut: false };
            }
            let Some(again) = self.press(depths, journal, 0.0, window) else {
                return Deposited { cut: false };
            };
            pressed = again;
        }
        Deposited { cut: true }
    }

    /// Volumes worn off bearing and journal since the depths `before` \[m³\].
    pub fn volumes(&self, depths: &Depths, before: &Depths) -> [f64; 2] {
        let grown = |now: &[f64], then: &[f64]| -> f64 {
            now.iter().zip(then).map(|(now, then)| now - then).sum()
        };
        let cell = self.ring.length * self.ring.spacing;
        [
            self.ring.radius * cell * grown(&depths.bearing, &before.bearing),
            self.ring.journal_radius() * cell * grown(&depths.journal, &before.journal),
        ]
    }

    /// Returns true if the gap is no longer thin against the radius.
    pub(crate) fn is_exhausted(&self, depths: &Depths) -> bool {
        let [a, b] = [&depths.bearing, &depths.journal].map(|depths| largest(depths).1);
        self.ring.clearance + a + b > LARGEST_GAP * self.ring.radius
    }
}
