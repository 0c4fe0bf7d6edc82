//! A ring under a tilted plane: moments of the depth over it, in closed form.

use crate::base::Real;
use crate::base::numerics::gauss;

/// Half the angle \[rad\] of a segment below which the closed form would lose digits.
const SMALL_ANGLE: f64 = 0.4;

/// Moments of the depth d = d₀ + G ρ cos φ over the part of a disc or ring on which d > 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moments<T> {
    /// ∫ d dA \[m³\].
    pub volume: T,
    /// ∫ d ρ cos φ dA \[m⁴\].
    pub first: T,
    /// ∫ d ρ² dA \[m⁵\].
    pub polar: T,
}

impl<T: Real> Moments<T> {
    fn zero() -> Self {
        let zero = T::from(0.0);
        Self { volume: zero, first: zero, polar: zero }
    }

    /// Moments of a ring between two radii \[m\], 0 ≤ `inner` < `outer`, at depth `centre` d₀ \[m\] and
    /// slope G ≥ 0.
    pub(crate) fn of_ring(centre: T, slope: T, inner: f64, outer: f64) -> Self {
        let whole = Self::of_disc(centre, slope, outer);
        let hole = Self::of_disc(centre, slope, inner);
        Self {
            volume: whole.volume - hole.volume,
            first: whole.first - hole.first,
            polar: whole.polar - hole.polar,
        }
    }

    /// Moments of a disc of `radius` R \[m\]. With cos θ = −d₀/(GR) the part in contact is a segment of
    /// half angle θ.
    ///
    /// Source: own derivation.
    pub(crate) fn of_disc(centre: T, slope: T, radius: f64) -> Self {
        use std::f64::consts::PI;
        let fall = slope * radius;
        if centre.re() <= -fall.re() || radius <= 0.0 {
            return Self::zero();
        }
        let square = radius * radius;
        if centre.re() >= fall.re() {
            return Self {
                volume: centre * (PI * square),
                first: slope * (0.25 * PI * square * square),
                polar: centre * (0.5 * PI * square * square),
            };
        }
        let half = ((fall + centre) / (fall * 2.0)).sqrt().asin();
        let angle = half * 2.0;
        if angle.re() < SMALL_ANGLE {
            return Self::of_small_segment(slope, radius, angle);
        }
        let (s, c) = angle.sin_cos();
        let cube = s * s * s;
        let bulge = angle - s * c;
        let (third, fourth) = (square * radius, square * square);
        let a0 = bulge * square;
        let a1 = cube * (2.0 / 3.0 * third);
        let a2 = (bulge * 0.25 + cube * c * 0.5) * fourth;
        let b0 = a2 + (bulge * 3.0 - cube * c * 2.0) * (fourth / 12.0);
        let b1 = (cube * (2.0 / 3.0) - cube * s * s * (4.0 / 15.0)) * (fourth * radius);
        Self {
            volume: centre * a0 + slope * a1,
            first: centre * a1 + slope * a2,
            polar: centre * b0 + slope * b1,
        }
    }

    /// Moments of a segment of half `angle` θ below 0.4, by a rule of eight nodes along it.
    fn of_small_segment(slope: T, radius: f64, angle: T) -> Self {
        let mut moments = Self::zero();
        let unit = slope * angle * (4.0 * radius * radius * radius);
        for (node, weight) in gauss::EIGHT {
            let phi = angle * node;
            let (sin, cos) = phi.sin_cos();
            let depth = ((angle + phi) * 0.5).sin() * ((angle - phi) * 0.5).sin();
            let part = unit * depth * sin * sin * weight;
            moments.volume += part;
            moments.first += part * cos * radius;
            moments.polar += part * (cos * cos + sin * sin / 3.0) * (radius * radius);
        }
        moments
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::numerics::gauss::rule;
    use num_dual::Dual64;
    use std::f64::consts::PI;

    /// The moments of a disc by many nodes: φ from 0 to θ are chords at x = R cos φ, half as long as R sin
    /// φ, on which d = d₀ + Gx.
    fn by_quadrature(angle: f64, slope: f64, radius: f64) -> [f64; 3] {
        let mut sums = [0.0; 3];
        for (node, weight) in rule(60) {
            let phi = angle * node;
            let (sin, cos) = phi.sin_cos();
            let x = radius * cos;
            let depth =
                2.0 * slope * radius * (0.5 * (angle + phi)).sin() * (0.5 * (angle - phi)).sin();
            let half = radius * sin;
            let part = angle * weight * half * depth * 2.0 * half;
            sums[0] += part;
            sums[1] += part * x;
            sums[2] += part * (x * x + half * half / 3.0);
        }
        sums
    }

    #[test]
    fn the_closed_form_is_the_integral() {
        let (slope, radius) = (2e-3, 0.015);
        for angle in [0.01, 0.1, 0.3, 0.399, 0.401, 0.6, 1.0, 1.6, 2.2, 3.0, 3.13] {
            let centre = -slope * radius * f64::cos(angle);
            let Moments { volume, first, polar } = Moments::of_disc(centre, slope, radius);
            let right = by_quadrature(angle, slope, radius);
            // 1e-13, and the effect of rounding in d₀: volume falls as θ⁵, so dV/V = 5/2 d(GR + d₀)/(GR +
            // d₀).
            let rounding = 1e-13 + 2e-15 / (angle * angle);
            for (found, right) in [volume, first, polar].into_iter().zip(right) {
                assert!((found / right - 1.0).abs() < rounding, "{angle}: {found} {right}");
            }
        }
    }

    #[test]
    fn a_segment_becomes_the_disc_without_a_step() {
        let (slope, radius) = (1e-3, 0.01);
        let full = Moments::of_disc(slope * radius, slope, radius);
        let nearly = Moments::of_disc(slope * radius * (1.0 - 1e-12), slope, radius);
        assert!((full.volume / nearly.volume - 1.0).abs() < 3e-12);
        assert!((full.polar / nearly.polar - 1.0).abs() < 3e-12);
        let flat = Moments::of_ring(1e-6, 0.0, 0.01, 0.02);
        assert!((flat.volume / (1e-6 * PI * 3e-4) - 1.0).abs() < 1e-14);
        assert_eq!(flat.first, 0.0);
    }

    #[test]
    fn the_volume_grows_by_area_and_first_moment() {
        // dP₀/dd₀ is the area in contact, dP₁/dd₀ = dP₀/dG by the symmetry of the energy.
        let (slope, radius) = (1e-3, 0.01);
        for centre in [-9.8e-6, -5e-6, 0.0, 6e-6, 2e-5] {
            let constant = Dual64::from;
            let dual = constant(centre).derivative();
            let down = Moments::of_disc(dual, constant(slope), radius);
            let tilt = constant(slope).derivative();
            let round = Moments::of_disc(constant(centre), tilt, radius);
            assert!((down.first.eps - round.volume.eps).abs() < 1e-11 * radius.powi(3));
        }
    }
}
