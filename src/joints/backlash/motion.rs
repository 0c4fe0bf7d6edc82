//! The motion of the gap inside a communication step.
//!
//! `v̇ = a − W F(x, v)` with flanks, spring and drag in F, by Runge and Kutta's rule of the fourth order in
//! pieces that end where a flank is met, ceases to push, pushes again or is left. In the gap the motion
//! is a parabola as a rule, which the rule has exactly: one piece leads to the flank.

use super::piece::{Held, Piece, Pressed};
use crate::base::numerics::root::{Bracket, Enough};
use crate::coupling::Step;
use crate::coupling::predicted::{Slot, Work};
use crate::laws::backlash::{Flank, Play};
use crate::laws::contact::{Damping, Touch};
use nalgebra::Vector2;

/// So many pieces follow what happens in a step; what then is left goes in [`COARSE_PIECES`].
const FINE_PIECES: u32 = 400;
/// Coarse pieces in a step: implicit ones, which no stiffness upsets.
const COARSE_PIECES: f64 = 50.0;
/// A piece over the reciprocal frequency of what pushes: 1.6e-5 of the speed and 4e-5 rad are lost in
/// an impact.
const FINENESS: f64 = 0.2;
/// A piece over the time in which damping settles.
const DAMPED: f64 = 0.5;
/// What settles in a smaller part of a piece than this is damped by implicit pieces.
const MOST_DAMPED: f64 = 0.02;
/// A piece in which bristles bend or Coulomb's drag turns is at most this part of a step.
const DRAGGED: f64 = 0.05;
/// As good as a flank's surface from inside.
const AT_SURFACE: f64 = f64::MIN_POSITIVE;
/// How exactly an event is met, as part of its piece.
const MET: Enough = Enough { value: 0.0, step: 1e-13 };

/// What the flanks do at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// The gap is open.
    Flight,
    /// That flank pushes.
    Pushing(usize),
    /// That flank is touched but its damper holds it back: it does not push.
    Released(usize),
}

/// The gap on its way through a step.
#[derive(Debug, Clone, Copy)]
pub(super) struct Motion<'a> {
    pub play: &'a Play,
    /// W.
    pub mobility: f64,
    /// a.
    pub external: f64,
    pub position: f64,
    pub speed: f64,
    pub sums: Sums,
    /// Length of the step \[s\].
    step: f64,
    /// Length of the last piece in this mode, as the flank's stiffness asks for \[s\].
    pub(super) last_piece: f64,
    pub(super) mode: Mode,
}

