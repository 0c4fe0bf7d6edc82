//! The rough interface as a joint: loads on bodies, check values, energy, refusals.

#[path = "../interface/random.rs"]
#[allow(dead_code, reason = "the laws' own tests use the rest")]
mod random;

mod balance;
mod check_values;
mod energy;
mod flow;
mod flow_laws;
mod fmu;
mod memory;
mod refusals;

use spiel::Fault;
use spiel::coupling::{Coupling, Step};
use spiel::joints::ports::{Inputs, Loads};
use spiel::joints::rough_interface::{Model, Parameters, Report, State};
use spiel::joints::{InWorld, Options, RoughInterface};
use spiel::model::{Model as _, Prepared};

/// The joint behind its ports in the world.
pub(crate) type Ported = <InWorld<RoughInterface> as spiel::model::Model>::Prepared;

/// Default parameters with another law, clamped by `clamp` \[N\].
fn parameters(model: Model, clamp: f64) -> Parameters {
    let mut parameters = Parameters::default();
    parameters.interface.model = model;
    parameters.clamp.force = clamp;
    parameters
}

/// The joint of those parameters; it has no options.
fn prepare(parameters: &Parameters) -> Result<Ported, Fault> {
    InWorld::<RoughInterface>::prepare(parameters, &Options::default())
}

/// A joint that is driven by the motion of its upper part, the lower part resting at the origin.
struct Driven {
    joint: Ported,
    state: State,
    inputs: Inputs,
    report: Report,
    time: f64,
}

/// A communication step of the driven joints \[s\].
const STEP: f64 = 1e-5;

impl Driven {
    fn new(parameters: &Parameters) -> Self {
        Self::at(parameters, 0.0, 0.0)
    }

    fn at(parameters: &Parameters, x: f64, y: f64) -> Self {
        let mut joint = prepare(parameters).unwrap();
        let mut inputs = Inputs::default();
        (inputs.frame_b.x, inputs.frame_b.y) = (x, y);
        let (state, report) = joint.initial(&inputs, 0.0).unwrap();
        Self { joint, state, inputs, report, time: 0.0 }
    }

    /// Moves straight to (x, y) \[m\] in one step.
    fn go(&mut self, x: f64, y: f64) -> Loads {
        let b = &mut self.inputs.frame_b;
        (b.vx, b.vy) = ((x - b.x) / STEP, (y - b.y) / STEP);
        let step = Step { start: self.time, size: STEP };
        let (state, report) = (&mut self.state, &mut self.report);
        let loads = self.joint.advance(&self.inputs, state, step, report).unwrap();
        (self.inputs.frame_b.x, self.inputs.frame_b.y) = (x, y);
        self.time += STEP;
        loads
    }
}

/// The pure law at the received state.
fn end_point(mut parameters: Parameters) -> Parameters {
    parameters.coupling.method = Coupling::EndPoint;
    parameters
}

const MODELS: [Model; 3] = [Model::Bristles, Model::IwanStack, Model::IwanNetwork];

#[track_caller]
fn assert_close(value: f64, expected: f64, relative: f64) {
    let error = (value / expected - 1.0).abs();
    assert!(error < relative, "{value:e} is off {expected:e} by {error:e}");
}
