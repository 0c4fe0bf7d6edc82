//! The sliced pin behind its ports.

mod contact;
mod derivatives;
mod equations;
mod events;
mod impact;
mod lifted;
mod map;
mod options;
mod space;
mod wearing;

use super::*;
use crate::block::Block;
use crate::joints::kind;
use crate::kinematics::spatial::Motion;
use crate::model::Build;
use model_description::{Quantities, Value};
use std::collections::HashMap;

/// A block driven by names.
pub struct Host {
    block: Block,
    numbers: HashMap<String, usize>,
    time: f64,
}

impl Host {
    /// Parameters and first inputs set, ready for steps.
    pub fn new(build: &Build, settings: &[(&str, Value)]) -> Self {
        let block = Block::new(&kind::<SlicedPin>(), build).unwrap();
        let names = block.rows().iter().map(|row| row.name.clone()).zip(0..);
        let mut host = Self { numbers: names.collect(), block, time: 0.0 };
        for (name, value) in settings {
            host.set(name, *value);
        }
        host.block.initialize(0.0).unwrap();
        host.block.begin().unwrap();
        host
    }

    pub fn set(&mut self, name: &str, value: impl Into<Value>) {
        self.block.assign(self.numbers[name], value.into()).unwrap();
    }

    pub fn real(&mut self, name: &str) -> f64 {
        match self.block.value(self.numbers[name]).unwrap() {
            Value::Real(number) => number,
            other => panic!("{name} is {other:?}"),
        }
    }

    pub fn reals<const N: usize>(&mut self, names: [&str; N]) -> [f64; N] {
        names.map(|name| self.real(name))
    }

    pub fn integer(&mut self, name: &str) -> i32 {
        match self.block.value(self.numbers[name]).unwrap() {
            Value::Integer(number) => number,
            other => panic!("{name} is {other:?}"),
        }
    }

    pub fn step(&mut self, size: f64) -> Result<(), Fault> {
        self.block.advance(Step { start: self.time, size })?;
        self.time += size;
        Ok(())
    }

    /// A quantity of every slice.
    pub fn slices(&mut self, name: &str) -> Vec<f64> {
        (1..)
            .map_while(|k| {
                let name = format!("slice_{k:02}.{name}");
                self.numbers.contains_key(&name).then(|| self.real(&name))
            })
            .collect()
    }

    /// Moves the hole along x until its next load along x on the pin is `load` \[N\].
    pub fn press(&mut self, load: f64, offset: &mut f64) {
        for _ in 0..50 {
            self.set("frame_a.x", *offset);
            let missing = load - self.real("load_b.fx");
            if missing.abs() < 1e-9 * load {
                return;
            }
            *offset += missing / self.real("joint.stiffness").max(1e9);
        }
        panic!("no offset gives {load} N");
    }
}

/// All unknowns of the beam, no dissipation and no friction.
pub fn plain() -> Vec<(&'static str, Value)> {
    vec![
        ("bending.model", 2.into()),
        ("contact.dissipation", 1.into()),
        ("friction.model", 1.into()),
    ]
}

pub fn with<'a>(base: &[(&'a str, Value)], more: &[(&'a str, Value)]) -> Vec<(&'a str, Value)> {
    base.iter().chain(more).copied().collect()
}

/// Default parameters of a pin with this number of slices.
pub fn sliced(slices: i32) -> Parameters {
    let mut parameters = Parameters::default();
    parameters.build.slices = slices;
    parameters
}

/// A hole worn more at its ends than in its middle.
pub const WORN: &str = "position,depth\n-0.12,4e-5\n0,2e-5\n0.12,4e-5\n";

/// The files of a build with this profile or none.
pub fn files(profile: Option<&str>) -> Files {
    profile.map(|text| (PROFILE.to_owned(), text.to_owned())).into_iter().collect()
}

/// Memory for a report.
pub fn blank_report(parameters: &Parameters) -> Vec<f64> {
    vec![0.0; SlicedPin::report_rows(parameters).len()]
}

/// The slices of a report.
pub fn slices_of(report: &[f64]) -> Vec<SliceReport> {
    report[Whole::COUNT..].chunks_exact(SliceReport::COUNT).map(SliceReport::read).collect()
}
