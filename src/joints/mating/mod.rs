//! Joints of mating parts in space: a geometry gives parts, rows and report, and all take the same steps.

mod equations;
mod host;
mod mechanism;
mod memory;
mod pair;
mod prediction;
mod report;
mod step;

use super::Joint;
use crate::base::Fault;
use crate::coupling::{
    Coupling, Method, MobilityFrom, Notices, SpatialCoupling, SpatialReport, Step,
};
use crate::kinematics::spatial::{Motion, PairLoad};
use crate::laws::contact::{Loss, SpeedRestitution};
use crate::laws::friction::FrictionParameters;
use crate::laws::mating::{Contact, MatingLaws, MatingParts};
use crate::model::{Equations, Files, Variables};
use crate::ports::{PortKind, SpatialPairMotion, SpatialPorts};
use model_description::{Quantities, Row};
use num_dual::Dual64;

use host::Prediction;
pub(crate) use host::limited;
pub(crate) use mechanism::{BothLoads, balanced, coordinates, on_b};
use memory::Memory;
pub(crate) use pair::MatingPair;
use pair::check_depth;
pub(in crate::joints) use report::{InstantReport, straightening};

/// The geometry of a joint of mating parts, with its variables.
pub trait MatingGeometry: std::fmt::Debug + Sized + Send + 'static {
    /// Public identifier.
    const NAME: &'static str;
    /// Description in one sentence.
    const ABOUT: &'static str;
    /// Choices at the build, parameters fixed before the first step, and parameters tunable between steps.
    type Parameters: Quantities + Default;
    /// Returns geometry and laws of the normal contact; refuses parameters that do not fit each other.
    fn parts(parameters: &Self::Parameters) -> Result<MatingParts, Fault>;
    /// Returns the losses of slices and faces.
    fn losses(parameters: &Self::Parameters) -> [Loss; 2];
    /// Returns the parameters that every such joint has.
    fn common(parameters: &Self::Parameters) -> CommonParameters<'_>;
    /// Returns the rows of the report.
    fn report_rows(parameters: &Self::Parameters) -> Vec<Row>;
    /// Returns the part of the report that holds the bristles of each surface with bristles, and their names there.
    fn bristles(parts: &MatingParts) -> Vec<(String, &'static [&'static str])>;
    /// Writes the report of the contact that the joint has evaluated last, completed by `instant`.
    fn report(joint: &MatingJoint<Self>, instant: &InstantReport, report: &mut [f64]);
    /// See [`Joint::doubts`].
    fn doubts(parameters: &Self::Parameters) -> Vec<String>;
    /// See [`Joint::notices`].
    fn notices(variables: &Variables) -> Vec<Box<dyn Notices>>;
}

/// The parameters that all joints of mating parts have.
#[derive(Debug, Clone, Copy)]
pub struct CommonParameters<'a> {
    /// Restitution by speed.
    pub by_speed: &'a SpeedRestitution,
    /// Friction of the hole.
    pub friction: &'a FrictionParameters,
    /// Friction of the faces relative to it.
    pub face_friction: f64,
    /// Coupling of joint and host.
    pub coupling: &'a SpatialCoupling,
    /// Kind of the ports.
    pub ports: PortKind,
    /// Source of the mobility: a parameter or an input.
    pub mobility: MobilityFrom,
}

/// A joint of mating parts.
///
/// Body a carries the hole or the socket, its frame in the middle with z along a hole; body b the journal or the ball, its frame in
/// the middle of it with z along a journal.
#[derive(Debug)]
pub struct MatingJoint<G> {
    pair: MatingPair<G>,
    coupling: Coupling,
    /// Boxed, as its buffers are: stacks of hosts are small.
    prediction: Option<Box<Prediction>>,
    safe_step: f64,
    /// Memory for evaluations; every one of them overwrites it.
    work: Contact<f64>,
    lifted: Box<Lifted>,
}

/// The end of a step, besides the state there.
#[derive(Debug, Clone)]
pub struct End {
    motion: Motion<f64>,
    /// Largest sum of normal forces inside the step, before its end \[N\].
    peak: f64,
    coupling: SpatialReport,
}

/// Memory for evaluations with derivatives.
#[derive(Debug)]
struct Lifted {
    work: Contact<Dual64>,
    memory: Memory<Dual64>,
}

impl<G: MatingGeometry> Joint for MatingJoint<G> {
    const NAME: &'static str = G::NAME;
    const ABOUT: &'static str = G::ABOUT;
    type Ports = SpatialPorts;
    type Parameters = G::Parameters;
    type State = Memory;
    type End = End;

