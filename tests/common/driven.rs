//! A block that is driven by the names of its variables.

#![allow(dead_code, reason = "no test uses all of it")]

use spiel::Fault;
use spiel::block::{Block, Holds};
use spiel::coupling::Step;
use spiel::group::{PLAN, Plan};
use spiel::kinematics::planar::{Frame, Motion};
use spiel::model::{Build, ModelKind};
use spiel::{Value, catalogue};

/// A block and the time it has reached.
pub struct Driven {
    pub block: Block,
    pub begun: bool,
    /// End of the last step \[s\].
    pub time: f64,
}

impl Driven {
    /// A block of the model of that name.
    pub fn new(model: &str, build: &Build) -> Self {
        Self::try_new(model, build).unwrap()
    }

    /// Like `new`, for a build that may be refused.
    pub fn try_new(model: &str, build: &Build) -> Result<Self, Fault> {
        Self::of(catalogue::named(model).unwrap(), build)
    }

    /// Like `try_new`, for a kind of model outside the catalogue.
    pub fn of(kind: &ModelKind, build: &Build) -> Result<Self, Fault> {
        Ok(Self { block: Block::new(kind, build)?, begun: false, time: 0.0 })
    }

    /// A group that holds its bodies.
    pub fn group(plan: &Plan) -> Self {
        Self::new("group", &Build::default().with_file(PLAN, plan.to_json()))
    }

    /// A group by relative motions.
    pub fn relative_group(plan: &Plan) -> Self {
        let build = Build::default().with_file(PLAN, plan.to_json());
        Self::new("group", &build.with("build.ports", "relative"))
    }

    /// The number of the variable of that name.
    pub fn number(&self, name: &str) -> usize {
        self.block.number(name).unwrap_or_else(|| panic!("there is no variable {name}"))
    }

    /// Sets an input or a parameter.
    pub fn set(&mut self, name: &str, value: impl Into<Value>) {
        let number = self.number(name);
        self.block.assign(number, value.into()).unwrap();
    }

    /// Sets one more value and returns the block.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.set(name, value);
        self
    }

    /// The value of a variable after an update.
    pub fn get(&mut self, name: &str) -> f64 {
        let number = self.number(name);
        self.block.value(number).unwrap().number()
    }

    /// The number that a variable of any type holds.
    pub fn held(&self, index: usize) -> f64 {
        let held = Holds::of(&self.block.rows()[index]);
        self.block.held(index, held).unwrap()
    }

    /// Sets the first inputs.
    pub fn put(&mut self, numbers: &[f64]) {
        for (index, number) in numbers.iter().enumerate() {
            self.block.assign(index, Value::Real(*number)).unwrap();
        }
    }

    /// The first six loads after an update.
    pub fn loads(&mut self) -> [f64; 6] {
        let first = self.block.layout().loads.start;
        std::array::from_fn(|index| self.block.value(first + index).unwrap().number())
    }

    /// Force and moment on a body in the last step.
    pub fn load(&mut self, body: usize) -> [f64; 3] {
        let first = self.block.layout().loads.start + 3 * body;
        [0, 1, 2].map(|place| self.block.value(first + place).unwrap().number())
    }

    /// Initializes at `time` \[s\] and fixes the parameters.
    pub fn begin(&mut self, time: f64) -> Result<(), Fault> {
        self.block.initialize(time)?;
        self.block.begin()?;
        (self.begun, self.time) = (true, time);
        Ok(())
    }

    /// Makes a step with the present inputs; begins before the first one.
    pub fn try_go(&mut self, time: f64, size: f64) -> Result<(), Fault> {
        if !self.begun {
            self.begin(time)?;
        }
        self.block.advance(Step { start: time, size })?;
        self.time = time + size;
        Ok(())
    }

    /// Like `try_go`; panics if the step is refused.
    pub fn go(&mut self, time: f64, size: f64) {
        self.try_go(time, size).unwrap();
    }

    /// Makes the next step of `size` \[s\].
    pub fn next(&mut self, size: f64) {
        self.go(self.time, size);
    }

    /// Sets the frames of bodies, or of joints relative to their bodies a, and makes a step.
    pub fn step(&mut self, frames: &[Motion<f64>], time: f64, size: f64) {
        for (body, motion) in frames.iter().enumerate() {
            let Frame { x, y, phi, vx, vy, w } = motion.into();
            for (place, number) in [x, y, phi, vx, vy, w].into_iter().enumerate() {
                self.block.assign(6 * body + place, number.into()).unwrap();
            }
        }
        self.go(time, size);
    }
}
