//! A unit and the numbers of its variables.

use spiel::Value;
use spiel::coupling::Step;
use spiel::group::{LISTED, Plan};
use spiel::joints::Options;
use spiel::joints::ports::PortKind;
use spiel::planar::{Frame, Motion};
use spiel::unit::Unit;

pub struct Driven {
    pub unit: Box<dyn Unit>,
    names: Vec<String>,
    pub begun: bool,
}

impl Driven {
    pub fn group(plan: &Plan) -> Self {
        let options = Options { group: Some(Box::new(plan.clone())), ..Options::default() };
        Self::of((LISTED.unit)(&options).unwrap())
    }

    /// The group by relative motions.
    pub fn seen(plan: &Plan) -> Self {
        let group = Some(Box::new(plan.clone()));
        let options = Options { group, ports: PortKind::Relative, ..Options::default() };
        Self::of((LISTED.unit)(&options).unwrap())
    }

    pub fn of(unit: Box<dyn Unit>) -> Self {
        let names = unit.rows().into_iter().map(|row| row.name).collect();
        Self { unit, names, begun: false }
    }

    fn number(&self, name: &str) -> usize {
        let found = self.names.iter().position(|known| known == name);
        found.unwrap_or_else(|| panic!("{name} among {:?}", self.names))
    }

    pub fn set(&mut self, name: &str, value: impl Into<Value>) {
        let number = self.number(name);
        self.unit.assign(number, value.into()).unwrap();
    }

    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.set(name, value);
        self
    }

    pub fn get(&mut self, name: &str) -> f64 {
        let number = self.number(name);
        match self.unit.value(number).unwrap() {
            Value::Real(number) => number,
            Value::Boolean(truth) => f64::from(u8::from(truth)),
            Value::Integer(number) => f64::from(number),
        }
    }

    /// Gives the frames of bodies, or of joints as their bodies a see them, and makes a step.
    pub fn step(&mut self, frames: &[Motion<f64>], time: f64, size: f64) {
        for (body, motion) in frames.iter().enumerate() {
            let Frame { x, y, phi, vx, vy, w } = motion.into();
            for (place, number) in [x, y, phi, vx, vy, w].into_iter().enumerate() {
                self.unit.assign(6 * body + place, number.into()).unwrap();
            }
        }
        self.go(time, size);
    }

    /// Makes a step with the inputs there are.
    pub fn go(&mut self, time: f64, size: f64) {
        if !std::mem::replace(&mut self.begun, true) {
            self.unit.initialize(time, size).unwrap();
            self.unit.begin().unwrap();
        }
        self.unit.advance(Step { start: time, size }).unwrap();
    }

    /// Force and moment on a body in the last step.
    pub fn load(&mut self, body: usize) -> [f64; 3] {
        let first = self.unit.layout().loads.start + 3 * body;
        [0, 1, 2].map(|place| match self.unit.value(first + place).unwrap() {
            Value::Real(number) => number,
            value => panic!("{value:?}"),
        })
    }
}
