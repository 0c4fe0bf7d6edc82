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

    /// The contact at a penetration > 0: Newton's method in ln(x/(X − x)) on the logarithm of the depth, which is
    /// nearly straight there, then in x for the last digits and the derivatives.
    #[inline]
    fn arc<T: Real>(&self, penetration: T, clearance: f64) -> Arc<T> {
        let depth = penetration / clearance;
        // The quotient of a depth that is almost zero may be zero.
        let depth = if depth.re() > LEAST { depth } else { depth * 0.0 + LEAST };
        let mut x = T::from(self.find(depth.re()).0);
        let polishes = if T::NDERIV == 0 { 1 } else { 2 };
        for _ in 0..polishes {
            let (found, slope) = Arc::new(x).depth(self.body);
            x -= (found - depth) / slope;
        }
        Arc::new(x)
    }

    /// Returns x of a depth δ/c to about ten digits, and the number of Newton's steps.
    fn find(&self, depth: f64) -> (f64, u32) {
        let mut x = if depth < 2.0 {
            let light = depth / (1.2 * depth + 1.0 + self.body + depth.ln_1p() - depth.ln());
            light.min(0.9 * WIDEST)
        } else {
            WIDEST * (1.0 - 1.0 / (1.0 + 1.6 * depth))
        };
        let wanted = depth.ln();
        for step in 1..=20 {
            let (found, slope) = Arc::new(x).depth(self.body);
            let by = (found.ln() - wanted) * found / (slope * x * (1.0 - x / WIDEST));
            // x/(X − x) times e^−by.
            let rest = (WIDEST - x) * by.exp();
            x = WIDEST * x / (x + rest);
            if by.abs() < 1e-5 {
                return (x, step);
            }
        }
        (x, 20)
    }
}

#[cfg(test)]
mod tests;
