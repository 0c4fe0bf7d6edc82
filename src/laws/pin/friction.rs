//! Friction of each slice, outside the bending solution.

use super::contact::SpatialLoad;
use crate::base::Real;
use nalgebra::Vector2;

/// Tangent, lever arm and speed of a sliding slice, at the pin's surface opposite to the normal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sliding<T = f64> {
    /// t, at right angles to the contact's direction −n, counter-clockwise; divided by the spread of the
    /// pressures, as friction along an arc partly cancels.
    pub tangent: Vector2<T>,
    /// Distance of the contact point from the hole's axis, e_k + r_p \[m\].
    pub arm: T,
    /// Speed of the pin's material past the hole's along t \[m/s\].
    pub speed: T,
}

impl<T: Real> Sliding<T> {
    /// The slice with `normal` n and distance of axes `distance` e_k \[m\] on a pin of `pin_radius`.
    ///
    /// `axis_rate` is ṙ_k = u̇ + ṫ s_k − ẇ_k \[m/s\] and `spin` ω the pin's \[rad/s\], counter-clockwise,
    /// both relative to the rod; `spread` is the sum of the pressures over their resultant:
    /// `v = −ṙ_k·t + r_p ω`. Both bodies have one point of contact, so a pair that rotates as one does not
    /// slide and the dissipated power is μ|F|v exactly.
    pub fn new(
        normal: Vector2<T>,
        distance: T,
        pin_radius: f64,
        axis_rate: Vector2<T>,
        spin: T,
        spread: T,
    ) -> Self {
        let tangent = Vector2::new(normal.y, -normal.x) / spread;
        let arm = distance / spread + pin_radius;
        let speed = spin * pin_radius - axis_rate.dot(&tangent);
        Self { tangent, arm, speed }
    }

    /// Adds the friction of the slice at `position` s \[m\] to `on_rod`.
    ///
    /// `force` is μ|F_k| \[N\] with the sign of the speed: it accelerates the rod in the pin's direction.
    pub fn drag(&self, position: f64, force: T, on_rod: &mut SpatialLoad<T>) {
        on_rod.add(position, self.tangent * force, self.arm * force);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinematics::planar::{Motion, quarter_turn};
    use proptest::prelude::*;

    fn vector(angle: f64, size: f64) -> Vector2<f64> {
        Vector2::new(angle.cos(), angle.sin()) * size
    }

    proptest! {
        #[test]
        fn a_pair_that_rotates_as_one_does_not_slide(
            angle in 0.0..6.3_f64, distance in 1e-6..1e-3_f64, spin in -10.0..10.0_f64,
        ) {
            let n = vector(angle, 1.0);
            let offset = n * -distance;
            let rod = Motion { spin, ..Motion::rest() };
            let velocity = quarter_turn(offset) * spin;
            let pin = rod.relative(&Motion { position: offset, velocity, ..rod });
            let sliding = Sliding::new(n, distance, 0.05, -pin.velocity, pin.spin, 1.0);
            prop_assert!(sliding.speed.abs() < 1e-15);
        }

        #[test]
        fn friction_dissipates_exactly_the_stated_power(
            angle in 0.0..6.3_f64, distance in 1e-6..1e-3_f64, heading in 0.0..6.3_f64,
            pin in -10.0..10.0_f64,
        ) {
            let (n, rate) = (vector(angle, 1.0), vector(heading, 0.1));
            let sliding = Sliding::new(n, distance, 0.05, rate, pin, 1.0);
            let force = 800.0 * sliding.speed.signum();
            let mut on_rod = SpatialLoad::zero();
            sliding.drag(0.0, force, &mut on_rod);
            let on_pin = on_rod.reaction(n * distance);
            let given = on_rod.force.dot(&rate) + on_pin.twisting * pin;
            // (7) and (9) of Gummer & Sauer, corrected: force, not pressure.
        prop_assert!((given + (0.1 * 8000.0 * sliding.speed).abs()).abs() < 1e-9);
            prop_assert!(given <= 0.0);
            // Its moment about the pin's axis is the friction torque.
            prop_assert!((on_pin.twisting + 0.05 * force).abs() < 1e-12 * force.abs());
        }
    }
}
