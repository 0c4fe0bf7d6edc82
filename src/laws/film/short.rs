//! Ocvirk's bearing: a film so short that oil flows across it only.

use super::polar;
use crate::base::Real;
use std::f64::consts::TAU;

/// `S` of a short bearing at relative eccentricity `ε` in 0..1 and speed `u = V/c` \[1/s\] along n and
/// t; `width` b = B/D.
///
/// The film has pressure where u·n(φ) > 0, a half circle; Sommerfeld's substitution gives the integrals
/// over it in closed form. `S = ∂Φ/∂u` with `Φ = ½ S·u`, convex: it never creates energy, and its damping
/// is symmetric.
///
/// Source: Ocvirk, NACA TN 2808 (1952), for any motion; half-Sommerfeld (Gümbel) film. Against the
/// two-dimensional equation it is too stiff: closing at b = ¼ by 8 % at ε = 0.6, 19 % at 0.8. To be used
/// for b ≤ ¼ and ε ≤ 0.6.
#[inline]
pub fn short<T: Real>(eccentricity: T, [closing, sideways]: [T; 2], width: f64) -> [T; 2] {
    let e = eccentricity;
    let [cos, sin] = direction(closing, sideways);
    let root2 = -e * e + 1.0;
    let root = root2.sqrt();
    // The two ends of the half circle, as (cos, sin).
    let end = |c: T, s: T| {
        let gap = (-e * c + 1.0).recip();
        [polar(root * s, c - e), (c - e) * gap, root * s * gap]
    };
    let [from, cos_from, sin_from] = end(sin, -cos);
    let [to, cos_to, sin_to] = end(-sin, cos);
    let mut arc = to - from;
    if arc.re() < 0.0 {
        arc += TAU;
    }
    let double = sin_to * cos_to - sin_from * cos_from;
    let (root3, root4) = (root * root2, root2 * root2);
    let nn = ((e * e + 0.5) * arc + e * 2.0 * (sin_to - sin_from) + double * 0.5) / (root3 * root2);
    let tn = -(e * (cos_to - cos_from) + (cos_to * cos_to - cos_from * cos_from) * 0.5) / root4;
    let tt = (arc - double) * 0.5 / root3;
    let scale = 2.0 * width * width;
    [(nn * closing + tn * sideways) * scale, (tn * closing + tt * sideways) * scale]
}

/// u over its length; along n if u is 0, where S is 0 in any direction.
#[inline]
fn direction<T: Real>(closing: T, sideways: T) -> [T; 2] {
    let square = closing * closing + sideways * sideways;
    if square.re() > f64::MIN_POSITIVE {
        let length = square.sqrt();
        [closing / length, sideways / length]
    } else {
        [T::from(1.0), T::from(0.0)]
    }
}

/// Largest pressure of the short film, as P = p ψ²/η \[1/s\]: of `6 b² (u·n)₊/H³` in the middle plane.
///
/// Its place is the only maximum of ln(u·n) − 3 ln H over the half circle, found by Newton's method.
pub(crate) fn short_peak(eccentricity: f64, [closing, sideways]: [f64; 2], width: f64) -> f64 {
    use crate::base::numerics::root::{Bracket, Enough};
    let e = eccentricity;
    let speed = closing.hypot(sideways);
    if speed == 0.0 || !speed.is_finite() {
        return 0.0;
    }
    let towards = sideways.atan2(closing);
    let quarter = std::f64::consts::FRAC_PI_2;
    // The derivative times cos(φ − α) H, which falls from positive to negative.
    let slope = |off: f64| {
        let (sin, cos) = (towards + off).sin_cos();
        let (sin_off, cos_off) = off.sin_cos();
        let gap = 1.0 - e * cos;
        let value = sin_off * gap + 3.0 * e * sin * cos_off;
        (value, Some(cos_off * gap - 2.0 * e * sin * sin_off + 3.0 * e * cos * cos_off))
    };
    let enough = Enough { value: 0.0, step: 1e-6 };
    let off = Bracket::between(-quarter, quarter).root(enough, slope);
    let gap = 1.0 - e * (towards + off).cos();
    6.0 * width * width * speed * off.cos().max(0.0) / (gap * gap * gap)
}
