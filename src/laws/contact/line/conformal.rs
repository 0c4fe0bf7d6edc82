//! The conformal line contact: Persson's pressure with its true approach.

use super::LineResponse;
use crate::base::{Fault, Pair, Real};
use model_description::Interval;
use std::f64::consts::{LN_2, PI};

/// X, the root of N: the largest x = tan²(ε/2) that any load reaches, at a half-angle of 84.828°.
const WIDEST: f64 = 0.834_615_245_477_657_2;

/// The body constant k of a pin and a hole each held a radius away, ln 4 − 1: Johnson's convention.
pub const HELD_A_RADIUS_AWAY: f64 = 2.0 * LN_2 - 1.0;

/// Depth \[clearances\] from which the force follows its tangent: the stiffness has reached its limit to 1e-4 there, and the
/// half-angle has too few digits beyond.
const DEEPEST: f64 = 1e4;

/// Least depth \[clearances\] that the equations are solved for.
const LEAST: f64 = 1e-290;

/// Body constants that may be chosen: the contact has a positive stiffness from −1.0442 on.
pub(super) const BODY_COMPLIANCES: Interval = Interval::above(-1.0).up_to(10.0);

/// The contact of a pin in its hole by plane elasticity, for every depth.
///
/// With the half-angle of contact ε, x = tan²(ε/2), l = ln(1 + x) and N = 2 − l − 2x²:
///
/// - load per length `L = E*c · 2πx(1 + x)/N`,
/// - penetration `δ = c · {[2x(1+x) ln((1+x)/x) + l − 2x(1−x) + x/(1+x)]/N + k L/(πE*c)}`.
///
/// δ = penetration \[m\], c = radial clearance \[m\], E* = contact modulus \[Pa\]. The constant k says where the two
/// bodies are held, which the plane leaves open: their approach by all that lies beyond the contact is k L/(πE*).
/// Light contacts follow Johnson's law if k = ln 4 − 1; in heavy ones the tangent goes to E*/(0.332373 + k/π).
///
/// Source: pressure of Persson (1964) and of Ciavarella & Decuzzi, Int. J. Solids Structures 38 (2001) 4507–4523; approach
/// and energy by integration of its displacements, checked against a plane-strain solution. Holds in plane strain for
/// elastically similar materials and c ≪ R; unequal ones enter by k. Without the k of a housing no law of the plane is better than
/// 10 % in light contacts or 30 % in wide ones. A hole shorter than its diameter is up to 9 % softer. The contact stays
/// elastic until the peak pressure reaches about 1.8 times the yield stress.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Conformal {
    /// E* \[Pa\].
    modulus: f64,
    /// The constant k.
    body: f64,
}

/// Step of the half-angle's x, over its distance from the ends of its range, after which the third power of a step is below
/// rounding.
const NEAR: f64 = 1e-5;

/// A contact by its half-angle: the terms of load and depth.
#[derive(Debug, Clone, Copy)]
struct Arc<T> {
    x: T,
    /// ln(1 + x).
    l: T,
    /// ln((1 + x)/x).
    log: T,
    /// The denominator N.
    rest: T,
}

impl Arc<f64> {
    /// Converts the contact to other numbers.
    #[inline]
    fn map<T>(self, number: impl Fn(f64) -> T) -> Arc<T> {
        let Self { x, l, log, rest } = self;
        Arc { x: number(x), l: number(l), log: number(log), rest: number(rest) }
    }

    /// The contact at x + `by`, less than [`NEAR`] of x away: logarithms by their series.
    #[inline]
    fn moved(self, by: f64) -> Self {
        let series = |u: f64| u * (1.0 - u * (0.5 - u / 3.0));
        let x = self.x + by;
        let more = series(by / (1.0 + self.x));
        let l = self.l + more;
        Self { x, l, log: self.log + more - series(by / self.x), rest: 2.0 - l - 2.0 * x * x }
    }
}

impl<T: Real> Arc<T> {
    #[inline]
    fn new(x: T) -> Self {
        let l = x.ln_1p();
        Self { x, l, log: l - x.ln(), rest: -l - x * x * 2.0 + 2.0 }
    }

    /// λ = L/(E*c).
    #[inline]
    fn load(&self) -> T {
        self.x * (self.x + 1.0) / self.rest * (2.0 * PI)
    }

    /// dN/dx.
    #[inline]
    fn rest_slope(&self) -> T {
        -(self.x + 1.0).recip() - self.x * 4.0
    }

    /// dλ/dx.
    #[inline]
    fn load_slope(&self) -> T {
        let Self { x, rest, .. } = *self;
        ((x * 2.0 + 1.0) * rest - x * (x + 1.0) * self.rest_slope()) / (rest * rest) * (2.0 * PI)
    }

    /// δ/c for a body constant k, and its slope over x.
    #[inline]
    fn depth(&self, body: f64) -> (T, T) {
        let Self { x, l, log, rest } = *self;
        let more = x + 1.0;
        let top = x * more * log * 2.0 + l - x * (-x + 1.0) * 2.0 + x / more;
        let inverse = more.recip();
        let top_slope = (x * 2.0 + 1.0) * log * 2.0 + x * 4.0 - 4.0 + inverse + inverse * inverse;
        let by = body / PI;
        let own = (top_slope * rest - top * self.rest_slope()) / (rest * rest);
        (top / rest + self.load() * by, own + self.load_slope() * by)
    }

