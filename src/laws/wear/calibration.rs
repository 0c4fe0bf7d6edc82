//! The elastic law of a joint, transferred to a worn surface.
//!
//! A law f(δ) is that of the unworn circle. The overlap of unworn circles at δ has a volume V₀(δ); a worn
//! pair with an equal volume has the equivalent penetration δ: V₀(δ) = V. With κ = f(δ)/V₀′(δ) the load −κ
//! ∂V is then the gradient of ∫f dδ, for any profile: no energy is created, and the unworn pair has f(δ)
//! itself.

use crate::base::Real;

/// Step of the table in ln V.
const STEP: f64 = 0.04;
/// Shallowest penetration of the table, over the clearance. Below, the power of the first rows is
/// continued.
const SHALLOW: f64 = 1e-10;
/// Deepest penetration of the table, over the radius.
const DEEP: f64 = 1.0;
/// Widest table in ln V: that of a clearance of a millionth of the radius.
const WIDEST: f64 = 100.0;
/// Half-angles below which series replace differences of nearly equal numbers \[rad\].
const SMALL: f64 = 0.5;
/// Terms of these series: the first omitted one is below 1e-16 of the first.
const TERMS: u32 = 9;

/// Overlap of an unworn pin of radius `radius` − c with its hole, by penetration.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Unworn {
    /// Radius of the hole \[m\].
    pub radius: f64,
    /// Length \[m\].
    pub length: f64,
    /// Radial clearance c \[m\].
    pub clearance: f64,
}

impl Unworn {
    /// Half-angle ε of the contact \[rad\]: cos ε = c/(c + δ).
    pub fn half_angle(&self, penetration: f64) -> f64 {
        // From half the angle: the cosine itself has lost the digits of small angles.
        let cosine_gap = penetration / (self.clearance + penetration);
        2.0 * (0.5 * cosine_gap).sqrt().asin()
    }

    /// V₀ \[m⁴\] and its derivative I \[m³\] at `penetration` > 0 \[m\].
    pub fn volume(&self, penetration: f64) -> (f64, f64) {
        let Self { radius, length, clearance } = *self;
        let reach = clearance + penetration;
        let angle = self.half_angle(penetration);
        let (volume, rise) = if angle < SMALL {
            // With x = 2ε: Σ (−1)^k (k − 1) x^(2k+1)/(2k+1)! and −½ Σ (−1)^k x^(2k+1)/(2k+1)!.
            let (mut term, mut sums) = (2.0 * angle, [0.0; 2]);
            for order in 1..=TERMS {
                let power = f64::from(2 * order);
                term *= -(4.0 * angle * angle) / (power * (power + 1.0));
                sums = [sums[0] + f64::from(order - 1) * term, sums[1] - 0.5 * term];
            }
            (sums[0], sums[1])
        } else {
            let (sin, cos) = angle.sin_cos();
            (angle * (1.0 + 2.0 * cos * cos) - 3.0 * sin * cos, angle - sin * cos)
        };
        let scale = radius * length * reach;
        (0.5 * scale * reach * volume, scale * rise)
    }
}

/// κ and the equivalent penetration by the overlap's volume.
#[derive(Debug, Clone)]
pub(crate) struct Calibration {
    /// ln V of the first row.
    first: f64,
    /// κ \[Pa/m\] and ln δ, each with its slope over a step.
    rows: Box<[[f64; 4]]>,
}

impl Calibration {
    /// Computes the table of a law, force by penetration: from 1e-10 of the clearance to the hole's radius.
    /// `None` if the volumes of these overflow or underflow, or if the clearance is below a millionth of
    /// the radius.
    pub fn new(force: impl Fn(f64) -> f64, unworn: &Unworn) -> Option<Self> {
        let from = SHALLOW * unworn.clearance;
        let first = unworn.volume(from).0.ln();
        let last = unworn.volume(DEEP * unworn.radius).0.ln();
        if !(first.is_finite() && (0.0..WIDEST).contains(&(last - first))) {
            return None;
        }
        let count = ((last - first) / STEP).ceil() as usize + 1;
        let mut depth = from;
        // Two more at both ends, for the slopes.
        let values: Vec<[f64; 2]> = (0..count + 4)
            .map(|row| {
                let wanted = first + STEP * (row as f64 - 2.0);
                // Newton's method in the logarithms, in which V₀ is nearly a power.
                for _ in 0..30 {
                    let (volume, rise) = unworn.volume(depth);
                    let off = volume.ln() - wanted;
                    depth *= (-off * volume / (rise * depth)).exp();
                    if off.abs() < 1e-14 * wanted.abs() {
                        break;
                    }
                }
                let (_, rise) = unworn.volume(depth);
                [force(depth) / rise, depth.ln()]
            })
            .collect();
        let slope = |row: usize, which: usize| {
            let at = |offset: usize| values[row + offset][which];
            (8.0 * (at(3) - at(1)) - (at(4) - at(0))) / 12.0
        };
        let rows = (0..count)
            .map(|row| {
                let [modulus, depth] = values[row + 2];
                [modulus, slope(row, 0), depth, slope(row, 1)]
            })
            .collect();
        let rows: Box<[[f64; 4]]> = rows;
        let finite = rows.iter().flatten().all(|number| number.is_finite());
        finite.then_some(Self { first, rows })
    }

