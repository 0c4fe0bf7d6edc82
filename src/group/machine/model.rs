//! The model of a group that moves its bodies itself.

use super::first_impacts;
use super::island::MachineIsland;
use super::rows::starts;
use super::state::MachineState;
use crate::base::Fault;
use crate::coupling::predicted::{HostState, Memory, Outcome};
use crate::coupling::{InputSample, Step};
use crate::group::by_bodies::{Reported, report_islands, report_rows};
use crate::group::mechanics::applied::Applied;
use crate::group::mechanics::attachment::{Attachment, ModalShape};
use crate::group::mechanics::constraint::Constraint;
use crate::group::mechanics::each_island::step_each;
use crate::group::mechanics::external_joint::ExternalJoint;
use crate::group::mechanics::joint;
use crate::group::mechanics::parts::{self, Drawn, point};
use crate::group::mechanics::springs::Spring;
use crate::group::plan::{BodyKind, FramePlan, Plan};
use crate::group::plan::{CouplingChoices, JointParameters};
use crate::group::plan::{
    DriveParameters, DriveReport, FrameReport, LineSpringParameters, LoadInput,
    MachineBodyParameters, MachineEnergy, MachineParameters, MachineReport, MobilityReport,
};
use crate::group::{SAFE_STEP, no_equations};
use crate::kinematics::planar::{Axes, Frame, Load, Motion, Wrench};
use crate::model::{Continuous, Dynamics};
use model_description::Quantities;
use nalgebra::Vector2;
use std::borrow::Cow;

/// A frame on a body, by the island that moves it.
#[derive(Debug, Clone)]
struct Placed {
    island: usize,
    /// The body's number in the island.
    body: usize,
    there: Attachment,
}

/// What the inputs of a body are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Inputs {
    /// The motion of the marker, from this input on.
    Motion(usize),
    /// The load there.
    Load,
}

/// A machine whose parameters are fixed.
pub(crate) struct Machine {
    islands: Box<[MachineIsland]>,
    parameters_at: Box<[usize]>,
    of_islands: Reported,
    /// By body.
    inputs: Box<[Inputs]>,
    /// Where each island's loads from the host begin among its applied ones: input and load.
    host_loads: Box<[(usize, usize, usize)]>,
    /// The frames whose motion is reported: markers of free bodies, and ports.
    shown: Box<[Placed]>,
    /// The bodies that are driven.
    driven: Box<[(usize, usize)]>,
    starts: Box<[Frame]>,
    /// How many values the report of the group begins with.
    reported: usize,
    /// Notice about the beginning.
    impacts: Option<String>,
}

