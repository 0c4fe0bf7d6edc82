//! Mating parts in implicit pieces: slopes of their loads by dual numbers, bristles eliminated by surface.

use super::errors::{friction_unit, parts};
use super::press::shifted;
use super::{Load, MatingMotion, surface};
use crate::coupling::engine::contacts::{JointAt, JointSlope, StageSides};
use crate::coupling::predicted::{MatingContacts, Slot};
use crate::kinematics::spatial::{Motion, Wrench, lift};
use crate::laws::mating::{Contact, FrictionSite, MatingLaws, MatingParts};
use nalgebra::{Matrix3, SMatrix, SVector, Vector3, Vector6};
use num_dual::Dual64;

/// The bristles of every surface.
type Bristles<'a> = &'a dyn Fn(usize) -> [f64; 3];

/// A motion with derivatives along direction `part` of places, times `place`, and of velocities, times `rate`.
pub(super) fn seeded(b: &Motion<f64>, part: usize, [place, rate]: [f64; 2]) -> Motion<Dual64> {
    let mut six = [Vector3::<Dual64>::from_element(Dual64::from(0.0)); 2];
    six[part / 3][part % 3].eps = 1.0;
    let [velocity, spin] = six;
    let (place, rate) = (Dual64::from(place), Dual64::from(rate));
    let axis: Vector3<Dual64> = lift(b.axis);
    let turning: Vector3<Dual64> = spin * place;
    Motion {
        position: lift::<Dual64>(b.position) + velocity * place,
        axis: axis + turning.cross(&axis),
        velocity: lift::<Dual64>(b.velocity) + velocity * rate,
        spin: lift::<Dual64>(b.spin) + spin * rate,
    }
}

/// Returns the derivatives of a load.
pub(super) fn slopes(load: &Wrench<Dual64>) -> Vector6<f64> {
    let eps = |vector: &Vector3<Dual64>| vector.map(|part| part.eps);
    Wrench { force: eps(&load.force), moment: eps(&load.moment) }.joined()
}

/// Evaluates the normal forces of a lifted contact whose surfaces have these onsets.
pub(super) fn press(
    parts: &MatingParts,
    contact: &mut Contact<Dual64>,
    b: &Motion<Dual64>,
    (states, first): (&[Slot], usize),
) {
    parts.survey(contact, b);
    let remembered = |number: usize| Dual64::from(surface(states, first, number).onset);
    contact.find_onsets(parts.floor(), remembered, |_, _, rate| rate);
    parts.press(contact);
}

/// Returns the derivatives of a load with its friction, bristles held.
fn slope_held(
    laws: &MatingLaws,
    parts: &MatingParts,
    contact: &mut Contact<Dual64>,
    b: &Motion<Dual64>,
    at: (&[Slot], usize),
    bristles: Bristles,
) -> Vector6<f64> {
    press(parts, contact, b, at);
    let (friction, _) = contact.friction_load(|number, site| {
        laws.friction_at(number, bristles(number).map(Dual64::from), site).0
    });
    slopes(&contact.load.plus(Dual64::from(1.0), &friction))
}

impl MatingMotion {
    /// Finds the slopes of the load where the mechanism is placed, at the start of a piece.
    pub(super) fn linearise<M: MatingContacts>(
        &mut self,
        mechanism: &M,
        joint: JointAt<9>,
        lifted: &mut Contact<Dual64>,
    ) {
        let laws = mechanism.mating(joint.number);
        let (b, at) = (mechanism.motion(joint.number), (joint.states, joint.slots[0]));
        let shifted = shifted(laws.parts, at.0, at.1);
        self.evaluate(&laws, b, at.0, at.1);
        let bristles = |number: usize| surface(at.0, at.1, number).bristle;
        for part in 0..6 {
            for (to, seeds) in [(&mut self.stiffness, [1.0, 0.0]), (&mut self.damping, [0.0, 1.0])]
            {
                let seeded = seeded(b, part, seeds);
                let slope = slope_held(&laws, &shifted, lifted, &seeded, at, &bristles);
                to.set_column(part, &-slope);
            }
        }
        self.parts = parts(mechanism, joint.number);
        for (number, (motion, site)) in self.surfaces.iter_mut().zip(&self.work.sites).enumerate() {
            let row = &mut motion.row;
            row.acts = site.normal_force > 0.0;
            if !row.acts {
                continue;
            }
            row.units = std::array::from_fn(|part| {
                friction_unit(mechanism, joint.number, (site, &self.work), part)
            });
            row.linearise(&laws, number, bristles(number), site);
        }
    }

