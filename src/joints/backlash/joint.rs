//! A joint with backlash: one law for shafts, slides and gears.

use super::kinematics::{Kinematics, LineLoad, LinePath, Place, Turns};
use super::memory::Memory;
use super::prediction::{Predicted, Prediction};
use super::report::Instant;
use super::variables::{Parameters, Report};
use crate::base::{Fault, Real};
use crate::coupling::{
    Contact, Coupling, CouplingReport, LineReport, Method, Snapshot, Step, step_cells,
};
use crate::joints::point_contact::{self, Now};
use crate::laws::backlash::{Flank, Play};
use crate::laws::contact::ContactPoint;
use crate::laws::friction::FrictionLaw;
use num_dual::Dual64;
use std::array;

/// Communication step that flanks tolerate without prediction \[s\].
const SAFE_STEP: f64 = 1e-5;

/// The end of a step, besides the state there.
#[derive(Debug, Clone)]
pub(super) struct End {
    here: Place<f64>,
    now: Now<2>,
    /// Largest normal force of a flank inside the step \[N\].
    peak_normal_force: f64,
    coupling: LineReport,
}

impl End {
    /// The end of no step.
    pub fn nowhere() -> Self {
        Self {
            here: Place { position: 0.0, speed: 0.0, levers: [0.0; 2] },
            now: Now::Along,
            peak_normal_force: 0.0,
            coupling: LineReport::default(),
        }
    }
}

/// A play between two bodies, with the coupling to its host.
#[derive(Debug, Clone)]
pub(super) struct Backlash {
    pub(super) kinematics: Kinematics,
    pub(super) play: Play,
    /// The flanks as contact points.
    pub(super) contact: Contact,
    prediction: Option<Prediction>,
    safe_step: f64,
}

impl Backlash {
    /// The joint of `parameters`; refuses parameters that are outside their ranges or do not fit each other.
    pub fn new(parameters: &Parameters, kinematics: Kinematics) -> Result<Self, Fault> {
        Fault::check_ranges(parameters)?;
        let play = Play::new(&parameters.play())?;
        let coupling = &parameters.coupling;
        let method = coupling.shared.method;
        let contact = Contact::new(play.normal, FrictionLaw::Without, method.plain());
        let prediction = match method {
            Method::EndPoint | Method::StepMean => None,
            Method::Predicted => {
                let sizes = [1.0, parameters.geometry.backlash];
                let identifier = coupling.identifier(sizes, false, false)?;
                let laws = (&play, &contact);
                let mobility = coupling.mobility.0.x;
                Some(Prediction::new(laws, mobility, coupling.settings(), identifier))
            }
        };
        let safe_step = coupling.safe_step(SAFE_STEP);
        Ok(Self { kinematics, play, contact, prediction, safe_step })
    }

    /// Communication step that the parameters tolerate \[s\].
    pub fn safe_step(&self) -> f64 {
        self.safe_step
    }

    /// Reads the parameters that may change between steps. Does not allocate.
    pub fn tune(&mut self, parameters: &Parameters) -> Result<(), Fault> {
        self.play = Play::new(&parameters.play())?;
        self.contact.normal = self.play.normal;
        Ok(())
    }

    /// Returns true if `memory` is the state of such a joint.
    pub fn fits(&self, memory: &Memory) -> bool {
        match &memory.flanks {
            point_contact::Memory::Plain(_) => self.prediction.is_none(),
            point_contact::Memory::Predicted(memory) => {
                self.prediction.as_ref().is_some_and(|prediction| prediction.fits(memory))
            }
            // Flanks have no film.
            point_contact::Memory::Oiled(_) => false,
        }
    }

    /// Forces and bristles of both flanks at `here`.
    pub(super) fn snapshots(&self, points: [&ContactPoint; 2], here: &Place<f64>) -> [Snapshot; 2] {
        array::from_fn(|index| {
            let touch = here.touch(&self.play, Flank::BOTH[index]);
            self.contact.snapshot(points[index], &touch.approach())
        })
    }

