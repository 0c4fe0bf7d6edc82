//! The motion inside a step, in pieces of free flight and of contact.

use super::couplings::Couplings;
use super::films::Films;
use super::memory::Slot;
use super::slot_motion::SlotMotion;
use super::work::Work;
use super::{Accuracy, HostState, JointLoad, Mechanism};
use crate::base::numerics::root::{Bracket, Enough};
use crate::coupling::Step;
use crate::laws::contact::Touch;

/// Most fine pieces in a step; the remainder is integrated in pieces of which a step has [`COARSE_PIECES`].
const FINE_PIECES: u32 = 300;
/// Most fine pieces per joint, if that is more: the more joints rattle, the more happens in a step, and a coarse
/// piece of a long chain takes as long as two hundred fine ones.
const FINE_PIECES_PER_JOINT: u32 = 10;
/// Additional fine pieces for every part of a step that is integrated by itself.
const FINE_PIECES_PER_PART: u32 = 3;
/// Coarse pieces in a whole step. They are implicit, and stable at any stiffness.
const COARSE_PIECES: f64 = 50.0;
/// Most pieces of a free flight over a whole step.
const FLIGHT_PIECES: f64 = 20.0;
/// Distance from the surface within which a flight ends \[m\].
pub(crate) const LANDING: f64 = 1e-12;

/// The state of the bodies inside a step, and the sums over it. All memory is allocated once.
#[derive(Debug, Clone)]
pub(super) struct StepMotion {
    /// q.
    pub coordinates: Box<[f64]>,
    /// v.
    pub velocities: Box<[f64]>,
    /// I = ∫F dt by joint \[N s\].
    pub impulse: Box<[JointLoad]>,
    /// S = ∬F dt² by joint \[N s²\].
    pub travel: Box<[JointLoad]>,
    /// Largest size of every acceleration.
    pub peak_acceleration: Box<[f64]>,
    pub slots: Box<[SlotMotion]>,
    /// The slots that touch at the start of the piece, followed by unused entries.
    pub(super) closed: Box<[usize]>,
    /// Number of slots that touch.
    pub(super) touching: usize,
    /// Work of the contacts.
    pub work: Work,
    /// Largest row sum of k w of the normal forces \[1/s²\].
    pub stiffest: f64,
    /// True if the step was too rich for fine pieces.
    pub coarse: bool,
    /// Number of times that coarse pieces have been halved in the step.
    pub(super) halvings: u32,
    /// Length of the last coarse piece \[s\].
    pub(super) last_coarse: f64,
    /// True in a coarse piece.
    pub(super) is_coarse_piece: bool,
    pub(super) couplings: Couplings,
    pub(super) films: Films,
    /// Length of the communication step \[s\].
    pub(super) step: f64,
    /// Number of its parts that have been begun.
    parts: u32,
    /// Number of pieces in these parts.
    pieces: u32,
    /// Length of the last piece of contact \[s\].
    pub(super) last_piece: f64,
    /// Accelerations of the coordinates by all but the joints, as the caller gives them.
    pub(super) given: Box<[f64]>,
    /// Their rates, about the middle of the step; for films only.
    pub(super) growth: Box<[f64]>,
    /// Accelerations in the present piece by all but the contacts: also films and springs inside bodies.
    pub(super) external: Box<[f64]>,
    /// Coordinates and velocities at the piece's start, if bodies are flexible.
    began: [Box<[f64]>; 2],
    /// Impulses of the joints up to the piece's start, then those in it \[N s\].
    in_piece: Box<[JointLoad]>,
    /// Energy that damping inside flexible bodies has taken in the step \[J\].
    pub bent_damped: f64,
    /// Coordinates and velocities at an instant inside the piece.
    pub(super) trial: [Box<[f64]>; 2],
    /// Accelerations at start, middle and end of the piece.
    pub(super) accelerations: [Box<[f64]>; 3],
    /// Generalised forces of the loads.
    pub(super) generalised: Box<[f64]>,
    /// Loads at an instant, by joint.
    pub(super) loads: Box<[JointLoad]>,
    /// ∫F dt of the piece by joint \[N s\].
    pub(super) piece_impulse: Box<[JointLoad]>,
    /// Loads at the piece's start.
    pub(super) first_loads: Box<[JointLoad]>,
    /// Work of the piece, by the quadrature of its loads \[J\].
    pub(super) piece_work: f64,
}

/// The integration rule of modal coordinates in a piece.
#[derive(Debug, Clone, Copy)]
pub(super) enum Bending {
    /// The midpoint rule, which keeps energy.
    Midpoint,
    /// Euler's implicit rule, which loses energy: that of the forces in a coarse piece.
    Implicit,
}

impl Bending {
    fn implicit(self) -> f64 {
        match self {
            Self::Midpoint => 0.5,
            Self::Implicit => 1.0,
        }
    }
}

