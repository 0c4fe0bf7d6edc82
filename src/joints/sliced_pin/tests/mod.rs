//! The sliced pin as a host meets it.

mod contact;
mod derivatives;
mod equations;
mod events;
mod impact;
mod lifted;
mod options;
mod wearing;

use super::*;
use crate::Value;
use crate::joints::InWorld;
use crate::joints::ports::Inputs;
use crate::model::{Model as _, Prepared};
use crate::unit::{Unit, UnitOf};
use std::collections::HashMap;

/// A unit driven by names.
pub struct Host {
    pub unit: UnitOf<InWorld<SlicedPin>>,
    numbers: HashMap<String, usize>,
    time: f64,
}

impl Host {
    /// Parameters and first inputs set, ready for steps.
    pub fn new(options: &Options, settings: &[(&str, Value)]) -> Self {
        let unit = UnitOf::<InWorld<SlicedPin>>::new(options).unwrap();
        let names = unit.rows().into_iter().map(|row| row.name).zip(0..);
        let mut host = Self { numbers: names.collect(), unit, time: 0.0 };
        for (name, value) in settings {
            host.set(name, *value);
        }
        host.unit.initialize(0.0, 1e-5).unwrap();
        host.unit.begin().unwrap();
        host
    }

    pub fn set(&mut self, name: &str, value: impl Into<Value>) {
        self.unit.assign(self.numbers[name], value.into()).unwrap();
    }

    pub fn real(&mut self, name: &str) -> f64 {
        match self.unit.value(self.numbers[name]).unwrap() {
            Value::Real(number) => number,
            other => panic!("{name} is {other:?}"),
        }
    }

    pub fn reals<const N: usize>(&mut self, names: [&str; N]) -> [f64; N] {
        names.map(|name| self.real(name))
    }

    pub fn integer(&mut self, name: &str) -> i32 {
        match self.unit.value(self.numbers[name]).unwrap() {
            Value::Integer(number) => number,
            other => panic!("{name} is {other:?}"),
        }
    }

    pub fn step(&mut self, size: f64) -> Result<(), Fault> {
        self.unit.advance(Step { start: self.time, size })?;
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
