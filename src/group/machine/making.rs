//! A machine is made of a plan and the values of its parameters.

use super::island::MachineIsland;
use super::model::{Inputs, Machine, Placed};
use super::rows::starts;
use crate::base::Fault;
use crate::group::by_bodies::{Reported, report_rows};
use crate::group::mechanics::applied::Applied;
use crate::group::mechanics::attachment::{Attachment, ModalShape};
use crate::group::mechanics::constraint::Constraint;
use crate::group::mechanics::external_joint::ExternalJoint;
use crate::group::mechanics::island::Parts;
use crate::group::mechanics::parts::{self, Drawn, point};
use crate::group::mechanics::springs::Spring;
use crate::group::plan::{
    BodyKind, CouplingChoices, DriveParameters, FramePlan, JointParameters, LineSpringParameters,
    LoadInput, MachineBodyParameters, MachineParameters, Numbers, Plan, PlaneBushingParameters,
    SpringKind,
};
use crate::kinematics::planar::Frame;
use model_description::Quantities;
use nalgebra::{Matrix3, Vector2};

/// A plan with its bodies' numbers and centres of mass.
struct Making<'a> {
    plan: &'a Plan,
    numbers: Numbers<'a>,
    /// In the bodies' own frames \[m\].
    centres: Vec<Vector2<f64>>,
}

impl Making<'_> {
    /// Returns the number of a body; the ground follows the bodies.
    fn number(&self, name: &str) -> usize {
        self.numbers.get(name).copied().unwrap_or(self.plan.bodies.len())
    }

    fn attached(&self, body: usize, frame: &FramePlan) -> Attachment {
        parts::attached(self.plan, &self.centres, body, frame)
    }

    /// Adds what only a machine has to the parts: springs, places of external joints, drives. Takes their
    /// values, and the starts of the free bodies, off the front of `rest`; returns the starts.
    fn add_parts(&self, parts: &mut Parts, rest: &mut &[f64]) -> Result<Vec<Frame>, Fault> {
        let mut take = |count: usize| {
            let (own, behind) = rest.split_at(count);
            *rest = behind;
            own
        };
        let mut starts = starts(self.plan);
        for (body, start) in self.plan.bodies.iter().zip(&mut starts) {
            if body.kind == BodyKind::Free {
                *start =
                    MachineBodyParameters::read(take(MachineBodyParameters::COUNT)).start.into();
            }
        }
        for spring in &self.plan.springs {
            let bodies = [&spring.a, &spring.b].map(|name| self.number(name));
            let ends = [
                self.attached(bodies[0], &spring.frame_a),
                self.attached(bodies[1], &spring.frame_b),
            ];
            let (kind, mut rest) = (spring.kind, 0.0);
            let [stiffness, damping] = if kind == SpringKind::Bushing {
                let own = PlaneBushingParameters::read(take(PlaneBushingParameters::COUNT));
                own.matrices()
                    .map_err(|why| Fault::from(format!("spring {}: {why}", spring.name)))?
            } else {
                // Lines and turns have the same three parameters.
                let own = LineSpringParameters::read(take(LineSpringParameters::COUNT));
                rest = own.rest;
                [own.stiffness, own.damping].map(Matrix3::from_diagonal_element)
            };
            parts.springs.push(Spring { kind, bodies, ends, stiffness, damping, rest });
        }
        for (index, open) in self.plan.mobilities.iter().enumerate() {
            let bodies = [&open.a, &open.b].map(|name| self.number(name));
            let at = self.attached(bodies[1], &open.frame_b).frame.at;
            parts.external_joints.push(ExternalJoint { number: index, bodies, at });
        }
        for drive in &self.plan.drives {
            let DriveParameters { speed } = DriveParameters::read(take(DriveParameters::COUNT));
            parts.constraints.push(Constraint::Speed(self.number(&drive.body), speed));
        }
        Ok(starts)
    }
}

/// The islands of a machine, and the loads on them.
struct Loaded {
    islands: Box<[MachineIsland]>,
    /// The first island of every body, and its number there.
    places: Vec<(usize, usize)>,
    shown: Vec<Placed>,
    host_loads: Vec<(usize, usize, usize)>,
}

impl Loaded {
    fn new(islands: Box<[MachineIsland]>, bodies: usize) -> Self {
        // The ground, which follows the bodies, is in none.
        let mut places = vec![(0, 0); bodies + 1];
        for (number, island) in islands.iter().enumerate().rev() {
            for (local, body) in island.island.bodies.iter().enumerate() {
                places[*body] = (number, local);
            }
        }
        Self { islands, places, shown: Vec::new(), host_loads: Vec::new() }
    }

    /// Adds a load \[N, N, N m\] at a point of a body; returns the point with its island.
    fn apply(&mut self, body: usize, mut there: Attachment, load: [f64; 3]) -> Placed {
        let (island, local) = self.places[body];
        there.modal.first = self.islands[island].first_mode(local);
        let placed = Placed { island, body: local, there: there.clone() };
        self.islands[island].applied.push(Applied { body: local, there, load, rate: [0.0; 3] });
        placed
    }

    /// Adds a point of a body whose motion is reported and where the host applies a load; `input` is
    /// the index of the load's first input.
    fn show(&mut self, body: usize, there: Attachment, input: usize) {
        let placed = self.apply(body, there, [0.0; 3]);
        let last = self.islands[placed.island].applied.len() - 1;
        self.host_loads.push((input, placed.island, last));
        self.shown.push(placed);
    }
}

impl Machine {
    /// Makes the machine of a plan that has been checked, with the parameters of its joints.
    pub fn new(plan: &Plan, own: &[JointParameters], parameters: &[f64]) -> Result<Self, Fault> {
        let Drawn { mut parts, parameters_at, mut rest, centres } =
            parts::of_plan(plan, own, parameters)?;
        let making = Making { plan, numbers: plan.numbers(), centres };
        let starts = making.add_parts(&mut parts, &mut rest)?;
        let MachineParameters { gravity, coupling } = MachineParameters::read(rest);
        let tolerance = coupling.tolerance;
        let coupling = CouplingChoices { tolerance, ..CouplingChoices::default() };
        let gravity = Vector2::new(gravity.x, gravity.y);
        let markers = parts.markers.clone();
        let islands = parts.islands(coupling.settings()).into_iter();
        let islands = islands.map(|island| MachineIsland::new(island, gravity)).collect();
        let mut loaded = Loaded::new(islands, plan.bodies.len());
        for load in &plan.loads {
            let body = making.number(&load.body);
            let [fx, fy] = load.force;
            loaded.apply(body, making.attached(body, &point(load.at)), [fx, fy, load.moment]);
        }
        let (mut inputs, mut next) = (Vec::new(), 0);
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
                    loaded.show(body, there, next);
                    next += LoadInput::COUNT;
                }
            }
        }
        for port in &plan.ports {
            let body = making.number(&port.body);
            loaded.show(body, making.attached(body, &port.frame), next);
            next += LoadInput::COUNT;
        }
        let driven = plan.drives.iter().map(|drive| loaded.places[making.number(&drive.body)]);
        Ok(Self {
            parameters_at,
            of_islands: Reported::of(plan),
            inputs: inputs.into(),
            host_loads: loaded.host_loads.into(),
            shown: loaded.shown.into(),
            driven: driven.collect(),
            starts: starts.into(),
            reported: report_rows(plan).len(),
            islands: loaded.islands,
            impacts: None,
        })
    }
}
