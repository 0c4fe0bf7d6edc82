//! The model of a group that moves its bodies itself.

use super::first_impacts;
use super::island::MachineIsland;
use super::state::MachineState;
use crate::base::Fault;
use crate::coupling::Mobility;
use crate::coupling::predicted::{HostState, Memory, Outcome};
use crate::coupling::{InputSample, Step};
use crate::group::by_bodies::{Reported, report_islands};
use crate::group::mechanics::attachment::Attachment;
use crate::group::mechanics::each_island::step_each;
use crate::group::mechanics::joint;
use crate::group::mechanics::wear;
use crate::group::plan::{DriveReport, FrameReport, LoadInput, MachineEnergy, MachineReport};
use crate::group::report::EnergyReport;
use crate::group::{SAFE_STEP, no_equations};
use crate::kinematics::planar::{Axes, Frame, Load, Motion, Wrench};
use crate::model::{Continuous, Dynamics};
use model_description::Quantities;
use nalgebra::Vector2;
use std::borrow::Cow;

/// A frame on a body, by the island that moves it.
#[derive(Debug, Clone)]
pub(super) struct Placed {
    pub island: usize,
    /// The body's number in the island.
    pub body: usize,
    pub there: Attachment,
}

/// The inputs of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Inputs {
    /// The motion of the marker, from this input on.
    Motion(usize),
    /// The load there.
    Load,
}

/// A machine whose parameters are fixed.
pub(crate) struct Machine {
    pub(super) islands: Box<[MachineIsland]>,
    pub(super) parameters_at: Box<[usize]>,
    pub(super) of_islands: Reported,
    /// The inputs of every body.
    pub(super) inputs: Box<[Inputs]>,
    /// The loads from the host: first input, island, and place among the island's applied loads.
    pub(super) host_loads: Box<[(usize, usize, usize)]>,
    /// The frames whose motion is reported: markers of free bodies, and ports.
    pub(super) shown: Box<[Placed]>,
    /// The bodies that are driven.
    pub(super) driven: Box<[(usize, usize)]>,
    pub(super) starts: Box<[Frame]>,
    /// Number of values of the group at the beginning of the report.
    pub(super) reported: usize,
    /// Notice about impacts with which the machine begins, if there are any.
    pub(super) impacts: Option<String>,
}

impl Machine {
    /// Writes the report of a step with this outcome and this length \[s\], or without these the
    /// report of the beginning; returns all energy less that from outside \[J\].
    fn describe(
        &mut self,
        states: &[MachineState],
        outcome: Option<(Outcome, f64)>,
        values: &mut [f64],
    ) -> f64 {
        let (group, mut rest) = values.split_at_mut(self.reported);
        let islands = self.islands.iter().zip(states).map(|(carried, state)| {
            let MachineState { memory, coordinates, velocities, .. } = state;
            (&carried.island, memory, HostState { coordinates, velocities })
        });
        let EnergyReport { stored, dissipated } =
            report_islands(islands, &self.of_islands, outcome.map(|it| it.0), group);
        for Placed { island, body, there } in &self.shown {
            let MachineState { coordinates, velocities, .. } = &states[*island];
            let body = motion(coordinates, velocities, *body);
            let axes = Axes::rotated(body.angle);
            let (_, motion) = there.on(&body, &axes, [coordinates, velocities]);
            let (own, behind) = rest.split_at_mut(FrameReport::COUNT);
            FrameReport::from(Frame::from(&motion)).write(own);
            rest = behind;
        }
        for (island, body) in &self.driven {
            let (own, behind) = rest.split_at_mut(DriveReport::COUNT);
            let moment =
                outcome.map_or(0.0, |(_, size)| self.islands[*island].drives[*body] / size);
            DriveReport { drive_moment: moment }.write(own);
            rest = behind;
        }
        let (mobilities, rest) = rest.split_at_mut(rest.len() - MachineReport::COUNT);
        let mut energy = MachineEnergy::default();
        for (carried, state) in self.islands.iter_mut().zip(states) {
            carried.place(state);
            carried.mobilities(|number, mobility| {
                mobility.write(&mut mobilities[Mobility::<3>::COUNT * number..]);
            });
            let [bodies, springs] = carried.energies(state);
            energy.bodies += bodies;
            energy.springs += springs;
            energy.damped += state.works.damped;
            energy.drive += state.works.drive;
            energy.loads += state.works.loads;
        }
        let MachineEnergy { bodies, springs, damped, drive, loads, .. } = energy;
        let own = bodies + springs + stored + dissipated + damped - drive - loads;
        let started: f64 = states.iter().map(|state| state.works.started).sum();
        energy.error = outcome.map_or(0.0, |_| own - started);
        MachineReport { energy }.write(rest);
        own
    }

    /// Writes the loads on the markers of the bodies that the host moves, the means of a step of `size`
    /// \[s\].
    fn loads(&self, states: &[MachineState], size: f64, loads: &mut [f64]) {
        loads.fill(0.0);
        for (carried, state) in self.islands.iter().zip(states) {
            for (local, body) in carried.island.bodies.iter().enumerate() {
                let Inputs::Motion(_) = self.inputs[*body] else { continue };
                let before = self.inputs[..*body].iter();
                let place = before.filter(|input| **input != Inputs::Load).count();
                let own = 3 * local..3 * local + 3;
                let impulse = &carried.reactions[own];
                let force = Vector2::new(impulse[0], impulse[1]) / size;
                let marker = carried.island.markers[local];
                let motion = motion(&state.coordinates, &state.velocities, local);
                let arm = marker.on(&motion).position - motion.position;
                let moment = impulse[2] / size - Wrench::at(arm, force).moment;
                let sums = &mut loads[Load::COUNT * place..][..Load::COUNT];
                let parts = [force.x, force.y, moment];
                sums.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
            }
        }
    }
}

