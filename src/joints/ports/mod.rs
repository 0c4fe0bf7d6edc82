//! Ports: how a host gives the motion of a joint's two bodies and gets their loads.
//!
//! [`World`] takes both bodies' frames in the world's axes, [`Relative`] body b as body a sees it,
//! [`Chosen`] either, and a mobility if the host gives one.
//! Everything behind them is shared: a joint works in the frame of a, and a port only turns what goes
//! in and out. So the load held over a step keeps its direction to the axes of a at the step's start,
//! and a motion without given rates goes straight on as a sees it.

mod chosen;
mod relative;
mod world;

pub use chosen::Chosen;
pub use relative::{Relative, RelativeInputs, RelativeLoads};
pub use world::{Inputs, Loads, World};

use super::{Equations, Joint, Options, Passage};
use crate::coupling::{Mobility, Step};
use crate::model::{ContinuousState, Course, Model, Prepared, Variables};
use crate::planar::{Axes, Motion, PairLoad};
use crate::{Fault, Real};
use model_description::{Quantities, choices, quantities};
use num_dual::Dual64;
use std::borrow::Cow;
use std::marker::PhantomData;

choices! {
    /// How bodies and joint are connected.
    pub enum PortKind {
        /// Frames of both bodies, in the world's axes.
        World: "world" = 1,
        /// Body b as body a sees it.
        Relative: "relative" = 2,
    }
}

quantities! {
    /// Energies of the joint.
    pub struct EnergyReport {
        /// Energy lost to damping and friction since the beginning.
        dissipated: "J",
        /// Power lost to damping and friction.
        dissipated_rate: "W",
        /// Elastic energy of the contact.
        stored: "J",
    }
}

/// What a joint is connected by.
pub trait Ports {
    /// What the host gives.
    type Inputs: Quantities + Copy + PartialEq + Send;
    /// What it gets.
    type Loads: Quantities + Copy + Send;
    /// Those that nobody has set anything of, as the options ask for them.
    fn variables(options: &Options) -> (Self::Inputs, Self::Loads);
    /// The number of the input that is the velocity of this one, of an input that is a position.
    fn velocity_of(inputs: &Self::Inputs, input: usize) -> Option<usize>;
    /// How the host drives the pair over a step of `size` [s], but for a mobility.
    ///
    /// `scalar` makes a scalar of an input and of the same place in `seed`: a plain number, or one
    /// that carries a derivative.
    fn passage<T: Real>(
        course: Course<Self::Inputs>,
        seed: &Self::Inputs,
        size: f64,
        scalar: impl Fn(f64, f64) -> T,
    ) -> Passage<T>;
    /// The mobility that the host gives, if it gives any.
    fn mobility(_inputs: &Self::Inputs) -> Result<Option<Mobility>, Fault> {
        Ok(None)
    }
    /// Loads in the axes of a as the host that gave `inputs` gets them; `part` picks a number from
    /// each scalar.
    fn loads<T: Real>(
        inputs: &Self::Inputs,
        axes: &Axes<T>,
        load: &PairLoad<T>,
        part: impl Fn(T) -> f64,
    ) -> Self::Loads;
}

/// A joint behind its ports.
pub struct Ported<J, P>(PhantomData<(J, P)>);

/// The mechanics of a joint behind its ports.
#[derive(Debug, Clone, PartialEq)]
pub struct PortedMechanics<M, P> {
    joint: M,
    ports: PhantomData<P>,
    /// Memory for continuous states with derivatives, and for their rates.
    states: Vec<Dual64>,
    rates: Vec<Dual64>,
}

/// How the host drives the pair, without derivatives.
fn plain<P: Ports>(course: Course<P::Inputs>, size: f64) -> Passage<f64> {
    P::passage(course, course.inputs, size, |number, _| number)
}

/// The motion of b in the frame of a at an instant.
fn seen<P: Ports>(inputs: &P::Inputs) -> Motion<f64> {
    plain::<P>(Course::of(inputs), 0.0).path.start
}

impl<J: Joint, P: Ports + Send> Model for Ported<J, P> {
    const NAME: &'static str = J::NAME;
    const ABOUT: &'static str = J::ABOUT;
    const SAFE_STEP: f64 = J::SAFE_STEP;
    type Parameters = J::Parameters;
    type Inputs = P::Inputs;
    type Loads = P::Loads;
    type Report = J::Report;
    type Prepared = PortedMechanics<J::Mechanics, P>;

    fn variables(options: &Options) -> Result<Variables<Self>, Fault> {
        let report = J::report(options)?;
        let (inputs, loads) = P::variables(options);
        Ok(Variables { parameters: J::Parameters::default(), inputs, loads, report })
    }

    fn prepare(parameters: &J::Parameters, options: &Options) -> Result<Self::Prepared, Fault> {
        let joint = J::prepare(parameters, options)?;
        let (states, rates) = (Vec::new(), Vec::new());
        Ok(PortedMechanics { joint, ports: PhantomData, states, rates })
    }

