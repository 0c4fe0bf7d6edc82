//! The motion of the gap inside a communication step.
//!
//! `v̇ = a − W F(x, v)` with flanks, spring and drag in F, by Runge and Kutta's rule of the fourth order in
//! pieces that end where a flank is met, ceases to push, pushes again or is left. In the gap the motion
//! is a parabola as a rule, which the rule has exactly: one piece leads to the flank.

use super::piece::{AT_SURFACE, Drive, FlankContact, Held, Piece};
use crate::base::numerics::root::{Bracket, Enough};
use crate::coupling::Step;
use crate::coupling::predicted::{Slot, Work};
use crate::laws::backlash::{Flank, Play};
use crate::laws::contact::{Approach, Damping};

/// Fine pieces per step; the remainder is integrated in [`COARSE_PIECES`].
const FINE_PIECES: u32 = 400;
/// Coarse pieces in a whole step: implicit ones, stable at any stiffness.
const COARSE_PIECES: f64 = 50.0;
/// Length of a piece times the frequency of the pushing flank: an impact without losses loses 2e-8 of the speed at a linear
/// flank and 4e-6 at a Hertzian one, whose stiffness begins at zero.
const FINENESS: f64 = 0.07;
/// Length of a piece relative to the time in which damping settles.
const DAMPED: f64 = 0.5;
/// Damping that settles in a smaller part of a piece than this is integrated by implicit pieces.
const MOST_DAMPED: f64 = 0.02;
/// Longest piece with moving bristles or a reversal of Coulomb's drag, relative to the step.
const DRAGGED: f64 = 0.05;
/// Tolerance of an event's time, relative to its piece.
const MET: Enough = Enough { value: 0.0, step: 1e-13 };

/// The state of the flanks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// The gap is open.
    Flight,
    /// The flank with this number pushes.
    Pushing(usize),
    /// The flank with this number is touched but does not push: its damper holds it back.
    Released(usize),
}

/// Integrates the motion of the gap over a step.
#[derive(Debug, Clone, Copy)]
pub(super) struct Motion<'a> {
    pub drive: Drive<'a>,
    pub sums: Sums,
    /// Length of the step \[s\].
    step: f64,
    /// Length of the last piece in this mode that the flank's stiffness allows \[s\].
    pub(super) last_piece: f64,
    pub(super) mode: Mode,
}

/// Sums over a step.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sums {
    /// ∫ −F dt.
    pub impulse: f64,
    /// ∬ −F dt².
    pub travel: f64,
    pub work: Work,
    /// Largest k W \[1/s²\].
    pub stiffest: f64,
    pub coarse: bool,
    pub peak_normal_force: f64,
    /// ∫ f_N dt.
    pub normal_impulse: f64,
}

impl<'a> Motion<'a> {
    pub fn new(drive: Drive<'a>) -> Self {
        let (sums, mode) = (Sums::default(), Mode::Flight);
        Self { drive, sums, step: 0.0, last_piece: f64::INFINITY, mode }
    }

    /// Integrates the motion over `step`, with the flanks' `slots`, the drag's bristle and the energy that the
    /// drag has lost; `None` if the motion is not finite.
    pub fn integrate(
        &mut self,
        slots: &mut [Slot],
        (bristle, dragged): (&mut f64, &mut f64),
        step: Step,
        contact_time: f64,
    ) -> Option<()> {
        self.step = step.size;
        for (slot, flank) in slots.iter_mut().zip(Flank::BOTH) {
            slot.receive(self.approach(flank), step, contact_time);
        }
        self.mode = self.mode_here(slots);
        let (mut time, mut pieces) = (0.0, 0);
        while time < step.size {
            pieces += 1;
            let rest = step.size - time;
            let (wanted, stiff) = self.size(slots, *bristle, rest);
            let size = if stiff || pieces > FINE_PIECES {
                self.sums.coarse |= !stiff;
                let size = rest.min(if stiff { wanted } else { step.size / COARSE_PIECES });
                self.advance_coarsely(slots, (bristle, dragged), step.start + time, size);
                size
            } else {
                self.advance(slots, (bristle, dragged), step.start + time, wanted)
            };
            if size.is_nan() || size < 0.0 || !self.drive.speed.is_finite() {
                return None;
            }
            time = if size < rest { time + size } else { step.size };
        }
        self.drive.position.is_finite().then_some(())
    }