/// The motion of a centre of mass.
fn motion(coordinates: &[f64], velocities: &[f64], body: usize) -> Motion<f64> {
    let [q, v] = [coordinates, velocities].map(|all| &all[3 * body..3 * body + 3]);
    Motion {
        position: Vector2::new(q[0], q[1]),
        angle: q[2],
        velocity: Vector2::new(v[0], v[1]),
        spin: v[2],
    }
}

fn work_mismatch(states: &[MachineState]) -> f64 {
    Memory::work_mismatch(states.iter().map(|state| &state.memory))
}

impl Dynamics for Machine {
    type State = Box<[MachineState]>;
    /// The report, made from buffers that the step fills.
    type End = Box<[f64]>;

    fn safe_step(&self) -> f64 {
        SAFE_STEP
    }

    fn warning(&self) -> Option<Cow<'static, str>> {
        let joints = self.islands.iter().flat_map(|carried| &carried.island.mechanism.joints);
        let of_joints = joint::warning(joints.map(|joint| &joint.model)).map(Cow::into_owned);
        let all = of_joints.into_iter().chain(self.impacts.clone());
        all.reduce(|all, one| format!("{all}; {one}")).map(Cow::Owned)
    }

    fn tune(&mut self, parameters: &[f64]) -> Result<(), Fault> {
        for MachineIsland { island, .. } in &mut self.islands {
            for (number, joint) in island.joints.iter().zip(&mut island.mechanism.joints) {
                joint.model.tune(&parameters[self.parameters_at[*number]..])?;
            }
        }
        Ok(())
    }

    fn begin(
        &mut self,
        inputs: &[f64],
        time: f64,
        values: &mut [f64],
    ) -> Result<Box<[MachineState]>, Fault> {
        let mut starts = self.starts.clone();
        for (start, inputs_of) in starts.iter_mut().zip(&self.inputs) {
            if let Inputs::Motion(at) = inputs_of {
                *start = Frame::read(&inputs[*at..]);
            }
        }
        let islands = self.islands.iter_mut();
        let states: Result<Box<[_]>, _> =
            islands.map(|carried| carried.begin(&starts, time)).collect();
        let mut states = states?;
        self.impacts = first_impacts::impacts(&mut self.islands, &states);
        self.exchange_wear(&mut states);
        let started = self.describe(&states, None, values);
        self.exchange_wear(&mut states);
        if let Some(first) = states.first_mut() {
            first.works.started = started;
        }
        Ok(states)
    }

    fn step(
        &mut self,
        (states, values): (&mut Box<[MachineState]>, &mut Box<[f64]>),
        inputs: InputSample,
        step: Step,
        loads: &mut [f64],
    ) -> Result<(), Fault> {
        self.exchange_wear(states);
        let made = self.advance((states, values), inputs, step, loads);
        self.exchange_wear(states);
        made
    }

    fn made(end: &Box<[f64]>) -> Option<&[f64]> {
        Some(end)
    }

    fn end(&self, values: usize) -> Box<[f64]> {
        vec![0.0; values].into()
    }

    fn report(&mut self, (_, found): (&Box<[MachineState]>, &Box<[f64]>), values: &mut [f64]) {
        values.copy_from_slice(found);
    }

    fn continuous(&mut self) -> Result<&mut dyn Continuous, Fault> {
        Err(no_equations())
    }

    fn fits(&self, states: &Box<[MachineState]>) -> bool {
        let fit = |(island, state): (&MachineIsland, &MachineState)| island.fits(state);
        states.len() == self.islands.len() && self.islands.iter().zip(states).all(fit)
    }
}

impl Machine {
    /// Exchanges the wear of the joints with that of the states.
    fn exchange_wear(&mut self, states: &mut [MachineState]) {
        let islands = self.islands.iter_mut().zip(states);
        islands.for_each(|(carried, MachineState { wear, .. })| {
            wear::exchange(carried.island.models_mut(), wear);
        });
    }

    /// Advances the states by a step, and writes loads and report; the joints have the states' wear.
    fn advance(
        &mut self,
        (states, values): (&mut [MachineState], &mut [f64]),
        inputs: InputSample,
        step: Step,
        loads: &mut [f64],
    ) -> Result<(), Fault> {
        for (input, island, load) in &self.host_loads {
            let applied = &mut self.islands[*island].applied[*load];
            let own = *input..*input + LoadInput::COUNT;
            applied.load.copy_from_slice(&inputs.values[own.clone()]);
            match inputs.rates {
                Some(rates) => applied.rate.copy_from_slice(&rates[own]),
                None => applied.rate = [0.0; 3],
            }
        }
        let (host, joints) = (&self.inputs, self.of_islands.joints);
        let of_body = |body: usize| match host[body] {
            Inputs::Load => None,
            Inputs::Motion(at) => {
                let frame = |values: &[f64]| Frame::read(&values[at..at + Frame::COUNT]);
                Some([frame(inputs.values), inputs.rates.map(frame).unwrap_or_default()])
            }
        };
        let whole = step_each(&mut self.islands, states, joints, |carried, state| {
            let outcome = carried.step(state, of_body, step)?;
            if carried.island.mechanism.wears {
                wear::end_step(carried.island.models_mut(), step.start + step.size);
            }
            Ok(outcome)
        })?;
        let work_mismatch = work_mismatch(states);
        let outcome = whole.map(|outcome| (Outcome { work_mismatch, ..outcome }, step.size));
        self.loads(states, step.size, loads);
        self.describe(states, outcome, values);
        Ok(())
    }
}