    /// The state at `time` \[s\] with these inputs; writes its report.
    pub fn begin(&mut self, inputs: [f64; 4], time: f64, report: &mut [f64]) -> Memory {
        use model_description::Quantities;
        let here = self.kinematics.place(inputs, self.play.offset);
        let points = Flank::BOTH.map(|flank| {
            let mut point = ContactPoint::default();
            point.receive(time, &here.touch(&self.play, flank));
            // A flank in contact at the beginning has an impact speed of 0.
            if let Some(onset) = &mut point.contact {
                onset.impact_speed = 0.0;
                point.last_start = *onset;
            }
            point
        });
        let now = self.snapshots([&points[0], &points[1]], &here);
        let laws = (&self.play, &self.contact);
        let flanks = match &mut self.prediction {
            None => point_contact::Memory::Plain(points),
            Some(prediction) => point_contact::Memory::Predicted(Box::new(prediction.memory(
                laws,
                points,
                [here.position, here.speed],
            ))),
        };
        let memory = Memory { turns: Turns::new(time, inputs), bristle: 0.0, dragged: 0.0, flanks };
        let mut instant = Instant::of(&memory, here, now);
        instant.peak_normal_force = now.iter().map(|flank| flank.normal_force).fold(0.0, f64::max);
        self.report(&instant).write(report);
        memory
    }

    /// Carries `memory` over `step` and returns the load to be held; `accelerations` are those of a and b, 0 if the host
    /// does not give them.
    pub fn step(
        &mut self,
        inputs: [f64; 4],
        accelerations: [f64; 2],
        (memory, end): (&mut Memory, &mut End),
        step: Step,
    ) -> Result<LineLoad<f64>, Fault> {
        let offset = self.play.offset;
        let turns = &mut memory.turns;
        let path = self.kinematics.path_over(inputs, accelerations, turns, step.start, offset);
        let Memory { bristle, dragged, flanks, .. } = memory;
        let (load, here, now, peak_normal_force, coupling) = match (&mut self.prediction, flanks) {
            (None, point_contact::Memory::Plain(points)) => {
                let [upper, lower] = points;
                let laws = (&self.play, &self.contact);
                let (load, peak) = along(laws, &path, [upper, lower], (bristle, dragged), step);
                (load, path.at(step.size), Now::Along, peak, LineReport::default())
            }
            (Some(prediction), point_contact::Memory::Predicted(memory)) => {
                let Place { position, speed, .. } = path.at(0.0);
                let levers = path.mean_levers(step);
                if prediction.receive(&self.play, [position, speed], memory, step.size) {
                    let predicted = prediction.step(
                        (&self.play, &self.contact),
                        [position, speed],
                        &mut memory.memory,
                        bristle,
                        step,
                    )?;
                    let [position, speed] = predicted.end;
                    let here = Place { position, speed, levers };
                    let Predicted { force, now, peak_normal_force, coupling, .. } = predicted;
                    let (probe, coupling) = prediction.give(force, coupling, memory);
                    (
                        LineLoad::of(force + probe, levers),
                        here,
                        Now::Predicted(now),
                        peak_normal_force,
                        coupling,
                    )
                } else {
                    // The mobility is not known yet.
                    let method = self.contact.coupling;
                    let (load, lost) = parallel(&self.play, method, &path, bristle, step);
                    *dragged += lost;
                    let there = path.at(step.size);
                    let (force, now) =
                        prediction.hold(&self.play, [&path.at(0.0), &there], memory, step);
                    let load = load.plus(1.0, &LineLoad::of(force, levers));
                    let peak = force.abs();
                    let impulse = peak * step.size;
                    let report = CouplingReport { impulse, ..CouplingReport::default() };
                    let (probe, coupling) = prediction.give(load.force, report, memory);
                    let load = load.plus(1.0, &LineLoad::of(probe, levers));
                    (load, there, Now::Predicted(now), peak, coupling)
                }
            }
            _ => return Err(Fault::ForeignState),
        };
        *end = End { here, now, peak_normal_force, coupling };
        Ok(load)
    }

