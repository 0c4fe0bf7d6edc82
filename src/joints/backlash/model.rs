//! A joint with backlash behind its ports, as a model.

use super::geometry::LineGeometry;
use super::joint::{Backlash, End};
use super::kinematics::LineLoad;
use super::memory::Memory;
use super::variables::Report;
use crate::base::{Fault, Real};
use crate::coupling::{InputSample, Step};
use crate::model::{
    Blueprint, Build, Continuous, Dynamics, Model, ModelKind, Variables, WithState,
};
use model_description::{Quantities, Row};
use num_dual::Dual64;
use std::array;
use std::marker::PhantomData;

/// The entry of a joint with backlash in the catalogue.
pub const fn line<S: LineGeometry>() -> ModelKind {
    ModelKind { name: S::NAME, about: S::ABOUT, open: open::<S> }
}

fn open<S: LineGeometry>(build: &Build) -> Result<Blueprint, Fault> {
    build.check_files(&[], S::NAME)?;
    let rows = |rows: Vec<Row>| rows.into_iter().map(S::row).collect();
    let variables = Variables {
        inputs: S::input_rows(),
        loads: S::load_rows(),
        report: rows(Report::default().rows()),
        parameters: rows(S::start().rows()),
        velocities: vec![(0, 1), (2, 3)],
    };
    let notices = variables.coupling_notices();
    let values = variables.report.len();
    let model = move |parameters: &[f64]| -> Result<Box<dyn Model>, Fault> {
        let model = LineModel::<S>::new(&S::Parameters::read(parameters))?;
        Ok(Box::new(WithState::new(model, values)))
    };
    let doubts = |parameters: &[f64]| S::doubts(&S::Parameters::read(parameters));
    Ok(Blueprint { notices, doubts, ..Blueprint::new(variables, model) })
}

/// A joint with backlash behind its ports.
pub(super) struct LineModel<S> {
    pub(super) joint: Backlash,
    shape: PhantomData<fn() -> S>,
}

impl<S: LineGeometry> LineModel<S> {
    fn new(parameters: &S::Parameters) -> Result<Self, Fault> {
        Fault::check_ranges(parameters)?;
        let joint = Backlash::new(&S::common(parameters), S::kinematics(parameters)?)?;
        Ok(Self { joint, shape: PhantomData })
    }
}

/// Returns the four inputs: place and speed of a and of b.
pub(super) fn motion(inputs: &[f64]) -> [f64; 4] {
    array::from_fn(|index| inputs[index])
}

/// Returns the four inputs with derivatives in the direction of `seed`.
pub(super) fn lifted(inputs: &[f64], seed: &[f64]) -> [Dual64; 4] {
    array::from_fn(|index| Dual64::new(inputs[index], seed[index]))
}

/// Returns the accelerations of a and b, which are the rates of the input speeds; zeros if the host
/// gives no rates.
fn bends(inputs: InputSample) -> [f64; 2] {
    inputs.rates.map_or([0.0; 2], |rates| [rates[1], rates[3]])
}

/// Writes a load as the host gets it; `part` picks a number from each scalar.
pub(super) fn write_loads<T: Real>(load: &LineLoad<T>, part: impl Fn(T) -> f64, loads: &mut [f64]) {
    let LineLoad { a, b, force } = *load;
    for (place, load) in loads.iter_mut().zip([a, b, force]) {
        *place = part(load);
    }
}

impl<S: LineGeometry> Dynamics for LineModel<S> {
    type State = Memory;
    type End = End;

    fn safe_step(&self) -> f64 {
        self.joint.safe_step()
    }

    fn tune(&mut self, parameters: &[f64]) -> Result<(), Fault> {
        self.joint.tune(&S::common(&S::Parameters::read(parameters)))
    }

    fn begin(&mut self, inputs: &[f64], time: f64, report: &mut [f64]) -> Result<Memory, Fault> {
        Ok(self.joint.begin(motion(inputs), time, report))
    }

    fn step(
        &mut self,
        held: (&mut Memory, &mut End),
        inputs: InputSample,
        step: Step,
        loads: &mut [f64],
    ) -> Result<(), Fault> {
        let load = self.joint.step(motion(inputs.values), bends(inputs), held, step)?;
        write_loads(&load, |number| number, loads);
        Ok(())
    }

    fn end(&self, _values: usize) -> End {
        End::nowhere()
    }

    fn report(&mut self, held: (&Memory, &End), report: &mut [f64]) {
        self.joint.write_report(held, report);
    }

    fn derivative(
        &mut self,
        state: &Memory,
        inputs: InputSample,
        seed: &[f64],
        step: Step,
        change: &mut [f64],
    ) -> Result<(), Fault> {
        let lifted = lifted(inputs.values, seed);
        let load = self.joint.derivative(lifted, bends(inputs), state, step)?;
        write_loads(&load, |number| number.eps, change);
        Ok(())
    }

    fn continuous(&mut self) -> Result<&mut dyn Continuous, Fault> {
        Ok(self)
    }

    fn fits(&self, state: &Memory) -> bool {
        self.joint.fits(state)
    }
}