    /// N times the difference of a depth δ/c from this contact's, and its first and second derivative by x.
    #[inline]
    fn off(&self, depth: T, body: f64) -> [T; 3] {
        let Self { x, l, log, rest } = *self;
        let more = x + 1.0;
        let inverse = more.recip();
        let square = inverse * inverse;
        let load = x * more * 2.0;
        let top = load * log + l - x * (-x + 1.0) * 2.0 + x * inverse;
        let twice = x * 2.0 + 1.0;
        let top_slope = twice * log * 2.0 + x * 4.0 - 4.0 + inverse + square;
        let top_curvature =
            log * 4.0 + twice * (inverse - x.recip()) * 2.0 + 4.0 - square - square * inverse * 2.0;
        [
            depth * rest - top - load * body,
            depth * self.rest_slope() - top_slope - twice * (2.0 * body),
            depth * (square - 4.0) - top_curvature - 4.0 * body,
        ]
    }

    /// x − ln(1 + x), by its series where the difference loses digits.
    fn short_of_log(&self) -> T {
        let Self { x, l, .. } = *self;
        if x.re() > 0.02 {
            return x - l;
        }
        let sum = (2..=12).rev().fold(T::from(0.0), |sum, n| -sum * x + 1.0 / f64::from(n));
        sum * x * x
    }

    /// U/(E*c²) for a body constant k.
    fn energy(&self, body: f64) -> T {
        let Self { x, l, log, rest } = *self;
        let (square, more) = (x * x, x + 1.0);
        let top = self.short_of_log() * 2.0 - square * 3.0 - square * x * 2.0
            + square * square * 4.0
            + l * l
            + square * l * 4.0
            + square * more * more * log * 2.0;
        let load = self.load();
        top / (rest * rest) * PI + load * load * (0.5 * body / PI)
    }
}

impl Conformal {
    /// The law for two materials and a body constant k in (−1, 10].
    pub fn new(pair: &Pair, body_compliance: f64) -> Result<Self, Fault> {
        let meaning = "approach of the bodies beyond the contact, in L/(πE*)";
        let body = Fault::check("body_compliance", body_compliance, BODY_COMPLIANCES, meaning)?;
        Ok(Self { modulus: pair.contact_modulus(), body })
    }

    /// Half-angle of the contact \[rad\], and its peak pressure times the radius of the hole \[N/m\].
    pub fn extent(&self, penetration: f64, clearance: f64) -> [f64; 2] {
        if penetration <= 0.0 {
            return [0.0; 2];
        }
        let arc = self.arc(penetration.min(DEEPEST * clearance), clearance);
        let root = arc.x.sqrt();
        let share =
            2.0 * root / (PI * (1.0 + arc.x).sqrt()) + root.asinh() / (PI * arc.x * (1.0 + arc.x));
        [2.0 * root.atan(), self.modulus * clearance * arc.load() * share]
    }

    #[inline]
    pub(super) fn respond<T: Real>(&self, penetration: T, clearance: f64) -> LineResponse<T> {
        let deepest = DEEPEST * clearance;
        if penetration.re() > deepest {
            return self.respond(deepest, clearance).beyond(penetration - deepest);
        }
        let arc = self.arc(penetration, clearance);
        let tangent = arc.load_slope() / arc.depth(self.body).1 * self.modulus;
        LineResponse { load: arc.load() * (self.modulus * clearance), tangent }
    }

    pub(super) fn store<T: Real>(&self, penetration: T, clearance: f64) -> T {
        let deepest = DEEPEST * clearance;
        if penetration.re() > deepest {
            let more = self.respond(deepest, clearance).energy_beyond(penetration - deepest);
            return more + self.store(deepest, clearance);
        }
        let arc = self.arc(penetration, clearance);
        arc.energy(self.body) * (self.modulus * clearance * clearance)
    }

    /// The contact at a penetration > 0.
    #[inline]
    fn arc<T: Real>(&self, penetration: T, clearance: f64) -> Arc<T> {
        let depth = penetration / clearance;
        // The quotient of a depth that is almost zero may be zero.
        let depth = if depth.re() > LEAST { depth } else { depth * 0.0 + LEAST };
        let (found, _) = self.find(depth.re());
        let mut arc = found.map(T::from);
        if T::NDERIV > 0 {
            // One step of Newton's method carries the first derivatives, the next one the second ones.
            for _ in 0..2 {
                let (found, slope) = arc.depth(self.body);
                arc = Arc::new(arc.x - (found - depth) / slope);
            }
        }
        arc
    }

    /// Returns the contact of a depth δ/c, and the number of steps: Halley's method on the depth's equation times N, which
    /// has no pole and is nearly straight in light contacts and in wide ones.
    #[inline]
    fn find(&self, depth: f64) -> (Arc<f64>, u32) {
        let x = if depth < 2.0 {
            // In light contacts δ/c = x [ln(1/x) + k].
            let log = depth.ln_1p() - depth.ln();
            let light = 1.2 * depth + self.body + log + (log + 1.0 + self.body).ln().max(1.0);
            (depth / light).min(0.9 * WIDEST)
        } else {
            WIDEST * (1.0 - 1.0 / (1.0 + 1.6 * depth))
        };
        let mut arc = Arc::new(x);
        for step in 1..=20 {
            let [off, slope, curvature] = arc.off(depth, self.body);
            let by = -off / (slope - 0.5 * off * curvature / slope);
            let x = arc.x;
            if by.abs() < NEAR * x.min(WIDEST - x) {
                return (arc.moved(by), step);
            }
            // A step goes no farther than halfway to the ends of the range.
            arc = Arc::new((x + by).max(0.5 * x).min(0.5 * (x + WIDEST)));
        }
        (arc, 20)
    }
}

#[cfg(test)]
mod tests;
