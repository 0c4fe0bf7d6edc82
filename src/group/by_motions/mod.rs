//! A group for hosts that know its mobility: relative motions in, loads of the joints out.

mod mechanism;
mod mobility;

use super::mechanics::joint;
use super::plan::Plan;
use super::plan::{GroupParameters, JointParameters};
use super::report::{self, JointReport, OilReport, Totals, rows_of_each};
use super::{SAFE_STEP, no_equations};
use crate::base::Fault;
use crate::coupling::predicted::{
    HostState, Mechanism, Memory, Outcome, PointContacts, Predictor, coordinates, pair_load,
};
use crate::coupling::{InputSample, MobilityFrom, Snapshot, Step};
use crate::model::{Continuous, Dynamics, Variables};
use crate::ports::{JointPorts, PortKind, Ports, RelativeInputs, RelativeLoads};
use mechanism::RelativeMechanism;
use mobility::GivenMobility;
use model_description::Quantities;
use std::borrow::Cow;

/// The ports of each joint: its relative motion.
const PORTS: Ports =
    Ports { kind: PortKind::Relative, takes_mobility: false, takes_temperature: false };

/// The rows of the joints: relative motions and W in, loads in the axes of a out.
pub(crate) fn variables(plan: &Plan) -> Variables {
    let names = || plan.joints.iter().map(|joint| &joint.name);
    let ports = Ports::new(PortKind::Relative, MobilityFrom::Parameter);
    let (motion, load) = (ports.input_rows(), ports.load_rows());
    let mut inputs: Vec<_> = rows_of_each(names(), &motion).collect();
    inputs.extend(GivenMobility::of(names().cloned()).rows());
    let mut report: Vec<_> = rows_of_each(names(), &JointReport::default().rows()).collect();
    report.extend(report::rows_of_whole(plan));
    report.extend(report::rows_of_films(plan));
    let positions = (0..motion.len() * plan.joints.len()).filter(|input| input % 6 < 3);
    Variables {
        inputs,
        loads: rows_of_each(names(), &load).collect(),
        report,
        parameters: Vec::new(),
        velocities: positions.map(|input| (input, input + 3)).collect(),
    }
}

/// A group by the relative motions at its joints and the mobility W of all of them, which the host
/// gives at every communication point.
///
/// Only the joints of the plan are used. The group is for hosts that have mass matrix M, constraint
/// Jacobian G and the joints' Jacobian J: W = J (M⁻¹ − M⁻¹Gᵀ(G M⁻¹Gᵀ)⁻¹G M⁻¹) Jᵀ, each joint in the
/// axes of its frame a at the origin of its frame b. The rotation of frames a is followed from step
/// to step only, not inside a step.
pub(crate) struct RelativeGroup {
    mechanism: RelativeMechanism,
    predictor: Predictor,
    mobility: GivenMobility,
    coordinates: Box<[f64]>,
    velocities: Box<[f64]>,
    /// The joints whose film is reported.
    oiled: Box<[usize]>,
}

impl RelativeGroup {
    /// The group of a plan that has been checked, with the parameters of its joints in front.
    pub fn new(
        plan: &Plan,
        own: &[JointParameters],
        parameters: &[f64],
        of_group: &GroupParameters,
    ) -> Result<Self, Fault> {
        let mechanism = RelativeMechanism::new(joint::of_plans(&plan.joints, own, parameters)?);
        let numbers = || vec![0.0; mechanism.coordinates()].into_boxed_slice();
        Ok(Self {
            predictor: Predictor::new(&mechanism, of_group.coupling.settings()),
            mobility: GivenMobility::of(plan.joints.iter().map(|joint| joint.name.clone())),
            coordinates: numbers(),
            velocities: numbers(),
            mechanism,
            oiled: report::oiled(plan),
        })
    }

    /// Returns the number of inputs that are relative motions.
    fn motions(&self) -> usize {
        RelativeInputs::COUNT * self.mechanism.joints()
    }

    /// Reads the host's motions and mobility.
    fn place(&mut self, inputs: &[f64]) -> Result<(), Fault> {
        let (motions, numbers) = inputs.split_at(self.motions());
        self.mobility.write(numbers, &mut self.mechanism.mobility)?;
        let states = self.coordinates.chunks_exact_mut(3).zip(self.velocities.chunks_exact_mut(3));
        for (inputs, (place, velocity)) in motions.chunks_exact(RelativeInputs::COUNT).zip(states) {
            let (q, v) = coordinates(&PORTS.at(inputs)?.path.start);
            place.copy_from_slice(&q);
            velocity.copy_from_slice(&v);
        }
        self.mechanism.place(&self.coordinates, &self.velocities);
        Ok(())
    }

