//! The model of a group in space: one whose bodies the host moves, or one that moves them itself.

use super::bodies::{Frame, Pose, Velocity, at_end, own};
use super::island::Island;
use super::machine::MachineIsland;
use super::plan::{
    BodyReport, FrameReport, JointReport, LoadInput, LoadReport, Shown, SpaceGroupReport,
};
use super::state::IslandState;
use crate::base::Fault;
use crate::coupling::predicted::{Memory, Outcome};
use crate::coupling::{InputSample, SpatialMobility, Step};
use crate::group::mechanics::each_island::step_each;
use crate::group::plan::{DriveReport, MachineEnergy, MachineReport};
use crate::group::report::{JointSums, Totals};
use crate::group::{SAFE_STEP, no_equations};
use crate::model::{Continuous, Dynamics};
use crate::ports::{SpatialFrame, SpatialLoad};
use model_description::Quantities;
use nalgebra::Vector6;
use std::borrow::Cow;

/// Number of values that are reported of a joint: its load, then the rest.
const PER_JOINT: usize = LoadReport::COUNT + JointReport::COUNT;

/// The inputs of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Inputs {
    /// The motion of the marker, from this input on.
    Motion(usize),
    /// The load there, from this input on.
    Load(usize),
}

/// A frame at which the host gives a load and gets the motion.
#[derive(Debug, Clone)]
pub(super) struct Port {
    /// The first input.
    pub input: usize,
    pub island: usize,
    /// The body's number in the island, and the place of the load there.
    pub body: usize,
    pub load: usize,
    pub frame: Frame,
}

/// A group in space whose parameters are fixed.
pub(crate) struct SpaceGroup {
    pub(super) islands: Box<[MachineIsland]>,
    /// Index of the first parameter of each joint.
    pub(super) parameters_at: Box<[usize]>,
    pub(super) inputs: Box<[Inputs]>,
    pub(super) ports: Box<[Port]>,
    pub(super) starts: Box<[SpatialFrame]>,
    /// The place of every body among the free ones.
    pub(super) among_free: Box<[usize]>,
    pub(super) shown: Shown,
}

impl SpaceGroup {
    /// Writes the report of a step with this outcome and this length \[s\], or without these the report of the beginning;
    /// returns all energy less that from outside \[J\].
    fn describe(
        &mut self,
        states: &[IslandState],
        outcome: Option<(Outcome, f64)>,
        values: &mut [f64],
    ) -> f64 {
        let Shown { joints, free_bodies, sums, integrate, .. } = self.shown;
        let (of_joints, rest) = values.split_at_mut(PER_JOINT * joints);
        let (of_bodies, rest) = rest.split_at_mut(BodyReport::COUNT * free_bodies);
        let (whole, rest) = rest.split_at_mut(SpaceGroupReport::COUNT);
        let (of_sums, rest) = rest.split_at_mut(if sums { JointSums::COUNT } else { 0 });
        let mut totals = Totals::default();
        let mut report = SpaceGroupReport::default();
        let mut energy = MachineEnergy::default();
        let (rest, of_machine) =
            rest.split_at_mut(rest.len() - if integrate { MachineReport::COUNT } else { 0 });
        let (rest, mobilities) =
            rest.split_at_mut(rest.len() - SpatialMobility::COUNT * self.shown.outside);
        let (frames, drives) =
            rest.split_at_mut(rest.len() - DriveReport::COUNT * self.shown.drives);
        for (number, values) in drives.chunks_exact_mut(DriveReport::COUNT).enumerate() {
            let impulse: f64 = self.islands.iter().map(|it| it.drive_moments[number]).sum();
            let drive_moment = outcome.map_or(0.0, |(_, size)| impulse / size);
            DriveReport { drive_moment }.write(values);
        }
        for (machine, state) in self.islands.iter_mut().zip(states) {
            if integrate {
                let [bodies, springs] = machine.energies(state);
                energy.bodies += bodies;
                energy.springs += springs;
                energy.damped += state.works.damped;
                energy.drive += state.works.drive;
                energy.loads += state.works.loads;
                machine.mobilities(|number, mobility| {
                    mobility.write(&mut mobilities[SpatialMobility::COUNT * number..]);
                });
            } else if outcome.is_some() {
                machine.island.place_at_end();
            }
            let island = &mut machine.island;
            report.constraints.redundant += state.redundant as i32;
            island.report(&state.memory, outcome.is_some(), &mut totals, |number, load, joint| {
                let values = &mut of_joints[PER_JOINT * number..][..PER_JOINT];
                let (first, last) = values.split_at_mut(LoadReport::COUNT);
                load.write(first);
                joint.write(last);
            });
            for (body, peaks) in island.peak_accelerations() {
                peaks.write(&mut of_bodies[BodyReport::COUNT * self.among_free[body]..]);
            }
        }
        report.energy = totals.energy;
        report.coupling = totals.coupling(outcome.as_ref().map(|it| &it.0));
        report.write(whole);
        if sums {
            totals.sums.write(of_sums);
        }
        for (port, values) in self.ports.iter().zip(frames.chunks_exact_mut(FrameReport::COUNT)) {
            let bodies = &self.islands[port.island].island.mechanism.bodies;
            let pose = port.frame.on(&bodies.poses[port.body]);
            let there = bodies.frame(port.body, &port.frame);
            let velocity = Velocity { linear: there.velocity, spin: there.spin };
            FrameReport::from(frame_of(&pose, &velocity)).write(values);
        }
        let MachineEnergy { bodies, springs, damped, drive, loads, .. } = energy;
        let own = bodies + springs + totals.energy.stored + totals.energy.dissipated + damped
            - drive
            - loads;
        if integrate {
            let started: f64 = states.iter().map(|state| state.works.started).sum();
            energy.error = outcome.map_or(0.0, |_| own - started);
            MachineReport { energy }.write(of_machine);
        }
        own
    }

