//! Wear of the hole: pressure of a slice, Archard's law, and depth from worn area.

use super::contact::{Slices, length};
use crate::base::clone_in_place;
use crate::base::numerics::root::{Bracket, Enough};
use crate::base::real::chain;
use crate::base::{Fault, Real};
use model_description::{Interval, POSITIVE};
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// ε \[rad\], half the contact angle of pin and hole at `penetration` > 0 \[m\]: cos ε = c/(c + δ).
///
/// Source: Persson, as in Gummer & Sauer, doi 10.1115/1.4006248, table 1 (19).
pub fn contact_angle<T: Real>(penetration: T, clearance: T) -> T {
    // Not by the cosine, which has lost the digits of a small angle.
    (penetration * (clearance * 2.0 + penetration)).sqrt().atan2(clearance)
}

/// The worn section of a hole that swings about a pin.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Groove {
    pin_radius: f64,
    hole_radius: f64,
    acting_angle: f64,
}

impl Groove {
    /// A pin of `pin_radius` \[m\], radial `clearance` \[m\], total swing `acting_angle` α \[rad\].
    ///
    /// Up to α = π the worn area is exact at any depth: α + 2φ₀ ≤ 2π, as φ₀ < π/2.
    pub fn new(pin_radius: f64, clearance: f64, acting_angle: f64) -> Result<Self, Fault> {
        Fault::check("pin_radius", pin_radius, POSITIVE, "radius of the pin, m")?;
        Fault::check("clearance", clearance, POSITIVE, "hole radius minus pin radius, m")?;
        let (swing, meaning) = (Interval::above(0.0).up_to(PI), "total swing of the rod, rad");
        Fault::check("wear.acting_angle", acting_angle, swing, meaning)?;
        Ok(Self { pin_radius, hole_radius: pin_radius + clearance, acting_angle })
    }

    /// φ₀, half the angle of the unworn hole's circle inside the pin's, and θ₀, that of the pin's circle.
    fn lens(&self, depth: f64) -> (f64, f64) {
        let (r_r, r_p) = (self.hole_radius, self.pin_radius);
        let four_e = 4.0 * (r_r - r_p + depth);
        let hole = depth * (2.0 * r_p - depth) / (four_e * r_r);
        let pin = depth * (2.0 * r_r + depth) / (four_e * r_p);
        (2.0 * hole.sqrt().asin(), 2.0 * pin.sqrt().asin())
    }

    /// A_w \[m²\], area worn off the hole's section at `depth` h in 0..r_p \[m\].
    ///
    /// The pin's circle, pushed h deep into the hole's, sweeps α: a lens and a ring sector. Source: Gummer
    /// & Sauer, figure 8, derived anew.
    pub fn area(&self, depth: f64) -> f64 {
        let (phi, theta) = self.lens(depth);
        let lens =
            self.pin_radius.powi(2) * segment(theta) - self.hole_radius.powi(2) * segment(phi);
        lens + 0.5 * self.acting_angle * depth * (2.0 * self.hole_radius + depth)
    }

    /// dA_w/dh = 2 r_r sin φ₀ + α(r_r + h) \[m\].
    pub(crate) fn area_slope(&self, depth: f64) -> f64 {
        let (phi, _) = self.lens(depth);
        2.0 * self.hole_radius * phi.sin() + self.acting_angle * (self.hole_radius + depth)
    }

    /// h \[m\] at which the worn area is `area` \[m²\].
    ///
    /// The ring sector alone gives the first guess, which is never too shallow.
    pub fn depth(&self, area: f64) -> f64 {
        if area <= 0.0 {
            return 0.0;
        }
        let ring = 2.0 * area / self.acting_angle;
        let start = ring / ((self.hole_radius.powi(2) + ring).sqrt() + self.hole_radius);
        let start = start.min(self.pin_radius);
        let enough = Enough { value: 0.0, step: 1e-15 };
        Bracket { low: 0.0, high: start, start }
            .root(enough, |depth| (self.area(depth) - area, Some(self.area_slope(depth))))
    }

    /// A_k \[m²\], the contact area of slice `k`: (r_r + h_k + r_p) ε_k ω_k; 0 without contact.
    ///
    /// Source: Gummer & Sauer, eq. (5), with the worn radius.
    pub(crate) fn contact_area<T: Real>(&self, slices: &Slices<T>, k: usize) -> T {
        if slices.penetration[k].re() <= 0.0 {
            return T::from(0.0);
        }
        let angle = contact_angle(slices.penetration[k], slices.clearance[k]);
        (slices.clearance[k] + 2.0 * self.pin_radius) * angle * slices.weight[k]
    }

    /// p = |F_k|/A_k of slice `k` \[Pa\]; 0 without contact.
    pub fn pressure<T: Real>(&self, slices: &Slices<T>, k: usize) -> T {
        let area = self.contact_area(slices, k);
        if area.re() > 0.0 { length(slices.force(k)) / area } else { T::from(0.0) }
    }
}

