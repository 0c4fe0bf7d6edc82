//! The slider-crank: bodies with ideal joints but for the wrist pin, and the wrist pin.

use fmu_build::{Choices, Error, Fmu};
use spiel::Choice;
use spiel::coupling::Method;
use spiel::laws::film::FilmLaw;
use std::f64::consts::TAU;
use std::path::Path;

/// Radius of the bearing, radial clearance, length of the pin \[m\].
const RADIUS: f64 = 0.01;
pub const CLEARANCE: f64 = 25e-6;
const LENGTH: f64 = 0.02;
/// Turns: the first is a run-in.
const TURNS: f64 = 3.0;
/// First steps, in which the joint estimates the external load before it matters: number, and size \[s\].
const FIRST: (u32, f64) = (100, 1e-6);

/// The FMUs, the speed \[rad/s\] and the communication step \[s\].
pub struct Crank {
    bodies: Fmu,
    pin: Fmu,
    speed: f64,
    step: f64,
}

/// Result of a run of the wrist pin.
pub struct Run {
    /// Viscosity of the oil \[Pa s\]; none in a dry pin.
    pub viscosity: Option<f64>,
    /// The course behind the run-in.
    pub course: Vec<Instant>,
    /// Largest force in the contact, between communication points too \[N\].
    pub peak_contact: f64,
    /// Heat of a turn \[J\].
    pub heat: f64,
}

/// The pin at an instant.
pub struct Instant {
    /// Turns of the crank.
    pub turn: f64,
    /// The journal's centre in the bearing \[m\].
    pub place: [f64; 2],
    /// Smallest film thickness \[m\].
    pub thickness: f64,
    /// Load on the slider, mean over the step \[N\].
    pub load: f64,
    /// Largest film pressure \[Pa\].
    pub pressure: f64,
}

const MOTION: [&str; 6] = ["x", "y", "phi", "vx", "vy", "w"];
const LOAD: [&str; 3] = ["fx", "fy", "t"];
const MOBILITY: [&str; 6] = ["xx", "xy", "yy", "xphi", "yphi", "phiphi"];

impl Crank {
    /// A crank at that `speed` \[1/min\]; FMUs are built in `out`.
    pub fn new(out: &Path, speed: f64, step: f64) -> Result<Self, Error> {
        let told = Choices { mobility: Some("given_by_input".to_owned()), ..Choices::default() };
        Ok(Self {
            bodies: spiel_examples::wrist::machine(out)?,
            pin: spiel_examples::fmu_with("revolute_clearance", &told, &[], "wrist_pin", out)?,
            speed: speed * TAU / 60.0,
            step,
        })
    }

    /// Some turns with oil of that viscosity, or dry.
    pub fn run(&self, viscosity: Option<f64>) -> Result<Run, Error> {
        let mut bodies =
            self.bodies.start("bodies", &spiel_examples::wrist::at_speed(self.speed))?;
        let law = if viscosity.is_some() { FilmLaw::Finite } else { FilmLaw::Without };
        let mut pin = self.pin.start(
            "wrist_pin",
            &[
                ("geometry.bearing_radius", RADIUS.into()),
                ("geometry.clearance", CLEARANCE.into()),
                ("geometry.length", LENGTH.into()),
                ("coupling.method", Method::Predicted.number().into()),
                ("coupling.filter", 1.0.into()),
                ("film.law", law.number().into()),
                ("film.viscosity", viscosity.unwrap_or(0.05).into()),
                ("friction.static", 0.1.into()),
                ("friction.kinetic", 0.1.into()),
            ],
        )?;
        let list = |fmu: &Fmu, part: &str, names: &[&str]| -> Result<Vec<u32>, Error> {
            names.iter().map(|name| fmu.reference(&format!("{part}.{name}"))).collect()
        };
        let of_bodies = [
            list(&self.bodies, "rod_c", &MOTION)?,
            list(&self.bodies, "slider_c", &MOTION)?,
            list(&self.bodies, "mobility_c", &MOBILITY)?,
        ]
        .concat();
        let to_pin = [
            list(&self.pin, "frame_a", &MOTION)?,
            list(&self.pin, "frame_b", &MOTION)?,
            list(&self.pin, "mobility", &MOBILITY)?,
        ]
        .concat();
        let of_pin =
            [list(&self.pin, "load_a", &LOAD)?, list(&self.pin, "load_b", &LOAD)?].concat();
        let to_bodies =
            [list(&self.bodies, "rod_c", &LOAD)?, list(&self.bodies, "slider_c", &LOAD)?].concat();
        let reported = self.pin.references([
            "film.thickness_min",
            "film.pressure_max",
            "contact.peak_normal_force",
            "energy.dissipated",
        ])?;
        let mut run = Run { viscosity, course: vec![], peak_contact: 0.0, heat: 0.0 };
        let (mut time, mut lost) = (0.0, None);
        let end = TURNS * TAU / self.speed;
        for index in 0.. {
            let step = if index < FIRST.0 { FIRST.1 } else { self.step };
            if time + 0.5 * step > end {
                break;
            }
            let (mut motion, mut loads, mut report) = ([0.0; 18], [0.0; 6], [0.0; 4]);
            bodies.get_real(&of_bodies, &mut motion)?;
            pin.set_real(&to_pin, &motion)?;
            pin.step(time, step)?;
            pin.get_real(&of_pin, &mut loads)?;
            pin.get_real(&reported, &mut report)?;
            bodies.set_real(&to_bodies, &loads)?;
            bodies.step(time, step)?;
            time += step;
            let turn = self.speed * time / TAU;
            if turn < 1.0 {
                continue;
            }
            let [x, y] = [0, 1].map(|part| motion[6 + part] - motion[part]);
            let (sin, cos) = motion[2].sin_cos();
            let [thickness, pressure, peak, heat] = report;
            run.peak_contact = run.peak_contact.max(peak);
            run.heat = (heat - *lost.get_or_insert(heat)) / (TURNS - 1.0);
            run.course.push(Instant {
                turn,
                place: [x * cos + y * sin, y * cos - x * sin],
                thickness,
                load: loads[3].hypot(loads[4]),
                pressure,
            });
        }
        Ok(run)
    }
}

impl Run {
    /// Largest load \[N\].
    pub fn peak(&self) -> f64 {
        self.course.iter().map(|instant| instant.load).fold(0.0, f64::max)
    }

    /// Thinnest film \[m\].
    pub fn thinnest(&self) -> f64 {
        self.course.iter().map(|instant| instant.thickness).fold(f64::INFINITY, f64::min)
    }
}
