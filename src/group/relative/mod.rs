//! A group for hosts that know its mobility: relative motions in, loads of the joints out.

mod mobility;
mod seen;

pub use mobility::{Entry, GivenMobility};

use super::links::{self, Link};
use super::parameters::{GroupParameters, JointParameters};
use super::report::{GroupReport, JointReport};
use super::tell::{tell, told_contact, told_coupling};
use super::{ABOUT, NAME, NO_EQUATIONS, SAFE_STEP, checked_plan, parameters};
use crate::Fault;
use crate::coupling::Step;
use crate::coupling::predicted::{HostState, Mechanism, Memory, Predictor, coordinates, pair_load};
use crate::joints::Options;
use crate::joints::ports::{Ports, Relative, RelativeInputs, RelativeLoads};
use crate::model::{ContinuousState, Course, Model, Prepared, Variables};
use crate::parts::{Both, Parts};
use num_dual::Dual64;
use seen::Seen;
use std::borrow::Cow;

/// What is fixed before the first step: joints, and the group as a whole. The bodies are the host's.
pub type Parameters = Both<Parts<JointParameters>, GroupParameters>;
/// Body b of every joint as its body a sees it, and W.
pub type Inputs = Both<Parts<RelativeInputs>, GivenMobility>;
/// Loads of every joint, in the axes of its frame a.
pub type Loads = Parts<RelativeLoads>;
/// What is told: joints, the whole.
pub type Report = Both<Parts<JointReport>, GroupReport>;

/// A group by the relative motions at its joints and the mobility W of all of them, which the host
/// gives at every communication point.
///
/// Of the plan only the joints count. It is for hosts that have mass matrix M, constraints G and the
/// joints' Jacobian J at hand: W = J (M⁻¹ − M⁻¹Gᵀ(G M⁻¹Gᵀ)⁻¹G M⁻¹) Jᵀ, each joint in the axes of its
/// frame a at the origin of its frame b, see [`mobilities`](crate::mechanism::mobilities). Frames a that
/// turn are followed from step to step only.
#[derive(Debug, Clone)]
pub struct SeenGroup {
    seen: Seen,
    predictor: Predictor,
    /// A report that has nothing to tell yet.
    blank: Report,
    coordinates: Box<[f64]>,
    velocities: Box<[f64]>,
}

impl Model for SeenGroup {
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
        let names = || plan.joints.iter().map(|joint| joint.name.clone());
        Ok(Variables {
            parameters: parameters::of_plan(plan).second,
            inputs: Both {
                first: Parts::new(names().map(|name| (name, RelativeInputs::default()))),
                second: GivenMobility::of(names()),
            },
            loads: Parts::new(names().map(|name| (name, RelativeLoads::default()))),
            report: blank(names()),
        })
    }

    fn prepare(parameters: &Parameters, options: &Options) -> Result<Self, Fault> {
        let plan = checked_plan(options)?;
        let links = plan.joints.iter().zip(parameters.first.iter()).map(|(joint, parameters)| {
            Link::new(parameters).map_err(|fault| fault.of_part(&joint.name))
        });
        let seen = Seen::new(links.collect::<Result<_, _>>()?);
        let numbers = || vec![0.0; seen.coordinates()].into_boxed_slice();
        Ok(Self {
            predictor: Predictor::new(&seen, parameters.second.coupling.settings()),
            blank: blank(plan.joints.iter().map(|joint| joint.name.clone())),
            coordinates: numbers(),
            velocities: numbers(),
            seen,
        })
    }

    fn velocity_of(inputs: &Inputs, input: usize) -> Option<usize> {
        let position = input < inputs.first.len() * 6 && input % 6 < 3;
        position.then_some(input + 3)
    }

    fn work_mismatch(report: &Report) -> Option<f64> {
        Some(report.second.coupling.work_mismatch)
    }

    fn told_contact(report: &Report) -> Option<(bool, (f64, f64))> {
        told_contact(report.first.iter())
    }
}

