//! A round journal tilted in a round hole: the protrusion of its section at a height.

use crate::base::Real;
use crate::base::real::share;
use nalgebra::{Vector2, Vector3};

/// Distance from contact, in clearances, beyond which the section is not computed exactly: too far away for
/// a first touch to be sought there.
const FAR: f64 = 0.2;

/// Excess of the ellipse over the circle, in clearances, that is rounding.
const ROUND: f64 = 1e-17;

/// Rotation of the normal \[rad\] in an iteration that makes it the last: its error is the square of this.
const LAST_STEP: f64 = 1e-8;

/// Largest number of Newton iterations for the normal.
const MOST_STEPS: u32 = 30;

/// Radii of a hole and of the journal in it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    /// Radius of the hole minus that of the journal \[m\].
    pub clearance: f64,
    /// Radius of the journal \[m\].
    pub journal_radius: f64,
}

impl Fit {
    /// Largest tilt \[rad\] for which the section is valid: |g|² ≤ 0.6 c/R_J. Beyond 2/3 it may have two
    /// normals.
    pub(crate) fn largest_tilt(&self) -> f64 {
        (0.6 * self.clearance / self.journal_radius).sqrt()
    }

    /// Slope |g| of the axis \[1\] at which a journal that is concentric in the middle touches at both ends
    /// of the engaged `length` \[m\]: gL/2 + R_J(√(1 + g²) − 1) = c.
    #[cfg(test)]
    pub(crate) fn free_slope(&self, length: f64) -> f64 {
        let (half, c) = (0.5 * length, self.clearance);
        let mut slope = c / half;
        // Convex and increasing: Newton's method descends to the root.
        for _ in 0..6 {
            let stretch = (1.0 + slope * slope).sqrt();
            let radius = self.journal_radius;
            let excess = slope * half + radius * slope * slope / (1.0 + stretch) - c;
            slope -= excess / (half + radius * slope / stretch);
        }
        slope
    }
}

/// The journal's axis in the frame of the hole, whose axis is z.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TiltedAxis<T> {
    fit: Fit,
    /// r \[m\], a point of the axis.
    position: Vector3<T>,
    /// u, a unit vector along it with u_z > 0.
    pub direction: Vector3<T>,
    /// g = (u_x, u_y)/u_z.
    slope: Vector2<T>,
    /// R_J(√(1 + g²) − 1) \[m\]: largest excess of its section over the journal's radius.
    stretch: f64,
}

/// The section of the journal at a height of the hole.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Section<T> {
    /// D \[m\]: largest protrusion of the journal's ellipse beyond the hole's circle; negative while the
    /// ellipse is inside.
    pub depth: T,
    /// n, direction of that protrusion: a unit vector from the axis of the hole outwards.
    pub normal: Vector2<T>,
    /// γ = n·g, which is dD/dz.
    pub slope: T,
    /// W = √(1 + γ²).
    pub stretch: T,
}

impl<T: Real> Section<T> {
    /// m = (n_x, n_y, −γ): perpendicular to the journal's axis, of length W. A load per height q exerts −q
    /// m on the journal.
    #[inline]
    pub fn pressing(&self) -> Vector3<T> {
        Vector3::new(self.normal.x, self.normal.y, -self.slope)
    }
}

impl<T: Real> TiltedAxis<T> {
    /// The axis through `position` \[m\] along `direction`, a unit vector with a positive z component.
    #[inline]
    pub fn new(fit: Fit, position: Vector3<T>, direction: Vector3<T>) -> Self {
        let slope = direction.xy() / direction.z;
        let square = square_of(&slope);
        let stretch = fit.journal_radius * square / (1.0 + (1.0 + square).sqrt());
        Self { fit, position, direction, slope, stretch }
    }

    /// |g|, the tangent of the tilt.
    pub(crate) fn steepness(&self) -> f64 {
        square_of(&self.slope).sqrt()
    }

