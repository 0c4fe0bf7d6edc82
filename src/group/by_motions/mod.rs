//! A group for hosts that know its mobility: relative motions in, loads of the joints out.

mod mobility;
pub(super) mod plane;
pub(super) mod space;

use super::plan::GroupParameters;
use super::{SAFE_STEP, no_equations};
use crate::base::Fault;
use crate::coupling::predicted::{HostState, LoadVector, Memory, Outcome, Predictor};
use crate::coupling::{Contacts, InputSample, Laws, Step};
use crate::group::joints_state::JointsState;
use crate::group::mechanics::joint::JointModel;
use crate::group::mechanics::wear;
use crate::group::report::rows_of_each;
use crate::model::{Continuous, Dynamics, Variables};
use crate::ports::JointPorts;
use mobility::GivenMobility;
use model_description::Row;
use nalgebra::DMatrix;
use std::borrow::Cow;

/// Joints by the relative motions of their bodies, with the coordinates of each frame b in its frame a and the mobility W
/// of all of them; P are the laws of their contacts inside a step.
pub(super) trait RelativeJoints<const L: usize, P>: Contacts<L> {
    /// Number of directions of a joint.
    const WAYS: usize;
    /// Number of inputs, and of loads, of a joint.
    const PORTS: [usize; 2];
    /// Reads the motion of a joint from its inputs into its coordinates and their rates.
    fn read(&mut self, joint: usize, inputs: &[f64], state: [&mut [f64]; 2]) -> Result<(), Fault>;
    /// Returns W.
    fn mobility(&mut self) -> &mut DMatrix<f64>;
    /// Writes the loads of a joint for the host.
    fn write(load: &LoadVector<L>, loads: &mut [f64]);
    /// Writes the report of a step with this outcome, or without one that of the beginning, where the joints are placed.
    fn describe(
        &mut self,
        predictor: &mut Predictor<L, P>,
        memory: &Memory<L>,
        outcome: Option<Outcome>,
        values: &mut [f64],
    );
    /// Returns a notice for the user about the parameters, if there is one.
    fn warning(&self) -> Option<Cow<'static, str>>;
    /// Returns the joints in the plane, which may wear.
    fn planar(&self) -> &[JointModel] {
        &[]
    }
    /// Returns the joints in the plane to be changed.
    fn planar_mut(&mut self) -> &mut [JointModel] {
        &mut []
    }
    /// Adopts the tunable values of the joints' parameters.
    fn tune(&mut self, parameters: &[f64]) -> Result<(), Fault>;
}

/// Returns the rows of joints with these names: relative motions and W in, loads in the axes of a out, and this report.
fn variables<'a>(
    names: impl Iterator<Item = &'a String> + Clone,
    ports: &impl JointPorts,
    ways: usize,
    report: Vec<Row>,
) -> Variables {
    let (motion, load) = (ports.input_rows(), ports.load_rows());
    let mut inputs: Vec<_> = rows_of_each(names.clone(), &motion).collect();
    let joints = inputs.len() / motion.len();
    inputs.extend(GivenMobility::of(names.clone(), ways).rows());
    let shifted = |joint: usize| {
        let first = joint * motion.len();
        ports.velocities().into_iter().map(move |(place, rate)| (first + place, first + rate))
    };
    Variables {
        inputs,
        loads: rows_of_each(names, &load).collect(),
        report,
        parameters: Vec::new(),
        velocities: (0..joints).flat_map(shifted).collect(),
    }
}

/// Writes the changes of velocities, W times impulses on the coordinates from `first` on.
fn respond(mobility: &DMatrix<f64>, first: usize, impulses: &[f64], velocities: &mut [f64]) {
    for (column, velocity) in mobility.column_iter().zip(velocities) {
        // W is symmetric: a column is a row.
        let own = column.iter().skip(first).zip(impulses);
        *velocity = own.map(|(w, part)| w * part).sum();
    }
}

/// A group by the relative motions at its joints and the mobility W of all of them, which the host
/// gives at every communication point.
///
/// Only the joints of the plan are used. The group is for hosts that have mass matrix M, constraint
/// Jacobian G and the joints' Jacobian J: W = J (M⁻¹ − M⁻¹Gᵀ(G M⁻¹Gᵀ)⁻¹G M⁻¹) Jᵀ, each joint in the
/// axes of its frame a at the origin of its frame b. The rotation of frames a is followed from step
/// to step only, not inside a step.
pub(super) struct RelativeGroup<const L: usize, M, P> {
    joints: M,
    predictor: Predictor<L, P>,
    mobility: GivenMobility,
    coordinates: Box<[f64]>,
    velocities: Box<[f64]>,
}

