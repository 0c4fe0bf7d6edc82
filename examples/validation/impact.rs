//! One impact of a mass against the wall of a bearing.

use crate::journal::Journal;
use fmu_build::{Error, Fmu, Settings};
use spiel::Choice;
use spiel::Value;
use spiel::laws::contact::{Dissipation, Elastic};

/// A sphere against another one or a plane, as a journal in a bearing: the bearing is twice as large as
/// the journal, so that the stiffness is that of a sphere of its own radius on a plane.
pub struct Throw {
    /// Radius of that sphere \[m\].
    pub radius: f64,
    /// Young's modulus \[Pa\] and Poisson's ratio of both bodies.
    pub materials: [[f64; 2]; 2],
    /// Mass \[kg\] and speed \[m/s\] of the approach.
    pub approach: [f64; 2],
    /// Required restitution; the loss follows the exact law.
    pub restitution: f64,
    /// Elastic law.
    pub elastic: Elastic,
    /// Stiffness of a linear spring \[N/m\], where the law has one.
    pub stiffness: f64,
    /// Communication step \[s\].
    pub step: f64,
}

/// Result of a throw.
pub struct Impact {
    /// Time since first touch \[s\], penetration \[m\] and force \[N\].
    pub course: Vec<[f64; 3]>,
    /// Largest force \[N\].
    pub peak: f64,
    /// Duration from first touch to last \[s\].
    pub duration: f64,
    /// Speed of rebound over that of approach.
    pub restitution: f64,
}

/// Steps after which a mass that has not returned is given up.
const PATIENCE: u32 = 1_000_000;

impl Throw {
    /// Makes the throw.
    pub fn run(&self, fmu: &Fmu) -> Result<Impact, Error> {
        let [[a, nu_a], [b, nu_b]] = self.materials;
        let ([mass, speed], clearance) = (self.approach, 0.5 * self.radius);
        let settings: &Settings = &[
            ("geometry.bearing_radius", self.radius.into()),
            ("geometry.clearance", clearance.into()),
            ("material_a.youngs_modulus", a.into()),
            ("material_a.poissons_ratio", nu_a.into()),
            ("material_b.youngs_modulus", b.into()),
            ("material_b.poissons_ratio", nu_b.into()),
            ("contact.elastic", self.elastic.number().into()),
            ("contact.dissipation", Dissipation::Exact.number().into()),
            ("contact.restitution", self.restitution.into()),
            ("contact.linear_stiffness", self.stiffness.into()),
            ("contact.damping_mass", mass.into()),
            ("friction.model", Value::Integer(1)),
        ];
        // First touch falls between two steps.
        let start = [clearance - 1.5 * speed * self.step, 0.0, 0.0, speed, 0.0, 0.0];
        let inverse = [1.0 / mass, 1.0 / mass, 0.0];
        let mut journal = Journal::new(fmu, settings, inverse, start, self.step)?;
        let (mut course, mut peak): (Vec<[f64; 3]>, f64) = (vec![[0.0; 3]], 0.0);
        for _ in 0..PATIENCE {
            let (time, before) = (journal.time(), journal.state[0] - clearance);
            journal.advance(|_, _| [0.0; 3])?;
            let (report, after) = (journal.report()?, journal.state[0] - clearance);
            peak = peak.max(report.peak);
            if after > 0.0 {
                course.push([journal.time() - report.start, after, report.force]);
            } else if before > 0.0 {
                let end = time + self.step * before / (before - after);
                let duration = end - report.start;
                course.push([duration, 0.0, 0.0]);
                let restitution = -journal.state[3] / speed;
                return Ok(Impact { course, peak, duration, restitution });
            }
        }
        Err(Error::Input(format!("the mass has not come back after {PATIENCE} steps")))
    }
}

impl Impact {
    /// About two hundred points of the course, read by `of`.
    pub fn points(&self, of: impl Fn(&[f64; 3]) -> (f64, f64)) -> Vec<(f64, f64)> {
        self.course.iter().step_by(self.course.len().div_ceil(200)).map(of).collect()
    }
}