    /// Intersection of the axis with the plane at height `z` \[m\].
    #[inline]
    fn centre(&self, z: T) -> Vector2<T> {
        self.position.xy() + self.slope * (z - self.position.z)
    }

    /// The section at height `z` \[m\]; the search for its normal begins at `guess`, which may be any
    /// vector.
    ///
    /// D(z) = max over n of n·e + R_J√(1 + (n·g)²) − R_B, by Newton's method on the angle of n. It is
    /// convex in z. Exact to rounding for D > −0.2 c; farther inside an upper bound.
    ///
    /// Source: own derivation.
    #[inline]
    pub fn section(&self, z: T, guess: Option<Vector2<f64>>) -> Section<T> {
        let centre = self.centre(z);
        let square = centre.dot(&centre);
        let distance = if square.re() > 0.0 { square.sqrt() } else { T::from(0.0) };
        let Fit { clearance, .. } = self.fit;
        let along = centre.map(|part| share(part, distance));
        let bound = distance.re() + self.stretch - clearance;
        if self.stretch <= ROUND * clearance || bound < -FAR * clearance {
            // Parallel to rounding, or too far away for its ellipse to matter. Slopes may be dual numbers.
            let slope = along.dot(&self.slope);
            let depth = distance - clearance + self.stretch;
            return Section { depth, normal: along, slope, stretch: (slope * slope + 1.0).sqrt() };
        }
        let (e, g) = (centre.map(|part| part.re()), self.slope.map(|part| part.re()));
        let start = guess.unwrap_or_else(|| along.map(|part| part.re()));
        let (n, curvature) = self.normal(e, g, start);
        // One more iteration in dual numbers gives the derivatives of the normal by centre and slope.
        let normal = if T::NDERIV == 0 || curvature == 0.0 {
            n.map(T::from)
        } else {
            let [n, t] = [n, Vector2::new(-n.y, n.x)].map(|part| part.map(T::from));
            let gamma = n.dot(&self.slope);
            let stretch = (gamma * gamma + 1.0).sqrt();
            let uphill =
                t.dot(&centre) + gamma * t.dot(&self.slope) / stretch * self.fit.journal_radius;
            n - t * ((uphill - uphill.re()) / curvature)
        };
        let slope = normal.dot(&self.slope);
        let stretch = (slope * slope + 1.0).sqrt();
        // R_J W − R_B without the digits that subtracting the radii would cost.
        let beyond = slope * slope / (stretch + 1.0) * self.fit.journal_radius;
        Section { depth: normal.dot(&centre) + beyond - clearance, normal, slope, stretch }
    }

    /// The normal of largest protrusion for centre `e` and slope `g`, and the second derivative of the
    /// protrusion along its angle, < 0.
    #[inline]
    fn normal(&self, e: Vector2<f64>, g: Vector2<f64>, start: Vector2<f64>) -> (Vector2<f64>, f64) {
        let radius = self.fit.journal_radius;
        let size = e.norm();
        let first = if start == Vector2::zeros() { e } else { start };
        let (mut n, mut curvature) = (first / first.norm(), 0.0);
        for _ in 0..MOST_STEPS {
            let t = Vector2::new(-n.y, n.x);
            let (gamma, across) = (n.dot(&g), t.dot(&g));
            let square = 1.0 + gamma * gamma;
            let stretch = square.sqrt();
            let uphill = t.dot(&e) + radius * gamma * across / stretch;
            curvature = -n.dot(&e)
                + radius * (across * across / (square * stretch) - gamma * gamma / stretch);
            // Far from the wall the protrusion may be convex here; then a small step uphill.
            let step = uphill / curvature.abs().max(0.05 * size);
            n += t * step;
            n /= n.norm();
            if step.abs() <= LAST_STEP {
                break;
            }
        }
        (n, curvature)
    }
}