    /// κ = f(δ)/I(δ) \[Pa/m\] and the equivalent penetration δ \[m\] at an overlap of `volume` > 0 \[m⁴\].
    #[inline]
    pub fn at<T: Real>(&self, volume: T) -> (T, T) {
        let steps = (volume.ln() - self.first) * (1.0 / STEP);
        let row = (steps.re().floor().max(0.0) as usize).min(self.rows.len() - 2);
        let t = steps - row as f64;
        let ([a, b], [k0, k1, d0, d1]) = ([&self.rows[row], &self.rows[row + 1]], self.rows[row]);
        if steps.re() < 0.0 {
            // Powers are continued beyond the table.
            let modulus = if k0 > 0.0 { (t * (k1 / k0)).exp() * k0 } else { T::from(0.0) };
            return (modulus, (t * d1 + d0).exp());
        }
        let rest = -t + 1.0;
        let (h00, h10) = ((t * 2.0 + 1.0) * rest * rest, t * rest * rest);
        let (h01, h11) = (t * t * (-t * 2.0 + 3.0), t * t * (t - 1.0));
        let value = |of: usize| h00 * a[of] + h10 * a[of + 1] + h01 * b[of] + h11 * b[of + 1];
        (value(0), value(2).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Material;
    use crate::laws::contact::ElasticLaw;
    use crate::laws::contact::elastic::Hertz;

    const UNWORN: Unworn = Unworn { radius: 0.01, length: 0.01, clearance: 5e-4 };

    #[test]
    fn series_and_closed_forms_agree() {
        for angle in [0.4999_f64, 0.5001] {
            let depth = UNWORN.clearance * (1.0 / angle.cos() - 1.0);
            let (sin, cos) = angle.sin_cos();
            let reach = UNWORN.clearance + depth;
            let volume =
                0.5e-4 * reach * reach * (angle * (1.0 + 2.0 * cos * cos) - 3.0 * sin * cos);
            let rise = 1e-4 * reach * (angle - sin * cos);
            let found = UNWORN.volume(depth);
            assert!((found.0 / volume - 1.0).abs() < 1e-13, "{}", found.0 / volume - 1.0);
            assert!((found.1 / rise - 1.0).abs() < 1e-13, "{}", found.1 / rise - 1.0);
        }
    }

    #[test]
    fn the_derivative_is_that_of_the_volume() {
        for ratio in [1e-8, 1e-4, 0.003, 0.1, 2.0] {
            let depth = ratio * UNWORN.clearance;
            let step = 1e-4 * depth;
            let [high, low] = [depth + step, depth - step].map(|depth| UNWORN.volume(depth).0);
            let rise = (high - low) / (2.0 * step);
            let found = UNWORN.volume(depth).1;
            assert!((found / rise - 1.0).abs() < 1e-8, "{ratio}: {}", found / rise - 1.0);
        }
    }

    #[test]
    fn the_table_reproduces_the_law() {
        let steel = Material::default();
        let hertz = Hertz::internal(0.01, 0.0095, &steel, &steel, 1.5);
        let spring = crate::laws::contact::NormalParameters::default().kelvin_voigt();
        for law in [ElasticLaw::Hertz(hertz), ElasticLaw::KelvinVoigt(spring)] {
            let table = Calibration::new(|depth| law.force(depth), &UNWORN).unwrap();
            for step in 0..400 {
                let depth = UNWORN.clearance * 10.0_f64.powf(-12.0 + 0.033 * f64::from(step));
                let (volume, rise) = UNWORN.volume(depth);
                let (modulus, equivalent) = table.at(volume);
                let force = modulus * rise / law.force(depth);
                // Below the table's first row the continued power, above it an interpolation error of 4e-9.
                assert!((force - 1.0).abs() < 4e-9, "{depth}: {}", force - 1.0);
                assert!((equivalent / depth - 1.0).abs() < 4e-9, "{depth}");
            }
        }
    }
}
