//! A group as a model: bodies' markers in, loads at these markers out.

use super::bodies::{Bodies, Fixed};
use super::constraints::{Constraint, Constraints};
use super::links::Link;
use super::mechanism::{Jointed, Linked, efforts};
use super::parameters::{self, Parameters};
use super::plan::{BodyKind, FramePlan, Point};
use super::report::{self, PeakAcceleration, Report};
use super::tell::{tell, told_contact, told_coupling};
use super::{ABOUT, NAME, NO_EQUATIONS, SAFE_STEP, checked_plan, links, start};
use crate::Fault;
use crate::coupling::predicted::{HostState, Mechanism, Memory, Predictor};
use crate::coupling::{Snapshot, Step};
use crate::joints::Options;
use crate::model::{ContinuousState, Course, Model, Prepared, Variables};
use crate::parts::{Both, Parts};
use crate::planar::{Axes, Frame, Load, Motion, Wrench};
use nalgebra::Vector2;
use num_dual::Dual64;
use std::borrow::Cow;

/// Every body's marker.
pub type Inputs = Parts<Frame>;
/// The load on every body at its marker.
pub type Loads = Parts<Load>;

/// A group whose parameters are fixed.
#[derive(Debug, Clone)]
pub struct Group {
    pub(super) linked: Linked,
    pub(super) predictor: Predictor,
    /// Markers of the bodies, from their centres of mass.
    pub(super) markers: Box<[Fixed]>,
    /// A report that has nothing to tell yet.
    pub(super) blank: Report,
    pub(super) coordinates: Box<[f64]>,
    pub(super) velocities: Box<[f64]>,
    /// Motions of the centres of mass with their derivatives, and their rates; the ground's is the
    /// last.
    pub(super) lifted: Box<[Motion<Dual64>]>,
}

impl Model for Group {
    const NAME: &'static str = NAME;
    const ABOUT: &'static str = ABOUT;
    const SAFE_STEP: f64 = SAFE_STEP;
    type Parameters = Parameters;
    type Inputs = Inputs;
    type Loads = Loads;
    type Report = Report;
    type Prepared = Self;

    fn variables(options: &Options) -> Result<Variables<Self>, Fault> {
        let plan = checked_plan(options)?;
        let names = plan.bodies.iter().map(|body| body.name.clone());
        Ok(Variables {
            parameters: parameters::of_plan(plan),
            inputs: Parts::new(names.clone().zip(start::markers(plan))),
            loads: Parts::new(names.map(|name| (name, Load::default()))),
            report: report::of_plan(plan),
        })
    }