/// x − sin x cos x, also for small x.
fn segment(x: f64) -> f64 {
    if x > 0.3 {
        return x - x.sin() * x.cos();
    }
    // ½(2x − sin 2x); nine terms are exact to rounding at 0.3.
    let square = 4.0 * x * x;
    let (mut term, mut sum) = (2.0 * x, 0.0);
    for n in 1..10 {
        term *= square / f64::from(2 * n * (2 * n + 1));
        sum += if n % 2 == 1 { term } else { -term };
    }
    0.5 * sum
}

/// `dA_w/ds = (C/l_ref) (p/1 Pa)^m` \[m\]: area lost per sliding distance.
///
/// Source: Archard, in the form of Gummer & Sauer, eq. (14), corrected: as printed, with a volume per
/// slice, the depth would grow as the slices shrink.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct WearLaw {
    /// C \[m²\].
    pub rate: f64,
    /// m.
    pub exponent: f64,
    /// l_ref \[m\], the slice for which C was found.
    pub reference_length: f64,
}

impl WearLaw {
    /// dA_w/ds \[m\] under `pressure` \[Pa\].
    pub(crate) fn area_per_slide<T: Real>(&self, pressure: T) -> T {
        if pressure.re() > 0.0 {
            pressure.powf(self.exponent) * (self.rate / self.reference_length)
        } else {
            T::from(0.0)
        }
    }
}

/// Worn area and depth of each slice.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct WornHole {
    /// The geometry of wear.
    pub(crate) groove: Groove,
    /// The law of wear.
    pub(crate) law: WearLaw,
    areas: Box<[f64]>,
    depths: Box<[f64]>,
}

impl WornHole {
    /// A hole whose slices are already worn to `depths` ≥ 0 \[m\].
    pub(crate) fn new(groove: Groove, law: WearLaw, depths: &[f64]) -> Self {
        let areas = depths.iter().map(|&depth| groove.area(depth)).collect();
        Self { groove, law, areas, depths: depths.into() }
    }

    /// Sets the worn `area` \[m²\] of slice `k` and returns its depth \[m\]; an area ≤ 0 counts as 0.
    pub(crate) fn set_area<T: Real>(&mut self, k: usize, area: T) -> T {
        if self.areas[k] != area.re() {
            self.areas[k] = area.re();
            self.depths[k] = self.groove.depth(area.re());
        }
        let depth = self.depths[k];
        chain(
            area,
            depth,
            || if area.re() < 0.0 { 0.0 } else { 1.0 / self.groove.area_slope(depth) },
        )
    }

    /// Recomputes every depth from its area as [`set_area`](Self::set_area) does: the last digit may
    /// differ.
    pub(crate) fn with_depths(mut self) -> Self {
        for (depth, area) in self.depths.iter_mut().zip(&self.areas) {
            *depth = self.groove.depth(*area);
        }
        self
    }

    /// h_k \[m\].
    pub fn depths(&self) -> &[f64] {
        &self.depths
    }

    /// A_w of each slice \[m²\].
    pub(crate) fn areas(&self) -> &[f64] {
        &self.areas
    }

    /// Longest sliding distance \[m\] for which the present forces may be held constant: no slice with δ_k
    /// > 0.02 max δ gets deeper by more than 0.2 δ_k. Infinite without contact.
    ///
    /// Underestimates while h < √(2 r_p c), when the depth of a groove grows ever more slowly.
    pub(crate) fn longest_slide(&self, slices: &Slices) -> f64 {
        let counts = 0.02 * slices.deepest();
        (0..slices.len())
            .filter(|&k| slices.penetration[k] > counts)
            .map(|k| {
                let wear = self.law.area_per_slide(self.groove.pressure(slices, k));
                0.2 * slices.penetration[k] * self.groove.area_slope(self.depths[k]) / wear
            })
            .fold(f64::INFINITY, f64::min)
    }

    /// Wears every slice under the present forces along `slide` ≥ 0 \[m\]; acceleration of wear
    /// multiplies it.
    pub fn wear(&mut self, slices: &Slices, slide: f64) {
        for k in 0..slices.len() {
            let lost = self.law.area_per_slide(self.groove.pressure(slices, k)) * slide;
            if lost > 0.0 {
                self.areas[k] += lost;
                self.depths[k] = self.groove.depth(self.areas[k]);
            }
        }
    }

    /// Rate of the worn area of slice `k` \[m²/s\] that slides at `speed` ≥ 0 \[m/s\].
    pub(crate) fn area_rate<T: Real>(&self, slices: &Slices<T>, k: usize, speed: T) -> T {
        // The power of the pressure is expensive, and mostly nothing wears.
        if speed.re() == 0.0 && T::NDERIV == 0 {
            return T::from(0.0);
        }
        self.law.area_per_slide(self.groove.pressure(slices, k)) * speed
    }

    /// Σ A_w ω_k \[m³\].
    pub fn volume(&self, slices: &Slices) -> f64 {
        self.areas.iter().zip(&slices.weight).map(|(area, weight)| area * weight).sum()
    }
}

clone_in_place!(WornHole { groove, law, areas, depths });
