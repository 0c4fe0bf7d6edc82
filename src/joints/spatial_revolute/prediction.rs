//! A predicted step of the spatial revolute joint: the host's side, and the motion inside.

use super::host::{Known, inward, outward};
use super::inside::{BothLoads, Inside, Laws, balanced, halves, moved, on_b, velocities};
use super::memory::Memory;
use super::{Lifted, SpatialRevolute};
use crate::base::Fault;
use crate::base::clone_in_place;
use crate::coupling::identify::{
    Held, Identification, Identifier, NEAR, Pressed, SpatialIdentification,
};
use crate::coupling::predicted::{self, Exchange, Followed, HostState, Settings};
use crate::coupling::{CouplingReport, SpatialMobility, SpatialReport, Step};
use crate::kinematics::spatial::{Motion, PairLoad, Wrench, rotated};
use crate::laws::contact::Onset;
use crate::laws::contact::dissipation::realised;
use crate::laws::journal::{CONTACTS, TiltingJournal};
use crate::ports::SpatialPairMotion;
use nalgebra::{SVector, Vector3, Vector6};
use serde::{Deserialize, Serialize};

/// `correction` no larger than its force may be against that of `impulse`: the moments, about points
/// that the force may all but pass through, follow the force.
fn limited(correction: BothLoads, impulse: BothLoads) -> BothLoads {
    let force = |load: &BothLoads| load.fixed_rows::<3>(0).norm();
    let (wanted, most) = (force(&correction), predicted::CORRECTION * force(&impulse));
    if wanted > most { correction * (most / wanted) } else { correction }
}

/// A mean over a step in the turning axes of a as it is in those of the communication point, from which they
/// have turned by `rotation` \[rad\] in the middle of the time in which it acts.
fn turned_back(load: &BothLoads, rotation: Vector3<f64>) -> BothLoads {
    let mut back = *load;
    for first in [0, 3, 6] {
        let part = rotated(load.fixed_rows::<3>(first).into_owned(), rotation);
        back.fixed_rows_mut::<3>(first).copy_from(&part);
    }
    back
}

/// A journal that had left is not moved to the surface from farther inside than it goes in so many
/// steps: it was put there.
const STRAY_STEPS: f64 = 10.0;
/// In one contact time that part of a surface found inside the wall goes back to its place.
const RETURN: f64 = 0.02;

/// What it takes to follow the body inside a step.
#[derive(Debug)]
pub(super) struct Prediction {
    pub(super) exchange: Exchange<9>,
    /// W as it was given, perhaps not at all, and how the host is met.
    pub(super) given: (SpatialMobility, Settings),
    /// What compares turning with moving \[m\].
    pub(super) length: f64,
    /// How the host is measured, if it is.
    pub(super) identifier: Option<Identifier>,
}

/// What is remembered of host and surfaces from step to step.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Predicted {
    pub(super) host: predicted::Memory<9>,
    /// How deep in the wall the surfaces of hole and faces are taken to be \[m\]: where the journal was
    /// found although it had left; 0 as a rule.
    surface: [f64; 2],
    /// Of the host, where that is measured.
    pub(super) identification: Option<SpatialIdentification>,
}

clone_in_place!(Predicted { host, surface; large identification });

/// A step that has been carried out: the load to be held, in the axes of a, and what is reported.
struct Carried {
    load: BothLoads,
    end: Motion<f64>,
    peak: f64,
    coupling: CouplingReport,
}

impl Predicted {
    /// Whether it is a whole one, of a joint that measures its host or does not.
    pub fn is_whole(&self, measures: bool) -> bool {
        Identification::is_whole(&self.identification, measures) && self.host.fits(6, 1, 0)
    }

    /// Returns true if the host is to be measured and nothing is known of it yet.
    fn is_searching(&self) -> bool {
        let measured = self.identification.as_ref().map(Identification::measured);
        measured.is_some_and(|measured| measured.host.is_none())
    }

    /// Where the surfaces are at the start of a step: what had left and is found inside begins at the
    /// surface.
    fn receive(&mut self, memory: &Memory, journal: &TiltingJournal, b: &Motion<f64>, size: f64) {
        let gaps = journal.gaps(b);
        let returned = 1.0 - RETURN * (size / self.host.contact_time().max(size));
        for (kind, surface) in self.surface.iter_mut().enumerate() {
            let places = 2 * kind..2 * kind + 2;
            if memory.contacts[places.clone()].iter().any(|point| point.contact.is_some()) {
                *surface *= returned;
            } else {
                let depth = gaps[places].iter().map(|gap| gap.0).fold(0.0, f64::max);
                let pace = b.velocity.norm() + journal.bearing_length * b.spin.norm();
                *surface = depth.min(surface.max(STRAY_STEPS * size * pace));
            }
        }
    }

