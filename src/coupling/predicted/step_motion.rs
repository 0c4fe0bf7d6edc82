//! The motion inside a step: pieces of free flight and of contact.

use super::couplings::Couplings;
use super::films::Films;
use super::memory::{Slot, Work};
use super::slot_motion::SlotMotion;
use super::{Accuracy, HostState, JointLoad, Mechanism};
use crate::base::numerics::root::{Bracket, Enough};
use crate::coupling::Step;
use crate::laws::contact::Touch;

/// So many pieces follow what happens in a step; what then is left goes in [`COARSE_PIECES`].
const FINE_PIECES: u32 = 300;
/// Or so many for every joint: the more joints rattle, the more happens in a step, and a coarse piece of a
/// long chain takes as long as two hundred fine ones.
const FINE_PIECES_PER_JOINT: u32 = 10;
/// And so many more for every part of a step that is followed by itself.
const FINE_PIECES_PER_PART: u32 = 3;
/// Coarse pieces in a whole step: implicit ones, which no stiffness upsets.
const COARSE_PIECES: f64 = 50.0;
/// A free flight takes at most so many pieces.
const FLIGHT_PIECES: f64 = 20.0;
/// How near the surface a flight ends \[m\].
pub(super) const LANDING: f64 = 1e-12;

/// Where the bodies are inside a step, and what is summed on the way. All memory is taken once.
#[derive(Debug, Clone)]
pub(super) struct StepMotion {
    pub coordinates: Box<[f64]>,
    pub velocities: Box<[f64]>,
    /// I = ∫F dt by joint \[N s\].
    pub impulse: Box<[JointLoad]>,
    /// S = ∬F dt² by joint \[N s²\].
    pub travel: Box<[JointLoad]>,
    /// Largest size of every acceleration.
    pub peak_acceleration: Box<[f64]>,
    pub slots: Box<[SlotMotion]>,
    /// First the slots that touch at the start of the piece at hand, and how many these are.
    pub(super) closed: Box<[usize]>,
    pub(super) touching: usize,
    /// Work of the contacts.
    pub work: Work,
    /// Largest row sum of k w of the normal forces \[1/s²\].
    pub stiffest: f64,
    /// Whether the step was too rich for fine pieces.
    pub coarse: bool,
    /// How often coarse pieces have been halved in the step, and how long the last one was \[s\].
    pub(super) halvings: u32,
    pub(super) last_coarse: f64,
    /// Is true in a coarse piece.
    pub(super) is_coarse_piece: bool,
    pub(super) couplings: Couplings,
    pub(super) films: Films,
    /// Length of the communication step \[s\].
    pub(super) step: f64,
    /// Parts of it that have been begun, and pieces in all of them.
    parts: u32,
    pieces: u32,
    /// Length of the last piece of contact \[s\].
    pub(super) last_piece: f64,
    /// What accelerates the coordinates besides the joints, as the caller says and in the piece at hand.
    pub(super) given: Box<[f64]>,
    /// How fast that grows, about the middle of the step; for films only.
    pub(super) growth: Box<[f64]>,
    pub(super) external: Box<[f64]>,
    /// Where the piece at hand began, if bodies bend.
    began: [Box<[f64]>; 2],
    /// Impulses of the joints when it began, then in it \[N s\].
    in_piece: Box<[JointLoad]>,
    /// What damping inside bodies has taken in the step \[J\].
    pub bent_damped: f64,
    pub(super) trial: [Box<[f64]>; 2],
    pub(super) accelerations: [Box<[f64]>; 3],
    pub(super) generalised: Box<[f64]>,
    pub(super) loads: Box<[JointLoad]>,
    /// ∫F dt of the piece by joint \[N s\].
    pub(super) piece_impulse: Box<[JointLoad]>,
    /// Loads at the piece's start.
    pub(super) first_loads: Box<[JointLoad]>,
    /// Work of the piece, by the rule that adds up its loads \[J\].
    pub(super) piece_work: f64,
}

