//! The mating parts of a joint in space, of either kind.

use super::ball::Ball;
use super::contact::{CONTACTS, Contact};
use super::tilting::TiltingJournal;
use crate::base::Real;
use crate::kinematics::spatial::{Motion, Wrench};
use crate::laws::contact::Loss;
use std::ops::Range;

/// Number of places of contact in a hole: the ends, which share its slices. Those of the faces follow.
pub(crate) const HOLE: usize = 2;

/// The mating parts of a joint in space. All have the same places of contact and surfaces; a ball in its socket has one slice,
/// with its contact at the first place, and no faces.
#[derive(Debug, Clone, Copy, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "steps copy it to widen it and may not allocate")]
pub enum MatingParts {
    /// A journal in its hole, perhaps between thrust faces.
    Journal(TiltingJournal),
    /// A ball in its socket.
    Ball(Ball),
}

/// Evaluates an expression for the parts inside the enum.
macro_rules! each {
    ($parts:expr, $inner:ident => $action:expr) => {
        match $parts {
            MatingParts::Journal($inner) => $action,
            MatingParts::Ball($inner) => $action,
        }
    };
}

impl MatingParts {
    /// Number of slices.
    #[inline]
    pub fn slices(&self) -> usize {
        match self {
            Self::Journal(journal) => journal.slices,
            Self::Ball(_) => 1,
        }
    }

    /// Lower limit of δ̇⁻ \[m/s\].
    #[inline]
    pub fn floor(&self) -> f64 {
        each!(self, parts => parts.floor)
    }

    /// Loss of a slice, or of a face.
    #[inline]
    pub fn loss(&self, is_face: bool) -> &Loss {
        match self {
            Self::Journal(journal) => &journal.damping[usize::from(is_face)],
            Self::Ball(ball) => &ball.damping,
        }
    }

    /// Sets the losses of slices and faces.
    pub fn set_losses(&mut self, losses: [Loss; 2]) {
        match self {
            Self::Journal(journal) => journal.damping = losses,
            Self::Ball(ball) => ball.damping = losses[0],
        }
    }

    /// Computes depths and rates of all places of contact for a motion.
    #[inline]
    pub fn survey<T: Real>(&self, contact: &mut Contact<T>, b: &Motion<T>) {
        each!(self, parts => parts.survey(contact, b));
    }

    /// Computes the normal forces for the present onsets.
    #[inline(never)]
    pub fn press<T: Real>(&self, contact: &mut Contact<T>) {
        each!(self, parts => parts.press(contact));
    }

    /// Depth \[m\] and its rate \[m/s\] at contact number `place`.
    #[inline]
    pub fn gap<T: Real>(&self, place: usize, b: &Motion<T>) -> (T, T) {
        each!(self, parts => parts.gap(place, b))
    }

    /// Depth \[m\] and its rate \[m/s\] at each of the four contacts.
    #[inline]
    pub fn gaps<T: Real>(&self, b: &Motion<T>) -> [(T, T); CONTACTS] {
        std::array::from_fn(|place| self.gap(place, b))
    }

    /// Returns the load on b of a unit normal force at contact number `place`: its product with the velocities of b is the
    /// rate of the depth, with the opposite sign.
    pub fn unit_load(&self, place: usize, b: &Motion<f64>) -> Wrench<f64> {
        each!(self, parts => parts.unit_load(place, b))
    }

    /// Returns the rates \[m/s\] of a surface's bristles by the turning of the surface.
    #[inline]
    pub fn turning<T: Real>(&self, b: &Motion<T>, bristle: [T; 3]) -> [T; 3] {
        match self {
            Self::Journal(_) => [T::from(0.0); 3],
            Self::Ball(ball) => ball.turning(b, bristle),
        }
    }

    /// Returns the parts with more clearance in the hole and more play at the faces \[m\].
    pub fn widened(&self, [hole, faces]: [f64; 2]) -> Self {
        let mut parts = *self;
        match &mut parts {
            Self::Journal(journal) => {
                journal.fit.clearance += hole;
                if let Some(of_faces) = &mut journal.faces {
                    of_faces.play += faces;
                }
            }
            Self::Ball(ball) => ball.clearance += hole,
        }
        parts
    }

    /// Returns the speed of the surfaces per spin of b across its axis, at most \[m\].
    #[inline]
    pub(crate) fn reach(&self) -> f64 {
        match self {
            Self::Journal(journal) => journal.reach(),
            Self::Ball(_) => 0.0,
        }
    }

    /// Number of places of contact.
    pub fn places(&self) -> usize {
        match self {
            Self::Journal(_) => CONTACTS,
            Self::Ball(_) => 1,
        }
    }

    /// Numbers of the bristle deflections of a surface, among those of all.
    pub fn bristles_of(&self, surface: usize) -> Range<usize> {
        let slices = self.slices();
        let [of_slice, of_face] = match self {
            Self::Journal(_) => [2, 3],
            Self::Ball(_) => [3, 0],
        };
        match surface.checked_sub(slices) {
            None => of_slice * surface..of_slice * (surface + 1),
            Some(face) => {
                let first = of_slice * slices + of_face * face;
                first..first + of_face
            }
        }
    }

    /// Number of the bristle deflections of all surfaces.
    pub fn bristle_count(&self) -> usize {
        self.bristles_of(self.slices() + 1).end
    }

    /// Penetration beyond which the laws lose their meaning \[m\].
    pub fn valid_depth(&self) -> f64 {
        match self {
            Self::Journal(journal) => journal.fit.clearance,
            Self::Ball(ball) => ball.valid_depth(),
        }
    }

    /// Radial clearance \[m\].
    pub fn clearance(&self) -> f64 {
        match self {
            Self::Journal(journal) => journal.fit.clearance,
            Self::Ball(ball) => ball.clearance,
        }
    }

    /// Radius of the hole or the socket \[m\].
    pub fn outer_radius(&self) -> f64 {
        match self {
            Self::Journal(journal) => journal.fit.journal_radius + journal.fit.clearance,
            Self::Ball(ball) => ball.radius + ball.clearance,
        }
    }

    /// Length that turns rotations into displacements \[m\].
    pub fn lever(&self) -> f64 {
        match self {
            Self::Journal(journal) => 0.5 * journal.bearing_length,
            Self::Ball(ball) => ball.radius,
        }
    }

    /// Energy \[J\] and force \[N\] of a parallel journal, or a ball, that is this deep \[m\].
    pub(crate) fn pressed(&self, depth: f64) -> [f64; 2] {
        match self {
            Self::Journal(journal) => {
                let (line, length) = (&journal.line, journal.bearing_length);
                [line.potential(depth) * length, line.load(depth) * length]
            }
            Self::Ball(ball) => [ball.law.potential(depth), ball.law.force(depth)],
        }
    }

    /// Stiffness of a face \[N/m\]; 1 without faces.
    pub(crate) fn face_stiffness(&self) -> f64 {
        match self {
            Self::Journal(journal) => journal.faces.map_or(1.0, |faces| faces.stiffness()),
            Self::Ball(_) => 1.0,
        }
    }

    /// Largest tangent of the tilt that the geometry is valid for; a ball may turn as it likes.
    pub fn largest_tilt(&self) -> f64 {
        match self {
            Self::Journal(journal) => journal.fit.largest_tilt(),
            Self::Ball(_) => f64::INFINITY,
        }
    }

    /// Returns true if the parts are no longer inside each other.
    pub fn is_outside(&self, b: &Motion<f64>) -> bool {
        match self {
            Self::Journal(journal) => journal.overlap(b) <= 0.0,
            Self::Ball(_) => false,
        }
    }
}
