//! The normal forces of a journal in its hole: slices by Gauss's rule, ends, faces.

use super::contact::{Contact, Edge, station};
use super::friction_site::FrictionSite;
use super::section::Section;
use super::thrust::FacePress;
use super::tilting::{SIDES, TiltingJournal};
use crate::base::Real;
use crate::base::numerics::gauss;
use crate::kinematics::spatial::{Motion, Wrench, zeros};
use nalgebra::{Vector2, Vector3};

/// Ratio of the depths at both edges of a slice above which three nodes are enough: there they err by 1e-9 of
/// the slice's energy.
const LEVEL: f64 = 0.75;
/// Largest number of Newton iterations for a boundary.
const MOST_NEWTON_STEPS: u32 = 60;

impl TiltingJournal {
    /// Computes the normal forces for the present onsets.
    pub fn press<T: Real>(&self, contact: &mut Contact<T>) {
        let zero = T::from(0.0);
        (contact.load, contact.stored, contact.damped) = (Wrench::zero(), zero, zero);
        // Only sites with a force need clearing: a free journal should cost next to nothing.
        let loaded = contact.sites.iter_mut().filter(|site| site.normal_force.re() != 0.0);
        loaded.for_each(|site| *site = FrictionSite::none());
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
            if let (Some(faces), Some(gap)) = (&self.faces, &contact.faces[side])
                && gap.depth.re() > 0.0
            {
                let onset = contact.onsets[surface];
                let damping = (&self.damping[1], self.floor);
                let FacePress { load, site, stored, lost, rate } =
                    faces.press(gap, &contact.motion, damping, onset);
                contact.load = contact.load.plus(T::from(1.0), &load);
                contact.stored += stored;
                contact.damped += lost;
                contact.sites[surface] = site;
                // δ̇⁻ is the largest rate so far.
                if site.normal_force.re() > 0.0 && rate.re() > onset.re() {
                    contact.onsets[surface] = rate;
                }
            }
        }
    }

    /// Computes one slice by Gauss's rule: three nodes if both edges are about equally deep, else four over the
    /// part in contact, denser towards its free edge: x = L t(2q + (1 − q)t)/(1 + q), q² being the depth there
    /// over that at the deep edge. Powers of 1.5 and 2.5 of a depth that is linear in x are polynomials in t
    /// then, and the energy has no jump where a slice begins to touch as a whole.
    fn press_slice<T: Real>(&self, contact: &mut Contact<T>, slice: usize) {
        let [below, above] = contact.both_edges(slice).map(|edge| *edge);
        let (deep, free) = if above.section.depth.re() > below.section.depth.re() {
            (above, below)
        } else {
            (below, above)
        };
        let ratio = free.section.depth.re() / deep.section.depth.re();
        let begin = if ratio > 0.0 { free.height } else { self.boundary(contact, &deep, &free) };
        let length = deep.height - begin;
        let size = if length.re() < 0.0 { -length } else { length };
        let mut sum = SliceSum::new(&below.section, &above.section);
        let onset = contact.onsets[slice];
        if ratio > LEVEL {
            for (t, weight) in gauss::THREE {
                self.add(contact, &mut sum, begin + length * t, size * weight, onset);
            }
        } else {
            let q = ratio.max(0.0).sqrt();
            for (t, weight) in gauss::FOUR {
                let place = t * (2.0 * q + (1.0 - q) * t) / (1.0 + q);
                let density = 2.0 * (q + (1.0 - q) * t) / (1.0 + q);
                self.add(
                    contact,
                    &mut sum,
                    begin + length * place,
                    size * (density * weight),
                    onset,
                );
            }
        }
        contact.load = contact.load.plus(T::from(1.0), &sum.load);
        contact.stored += sum.stored;
        contact.damped += sum.damped;
        if sum.pressing.re() > 0.0 {
            let height = sum.moment / sum.pressing;
            contact.sites[slice] = self.site(contact, height, sum.normal_force, sum.guess);
        }
    }

    /// Height at which the depth is zero between a `deep` edge and a `free` one: the depth is convex, so
    /// Newton's method from the deep edge never overshoots.
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
        // Rounding must not move it out of the slice.
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

    /// Adds the load of one quadrature node of a slice.
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
        let pressing = elastic * self.damping[0].multiplier(self.floor, onset, rate);
        sum.load = sum.load.plus(T::from(1.0), &Wrench::at(place, -m * pressing));
        sum.normal_force += pressing * section.stretch;
        sum.pressing += pressing;
        sum.moment += pressing * height;
        sum.stored += self.line.potential(section.depth) * weight;
        sum.damped += (pressing - elastic) * rate;
    }

    /// The friction site at a height of the hole under a normal force \[N\].
    #[inline]
    fn site<T: Real>(
        &self,
        contact: &Contact<T>,
        height: T,
        normal_force: T,
        guess: Vector2<f64>,
    ) -> FrictionSite<T> {
        let section = contact.axis.section(height, Some(guess));
        let axis = contact.axis.direction;
        let station =
            station(&contact.axis, &contact.motion, &section, height, self.fit.journal_radius);
        let outward = section.pressing() / section.stretch;
        let arm = axis * station + outward * T::from(self.fit.journal_radius);
        let around = axis.cross(&outward);
        let Motion { velocity, spin, .. } = &contact.motion;
        let slip = velocity + spin.cross(&arm);
        FrictionSite {
            normal_force,
            arm,
            normal: outward,
            directions: [around, axis, zeros()],
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

/// Sums over a slice.
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
    /// First guess of the next normal.
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