    /// The approach of a flank at the present place.
    pub(super) fn approach(&self, flank: Flank) -> Approach {
        let depth = self.drive.play.penetration(flank, self.drive.position);
        Approach::new([depth, self.drive.speed * flank.sign(), 0.0])
    }

    /// The contact of a flank.
    pub(super) fn flank_contact(&self, index: usize, slot: &Slot) -> FlankContact<'a> {
        let onset = slot.point.contact.unwrap_or_default();
        let surface = self.drive.play.half_gap + slot.surface;
        FlankContact::new(
            &self.drive.play.normal,
            Flank::BOTH[index].sign(),
            surface,
            onset.impact_speed,
        )
    }

    /// The mode at the present place.
    pub(super) fn mode_here(&self, slots: &[Slot]) -> Mode {
        let Some(index) = slots.iter().position(|slot| slot.point.contact.is_some()) else {
            return Mode::Flight;
        };
        let contact = self.flank_contact(index, &slots[index]);
        let [mut depth, rate] = contact.depth(self.drive.position, self.drive.speed);
        // A flank that was just reached is at its surface: a damper pushes there, too.
        if rate >= 0.0 {
            depth = depth.max(AT_SURFACE);
        }
        if contact.push(depth, rate) > 0.0 { Mode::Pushing(index) } else { Mode::Released(index) }
    }

    /// Longest piece \[s\], and true if damping is too stiff for an explicit one.
    fn size(&mut self, slots: &[Slot], bristle: f64, rest: f64) -> (f64, bool) {
        let Play { normal, spring, drag, .. } = self.drive.play;
        let [bending, slope] = drag.tangent(bristle, self.drive.speed);
        let mut size = rest;
        if drag.has_law() {
            let square = self.drive.mobility * bending;
            let fine = (FINENESS / square.sqrt()).min(DAMPED / (self.drive.mobility * slope));
            size = size.min(fine.max(DRAGGED * self.step));
        }
        let damping = self.drive.mobility * drag.viscous;
        let square = self.drive.mobility * spring.stiffness;
        let (Mode::Pushing(index) | Mode::Released(index)) = self.mode else {
            let elastic = size.min(FINENESS / square.sqrt());
            return self.shared(rest, elastic, damping);
        };
        let contact = self.flank_contact(index, &slots[index]);
        let [depth, rate] = contact.depth(self.drive.position, self.drive.speed);
        let mut elastic = size.min(self.last_piece);
        let mut settling = damping;
        // The deeper a piece leads the shorter it must be: the powers between the two are small.
        for _ in 0..3 {
            let deep =
                depth.max(0.0) + (rate.max(0.0) + self.drive.external.abs() * elastic) * elastic;
            if deep <= 0.0 {
                break;
            }
            let stiffness = self.drive.mobility * self.drive.play.stiffness(deep);
            self.sums.stiffest = self.sums.stiffest.max(stiffness);
            let tangent = normal.tangent(deep, contact.impact_speed);
            settling = damping + self.drive.mobility * tangent.viscosity;
            let last = elastic;
            elastic = size.min(FINENESS / (stiffness + square).sqrt());
            if elastic > 0.9 * last || matches!(normal.damping, Damping::Viscous(_)) {
                break;
            }
        }
        self.last_piece = elastic;
        self.shared(rest, elastic, settling)
    }

    /// Length of a piece that elastic forces and damping allow, a whole part of the `rest` \[s\].
    fn shared(&self, rest: f64, elastic: f64, damping: f64) -> (f64, bool) {
        let settled = DAMPED / damping;
        let stiff = settled < MOST_DAMPED * elastic;
        let size = if stiff {
            (MOST_DAMPED * elastic).max(self.step / f64::from(FINE_PIECES))
        } else {
            elastic.min(settled)
        };
        let size = if size < rest { rest / (rest / size).ceil() } else { rest };
        (size, stiff)
    }

    /// A piece of at most `size` \[s\] from `time` \[s\] on; returns its length.
    fn advance(
        &mut self,
        slots: &mut [Slot],
        (bristle, dragged): (&mut f64, &mut f64),
        time: f64,
        mut size: f64,
    ) -> f64 {
        let contact = match self.mode {
            Mode::Flight => None,
            Mode::Pushing(index) | Mode::Released(index) => {
                Some(self.flank_contact(index, &slots[index]))
            }
        };
        let pushing = contact.filter(|_| matches!(self.mode, Mode::Pushing(_)));
        let held = self.held(*bristle, pushing.as_ref(), size);
        let mut piece = Piece::over(&self.drive, pushing.as_ref(), held.load, size);
        if self.mode == Mode::Flight && piece.speed * self.drive.speed < 0.0 {
            // A flank may be reached and left at the reversal of the motion: that divides the piece.
            let sign = self.drive.speed.signum();
            let turn = Bracket::between(0.0, size).root(MET, |size| {
                let piece = Piece::over(&self.drive, None, held.load, size);
                (-sign * piece.speed, Some(-sign * piece.acceleration))
            });
            (size, piece) = (turn, Piece::over(&self.drive, None, held.load, turn));
        }
        if let Some(event) = self.event(&piece, contact.as_ref(), slots) {
            let at = |size: f64| {
                let piece = Piece::over(&self.drive, pushing.as_ref(), held.load, size);
                let (value, slope) = event.value(self, &piece, contact.as_ref(), slots);
                (value, Some(slope))
            };
            size = Bracket::between(0.0, size).root(MET, at);
            piece = Piece::over(&self.drive, pushing.as_ref(), held.load, size);
            // The held drag may have been chosen for a longer piece: it is passive all the same.
            self.accept(&piece, slots, (bristle, dragged), &held, size);
            self.apply(event, slots, time + size);
        } else {
            self.accept(&piece, slots, (bristle, dragged), &held, size);
        }
        size
    }

    /// Drag that is held over a piece of `size` \[s\]: that of the mean speed, or of the end's speed if the
    /// drag is stiff.
    fn held(&self, bristle: f64, pushing: Option<&FlankContact>, size: f64) -> Held {
        let drag = &self.drive.play.drag;
        if !drag.has_law() {
            return Held { load: 0.0, speed: 0.0 };
        }
        let other =
            Piece::acceleration(&self.drive, pushing, 0.0, [self.drive.position, self.drive.speed]);
        let [_, slope] = drag.tangent(bristle, self.drive.speed);
        let part = if self.drive.mobility * slope * size < 1.0 { 0.5 } else { 1.0 } * size;
        Held::balanced(self.drive.speed, part, other, self.drive.mobility, |speed| {
            drag.slide(&mut { bristle }, speed, size)
        })
    }

    /// Accepts a piece: sums, energies and the motion at its end.
    fn accept(
        &mut self,
        piece: &Piece,
        slots: &mut [Slot],
        (bristle, dragged): (&mut f64, &mut f64),
        held: &Held,
        size: f64,
    ) {
        let Sums { impulse, travel, work, .. } = &mut self.sums;
        *travel += *impulse * size + piece.travel;
        *impulse += piece.impulse;
        work.net += piece.work;
        work.turned_over += piece.turned_over;
        if piece.impulse != 0.0 {
            let kinetic = 0.5 * (piece.speed + self.drive.speed) * (piece.speed - self.drive.speed);
            let gained = kinetic - self.drive.external * (piece.position - self.drive.position);
            work.unearned += gained / self.drive.mobility - piece.work;
        }
        self.sums.normal_impulse += piece.normal_impulse;
        self.sums.peak_normal_force = self.sums.peak_normal_force.max(piece.peak_normal_force);
        let drag = &self.drive.play.drag;
        if drag.has_law() {
            let before = drag.stored(*bristle);
            let load = drag.slide(bristle, held.speed, size);
            *dragged += load * held.speed * size - (drag.stored(*bristle) - before);
        }
        *dragged += piece.viscous;
        match self.mode {
            Mode::Flight => {}
            Mode::Pushing(index) => slots[index].point.damped += piece.lost,
            Mode::Released(index) => {
                // A flank that does not push loses its stored energy to its own damper.
                let elastic = &self.drive.play.normal.elastic;
                let contact = self.flank_contact(index, &slots[index]);
                let [before, after] = [self.drive.position, piece.position]
                    .map(|position| elastic.potential(contact.depth(position, 0.0)[0]));
                slots[index].point.damped += before - after;
            }
        }
        (self.drive.position, self.drive.speed) = (piece.position, piece.speed);
    }
}