    /// Writes the report, with every slot as `now` describes it.
    fn describe(
        &self,
        memory: &Memory,
        now: impl Fn(usize) -> Snapshot,
        outcome: Option<&Outcome>,
        values: &mut [f64],
    ) {
        let Self { mechanism, predictor, .. } = self;
        let films = OilReport::COUNT * self.oiled.len();
        let (values, films) = values.split_at_mut(values.len() - films);
        let (joints, whole) = values.split_at_mut(JointReport::COUNT * mechanism.joints());
        let mut totals = Totals::default();
        totals.add(mechanism, predictor, memory, now, |number, joint, oil| {
            report::write_film(&self.oiled, number, oil, films);
            joint.write(&mut joints[JointReport::COUNT * number..]);
        });
        totals.write(outcome.copied(), whole);
    }
}

impl Dynamics for RelativeGroup {
    type State = Memory;
    /// The report, made from buffers that the step fills.
    type End = Box<[f64]>;

    fn safe_step(&self) -> f64 {
        SAFE_STEP
    }

    fn warning(&self) -> Option<Cow<'static, str>> {
        joint::warning(self.mechanism.joints.iter())
    }

    fn tune(&mut self, parameters: &[f64]) -> Result<(), Fault> {
        joint::tune(self.mechanism.joints.iter_mut(), parameters)
    }

    fn begin(&mut self, inputs: &[f64], time: f64, values: &mut [f64]) -> Result<Memory, Fault> {
        self.place(inputs)?;
        let Self { mechanism, predictor, coordinates, velocities, .. } = self;
        let memory = predictor
            .begin(mechanism, HostState { coordinates, velocities }, time)
            .with_mobility(mechanism.coordinates());
        let mechanism = &self.mechanism;
        let now = |slot: usize| {
            mechanism
                .contact(slot)
                .snapshot(&memory.slots[slot].point, &mechanism.touch(slot).approach())
        };
        self.describe(&memory, now, None, values);
        Ok(memory)
    }

    fn step(
        &mut self,
        (memory, values): (&mut Memory, &mut Box<[f64]>),
        inputs: InputSample,
        step: Step,
        loads: &mut [f64],
    ) -> Result<(), Fault> {
        self.place(inputs.values)?;
        let Self { mechanism, predictor, coordinates, velocities, .. } = self;
        let host = HostState { coordinates, velocities };
        memory.extrapolate_mobility(mechanism.mobility.as_mut_slice(), predictor.middle(step.size));
        if self.mobility.check(&mechanism.mobility).is_err() {
            mechanism.mobility.copy_from_slice(memory.given_mobility());
        }
        let outcome = predictor.step(mechanism, host, memory, step)?;
        let Self { mechanism, predictor, .. } = &*self;
        for slot in 0..mechanism.slots() {
            let at = 3 * mechanism.joint(slot);
            let gives = (at..at + 2).any(|way| mechanism.mobility[(way, way)] > 0.0);
            if predictor.normal(slot).1 > 0.0 && !gives {
                return Err(self.mobility.missing(mechanism.joint(slot)));
            }
        }
        for (held, load) in
            predictor.loads().iter().zip(loads.chunks_exact_mut(RelativeLoads::COUNT))
        {
            RelativeLoads::of(&pair_load(held), |part| part).write(load);
        }
        let now = |slot| predictor.snapshot(mechanism, memory, slot);
        self.describe(memory, now, Some(&outcome), values);
        Ok(())
    }

    fn made(end: &Box<[f64]>) -> Option<&[f64]> {
        Some(end)
    }

    fn end(&self, values: usize) -> Box<[f64]> {
        vec![0.0; values].into()
    }

    fn report(&mut self, (_, found): (&Memory, &Box<[f64]>), values: &mut [f64]) {
        values.copy_from_slice(found);
    }

    fn continuous(&mut self) -> Result<&mut dyn Continuous, Fault> {
        Err(no_equations())
    }

    fn fits(&self, memory: &Memory) -> bool {
        memory.fits_mechanism(&self.mechanism)
    }
}