impl StepMotion {
    pub(super) fn new<M: Mechanism>(mechanism: &M) -> Self {
        let (coordinates, joints, slots) =
            (mechanism.coordinates(), mechanism.joints(), mechanism.slots());
        let numbers = || vec![0.0; coordinates].into_boxed_slice();
        let loads = || vec![JointLoad::zeros(); joints].into_boxed_slice();
        let films = Films::new(mechanism);
        let growth = if films.is_empty() { Box::default() } else { numbers() };
        Self {
            coordinates: numbers(),
            velocities: numbers(),
            impulse: loads(),
            travel: loads(),
            peak_acceleration: numbers(),
            slots: vec![SlotMotion::new(); slots].into_boxed_slice(),
            closed: vec![0; slots].into_boxed_slice(),
            touching: 0,
            work: Work::default(),
            stiffest: 0.0,
            coarse: false,
            halvings: 0,
            last_coarse: f64::INFINITY,
            is_coarse_piece: false,
            couplings: Couplings::new(mechanism),
            films,
            piece_impulse: loads(),
            first_loads: loads(),
            piece_work: 0.0,
            step: 0.0,
            parts: 0,
            pieces: 0,
            last_piece: 0.0,
            given: numbers(),
            growth,
            external: numbers(),
            began: [numbers(), numbers()],
            in_piece: loads(),
            bent_damped: 0.0,
            trial: [numbers(), numbers()],
            accelerations: [numbers(), numbers(), numbers()],
            generalised: numbers(),
            loads: loads(),
        }
    }