    fn velocity_of(inputs: &P::Inputs, input: usize) -> Option<usize> {
        P::velocity_of(inputs, input)
    }

    fn safe_step(parameters: &J::Parameters) -> f64 {
        J::safe_step(parameters)
    }

    fn work_mismatch(report: &J::Report) -> Option<f64> {
        J::work_mismatch(report)
    }

    fn told_contact(report: &J::Report) -> Option<(bool, (f64, f64))> {
        J::told_contact(report)
    }
}

impl<M: Equations, P: Ports> Prepared for PortedMechanics<M, P> {
    type Parameters = M::Parameters;
    type Inputs = P::Inputs;
    type Loads = P::Loads;
    type Report = M::Report;
    type State = M::State;

    fn warning(&self) -> Option<Cow<'static, str>> {
        self.joint.warning().map(Cow::Borrowed)
    }

    fn tune(&mut self, parameters: &M::Parameters) -> Result<(), Fault> {
        self.joint.tune(parameters)
    }

    fn fits(&self, state: &M::State) -> bool {
        self.joint.fits(state)
    }

    fn initial(&mut self, inputs: &P::Inputs, time: f64) -> Result<(M::State, M::Report), Fault> {
        self.joint.initial(&seen::<P>(inputs), time)
    }

    fn carry(
        &mut self,
        course: Course<P::Inputs>,
        state: &mut M::State,
        step: Step,
        report: &mut M::Report,
        loads: &mut P::Loads,
    ) -> Result<(), Fault> {
        let mut passage = plain::<P>(course, step.size);
        passage.mobility = P::mobility(course.inputs)?;
        let load = self.joint.carry(&passage, state, step, report)?;
        *loads = P::loads(course.inputs, &passage.axes, &load, |number| number);
        Ok(())
    }

    fn derivative(
        &mut self,
        course: Course<P::Inputs>,
        seed: &P::Inputs,
        state: &M::State,
        step: Step,
        change: &mut P::Loads,
    ) -> Result<(), Fault> {
        let passage = P::passage(course, seed, step.size, Dual64::new);
        let load = self.joint.differentiate(&passage, state, step)?;
        *change = P::loads(course.inputs, &passage.axes, &load, |number| number.eps);
        Ok(())
    }

    type Discrete = M::Discrete;

    fn continuous_states(&self) -> Result<Vec<ContinuousState>, Fault> {
        self.joint.check()?;
        Ok(self.joint.states())
    }

    fn indicators(&self) -> usize {
        self.joint.indicators()
    }

    fn begin(
        &mut self,
        inputs: &P::Inputs,
        time: f64,
        states: &mut [f64],
    ) -> Result<M::Discrete, Fault> {
        self.joint.begin(&seen::<P>(inputs), time, states)
    }

    fn flow(
        &mut self,
        inputs: &P::Inputs,
        states: &[f64],
        discrete: &M::Discrete,
        rates: &mut [f64],
        report: &mut M::Report,
    ) -> Result<P::Loads, Fault> {
        let passage = plain::<P>(Course::of(inputs), 0.0);
        let load = self.joint.flow(&passage.path.start, states, discrete, rates, report)?;
        Ok(P::loads(inputs, &passage.axes, &load, |number| number))
    }

    fn flow_derivative(
        &mut self,
        (inputs, change): (&P::Inputs, &P::Inputs),
        states: &[f64],
        discrete: &M::Discrete,
        seed: &mut [f64],
    ) -> Result<P::Loads, Fault> {
        let passage = P::passage(Course::of(inputs), change, 0.0, Dual64::new);
        self.states.clear();
        self.states.extend(states.iter().zip(&*seed).map(|(re, eps)| Dual64::new(*re, *eps)));
        self.rates.resize(states.len(), Dual64::from(0.0));
        let (states, rates) = (&self.states, &mut self.rates);
        let load = self.joint.flow_lifted(&passage.path.start, states, discrete, rates)?;
        seed.iter_mut().zip(rates).for_each(|(seed, rate)| *seed = rate.eps);
        Ok(P::loads(inputs, &passage.axes, &load, |number| number.eps))
    }

    fn indicate(
        &mut self,
        inputs: &P::Inputs,
        states: &[f64],
        discrete: &M::Discrete,
        indicators: &mut [f64],
    ) -> Result<(), Fault> {
        self.joint.indicate(&seen::<P>(inputs), states, discrete, indicators)
    }

    fn event(
        &mut self,
        inputs: &P::Inputs,
        time: f64,
        states: &mut [f64],
        discrete: &mut M::Discrete,
    ) -> Result<bool, Fault> {
        self.joint.event(&seen::<P>(inputs), time, states, discrete)
    }
}
