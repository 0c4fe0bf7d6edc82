//! The contact of a journal in its hole at an instant: depths, rates, normal forces and friction sites.

use super::friction_site::FrictionSite;
use super::section::{Fit, Section, TiltedAxis};
use super::thrust::FaceGap;
use crate::base::Real;
use crate::kinematics::spatial::{Motion, Wrench};
use crate::laws::contact::HYSTERESIS;

/// Number of places where a contact begins, in this order: both ends of the engaged part of the hole, and
/// both faces.
pub const CONTACTS: usize = 4;

/// A place of first touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstTouch {
    /// An edge between slices, by its number.
    Edge(usize),
    /// A face: 0 the lower, 1 the upper.
    Face(usize),
}

/// The border between two slices.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Edge<T> {
    /// Height z in the hole \[m\].
    pub height: T,
    /// Section of the journal at this height.
    pub section: Section<T>,
    /// Ḋ \[m/s\] at this height.
    pub rate: T,
}

/// The contact of a journal in its hole at an instant, with working memory.
#[derive(Debug, Clone, PartialEq)]
pub struct Contact<T> {
    /// The motion, with the journal's axis in the direction of the hole's.
    pub motion: Motion<T>,
    pub(super) axis: TiltedAxis<T>,
    /// z₋ and z₊ \[m\]; the journal is outside the hole if they are not in this order.
    pub ends: [T; 2],
    /// True for each end that is an end of the journal.
    pub(super) own_ends: [bool; 2],
    /// Depth \[m\] and its rate \[m/s\] at each of the four contacts.
    pub gaps: [(T, T); CONTACTS],
    /// The edges of the slices, valid if anything touches the hole.
    pub(crate) edges: Box<[Edge<T>]>,
    /// True if anything touches the hole.
    pub in_hole: bool,
    pub(super) faces: [Option<FaceGap<T>>; 2],
    /// δ̇⁻ of every slice, then of both faces \[m/s\]: 0 without contact.
    pub onsets: Box<[T]>,
    /// Friction sites: every slice, then both faces.
    pub sites: Box<[FrictionSite<T>]>,
    /// Load of all normal forces on b.
    pub load: Wrench<T>,
    /// Elastic energy \[J\].
    pub stored: T,
    /// Power lost to damping \[W\].
    pub damped: T,
}

impl<T: Real> Contact<T> {
    /// Allocates memory for `slices` slices.
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
            sites: vec![FrictionSite::none(); slices + 2].into(),
            load: Wrench::zero(),
            stored: zero,
            damped: zero,
        }
    }

    /// Number of slices.
    pub fn slices(&self) -> usize {
        self.edges.len() - 1
    }

    /// Length of the engaged part of the hole \[m\].
    pub fn overlap(&self) -> f64 {
        (self.ends[1].re() - self.ends[0].re()).max(0.0)
    }

    /// Angle between both axes \[rad\].
    pub fn tilt(&self) -> f64 {
        self.axis.steepness().atan()
    }

    /// Sum of all normal forces \[N\].
    pub fn normal_force(&self) -> T {
        self.sites.iter().map(|site| site.normal_force).sum()
    }

    /// Returns true if a slice, or a face (numbered behind the slices), touches.
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

    /// Largest penetration of a surface \[m\].
    pub fn depth(&self, surface: usize) -> T {
        match surface.checked_sub(self.slices()) {
            Some(face) => self.gaps[2 + face].0,
            None if self.in_hole => self.edges[self.deeper_edge(surface)].section.depth,
            // Nothing touches: the ends are deepest, and the edges between were not computed.
            None if surface == 0 => self.gaps[0].0,
            None if surface + 1 == self.slices() => self.gaps[1].0,
            None if self.gaps[0].0.re() < self.gaps[1].0.re() => self.gaps[1].0,
            None => self.gaps[0].0,
        }
    }

    /// Returns the impact speed \[m/s\] of a surface that touches for the first time at `meeting`, where that has begun;
    /// `began` returns those of the four places. An edge that is as deep as an end of the hole has the impact speed of that
    /// end.
    pub(crate) fn impact_speed(
        &self,
        meeting: FirstTouch,
        began: impl Fn(usize) -> Option<T>,
    ) -> Option<T> {
        match meeting {
            FirstTouch::Face(side) => began(2 + side),
            FirstTouch::Edge(edge) => {
                let depth = self.edges[edge].section.depth.re();
                let like = |place: &usize| (self.gaps[*place].0.re() - depth).abs() < HYSTERESIS;
                (0..2).find(like).and_then(began)
            }
        }
    }

    #[inline]
    pub(super) fn both_edges(&self, slice: usize) -> [&Edge<T>; 2] {
        [&self.edges[slice], &self.edges[slice + 1]]
    }

    /// The deeper edge of a slice.
    #[inline]
    pub(crate) fn deeper_edge(&self, slice: usize) -> usize {
        let [below, above] = self.both_edges(slice);
        if above.section.depth.re() > below.section.depth.re() { slice + 1 } else { slice }
    }

    /// Load on b and dissipated power \[W\] of friction; `friction` gives its forces \[N\] for every
    /// surface in contact.
    #[inline]
    pub fn friction_load(
        &self,
        mut friction: impl FnMut(usize, &FrictionSite<T>) -> [T; 3],
    ) -> (Wrench<T>, T) {
        let (mut load, mut lost) = (Wrench::zero(), T::from(0.0));
        for (surface, site) in self.sites.iter().enumerate() {
            if site.normal_force.re() > 0.0 {
                let forces = friction(surface, site);
                load = load.plus(T::from(1.0), &site.load(&forces, &self.motion.axis));
                lost += site.lost(&forces);
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

/// s \[m\]: position along the axis, from b's origin, of the point of contact of a section: the axis's
/// intersection with the plane plus the offset of the surface point.
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
