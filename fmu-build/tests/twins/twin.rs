//! A joint with known parameters, moved in steps much finer than a sensor's, and what the sensor sees of it.

use fmu_build::identify::{Found, Options, identify};
use spiel::block::Block;
use spiel::catalogue;
use spiel::coupling::Step;
use spiel::model::Build;
use std::f64::consts::TAU;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Noise of what is measured, in parts of its largest value.
const NOISE: f64 = 0.01;
/// Steps of the joint between two samples.
const FINER: usize = 20;

/// Numbers with the distribution of Gauss, from a linear congruential generator and Box and Muller's formula.
pub struct Dice(pub u64);

impl Dice {
    fn uniform(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }

    pub fn gauss(&mut self) -> f64 {
        (-2.0 * self.uniform().ln()).sqrt() * (TAU * self.uniform()).cos()
    }
}

/// A joint with known parameters, and a motion.
pub struct Twin {
    pub joint: &'static str,
    pub model: &'static str,
    pub settings: &'static [(&'static str, &'static str)],
    pub truth: &'static [(&'static str, f64)],
    /// Place and velocity that move, output with its sign, names of the columns.
    pub moved: [&'static str; 2],
    pub output: (&'static str, f64),
    pub columns: [&'static str; 2],
    /// A load that presses, across this input, with the clearance in front of it.
    pub load: Option<f64>,
    pub motion: fn(f64) -> f64,
    pub duration: f64,
    pub count: usize,
}

impl Twin {
    /// Returns what a perfect sensor would measure: instants, places, forces.
    pub fn exact(&self) -> [Vec<f64>; 3] {
        let mut build = Build::default();
        if self.joint != "rough_interface" {
            build = build.with("coupling.method", "step_mean");
        }
        for (name, text) in self.settings {
            build = build.with(name, text);
        }
        for (name, value) in self.truth {
            build = build.with(name, value);
        }
        let mut block = Block::new(catalogue::named(self.joint).unwrap(), &build).unwrap();
        let number = |block: &Block, name: &str| block.number(name).unwrap();
        let [x, v] = self.moved.map(|name| number(&block, name));
        let output = number(&block, self.output.0);
        if let Some(load) = self.load.filter(|_| self.joint != "rough_interface") {
            // Bisection for the depth that carries the load: another way than the program's.
            let (mut low, mut high) = (0.0, 1e-3);
            for _ in 0..200 {
                let middle = 0.5 * (low + high);
                let force = block.wall_forces(&[middle]).unwrap().unwrap()[0];
                if force < load { low = middle } else { high = middle }
            }
            let clearance = block.value(number(&block, "geometry.clearance")).unwrap().number();
            let y = number(&block, "frame_b.y");
            block.assign(y, (-clearance - low).into()).unwrap();
        }
        // Much finer than the sensor, which sees the mean of the steps before and after its instant.
        let step = self.duration / self.count as f64;
        let fine = step / FINER as f64;
        let place = |count: usize| (self.motion)(count as f64 * fine);
        let times: Vec<f64> = (0..=self.count).map(|count| count as f64 * step).collect();
        let places: Vec<f64> = (0..=self.count).map(|count| place(count * FINER)).collect();
        let mut forces = vec![0.0];
        let mut before = 0.0;
        for count in 0..=self.count * FINER {
            let (from, to) = (place(count), place(count + 1));
            block.assign(x, from.into()).unwrap();
            block.assign(v, ((to - from) / fine).into()).unwrap();
            if count == 0 {
                block.initialize(0.0).unwrap();
                block.begin().unwrap();
            }
            block.advance(Step { start: count as f64 * fine, size: fine }).unwrap();
            let force = self.output.1 * block.value(output).unwrap().number();
            if count > 0 && count % FINER == 0 {
                forces.push(0.5 * (before + force));
            }
            before = force;
        }
        [times, places, forces]
    }

    /// Writes a measurement with noise.
    pub fn measure(&self, exact: &[Vec<f64>; 3], dice: &mut Dice, path: &Path) {
        let [times, places, forces] = exact;
        let largest = forces.iter().fold(0.0, |largest: f64, force| largest.max(force.abs()));
        let mut text = format!("time [s],{},{}", self.columns[0], self.columns[1]);
        for ((time, place), force) in times.iter().zip(places).zip(forces) {
            let _ =
                write!(text, "\n{time:e},{place:e},{:e}", force + NOISE * largest * dice.gauss());
        }
        std::fs::write(path, text).unwrap();
    }

    pub fn options(&self, path: &Path) -> Options {
        Options {
            what: vec![PathBuf::from(self.joint), path.to_owned()],
            output: path.with_extension("toml"),
            model: Some(self.model.to_owned()),
            load: self.load,
            set: self.settings.iter().map(|(name, text)| format!("{name}={text}")).collect(),
            ..Options::default()
        }
    }

    pub fn identify(&self, path: &Path) -> Found {
        identify(&self.options(path), &|_| ()).unwrap()
    }
}