    /// Returns the falling of the joint's load with its rates over a piece, bristles eliminated; `factor` is hγ \[s\].
    pub(super) fn slope(&mut self, factor: f64) -> JointSlope<9> {
        let own = self.stiffness * factor + self.damping;
        let parts = SMatrix::<f64, 9, 6>::from_columns(&self.parts);
        let mut sum = parts * own * parts.transpose();
        for surface in &mut self.surfaces {
            let row = &mut surface.row;
            if row.acts {
                let settled = Matrix3::identity() / factor - row.yielding;
                row.settled = settled.try_inverse().unwrap_or_else(Matrix3::zeros);
                let units = SMatrix::<f64, 9, 3>::from_columns(&row.units);
                sum += units * (row.by_bristle * row.settled * row.by_slip) * units.transpose();
            }
        }
        sum
    }

    /// Returns the change of the load in a stage that does not depend on the change of its rates.
    pub(super) fn held(&mut self, sides: &StageSides<9>) -> Load {
        let StageSides { factor, at, before, moved, .. } = sides;
        let along = Vector6::from_fn(|part, _| self.parts[part].dot(moved));
        let falling = self.stiffness * along * -*factor;
        let mut sum = sum_of(&self.parts, &falling);
        for surface in &mut self.surfaces {
            let row = &mut surface.row;
            if row.acts {
                let known = before.iter().zip(&row.bristles);
                let rate = Vector3::from(surface.rates[*at]);
                row.side = known.fold(rate, |side, (c, bristle)| side + bristle * *c);
                sum += sum_of(&row.units, &(row.by_bristle * (row.settled * row.side)));
            }
        }
        sum
    }

    /// Takes the change of the joint's rates in the stage that follows `stages` others.
    pub(super) fn take_rates(&mut self, rates: &Load, stages: usize) {
        for surface in &mut self.surfaces {
            let row = &mut surface.row;
            if row.acts {
                // Friction falls with slips.
                let slips = Vector3::from_fn(|part, _| -row.units[part].dot(rates));
                row.bristles[stages] = row.settled * (row.side + row.by_slip * slips);
            }
        }
    }

    /// Sets the bristles to those with these weights of the stages.
    pub(super) fn set_deflections(&mut self, joint: JointAt<9>, weights: &[f64]) {
        for (number, motion) in self.surfaces.iter_mut().enumerate() {
            let begun = surface(joint.states, joint.slots[0], number).bristle;
            motion.deflection = begun;
            if motion.row.acts {
                for (weight, change) in weights.iter().zip(&motion.row.bristles) {
                    let parts = motion.deflection.iter_mut().zip(change.iter());
                    parts.for_each(|(bristle, change)| *bristle += weight * change);
                }
            }
        }
    }

    /// Takes the bristles and their errors, with these weights of the stages, at the end of a piece.
    pub(super) fn end_implicitly(&mut self, weights: &[f64]) {
        for motion in &mut self.surfaces {
            (motion.bristle, motion.error) = (motion.deflection, [0.0; 3]);
            if motion.row.acts {
                for (weight, change) in weights.iter().zip(&motion.row.bristles) {
                    let parts = motion.error.iter_mut().zip(change.iter());
                    parts.for_each(|(error, change)| *error += weight * change);
                }
            }
        }
    }
}

/// Returns the sum of unit loads with these sizes.
pub(super) fn sum_of<const N: usize>(units: &[Load; N], sizes: &SVector<f64, N>) -> Load {
    units.iter().zip(sizes.iter()).fold(Load::zeros(), |sum, (unit, size)| sum + unit * *size)
}

impl super::SurfaceRow {
    /// Finds the slopes of friction and of the bristles' rates at a site.
    fn linearise(
        &mut self,
        laws: &MatingLaws,
        number: usize,
        bristle: [f64; 3],
        site: &FrictionSite<f64>,
    ) {
        let lifted = |parts: [f64; 3], seed: Option<usize>| -> [Dual64; 3] {
            std::array::from_fn(|part| {
                let value = Dual64::from(parts[part]);
                if seed == Some(part) { value.derivative() } else { value }
            })
        };
        let force = site.normal_force * laws.friction_scale(number);
        for part in 0..3 {
            let by_bristle =
                laws.friction.at_along(lifted(bristle, Some(part)), lifted(site.slip, None));
            let by_slip =
                laws.friction.at_along(lifted(bristle, None), lifted(site.slip, Some(part)));
            for row in 0..3 {
                self.by_bristle[(row, part)] = force * by_bristle[row].0.eps;
                self.yielding[(row, part)] = by_bristle[row].1.eps;
                self.by_slip[(row, part)] = by_slip[row].1.eps;
            }
        }
    }
}
