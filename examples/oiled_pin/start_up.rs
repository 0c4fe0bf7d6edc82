//! A loaded journal starts up from rest, slowly: boundary, mixed and full film.

use fmu_build::{Choices, Error, Fmu};
use spiel::Choice;
use spiel::coupling::Method;
use spiel::laws::film::FilmLaw;
use std::path::Path;

/// Bearing: radius, radial clearance, length \[m\]; journal \[kg\] and its load \[N\].
const RADIUS: f64 = 0.01;
const CLEARANCE: f64 = 25e-6;
const LENGTH: f64 = 0.01;
const MASS: f64 = 1.0;
const LOAD: f64 = 100.0;
/// The journal lies still until the oil is squeezed out \[s\], then its speed grows from the first to the second
/// \[rad/s\] by the same factor every second, until the end \[s\].
const STILL: f64 = 1.0;
const SPEEDS: [f64; 2] = [0.1, 200.0];
const END: f64 = 41.0;
/// Ratio of the speeds at successive kept instants.
const KEPT: f64 = 1.02;
/// Initial height of the journal on its asperities \[m\].
const LIES: f64 = -24e-6;

/// The FMU and the communication step \[s\].
pub struct StartUp {
    pin: Fmu,
    viscosity: f64,
    step: f64,
}

/// The journal at an instant.
pub struct Started {
    /// Speed \[rad/s\].
    pub speed: f64,
    /// Moment of friction over load and radius.
    pub friction: f64,
    /// Smallest film thickness \[m\].
    pub thickness: f64,
}

impl StartUp {
    /// A start-up with oil of that viscosity; the FMU is built in `out`.
    pub fn new(out: &Path, viscosity: f64, step: f64) -> Result<Self, Error> {
        let choices = Choices::default();
        let pin = spiel_examples::fmu_with("revolute_clearance", &choices, &[], "start_up", out)?;
        Ok(Self { pin, viscosity, step })
    }

    /// Runs the whole start-up.
    pub fn run(&self) -> Result<Vec<Started>, Error> {
        let mut pin = self.pin.start(
            "start_up",
            &[
                ("geometry.bearing_radius", RADIUS.into()),
                ("geometry.clearance", CLEARANCE.into()),
                ("geometry.length", LENGTH.into()),
                ("coupling.method", Method::Predicted.number().into()),
                ("coupling.filter", 1.0.into()),
                ("coupling.mobility_xx", (1.0 / MASS).into()),
                ("coupling.mobility_yy", (1.0 / MASS).into()),
                ("film.law", FilmLaw::Finite.number().into()),
                ("film.viscosity", self.viscosity.into()),
                ("friction.static", 0.1.into()),
                ("friction.kinetic", 0.1.into()),
                ("frame_b.y", LIES.into()),
            ],
        )?;
        let inputs = self.pin.references([
            "frame_b.x",
            "frame_b.y",
            "frame_b.phi",
            "frame_b.vx",
            "frame_b.vy",
            "frame_b.w",
        ])?;
        let outputs = self.pin.references([
            "load_b.fx",
            "load_b.fy",
            "film.friction_torque",
            "film.thickness_min",
        ])?;
        let (mut place, mut velocity, mut turned, mut time) = ([0.0, LIES], [0.0; 2], 0.0, 0.0);
        let mut course = Vec::new();
        for index in 0.. {
            let step = if index < 100 { 1e-6 } else { self.step };
            if time + 0.5 * step > END {
                break;
            }
            let share = (time - STILL) / (END - STILL);
            let speed =
                if share < 0.0 { 0.0 } else { SPEEDS[0] * (SPEEDS[1] / SPEEDS[0]).powf(share) };
            pin.set_real(&inputs, &[place[0], place[1], turned, velocity[0], velocity[1], speed])?;
            pin.step(time, step)?;
            let mut found = [0.0; 4];
            pin.get_real(&outputs, &mut found)?;
            let [fx, fy, torque, thickness] = found;
            for (axis, force) in [fx, fy - LOAD].into_iter().enumerate() {
                let gain = force / MASS;
                place[axis] += step * (velocity[axis] + 0.5 * step * gain);
                velocity[axis] += step * gain;
            }
            turned += step * speed;
            time += step;
            let last = course.last().map_or(SPEEDS[0] / KEPT, |kept: &Started| kept.speed);
            if speed > KEPT * last {
                course.push(Started { speed, friction: -torque / (LOAD * RADIUS), thickness });
            }
        }
        Ok(course)
    }
}
