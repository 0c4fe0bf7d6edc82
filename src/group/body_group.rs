//! A group by its bodies: markers in, loads at these markers out.

use super::bodies::{Bodies, Fixed};
use super::body_mechanism::{BodyMechanism, GroupJoint, efforts};
use super::constraints::{Constraint, Constraints};
use super::parameters::{BodyParameters, GroupParameters};
use super::plan::{BodyKind, FramePlan, Plan, Point};
use super::report::{self, BodyReport, GroupReport, JointReport, LoadReport, PeakAcceleration};
use super::{SAFE_STEP, link, no_equations, rows_of_each, start};
use crate::Fault;
use crate::coupling::predicted::{HostState, Mechanism, Memory, Outcome, Predictor};
use crate::coupling::{InputSample, Snapshot, Step};
use crate::model::{Continuous, Model, State, Stepped, Variables};
use crate::planar::{Axes, Frame, Load, Motion, Wrench};
use model_description::{Quantities, Row};
use nalgebra::Vector2;
use std::borrow::Cow;

/// What is reported of a joint: its load, then the rest.
const PER_JOINT: usize = LoadReport::COUNT + JointReport::COUNT;

/// The rows of the bodies: every marker in, the load on every body out.
pub(super) fn variables(plan: &Plan) -> Variables {
    let names = || plan.bodies.iter().map(|body| &body.name);
    let of_frame = |(name, frame): (&String, Frame)| {
        let rows = frame.rows().into_iter();
        rows.map(|row| row.inside(name)).collect::<Vec<_>>()
    };
    let inputs: Vec<Row> = names().zip(start::markers(plan)).flat_map(of_frame).collect();
    let joint = [LoadReport::default().rows(), JointReport::default().rows()].concat();
    let joints = plan.joints.iter().map(|joint| &joint.name);
    let free = plan.bodies.iter().filter(|body| body.kind == BodyKind::Free);
    let mut report: Vec<_> = rows_of_each(joints, &joint).collect();
    report.extend(rows_of_each(free.map(|body| &body.name), &BodyReport::default().rows()));
    report.extend(GroupReport::default().rows());
    let positions = (0..inputs.len()).filter(|input| input % Frame::COUNT < 3);
    Variables {
        velocities: positions.map(|input| (input, input + 3)).collect(),
        inputs,
        loads: rows_of_each(names(), &Load::default().rows()).collect(),
        report,
        parameters: BodyParameters::rows_of(plan),
    }
}

/// A group whose parameters are fixed.
pub(super) struct BodyGroup {
    mechanism: BodyMechanism,
    predictor: Predictor,
    /// Markers of the bodies, from their centres of mass.
    markers: Box<[Fixed]>,
    /// How many parameters the bodies have.
    body_parameters: usize,
    coordinates: Box<[f64]>,
    velocities: Box<[f64]>,
    state: Option<Stepped<Memory>>,
}