/// What is summed up over a step.
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
    /// From a place and a speed.
    pub fn new(
        play: &'a Play,
        [mobility, external]: [f64; 2],
        [position, speed]: [f64; 2],
    ) -> Self {
        let (sums, mode) = (Sums::default(), Mode::Flight);
        let (step, last_piece) = (0.0, f64::INFINITY);
        Self { play, mobility, external, position, speed, sums, step, last_piece, mode }
    }

    /// Follows the motion over `step`; carries on the flanks' `slots`, the drag's bristle and what it has
    /// lost. `None` if there is no finite motion.
    pub fn follow(
        &mut self,
        slots: &mut [Slot],
        (bristle, dragged): (&mut f64, &mut f64),
        step: Step,
        contact_time: f64,
    ) -> Option<()> {
        self.step = step.size;
        for (slot, flank) in slots.iter_mut().zip(Flank::BOTH) {
            slot.receive(self.touch(flank), step, contact_time);
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
                self.press_coarsely(slots, (bristle, dragged), step.start + time, size);
                size
            } else {
                self.press(slots, (bristle, dragged), step.start + time, wanted)
            };
            if size.is_nan() || size < 0.0 || !self.speed.is_finite() {
                return None;
            }
            time = if size < rest { time + size } else { step.size };
        }
        self.position.is_finite().then_some(())
    }

    /// How a flank touches here.
    pub(super) fn touch(&self, flank: Flank) -> Touch<f64> {
        let nowhere = Vector2::zeros();
        Touch {
            penetration: self.play.penetration(flank, self.position),
            rate: self.speed * flank.sign(),
            sliding_speed: 0.0,
            normal: nowhere,
            arm_a: nowhere,
            arm_b: nowhere,
            gain: 1.0,
            spread: 1.0,
        }
    }

    /// What a flank in contact does here.
    pub(super) fn pressed(&self, index: usize, slot: &Slot) -> Pressed<'a> {
        let onset = slot.point.contact.unwrap_or_default();
        let surface = self.play.half_gap + slot.surface;
        Pressed::new(&self.play.normal, Flank::BOTH[index].sign(), surface, onset.impact_speed)
    }

    /// Which flank is in contact, and whether it pushes.
    pub(super) fn mode_here(&self, slots: &[Slot]) -> Mode {
        let Some(index) = slots.iter().position(|slot| slot.point.contact.is_some()) else {
            return Mode::Flight;
        };
        let pressed = self.pressed(index, &slots[index]);
        let [mut depth, rate] = pressed.depth(self.position, self.speed);
        // What has just been met is at its surface: a damper pushes there, too.
        if rate >= 0.0 {
            depth = depth.max(AT_SURFACE);
        }
        if pressed.push(depth, rate) > 0.0 { Mode::Pushing(index) } else { Mode::Released(index) }
    }

    /// How long a piece may be \[s\], and whether damping is too stiff for it.
    fn size(&mut self, slots: &[Slot], bristle: f64, rest: f64) -> (f64, bool) {
        let Play { normal, spring, drag, .. } = self.play;
        let [bending, slope] = drag.tangent(bristle, self.speed);
        let mut size = rest;
        if drag.has_law() {
            let square = self.mobility * bending;
            let fine = (FINENESS / square.sqrt()).min(DAMPED / (self.mobility * slope));
            size = size.min(fine.max(DRAGGED * self.step));
        }
        let damping = self.mobility * drag.viscous;
        let square = self.mobility * spring.stiffness;
        let (Mode::Pushing(index) | Mode::Released(index)) = self.mode else {
            let elastic = size.min(FINENESS / square.sqrt());
            return self.shared(rest, elastic, damping);
        };
        let pressed = self.pressed(index, &slots[index]);
        let [depth, rate] = pressed.depth(self.position, self.speed);
        let mut elastic = size.min(self.last_piece);
        let mut settling = damping;
        // The deeper a piece leads the shorter it must be: the powers between the two are small.
        for _ in 0..3 {
            let deep = depth.max(0.0) + (rate.max(0.0) + self.external.abs() * elastic) * elastic;
            if deep <= 0.0 {
                break;
            }
            let stiffness = self.mobility * self.play.stiffness(deep);
            self.sums.stiffest = self.sums.stiffest.max(stiffness);
            let tangent = normal.tangent(deep, pressed.impact_speed);
            settling = damping + self.mobility * tangent.viscosity;
            let last = elastic;
            elastic = size.min(FINENESS / (stiffness + square).sqrt());
            if elastic > 0.9 * last || matches!(normal.damping, Damping::Viscous(_)) {
                break;
            }
        }
        self.last_piece = elastic;
        self.shared(rest, elastic, settling)
    }

    /// The piece that elastic forces and damping allow, a whole part of what is left.
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

    /// A piece of at most `size` \[s\] from `time` \[s\] on; gives its length.
    fn press(
        &mut self,
        slots: &mut [Slot],
        (bristle, dragged): (&mut f64, &mut f64),
        time: f64,
        mut size: f64,
    ) -> f64 {
        let pressed = match self.mode {
            Mode::Flight => None,
            Mode::Pushing(index) | Mode::Released(index) => {
                Some(self.pressed(index, &slots[index]))
            }
        };
        let pushing = pressed.filter(|_| matches!(self.mode, Mode::Pushing(_)));
        let held = self.held(*bristle, pushing.as_ref(), size);
        let mut piece = Piece::follow(self, pushing.as_ref(), held.load, size);
        if self.mode == Mode::Flight && piece.speed * self.speed < 0.0 {
            // A flank may be met and left where the gap turns: that divides the piece.
            let sign = self.speed.signum();
            let turn = Bracket::between(0.0, size).root(MET, |size| {
                let piece = Piece::follow(self, None, held.load, size);
                (-sign * piece.speed, Some(-sign * piece.acceleration))
            });
            (size, piece) = (turn, Piece::follow(self, None, held.load, turn));
        }
        if let Some(event) = self.event(&piece, pressed.as_ref(), slots) {
            let at = |size: f64| {
                let piece = Piece::follow(self, pushing.as_ref(), held.load, size);
                let (value, slope) = event.value(self, &piece, pressed.as_ref(), slots);
                (value, Some(slope))
            };
            size = Bracket::between(0.0, size).root(MET, at);
            piece = Piece::follow(self, pushing.as_ref(), held.load, size);
            // What is held may have been chosen for a longer piece: it is passive all the same.
            self.take(&piece, slots, (bristle, dragged), &held, size);
            self.pass(event, slots, time + size);
        } else {
            self.take(&piece, slots, (bristle, dragged), &held, size);
        }
        size
    }

    /// Drag that is held over a piece of `size` \[s\]: that of the mean speed, or of the last one where it
    /// is stiff, which it decides itself.
    fn held(&self, bristle: f64, pushing: Option<&Pressed>, size: f64) -> Held {
        let drag = &self.play.drag;
        if !drag.has_law() {
            return Held { load: 0.0, speed: 0.0 };
        }
        let other = Piece::acceleration(self, pushing, 0.0, [self.position, self.speed]);
        let [_, slope] = drag.tangent(bristle, self.speed);
        let part = if self.mobility * slope * size < 1.0 { 0.5 } else { 1.0 } * size;
        Held::balanced(self.speed, part, other, self.mobility, |speed| {
            drag.slide(&mut { bristle }, speed, size)
        })
    }

    /// Goes to the end of a piece.
    fn take(
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
            let kinetic = 0.5 * (piece.speed + self.speed) * (piece.speed - self.speed);
            let got = kinetic - self.external * (piece.position - self.position);
            work.unearned += got / self.mobility - piece.work;
        }
        self.sums.normal_impulse += piece.normal_impulse;
        self.sums.peak_normal_force = self.sums.peak_normal_force.max(piece.peak_normal_force);
        let drag = &self.play.drag;
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
                // A flank that does not push loses what it has stored, to its own damper.
                let elastic = &self.play.normal.elastic;
                let pressed = self.pressed(index, &slots[index]);
                let [before, after] = [self.position, piece.position]
                    .map(|position| elastic.potential(pressed.depth(position, 0.0)[0]));
                slots[index].point.damped += before - after;
            }
        }
        (self.position, self.speed) = (piece.position, piece.speed);
    }
}
