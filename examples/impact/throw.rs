//! A mass thrown against the bearing, through the joint's FMU.

use crate::bearings::Bearings;
use fmu_build::{Error, Fmu};
use spiel::coupling::Coupling;
use spiel::laws::contact::{Dissipation, Elastic};
use spiel::laws::friction::Friction;
use spiel::{Choice, Value};

/// The communication step \[s\]: the shortest impact takes a thousand; `steps.csv` has the errors.
pub const STEP: f64 = 1e-8;

/// The mass \[kg\].
pub const MASS: f64 = 1.0;

/// Steps after which a mass that has not returned is given up.
const PATIENCE: u64 = 2_000_000;

/// Approximate number of instants kept of an impact.
const KEPT: usize = 200;

/// Parameters of a throw.
#[derive(Debug, Clone, Copy)]
pub struct Throw {
    /// Elastic law.
    pub elastic: Elastic,
    /// Dissipation law.
    pub dissipation: Dissipation,
    /// Required restitution.
    pub restitution: f64,
    /// Speed of the mass \[m/s\].
    pub speed: f64,
    /// Radial clearance \[m\].
    pub clearance: f64,
    /// Arithmetic mean roughness \[m\]; only the rough laws use it.
    pub roughness: f64,
    /// Communication step \[s\].
    pub step: f64,
}

impl Default for Throw {
    /// The case that the studies vary: a rough steel bearing of 10 mm, 1 m/s.
    fn default() -> Self {
        Self {
            elastic: Elastic::Fractal,
            dissipation: Dissipation::LankaraniNikravesh,
            restitution: 0.9,
            speed: 1.0,
            clearance: 5e-4,
            roughness: 5e-8,
            step: STEP,
        }
    }
}

/// The contact at one instant.
#[derive(Debug, Clone, Copy)]
pub struct Instant {
    /// Time since first touch \[s\].
    pub time: f64,
    /// Penetration \[m\].
    pub penetration: f64,
    /// Normal force \[N\].
    pub force: f64,
}

/// Result of a throw.
#[derive(Debug, Clone)]
pub struct Impact {
    /// The throw.
    pub throw: Throw,
    /// The contact from first touch to last.
    pub course: Vec<Instant>,
    /// Largest force \[N\].
    pub peak_force: f64,
    /// Time of the largest force since first touch \[s\].
    pub peak_time: f64,
    /// Largest penetration \[m\].
    pub depth: f64,
    /// Time of the largest penetration since first touch \[s\].
    pub compression: f64,
    /// Time from first touch to last \[s\].
    pub duration: f64,
    /// Speed of the mass as it leaves \[m/s\].
    pub rebound: f64,
}

impl Impact {
    /// Rebound over approach speed.
    pub fn realised(&self) -> f64 {
        self.rebound / self.throw.speed
    }
}

impl Throw {
    /// Start values for `fmu`; roughness and damping mass only where its law has them.
    fn settings(&self, fmu: &Fmu) -> Vec<(&'static str, Value)> {
        let mut settings = vec![
            ("geometry.clearance", self.clearance.into()),
            ("surface.roughness", self.roughness.into()),
            ("contact.dissipation", self.dissipation.number().into()),
            ("contact.restitution", self.restitution.into()),
            ("contact.damping_mass", MASS.into()),
            ("friction.model", Friction::Without.number().into()),
            ("coupling.method", Coupling::StepMean.number().into()),
        ];
        settings.retain(|(name, _)| fmu.reference(name).is_ok());
        settings
    }

    /// Throws the mass and follows it until it has left the bearing.
    pub fn run(&self, bearings: &Bearings) -> Result<Impact, Error> {
        let fmu = bearings.of(self.elastic);
        let mut bearing = fmu.start("bearing", &self.settings(fmu))?;
        let input = fmu.references(["frame_b.x", "frame_b.vx"])?;
        let load = fmu.references(["load_b.fx"])?;
        let reported = fmu.references(["contact.start_time"])?;
        let size = self.step;
        // The mass starts a fractional number of steps before the wall: first touch falls between two of them.
        let (mut place, mut speed) = (self.clearance - 1.5 * size * self.speed, self.speed);
        let mut course = Vec::new();
        for index in 0..PATIENCE {
            let time = index as f64 * size;
            bearing.set_real(&input, &[place, speed])?;
            bearing.step(time, size)?;
            let (mut force, mut start) = ([0.0], [0.0]);
            bearing.get_real(&load, &mut force)?;
            bearing.get_real(&reported, &mut start)?;
            let acceleration = force[0] / MASS;
            // The force is a mean over the step: it stands for the force in its middle.
            let half = 0.5 * size;
            let halfway = place + half * (speed + 0.5 * half * acceleration);
            let instant = Instant {
                time: time + half - start[0],
                penetration: halfway - self.clearance,
                force: -force[0],
            };
            place += size * (speed + 0.5 * size * acceleration);
            speed += size * acceleration;
            if instant.penetration > 0.0 {
                course.push(instant);
            } else if !course.is_empty() && place < self.clearance {
                return Ok(self.impact(&course, instant, -speed));
            }
        }
        Err(Error::Input(format!("the mass has not come back after {PATIENCE} steps")))
    }

    /// Sums up a `course` that the first instant `apart` ends.
    fn impact(&self, course: &[Instant], apart: Instant, rebound: f64) -> Impact {
        let largest = |of: fn(&Instant) -> f64| {
            let larger = |a: &&Instant, b: &&Instant| of(a).total_cmp(&of(b));
            course.iter().max_by(larger).copied().unwrap_or(apart)
        };
        let (strongest, deepest) = (largest(|now| now.force), largest(|now| now.penetration));
        let last = course.last().copied().unwrap_or(apart);
        // The penetration passes 0 between these two, nearly linearly.
        let part = last.penetration / (last.penetration - apart.penetration);
        let duration = last.time + part * (apart.time - last.time);
        let touch = |time| Instant { time, penetration: 0.0, force: 0.0 };
        let every = course.len().div_ceil(KEPT);
        let kept = course.iter().step_by(every).copied();
        let course = [touch(0.0)].into_iter().chain(kept).chain([touch(duration)]).collect();
        Impact {
            throw: *self,
            course,
            peak_force: strongest.force,
            peak_time: strongest.time,
            depth: deepest.penetration,
            compression: deepest.time,
            duration,
            rebound,
        }
    }
}