/// The square of a vector's length, without derivatives.
#[inline]
fn square_of<T: Real>(vector: &Vector2<T>) -> f64 {
    vector.x.re() * vector.x.re() + vector.y.re() * vector.y.re()
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_dual::{Dual64, DualNum};
    use proptest::prelude::*;

    const FITS: [Fit; 3] = [
        Fit { clearance: 5e-5, journal_radius: 0.01 - 5e-5 },
        Fit { clearance: 5e-4, journal_radius: 0.01 - 5e-4 },
        Fit { clearance: 1e-4, journal_radius: 0.008 - 1e-4 },
    ];

    fn axis(fit: Fit, offset: [f64; 3], slope: [f64; 2]) -> TiltedAxis<f64> {
        let direction = Vector3::new(slope[0], slope[1], 1.0).normalize();
        TiltedAxis::new(fit, Vector3::from(offset), direction)
    }

    /// The protrusion without Newton's method: the largest over many normals, refined by a parabola.
    fn protrusion(axis: &TiltedAxis<f64>, z: f64) -> f64 {
        let (e, g) = (axis.centre(z), axis.slope);
        let at = |angle: f64| {
            let n = Vector2::new(angle.cos(), angle.sin());
            let gamma = n.dot(&g);
            let stretch = gamma * gamma / (1.0 + (1.0 + gamma * gamma).sqrt());
            n.dot(&e) + axis.fit.journal_radius * stretch - axis.fit.clearance
        };
        let (mut best, mut width) = (0.0, std::f64::consts::PI);
        for round in 0..12 {
            let count = if round == 0 { 2000 } else { 20 };
            let angles = (-count..=count).map(|k| best + width * f64::from(k) / f64::from(count));
            best = angles.max_by(|a, b| at(*a).total_cmp(&at(*b))).unwrap();
            width *= if round == 0 { 1e-3 } else { 0.1 };
        }
        at(best)
    }

    #[test]
    fn the_free_tilt_is_that_of_both_ends_touching() {
        // Numbers of the derivation, 7 digits.
        for (c, length, radius, expected) in [
            (5e-5, 0.02, 0.01, 4.987624e-3),
            (5e-4, 0.01, 0.01, 9.197968e-2),
            (5e-4, 0.02, 0.01, 4.886641e-2),
            (1e-4, 0.03, 0.008, 6.655004e-3),
        ] {
            let fit = Fit { clearance: c, journal_radius: radius - c };
            let slope = fit.free_slope(length);
            assert!((slope / expected - 1.0).abs() < 1.1e-7, "{slope} {expected}");
            let axis = axis(fit, [0.0; 3], [slope, 0.0]);
            for end in [-0.5, 0.5] {
                assert!(axis.section(end * length, None).depth.abs() < 1e-13 * c);
            }
        }
    }

    #[test]
    fn a_concentric_parallel_journal_touches_nothing() {
        let section = axis(FITS[0], [0.0; 3], [0.0, 0.0]).section(0.003, None);
        assert_eq!((section.depth, section.normal), (-5e-5, Vector2::zeros()));
    }

    proptest! {
        #[test]
        fn the_protrusion_is_the_largest_of_all_directions(
            which in 0..3_usize, x in -1.3..1.3_f64, y in -1.3..1.3_f64, size in 0.0..0.99_f64,
            way in -3.2..3.2_f64, z in -0.01..0.01_f64,
        ) {
            let fit = FITS[which];
            let c = fit.clearance;
            let tilt = size * fit.largest_tilt();
            let axis = axis(fit, [x * c, y * c, 1e-4], [tilt * way.cos(), tilt * way.sin()]);
            let found = axis.section(z, None).depth;
            let right = protrusion(&axis, z);
            // The brute search finds its angle to 1e-9 rad, the protrusion to its square.
            if right > -0.2 * c {
                prop_assert!((found - right).abs() < 1e-12 * (c + axis.centre(z).norm()), "{found} {right}");
            } else {
                prop_assert!(found >= right - 1e-12 * c && found <= 0.0, "{found} {right}");
            }
        }

        #[test]
        fn the_protrusion_is_convex_along_the_axis_and_never_less_than_of_a_circle(
            which in 0..3_usize, x in -1.3..1.3_f64, y in -1.3..1.3_f64, size in 0.0..0.99_f64,
            way in -3.2..3.2_f64, z in -0.01..0.01_f64, apart in 1e-4..5e-3_f64,
        ) {
            let fit = FITS[which];
            let c = fit.clearance;
            let tilt = size * fit.largest_tilt();
            let axis = axis(fit, [x * c, y * c, 1e-4], [tilt * way.cos(), tilt * way.sin()]);
            let [below, here, above] =
                [z - apart, z, z + apart].map(|z| (z, axis.section(z, None)));
            if [below.1, here.1, above.1].iter().all(|section| section.depth > -FAR * c) {
                let rounding = 1e-13 * (c + axis.centre(z).norm());
                prop_assert!(0.5 * (below.1.depth + above.1.depth) >= here.1.depth - rounding);
                let circle = axis.centre(z).norm() - c;
                prop_assert!(here.1.depth >= circle - rounding);
                // A supporting line: the slope of D is γ.
                prop_assert!(above.1.depth >= here.1.depth + here.1.slope * apart - rounding);
                prop_assert!(below.1.depth >= here.1.depth - here.1.slope * apart - rounding);
            }
        }

        #[test]
        fn a_guess_does_not_change_the_section(
            angle in -3.2..3.2_f64, guess in -0.3..0.3_f64, size in 0.0..0.99_f64,
        ) {
            let fit = FITS[1];
            let (e, tilt) = (1.2 * fit.clearance, size * fit.largest_tilt());
            let axis = axis(fit, [e * angle.cos(), e * angle.sin(), 0.0], [tilt, 0.0]);
            let straight = axis.section(0.001, None);
            let guess = nalgebra::Rotation2::new(guess) * straight.normal;
            let guessed = axis.section(0.001, Some(guess));
            prop_assert!((straight.normal - guessed.normal).norm() < 1e-14);
            prop_assert!((straight.depth - guessed.depth).abs() < 1e-17);
        }

        #[test]
        fn derivatives_agree_with_differences(
            x in 0.9..1.3_f64, y in -0.3..0.3_f64, tilt in 1e-4..0.15_f64, way in -3.2..3.2_f64,
            seed in [-1.0..1.0_f64, -1.0..1.0_f64, -1.0..1.0_f64, -1.0..1.0_f64],
        ) {
            let fit = FITS[1];
            let c = fit.clearance;
            let numbers = |by: f64| {
                [x * c + by * c * seed[0], y * c + by * c * seed[1],
                 tilt * way.cos() + by * 0.1 * seed[2], tilt * way.sin() + by * 0.1 * seed[3]]
            };
            let section = |by: f64| {
                let [x, y, gx, gy] = numbers(by);
                axis(fit, [x, y, 0.0], [gx, gy]).section(0.004, None)
            };
            let [from, to] = [numbers(0.0), numbers(1.0)];
            let [x, y, gx, gy]: [Dual64; 4] =
                std::array::from_fn(|k| Dual64::new(from[k], to[k] - from[k]));
            let long = (gx * gx + gy * gy + 1.0).sqrt();
            let direction = Vector3::new(gx / long, gy / long, long.recip());
            let dual = TiltedAxis::new(fit, Vector3::new(x, y, Dual64::from(0.0)), direction)
                .section(Dual64::from(0.004), None);
            prop_assume!(section(0.0).depth > -0.15 * c);
            let small = 1e-5;
            let [less, more] = [-small, small].map(section);
            let close = |eps: f64, less: f64, more: f64, scale: f64| {
                (eps - (more - less) / (2.0 * small)).abs() < 1e-6 * scale
            };
            prop_assert!(close(dual.depth.eps, less.depth, more.depth, c));
            prop_assert!(close(dual.normal.x.eps, less.normal.x, more.normal.x, 10.0));
            prop_assert!(close(dual.normal.y.eps, less.normal.y, more.normal.y, 10.0));
            prop_assert!(close(dual.slope.eps, less.slope, more.slope, 10.0));
        }
    }
}
