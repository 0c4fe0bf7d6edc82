//! The slider without the joint: the plain laws, integrated with located contact starts.

use super::{CORNER_STIFFNESS, INERTIA, MASS, Slider, mechanical};

/// Position, angle and their rates, four bristles, dissipated energy.
type State = [f64; 11];

const SIDES: [(f64, f64); 4] = [(1.0, -1.0), (-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];

/// The slider under the classical Runge-Kutta method.
#[derive(Clone)]
pub struct Plain {
    gravity: f64,
    damping_fades: bool,
    state: State,
    /// Approach speeds of the corners in contact.
    since: [Option<f64>; 4],
    /// Groups of corners that have touched simultaneously.
    pub together: Vec<Vec<usize>>,
}

impl Plain {
    pub fn new(start: &Slider, gravity: f64, damping_fades: bool) -> Self {
        let mut state = [0.0; 11];
        state[..6].copy_from_slice(start);
        Self { gravity, damping_fades, state, since: [None; 4], together: Vec::new() }
    }

    pub fn slider(&self) -> Slider {
        self.state[..6].try_into().unwrap()
    }

    /// Integrates for `time` \[s\] in steps of at most `step` \[s\].
    pub fn run(&mut self, time: f64, step: f64) {
        let mut left = time;
        while left > 1e-13 {
            left -= self.advance(step.min(left));
        }
    }

    /// Makes a step, or the part of it up to the first start or end of a contact.
    fn advance(&mut self, step: f64) -> f64 {
        let whole = self.after(step);
        if !self.changed(&whole) {
            self.state = whole;
            return step;
        }
        let (mut low, mut high) = (0.0, step);
        while high - low > 1e-17 {
            let middle = 0.5 * (low + high);
            if middle <= low || middle >= high {
                break;
            }
            if self.changed(&self.after(middle)) { high = middle } else { low = middle }
        }
        self.state = self.after(high);
        for corner in 0..4 {
            let (depth, rate, _) = touch(&self.state, corner);
            match (self.since[corner], depth > 0.0) {
                (None, true) => self.since[corner] = Some(rate),
                (Some(_), false) => self.since[corner] = None,
                _ => continue,
            }
            self.state[6 + corner] = 0.0;
        }
        let touching: Vec<usize> = (0..4).filter(|c| self.since[*c].is_some()).collect();
        if !self.together.contains(&touching) {
            self.together.push(touching);
        }
        high
    }

    fn changed(&self, state: &State) -> bool {
        (0..4).any(|corner| (touch(state, corner).0 > 0.0) != self.since[corner].is_some())
    }

    fn after(&self, h: f64) -> State {
        let along = |rates: &State, h: f64| {
            let mut moved = self.state;
            moved.iter_mut().zip(rates).for_each(|(x, rate)| *x += h * rate);
            moved
        };
        let first = self.rates(&self.state);
        let second = self.rates(&along(&first, 0.5 * h));
        let third = self.rates(&along(&second, 0.5 * h));
        let fourth = self.rates(&along(&third, h));
        let mut mean = first;
        for (i, mean) in mean.iter_mut().enumerate() {
            *mean = (first[i] + 2.0 * (second[i] + third[i]) + fourth[i]) / 6.0;
        }
        along(&mean, h)
    }

    fn rates(&self, state: &State) -> State {
        let mut rates = [0.0; 11];
        rates[..3].copy_from_slice(&state[3..6]);
        rates[4] = -self.gravity;
        for corner in 0..4 {
            let Some(impact) = self.since[corner] else { continue };
            let (depth, rate, along) = touch(state, corner);
            let elastic = CORNER_STIFFNESS * depth.max(0.0).powf(1.5);
            let normal = (elastic * (1.0 + 1.5 * 0.45 / 0.55 * rate / impact.max(1e-6))).max(0.0);
            let bristle = state[6 + corner];
            rates[6 + corner] = along - 1e5 * along.abs() / 0.01 * bristle;
            let fading = if self.damping_fades { (-(along / 1e-3).powi(2)).exp() } else { 1.0 };
            let friction = normal * (1e5 * bristle + 400.0 * fading * rates[6 + corner]);
            let (arm_x, arm_y) = arm(state, corner);
            let (fx, fy) = (-friction, -SIDES[corner].1 * normal);
            rates[3] += fx / MASS;
            rates[4] += fy / MASS;
            rates[5] += (arm_x * fy - arm_y * fx) / INERTIA;
            rates[10] += (normal - elastic) * rate + friction * along;
        }
        rates
    }

    /// Kinetic, gravity's, elastic and dissipated energy: their sum is constant.
    pub fn energy(&self) -> f64 {
        let stored = |corner| {
            let depth: f64 = touch(&self.state, corner).0.max(0.0);
            0.4 * CORNER_STIFFNESS * depth.powf(2.5)
        };
        mechanical(&self.slider(), self.gravity) + (0..4).map(stored).sum::<f64>() + self.state[10]
    }

    pub fn dissipated(&self) -> f64 {
        self.state[10]
    }
}

fn arm(state: &State, corner: usize) -> (f64, f64) {
    let (side_x, side_y) = SIDES[corner];
    let (sin, cos) = state[2].sin_cos();
    (side_x * 0.03 * cos - side_y * 0.02 * sin, side_x * 0.03 * sin + side_y * 0.02 * cos)
}

/// Penetration into faces at ±0.0205 m, its rate, speed along the guide.
fn touch(state: &State, corner: usize) -> (f64, f64, f64) {
    let (arm_x, arm_y) = arm(state, corner);
    let side = SIDES[corner].1;
    let depth = side * (state[1] + arm_y) - 0.0205;
    (depth, side * (state[4] + state[5] * arm_x), state[3] - state[5] * arm_y)
}