    fn prepare(parameters: &Parameters, options: &Options) -> Result<Self, Fault> {
        let plan = options.group.as_deref().ok_or(Fault::NoPlan)?;
        let mut free = parameters.first.iter();
        // Place in the body's own frame of the point that stands for it, and 1/m, 1/J.
        let bodies = plan.bodies.iter().map(|body| match body.kind {
            BodyKind::Prescribed => (Vector2::from(body.centre_of_mass), [0.0; 2]),
            BodyKind::Free => free.next().map_or((Vector2::zeros(), [0.0; 2]), |body| {
                let centre = Vector2::new(body.centre_of_mass.x, body.centre_of_mass.y);
                (centre, [body.mass.recip(), body.inertia.recip()])
            }),
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
        let joints = plan.joints.iter().zip(parameters.second.first.iter());
        let joints = joints.map(|(joint, parameters)| {
            let [a, b] = [&joint.a, &joint.b].map(|name| number(name));
            let link = Link::new(parameters).map_err(|fault| fault.of_part(&joint.name))?;
            Ok(Jointed {
                bodies: [a, b],
                frames: [fixed(a, &joint.frame_a), fixed(b, &joint.frame_b)],
                link,
                seat: Axes::turned(joint.frame_a.angle),
                axes: Axes::same(),
                motion: Motion::rest(),
                arms: [Vector2::zeros(); 2],
                slots: 0..0,
            })
        });
        let joints = joints.collect::<Result<Vec<_>, Fault>>()?;
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
        let constraints = Constraints::new(pins.chain(welds).chain(locks).collect(), ground);
        let markers =
            plan.bodies.iter().enumerate().map(|(body, plan)| fixed(body, &plan.marker)).collect();
        let linked = Linked::new(Bodies::new(inverse.into_iter()), joints, constraints);
        let settings = parameters.second.second.coupling.settings();
        let numbers = || vec![0.0; linked.coordinates()].into_boxed_slice();
        Ok(Self {
            predictor: Predictor::new(&linked, settings),
            markers,
            blank: report::of_plan(plan),
            coordinates: numbers(),
            velocities: numbers(),
            lifted: vec![Motion::rest(); ground + 1].into(),
            linked,
        })
    }

    fn velocity_of(_inputs: &Inputs, input: usize) -> Option<usize> {
        (input % 6 < 3).then_some(input + 3)
    }

    fn work_mismatch(report: &Report) -> Option<f64> {
        Some(report.second.second.coupling.work_mismatch)
    }

    fn told_contact(report: &Report) -> Option<(bool, (f64, f64))> {
        told_contact(report.first.iter().map(|joint| &joint.second))
    }
}

impl Prepared for Group {
    type Parameters = Parameters;
    type Inputs = Inputs;
    type Loads = Loads;
    type Report = Report;
    type State = Memory;

    fn warning(&self) -> Option<Cow<'static, str>> {
        let links = self.linked.joints.iter().map(|joint| &joint.link);
        links::warning(links.zip(self.blank.first.names()))
    }

    fn tune(&mut self, parameters: &Parameters) -> Result<(), Fault> {
        let links = self.linked.joints.iter_mut().map(|joint| &mut joint.link);
        links::tune(links.zip(self.blank.first.names()), &parameters.second.first)
    }

    fn fits(&self, state: &Memory) -> bool {
        let Linked { joints, .. } = &self.linked;
        state.fits(self.linked.coordinates(), joints.len(), self.linked.slots())
    }

    fn initial(&mut self, inputs: &Inputs, time: f64) -> Result<(Memory, Report), Fault> {
        self.place(inputs);
        self.linked
            .constraints
            .hold(&self.linked.bodies)
            .ok_or(Fault::ConstraintsClash { time })?;
        let Self { linked, predictor, coordinates, velocities, .. } = self;
        let memory = predictor.begin(linked, HostState { coordinates, velocities }, time);
        let mut report = self.blank.clone();
        let linked = &self.linked;
        self.tell(&memory, &mut report, |slot| {
            linked.contact(slot).snapshot(&memory.slots[slot].point, &linked.touch(slot))
        });
        Ok((memory, report))
    }

    fn carry(
        &mut self,
        course: Course<Inputs>,
        memory: &mut Memory,
        step: Step,
        report: &mut Report,
        loads: &mut Loads,
    ) -> Result<(), Fault> {
        self.place(course.inputs);
        let clash = Fault::ConstraintsClash { time: step.start };
        self.linked.constraints.hold(&self.linked.bodies).ok_or(clash)?;
        let Self { linked, predictor, coordinates, velocities, .. } = self;
        let host = HostState { coordinates, velocities };
        let outcome = predictor.step(linked, host, memory, step)?;
        let Self { linked, predictor, .. } = &*self;
        self.tell(memory, report, |slot| predictor.snapshot(linked, memory, slot));
        report.second.second.coupling = told_coupling(&self.linked, &self.predictor, &outcome);
        self.load_markers(loads);
        for (joint, Both { first: told, .. }) in report.first.iter_mut().enumerate() {
            let (load, arm) = (self.predictor.loads()[joint], self.linked.joints[joint].arms[1]);
            let t = load.z - Wrench::at(arm, load.xy()).moment;
            told.load = Load { fx: load.x, fy: load.y, t };
        }
        Ok(())
    }

    fn derivative(
        &mut self,
        course: Course<Inputs>,
        seed: &Inputs,
        memory: &Memory,
        step: Step,
        change: &mut Loads,
    ) -> Result<(), Fault> {
        self.lift(course, seed);
        self.differentiate(memory, step, change);
        Ok(())
    }

    type Discrete = ();

    fn continuous_states(&self) -> Result<Vec<ContinuousState>, Fault> {
        Err(NO_EQUATIONS)
    }
}

impl Group {
    /// Tells of the joints and the free bodies' accelerations, with every slot as `now` has it.
    fn tell(&self, memory: &Memory, report: &mut Report, now: impl Fn(usize) -> Snapshot) {
        let joints = report.first.iter_mut().map(|joint| &mut joint.second);
        tell(&self.linked, &self.predictor, memory, now, joints, &mut report.second.second);
        let peaks = self.predictor.peak_accelerations().chunks_exact(3);
        let free = peaks.zip(&self.linked.bodies.inverse).filter(|(_, moved)| moved[0] > 0.0);
        for ((peak, _), told) in free.zip(report.second.first.iter_mut()) {
            told.peak_acceleration = PeakAcceleration { x: peak[0], y: peak[1], phi: peak[2] };
        }
    }

    /// Places the bodies where the host has their markers.
    fn place(&mut self, inputs: &Inputs) {
        let states = self.coordinates.chunks_exact_mut(3).zip(self.velocities.chunks_exact_mut(3));
        for ((frame, marker), (q, v)) in inputs.iter().zip(&self.markers).zip(states) {
            let Motion { position, angle, velocity, spin } = marker.centre(&Motion::from(frame));
            q.copy_from_slice(&[position.x, position.y, angle]);
            v.copy_from_slice(&[velocity.x, velocity.y, spin]);
        }
        self.linked.bodies.begin_at(&self.coordinates);
        self.linked.place(&self.coordinates, &self.velocities);
    }

    /// The joints' loads at the bodies' markers, where the host has them.
    fn load_markers(&self, loads: &mut Loads) {
        loads.fill(Load::default());
        let Linked { bodies, joints, .. } = &self.linked;
        for (joint, load) in self.predictor.loads().iter().enumerate() {
            for (body, [fx, fy, moment]) in joints[joint].bodies.into_iter().zip(efforts(load)) {
                // The ground has no marker.
                let (Some(sum), Some(marker)) = (loads.get_mut(body), self.markers.get(body))
                else {
                    continue;
                };
                let arm = bodies.axes[body].outward(marker.at);
                sum.fx += fx;
                sum.fy += fy;
                sum.t += moment - Wrench::at(arm, Vector2::new(fx, fy)).moment;
            }
        }
    }
}
