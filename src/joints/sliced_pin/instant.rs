//! The pin's body at an instant: the pose of the hole relative to the pin, and the loads on both bodies.

use crate::base::Fault;
use crate::base::Real;
use crate::kinematics::spatial::{Motion, PairLoad, Path, Wrench};
use crate::laws::pin::contact::{Pose, SpatialLoad, length};
use model_description::Interval;
use nalgebra::{Vector2, Vector3};

/// Largest angle between the axes \[rad\]: sections of hole and pin count as circles.
const MOST_TILT: f64 = 0.1;

/// The pin's body at an instant of the step that starts at `start` \[s\]; faults name that time.
///
/// Everything stands in the axes of a: the hole's axis is z, and slice k lies at height s_k. There the
/// pin's straight axis passes at p(s) = r + (s − r_z) g, where g is its slope.
pub(super) struct Instant<'a, T = f64> {
    pub start: f64,
    pub b: &'a Motion<T>,
}

impl<T: Real> Instant<'_, T> {
    /// g: lateral displacement of the pin's axis per height.
    fn slope(&self) -> Vector2<T> {
        self.b.axis.xy() / self.b.axis.z
    }

    /// Rate of the slope \[1/s\].
    fn slope_rate(&self) -> Vector2<T> {
        let turning = self.b.spin.cross(&self.b.axis);
        (turning.xy() - self.slope() * turning.z) / self.b.axis.z
    }

    /// u and t: offset and tilt of the hole's axis relative to the pin's supports.
    pub fn pose(&self) -> Pose<T> {
        let slope = self.slope();
        let position = &self.b.position;
        Pose { offset: slope * position.z - position.xy(), tilt: -slope }
    }

    /// u̇ and ṫ.
    pub fn rate(&self) -> Pose<T> {
        let (slope, turning) = (self.slope(), self.slope_rate());
        let Motion { position, velocity, .. } = self.b;
        let offset = slope * velocity.z + turning * position.z - velocity.xy();
        Pose { offset, tilt: -turning }
    }

    /// Angular velocity about the hole's axis \[rad/s\].
    pub fn spin(&self) -> T {
        self.b.spin.z
    }

    /// The loads on both bodies from the load `on_rod` of all slices.
    ///
    /// Slices press across the pin: each force has the part −F·g along the hole, at the pin's axis.
    /// With it the power of the loads is exactly that of the slices at any tilt.
    pub fn pair(&self, on_rod: &SpatialLoad<T>) -> PairLoad<T> {
        let SpatialLoad { force, tilting, twisting } = *on_rod;
        let Pose { offset, tilt } = self.pose();
        // Σ F_k·g and Σ s_k F_k·g; their moments follow from Σ (F_k·g) p(s_k).
        let along = -force.dot(&tilt);
        let by_height = -(Vector2::new(tilting.y, -tilting.x)).dot(&tilt);
        let lever = -(offset * along + tilt * by_height);
        let a = Wrench {
            force: Vector3::new(force.x, force.y, -along),
            moment: Vector3::new(tilting.x - lever.y, tilting.y + lever.x, twisting),
        };
        let force = -a.force;
        PairLoad { a, b: Wrench { force, moment: -self.b.position.cross(&force) - a.moment } }
    }

    /// Distance of the pin's straight axis from the hole's at the end where it is larger \[m\], and its
    /// rate \[m/s\].
    pub fn farthest(&self, ends: [f64; 2]) -> (T, T) {
        let (pose, rate) = (self.pose(), self.rate());
        let height = T::from(farther(&pose, ends));
        let here = pose.offset + pose.tilt * height;
        let distance = length(here);
        if distance.re() > 0.0 {
            (distance, here.dot(&(rate.offset + rate.tilt * height)) / distance)
        } else {
            (distance, T::from(0.0))
        }
    }

    /// Penetration of a straight pin at that end \[m\], in a hole of this least clearance \[m\], and its rate \[m/s\].
    pub fn gap(&self, ends: [f64; 2], clearance: f64) -> (T, T) {
        let (distance, speed) = self.farthest(ends);
        (distance - clearance, speed)
    }

    /// Second derivative by time of [`farthest`](Self::farthest) on a `path` \[m/s²\]: (ṙ² + r·r̈ − ḋ²)/d.
    pub fn gap_acceleration(&self, path: &Path<T>, ends: [f64; 2]) -> f64 {
        let (pose, rate) = (self.pose(), self.rate());
        let Motion { axis, position, velocity, spin } = self.b;
        let turning = spin.cross(axis);
        let turning_rate = path.angular_acceleration.cross(axis) + spin.cross(&turning);
        let two = T::from(2.0);
        let slope_rate = -rate.tilt;
        let curve = (turning_rate.xy() + pose.tilt * turning_rate.z
            - slope_rate * (turning.z * two))
            / axis.z;
        let height = T::from(farther(&pose, ends));
        let acceleration = slope_rate * (velocity.z * two)
            - pose.tilt * path.acceleration.z
            - path.acceleration.xy()
            - curve * (height - position.z);
        let (here, speed) = (pose.offset + pose.tilt * height, rate.offset + rate.tilt * height);
        let (distance, parting) = self.farthest(ends);
        ((speed.dot(&speed) + here.dot(&acceleration) - parting * parting) / distance).re()
    }

    /// Refuses a pin that tilts beyond the range of the laws.
    pub fn check_tilt(&self) -> Result<(), Fault> {
        let axis = self.b.axis.map(|part| part.re());
        let tilt = axis.xy().norm().atan2(axis.z.abs());
        let meaning = "angle between the axes of a and b in rad; the frames' z axes must lie along \
                       hole and pin";
        Fault::check("tilt", tilt, Interval::closed(0.0, MOST_TILT), meaning).map(|_| ())
    }
}

/// The end at which the straight axes are farther apart; the distance is convex along the hole.
fn farther<T: Real>(pose: &Pose<T>, ends: [f64; 2]) -> f64 {
    let square = |height: f64| {
        let here = pose.re();
        (here.offset + here.tilt * height).norm_squared()
    };
    if square(ends[1]) > square(ends[0]) { ends[1] } else { ends[0] }
}