/// The rule by which bodies bend in a piece.
#[derive(Debug, Clone, Copy)]
pub(super) enum Bending {
    /// The midpoint rule, which keeps energy.
    Midpoint,
    /// Euler's implicit rule, which loses some: that of the forces in a coarse piece.
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
    pub fn new<M: Mechanism>(mechanism: &M) -> Self {
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

    /// Follows the bodies over `step` from the place and velocity that stand here; `None` if there is
    /// no finite motion.
    pub fn follow<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        slots: &mut [Slot],
        external: &[f64],
        step: Step,
        contact_time: f64,
        accuracy: Accuracy,
    ) -> Option<()> {
        if !mechanism.bends() {
            for (peak, external) in self.peak_acceleration.iter_mut().zip(external) {
                *peak = peak.max(external.abs());
            }
        }
        self.given.copy_from_slice(external);
        self.external.copy_from_slice(external);
        self.films.rest();
        mechanism.place(&self.coordinates, &self.velocities);
        self.receive(mechanism, slots, step, contact_time);
        let mut time = 0.0;
        let fine = FINE_PIECES.max(FINE_PIECES_PER_JOINT.saturating_mul(mechanism.joints() as u32));
        // What is followed in parts needs some pieces for each.
        let fine = fine.saturating_add(FINE_PIECES_PER_PART * (self.parts - 1));
        while time < step.size {
            self.pieces = self.pieces.saturating_add(1);
            let rest = step.size - time;
            self.grow(mechanism, external, time - 0.5 * step.size, rest);
            if mechanism.bends() {
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
            if mechanism.bends() {
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
                // The rest is that on the bodies as a whole, which a host has to find.
                self.work.net -= bent;
                self.bent_damped += damped;
            }
            time = if piece < rest { time + piece } else { step.size };
            mechanism.place(&self.coordinates, &self.velocities);
            self.meet_and_part(mechanism, slots, step.start + time);
        }
        self.films.see(mechanism, false);
        let still_there = |place: &f64| place.is_finite();
        self.coordinates.iter().all(still_there).then_some(())
    }

    /// Forgets what has been summed up; peaks and pieces only where a communication step of `whole` \[s\]
    /// begins, not where another part of it does.
    pub fn clear(&mut self, begins: bool, whole: f64) {
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

    /// A piece of free flight, to the next touch or at most over `rest` \[s\]; gives its length.
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

    /// When on a flight that ends inside a wall after `high` \[s\] the first slot touches.
    fn landing<M: Mechanism>(&mut self, mechanism: &mut M, slots: &[Slot], high: f64) -> f64 {
        Bracket::between(0.0, high).root(Enough { value: LANDING, step: 0.0 }, |time| {
            let (depth, rate) = self.deepest(mechanism, slots, time);
            (depth, Some(rate))
        })
    }

    /// Penetration and rate of the slot that is deepest after flying for `time` \[s\].
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

    /// From here on the piece is `size` \[s\] long: what bends answers so.
    pub(super) fn begin_piece<M: Mechanism>(
        &mut self,
        mechanism: &mut M,
        size: f64,
        rule: Bending,
    ) {
        if mechanism.bends() {
            let Self { coordinates, velocities, given, external, .. } = self;
            let from = HostState { coordinates, velocities };
            mechanism.begin_piece(size, rule.implicit(), from, given, external);
            // Films go on pressing.
            let films = &self.films.accelerations;
            external.iter_mut().zip(films).for_each(|(external, film)| *external += film);
        }
    }

    /// Place and velocity after flying for `time` \[s\], left in `trial`.
    pub(super) fn coast<M: Mechanism>(&mut self, mechanism: &mut M, time: f64, rule: Bending) {
        self.begin_piece(mechanism, time, rule);
        let (first_bent, bending) = (mechanism.first_bent(), rule.implicit());
        let [coordinates, velocities] = &mut self.trial;
        for (index, external) in self.external.iter().enumerate() {
            let velocity = self.velocities[index];
            let share = if index < first_bent { 0.5 } else { bending };
            velocities[index] = velocity + external * time;
            coordinates[index] =
                self.coordinates[index] + time * (velocity + share * time * external);
        }
    }

    /// The impulse so far goes on moving the bodies for `time` \[s\].
    pub(super) fn carry_travel(&mut self, time: f64) {
        for (travel, impulse) in self.travel.iter_mut().zip(&self.impulse) {
            *travel += impulse * time;
        }
    }

    /// What the loads at hand accelerate, into `accelerations[stage]`.
    pub(super) fn accelerate<M: Mechanism>(&mut self, mechanism: &mut M, stage: usize) {
        mechanism.spread(&self.loads, &mut self.generalised);
        mechanism.mobilise(&self.generalised, &mut self.accelerations[stage]);
        for (acceleration, external) in self.accelerations[stage].iter_mut().zip(&self.external) {
            *acceleration += external;
        }
    }
}
