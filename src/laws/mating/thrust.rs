//! Thrust faces: the ends of a bearing against collars of its journal.

use super::friction_site::FrictionSite;
use super::ring::Moments;
use crate::base::Real;
use crate::base::real::share;
use crate::kinematics::spatial::{Motion, Wrench, lift, unit, zeros};
use crate::laws::contact::Loss;
use nalgebra::{Vector2, Vector3};
use std::f64::consts::PI;

/// Rings at both ends of a bearing, and the opposite collars.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Faces {
    /// Half the length of the bearing \[m\].
    pub half_length: f64,
    /// Axial play on each side \[m\].
    pub play: f64,
    /// Inner radius of the rings \[m\].
    pub inner: f64,
    /// Outer radius \[m\].
    pub outer: f64,
    /// k_w \[N/m³\]: pressure per depth.
    pub foundation: f64,
}

/// Position of a collar relative to its face at an instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct FaceGap<T> {
    /// +1 for the upper face, −1 for the lower one.
    side: f64,
    /// d₀ \[m\]: depth behind the collar's plane at the intersection of the face with the hole's axis.
    centre: T,
    /// G: slope of the depth across the face.
    steepness: T,
    /// Direction of growing depth, a unit vector; zero for G = 0.
    uphill: Vector2<T>,
    /// d₀ + GR_o \[m\]: largest depth, at the rim.
    pub depth: T,
    /// Its rate \[m/s\].
    pub rate: T,
}

/// Load of a face in contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct FacePress<T> {
    /// Load on b.
    pub load: Wrench<T>,
    /// Friction site.
    pub site: FrictionSite<T>,
    /// Elastic energy \[J\].
    pub stored: T,
    /// Power lost to damping \[W\].
    pub lost: T,
    /// Rate of the depth at the centre of pressure \[m/s\].
    pub rate: T,
}

impl<T: Real> FacePress<T> {
    /// A face without contact.
    pub fn none() -> Self {
        let zero = T::from(0.0);
        Self {
            load: Wrench::zero(),
            site: FrictionSite::none(),
            stored: zero,
            lost: zero,
            rate: zero,
        }
    }
}

impl Faces {
    /// k_w of a flat rigid punch's stiffness 2E*R_o spread over the ring \[N/m³\], for a stiffness
    /// \[N/m\] and the radii of the ring \[m\].
    pub fn foundation(stiffness: f64, inner: f64, outer: f64) -> f64 {
        stiffness / (PI * (outer * outer - inner * inner))
    }

    /// Returns the stiffness of a parallel collar \[N/m\].
    pub(crate) fn stiffness(&self) -> f64 {
        self.foundation * PI * (self.outer.powi(2) - self.inner.powi(2))
    }

    /// κ: lever arm of friction under flat drilling, ⅔(R_o³ − R_i³)/(R_o² − R_i²), over the ring's radius
    /// of gyration.
    fn drilling(&self) -> f64 {
        let [inner, outer] = [self.inner, self.outer];
        let (squares, cubes) = (outer.powi(2) - inner.powi(2), outer.powi(3) - inner.powi(3));
        2.0 / 3.0 * cubes / squares / (0.5 * (outer * outer + inner * inner)).sqrt()
    }

    /// Depth and slope of the face against the collar on `side` (−1 lower, +1 upper). The axis of `b` has a
    /// positive z component.
    #[inline]
    pub(crate) fn gap<T: Real>(&self, side: f64, b: &Motion<T>) -> FaceGap<T> {
        let Motion { position, axis, .. } = b;
        let face = T::from(side * self.half_length);
        let along = axis.z * (face - position.z) - axis.x * position.x - axis.y * position.y;
        let centre = along * side - (self.half_length + self.play);
        let slope = axis.xy() * T::from(side);
        let square = slope.dot(&slope);
        let steepness = if square.re() > 0.0 { square.sqrt() } else { T::from(0.0) };
        let uphill = slope.map(|part| share(part, steepness));
        let rim = self.at(side, &uphill, T::from(self.outer));
        let rate = closing_rate(side, b, &rim);
        FaceGap { side, centre, steepness, uphill, depth: centre + steepness * self.outer, rate }
    }

    /// Returns the load on b of a unit normal force where the collar on `side` is deepest.
    pub(super) fn unit_load(&self, side: f64, b: &Motion<f64>) -> Wrench<f64> {
        let rim = self.at(side, &self.gap(side, b).uphill, self.outer);
        Wrench::at(rim - b.position, b.axis * side)
    }

    /// The point of a face at the distance `out` \[m\] from the hole's axis, uphill.
    #[inline]
    fn at<T: Real>(&self, side: f64, uphill: &Vector2<T>, out: T) -> Vector3<T> {
        let flat = uphill * out;
        Vector3::new(flat.x, flat.y, T::from(side * self.half_length))
    }

    /// The load of a face whose contact has had the largest closing rate `onset` \[m/s\] so far, under
    /// damping χ with a floor \[m/s\]. A rate larger than the onset replaces it, so that a blow on a
    /// collar at rest on its face is not damped by the small impact speed with which that rest began.
    ///
    /// Source: own derivation. Pressure k_w d, without the edge of a cylinder; the collar is assumed to
    /// cover the ring for any eccentricity.
    pub(crate) fn press<T: Real>(
        &self,
        gap: &FaceGap<T>,
        b: &Motion<T>,
        (loss, floor): (&Loss, f64),
        onset: T,
    ) -> FacePress<T> {
        if gap.depth.re() <= 0.0 {
            return FacePress::none();
        }
        let FaceGap { side, centre, steepness, uphill, .. } = *gap;
        let Moments { volume, first, polar } =
            Moments::of_ring(centre, steepness, self.inner, self.outer);
        if volume.re() <= 0.0 {
            return FacePress::none();
        }
        let out = first / volume;
        let point = self.at(side, &uphill, out);
        let rate = closing_rate(side, b, &point);
        let elastic = volume * self.foundation;
        let fastest = if rate.re() > onset.re() { rate } else { onset };
        let normal_force = elastic * loss.multiplier(floor, fastest, rate);
        let axis = b.axis;
        let arm = point - b.position;
        let spread = polar / volume - out * out;
        let lever = if spread.re() > 0.0 { spread.sqrt() * self.drilling() } else { T::from(0.0) };
        let first_way = unit(lift::<T>(Vector3::x()) - axis * axis.x);
        let second_way = axis.cross(&first_way);
        let slip = b.velocity + b.spin.cross(&arm);
        FacePress {
            load: Wrench::at(arm, axis * (normal_force * side)),
            site: FrictionSite {
                normal_force,
                arm,
                normal: axis * T::from(-side),
                directions: [first_way, second_way, zeros()],
                lever,
                slip: [slip.dot(&first_way), slip.dot(&second_way), lever * b.spin.dot(&axis)],
            },
            stored: (centre * volume + steepness * first) * (0.5 * self.foundation),
            lost: (normal_force - elastic) * rate,
            rate,
        }
    }
}

/// Rate at which a point of a face \[m\] sinks behind its collar's plane \[m/s\].
#[inline]
fn closing_rate<T: Real>(side: f64, b: &Motion<T>, point: &Vector3<T>) -> T {
    let speed = b.velocity + b.spin.cross(&(point - b.position));
    -b.axis.dot(&speed) * side
}
