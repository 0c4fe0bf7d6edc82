//! The slider-crank's dimensions, and its motion without play.

use super::Body;
use nalgebra::Vector2;

/// Lengths, masses and speed of the machine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dimensions {
    /// Crank radius r \[m\].
    pub crank_length: f64,
    /// Rod length l \[m\].
    pub rod_length: f64,
    /// Masses of crank, rod and slider \[kg\].
    pub masses: [f64; 3],
    /// Length and width of the slider \[m\].
    pub slider_size: (f64, f64),
    /// Speed of the crank \[rad/s\], counter-clockwise.
    pub crank_speed: f64,
    /// Gravity \[m/s²\], down.
    pub gravity: f64,
}

impl Default for Dimensions {
    fn default() -> Self {
        Self {
            crank_length: 0.15,
            rod_length: 0.541,
            masses: [0.5, 1.2, 2.0],
            slider_size: (0.06, 0.04),
            crank_speed: 200.0 * std::f64::consts::TAU / 60.0,
            gravity: 9.81,
        }
    }
}

impl Dimensions {
    /// Moments of inertia about the centres of mass \[kg m²\]: two uniform rods and a plate.
    pub fn inertias(&self) -> [f64; 3] {
        let [crank, rod, slider] = self.masses;
        let (length, width) = self.slider_size;
        [
            crank * self.crank_length.powi(2) / 12.0,
            rod * self.rod_length.powi(2) / 12.0,
            slider * (length * length + width * width) / 12.0,
        ]
    }

    /// Duration of a turn of the crank \[s\].
    pub fn period(&self) -> f64 {
        std::f64::consts::TAU / self.crank_speed
    }
}

/// Crank, rod and slider at crank angle `angle` \[rad\], all joints concentric, with the velocities of
/// ideal joints.
pub fn bodies(dimensions: &Dimensions, angle: f64) -> [Body; 3] {
    let Dimensions { crank_length: r, rod_length: l, crank_speed, .. } = *dimensions;
    let ideal = IdealMotion::at(dimensions, angle);
    let [rod_angle, rod_rate] = ideal.rod;
    let inertias = dimensions.inertias();
    // Rods turn about one end: the tip of the crank moves the rod's other end along.
    let turn = |length: f64, angle: f64, rate: f64| {
        let arm = length * Vector2::new(angle.cos(), angle.sin());
        (arm, rate * Vector2::new(-arm.y, arm.x))
    };
    let (tip, tip_speed) = turn(r, angle, crank_speed);
    let (half, half_speed) = turn(0.5 * l, rod_angle, rod_rate);
    let body = |index: usize, position, velocity, angle, spin| Body {
        mass: dimensions.masses[index],
        inertia: inertias[index],
        position,
        angle,
        velocity,
        spin,
    };
    let along = |x: f64| Vector2::new(x, 0.0);
    [
        body(0, 0.5 * tip, 0.5 * tip_speed, angle, crank_speed),
        body(1, tip + half, tip_speed + half_speed, rod_angle, rod_rate),
        body(2, along(ideal.slider[0]), along(ideal.slider[1]), 0.0, 0.0),
    ]
}

/// Slider and rod of the mechanism without play.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct IdealMotion {
    /// Slider position \[m\], velocity \[m/s\], acceleration \[m/s²\].
    pub slider: [f64; 3],
    /// Rod angle \[rad\] and its rate \[rad/s\].
    pub rod: [f64; 2],
}

impl IdealMotion {
    /// At crank angle `angle` \[rad\], the crank turning at constant speed.
    pub fn at(dimensions: &Dimensions, angle: f64) -> Self {
        let Dimensions { crank_length: r, rod_length: l, crank_speed: w, .. } = *dimensions;
        let (sin, cos) = angle.sin_cos();
        let rod_sin = -r * sin / l;
        let rod_cos = (1.0 - rod_sin * rod_sin).sqrt();
        let rate = -w * r * cos / (l * rod_cos);
        // l θ̈ cos θ = r ω² sin φ + l θ̇² sin θ, from l sin θ = −r sin φ twice differentiated.
        let bend = (r * w * w * sin + l * rate * rate * rod_sin) / (l * rod_cos);
        let position = r * cos + l * rod_cos;
        let velocity = -r * w * sin - l * rate * rod_sin;
        let acceleration = -r * w * w * cos - l * (bend * rod_sin + rate * rate * rod_cos);
        Self { slider: [position, velocity, acceleration], rod: [rod_sin.asin(), rate] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_acceleration_is_at_dead_centre() {
        let ideal = IdealMotion::at(&Dimensions::default(), 0.0);
        // 1e-6: the record has six decimals.
        assert!((ideal.slider[2] + 84.040_624).abs() < 1e-6);
    }

    #[test]
    fn speeds_and_accelerations_are_the_slopes_of_places_and_speeds() {
        let machine = Dimensions::default();
        let (step, speed) = (1e-6, machine.crank_speed);
        for angle in [0.3, 2.0, 4.5] {
            let at = |angle| IdealMotion::at(&machine, angle);
            let (back, here, on) = (at(angle - step), at(angle), at(angle + step));
            for index in 0..2 {
                let slope = (on.slider[index] - back.slider[index]) / (2.0 * step) * speed;
                assert!((slope - here.slider[index + 1]).abs() < 1e-6 * speed * speed);
            }
            let slope = (on.rod[0] - back.rod[0]) / (2.0 * step) * speed;
            assert!((slope - here.rod[1]).abs() < 1e-7 * speed);
        }
    }

    #[test]
    fn bodies_start_with_their_ends_together() {
        let machine = Dimensions::default();
        for angle in [0.0, 1.0, 4.0] {
            let [crank, rod, slider] = bodies(&machine, angle);
            let (r, l) = (0.5 * machine.crank_length, 0.5 * machine.rod_length);
            let [a, b] = [(&crank, r, &rod, -l), (&rod, l, &slider, 0.0)].map(|(p, x, q, y)| {
                let (x, y) = (Vector2::new(x, 0.0), Vector2::new(y, 0.0));
                (p.place(x) - q.place(y)).norm() + (p.speed(x) - q.speed(y)).norm()
            });
            assert!(a < 1e-14 && b < 1e-12, "{a:e} {b:e}");
        }
    }
}
