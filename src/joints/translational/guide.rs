//! Touches of a slider's corners with the faces of its guide.

use crate::base::Real;
use crate::base::real::sin_cos;
use crate::kinematics::planar::{Motion, quarter_turn};
use crate::laws::contact::{Touch, TouchGeometry};
use nalgebra::Vector2;

/// Number of corners.
pub(crate) const CORNERS: usize = 4;

/// Signs of a corner's position relative to the slider's centre, along its length and across it:
/// right lower, left lower, right upper, left upper.
const SIDES: [(f64, f64); CORNERS] = [(1.0, -1.0), (-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];

/// Half the sizes of slider and guide \[m\].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Guide {
    /// Half the slider's length.
    pub half_length: f64,
    /// Half the slider's width.
    pub half_width: f64,
    /// Half the distance of the guide's faces.
    pub half_height: f64,
}

impl Guide {
    /// Returns 1 if the tangent of a `touch` points along the guide's x axis, −1 if against it.
    #[inline]
    pub fn direction(touch: &Touch<f64>) -> f64 {
        quarter_turn(touch.normal).x.signum()
    }
}

impl TouchGeometry for Guide {
    /// Each corner against the face that it is nearer to, independent of the other corners.
    ///
    /// Source: doi 10.1038/s41598-023-47315-1, section on the translational joint; four independent
    /// corners in place of the paper's cases, speeds of the material points in place of the bodies'.
    /// Both loads act at the corner, so the pair balances about any point. The corner's radius is
    /// left out of the geometry: it must be small against the slider.
    #[inline]
    fn touch<T: Real>(&self, index: usize, slider: &Motion<T>) -> Touch<T> {
        let (side_x, side_y) = SIDES[index];
        let (along, across) = (side_x * self.half_length, side_y * self.half_width);
        let (sin, cos) = sin_cos(slider.angle);
        let arm_b = Vector2::new(cos * along - sin * across, sin * along + cos * across);
        let arm_a = slider.position + arm_b;
        let up = if arm_a.y.re() < 0.0 { -1.0 } else { 1.0 };
        let velocity = slider.velocity + quarter_turn(arm_b) * slider.spin;
        Touch {
            penetration: arm_a.y * up - self.half_height,
            rate: velocity.y * up,
            // The tangent lies a quarter turn ahead of the normal.
            sliding_speed: velocity.x * -up,
            normal: Vector2::new(T::from(0.0), T::from(up)),
            arm_a,
            arm_b,
            gain: T::from(1.0),
            spread: T::from(1.0),
        }
    }

    #[inline]
    fn change(&self, distance: f64, angle: f64) -> f64 {
        distance + (self.half_length + self.half_width) * angle
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinematics::planar::{Acceleration, Path, Wrench};
    use proptest::prelude::*;

    const GUIDE: Guide = Guide { half_length: 0.03, half_width: 0.02, half_height: 0.0205 };

    fn motion(reach: f64) -> impl Strategy<Value = Motion<f64>> {
        let place = (-reach..reach, -reach..reach, -4.0..4.0_f64);
        let speed = (-5.0..5.0_f64, -5.0..5.0_f64, -50.0..50.0_f64);
        (place, speed).prop_map(|((x, y, angle), (vx, vy, spin))| Motion {
            position: Vector2::new(x, y),
            angle,
            velocity: Vector2::new(vx, vy),
            spin,
        })
    }

    #[test]
    fn a_centred_slider_has_its_clearance_at_every_corner() {
        for index in 0..CORNERS {
            let touch: Touch<f64> = GUIDE.touch(index, &Motion::rest());
            assert!((touch.penetration + 5e-4).abs() < 1e-17);
            let upper = index >= 2;
            assert_eq!(touch.normal.y, if upper { 1.0 } else { -1.0 });
            assert_eq!(touch.arm_b.x > 0.0, index % 2 == 0);
            assert_eq!(Guide::direction(&touch), if upper { -1.0 } else { 1.0 });
        }
    }

    proptest! {
        #[test]
        fn no_penetration_changes_by_more_than_it_can(
            slider in motion(1.0),
            (ax, ay, turning) in (-50.0..50.0_f64, -50.0..50.0_f64, -5e3..5e3_f64),
            (index, time) in (0..CORNERS, 0.0..1e-2_f64),
        ) {
            let acceleration = Acceleration { linear: Vector2::new(ax, ay), angular: turning };
            let path = Path { start: slider, acceleration };
            let [before, after] = [slider, path.at(time)].map(|b| GUIDE.touch(index, &b));
            let [distance, angle] = path.travel(time);
            let change = (after.penetration - before.penetration).abs();
            prop_assert!(change <= GUIDE.change(distance, angle) + 1e-15);
        }

        #[test]
        fn the_rates_are_those_of_the_corner(slider in motion(1.0), index in 0..CORNERS) {
            let touch = GUIDE.touch(index, &slider);
            let (time, path) = (1e-6, Path::straight(slider));
            let (before, after) =
                (GUIDE.touch(index, &path.at(-time)), GUIDE.touch(index, &path.at(time)));
            let gone = (after.arm_a - before.arm_a) / (2.0 * time);
            // 1e-6 m/s: the difference quotient leaves out v ω² t² and rounding over t.
            let along = Guide::direction(&touch) * touch.sliding_speed;
            prop_assert!((gone.x - along).abs() < 1e-6, "{} {along}", gone.x);
            let rate = (after.penetration - before.penetration) / (2.0 * time);
            prop_assume!(touch.arm_a.y.abs() > 1e-3);
            prop_assert!((rate - touch.rate).abs() < 1e-6, "{rate} {}", touch.rate);
        }

        #[test]
        fn the_loads_of_the_pair_balance_about_any_point(
            slider in motion(1.0), index in 0..CORNERS, normal in 0.0..1e4_f64,
            friction in -1e3..1e3_f64, x in -3.0..3.0_f64, y in -3.0..3.0_f64,
        ) {
            let load = GUIDE.touch(index, &slider).loads(normal, friction);
            let about = |origin: Vector2<f64>, load: &Wrench<f64>| {
                Wrench::at(origin - Vector2::new(x, y), load.force).moment + load.moment
            };
            prop_assert_eq!(load.a.force, -load.b.force);
            let left = about(Vector2::zeros(), &load.a) + about(slider.position, &load.b);
            prop_assert!(left.abs() < 1e-12 * (normal + friction.abs() + 1.0), "{left}");
        }

        #[test]
        fn a_corner_is_pushed_back_between_the_faces(
            slider in motion(1.0), index in 0..CORNERS,
        ) {
            let touch = GUIDE.touch(index, &slider);
            prop_assert!(-touch.normal.y * touch.arm_a.y < 0.0 && touch.normal.x == 0.0);
            prop_assert!((touch.penetration - (touch.arm_a.y.abs() - 0.0205)).abs() < 1e-14);
        }
    }
}