    /// Writes the report of the step that led to this state.
    pub fn write_report(&self, (memory, end): (&Memory, &End), report: &mut [f64]) {
        use model_description::Quantities;
        let approach = |index: usize| end.here.touch(&self.play, Flank::BOTH[index]).approach();
        let (now, peak) =
            end.now.forces(&self.contact, &memory.flanks, approach, end.peak_normal_force);
        let mut instant = Instant::of(memory, end.here, now);
        (instant.peak_normal_force, instant.coupling) = (peak, end.coupling);
        self.report(&instant).write(report);
    }

    /// The load of a step with its derivatives, from inputs that carry theirs.
    pub fn derivative(
        &self,
        inputs: [Dual64; 4],
        accelerations: [f64; 2],
        memory: &Memory,
        step: Step,
    ) -> Result<LineLoad<Dual64>, Fault> {
        let point_contact::Memory::Plain(points) = &memory.flanks else {
            return Err(Fault::NoDerivatives);
        };
        let (turns, offset) = (&memory.turns, self.play.offset);
        let path =
            self.kinematics.path_with_derivatives(inputs, accelerations, turns, step.start, offset);
        let mut bristle = Dual64::from(memory.bristle);
        let (load, _) = parallel(&self.play, self.contact.coupling, &path, &mut bristle, step);
        let flanks = points.iter().zip(Flank::BOTH).map(|(point, flank)| {
            let touch = |time| path.at(time).touch(&self.play, flank);
            LineLoad::of_pair(&self.contact.load(&mut point.lift(), step, touch))
        });
        Ok(flanks.fold(load, |sum, load| sum.plus(Dual64::from(1.0), &load)))
    }

    /// The report of an instant.
    pub(super) fn report(&self, instant: &Instant) -> Report {
        instant.report(&self.play)
    }
}

/// Integrates flanks, spring and drag over a step along the host's path; returns their load, and
/// the largest normal force of a flank before its end.
#[inline]
fn along(
    (play, contact): (&Play, &Contact),
    path: &LinePath<f64>,
    points: [&mut ContactPoint; 2],
    (bristle, dragged): (&mut f64, &mut f64),
    step: Step,
) -> (LineLoad<f64>, f64) {
    let (mut load, lost) = parallel(play, contact.coupling, path, bristle, step);
    *dragged += lost;
    let mut peak = 0.0_f64;
    let change = path.change(step.size);
    for (point, flank) in points.into_iter().zip(Flank::BOTH) {
        let touch = |time| path.at(time).touch(play, flank);
        let stepped = contact.advance(point, step, change, touch);
        load = load.plus(1.0, &LineLoad::of_pair(&stepped.load));
        peak = peak.max(stepped.peak_normal_force);
    }
    (load, peak)
}

/// Load of spring and drag over a step, and the energy lost in the drag.
#[inline]
fn parallel<T: Real>(
    play: &Play,
    coupling: Coupling,
    path: &LinePath<T>,
    bristle: &mut T,
    step: Step,
) -> (LineLoad<T>, T) {
    let (mut load, mut lost) = (LineLoad::zero(), T::from(0.0));
    let Play { spring, drag, .. } = play;
    if spring.is_none() && drag.is_none() {
        return (load, lost);
    }
    let at_start = match coupling {
        Coupling::EndPoint => {
            let (here, mut end) = (path.at(T::from(0.0)), *bristle);
            let held = drag.slide(&mut end, here.speed, T::from(step.size));
            let force = spring.load(here.position) + held + here.speed * drag.viscous;
            Some(LineLoad::of(force, here.levers))
        }
        Coupling::StepMean => None,
    };
    let before = drag.stored(*bristle);
    for cell in step_cells(step.size) {
        let here = path.at(T::from(cell.time));
        let (span, weight) = (T::from(cell.span), cell.weight / step.size);
        let held = drag.slide(bristle, here.speed, span) + here.speed * drag.viscous;
        let force = spring.load(here.position) + held;
        load = load.plus(T::from(weight), &LineLoad::of(force, here.levers));
        lost += held * here.speed * cell.span;
    }
    lost -= drag.stored(*bristle) - before;
    (at_start.unwrap_or(load), lost)
}