impl<const L: usize, M, P> RelativeGroup<L, M, P>
where
    M: RelativeJoints<L, P>,
    P: Laws<M, L>,
{
    /// Makes the group of joints with these names.
    fn of<'a>(
        joints: M,
        names: impl Iterator<Item = &'a String>,
        predictor: Predictor<L, P>,
    ) -> Self {
        let numbers = || vec![0.0; joints.coordinates()].into_boxed_slice();
        let mobility = GivenMobility::of(names, M::WAYS);
        Self { predictor, mobility, coordinates: numbers(), velocities: numbers(), joints }
    }

    /// Reads the host's motions and mobility.
    fn place(&mut self, inputs: &[f64]) -> Result<(), Fault> {
        let Self { joints, mobility, coordinates, velocities, .. } = self;
        let [each, _] = M::PORTS;
        let (motions, numbers) = inputs.split_at(each * joints.joints());
        mobility.write(numbers, joints.mobility())?;
        let places = coordinates.chunks_exact_mut(M::WAYS);
        let states = places.zip(velocities.chunks_exact_mut(M::WAYS));
        let each = motions.chunks_exact(each).zip(states).enumerate();
        for (joint, (inputs, (place, velocity))) in each {
            joints.read(joint, inputs, [place, velocity])?;
        }
        joints.place(coordinates, velocities);
        Ok(())
    }

    /// Advances the memory by a step, and writes loads and report; the joints have the wear of their state.
    fn advance(
        &mut self,
        (memory, values): (&mut Memory<L>, &mut [f64]),
        step: Step,
        loads: &mut [f64],
    ) -> Result<(), Fault> {
        let Self { joints, predictor, mobility, coordinates, velocities } = self;
        let host = HostState { coordinates, velocities };
        let given = joints.mobility();
        memory.extrapolate_mobility(given.as_mut_slice(), predictor.middle(step.size));
        if mobility.check(given).is_err() {
            given.copy_from_slice(memory.given_mobility());
        }
        let outcome = predictor.step(joints, host, memory, step)?;
        for slot in 0..joints.slots() {
            let joint = joints.joint(slot);
            if predictor.normal(slot).1 > 0.0 {
                mobility.check_given(joints.mobility(), joint)?;
            }
        }
        let [_, each] = M::PORTS;
        for (held, load) in predictor.loads().iter().zip(loads.chunks_exact_mut(each)) {
            M::write(held, load);
        }
        if joints.wears_surfaces() {
            wear::end_step(joints.planar_mut().iter_mut(), step.start + step.size);
        }
        joints.describe(predictor, memory, Some(outcome), values);
        Ok(())
    }
}

impl<const L: usize, M, P> Dynamics for RelativeGroup<L, M, P>
where
    M: RelativeJoints<L, P> + Send,
    P: Laws<M, L> + Send,
{
    type State = JointsState<L>;
    /// The report, made from buffers that the step fills.
    type End = Box<[f64]>;

    fn safe_step(&self) -> f64 {
        SAFE_STEP
    }

    fn warning(&self) -> Option<Cow<'static, str>> {
        self.joints.warning()
    }

    fn tune(&mut self, parameters: &[f64]) -> Result<(), Fault> {
        self.joints.tune(parameters)
    }

    fn begin(
        &mut self,
        inputs: &[f64],
        time: f64,
        values: &mut [f64],
    ) -> Result<JointsState<L>, Fault> {
        self.place(inputs)?;
        let Self { joints, predictor, coordinates, velocities, .. } = self;
        let memory = predictor
            .begin(joints, HostState { coordinates, velocities }, time)
            .with_mobility(joints.coordinates());
        let mut wear = wear::begin(joints.planar().iter(), time);
        wear::exchange(joints.planar_mut().iter_mut(), &mut wear);
        joints.describe(predictor, &memory, None, values);
        wear::exchange(joints.planar_mut().iter_mut(), &mut wear);
        Ok(JointsState { memory, wear })
    }

    fn step(
        &mut self,
        (JointsState { memory, wear }, values): (&mut JointsState<L>, &mut Box<[f64]>),
        inputs: InputSample,
        step: Step,
        loads: &mut [f64],
    ) -> Result<(), Fault> {
        self.place(inputs.values)?;
        wear::exchange(self.joints.planar_mut().iter_mut(), wear);
        let made = self.advance((memory, values), step, loads);
        wear::exchange(self.joints.planar_mut().iter_mut(), wear);
        made
    }

    fn made(end: &Box<[f64]>) -> Option<&[f64]> {
        Some(end)
    }

    fn end(&self, values: usize) -> Box<[f64]> {
        vec![0.0; values].into()
    }

    fn report(&mut self, (_, found): (&JointsState<L>, &Box<[f64]>), values: &mut [f64]) {
        values.copy_from_slice(found);
    }

    fn continuous(&mut self) -> Result<&mut dyn Continuous, Fault> {
        Err(no_equations())
    }

    fn fits(&self, JointsState { memory, wear }: &JointsState<L>) -> bool {
        memory.fits_mechanism(&self.joints) && wear::fits(self.joints.planar().iter(), wear)
    }
}
