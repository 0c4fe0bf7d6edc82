//! The slider-crank's dimensions, and how it moves when nothing has play.

/// Lengths, masses and speed of the machine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dimensions {
    /// Crank radius r [m].
    pub crank_length: f64,
    /// Rod length l [m].
    pub rod_length: f64,
    /// Masses of crank, rod and slider [kg].
    pub masses: [f64; 3],
    /// Length and width of the slider [m].
    pub slider_size: (f64, f64),
    /// Speed of the crank [rad/s], counter-clockwise.
    pub crank_speed: f64,
    /// Gravity [m/s²], down.
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
    /// Moments of inertia about the centres of mass [kg m²]: two uniform rods and a plate.
    pub fn inertias(&self) -> [f64; 3] {
        let [crank, rod, slider] = self.masses;
        let (length, width) = self.slider_size;
        [
            crank * self.crank_length.powi(2) / 12.0,
            rod * self.rod_length.powi(2) / 12.0,
            slider * (length * length + width * width) / 12.0,
        ]
    }

    /// Seconds a turn of the crank takes.
    pub fn period(&self) -> f64 {
        std::f64::consts::TAU / self.crank_speed
    }
}

/// Slider and rod of the mechanism without play.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct IdealMotion {
    /// Slider position [m], velocity [m/s], acceleration [m/s²].
    pub slider: [f64; 3],
    /// Rod angle [rad] and its rate [rad/s].
    pub rod: [f64; 2],
}

impl IdealMotion {
    /// At crank angle `angle` [rad], the crank turning at constant speed.
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
