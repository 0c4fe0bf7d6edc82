//! A journal that may tilt in its hole and slide along it: slices of the hole, ends and thrust faces.

use super::line::LineLoad;
use super::motion::{Motion, Wrench};
use super::rub::Rub;
use super::section::{Fit, Section, TiltedAxis};
use super::thrust::{FaceGap, FacePress, Faces};
use crate::Real;
use crate::numerics::gauss;
use crate::pin::damping::{at_least, multiplier};
use nalgebra::{Vector2, Vector3};

/// Most slices there may be.
pub const MOST_SLICES: usize = 32;

/// The four places where a contact begins, in the order of their numbers: both ends of the part of the
/// hole that the journal is in, and both faces.
pub const CONTACTS: usize = 4;

/// A journal in its hole, with its laws.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TiltingJournal {
    /// Radii of hole and journal.
    pub fit: Fit,
    /// Length of the hole \[m\].
    pub bearing_length: f64,
    /// Length of the journal \[m\]; infinite where it ends beyond the hole at both ends.
    pub journal_length: f64,
    /// How many slices the part of the hole that the journal is in has, 2 to [`MOST_SLICES`].
    pub slices: usize,
    /// Load per length.
    pub line: LineLoad,
    /// χ of hole and faces.
    pub damping: [f64; 2],
    /// Least δ̇⁻ \[m/s\].
    pub floor: f64,
    /// Thrust faces, if there are any.
    pub faces: Option<Faces>,
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

/// Lower and upper, as signs of z.
const SIDES: [f64; 2] = [-1.0, 1.0];

/// The ends of the part of the hole that the journal is in.
struct Ends<T> {
    /// z₋ and z₊ \[m\].
    heights: [T; 2],
    /// Whether each is an end of the journal.
    own: [bool; 2],
    /// How fast it moves along the hole \[m/s\].
    speeds: [T; 2],
}

/// The motion of the same cylinder with its axis up the hole: a cylinder has no head.
#[inline]
fn upright<T: Real>(b: &Motion<T>) -> Motion<T> {
    if b.axis.z.re() < 0.0 { Motion { axis: -b.axis, ..*b } } else { *b }
}

/// What meets its counterpart for the first time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meeting {
    /// An edge between slices, by its number.
    Edge(usize),
    /// A face: 0 the lower, 1 the upper.
    Face(usize),
}

