//! Joints between two bodies, in the plane or in space, as functions and as models.

mod continuous;

use crate::base::Fault;
use crate::coupling::{InputSample, Notices, Step};
use crate::model::{
    Blueprint, Build, Continuous, Dynamics, Equations, Files, Model, ModelKind, Variables,
    WithState, with_constants,
};
use crate::ports::JointPorts;
use model_description::{Quantities, Row};
use num_dual::Dual64;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::borrow::Cow;

/// The motion of b in the frame of a over a step, as a joint sees it.
pub type PairOf<J, T = f64> = <<J as Joint>::Ports as JointPorts>::Pair<T>;
/// The loads on both bodies, in the axes of a.
pub type LoadOf<J, T = f64> = <<J as Joint>::Ports as JointPorts>::Load<T>;

/// A joint between bodies a and b whose parameters are fixed, as functions of b's motion relative to a.
///
/// Loads can depend on nothing else: a law that distinguished two motions of the pair with the same
/// relative motion would do work on a pair that rotates as one body. The joint's [ports](JointPorts)
/// convert the inputs of a host.
///
/// Motions are those of b in the frame of a; loads are in the axes of a. `&mut self` gives methods
/// access to buffers only: their results depend on the parameters and the arguments. Reports are
/// flat, in the order of their rows.
pub trait Joint: Sized + Send + 'static {
    /// Public identifier.
    const NAME: &'static str;
    /// Its description in one sentence.
    const ABOUT: &'static str;
    /// The files that a build may hold.
    const FILES: &'static [&'static str] = &[];
    /// The connection to a host: in the plane or in space.
    type Ports: JointPorts;
    /// Parameters: chosen at the build, fixed before the first step, or tunable between steps.
    type Parameters: Quantities + Default;
    /// The complete state of the joint. Its `clone_from` does not allocate.
    type State: Clone + Send + Serialize + DeserializeOwned + 'static;
    /// The values that the report of a step needs besides the state at its end.
    type End: Clone + Send + 'static;

    /// The joint with everything computed that the parameters decide. Refuses parameters outside their
    /// ranges or that do not fit each other.
    fn new(parameters: &Self::Parameters, files: &Files) -> Result<Self, Fault>;
    /// Returns the connection to the host that was chosen at the build.
    fn ports(parameters: &Self::Parameters) -> Self::Ports;
    /// The rows of the report, as many as the choices at the build ask for.
    fn report_rows(parameters: &Self::Parameters) -> Vec<Row>;
    /// Communication step that the parameters tolerate \[s\].
    fn safe_step(&self) -> f64;
    /// Returns a notice that is no error; it is logged once, before the first step.
    fn warning(&self) -> Option<&'static str> {
        None
    }
    /// Returns a warning for each combination of parameters that is allowed but hardly meant.
    fn doubts(_parameters: &Self::Parameters) -> Vec<String> {
        Vec::new()
    }
    /// Returns its notices about committed steps: those of its coupling, as a rule.
    fn notices(variables: &Variables) -> Vec<Box<dyn Notices>> {
        variables.coupling_notices()
    }
    /// Returns the normal force \[N\] of bodies at rest, pressed straight into each other by a
    /// `penetration` \[m\]; none for a joint without walls.
    fn wall_force(&mut self, _penetration: f64) -> Option<f64> {
        None
    }
    /// Sets those parameters that may change between steps; after a fault the joint must be tuned
    /// again before it is used. Does not allocate.
    fn tune(&mut self, parameters: &Self::Parameters) -> Result<(), Fault>;
    /// Refuses a value of an input that is in the range of its row, but invalid with these
    /// parameters.
    fn admit(&self, _input: &str, _number: f64) -> Result<(), Fault> {
        Ok(())
    }
    /// Returns true if `state` has the size of a state of this joint.
    fn fits(&self, _state: &Self::State) -> bool {
        true
    }
    /// The state at `time` \[s\] and the start of a motion; writes its report.
    fn begin(
        &mut self,
        motion: &PairOf<Self>,
        time: f64,
        report: &mut [f64],
    ) -> Result<Self::State, Fault>;
    /// Advances a state by `step` and returns the load to be held. After a fault the state is invalid.
    /// Does not allocate.
    fn step(
        &mut self,
        motion: &PairOf<Self>,
        held: (&mut Self::State, &mut Self::End),
        step: Step,
    ) -> Result<LoadOf<Self>, Fault>;
    /// Makes room for what [`report`](Self::report), of this number of values, needs of a step.
    fn end(&self, values: usize) -> Self::End;
    /// Returns false if the step that led to this state can cause no notice of [`notices`](Self::notices), so that its
    /// report need not be made.
    fn is_notable(&self, _held: (&Self::State, &Self::End)) -> bool {
        true
    }
    /// Writes the report of the step that led to this state. Does not allocate.
    fn report(&mut self, held: (&Self::State, &Self::End), report: &mut [f64]);
    /// Returns the load of a step with its derivatives, from a motion of dual numbers.
    fn derivative(
        &mut self,
        motion: &PairOf<Self, Dual64>,
        state: &Self::State,
        step: Step,
    ) -> Result<LoadOf<Self, Dual64>, Fault>;
    /// Returns the joint's continuous-time equations, or a fault with the reason why it has none.
    fn equations(&mut self) -> Result<&mut dyn Equations<Self::Ports>, Fault> {
        Err(Fault::CoSimulationOnly { model: Self::NAME, why: "it has no equations" })
    }
}