    /// Writes the loads on the markers of the bodies that the host moves, the means of a step of `size` \[s\].
    fn reactions(&self, states: &[IslandState], size: f64, loads: &mut [f64]) {
        loads.fill(0.0);
        for (machine, state) in self.islands.iter().zip(states) {
            for (local, body) in machine.island.bodies.iter().enumerate() {
                let Inputs::Motion(_) = self.inputs[*body] else { continue };
                let before = self.inputs[..*body].iter();
                let place = before.filter(|input| matches!(input, Inputs::Motion(_))).count();
                let impulse = &machine.reactions[own(local)];
                let arm = state.poses[local].turn * machine.island.markers[local].at;
                let load = at_end(&arm, &(Vector6::from_column_slice(impulse) / size));
                let sums = &mut loads[SpatialLoad::COUNT * place..][..SpatialLoad::COUNT];
                sums.iter_mut().zip(load.iter()).for_each(|(sum, part)| *sum += part);
            }
        }
    }
}

/// Returns the variables of a motion of a frame.
fn frame_of(pose: &Pose, velocity: &Velocity) -> SpatialFrame {
    let [x, y, z] = pose.position.into();
    let [vx, vy, vz] = velocity.linear.into();
    let [wx, wy, wz] = velocity.spin.into();
    let turn = pose.turn;
    let [e0, e1, e2, e3] = [turn.w, turn.i, turn.j, turn.k];
    SpatialFrame { x, y, z, e0, e1, e2, e3, vx, vy, vz, wx, wy, wz }
}

impl Dynamics for SpaceGroup {
    type State = Box<[IslandState]>;
    /// The report, made from buffers that the step fills.
    type End = Box<[f64]>;

    fn safe_step(&self) -> f64 {
        SAFE_STEP
    }

