//! Mating parts in space carried over one communication step.

use super::host::{self, Prediction};
use super::memory::Memory;
use super::{End, Lifted, MatingGeometry, MatingJoint, check_depth};
use crate::base::{Fault, Real};
use crate::coupling::{
    Coupling, SHORTEST_INTERVAL, Slope, SpatialReport, Step, Stretch, cells, contact_stretches,
    meeting, stays_apart,
};
use crate::kinematics::spatial::{Motion, PairLoad, Path, Wrench};
use crate::laws::contact::{Onset, Received};
use crate::laws::friction::MicroSlip;
use crate::laws::mating::{CONTACTS, Contact, MOST_SLICES, MatingLaws, Surface};
use crate::ports::SpatialPairMotion;
use arrayvec::ArrayVec;
use num_dual::Dual64;

/// Largest number of instants that divide a step into pieces: the ends of two stretches of each
/// contact, and the ends of the step.
const MOST_CUTS: usize = 4 * CONTACTS + 2;

/// The laws of a step, and memory for evaluations.
pub(super) struct Walk<'a, T> {
    laws: MatingLaws<'a>,
    coupling: Coupling,
    work: &'a mut Contact<T>,
}

/// The contacts of a step, before it is carried out.
struct Contacts<'a, T> {
    path: &'a Path<T>,
    step: Step,
    /// Penetrations and rates at the step's start.
    now: [Received<T>; CONTACTS],
    /// Acceleration of each penetration before its contact \[m/s²\].
    accelerations: [T; CONTACTS],
    stretches: [[Option<Stretch<T>>; 2]; CONTACTS],
}

/// Sums over a step.
struct Sum<T> {
    impulse: PairLoad<T>,
    /// Largest sum of normal forces \[N\].
    peak: f64,
}

impl<G: MatingGeometry> MatingJoint<G> {
    pub(super) fn walk(&mut self) -> Walk<'_, f64> {
        let Self { pair, coupling, work, .. } = self;
        let laws = pair.laws();
        Walk { laws, coupling: *coupling, work }
    }

    /// The state at `time` \[s\]; writes its report.
    pub(super) fn begin_at(
        &mut self,
        b: &Motion<f64>,
        time: f64,
        report: &mut [f64],
    ) -> Result<Memory, Fault> {
        self.pair.check_tilt(b)?;
        let mut memory = Memory::new(self.pair.parts.slices());
        let mut walk = self.walk();
        walk.receive(&mut memory, b, time);
        let peak = walk.update(&mut memory, b);
        let Self { pair, .. } = self;
        let laws = pair.laws();
        let begin = |link: &mut Prediction| Box::new(host::begin(link, laws, b, time));
        memory.predicted = self.prediction.as_deref_mut().map(begin);
        self.describe(&memory, peak, SpatialReport::default(), report);
        Ok(memory)
    }

    /// Carries `memory` over `step` on the continued motion of the host; returns the load to be held.
    ///
    /// Each of the four contacts has its stretches; between the instants at which any of them begins or
    /// ends a few Gauss nodes share out the impulse, as for one contact point. Slices that begin
    /// in between begin at a node.
    pub(super) fn step_along(
        &mut self,
        motion: &SpatialPairMotion<f64>,
        (memory, end): (&mut Memory, &mut End),
        step: Step,
    ) -> Result<PairLoad<f64>, Fault> {
        self.pair.check_tilt(&motion.path.start)?;
        if self.prediction.is_some() {
            check_depth(&self.pair.parts, &self.pair.parts.gaps(&motion.path.start))?;
            return self.predict(motion, (memory, end), step);
        }
        let there = motion.path.at(step.size);
        self.pair.check_tilt(&there)?;
        let (load, peak) = self.walk().step(memory, &motion.path, step)?;
        *end = End { motion: there, peak, coupling: SpatialReport::default() };
        Ok(load)
    }

    /// The load of [`step_along`](Self::step_along) with its derivatives.
    pub(super) fn derivative_along(
        &mut self,
        motion: &SpatialPairMotion<Dual64>,
        memory: &Memory,
        step: Step,
    ) -> Result<PairLoad<Dual64>, Fault> {
        if self.prediction.is_some() {
            return Err(Fault::NoDerivatives);
        }
        self.pair.check_tilt(&motion.path.start)?;
        let Self { pair, coupling, lifted, .. } = self;
        let Lifted { work, memory: own } = lifted.as_mut();
        own.lift_from(memory);
        let laws = pair.laws();
        let mut walk = Walk { laws, coupling: *coupling, work };
        walk.step(own, &motion.path, step).map(|(load, _)| load)
    }
}

