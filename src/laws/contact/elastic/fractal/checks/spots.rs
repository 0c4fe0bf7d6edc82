//! The rough surface summed spot by spot, literally and slowly.

use super::{BEARING, Surface, steel};
use crate::base::Real;
use crate::base::numerics::gauss::adaptive;
use crate::laws::contact::elastic::fractal::surface::Topography;
use num_dual::Dual64;
use std::f64::consts::PI;

const GAMMA: f64 = 1.5;

/// The sum over spots, each number from its own definition.
pub struct Spots {
    pub d: f64,
    g: f64,
    phi: f64,
    contact: f64,
    pressure: f64,
}

impl Spots {
    pub fn new(surface: &Surface) -> Self {
        let Topography { dimension: d, length: g, spread: phi } = surface.topography().unwrap();
        let (contact, pressure) = (steel().contact_modulus(), surface.plastic_pressure());
        Self { d, g, phi, contact, pressure }
    }

    pub fn depth<T: Real>(&self, area: T) -> T {
        let front = 2f64.powf(4.0 - self.d) * self.g.powf(self.d - 2.0) * GAMMA.ln().sqrt();
        area.powf(0.5 * (3.0 - self.d)) * (front * PI.powf(0.5 * (self.d - 3.0)))
    }

    pub fn yield_depth<T: Real>(&self, area: T) -> T {
        let radius = area / (self.depth(area) * 2.0 * PI);
        radius * (PI * self.pressure / (2.0 * self.contact)).powi(2)
    }

    pub fn load<T: Real>(&self, area: T, factor: f64, exponent: f64) -> T {
        let radius = area / (self.depth(area) * 2.0 * PI);
        let first = self.yield_depth(area);
        let at_yield = radius.sqrt() * first * first.sqrt() * (4.0 / 3.0 * self.contact);
        at_yield * (self.depth(area) / first).powf(exponent) * factor
    }

    /// `dP/dδ` along the area, by dual numbers.
    pub fn spot_stiffness(&self, area: f64, factor: f64, exponent: f64) -> f64 {
        let area = Dual64::from(area).derivative();
        self.load(area, factor, exponent).eps / self.depth(area).eps
    }

    /// Area of first yield, a_c, by the corrected equation.
    pub fn yield_area(&self) -> f64 {
        let (d, ratio) = (self.d, self.contact / self.pressure);
        let inner = 2f64.powf(11.0 - 2.0 * d) / PI.powf(4.0 - d)
            * self.g.powf(2.0 * d - 4.0)
            * GAMMA.ln()
            * ratio
            * ratio;
        inner.powf(1.0 / (d - 2.0))
    }

    pub fn largest(&self, area_ratio: f64, penetration: f64) -> f64 {
        let chord = (penetration / (2.0 * (BEARING.clearance + penetration))).sqrt();
        let real = area_ratio * 2.0 * BEARING.radius * BEARING.length * chord;
        (3.0 - self.d) / (self.d - 1.0) * self.phi.powf(-0.5 * (3.0 - self.d)) * real
    }

    /// `Σ ∫ k n da`, in ln a.
    pub fn sum(&self, largest: f64) -> f64 {
        let (d, first) = (self.d, self.yield_area());
        let edge = |ratio: f64| first * (1.0 / ratio).powf(1.0 / (d - 2.0));
        let number = |area: f64| {
            0.5 * (d - 1.0)
                * self.phi.powf(0.5 * (3.0 - d))
                * largest.powf(0.5 * (d - 1.0))
                * area.powf(-0.5 * (d + 1.0))
        };
        let states = [
            (1.0, 1.5, first, largest),
            (1.03, 1.425, edge(6.0), first),
            (1.4, 1.263, edge(110.0), edge(6.0)),
        ];
        let part = |(factor, exponent, from, to): (f64, f64, f64, f64)| {
            let (from, to) = (from.min(largest), to.min(largest));
            let density = |ln_area: f64| {
                let area = ln_area.exp();
                self.spot_stiffness(area, factor, exponent) * number(area) * area
            };
            if from < to { adaptive(&density, from.ln(), to.ln(), 1e-13) } else { 0.0 }
        };
        states.into_iter().map(part).sum()
    }
}

/// The three spot stiffnesses as the corrected equations print them.
pub fn printed(spots: &Spots, area: f64) -> [f64; 3] {
    let Spots { d, g, contact, pressure, .. } = *spots;
    let ln_gamma = GAMMA.ln();
    [
        (4.0 - d) / (3.0 - d) * 2f64.powf(1.5) * contact / (3.0 * PI.sqrt()) * area.sqrt(),
        1.03 / 3.0 * (3.7 - 0.85 * d) / (3.0 - d)
            * 2f64.powf(0.15 * d + 0.675)
            * contact.powf(0.85)
            * pressure.powf(0.15)
            * g.powf(0.3 - 0.15 * d)
            / (PI.powf(0.075 * d + 0.2) * ln_gamma.powf(0.075))
            * area.powf(0.075 * d + 0.35),
        1.4 / 3.0 * (1.526 - 0.263 * d) / (3.0 - d)
            * 2f64.powf(0.474 * d - 0.107)
            * contact.powf(0.526)
            * pressure.powf(0.474)
            * g.powf(0.948 - 0.474 * d)
            / (PI.powf(0.237 * d - 0.448) * ln_gamma.powf(0.237))
            * area.powf(0.237 * d + 0.026),
    ]
}