    /// Integrates the motion over `step` from the present coordinates and velocities; returns `None` if it is not
    /// finite.
    pub(super) fn follow<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        external: &[f64],
        step: Step,
        contact_time: f64,
        accuracy: Accuracy,
    ) -> Option<()> {
        if !mechanism.is_flexible() {
            for (peak, external) in self.peak_acceleration.iter_mut().zip(external) {
                *peak = peak.max(external.abs());
            }
        }
        self.given.copy_from_slice(external);
        self.external.copy_from_slice(external);
        self.films.clear_loads();
        mechanism.place(&self.coordinates, &self.velocities);
        self.receive(mechanism, slots, step, contact_time);
        let mut time = 0.0;
        let fine = FINE_PIECES.max(FINE_PIECES_PER_JOINT.saturating_mul(mechanism.joints() as u32));
        // Every part needs some pieces of its own.
        let fine = fine.saturating_add(FINE_PIECES_PER_PART * (self.parts - 1));
        while time < step.size {
            self.pieces = self.pieces.saturating_add(1);
            let rest = step.size - time;
            self.ramp_external(mechanism, external, time - 0.5 * step.size, rest);
            if mechanism.is_flexible() {
                self.began[0].copy_from_slice(&self.coordinates);
                self.began[1].copy_from_slice(&self.velocities);
                self.in_piece.copy_from_slice(&self.impulse);
            }
            self.list_closed(slots);
            self.is_coarse_piece = false;
            let piece = if self.pieces > fine {
                self.coarse = true;
                let size = rest.min(self.step / COARSE_PIECES);
                self.press_coarsely(mechanism, slots, step.start + time, size)
            } else if self.touching > 0 || !self.films.is_empty() {
                self.press(mechanism, slots, step.start + time, rest, accuracy)
            } else {
                let least = step.size / FLIGHT_PIECES;
                self.fly(mechanism, slots, rest, least)
            };
            let lost = self.velocities.iter().any(|velocity| !velocity.is_finite());
            if piece.is_nan() || piece <= 0.0 || lost {
                return None;
            }
            if mechanism.is_flexible() {
                let [coordinates, velocities] = &self.began;
                let from = HostState { coordinates, velocities };
                let to = HostState { coordinates: &self.coordinates, velocities: &self.velocities };
                let impulses = self.impulse.iter().zip(&mut self.in_piece);
                impulses.for_each(|(now, before)| *before = now - *before);
                let [bent, damped] = mechanism.end_piece(from, to, &self.external, &self.in_piece);
                let ends = to.velocities.iter().zip(from.velocities);
                for (peak, (after, before)) in self.peak_acceleration.iter_mut().zip(ends) {
                    *peak = peak.max((after - before).abs() / piece);
                }
                // The rest is the work on the bodies as rigid ones, which the host has to find.
                self.work.net -= bent;
                self.bent_damped += damped;
            }
            time = if piece < rest { time + piece } else { step.size };
            mechanism.place(&self.coordinates, &self.velocities);
            self.meet_and_part(mechanism, slots, step.start + time);
        }
        self.films.update_motion(mechanism, false);
        let still_there = |place: &f64| place.is_finite();
        self.coordinates.iter().all(still_there).then_some(())
    }

    /// Clears the sums; peaks and pieces only if a communication step of `whole` \[s\] `begins`, not before a later
    /// part of it.
    pub(super) fn clear(&mut self, begins: bool, whole: f64) {
        self.impulse.fill(JointLoad::zeros());
        self.travel.fill(JointLoad::zeros());
        self.parts += 1;
        if begins {
            (self.step, self.parts, self.pieces, self.halvings) = (whole, 1, 0, 0);
            self.peak_acceleration.fill(0.0);
            for motion in &mut self.slots {
                (motion.peak_normal_force, motion.normal_impulse) = (0.0, 0.0);
            }
        }
        (self.work, self.stiffest, self.last_piece) = (Work::default(), 0.0, f64::INFINITY);
        (self.coarse, self.piece_work, self.bent_damped) = (false, 0.0, 0.0);
        self.last_coarse = f64::INFINITY;
    }

    /// Integrates a piece of free flight, to the next touch or at most over `rest` \[s\]; returns its length.
    fn fly<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        rest: f64,
        least: f64,
    ) -> f64 {
        let reach = |motion: &SlotMotion| {
            let Touch { penetration, rate, sliding_speed, .. } = motion.start.touch;
            -penetration / rate.hypot(sliding_speed)
        };
        let soonest = self.slots.iter().map(reach).fold(rest, f64::min);
        let mut piece = soonest.max(least).min(rest);
        if self.deepest(mechanism, slots, piece).0 > 0.0 {
            piece = self.landing(mechanism, slots, piece);
        }
        self.coast(mechanism, piece, Bending::Midpoint);
        let [coordinates, velocities] = &self.trial;
        self.coordinates.copy_from_slice(coordinates);
        self.velocities.copy_from_slice(velocities);
        self.carry_travel(piece);
        piece
    }

    /// Returns the time \[s\] of the first touch in a flight that ends inside a wall after `high` \[s\].
    fn landing<M: Mechanism>(&mut self, mechanism: &mut M, slots: &[Slot], high: f64) -> f64 {
        Bracket::between(0.0, high).root(Enough { value: LANDING, step: 0.0 }, |time| {
            let (depth, rate) = self.deepest(mechanism, slots, time);
            (depth, Some(rate))
        })
    }

    /// Returns penetration and rate of the slot that is deepest after a flight of `time` \[s\].
    fn deepest<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &[Slot],
        time: f64,
    ) -> (f64, f64) {
        self.coast(mechanism, time, Bending::Midpoint);
        mechanism.place(&self.trial[0], &self.trial[1]);
        let gap = |(index, slot): (usize, &Slot)| {
            let touch = slot.at_surface(mechanism.touch(index));
            (touch.penetration, touch.rate)
        };
        let none = (f64::NEG_INFINITY, 0.0);
        let deeper = |a: (f64, f64), b: (f64, f64)| if b.0 > a.0 { b } else { a };
        slots.iter().enumerate().map(gap).fold(none, deeper)
    }

    /// Begins a piece of `size` \[s\]: the inertia of modal coordinates depends on it.
    pub(super) fn begin_piece<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        size: f64,
        rule: Bending,
    ) {
        if mechanism.is_flexible() {
            let Self { coordinates, velocities, given, external, .. } = self;
            let from = HostState { coordinates, velocities };
            mechanism.begin_piece(size, rule.implicit(), from, given, external);
            // The films' loads stay.
            let films = &self.films.accelerations;
            external.iter_mut().zip(films).for_each(|(external, film)| *external += film);
        }
    }

    /// Computes coordinates and velocities after a flight of `time` \[s\] into `trial`.
    pub(super) fn coast<M: Mechanism>(&mut self, mechanism: &mut M, time: f64, rule: Bending) {
        self.begin_piece(mechanism, time, rule);
        let (first_modal, bending) = (mechanism.first_modal(), rule.implicit());
        let [coordinates, velocities] = &mut self.trial;
        for (index, external) in self.external.iter().enumerate() {
            let velocity = self.velocities[index];
            let share = if index < first_modal { 0.5 } else { bending };
            velocities[index] = velocity + external * time;
            coordinates[index] =
                self.coordinates[index] + time * (velocity + share * time * external);
        }
    }

    /// Adds to S the displacement by the impulse so far over `time` \[s\].
    pub(super) fn carry_travel(&mut self, time: f64) {
        for (travel, impulse) in self.travel.iter_mut().zip(&self.impulse) {
            *travel += impulse * time;
        }
    }

    /// Computes the accelerations by `loads` and the external ones into `accelerations[stage]`.
    pub(super) fn accelerate<M: Mechanism>(&mut self, mechanism: &mut M, stage: usize) {
        mechanism.generalised_forces(&self.loads, &mut self.generalised);
        mechanism.apply_inverse_mass(&self.generalised, &mut self.accelerations[stage]);
        for (acceleration, external) in self.accelerations[stage].iter_mut().zip(&self.external) {
            *acceleration += external;
        }
    }
}
