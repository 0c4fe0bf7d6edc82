//! The host: it moves rod and slider by loads that it holds over a communication step.
//!
//! The crank turns exactly, the slider stays on the x axis. A rod that is free moves in closed form; one that is
//! pinned to the crank is integrated by one Runge–Kutta step of fourth order, the loads at points that turn with it.

use std::f64::consts::TAU;

/// Length of the crank \[m\].
pub const CRANK: f64 = 0.15;
/// Distance of the crank's centre of mass from its pivot \[m\].
pub const HALF_CRANK: f64 = 0.5 * CRANK;
/// Length of the rod \[m\].
pub const ROD: f64 = 0.541;
/// Distance of the rod's centre of mass from its ends \[m\].
pub const HALF_ROD: f64 = 0.5 * ROD;
/// Mass of the rod \[kg\].
const ROD_MASS: f64 = 1.2;
/// Mass of the slider \[kg\].
pub const SLIDER_MASS: f64 = 2.0;
/// Moment of inertia of the rod about its centre of mass \[kg m²\].
const INERTIA: f64 = ROD_MASS * ROD * ROD / 12.0;
/// Moment of inertia of the rod about its end \[kg m²\].
pub const END_INERTIA: f64 = ROD_MASS * ROD * ROD / 3.0;
/// Gravity \[m/s²\].
const GRAVITY: f64 = 9.81;
/// Speed of the crank, 200 revolutions a minute \[rad/s\].
const CRANK_SPEED: f64 = 200.0 * TAU / 60.0;

/// Loads that the host holds over a step.
pub struct Loads {
    /// Force \[N\] on the rod.
    pub rod: [f64; 2],
    /// Moment on the rod about the point where the force acts \[N m\].
    pub moment: f64,
    /// Distance from the rod's start, at the crank, to that point \[m\].
    pub at: f64,
    /// Force on the slider along x \[N\].
    pub slider: f64,
}

/// Rod and slider.
pub struct Host {
    /// True if the rod hangs on the crank by an ideal pin.
    pinned: bool,
    /// Centre of mass \[m\] and angle \[rad\] of a free rod; of a pinned one only the angle.
    rod: [f64; 3],
    /// Their rates.
    rod_rates: [f64; 3],
    /// Place \[m\] and velocity \[m/s\] of the slider.
    slider: [f64; 2],
}

/// Speeds of rod and slider.
#[derive(Debug, Clone, Copy)]
pub struct Speeds {
    /// Velocity of the rod's centre of mass \[m/s\].
    pub rod: [f64; 2],
    /// Angular velocity of the rod \[rad/s\].
    pub spin: f64,
    /// Velocity of the slider \[m/s\].
    pub slider: f64,
}

impl Speeds {
    /// The largest difference from `other` \[m/s\]; a difference in spin counts at the rod's ends.
    pub fn error(&self, other: &Self) -> f64 {
        let [x, y] = [0, 1].map(|way| self.rod[way] - other.rod[way]);
        let turning = HALF_ROD * (self.spin - other.spin);
        [x, y, turning, self.slider - other.slider].into_iter().map(f64::abs).fold(0.0, f64::max)
    }
}

/// x, y \[m\], angle \[rad\] and their rates at the point of the crank at `distance` \[m\] from its pivot.
pub fn crank(time: f64, distance: f64) -> [f64; 6] {
    let angle = CRANK_SPEED * time;
    let (sin, cos) = angle.sin_cos();
    let (place, speed) = (distance, distance * CRANK_SPEED);
    [place * cos, place * sin, angle, -speed * sin, speed * cos, CRANK_SPEED]
}

impl Host {
    /// The machine at crank angle 0, all joints concentric, with the velocities of ideal joints; the rod is `pinned`
    /// to the crank or free.
    pub fn new(pinned: bool) -> Self {
        let turning = -CRANK_SPEED * CRANK / ROD;
        Self {
            pinned,
            rod: [CRANK + HALF_ROD, 0.0, 0.0],
            rod_rates: [0.0, CRANK_SPEED * CRANK + HALF_ROD * turning, turning],
            slider: [CRANK + ROD, 0.0],
        }
    }

    /// x, y \[m\], angle \[rad\] and their rates at the point of the rod at `distance` \[m\] from its start.
    pub fn rod(&self, time: f64, distance: f64) -> [f64; 6] {
        let ([x, y, angle], [vx, vy, w]) = (self.rod, self.rod_rates);
        let (sin, cos) = angle.sin_cos();
        let ([x, y, vx, vy], arm) = if self.pinned {
            let [x, y, _, vx, vy, _] = crank(time, CRANK);
            ([x, y, vx, vy], distance)
        } else {
            ([x, y, vx, vy], distance - HALF_ROD)
        };
        [x + arm * cos, y + arm * sin, angle, vx - arm * w * sin, vy + arm * w * cos, w]
    }

    /// x, y \[m\], angle \[rad\] and their rates of the slider.
    pub fn slider(&self) -> [f64; 6] {
        let [x, vx] = self.slider;
        [x, 0.0, 0.0, vx, 0.0, 0.0]
    }

    /// The speeds at `time`.
    pub fn speeds(&self, time: f64) -> Speeds {
        let [_, _, _, vx, vy, spin] = self.rod(time, HALF_ROD);
        Speeds { rod: [vx, vy], spin, slider: self.slider[1] }
    }

    /// Moves the bodies through a step.
    pub fn advance(&mut self, loads: &Loads, time: f64, size: f64) {
        if self.pinned {
            self.swing(loads, time, size);
        } else {
            let [fx, fy] = loads.rod;
            let accelerations = [fx / ROD_MASS, fy / ROD_MASS - GRAVITY, loads.moment / INERTIA];
            for ((place, rate), a) in
                self.rod.iter_mut().zip(&mut self.rod_rates).zip(accelerations)
            {
                *place += size * (*rate + 0.5 * size * a);
                *rate += size * a;
            }
        }
        let [x, v] = &mut self.slider;
        let a = loads.slider / SLIDER_MASS;
        *x += size * (*v + 0.5 * size * a);
        *v += size * a;
    }

    /// Turns a pinned rod.
    fn swing(&mut self, loads: &Loads, time: f64, size: f64) {
        let angular_acceleration = |after: f64, angle: f64| {
            let (sin, cos) = angle.sin_cos();
            let [x, y, ..] = crank(time + after, CRANK);
            // The pin accelerates towards the crank's pivot.
            let [ax, ay] = [x, y].map(|place| -CRANK_SPEED * CRANK_SPEED * place);
            let inertia = ROD_MASS * HALF_ROD * (sin * ax - cos * (ay + GRAVITY));
            let [fx, fy] = loads.rod;
            (inertia + loads.at * (cos * fy - sin * fx) + loads.moment) / END_INERTIA
        };
        let (angle, w) = (self.rod[2], self.rod_rates[2]);
        let half = 0.5 * size;
        let (w1, a1) = (w, angular_acceleration(0.0, angle));
        let (w2, a2) = (w + half * a1, angular_acceleration(half, angle + half * w1));
        let (w3, a3) = (w + half * a2, angular_acceleration(half, angle + half * w2));
        let (w4, a4) = (w + size * a3, angular_acceleration(size, angle + size * w3));
        self.rod[2] += size / 6.0 * (w1 + 2.0 * (w2 + w3) + w4);
        self.rod_rates[2] += size / 6.0 * (a1 + 2.0 * (a2 + a3) + a4);
    }
}
