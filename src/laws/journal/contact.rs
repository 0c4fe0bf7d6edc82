//! A journal in its hole at an instant: what touches, how deep, what rubs.

use super::rub::Rub;
use super::section::{Fit, Section, TiltedAxis};
use super::thrust::FaceGap;
use crate::base::Real;
use crate::kinematics::spatial::{Motion, Wrench};

/// The four places where a contact begins, in the order of their numbers: both ends of the part of the
/// hole that the journal is in, and both faces.
pub const CONTACTS: usize = 4;

/// What meets its counterpart for the first time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meeting {
    /// An edge between slices, by its number.
    Edge(usize),
    /// A face: 0 the lower, 1 the upper.
    Face(usize),
}

/// An edge between two slices.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Edge<T> {
    /// Height z in the hole \[m\].
    pub height: T,
    /// The section there.
    pub section: Section<T>,
    /// Ḋ \[m/s\] at this height.
    pub rate: T,
}

/// A journal in its hole at an instant; memory to work in.
#[derive(Debug, Clone, PartialEq)]
pub struct Contact<T> {
    /// The motion, with the axis that points up the hole.
    pub motion: Motion<T>,
    pub(super) axis: TiltedAxis<T>,
    /// z₋ and z₊ \[m\]; the journal is nowhere in the hole if they are not in this order.
    pub ends: [T; 2],
    /// Whether each end is one of the journal.
    pub(super) own_ends: [bool; 2],
    /// Depth \[m\] and its rate \[m/s\] at each of the four contacts.
    pub gaps: [(T, T); CONTACTS],
    /// The edges of the slices, if anything touches the hole.
    pub edges: Box<[Edge<T>]>,
    /// Whether anything touches the hole.
    pub in_hole: bool,
    pub(super) faces: [Option<FaceGap<T>>; 2],
    /// δ̇⁻ of every slice, then of both faces \[m/s\]: 0 where nothing touches.
    pub onsets: Box<[T]>,
    /// What rubs: every slice, then both faces.
    pub rubs: Box<[Rub<T>]>,
    /// Load of all normal forces on b.
    pub load: Wrench<T>,
    /// Elastic energy \[J\].
    pub stored: T,
    /// Power lost to damping \[W\].
    pub damped: T,
}

impl<T: Real> Contact<T> {
    /// Memory for so many slices.
    pub fn new(slices: usize) -> Self {
        let zero = T::from(0.0);
        let fit = Fit { clearance: 1.0, journal_radius: 1.0 };
        let motion = Motion::rest();
        let axis = TiltedAxis::new(fit, motion.position, motion.axis);
        let section = axis.section(zero, None);
        let edge = Edge { height: zero, section, rate: zero };
        Self {
            motion,
            axis,
            ends: [zero; 2],
            own_ends: [false; 2],
            gaps: [(zero, zero); CONTACTS],
            edges: vec![edge; slices + 1].into(),
            in_hole: false,
            faces: [None; 2],
            onsets: vec![zero; slices + 2].into(),
            rubs: vec![Rub::none(); slices + 2].into(),
            load: Wrench::zero(),
            stored: zero,
            damped: zero,
        }
    }

    /// How many slices there are.
    pub fn slices(&self) -> usize {
        self.edges.len() - 1
    }

    /// How much of the hole's length the journal is in \[m\].
    pub fn overlap(&self) -> f64 {
        (self.ends[1].re() - self.ends[0].re()).max(0.0)
    }

    /// Angle between both axes \[rad\].
    pub fn tilt(&self) -> f64 {
        self.axis.steepness().atan()
    }

    /// Sum of all normal forces \[N\].
    pub fn normal_force(&self) -> T {
        self.rubs.iter().map(|rub| rub.normal_force).sum()
    }

    /// Whether a slice, or a face behind the slices, touches.
    #[inline]
    pub fn touches(&self, surface: usize) -> bool {
        match surface.checked_sub(self.slices()) {
            Some(face) => self.gaps[2 + face].0.re() > 0.0,
            None => {
                let [below, above] = self.both_edges(surface);
                self.in_hole && (below.section.depth.re() > 0.0 || above.section.depth.re() > 0.0)
            }
        }
    }

    /// How deep a surface is pressed where it is deepest \[m\].
    pub fn depth(&self, surface: usize) -> T {
        match surface.checked_sub(self.slices()) {
            Some(face) => self.gaps[2 + face].0,
            None if self.in_hole => self.edges[self.deeper_edge(surface)].section.depth,
            // Nothing touches: the ends are deepest, and the edges between were not looked at.
            None if surface == 0 => self.gaps[0].0,
            None if surface + 1 == self.slices() => self.gaps[1].0,
            None if self.gaps[0].0.re() < self.gaps[1].0.re() => self.gaps[1].0,
            None => self.gaps[0].0,
        }
    }

    #[inline]
    pub(super) fn both_edges(&self, slice: usize) -> [&Edge<T>; 2] {
        [&self.edges[slice], &self.edges[slice + 1]]
    }

    /// The edge of a slice where it is deeper.
    #[inline]
    pub fn deeper_edge(&self, slice: usize) -> usize {
        let [below, above] = self.both_edges(slice);
        if above.section.depth.re() > below.section.depth.re() { slice + 1 } else { slice }
    }

    /// Load on b and power lost \[W\] of friction, whose forces \[N\] `friction` gives for every surface
    /// that is pressed.
    #[inline]
    pub fn rubbed(&self, mut friction: impl FnMut(usize, &Rub<T>) -> [T; 3]) -> (Wrench<T>, T) {
        let (mut load, mut lost) = (Wrench::zero(), T::from(0.0));
        for (surface, rub) in self.rubs.iter().enumerate() {
            if rub.normal_force.re() > 0.0 {
                let forces = friction(surface, rub);
                load = load.plus(T::from(1.0), &rub.load(&forces, &self.motion.axis));
                lost += rub.lost(&forces);
            }
        }
        (load, lost)
    }
}

/// Rate Ḋ at the height of a section \[m/s\]: m·(v + w × s u).
#[inline]
pub(super) fn rate_at<T: Real>(
    axis: &TiltedAxis<T>,
    b: &Motion<T>,
    section: &Section<T>,
    height: T,
    radius: f64,
) -> T {
    let place = axis.direction * station(axis, b, section, height, radius);
    section.pressing().dot(&(b.velocity + b.spin.cross(&place)))
}

/// s \[m\]: how far along the axis from b's origin a section is pressed: where its plane is crossed, and
/// on to the point of the surface.
#[inline]
pub(super) fn station<T: Real>(
    axis: &TiltedAxis<T>,
    b: &Motion<T>,
    section: &Section<T>,
    height: T,
    radius: f64,
) -> T {
    let up = axis.direction.z;
    (height - b.position.z) / up + section.slope / (up * section.stretch) * radius
}