    /// In flight the surfaces come back to their places as the journal leaves the wall.
    fn recede(&mut self, memory: &Memory, journal: &TiltingJournal, b: &Motion<f64>) {
        let gaps = journal.gaps(b);
        for (kind, surface) in self.surface.iter_mut().enumerate() {
            let places = 2 * kind..2 * kind + 2;
            if memory.contacts[places.clone()].iter().all(|point| point.contact.is_none()) {
                let depth = gaps[places].iter().map(|gap| gap.0).fold(0.0, f64::max);
                *surface = surface.min(depth);
            }
        }
    }

    /// The journal with its surfaces where they are taken to be.
    pub fn journal(&self, journal: &TiltingJournal) -> TiltingJournal {
        let mut journal = *journal;
        let [hole, faces] = self.surface;
        journal.fit.clearance += hole;
        if let Some(own) = &mut journal.faces {
            own.play += faces;
        }
        journal
    }
}

impl Prediction {
    pub fn new(
        (mobility, length): (SpatialMobility, f64),
        settings: Settings,
        identifier: Option<Identifier>,
    ) -> Self {
        let exchange = Exchange::new([6, 1], limited, settings);
        Self { exchange, given: (mobility, settings), length, identifier }
    }

    /// Whether the host is measured.
    pub fn measures(&self) -> bool {
        self.identifier.is_some()
    }

    /// What is remembered before the first step, from this motion.
    pub fn begin(&self, b: &Motion<f64>) -> Predicted {
        let host =
            predicted::Memory::of(Box::new([]), velocities(b).as_slice(), 1).with_mobility(6);
        let identification = self.identifier.map(|identifier| identifier.begin_in_space());
        Predicted { host, surface: [0.0; 2], identification }
    }
}

impl SpatialRevolute {
    /// Carries `memory` over `step` from the host's motion, following what the contact itself does; gives
    /// the load to be held.
    pub(super) fn predict(
        &mut self,
        motion: &SpatialPairMotion<f64>,
        memory: &mut Memory,
        step: Step,
        report: &mut [f64],
    ) -> Result<PairLoad<f64>, Fault> {
        let mut predicted = memory.predicted.take().ok_or(Fault::ForeignState)?;
        let done = self.meet_host(motion, memory, &mut predicted, step);
        let nominal = self.journal;
        self.journal = predicted.journal(&nominal);
        memory.predicted = Some(predicted);
        let looked = done.map(|(load, Carried { end, peak, .. }, coupling)| {
            let at_end = self.walk().look(memory, &end);
            self.report(memory, peak.max(at_end), coupling, report);
            load
        });
        self.journal = nominal;
        // Both moments are means about origins that move: see `pair_load` in the plane.
        let load = looked?;
        let [force, moment] = halves(&on_b(&load));
        let moment_a = load.fixed_rows::<3>(6).into_owned();
        Ok(PairLoad { a: Wrench { force: -force, moment: moment_a }, b: Wrench { force, moment } })
    }

    /// One step: what is known of the host, the motion inside, and the report.
    fn meet_host(
        &mut self,
        motion: &SpatialPairMotion<f64>,
        memory: &mut Memory,
        predicted: &mut Predicted,
        step: Step,
    ) -> Result<(BothLoads, Carried, SpatialReport), Fault> {
        let touching = memory.contacts.iter().any(|point| point.contact.is_some());
        let prediction = self.prediction.as_mut().ok_or(Fault::ForeignState)?;
        // Only a contact that would be caught is kept free of probes.
        let given = motion.mobility.unwrap_or(prediction.given.0).is_given();
        let near = !given && predicted.is_searching() && {
            let later = motion.path.at(NEAR * step.size);
            self.journal.gaps(&later).iter().any(|gap| gap.0 > 0.0)
        };
        let known = prediction.receive(motion, [touching, near], predicted, step.size);
        let carried = if known.is_given || !prediction.measures() {
            self.carry(motion, memory, (predicted, &known), step)?
        } else {
            self.hold(motion, memory, predicted, step)
        };
        let prediction = self.prediction.as_ref().ok_or(Fault::ForeignState)?;
        let whole = carried.load + balanced(&known.probe, motion.path.start.position);
        let given = [&on_b(&whole), &known.probe];
        let report = prediction.give(motion, given, carried.coupling, predicted);
        Ok((whole, carried, report))
    }