    fn new(parameters: &G::Parameters, _: &Files) -> Result<Self, Fault> {
        let (pair, common) = (MatingPair::<G>::new(parameters)?, G::common(parameters));
        let slices = pair.parts.slices();
        Ok(Self {
            coupling: common.coupling.shared.method.plain(),
            prediction: prediction(&common, pair.laws())?,
            safe_step: common.coupling.safe_step(SAFE_STEP),
            work: Contact::new(slices),
            lifted: Box::new(Lifted { work: Contact::new(slices), memory: Memory::new(slices) }),
            pair,
        })
    }

    fn ports(parameters: &G::Parameters) -> SpatialPorts {
        let CommonParameters { ports, mobility, .. } = G::common(parameters);
        SpatialPorts { kind: ports, takes_mobility: mobility == MobilityFrom::Input }
    }

    fn report_rows(parameters: &G::Parameters) -> Vec<Row> {
        G::report_rows(parameters)
    }

    fn safe_step(&self) -> f64 {
        self.safe_step
    }

    fn notices(variables: &Variables) -> Vec<Box<dyn Notices>> {
        G::notices(variables)
    }

    fn doubts(parameters: &G::Parameters) -> Vec<String> {
        G::doubts(parameters)
    }

    fn tune(&mut self, parameters: &G::Parameters) -> Result<(), Fault> {
        self.pair.tune(parameters)
    }

    fn fits(&self, memory: &Memory) -> bool {
        memory.is_of(self.pair.parts.slices(), self.prediction.as_deref().map(Prediction::measures))
    }

    fn begin(
        &mut self,
        motion: &SpatialPairMotion<f64>,
        time: f64,
        report: &mut [f64],
    ) -> Result<Memory, Fault> {
        self.begin_at(&motion.path.start, time, report)
    }

    fn step(
        &mut self,
        motion: &SpatialPairMotion<f64>,
        (memory, end): (&mut Memory, &mut End),
        step: Step,
    ) -> Result<PairLoad<f64>, Fault> {
        self.step_along(motion, (memory, end), step)
    }

    fn end(&self, _values: usize) -> End {
        End { motion: Motion::rest(), peak: 0.0, coupling: SpatialReport::default() }
    }

    fn is_notable(&self, (memory, end): (&Memory, &End)) -> bool {
        let depth = |place| self.pair.parts.gap(place, &end.motion).0;
        memory.predicted.is_some()
            || depth(0).max(depth(1)) > self.pair.parts.valid_depth()
            || self.pair.parts.is_outside(&end.motion)
    }

    fn report(&mut self, (memory, end): (&Memory, &End), report: &mut [f64]) {
        let nominal = self.pair.parts;
        if let Some(predicted) = &memory.predicted {
            self.pair.parts = predicted.parts(&nominal);
        }
        let at_end = self.walk().evaluate(memory, &end.motion);
        self.describe(memory, end.peak.max(at_end), end.coupling, report);
        self.pair.parts = nominal;
    }

    fn derivative(
        &mut self,
        motion: &SpatialPairMotion<Dual64>,
        memory: &Memory,
        step: Step,
    ) -> Result<PairLoad<Dual64>, Fault> {
        self.derivative_along(motion, memory, step)
    }

    fn equations(&mut self) -> Result<&mut dyn Equations<SpatialPorts>, Fault> {
        Ok(self)
    }
}

impl<G> MatingJoint<G> {
    /// Returns geometry and friction.
    pub(in crate::joints) fn laws(&self) -> MatingLaws<'_> {
        self.pair.laws()
    }

    /// Returns the contact evaluated last.
    pub(in crate::joints) fn evaluated(&self) -> &Contact<f64> {
        &self.work
    }
}

/// Communication step that the default parameters tolerate without prediction \[s\].
const SAFE_STEP: f64 = 1e-6;

/// The host's side of coupling.method = predicted; refuses that method without a mobility.
fn prediction(
    CommonParameters { coupling, mobility, .. }: &CommonParameters,
    laws: MatingLaws,
) -> Result<Option<Box<Prediction>>, Fault> {
    match coupling.shared.method {
        Method::EndPoint | Method::StepMean => Ok(None),
        Method::Predicted => {
            let sizes = [laws.parts.lever(), laws.parts.clearance()];
            let identifier = coupling.identifier(sizes, *mobility == MobilityFrom::Input, false)?;
            let settings = coupling.settings();
            Ok(Some(Box::new(host::prediction(laws, coupling.mobility, settings, identifier))))
        }
    }
}