impl Machine {
    /// The machine of a plan that has been checked.
    pub fn new(plan: &Plan, own: &[JointParameters], parameters: &[f64]) -> Result<Self, Fault> {
        let Drawn { mut parts, parameters_at, rest, centres } =
            parts::of_plan(plan, own, parameters)?;
        let numbers = plan.numbers();
        let ground = plan.bodies.len();
        let number = |name: &str| numbers.get(name).copied().unwrap_or(ground);
        let attached =
            |body: usize, frame: &FramePlan| parts::attached(plan, &centres, body, frame);
        let mut rest = rest;
        let mut take = |count: usize| {
            let (own, behind) = rest.split_at(count);
            rest = behind;
            own
        };
        let mut starts = starts(plan);
        for (body, start) in plan.bodies.iter().zip(&mut starts) {
            if body.kind == BodyKind::Free {
                *start =
                    MachineBodyParameters::read(take(MachineBodyParameters::COUNT)).start.into();
            }
        }
        for spring in &plan.springs {
            // Both kinds have the same three parameters.
            let own = LineSpringParameters::read(take(LineSpringParameters::COUNT));
            let bodies = [number(&spring.a), number(&spring.b)];
            parts.springs.push(Spring {
                kind: spring.kind,
                bodies,
                ends: [
                    attached(bodies[0], &point(spring.at_a)),
                    attached(bodies[1], &point(spring.at_b)),
                ],
                stiffness: own.stiffness,
                damping: own.damping,
                rest: own.rest,
            });
        }
        for (index, open) in plan.mobilities.iter().enumerate() {
            let bodies = [number(&open.a), number(&open.b)];
            let at = attached(bodies[1], &open.frame_b).frame.at;
            parts.external_joints.push(ExternalJoint { number: index, bodies, at });
        }
        for drive in &plan.drives {
            let DriveParameters { speed } = DriveParameters::read(take(DriveParameters::COUNT));
            parts.constraints.push(Constraint::Speed(number(&drive.body), speed));
        }
        let MachineParameters { gravity, coupling } = MachineParameters::read(rest);
        let coupling = CouplingChoices {
            contact_step: coupling.contact_step,
            friction_step: coupling.friction_step,
            ..CouplingChoices::default()
        };
        let gravity = Vector2::new(gravity.x, gravity.y);
        let markers = parts.markers.clone();
        let islands = parts.islands(coupling.settings()).into_iter();
        let islands = islands.map(|island| MachineIsland::new(island, gravity));
        let mut islands: Box<[_]> = islands.collect();
        let place = |body: usize, islands: &[MachineIsland]| {
            let in_island = |(number, carried): (usize, &MachineIsland)| {
                let local = carried.island.bodies.iter().position(|own| *own == body)?;
                Some((number, local))
            };
            // A free body is in one of them.
            islands.iter().enumerate().find_map(in_island).unwrap_or_default()
        };
        for load in &plan.loads {
            let body = number(&load.body);
            let (island, local) = place(body, &islands);
            let [fx, fy] = load.force;
            let mut there = attached(body, &point(load.at));
            there.modal.first = islands[island].first_mode(local);
            islands[island].applied.push(Applied {
                body: local,
                there,
                load: [fx, fy, load.moment],
                rate: [0.0; 3],
            });
        }
        let (mut inputs, mut host_loads, mut shown) = (Vec::new(), Vec::new(), Vec::new());
        let mut next = 0;
        let mut feel = |body: usize, mut there: Attachment, input: usize| {
            let (island, local) = place(body, &islands);
            there.modal.first = islands[island].first_mode(local);
            shown.push(Placed { island, body: local, there: there.clone() });
            host_loads.push((input, island, islands[island].applied.len()));
            let [load, rate] = [[0.0; 3]; 2];
            islands[island].applied.push(Applied { body: local, there, load, rate });
        };
        for (body, plan) in plan.bodies.iter().enumerate() {
            match plan.kind {
                BodyKind::Prescribed => {
                    inputs.push(Inputs::Motion(next));
                    next += Frame::COUNT;
                }
                BodyKind::Free => {
                    inputs.push(Inputs::Load);
                    // A marker is the rigid body's.
                    let there = Attachment { frame: markers[body], modal: ModalShape::default() };
                    feel(body, there, next);
                    next += LoadInput::COUNT;
                }
            }
        }
        for port in &plan.ports {
            let body = number(&port.body);
            feel(body, attached(body, &port.frame), next);
            next += LoadInput::COUNT;
        }
        let driven = plan.drives.iter().map(|drive| place(number(&drive.body), &islands)).collect();
        Ok(Self {
            parameters_at,
            of_islands: Reported::of(plan),
            inputs: inputs.into(),
            host_loads: host_loads.into(),
            shown: shown.into(),
            driven,
            starts: starts.into(),
            reported: report_rows(plan).len(),
            islands,
            impacts: None,
        })
    }

    /// Writes the report; without an outcome, of a step of some `size` \[s\], that of the beginning.
    fn report(
        &mut self,
        states: &[MachineState],
        outcome: Option<(Outcome, f64)>,
        values: &mut [f64],
    ) {
        let (group, mut rest) = values.split_at_mut(self.reported);
        let islands = self.islands.iter().zip(states).map(|(carried, state)| {
            let MachineState { memory, coordinates, velocities, .. } = state;
            (&carried.island, memory, HostState { coordinates, velocities })
        });
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
                mobility.write(&mut mobilities[MobilityReport::COUNT * number..]);
            });
            let [bodies, springs] = carried.energies(state);
            energy.bodies += bodies;
            energy.springs += springs;
            energy.damped += state.works.damped;
            energy.drive += state.works.drive;
            energy.loads += state.works.loads;
        }
        MachineReport { energy }.write(rest);
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
        let states = states?;
        self.impacts = first_impacts::impacts(&mut self.islands, &states);
        self.report(&states, None, values);
        Ok(states)
    }

    fn step(
        &mut self,
        states: &mut Box<[MachineState]>,
        inputs: InputSample,
        step: Step,
        outputs: &mut [f64],
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
            carried.step(state, of_body, step)
        })?;
        let work_mismatch = work_mismatch(states);
        let outcome = whole.map(|outcome| (Outcome { work_mismatch, ..outcome }, step.size));
        let prescribed = self.inputs.iter().filter(|input| **input != Inputs::Load).count();
        let (loads, values) = outputs.split_at_mut(Load::COUNT * prescribed);
        self.loads(states, step.size, loads);
        self.report(states, outcome, values);
        Ok(())
    }

    fn continuous(&mut self) -> Result<&mut dyn Continuous, Fault> {
        Err(no_equations())
    }

    fn fits(&self, states: &Box<[MachineState]>) -> bool {
        let fit = |(island, state): (&MachineIsland, &MachineState)| island.fits(state);
        states.len() == self.islands.len() && self.islands.iter().zip(states).all(fit)
    }
}