    /// A step of bodies of which it is not known how they give way: contacts are caught.
    fn hold(
        &self,
        motion: &SpatialPairMotion<f64>,
        memory: &mut Memory,
        predicted: &mut Predicted,
        step: Step,
    ) -> Carried {
        let start = motion.path.start;
        let end = Some(motion.path.at(step.size)).filter(|end| self.check_tilt(end).is_ok());
        let end = end.unwrap_or(start);
        let gaps = [&start, &end].map(|b| self.journal.gaps(b));
        for contact in &mut *memory.contacts {
            contact.separate();
        }
        memory.release();
        // The load that is held is all there is: at the step's end nothing counts as pressed.
        for (kind, surface) in predicted.surface.iter_mut().enumerate() {
            let depths = gaps[1][2 * kind..2 * kind + 2].iter().map(|gap| gap.0);
            *surface = depths.fold(0.0, f64::max);
        }
        let mut held = None;
        if let Some(Prediction { identifier: Some(identifier), .. }) = &self.prediction
            && let Some(identification) = &mut predicted.identification
        {
            let depths = (0..CONTACTS).map(|place| gaps.map(|gaps| gaps[place].0));
            let pressed = Pressed::deepest(depths, |place| {
                // The rate of a depth is one of the velocities, and so much the load presses against them.
                let load = Vector6::from_fn(|direction, _| {
                    let mut unit = Vector6::zeros();
                    unit[direction] = 1.0;
                    -self.journal.gap(place, &moved(&start, &Vector6::zeros(), &unit)).1
                });
                outward(motion, &load)
            });
            let TiltingJournal { damping: [hole, faces], floor, .. } = self.journal;
            let rebound = |place, speed: f64, _| {
                let damping = if place < 2 { hole } else { faces };
                realised(damping * speed / speed.max(floor))
            };
            let lost;
            (held, lost) = identification.hold(identifier, pressed, rebound);
            memory.damped += lost;
        }
        if let Some(Held { place, approach, begins: true, .. }) = held {
            let onset = Onset { time: step.start, impact_speed: approach };
            memory.contacts[place].last_start = onset;
        }
        predicted.host.record_unpredicted(velocities(&start).as_slice(), step.size);
        let load = held.map_or(Vector6::zeros(), |held| inward(motion, &held.load));
        let load = balanced(&load, start.position);
        let peak = held.map_or(0.0, |held| held.normal_force);
        let coupling = CouplingReport { impulse: peak * step.size, ..CouplingReport::default() };
        Carried { load, end, peak, coupling }
    }

    fn carry(
        &mut self,
        motion: &SpatialPairMotion<f64>,
        memory: &mut Memory,
        (predicted, known): (&mut Predicted, &Known),
        step: Step,
    ) -> Result<Carried, Fault> {
        let Self { journal, friction, face_friction, work, lifted, prediction, .. } = self;
        let Some(Prediction { exchange, .. }) = prediction else {
            return Err(Fault::ForeignState);
        };
        let Known { mobility, is_given, probe } = *known;
        let respond = |loads: &[BothLoads], generalised: &mut [f64], change: &mut [f64]| {
            let load = on_b(&loads[0]);
            generalised.copy_from_slice(load.as_slice());
            change.copy_from_slice((mobility * load).as_slice());
        };
        let fault = || Fault::NoFiniteSolution { time: step.start };
        let start = motion.path.start;
        let speeds = velocities(&start);
        let place = Vector3::from(start.position);
        let coordinates = [place.x, place.y, place.z, 0.0, 0.0, 0.0];
        let host = HostState { coordinates: &coordinates, velocities: speeds.as_slice() };
        let remembered = &mut predicted.host;
        exchange.estimate_external(host.velocities, remembered, respond);
        let (mut there, mut velocity) = ([0.0; 6], [0.0; 6]);
        exchange.local_state(host, remembered, step.size, (&mut there, &mut velocity), respond);
        let way = SVector::from(there) - SVector::from(coordinates);
        let local = moved(&start, &way, &SVector::from(velocity));
        let pushed = mobility * probe;
        let known = &remembered.coordinates;
        let external = Vector6::from_fn(|index, _| known[index].external + pushed[index]);
        let was_apart = memory.contacts.iter().all(|point| point.contact.is_none());
        predicted.receive(memory, journal, &local, step.size);
        let Lifted { work: lifted, .. } = lifted;
        let laws = Laws {
            journal: predicted.journal(journal),
            friction,
            face_friction: *face_friction,
            mobility,
            external,
            work,
            lifted,
        };
        let lag = Step { start: step.start + exchange.lag(step.size), size: step.size };
        let mut inside = Inside::new(laws, memory, local);
        inside.follow(lag).ok_or_else(fault)?;
        let Inside { motion: end, sums, .. } = inside;
        predicted.recede(memory, journal, &end);
        if sums.normal_impulse > 0.0 && !is_given {
            return Err(Fault::MobilityUnknown { time: step.start });
        }
        let (impulse, travel) = ([sums.impulse], [sums.travel]);
        let followed = Followed {
            impulse: &impulse,
            travel: &travel,
            work: sums.work,
            stiffest: sums.stiffest,
            was_apart,
            coarse: sums.coarse,
        };
        let remembered = &mut predicted.host;
        let outcome =
            exchange.held_load(host, remembered, step.size, followed, respond).ok_or_else(fault)?;
        remembered.add_held(pushed.as_slice());
        let coupling = CouplingReport::of(&outcome, sums.normal_impulse);
        let load = turned_back(&exchange.loads[0], motion.turning * exchange.centre(step.size));
        Ok(Carried { load, end, peak: sums.peak, coupling })
    }
}
