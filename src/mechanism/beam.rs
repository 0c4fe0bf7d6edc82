//! Modes of a uniform straight beam in its plane, and a mode's exact motion under a held force.

use std::f64::consts::{PI, SQRT_2};

/// A uniform slender beam along x, from 0 to `length`.
///
/// Euler and Bernoulli's: no shear, no rotary inertia. Good for modes whose half wave is longer than about
/// ten heights of the section. Axial: the one-dimensional bar, no lateral inertia.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Beam {
    /// Length \[m\].
    pub length: f64,
    /// Bending stiffness E I \[N m²\].
    pub bending_stiffness: f64,
    /// Axial stiffness E A \[N\].
    pub axial_stiffness: f64,
    /// Mass per length \[kg/m\].
    pub mass_per_length: f64,
}

/// How a beam is held at its ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ends {
    /// Both free; the rigid motions are not among the modes.
    Free,
    /// Clamped at 0, free at the other end.
    Clamped,
    /// Both pinned: no deflection and no axial displacement there, free to turn.
    Pinned,
}

impl Ends {
    /// `β L` of bending mode `mode`, from 1 on: of `cos x cosh x = 1` for free ends, `= −1` for a clamped
    /// one, and `n π` for pinned ends.
    pub fn bending_root(self, mode: u32) -> f64 {
        let number = f64::from(mode);
        let (start, sign) = match self {
            Self::Pinned => return number * PI,
            Self::Free => ((number + 0.5) * PI, -1.0),
            Self::Clamped => ((number - 0.5) * PI, 1.0),
        };
        // Divided by cosh, so that it stays finite: cos x ± 1/cosh x = 0.
        let mut root: f64 = start;
        for _ in 0..20 {
            let short = root.cosh().recip();
            let value = root.cos() + sign * short;
            let slope = -root.sin() - sign * short * root.tanh();
            root -= value / slope;
        }
        root
    }
}

impl Beam {
    /// Mass of the beam, and of every mode: all shapes have the mean square 1 \[kg\].
    pub fn mass(&self) -> f64 {
        self.mass_per_length * self.length
    }

    /// Angular frequency of bending mode `mode`, from 1 on \[rad/s\].
    pub fn bending_frequency(&self, ends: Ends, mode: u32) -> f64 {
        let wave = ends.bending_root(mode) / self.length;
        wave * wave * (self.bending_stiffness / self.mass_per_length).sqrt()
    }

    /// Deflection \[1\] and its slope \[1/m\] of bending mode `mode`, from 1 to 200, at `x` \[m\].
    pub fn bending_shape(&self, ends: Ends, mode: u32, x: f64) -> [f64; 2] {
        let root = ends.bending_root(mode);
        let wave = root / self.length;
        let z = wave * x;
        let (sin, cos) = z.sin_cos();
        let (end_sin, end_cos) = root.sin_cos();
        // cosh z − σ sinh z as a wave that fades and one that grows: their difference loses all digits in
        // high modes, 1 − σ taken apart does not.
        let (sign, ratio, left) = match ends {
            Ends::Pinned => return [SQRT_2 * sin, SQRT_2 * wave * cos],
            Ends::Free => {
                let below = root.sinh() - end_sin;
                (1.0, (root.cosh() - end_cos) / below, (end_cos - end_sin - (-root).exp()) / below)
            }
            Ends::Clamped => {
                let below = root.cosh() + end_cos;
                (-1.0, (root.sinh() - end_sin) / below, (end_cos + end_sin + (-root).exp()) / below)
            }
        };
        let fading = 0.5 * (1.0 + ratio) * (-z).exp();
        let growing = 0.5 * left * z.exp();
        let deflection = fading + growing + sign * (cos - ratio * sin);
        let slope = growing - fading - sign * (sin + ratio * cos);
        [deflection, wave * slope]
    }

    fn axial_wave(&self, ends: Ends, mode: u32) -> f64 {
        let number = f64::from(mode);
        let halves = if ends == Ends::Clamped { number - 0.5 } else { number };
        halves * PI / self.length
    }

    /// Angular frequency of axial mode `mode`, from 1 on \[rad/s\].
    pub fn axial_frequency(&self, ends: Ends, mode: u32) -> f64 {
        self.axial_wave(ends, mode) * (self.axial_stiffness / self.mass_per_length).sqrt()
    }

    /// Displacement along the beam of axial mode `mode` at `x` \[m\], \[1\].
    pub fn axial_shape(&self, ends: Ends, mode: u32, x: f64) -> f64 {
        let z = self.axial_wave(ends, mode) * x;
        SQRT_2 * if ends == Ends::Free { z.cos() } else { z.sin() }
    }
}

/// A mode as an oscillator: `q̈ + 2 ζ ω q̇ + ω² q = f`, f the modal force by the modal mass.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mode {
    /// ω, above 0 \[rad/s\].
    pub frequency: f64,
    /// ζ, from 0 on; above 1 it creeps back. Damping in proportion to the stiffness, β K, is ζ = β ω / 2.
    pub damping_ratio: f64,
}

/// How a mode moves in a step of fixed length while its force is held: exact, so stable for any length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ModeStep {
    /// Displacement and rate at the end from those at the start.
    state: [[f64; 2]; 2],
    /// The same from the force.
    force: [f64; 2],
}

impl Mode {
    /// The motion over a step of `size` \[s\].
    pub fn over(&self, size: f64) -> ModeStep {
        let Self { frequency, damping_ratio } = *self;
        let decay = damping_ratio * frequency;
        let discriminant = damping_ratio * damping_ratio - 1.0;
        let beat = frequency * discriminant.abs().sqrt();
        // Even and odd part of the free motion, exp(−ζωt) cos and exp(−ζωt) sin / beat.
        let (even, odd) = if discriminant < 0.0 {
            let fade = (-decay * size).exp();
            let (sin, cos) = (beat * size).sin_cos();
            (fade * cos, fade * sin / beat)
        } else {
            // The slow root ω (√(ζ²−1) − ζ) without the difference of large numbers.
            let slow = (-frequency * frequency / (decay + beat) * size).exp();
            let lost = (-2.0 * beat * size).exp_m1();
            let odd = if beat > 0.0 { -0.5 * slow * lost / beat } else { slow * size };
            (slow * (1.0 + 0.5 * lost), odd)
        };
        let square = frequency * frequency;
        let place = even + decay * odd;
        ModeStep {
            state: [[place, odd], [-square * odd, even - decay * odd]],
            force: [(1.0 - place) / square, odd],
        }
    }
}

impl ModeStep {
    /// Displacement and rate at the end of the step from those at its start, under force by modal mass
    /// `force`.
    pub fn advance(&self, [place, rate]: [f64; 2], force: f64) -> [f64; 2] {
        let row = |row: usize| {
            self.state[row][0] * place + self.state[row][1] * rate + self.force[row] * force
        };
        [row(0), row(1)]
    }
}

#[cfg(test)]
mod tests;
