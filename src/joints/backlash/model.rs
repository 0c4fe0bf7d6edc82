//! A joint with backlash behind its ports, as a model.

use super::geometry::LineGeometry;
use super::joint::Backlash;
use super::kinematics::LineLoad;
use super::memory::Memory;
use super::variables::Report;
use crate::base::{Fault, Real};
use crate::coupling::{InputSample, Step};
use crate::model::{Build, Continuous, Model, ModelKind, State, Stepped, Variables};
use model_description::{Quantities, Row};
use num_dual::Dual64;
use std::array;
use std::marker::PhantomData;

/// The entry of a joint with backlash in the catalogue.
pub const fn line<S: LineGeometry>() -> ModelKind {
    ModelKind {
        name: S::NAME,
        about: S::ABOUT,
        variables: variables::<S>,
        prepare: |parameters, _| {
            Ok(Box::new(LineModel::<S>::new(&S::Parameters::read(parameters))?))
        },
    }
}

fn variables<S: LineGeometry>(build: &Build) -> Result<Variables, Fault> {
    build.check_files(&[], S::NAME)?;
    let rows = |rows: Vec<Row>| rows.into_iter().map(S::row).collect();
    Ok(Variables {
        inputs: S::input_rows(),
        loads: S::load_rows(),
        report: rows(Report::default().rows()),
        parameters: rows(S::start().rows()),
        velocities: vec![(0, 1), (2, 3)],
    })
}

/// A joint with backlash behind its ports.
pub(super) struct LineModel<S> {
    pub(super) joint: Backlash,
    state: Option<Stepped<Memory>>,
    loads: usize,
    shape: PhantomData<fn() -> S>,
}

impl<S: LineGeometry> LineModel<S> {
    fn new(parameters: &S::Parameters) -> Result<Self, Fault> {
        Fault::check_ranges(parameters)?;
        let joint = Backlash::new(&S::common(parameters), S::kinematics(parameters)?)?;
        let loads = S::load_rows().len();
        Ok(Self { joint, state: None, loads, shape: PhantomData })
    }
}

/// The four inputs, place and speed of a and of b.
pub(super) fn motion(inputs: &[f64]) -> [f64; 4] {
    array::from_fn(|index| inputs[index])
}

/// The same with derivatives in the direction of `seed`.
pub(super) fn lifted(inputs: &[f64], seed: &[f64]) -> [Dual64; 4] {
    array::from_fn(|index| Dual64::new(inputs[index], seed[index]))
}

/// The accelerations of a and b, where the host gives them; rates of places are the speeds.
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

impl<S: LineGeometry> Model for LineModel<S> {
    fn safe_step(&self) -> f64 {
        self.joint.safe_step()
    }

    fn tune(&mut self, parameters: &[f64]) -> Result<(), Fault> {
        self.joint.tune(&S::common(&S::Parameters::read(parameters)))
    }

    fn begin(&mut self, inputs: &[f64], time: f64, report: &mut [f64]) -> Result<(), Fault> {
        self.state = Some(Stepped::new(self.joint.begin(motion(inputs), time, report)));
        Ok(())
    }

    fn step(&mut self, inputs: InputSample, step: Step, outputs: &mut [f64]) -> Result<(), Fault> {
        let trial = self.state.as_mut().ok_or(Fault::NotBegun)?.trial();
        let (loads, report) = outputs.split_at_mut(self.loads);
        let load = self.joint.step(motion(inputs.values), bends(inputs), trial, step, report)?;
        write_loads(&load, |number| number, loads);
        Ok(())
    }

    fn commit(&mut self) {
        if let Some(state) = &mut self.state {
            state.commit();
        }
    }

    fn derivative(
        &mut self,
        inputs: InputSample,
        seed: &[f64],
        step: Step,
        change: &mut [f64],
    ) -> Result<(), Fault> {
        let state = self.state.as_ref().ok_or(Fault::NotBegun)?.committed();
        let lifted = lifted(inputs.values, seed);
        let load = self.joint.derivative(lifted, bends(inputs), state, step)?;
        write_loads(&load, |number| number.eps, change);
        Ok(())
    }

    fn continuous(&mut self) -> Result<&mut dyn Continuous, Fault> {
        Ok(self)
    }

    fn state(&self) -> Option<&dyn State> {
        self.state.as_ref().map(|state| state.committed() as &dyn State)
    }

    fn set_state(&mut self, state: &dyn State) -> Result<(), Fault> {
        Stepped::adopt(&mut self.state, state, |state| self.joint.fits(state))
    }

    fn read_state(&self, bytes: &[u8]) -> Option<Box<dyn State>> {
        Stepped::read(bytes, |state| self.joint.fits(state))
    }
}