/// A journal in its hole at an instant; memory to work in.
#[derive(Debug, Clone, PartialEq)]
pub struct Contact<T> {
    /// The motion, with the axis that points up the hole.
    pub motion: Motion<T>,
    axis: TiltedAxis<T>,
    /// z₋ and z₊ \[m\]; the journal is nowhere in the hole if they are not in this order.
    pub ends: [T; 2],
    /// Whether each end is one of the journal.
    own_ends: [bool; 2],
    /// Depth \[m\] and its rate \[m/s\] at each of the four contacts.
    pub gaps: [(T, T); CONTACTS],
    /// The edges of the slices, if anything touches the hole.
    pub edges: Box<[Edge<T>]>,
    /// Whether anything touches the hole.
    pub in_hole: bool,
    faces: [Option<FaceGap<T>>; 2],
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
    fn both_edges(&self, slice: usize) -> [&Edge<T>; 2] {
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
fn rate_at<T: Real>(
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
fn station<T: Real>(
    axis: &TiltedAxis<T>,
    b: &Motion<T>,
    section: &Section<T>,
    height: T,
    radius: f64,
) -> T {
    let up = axis.direction.z;
    (height - b.position.z) / up + section.slope / (up * section.stretch) * radius
}

impl TiltingJournal {
    /// Takes up a motion: what touches where, and how deep.
    pub fn survey<T: Real>(&self, contact: &mut Contact<T>, b: &Motion<T>) {
        let motion = upright(b);
        contact.axis = TiltedAxis::new(self.fit, motion.position, motion.axis);
        contact.motion = motion;
        let Ends { heights, own, speeds } = self.ends(&motion);
        (contact.ends, contact.own_ends) = (heights, own);
        contact.in_hole = false;
        if heights[0].re() < heights[1].re() {
            for (index, height) in heights.into_iter().enumerate() {
                let edge = self.edge(contact, height, None);
                let Section { depth, slope, .. } = edge.section;
                contact.gaps[index] = (depth, edge.rate + slope * speeds[index]);
                // Depth is convex along the hole: nothing touches between ends that do not.
                contact.in_hole |= depth.re() > 0.0;
                contact.edges[if index == 0 { 0 } else { self.slices }] = edge;
            }
        } else {
            contact.gaps[..2].fill(self.apart());
        }
        if contact.in_hole {
            self.find_edges(contact);
        }
        for (index, side) in SIDES.into_iter().enumerate() {
            contact.faces[index] = self.faces.map(|faces| faces.gap(side, &motion));
            contact.gaps[2 + index] =
                contact.faces[index].map_or_else(|| self.apart(), |gap| (gap.depth, gap.rate));
        }
    }

    /// Depth \[m\] and its rate \[m/s\] at each of the four contacts.
    #[inline]
    pub fn gaps<T: Real>(&self, b: &Motion<T>) -> [(T, T); CONTACTS] {
        std::array::from_fn(|place| self.gap(place, b))
    }

    /// The same at one of them.
    #[inline]
    pub fn gap<T: Real>(&self, place: usize, b: &Motion<T>) -> (T, T) {
        let motion = upright(b);
        if place >= 2 {
            let gap = |faces: &Faces| {
                let FaceGap { depth, rate, .. } = faces.gap(SIDES[place - 2], &motion);
                (depth, rate)
            };
            return self.faces.as_ref().map_or_else(|| self.apart(), gap);
        }
        let Ends { heights, speeds, .. } = self.ends(&motion);
        if heights[0].re() >= heights[1].re() {
            return self.apart();
        }
        let axis = TiltedAxis::new(self.fit, motion.position, motion.axis);
        let section = axis.section(heights[place], None);
        let rate = rate_at(&axis, &motion, &section, heights[place], self.fit.journal_radius);
        (section.depth, rate + section.slope * speeds[place])
    }

    /// The gap of what is not there.
    fn apart<T: Real>(&self) -> (T, T) {
        (T::from(-self.fit.clearance), T::from(0.0))
    }

    /// Depth D \[m\] and rate Ḋ \[m/s\] at a height of the hole.
    pub fn gap_at<T: Real>(&self, b: &Motion<T>, height: T) -> (T, T) {
        let motion = upright(b);
        let axis = TiltedAxis::new(self.fit, motion.position, motion.axis);
        let section = axis.section(height, None);
        (section.depth, rate_at(&axis, &motion, &section, height, self.fit.journal_radius))
    }

    /// The ends of the part of the hole that the journal is in.
    #[inline]
    fn ends<T: Real>(&self, motion: &Motion<T>) -> Ends<T> {
        let (half, zero) = (0.5 * self.bearing_length, T::from(0.0));
        let heights = [T::from(-half), T::from(half)];
        let mut ends = Ends { heights, own: [false; 2], speeds: [zero; 2] };
        if self.journal_length.is_finite() {
            let Motion { position, axis, velocity, spin } = motion;
            for (index, side) in SIDES.into_iter().enumerate() {
                let reach = side * 0.5 * self.journal_length;
                let height = position.z + axis.z * reach;
                ends.own[index] = height.re() * side < half;
                if ends.own[index] {
                    ends.heights[index] = height;
                    let turning = spin.x * axis.y - spin.y * axis.x;
                    ends.speeds[index] = velocity.z + turning * reach;
                }
            }
        }
        ends
    }

    #[inline]
    fn edge<T: Real>(
        &self,
        contact: &Contact<T>,
        height: T,
        guess: Option<Vector2<f64>>,
    ) -> Edge<T> {
        let section = contact.axis.section(height, guess);
        let Contact { axis, motion, .. } = contact;
        let rate = rate_at(axis, motion, &section, height, self.fit.journal_radius);
        Edge { height, section, rate }
    }

    fn find_edges<T: Real>(&self, contact: &mut Contact<T>) {
        let [lower, upper] = contact.ends;
        let width = (upper - lower) / self.slices as f64;
        for index in 1..self.slices {
            let height = lower + width * index as f64;
            contact.edges[index] = self.edge(contact, height, None);
        }
    }

    /// δ̇⁻ of everything that touches: what `remembered` gives, and where that is 0 the rule of a
    /// first touch with `own`: the rate \[m/s\] at which an edge met the hole or a collar its face,
    /// where the present rate is given for whoever knows no better.
    ///
    /// A contact that spreads keeps its memory: a slice takes over what a neighbour has whose common
    /// edge touches, if that is more. Otherwise late slices had small δ̇⁻ and damped too much.
    pub fn find_onsets<T: Real>(
        &self,
        contact: &mut Contact<T>,
        remembered: impl Fn(usize) -> T,
        mut own: impl FnMut(&Contact<T>, Meeting, T) -> T,
    ) {
        let slices = self.slices;
        let mut fresh = [false; MOST_SLICES];
        for (slice, fresh) in fresh.iter_mut().enumerate().take(slices) {
            let before = remembered(slice);
            contact.onsets[slice] = if !contact.touches(slice) {
                T::from(0.0)
            } else if before.re() > 0.0 {
                before
            } else {
                *fresh = true;
                let edge = contact.deeper_edge(slice);
                let rate = contact.edges[edge].rate;
                at_least(own(contact, Meeting::Edge(edge), rate), self.floor)
            };
        }
        if fresh.contains(&true) {
            let edges = &contact.edges;
            let onsets = &mut contact.onsets;
            let mut inherit = |slice: usize, from: usize, edge: usize| {
                let common = edges[edge].section.depth.re() > 0.0;
                if fresh[slice] && common && onsets[from].re() > onsets[slice].re() {
                    onsets[slice] = onsets[from];
                }
            };
            (1..slices).for_each(|slice| inherit(slice, slice - 1, slice));
            (1..slices).rev().for_each(|slice| inherit(slice - 1, slice, slice));
        }
        for side in 0..2 {
            let before = remembered(slices + side);
            contact.onsets[slices + side] = if !contact.touches(slices + side) {
                T::from(0.0)
            } else if before.re() > 0.0 {
                at_least(before, self.floor)
            } else {
                let rate = contact.gaps[2 + side].1;
                at_least(own(contact, Meeting::Face(side), rate), self.floor)
            };
        }
    }

    /// Finds the normal forces for the onsets as they are.
    pub fn press<T: Real>(&self, contact: &mut Contact<T>) {
        let zero = T::from(0.0);
        (contact.load, contact.stored, contact.damped) = (Wrench::zero(), zero, zero);
        contact.rubs.fill(Rub::none());
        if contact.in_hole {
            for slice in 0..self.slices {
                if contact.touches(slice) {
                    self.press_slice(contact, slice);
                }
            }
            self.press_ends(contact);
        }
        for side in 0..2 {
            let surface = self.slices + side;
            if let (Some(faces), Some(gap)) = (&self.faces, contact.faces[side]) {
                let onset = contact.onsets[surface];
                let damping = [self.damping[1], self.floor];
                let FacePress { load, rub, stored, lost, rate } =
                    faces.press(&gap, &contact.motion, damping, onset);
                contact.load = contact.load.plus(T::from(1.0), &load);
                contact.stored += stored;
                contact.damped += lost;
                contact.rubs[surface] = rub;
                // The fastest there has been so far.
                if rub.normal_force.re() > 0.0 && rate.re() > onset.re() {
                    contact.onsets[surface] = rate;
                }
            }
        }
    }

    /// One slice: Gauss's rule over it, or over the part of it that touches, with the square of the
    /// distance from where it begins: a power of 1.5 becomes a polynomial.
    fn press_slice<T: Real>(&self, contact: &mut Contact<T>, slice: usize) {
        let [below, above] = contact.both_edges(slice).map(|edge| *edge);
        let mut sum = SliceSum::new(&below.section, &above.section);
        let onset = contact.onsets[slice];
        let through = below.section.depth.re() > 0.0 && above.section.depth.re() > 0.0;
        if through {
            let length = above.height - below.height;
            for (node, weight) in gauss::THREE {
                self.add(contact, &mut sum, below.height + length * node, length * weight, onset);
            }
        } else {
            let (deep, free) = if above.section.depth.re() > below.section.depth.re() {
                (above, below)
            } else {
                (below, above)
            };
            let begin = self.boundary(contact, &deep, &free);
            let length = deep.height - begin;
            let size = if length.re() < 0.0 { -length } else { length };
            for (node, weight) in gauss::FOUR {
                let height = begin + length * (node * node);
                self.add(contact, &mut sum, height, size * (2.0 * node * weight), onset);
            }
        }
        contact.load = contact.load.plus(T::from(1.0), &sum.load);
        contact.stored += sum.stored;
        contact.damped += sum.damped;
        if sum.pressing.re() > 0.0 {
            let height = sum.moment / sum.pressing;
            contact.rubs[slice] = self.rub(contact, height, sum.normal_force, sum.guess);
        }
    }

    /// Where the depth goes through zero between a `deep` edge and a `free` one: it is convex there, so
    /// Newton's steps from the deep edge never overshoot.
    fn boundary<T: Real>(&self, contact: &Contact<T>, deep: &Edge<T>, free: &Edge<T>) -> T {
        let (mut height, mut section) = (deep.height.re(), deep.section);
        let size = (deep.height - free.height).re().abs();
        for _ in 0..MOST_NEWTON_STEPS {
            if section.slope.re() == 0.0 {
                break;
            }
            let step = section.depth.re() / section.slope.re();
            height -= step;
            if step.abs() <= 1e-9 * size {
                break;
            }
            let guess = section.normal.map(|part| part.re());
            section = contact.axis.section(T::from(height), Some(guess));
        }
        // Rounding must not carry it out of the slice.
        let (low, high) =
            (deep.height.re().min(free.height.re()), deep.height.re().max(free.height.re()));
        let height = T::from(height.clamp(low, high));
        if T::NDERIV == 0 {
            return height;
        }
        let guess = section.normal.map(|part| part.re());
        let section = contact.axis.section(height, Some(guess));
        if section.slope.re() == 0.0 {
            return height;
        }
        height - (section.depth - section.depth.re()) / section.slope.re()
    }

    /// Adds what a piece of a slice presses with.
    #[inline]
    fn add<T: Real>(
        &self,
        contact: &Contact<T>,
        sum: &mut SliceSum<T>,
        height: T,
        weight: T,
        onset: T,
    ) {
        let section = contact.axis.section(height, Some(sum.guess));
        if section.depth.re() <= 0.0 {
            return;
        }
        let axis = contact.axis.direction;
        let station =
            station(&contact.axis, &contact.motion, &section, height, self.fit.journal_radius);
        let (m, place) = (section.pressing(), axis * station);
        let Motion { velocity, spin, .. } = &contact.motion;
        let rate = m.dot(&(velocity + spin.cross(&place)));
        let elastic = self.line.load(section.depth) * weight;
        let pressing = elastic * multiplier(self.damping[0], self.floor, onset, rate);
        sum.load = sum.load.plus(T::from(1.0), &Wrench::at(place, -m * pressing));
        sum.normal_force += pressing * section.stretch;
        sum.pressing += pressing;
        sum.moment += pressing * height;
        sum.stored += self.line.potential(section.depth) * weight;
        sum.damped += (pressing - elastic) * rate;
    }

    /// What rubs at a height of the hole under a normal force \[N\].
    #[inline]
    fn rub<T: Real>(
        &self,
        contact: &Contact<T>,
        height: T,
        normal_force: T,
        guess: Vector2<f64>,
    ) -> Rub<T> {
        let section = contact.axis.section(height, Some(guess));
        let axis = contact.axis.direction;
        let station =
            station(&contact.axis, &contact.motion, &section, height, self.fit.journal_radius);
        let outward = section.pressing() / section.stretch;
        let arm = axis * station + outward * T::from(self.fit.journal_radius);
        let around = axis.cross(&outward);
        let Motion { velocity, spin, .. } = &contact.motion;
        let slip = velocity + spin.cross(&arm);
        Rub {
            normal_force,
            arm,
            directions: [around, axis],
            lever: T::from(0.0),
            slip: [slip.dot(&around), slip.dot(&axis), T::from(0.0)],
        }
    }

    /// An end of the journal inside the hole: the elastic layer pushes it out.
    fn press_ends<T: Real>(&self, contact: &mut Contact<T>) {
        for (index, side) in SIDES.into_iter().enumerate() {
            let depth = contact.gaps[index].0;
            if contact.own_ends[index] && depth.re() > 0.0 {
                let push = self.line.potential(depth) * -side;
                let force = Vector3::new(T::from(0.0), T::from(0.0), push);
                let arm = contact.axis.direction * T::from(side * 0.5 * self.journal_length);
                contact.load = contact.load.plus(T::from(1.0), &Wrench::at(arm, force));
            }
        }
    }
}

/// Newton's steps to a boundary, at most.
const MOST_NEWTON_STEPS: u32 = 60;

/// What is summed over a slice.
struct SliceSum<T> {
    load: Wrench<T>,
    /// ∫ q̂W dz \[N\].
    normal_force: T,
    /// ∫ q̂ dz \[N\].
    pressing: T,
    /// ∫ q̂z dz \[N m\].
    moment: T,
    stored: T,
    damped: T,
    /// Where normals are looked for.
    guess: Vector2<f64>,
}

impl<T: Real> SliceSum<T> {
    fn new(below: &Section<T>, above: &Section<T>) -> Self {
        let zero = T::from(0.0);
        let deeper = if above.depth.re() > below.depth.re() { above } else { below };
        let (load, guess) = (Wrench::zero(), deeper.normal.map(|part| part.re()));
        let (normal_force, pressing, moment) = (zero, zero, zero);
        Self { load, normal_force, pressing, moment, stored: zero, damped: zero, guess }
    }
}
