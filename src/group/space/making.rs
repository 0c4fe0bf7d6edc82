//! A group in space is made of a plan and the values of its parameters.

use super::bodies::Frame;
use super::constraint::Kept;
use super::machine::MachineIsland;
use super::model::{Inputs, Port, SpaceGroup};
use super::parts::{self, Parts};
use super::plan::{
    BushingParameters, LoadInput, Shown, SpaceMachineParameters, SpacePlan, SpaceSpringKind,
    StartParameters, TorqueParameters,
};
use super::springs::{Applied, SpringKind};
use crate::base::Fault;
use crate::coupling::predicted::Settings;
use crate::group::by_bodies::among_free;
use crate::group::plan::{
    BodyKind, CouplingChoices, DriveParameters, JointParameters, LineSpringParameters,
    TurnSpringParameters,
};
use crate::laws::bushing::Bushing;
use crate::ports::SpatialFrame;
use model_description::Quantities;
use nalgebra::Vector3;

impl SpaceGroup {
    /// Makes the group of a plan that has been checked, with the values of its parameters.
    pub fn new(
        plan: &SpacePlan,
        own: &[JointParameters],
        parameters: &[f64],
    ) -> Result<Self, Fault> {
        let (mut parts, parameters_at, mut rest) = parts::of_plan(plan, own, parameters)?;
        let mut starts = vec![SpatialFrame::default(); plan.bodies.len()];
        let (mut settings, mut gravity) = (Settings::default(), Vector3::zeros());
        if plan.integrate {
            for (body, start) in plan.bodies.iter().zip(&mut starts) {
                if body.kind == BodyKind::Free {
                    let (first, behind) = rest.split_at(StartParameters::COUNT);
                    (*start, rest) = (StartParameters::read(first).start.into(), behind);
                }
            }
            rest = set_springs_and_drives(&mut parts, plan, rest)?;
            let whole = SpaceMachineParameters::read(rest);
            gravity = Vector3::new(whole.gravity.x, whole.gravity.y, whole.gravity.z);
            settings.tolerance = whole.coupling.tolerance;
        } else {
            settings = CouplingChoices::read(rest).settings();
        }
        let mut inputs = Vec::new();
        let mut next = 0;
        for body in &plan.bodies {
            if plan.integrate && body.kind == BodyKind::Free {
                inputs.push(Inputs::Load(next));
                next += LoadInput::COUNT;
            } else {
                inputs.push(Inputs::Motion(next));
                next += SpatialFrame::COUNT;
            }
        }
        let of_ports = if plan.integrate { std::mem::take(&mut parts.ports) } else { Vec::new() };
        let islands = parts.islands(settings).into_iter();
        let drives = plan.drives_of_speed().count();
        let made = |island| MachineIsland::new(island, gravity, drives);
        let islands: Box<[_]> = islands.map(made).collect();
        let mut group = Self {
            islands,
            parameters_at,
            ports: Box::default(),
            starts: starts.into(),
            among_free: among_free(plan.bodies.iter().map(|body| body.kind)),
            shown: Shown::of(plan),
            inputs: inputs.into(),
        };
        // The loads of bodies stand among their inputs, those of ports behind them.
        let of_bodies = group.inputs.iter().filter_map(|input| match input {
            Inputs::Load(at) => Some(*at),
            Inputs::Motion(_) => None,
        });
        let of_bodies: Vec<usize> = of_bodies.collect();
        let places = of_bodies.into_iter().chain((next..).step_by(LoadInput::COUNT));
        let ports = of_ports.into_iter().zip(places);
        let ports: Vec<_> =
            ports.map(|((body, frame), input)| group.port(body, frame, input)).collect();
        group.ports = ports.into();
        Ok(group)
    }

    /// Adds a port at a frame of a free body, whose load is given from this input on.
    fn port(&mut self, body: usize, frame: Frame, input: usize) -> Port {
        let place = self.islands.iter().enumerate().find_map(|(number, machine)| {
            let local = machine.island.bodies.binary_search(&body).ok()?;
            Some((number, local))
        });
        // Every free body is in an island.
        let (island, local) = place.unwrap_or_default();
        let applied = &mut self.islands[island].island.applied;
        let none = [0.0; 6];
        applied.push(Applied { body: local, frame, load: none, rate: none });
        Port { input, island, body: local, load: applied.len() - 1, frame }
    }
}

/// Gives springs and drives the values of their parameters, off the front of `values`; returns the others.
fn set_springs_and_drives<'a>(
    parts: &mut Parts,
    plan: &SpacePlan,
    mut values: &'a [f64],
) -> Result<&'a [f64], Fault> {
    let mut take = |count: usize| {
        let (own, behind) = values.split_at(count);
        values = behind;
        own
    };
    for (plan, spring) in plan.springs.iter().zip(&mut parts.springs) {
        spring.kind = match plan.kind {
            SpaceSpringKind::Line => {
                let own = LineSpringParameters::read(take(LineSpringParameters::COUNT));
                SpringKind::Line([own.stiffness, own.damping, own.rest])
            }
            SpaceSpringKind::Turn => {
                let own = TurnSpringParameters::read(take(TurnSpringParameters::COUNT));
                SpringKind::Turn([own.stiffness, own.damping, own.rest])
            }
            SpaceSpringKind::Bushing => {
                let own = BushingParameters::read(take(BushingParameters::COUNT));
                let law = Bushing::new(&own.stiffness, &own.damping)
                    .map_err(|why| Fault::from(format!("spring {}: {why}", plan.name)))?;
                SpringKind::Bushing(Box::new(law))
            }
        };
    }
    // Drives are the last constraints, or the last springs.
    let mut constraints = parts.constraints.iter_mut().filter(|one| one.drive.is_some());
    let mut motors = parts.springs[plan.springs.len()..].iter_mut();
    for drive in &plan.drives {
        if drive.torque.is_some() {
            let TorqueParameters { torque } = TorqueParameters::read(take(TorqueParameters::COUNT));
            if let Some(motor) = motors.next() {
                motor.kind = SpringKind::Torque(torque);
            }
        } else {
            let DriveParameters { speed } = DriveParameters::read(take(DriveParameters::COUNT));
            if let Some(constraint) = constraints.next() {
                constraint.kept = [Kept::Spin(speed)].into();
            }
        }
    }
    Ok(values)
}