impl<T: Real> Walk<'_, T> {
    /// Records the host's motion at `time` \[s\].
    fn receive(&self, memory: &mut Memory<T>, b: &Motion<T>, time: f64) {
        let gaps = self.laws.parts.gaps(b);
        for (contact, (penetration, rate)) in memory.contacts.iter_mut().zip(gaps) {
            contact.record(Received { time, penetration, rate });
        }
    }

    /// Evaluates the contact at a motion without changing `memory`; returns the sum of normal forces \[N\].
    pub(super) fn evaluate(&mut self, memory: &Memory<T>, b: &Motion<T>) -> f64 {
        let Self { laws: MatingLaws { parts, .. }, work, .. } = self;
        parts.survey(work, b);
        work.find_onsets(
            parts.floor(),
            |surface| memory.surfaces[surface].onset,
            |contact, meeting, rate| memory.impact_speed(contact, meeting, rate),
        );
        parts.press(work);
        work.normal_force().re()
    }

    /// Evaluates the contact and copies its onsets to `memory`.
    fn update(&mut self, memory: &mut Memory<T>, b: &Motion<T>) -> f64 {
        let normal_force = self.evaluate(memory, b);
        memory.copy_onsets(self.work);
        normal_force
    }

    /// Friction of the pressed surfaces after sliding for `time` \[s\]; load on b and power lost \[W\].
    fn slide(&self, surfaces: &mut [Surface<T>], time: T) -> (Wrench<T>, T) {
        self.work.friction_load(|index, rub| {
            let scale = self.laws.friction_scale(index);
            let bristle = &mut surfaces[index].bristle;
            *bristle = rub.in_surface(*bristle);
            self.laws.friction.slide_along(bristle, rub.slip, time, rub.normal_force * scale)
        })
    }

    /// Energy in the bristles of the pressed surfaces \[J\].
    fn bristle_energy(&self, surfaces: &[Surface<T>]) -> T {
        let pressed = self.work.sites.iter().zip(surfaces).enumerate();
        pressed.fold(T::from(0.0), |sum, (index, (rub, surface))| {
            let scale = self.laws.friction_scale(index);
            let held = |bristle: &T| {
                let normal_force = rub.normal_force * scale;
                self.laws.friction.stored_energy(*bristle, &MicroSlip::Rest, normal_force)
            };
            surface.bristle.iter().map(held).fold(sum, |sum, energy| sum + energy)
        })
    }

    /// The load of a step and the largest normal force inside it \[N\].
    fn step(
        &mut self,
        memory: &mut Memory<T>,
        path: &Path<T>,
        step: Step,
    ) -> Result<(PairLoad<T>, f64), Fault> {
        let plain = plain(path);
        let parts = self.laws.parts;
        let starts = parts.gaps(&path.start);
        let ends = parts.gaps(&plain.at(step.size));
        let gaps = starts.map(|(depth, rate)| (depth.re(), rate.re()));
        check_depth(parts, &gaps)?;
        check_depth(parts, &ends)?;
        let now =
            starts.map(|(penetration, rate)| Received { time: step.start, penetration, rate });
        if gaps.iter().zip(&ends).all(|(start, end)| stays_apart(*start, *end)) {
            for (contact, now) in memory.contacts.iter_mut().zip(now) {
                contact.separate();
                contact.received = Some(now);
            }
            memory.release();
            return Ok((PairLoad::zero(), 0.0));
        }
        let accelerations: [T; CONTACTS] = std::array::from_fn(|place| {
            memory.contacts[place].flight_acceleration(&now[place], SHORTEST_INTERVAL * step.size)
        });
        for (contact, now) in memory.contacts.iter_mut().zip(now) {
            contact.record(now);
        }
        let mut sum = Sum { impulse: PairLoad::zero(), peak: 0.0 };
        let first = self.update(memory, &path.start);
        if T::NDERIV == 0 {
            sum.peak = first;
        }
        let end_point = match self.coupling {
            Coupling::EndPoint => Some(self.at_start(memory, path, step.size)),
            Coupling::StepMean => None,
        };
        let stretches: [[Option<Stretch<T>>; 2]; CONTACTS] = std::array::from_fn(|place| {
            let gap = |time: f64| parts.gap(place, &plain.at(time));
            let found = contact_stretches(gap, step.size, gaps[place], ends[place]);
            found.map(|stretch| {
                stretch.map(|stretch| stretch.lift(|time: T| parts.gap(place, &path.at(time))))
            })
        });
        let contacts = Contacts { path, step, now, accelerations, stretches };
        for piece in pieces(&contacts.stretches) {
            self.begin_contacts(memory, &contacts, &piece);
            self.add_piece(memory, &piece, path, &mut sum);
        }
        let load = end_point
            .unwrap_or_else(|| PairLoad::zero().plus(T::from(1.0 / step.size), &sum.impulse));
        Ok((load, sum.peak))
    }

    /// The law at the step's start, its friction that of the whole step; see
    /// [`Contact`](crate::coupling::Contact).
    fn at_start(&mut self, memory: &Memory<T>, path: &Path<T>, size: f64) -> PairLoad<T> {
        let mut surfaces: ArrayVec<Surface<T>, { MOST_SLICES + 2 }> =
            memory.surfaces.iter().copied().collect();
        let (rubbed, _) = self.slide(&mut surfaces, T::from(size));
        PairLoad::balanced(self.work.load.plus(T::from(1.0), &rubbed), path.start.position)
    }

    /// Begins the contacts whose stretch starts with `piece`.
    fn begin_contacts(&self, memory: &mut Memory<T>, contacts: &Contacts<T>, piece: &Stretch<T>) {
        let Contacts { path, step, now, accelerations, stretches } = contacts;
        let parts = self.laws.parts;
        let here = piece.from.re();
        let touching = |place: usize| {
            let covers = |stretch: &Stretch<T>| {
                let (from, to) = (stretch.from.re(), stretch.to.re());
                (from < here || (from == here && !stretch.starts)) && here < to
            };
            stretches[place].iter().flatten().any(covers)
        };
        for (place, stretches) in stretches.iter().enumerate() {
            let begins = |stretch: &&Stretch<T>| stretch.starts && stretch.from.re() == here;
            let Some(stretch) = stretches.iter().flatten().find(begins) else { continue };
            let gap = |time: T| parts.gap(place, &path.at(time));
            let (now, acceleration) = (&now[place], accelerations[place]);
            let Onset { time, impact_speed } =
                meeting(step.start, stretch.from, now, acceleration, &gap);
            memory.contacts[place].begin(Onset { time, impact_speed });
            let slices = parts.slices();
            match place {
                // A hole without contact begins with all slices; else only the slice at that end.
                0 | 1 if !touching(1 - place) => memory.surfaces[..slices].fill(Surface::free()),
                0 => memory.surfaces[0] = Surface::free(),
                1 => memory.surfaces[slices - 1] = Surface::free(),
                face => memory.surfaces[slices + face - 2] = Surface::free(),
            }
        }
    }

    /// Adds one piece to the sums and slides the bristles through it.
    fn add_piece(
        &mut self,
        memory: &mut Memory<T>,
        piece: &Stretch<T>,
        path: &Path<T>,
        sum: &mut Sum<T>,
    ) {
        for cell in cells(piece) {
            let b = path.at(cell.time);
            let normal_force = self.update(memory, &b);
            let (rubbed, lost) = self.slide(&mut memory.surfaces, cell.span);
            let load = self.work.load.plus(T::from(1.0), &rubbed);
            sum.impulse = sum.impulse.plus(cell.weight, &PairLoad::balanced(load, b.position));
            sum.peak = sum.peak.max(normal_force);
            memory.damped += self.work.damped * cell.weight;
            let held = self.bristle_energy(&memory.surfaces);
            memory.friction.add(lost * cell.weight, held);
        }
    }
}

