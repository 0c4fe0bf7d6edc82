//! A joint with backlash: one law for shafts, slides and gears.

use super::follow::{along, parallel, rub};
use super::kinematics::{Kinematics, LineLoad, LinePath, Place, Turns};
use super::memory::Memory;
use super::prediction::{Predicted, Prediction};
use super::report::Instant;
use super::variables::{Parameters, Report};
use crate::base::Fault;
use crate::coupling::{Contact, CouplingReport, LineReport, Method, Snapshot, Step};
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
    /// Speeds of a and b.
    speeds: [f64; 2],
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
            speeds: [0.0; 2],
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
        let turns = Turns::new(time, inputs);
        let memory = Memory { turns, bristle: 0.0, rubbed: [0.0; 3], dragged: 0.0, flanks };
        let [_, speed_a, _, speed_b] = inputs;
        let mut instant = Instant::of(&memory, (here, [speed_a, speed_b]), now);
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
        let (mut load, pressed) = match &mut memory.flanks {
            point_contact::Memory::Plain([upper, lower]) if self.prediction.is_none() => {
                let (laws, points) = ((&self.play, &self.contact), [upper, lower]);
                let drag = (&mut memory.bristle, &mut memory.dragged);
                let (load, peak, pressed) = along(laws, &path, points, drag, step);
                (end.here, end.now) = (path.at(step.size), Now::Along);
                (end.peak_normal_force, end.coupling) = (peak, LineReport::default());
                (load, pressed)
            }
            _ => self.step_predicted(&path, (memory, end), step)?,
        };
        let losses = &self.play.losses;
        if !losses.are_none(&memory.rubbed) {
            let lost = rub(losses, &path, (&mut memory.rubbed, pressed), step);
            load = load.plus(1.0, &LineLoad::of_losses(&lost));
            memory.dragged += lost.lost;
            end.speeds = path.speeds(step.size);
        }
        Ok(load)
    }

    /// Carries a predicted `memory` over `step`; returns its load and the mean normal forces of both flanks. Refuses the
    /// memory of a joint that predicts where this one does not, and the other way round.
    fn step_predicted(
        &mut self,
        path: &LinePath<f64>,
        (memory, there): (&mut Memory, &mut End),
        step: Step,
    ) -> Result<(LineLoad<f64>, [f64; 2]), Fault> {
        let Self { play, contact, prediction, .. } = self;
        let Memory { bristle, dragged, flanks, .. } = memory;
        let (Some(prediction), point_contact::Memory::Predicted(memory)) = (prediction, flanks)
        else {
            return Err(Fault::ForeignState);
        };
        let (play, contact) = (&*play, &*contact);
        let Place { position, speed, .. } = path.at(0.0);
        let levers = path.mean_levers(step);
        if prediction.receive(play, [position, speed], memory, step.size) {
            let motion = [position, speed];
            let inner = &mut memory.memory;
            let predicted = prediction.step((play, contact), motion, inner, bristle, step)?;
            let Predicted { force, end, now, peak_normal_force, impulses, coupling } = predicted;
            let (probe, coupling) = prediction.give(force, coupling, memory);
            there.here = Place { position: end[0], speed: end[1], levers };
            (there.now, there.peak_normal_force) = (Now::Predicted(now), peak_normal_force);
            there.coupling = coupling;
            let pressed = impulses.map(|impulse| impulse / step.size);
            return Ok((LineLoad::of(force + probe, levers), pressed));
        }
        // The mobility is not known yet.
        let (load, lost) = parallel(play, contact.coupling, path, bristle, step);
        *dragged += lost;
        let here = path.at(step.size);
        let (force, now) = prediction.hold(play, [&path.at(0.0), &here], memory, step)?;
        let load = load.plus(1.0, &LineLoad::of(force, levers));
        let peak = force.abs();
        let report = CouplingReport { impulse: peak * step.size, ..CouplingReport::default() };
        let (probe, coupling) = prediction.give(load.force, report, memory);
        let load = load.plus(1.0, &LineLoad::of(probe, levers));
        (there.here, there.now) = (here, Now::Predicted(now));
        (there.peak_normal_force, there.coupling) = (peak, coupling);
        Ok((load, [force.max(0.0), (-force).max(0.0)]))
    }

    /// Writes the report of the step that led to this state.
    pub fn write_report(&self, (memory, end): (&Memory, &End), report: &mut [f64]) {
        use model_description::Quantities;
        let approach = |index: usize| end.here.touch(&self.play, Flank::BOTH[index]).approach();
        let (now, peak) =
            end.now.forces(&self.contact, &memory.flanks, approach, end.peak_normal_force);
        let mut instant = Instant::of(memory, (end.here, end.speeds), now);
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
        let one = Dual64::from(1.0);
        let (mut load, mut pressed) = (load, [Dual64::from(0.0); 2]);
        for (index, (point, flank)) in points.iter().zip(Flank::BOTH).enumerate() {
            let touch = |time| path.at(time).touch(&self.play, flank);
            let of_flank = LineLoad::of_pair(&self.contact.load(&mut point.lift(), step, touch));
            load = load.plus(one, &of_flank);
            pressed[index] = of_flank.force * flank.sign();
        }
        let losses = &self.play.losses;
        if !losses.are_none(&memory.rubbed) {
            let mut rubbed = memory.rubbed.map(Dual64::from);
            let lost = rub(losses, &path, (&mut rubbed, pressed), step);
            load = load.plus(one, &LineLoad::of_losses(&lost));
        }
        Ok(load)
    }

    /// The report of an instant.
    pub(super) fn report(&self, instant: &Instant) -> Report {
        instant.report(&self.play)
    }
}