impl BodyGroup {
    /// The group of a plan that has been checked, with the parameters of its free bodies and joints in
    /// front.
    pub fn new(plan: &Plan, parameters: &[f64], of_group: &GroupParameters) -> Result<Self, Fault> {
        let is_free = |body: &&super::BodyPlan| body.kind == BodyKind::Free;
        let body_parameters = BodyParameters::COUNT * plan.bodies.iter().filter(is_free).count();
        let (free, joints) = parameters.split_at(body_parameters);
        let mut free = free.chunks_exact(BodyParameters::COUNT).map(BodyParameters::read);
        // Place in the body's own frame of the point that stands for it, and 1/m, 1/J.
        let bodies = plan.bodies.iter().map(|body| match body.kind {
            BodyKind::Prescribed => (Vector2::from(body.centre_of_mass), [0.0; 2]),
            BodyKind::Free => {
                let BodyParameters { mass, inertia, centre_of_mass: centre } =
                    free.next().unwrap_or_default();
                (Vector2::new(centre.x, centre.y), [mass.recip(), inertia.recip()])
            }
        });
        let (centres, inverse): (Vec<_>, Vec<_>) = bodies.unzip();
        let ground = plan.bodies.len();
        let number = |name: &str| plan.body(name).unwrap_or(ground);
        let centre = |body: usize| centres.get(body).copied().unwrap_or_default();
        let from_centre = |body: usize, [x, y]: Point| Vector2::new(x, y) - centre(body);
        let fixed = |body: usize, frame: &FramePlan| Fixed {
            at: from_centre(body, [frame.x, frame.y]),
            angle: frame.angle,
        };
        let links = link::links(&plan.joints, joints)?.into_iter();
        let joints = plan.joints.iter().zip(links).map(|(joint, link)| {
            let [a, b] = [&joint.a, &joint.b].map(|name| number(name));
            GroupJoint {
                bodies: [a, b],
                frames: [fixed(a, &joint.frame_a), fixed(b, &joint.frame_b)],
                link,
                seat: Axes::turned(joint.frame_a.angle),
                axes: Axes::same(),
                motion: Motion::rest(),
                arms: [Vector2::zeros(); 2],
                slots: 0..0,
            }
        });
        let joints: Vec<_> = joints.collect();
        let pins = plan.pins.iter().map(|pin| {
            let [a, b] = [&pin.a, &pin.b].map(|name| number(name));
            Constraint::Pin([a, b], [from_centre(a, pin.at_a), from_centre(b, pin.at_b)])
        });
        let welds =
            plan.welds.iter().map(|weld| Constraint::Weld([number(&weld.a), number(&weld.b)]));
        let locks = plan.locks.iter().flat_map(|lock| {
            let body = number(&lock.body);
            lock.directions.iter().map(move |direction| Constraint::Lock(body, *direction as usize))
        });
        let constraints = Constraints::new(pins.chain(welds).chain(locks).collect());
        let markers =
            plan.bodies.iter().enumerate().map(|(body, plan)| fixed(body, &plan.marker)).collect();
        let mechanism = BodyMechanism::new(Bodies::new(inverse.into_iter()), joints, constraints);
        let numbers = || vec![0.0; mechanism.coordinates()].into_boxed_slice();
        Ok(Self {
            predictor: Predictor::new(&mechanism, of_group.coupling.settings()),
            markers,
            body_parameters,
            coordinates: numbers(),
            velocities: numbers(),
            mechanism,
            state: None,
        })
    }

    /// Places the bodies where the host has their markers.
    fn place(&mut self, inputs: &[f64], time: f64) -> Result<(), Fault> {
        let states = self.coordinates.chunks_exact_mut(3).zip(self.velocities.chunks_exact_mut(3));
        let frames = inputs.chunks_exact(Frame::COUNT).map(Frame::read);
        for ((frame, marker), (q, v)) in frames.zip(&self.markers).zip(states) {
            let Motion { position, angle, velocity, spin } = marker.centre(&Motion::from(&frame));
            q.copy_from_slice(&[position.x, position.y, angle]);
            v.copy_from_slice(&[velocity.x, velocity.y, spin]);
        }
        let BodyMechanism { bodies, constraints, .. } = &mut self.mechanism;
        bodies.begin_at(&self.coordinates);
        bodies.place(&self.coordinates, &self.velocities);
        constraints.hold(bodies).ok_or(Fault::ConstraintsClash { time })?;
        self.mechanism.place(&self.coordinates, &self.velocities);
        Ok(())
    }

    /// Writes the report, with every slot as `now` describes it.
    fn report(
        &self,
        memory: &Memory,
        now: impl Fn(usize) -> Snapshot,
        outcome: Option<&Outcome>,
        values: &mut [f64],
    ) {
        let Self { mechanism, predictor, .. } = self;
        let (joints, rest) = values.split_at_mut(PER_JOINT * mechanism.joints());
        let energy = report::report(mechanism, predictor, memory, now, |number, joint| {
            let (first, last) = joints[PER_JOINT * number..].split_at_mut(LoadReport::COUNT);
            let load = match outcome {
                None => Load::default(),
                Some(_) => {
                    let (load, arm) = (predictor.loads()[number], mechanism.joints[number].arms[1]);
                    let t = load.z - Wrench::at(arm, load.xy()).moment;
                    Load { fx: load.x, fy: load.y, t }
                }
            };
            LoadReport { load }.write(first);
            joint.write(last);
        });
        let (bodies, whole) = rest.split_at_mut(rest.len() - GroupReport::COUNT);
        let peaks = predictor.peak_accelerations().chunks_exact(3);
        let free = peaks.zip(&mechanism.bodies.inverse).filter(|(_, moved)| moved[0] > 0.0);
        for ((peak, _), values) in free.zip(bodies.chunks_exact_mut(BodyReport::COUNT)) {
            let peak_acceleration = PeakAcceleration { x: peak[0], y: peak[1], phi: peak[2] };
            BodyReport { peak_acceleration }.write(values);
        }
        let coupling = outcome.map(|outcome| report::coupling(mechanism, predictor, outcome));
        GroupReport { energy, coupling: coupling.unwrap_or_default() }.write(whole);
    }