    fn warning(&self) -> Option<Cow<'static, str>> {
        let far = self.islands.iter().any(|machine| machine.is_turned_far);
        far.then_some(Cow::Borrowed("a bushing begins turned beyond 150 degrees; at 180 it jumps"))
    }

    fn tune(&mut self, parameters: &[f64]) -> Result<(), Fault> {
        for MachineIsland { island: Island { joints, mechanism, .. }, .. } in &mut self.islands {
            for (number, joint) in joints.iter().zip(&mut mechanism.joints) {
                let own = &parameters[self.parameters_at[*number]..];
                joint.model.tune_by(own, |laws, values| laws.tune(values))?;
            }
        }
        Ok(())
    }

    fn begin(
        &mut self,
        inputs: &[f64],
        time: f64,
        values: &mut [f64],
    ) -> Result<Box<[IslandState]>, Fault> {
        let states: Result<Box<[_]>, Fault> = if self.shown.integrate {
            let mut starts = self.starts.clone();
            for (start, of_body) in starts.iter_mut().zip(&self.inputs) {
                if let Inputs::Motion(at) = of_body {
                    *start = SpatialFrame::read(&inputs[*at..]);
                }
            }
            self.islands.iter_mut().map(|machine| machine.begin(&starts, time)).collect()
        } else {
            let hosted = |MachineIsland { island, .. }: &mut MachineIsland| {
                island.place(inputs)?;
                let redundant = island.mechanism.constraints.redundant() as u32;
                Ok(IslandState { redundant, ..IslandState::of(island.begin(time)) })
            };
            self.islands.iter_mut().map(hosted).collect()
        };
        let mut states = states?;
        let started = self.describe(&states, None, values);
        if let Some(first) = states.first_mut() {
            first.works.started = started;
        }
        Ok(states)
    }

    fn step(
        &mut self,
        (states, values): (&mut Box<[IslandState]>, &mut Box<[f64]>),
        inputs: InputSample,
        step: Step,
        loads: &mut [f64],
    ) -> Result<(), Fault> {
        let joints = self.shown.joints;
        let whole = if self.shown.integrate {
            for Port { input, island, load, .. } in &self.ports {
                let applied = &mut self.islands[*island].island.applied[*load];
                let own = *input..*input + LoadInput::COUNT;
                applied.load.copy_from_slice(&inputs.values[own.clone()]);
                match inputs.rates {
                    Some(rates) => applied.rate.copy_from_slice(&rates[own]),
                    None => applied.rate = [0.0; 6],
                }
            }
            let host = &self.inputs;
            let of_body = |body: usize| match host[body] {
                Inputs::Load(_) => None,
                Inputs::Motion(at) => {
                    let frame = |values: &[f64]| SpatialFrame::read(&values[at..]);
                    Some((frame(inputs.values), inputs.rates.map(frame)))
                }
            };
            step_each(&mut self.islands, states, joints, |machine, state| {
                machine.step(state, of_body, step)
            })?
        } else {
            for machine in &mut self.islands {
                machine.island.place(inputs.values)?;
            }
            step_each(&mut self.islands, states, joints, |machine, state| {
                machine.island.step(&mut state.memory, step)
            })?
        };
        let work_mismatch = Memory::work_mismatch(states.iter().map(|state| &state.memory));
        let outcome = whole.map(|outcome| (Outcome { work_mismatch, ..outcome }, step.size));
        if self.shown.integrate {
            self.reactions(states, step.size, loads);
        } else {
            loads.fill(0.0);
            self.islands.iter().for_each(|machine| machine.island.load_markers(loads));
        }
        self.describe(states, outcome, values);
        Ok(())
    }

    fn made(end: &Box<[f64]>) -> Option<&[f64]> {
        Some(end)
    }

    fn end(&self, values: usize) -> Box<[f64]> {
        vec![0.0; values].into()
    }

    fn report(&mut self, (_, found): (&Box<[IslandState]>, &Box<[f64]>), values: &mut [f64]) {
        values.copy_from_slice(found);
    }

    fn continuous(&mut self) -> Result<&mut dyn Continuous, Fault> {
        Err(no_equations())
    }

    fn fits(&self, states: &Box<[IslandState]>) -> bool {
        states.len() == self.islands.len()
            && self
                .islands
                .iter()
                .zip(states)
                .all(|(machine, state)| machine.fits(state, self.shown.integrate))
    }
}