/// The path without its derivatives.
fn plain<T: Real>(path: &Path<T>) -> Path<f64> {
    let re = |vector: &nalgebra::Vector3<T>| vector.map(|part| part.re());
    Path {
        start: path.start.re(),
        acceleration: re(&path.acceleration),
        angular_acceleration: re(&path.angular_acceleration),
    }
}

/// The pieces of a step between begins and ends of contacts, in the order of time: a contact's own stretch
/// if it is alone or the others last as long.
fn pieces<T: Real>(stretches: &[[Option<Stretch<T>>; 2]; CONTACTS]) -> ArrayVec<Stretch<T>, 64> {
    let all = || stretches.iter().flatten().flatten();
    let mut cuts: ArrayVec<T, MOST_CUTS> = ArrayVec::new();
    for stretch in all() {
        for cut in [stretch.from, stretch.to] {
            if !cuts.iter().any(|other| other.re() == cut.re()) {
                cuts.push(cut);
            }
        }
    }
    cuts.sort_by(|one, other| one.re().total_cmp(&other.re()));
    let mut pieces = ArrayVec::new();
    for ends in cuts.windows(2) {
        let (from, to) = (ends[0], ends[1]);
        let covers =
            |stretch: &&Stretch<T>| stretch.from.re() <= from.re() && to.re() <= stretch.to.re();
        let steepest = all().filter(covers).max_by_key(|stretch| stretch.slope as u8);
        let Some(steepest) = steepest else { continue };
        let whole = steepest.from.re() == from.re() && steepest.to.re() == to.re();
        let opposite = all().filter(covers).any(|stretch| {
            stretch.slope == Slope::Steep
                && steepest.slope == Slope::Steep
                && stretch.rising != steepest.rising
        });
        let piece = |from: T, to: T, rising: bool| Stretch { from, to, rising, ..*steepest };
        if opposite {
            // One contact begins while another ends, so the cells must be small at both ends.
            let middle = (from + to) * 0.5;
            pieces.push(piece(from, middle, true));
            pieces.push(piece(middle, to, false));
        } else if whole || steepest.slope != Slope::Steep {
            pieces.push(piece(from, to, steepest.rising));
        } else {
            pieces.push(piece(from, to, steepest.from.re() == from.re() && steepest.rising));
        }
    }
    pieces
}
