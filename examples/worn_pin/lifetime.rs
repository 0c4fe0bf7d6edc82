//! The life of one joint: hour after hour of wear, and measurements at some of them.

use crate::machine::{Dimensions, LOAD, Machine, SLICES};
use fmu_build::{Choices, Error, Fmu, write_beside};
use indicatif::MultiProgress;
use std::fmt::Write;
use std::path::Path;

const HOUR: f64 = 3600.0;

/// Loads at which a worn joint is measured \[N\].
pub const LOADS: [f64; 5] = [1e3, 5e3, 2e4, 5e4, 1e5];

/// A joint's life.
pub struct Lifetime {
    /// The joint.
    pub joint: &'static Dimensions,
    /// The measurements, in the order of time.
    pub states: Vec<Worn>,
}

/// A joint after some hours.
pub struct Worn {
    /// Hours of wear.
    pub hours: u32,
    /// Wear depth of each slice \[m\].
    pub depths: Vec<f64>,
    /// Work of friction at each slice in a second under the constant load \[J\].
    pub friction: Vec<f64>,
    /// Load \[N\] and tangent stiffness \[N/m\].
    pub stiffness: Vec<(f64, f64)>,
    /// Force of each slice \[N\] for each of [`LOADS`].
    pub forces: Vec<Vec<f64>>,
}

impl Lifetime {
    /// Wears the joint of `fmu` for `hours` hours; FMUs of worn profiles go to `folder`.
    pub fn new(
        joint: &'static Dimensions,
        hours: u32,
        fmu: &Fmu,
        folder: &Path,
        bars: &MultiProgress,
    ) -> Result<Self, Error> {
        let bar = spiel_examples::progress(bars, &format!("joint {}", joint.name), hours.into());
        let looks = [0, hours / 100, hours / 10, 3 * hours / 10, hours];
        let mut machine = Machine::new(fmu, joint, true, 0.0)?;
        let mut states = Vec::new();
        for hour in 0..=hours {
            if looks.contains(&hour) {
                // One second of the steady case, of which very little is wear.
                machine.step(1e-3)?;
                machine.press(LOAD)?;
                let before = machine.friction_energies()?;
                machine.step(1.0)?;
                let after = machine.friction_energies()?;
                let friction = after.iter().zip(&before).map(|(after, before)| after - before);
                let (depths, friction) = (machine.depths()?, friction.collect());
                states.push(Worn::measure(joint, hour, depths, friction, folder)?);
            }
            if hour < hours {
                machine.press(LOAD)?;
                machine.step(HOUR)?;
                bar.inc(1);
            }
        }
        bar.finish_and_clear();
        Ok(Self { joint, states })
    }

    /// The first and the last state.
    pub fn ends(&self) -> (&Worn, &Worn) {
        (&self.states[0], &self.states[self.states.len() - 1])
    }
}

impl Worn {
    /// Builds an FMU with the worn profile that wears no further, and presses that.
    fn measure(
        joint: &Dimensions,
        hours: u32,
        depths: Vec<f64>,
        friction: Vec<f64>,
        folder: &Path,
    ) -> Result<Self, Error> {
        let mut text = String::from("position,depth\n");
        for (k, depth) in depths.iter().enumerate() {
            let position = joint.length * ((k as f64 + 0.5) / SLICES as f64 - 0.5);
            let _ = writeln!(text, "{position:e},{depth:e}");
        }
        let name = format!("joint_{}_{hours}h", joint.name.to_lowercase());
        let profile = folder.join(format!("{name}.csv"));
        write_beside(&profile, text.as_bytes())?;
        let worn = Choices { profile: Some(profile), ..Choices::default() };
        let fmu = spiel_examples::fmu_with("sliced_pin", &worn, &[], &name, folder)?;
        let least = depths.iter().copied().fold(f64::INFINITY, f64::min);
        let mut machine = Machine::new(&fmu, joint, false, least)?;
        let mut stiffness = Vec::new();
        let mut forces = Vec::new();
        let mut sweep: Vec<f64> =
            (0..60).map(|n| 500.0 * 300.0_f64.powf(f64::from(n) / 59.0)).collect();
        sweep.extend(LOADS);
        sweep.sort_by(f64::total_cmp);
        for load in sweep {
            machine.press(load)?;
            machine.step(1e-3)?;
            stiffness.push((load, machine.stiffness()?));
            if LOADS.contains(&load) {
                forces.push(machine.forces()?);
            }
        }
        Ok(Self { hours, depths, friction, stiffness, forces })
    }

    /// Population coefficient of variation of the slices' friction energies.
    pub fn unevenness(&self) -> f64 {
        let n = self.friction.len() as f64;
        let mean = self.friction.iter().sum::<f64>() / n;
        (self.friction.iter().map(|e| (e - mean).powi(2)).sum::<f64>() / n).sqrt() / mean
    }

    /// Tangent stiffness \[N/m\] at `load` \[N\], one of [`LOADS`].
    pub fn stiffness_at(&self, load: f64) -> f64 {
        let there = self.stiffness.iter().find(|point| point.0 == load);
        there.map_or(f64::NAN, |point| point.1)
    }
}