fn blank(names: impl Iterator<Item = String>) -> Report {
    let joints = Parts::new(names.map(|name| (name, JointReport::default())));
    Both { first: joints, second: GroupReport::default() }
}

impl Prepared for SeenGroup {
    type Parameters = Parameters;
    type Inputs = Inputs;
    type Loads = Loads;
    type Report = Report;
    type State = Memory;

    fn warning(&self) -> Option<Cow<'static, str>> {
        links::warning(self.seen.links.iter().zip(self.blank.first.names()))
    }

    fn tune(&mut self, parameters: &Parameters) -> Result<(), Fault> {
        links::tune(self.seen.links.iter_mut().zip(self.blank.first.names()), &parameters.first)
    }

    fn fits(&self, state: &Memory) -> bool {
        let Self { seen, .. } = self;
        state.fits(seen.coordinates(), seen.joints(), seen.slots())
    }

    fn initial(&mut self, inputs: &Inputs, time: f64) -> Result<(Memory, Report), Fault> {
        self.place(inputs)?;
        let Self { seen, predictor, coordinates, velocities, .. } = self;
        let memory = predictor.begin(seen, HostState { coordinates, velocities }, time);
        let (mut report, seen) = (self.blank.clone(), &self.seen);
        let now = |slot| seen.contact(slot).snapshot(&memory.slots[slot].point, &seen.touch(slot));
        let Both { first, second } = &mut report;
        tell(seen, &self.predictor, &memory, now, first.iter_mut(), second);
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
        self.place(course.inputs)?;
        let Self { seen, predictor, coordinates, velocities, .. } = self;
        let outcome = predictor.step(seen, HostState { coordinates, velocities }, memory, step)?;
        let Self { seen, predictor, .. } = &*self;
        for slot in 0..seen.slots() {
            let at = 3 * seen.joint(slot);
            let gives = (at..at + 2).any(|way| seen.mobility[(way, way)] > 0.0);
            if predictor.normal(slot).1 > 0.0 && !gives {
                return Err(course.inputs.second.missing(seen.joint(slot)));
            }
        }
        let Both { first, second } = report;
        let now = |slot| predictor.snapshot(seen, memory, slot);
        tell(seen, predictor, memory, now, first.iter_mut(), second);
        second.coupling = told_coupling(seen, predictor, &outcome);
        let starts = self.coordinates.chunks_exact(3);
        for ((load, held), start) in loads.iter_mut().zip(predictor.loads()).zip(starts) {
            let pair = pair_load(held, [start[0], start[1]].into());
            *load = RelativeLoads::of(&pair, |part| part);
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
        let (mut from, inputs) = (0, course.inputs.first.iter().zip(seed.first.iter()));
        for ((inputs, seed), (link, change)) in
            inputs.zip(self.seen.links.iter().zip(&mut **change))
        {
            let course = Course::of(inputs);
            let passage = Relative::passage(course, seed, step.size, Dual64::new);
            let slots = &memory.slots[from..from + link.slots()];
            from += link.slots();
            let load = link.lifted_load(&passage.path, slots.iter().map(|slot| &slot.point), step);
            *change = RelativeLoads::of(&load, |part| part.eps);
        }
        Ok(())
    }

    type Discrete = ();

    fn continuous_states(&self) -> Result<Vec<ContinuousState>, Fault> {
        Err(NO_EQUATIONS)
    }
}

impl SeenGroup {
    /// Takes up the motions and the mobility that the host gives.
    fn place(&mut self, inputs: &Inputs) -> Result<(), Fault> {
        let Both { first, second } = inputs;
        second.write(&mut self.seen.mobility)?;
        let states = self.coordinates.chunks_exact_mut(3).zip(self.velocities.chunks_exact_mut(3));
        for (inputs, (place, velocity)) in first.iter().zip(states) {
            let passage = Relative::passage(Course::of(inputs), inputs, 0.0, |value, _| value);
            let (q, v) = coordinates(&passage.path.start);
            place.copy_from_slice(&q);
            velocity.copy_from_slice(&v);
        }
        self.seen.place(&self.coordinates, &self.velocities);
        Ok(())
    }
}
