//! The spatial revolute joint behind its ports.

use super::quantities::{Choices, Parameters, report_rows};
use super::{Memory, SPATIAL_REVOLUTE, SpatialRevolute};
use crate::Fault;
use crate::coupling::{InputSample, MobilityFrom, Step};
use crate::model::{
    Build, Continuous, ContinuousState, Model, State, Stepped, Variables, with_constants,
};
use crate::ports::SpatialPorts;
use crate::spatial::Motion;
use model_description::Quantities;
use num_dual::Dual64;
use std::borrow::Cow;

fn ports(parameters: &Parameters) -> SpatialPorts {
    let Choices { ports, mobility, .. } = parameters.build;
    SpatialPorts { kind: ports, takes_mobility: mobility == MobilityFrom::Input }
}

fn slices(parameters: &Parameters) -> usize {
    parameters.build.slices.unsigned_abs() as usize
}

/// The rows of the joint's variables.
pub(super) fn variables(build: &Build) -> Result<Variables, Fault> {
    build.check_files(&[], SPATIAL_REVOLUTE.name)?;
    let chosen: Parameters = with_constants(build)?;
    let ports = ports(&chosen);
    Ok(Variables {
        inputs: ports.input_rows(),
        loads: ports.load_rows(),
        report: report_rows(slices(&chosen)),
        parameters: chosen.rows(),
        velocities: ports.velocities(),
    })
}

/// The joint with these parameters.
pub(super) fn prepare(parameters: &[f64], _: &Build) -> Result<Box<dyn Model>, Fault> {
    let parameters = Parameters::read(parameters);
    let (joint, ports) = (SpatialRevolute::new(&parameters)?, ports(&parameters));
    let loads = ports.load_rows().len();
    Ok(Box::new(SpatialModel { joint, ports, loads, state: None, lifted: Default::default() }))
}

/// The joint behind its ports.
struct SpatialModel {
    joint: SpatialRevolute,
    ports: SpatialPorts,
    loads: usize,
    state: Option<Stepped<Memory>>,
    /// Memory for continuous states with derivatives, and for their rates.
    lifted: [Vec<Dual64>; 2],
}

impl SpatialModel {
    fn fits(&self, memory: &Memory) -> bool {
        memory.is_of(self.joint.journal.slices, self.joint.prediction.is_some())
    }

    fn start(&self, inputs: &[f64]) -> Result<Motion<f64>, Fault> {
        Ok(self.ports.motion(InputSample::of(inputs), 0.0)?.path.start)
    }
}

impl Model for SpatialModel {
    fn safe_step(&self) -> f64 {
        self.joint.safe_step
    }

    fn warning(&self) -> Option<Cow<'static, str>> {
        None
    }

    fn tune(&mut self, parameters: &[f64]) -> Result<(), Fault> {
        self.joint.tune(&Parameters::read(parameters))
    }

    fn begin(&mut self, inputs: &[f64], time: f64, report: &mut [f64]) -> Result<(), Fault> {
        let start = self.start(inputs)?;
        self.state = Some(Stepped::new(self.joint.begin(&start, time, report)?));
        Ok(())
    }

    fn step(&mut self, inputs: InputSample, step: Step, outputs: &mut [f64]) -> Result<(), Fault> {
        let mut motion = self.ports.motion(inputs, step.size)?;
        motion.mobility = self.ports.mobility(inputs, 0.5 * self.joint.journal.bearing_length)?;
        let trial = self.state.as_mut().ok_or(Fault::NotBegun)?.trial();
        let (loads, report) = outputs.split_at_mut(self.loads);
        let load = self.joint.step(&motion, trial, step, report)?;
        self.ports.write_loads(&motion.axes, &load, |number| number, loads);
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
        let motion = self.ports.motion_with_derivatives(inputs, seed, step.size)?;
        let state = self.state.as_ref().ok_or(Fault::NotBegun)?.committed();
        let load = self.joint.derivative(&motion, state, step)?;
        self.ports.write_loads(&motion.axes, &load, |number| number.eps, change);
        Ok(())
    }

    fn continuous(&mut self) -> Result<&mut dyn Continuous, Fault> {
        Ok(self)
    }

    fn state(&self) -> Option<&dyn State> {
        self.state.as_ref().map(|state| state.committed() as &dyn State)
    }

    fn set_state(&mut self, state: &dyn State) -> Result<(), Fault> {
        let (slices, predicts) = (self.joint.journal.slices, self.joint.prediction.is_some());
        Stepped::adopt(&mut self.state, state, |memory: &Memory| memory.is_of(slices, predicts))
    }

    fn read_state(&self, bytes: &[u8]) -> Option<Box<dyn State>> {
        Stepped::read(bytes, |memory| self.fits(memory))
    }
}

impl Continuous for SpatialModel {
    fn states(&mut self) -> Result<Vec<ContinuousState>, Fault> {
        Ok(self.joint.states())
    }

    fn counts(&mut self) -> Result<[usize; 2], Fault> {
        Ok([self.joint.discrete_count(), crate::spatial::CONTACTS])
    }

    fn begin(
        &mut self,
        inputs: &[f64],
        time: f64,
        states: &mut [f64],
        discrete: &mut [f64],
    ) -> Result<(), Fault> {
        let b = self.start(inputs)?;
        self.joint.begin_flow(&b, time, states, discrete)
    }

    fn flow(
        &mut self,
        inputs: &[f64],
        states: &[f64],
        discrete: &[f64],
        rates: &mut [f64],
        (loads, report): (&mut [f64], &mut [f64]),
    ) -> Result<(), Fault> {
        let motion = self.ports.motion(InputSample::of(inputs), 0.0)?;
        let load = self.joint.flow(&motion.path.start, states, discrete, rates, report)?;
        self.ports.write_loads(&motion.axes, &load, |number| number, loads);
        Ok(())
    }

    fn flow_derivative(
        &mut self,
        (inputs, change): (&[f64], &[f64]),
        states: &[f64],
        discrete: &[f64],
        seed: &mut [f64],
        loads: &mut [f64],
    ) -> Result<(), Fault> {
        let inputs = InputSample::of(inputs);
        let motion = self.ports.motion_with_derivatives(inputs, change, 0.0)?;
        let [lifted, rates] = &mut self.lifted;
        lifted.clear();
        lifted.extend(states.iter().zip(&*seed).map(|(re, eps)| Dual64::new(*re, *eps)));
        rates.resize(states.len(), Dual64::from(0.0));
        let start = &motion.path.start;
        let load = self.joint.flow_with_derivatives(start, lifted, discrete, rates)?;
        seed.iter_mut().zip(rates).for_each(|(seed, rate)| *seed = rate.eps);
        self.ports.write_loads(&motion.axes, &load, |number| number.eps, loads);
        Ok(())
    }

    fn indicate(
        &mut self,
        inputs: &[f64],
        _: &[f64],
        discrete: &[f64],
        indicators: &mut [f64],
    ) -> Result<(), Fault> {
        let b = self.start(inputs)?;
        self.joint.indicate(&b, discrete, indicators)
    }

    fn event(
        &mut self,
        inputs: &[f64],
        time: f64,
        states: &mut [f64],
        discrete: &mut [f64],
    ) -> Result<bool, Fault> {
        let b = self.start(inputs)?;
        self.joint.event(&b, time, states, discrete)
    }
}
