//! The rough interface as a joint: loads on bodies, check values, energy, refusals.

#[path = "../interface/random.rs"]
#[allow(dead_code, reason = "the laws' own tests use the rest")]
mod random;

mod balance;
mod check_values;
#[path = "../common/driven.rs"]
mod driven;
mod energy;
mod flow;
mod flow_laws;
mod fmu;
mod memory;
mod refusals;
#[path = "../common/typed.rs"]
mod typed;

use spiel::Fault;
use spiel::coupling::{Coupling, Step};
use spiel::joints::RoughInterface;
use spiel::joints::rough_interface::{InterfaceLaw, Parameters, Report};
use spiel::ports::{WorldInputs, WorldLoads};
use typed::Typed;

/// The joint behind its ports in the world.
pub(crate) type Ported = Typed<Report>;

/// Default parameters with another law, clamped by `clamp` \[N\].
fn parameters(model: InterfaceLaw, clamp: f64) -> Parameters {
    let mut parameters = Parameters::default();
    parameters.interface.model = model;
    parameters.clamp.force = clamp;
    parameters
}

/// The joint of those parameters.
fn prepare(parameters: &Parameters) -> Result<Ported, Fault> {
    Ported::new::<RoughInterface>(parameters)
}

/// A joint that is driven by the motion of its upper part, the lower part resting at the origin.
struct Driven {
    joint: Ported,
    inputs: WorldInputs,
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
        let mut inputs = WorldInputs::default();
        (inputs.frame_b.x, inputs.frame_b.y) = (x, y);
        joint.begin(&inputs).unwrap();
        let report = joint.report();
        Self { joint, inputs, report, time: 0.0 }
    }

    /// Moves straight to (x, y) \[m\] in one step.
    fn go(&mut self, x: f64, y: f64) -> WorldLoads {
        let b = &mut self.inputs.frame_b;
        (b.vx, b.vy) = ((x - b.x) / STEP, (y - b.y) / STEP);
        let loads = self.advance(Step { start: self.time, size: STEP });
        (self.inputs.frame_b.x, self.inputs.frame_b.y) = (x, y);
        self.time += STEP;
        loads
    }

    /// Makes a step with the present inputs.
    fn advance(&mut self, step: Step) -> WorldLoads {
        let loads = self.joint.advance(&self.inputs, step).unwrap();
        self.report = self.joint.report();
        loads
    }
}

/// Sets the coupling to the pure law at the received state.
fn end_point(mut parameters: Parameters) -> Parameters {
    parameters.coupling.method = Coupling::EndPoint;
    parameters
}

const MODELS: [InterfaceLaw; 3] =
    [InterfaceLaw::Bristles, InterfaceLaw::IwanStack, InterfaceLaw::IwanNetwork];

#[track_caller]
fn assert_close(value: f64, expected: f64, relative: f64) {
    let error = (value / expected - 1.0).abs();
    assert!(error < relative, "{value:e} is off {expected:e} by {error:e}");
}