    /// Writes the joints' loads at the bodies' markers, where the host has them.
    fn load_markers(&self, loads: &mut [f64]) {
        loads.fill(0.0);
        let BodyMechanism { bodies, joints, .. } = &self.mechanism;
        for (joint, load) in self.predictor.loads().iter().enumerate() {
            for (body, [fx, fy, moment]) in joints[joint].bodies.into_iter().zip(efforts(load)) {
                // The ground has no marker.
                let Some(marker) = self.markers.get(body) else { continue };
                let arm = bodies.axes[body].outward(marker.at);
                let moment = moment - Wrench::at(arm, Vector2::new(fx, fy)).moment;
                let sums = &mut loads[Load::COUNT * body..][..Load::COUNT];
                sums.iter_mut().zip([fx, fy, moment]).for_each(|(sum, part)| *sum += part);
            }
        }
    }

    fn step_from(
        &mut self,
        memory: &mut Memory,
        step: Step,
        outputs: &mut [f64],
    ) -> Result<(), Fault> {
        let Self { mechanism, predictor, coordinates, velocities, .. } = self;
        let host = HostState { coordinates, velocities };
        let outcome = predictor.step(mechanism, host, memory, step)?;
        let (loads, values) = outputs.split_at_mut(Load::COUNT * self.markers.len());
        self.load_markers(loads);
        let Self { mechanism, predictor, .. } = &*self;
        let now = |slot| predictor.snapshot(mechanism, memory, slot);
        self.report(memory, now, Some(&outcome), values);
        Ok(())
    }
}

impl Model for BodyGroup {
    fn safe_step(&self) -> f64 {
        SAFE_STEP
    }

    fn warning(&self) -> Option<Cow<'static, str>> {
        link::warning(self.mechanism.joints.iter().map(|joint| &joint.link))
    }

    fn tune(&mut self, parameters: &[f64]) -> Result<(), Fault> {
        let links = self.mechanism.joints.iter_mut().map(|joint| &mut joint.link);
        link::tune(links, &parameters[self.body_parameters..])
    }

    fn begin(&mut self, inputs: &[f64], time: f64, values: &mut [f64]) -> Result<(), Fault> {
        self.place(inputs, time)?;
        let Self { mechanism, predictor, coordinates, velocities, .. } = self;
        let memory = predictor.begin(mechanism, HostState { coordinates, velocities }, time);
        let mechanism = &self.mechanism;
        let now = |slot: usize| {
            mechanism.contact(slot).snapshot(&memory.slots[slot].point, &mechanism.touch(slot))
        };
        self.report(&memory, now, None, values);
        self.state = Some(Stepped::new(memory));
        Ok(())
    }

    fn step(&mut self, inputs: InputSample, step: Step, outputs: &mut [f64]) -> Result<(), Fault> {
        self.place(inputs.values, step.start)?;
        let mut stepped = self.state.take().ok_or(Fault::NotBegun)?;
        let outcome = self.step_from(stepped.trial(), step, outputs);
        self.state = Some(stepped);
        outcome
    }

    fn commit(&mut self) {
        if let Some(state) = &mut self.state {
            state.commit();
        }
    }

    fn continuous(&mut self) -> Result<&mut dyn Continuous, Fault> {
        Err(no_equations())
    }

    fn state(&self) -> Option<&dyn State> {
        self.state.as_ref().map(|state| state.committed() as &dyn State)
    }

    fn set_state(&mut self, state: &dyn State) -> Result<(), Fault> {
        Stepped::adopt(&mut self.state, state, |memory: &Memory| {
            memory.fits_mechanism(&self.mechanism)
        })
    }

    fn read_state(&self, bytes: &[u8]) -> Option<Box<dyn State>> {
        Stepped::read(bytes, |memory: &Memory| memory.fits_mechanism(&self.mechanism))
    }
}