/// Makes a step and writes its report.
#[cfg(test)]
pub(crate) fn reported<J: Joint>(
    joint: &mut J,
    motion: &PairOf<J>,
    state: &mut J::State,
    step: Step,
    report: &mut [f64],
) -> Result<LoadOf<J>, Fault> {
    let mut end = joint.end(report.len());
    let load = joint.step(motion, (state, &mut end), step)?;
    joint.report((state, &end), report);
    Ok(load)
}

/// The entry of a joint in the catalogue.
pub const fn kind<J: Joint>() -> ModelKind {
    ModelKind { name: J::NAME, about: J::ABOUT, open: open::<J> }
}

fn open<J: Joint>(build: &Build) -> Result<Blueprint, Fault> {
    build.check_files(J::FILES, J::NAME)?;
    let chosen: J::Parameters = with_constants(build)?;
    let ports = J::ports(&chosen);
    let variables = Variables {
        inputs: ports.input_rows(),
        loads: ports.load_rows(),
        report: J::report_rows(&chosen),
        parameters: chosen.rows(),
        velocities: ports.velocities(),
    };
    let notices = J::notices(&variables);
    let (files, values) = (build.files.clone(), variables.report.len());
    let model = move |parameters: &[f64]| -> Result<Box<dyn Model>, Fault> {
        let parameters = J::Parameters::read(parameters);
        Ok(Box::new(WithState::new(JointModel::<J>::new(&parameters, &files)?, values)))
    };
    let doubts = |parameters: &[f64]| J::doubts(&J::Parameters::read(parameters));
    Ok(Blueprint { notices, doubts, ..Blueprint::new(variables, model) })
}

/// A joint behind its ports.
struct JointModel<J: Joint> {
    /// The joint is boxed, because most are too large to be moved on the stack with the model.
    joint: Box<J>,
    ports: J::Ports,
    /// Memory for continuous states with derivatives, and for their rates.
    lifted: [Vec<Dual64>; 2],
}

impl<J: Joint> JointModel<J> {
    fn new(parameters: &J::Parameters, files: &Files) -> Result<Self, Fault> {
        let ports = J::ports(parameters);
        let joint = Box::new(J::new(parameters, files)?);
        Ok(Self { joint, ports, lifted: Default::default() })
    }
}

impl<J: Joint> Dynamics for JointModel<J> {
    type State = J::State;
    type End = J::End;

    fn safe_step(&self) -> f64 {
        self.joint.safe_step()
    }

    fn warning(&self) -> Option<Cow<'static, str>> {
        self.joint.warning().map(Cow::Borrowed)
    }

    fn wall_force(&mut self, penetration: f64) -> Option<f64> {
        self.joint.wall_force(penetration)
    }

    fn tune(&mut self, parameters: &[f64]) -> Result<(), Fault> {
        self.joint.tune(&J::Parameters::read(parameters))
    }

    fn admit(&self, input: &str, number: f64) -> Result<(), Fault> {
        self.joint.admit(input, number)
    }

    fn begin(&mut self, inputs: &[f64], time: f64, report: &mut [f64]) -> Result<J::State, Fault> {
        let motion = self.ports.at(inputs)?;
        self.joint.begin(&motion, time, report)
    }

    fn step(
        &mut self,
        held: (&mut J::State, &mut J::End),
        inputs: InputSample,
        step: Step,
        loads: &mut [f64],
    ) -> Result<(), Fault> {
        let motion = self.ports.pair(inputs, step.size)?;
        let load = self.joint.step(&motion, held, step)?;
        self.ports.write(&motion, &load, |number| number, loads);
        Ok(())
    }

    fn end(&self, values: usize) -> J::End {
        self.joint.end(values)
    }

    fn is_notable(&self, held: (&J::State, &J::End)) -> bool {
        self.joint.is_notable(held)
    }

    fn report(&mut self, held: (&J::State, &J::End), report: &mut [f64]) {
        self.joint.report(held, report);
    }

    fn derivative(
        &mut self,
        state: &J::State,
        inputs: InputSample,
        seed: &[f64],
        step: Step,
        change: &mut [f64],
    ) -> Result<(), Fault> {
        let motion = self.ports.pair_with_derivatives(inputs, seed, step.size)?;
        let load = self.joint.derivative(&motion, state, step)?;
        self.ports.write(&motion, &load, |number| number.eps, change);
        Ok(())
    }

    fn continuous(&mut self) -> Result<&mut dyn Continuous, Fault> {
        self.joint.equations()?;
        Ok(self)
    }

    fn fits(&self, state: &J::State) -> bool {
        self.joint.fits(state)
    }
}
