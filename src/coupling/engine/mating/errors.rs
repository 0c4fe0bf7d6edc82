//! The errors of mating parts in a piece, and the rates that limit explicit pieces.

use super::press::depth_of;
use super::{Load, MatingMotion, SurfaceMotion, surface};
use crate::coupling::engine::contacts::{JointAt, JointErrors, PieceErrors};
use crate::coupling::engine::norm::{ELASTIC, FREQUENCY, MEAN, SLOWEST, larger, sliding_scale};
use crate::coupling::engine::tableau::{A, STAGES};
use crate::coupling::predicted::{MatingContacts, Slot};
use crate::kinematics::spatial::Wrench;
use crate::laws::contact::Approach;
use crate::laws::friction::FrictionLaw;
use crate::laws::mating::{CONTACTS, Contact, FrictionSite, MatingParts};

/// Largest slope of a load relative to the load over its depth: that of a slice that is touched in part.
const POWER: f64 = 2.5;

/// Speed \[m/s\] and depth \[m\] of a place's errors.
struct Scale {
    speed: f64,
    depth: f64,
    /// Energy of an impact at that speed \[J\].
    energy: f64,
}

/// Returns the scale of a place with this approach, impact speed, stored energy and inverse mass.
fn scale(
    motion: &mut MatingMotion,
    parts: &MatingParts,
    (place, here): (usize, &Approach),
    (impact_speed, own): (f64, f64),
) -> Scale {
    let speed =
        impact_speed.max(here.rate.abs()).max((2.0 * motion.work.stored * own).sqrt()).max(SLOWEST);
    let energy = 0.5 * speed * speed / own;
    Scale { speed, depth: depth_of(&mut motion.reach, parts, place, energy), energy }
}

impl MatingMotion {
    /// Returns the errors of a joint in the piece whose end has been evaluated, and finds the bristles there.
    pub(super) fn errors<M: MatingContacts>(
        &mut self,
        mechanism: &M,
        joint: JointAt<9>,
        piece: &PieceErrors<9>,
    ) -> JointErrors {
        let laws = mechanism.mating(joint.number);
        let mut found =
            JointErrors { grown: self.stored_at_end - self.stored, ..JointErrors::default() };
        let [places, rates] = &piece.wrong;
        let mut fastest: f64 = SLOWEST;
        for index in joint.closed() {
            let place = index % CONTACTS;
            let unit =
                mechanism.load(joint.number, &laws.parts.unit_load(place, &self.work.motion));
            let own = joint.mobility_along(&unit);
            if own <= 0.0 {
                continue;
            }
            let (penetration, rate) = self.work.gaps[place];
            let here = Approach::new([penetration, rate, 0.0]);
            let met = joint.states[index].onset().impact_speed;
            let Scale { speed, depth, energy } =
                scale(self, laws.parts, (place, &here), (met, own));
            fastest = fastest.max(speed);
            found.at_stake = found.at_stake.max(energy);
            let error = larger(unit.dot(places).abs() / depth, unit.dot(rates).abs() / speed);
            found.largest = larger(found.largest, ELASTIC * error);
        }
        let creep = laws.friction.creep_speed();
        for number in 0..self.surfaces.len() {
            let site = &self.work.sites[number];
            let motion = &mut self.surfaces[number];
            let begun = surface(joint.states, joint.slots[0], number).bristle;
            let last = if piece.implicit {
                motion.error
            } else {
                motion.find_bristles(begun, laws.friction, piece.size)
            };
            if site.normal_force <= 0.0 || matches!(laws.friction, FrictionLaw::Without) {
                continue;
            }
            let force = site.normal_force * laws.friction_scale(number);
            let stiffness = laws.friction.tangent(0.0, 0.0, force).stiffness;
            let pace = site.slip.iter().fold(0.0_f64, |most, slip| most.max(slip.abs()));
            let sliding = sliding_scale(creep, pace, fastest);
            for part in 0..site.ways() {
                let unit = friction_unit(mechanism, joint.number, (site, &self.work), part);
                let impulse = MEAN * piece.size * stiffness * last[part].abs();
                let error = impulse * joint.mobility_along(&unit) / fastest;
                found.largest = larger(found.largest, unit.dot(rates).abs() / sliding);
                found.largest = larger(found.largest, error);
            }
        }
        found
    }

    /// Returns the penetration \[m\] whose error counts as 1 at a slot.
    pub(super) fn depth_scale<M: MatingContacts>(
        &mut self,
        mechanism: &M,
        joint: JointAt<9>,
        slot: usize,
        here: &Approach,
    ) -> f64 {
        let laws = mechanism.mating(joint.number);
        let place = slot % CONTACTS;
        let unit = laws.parts.unit_load(place, mechanism.motion(joint.number));
        let own = joint.mobility_along(&mechanism.load(joint.number, &unit));
        if own <= 0.0 {
            return f64::INFINITY;
        }
        let met = joint.states[slot].onset().impact_speed;
        scale(self, laws.parts, (place, here), (met, own)).depth
    }

    /// Returns Σ k w of the contact last evaluated \[1/s²\], and the largest rate that limits explicit pieces \[1/s\].
    pub(super) fn rates<M: MatingContacts>(&self, mechanism: &M, joint: JointAt<9>) -> [f64; 2] {
        let laws = mechanism.mating(joint.number);
        let parts = laws.parts;
        let (mut stiffness, mut damping) = (0.0, 0.0);
        let (mut dragging, mut holding) = (0.0, 0.0);
        for (number, site) in self.work.sites.iter().enumerate() {
            let depth = self.work.depth(number);
            if site.normal_force <= 0.0 || depth <= 0.0 {
                continue;
            }
            let normal = Wrench::at(site.arm, site.normal);
            let own = joint.mobility_along(&mechanism.load(joint.number, &normal));
            let is_face = number >= parts.slices();
            let onset = self.work.onsets[number].max(parts.floor());
            stiffness += POWER * site.normal_force / depth * own;
            damping += parts.loss(is_face).factor(onset) * site.normal_force / onset * own;
            let pace = site.slip.iter().map(|slip| slip * slip).sum::<f64>().sqrt();
            let force = site.normal_force * laws.friction_scale(number);
            let slopes = laws.friction.slopes(0.0, pace, 0.0);
            let along = (0..site.ways()).map(|part| {
                let unit = friction_unit(mechanism, joint.number, (site, &self.work), part);
                joint.mobility_along(&unit)
            });
            let along = along.fold(0.0, f64::max);
            dragging += slopes.by_speed.max(0.0) * force * along;
            holding += slopes.by_bristle.abs() * force * along;
        }
        let fastest =
            damping.max(FREQUENCY * stiffness.sqrt()).max(dragging).max(FREQUENCY * holding.sqrt());
        [stiffness, fastest]
    }
}

impl SurfaceMotion {
    /// Finds the bristles at the end of a piece of `size` \[s\], from `begun` on, by the mean of the stages' slips; returns the
    /// error of those at the last stage \[m\].
    fn find_bristles(&mut self, begun: [f64; 3], law: &FrictionLaw, size: f64) -> [f64; 3] {
        let (mut mean, mut weights) = ([0.0; 3], 0.0);
        for stage in 0..STAGES {
            if self.pressed[stage] {
                let weight = A[STAGES - 1][stage];
                weights += weight;
                mean.iter_mut()
                    .zip(self.slips[stage])
                    .for_each(|(sum, slip)| *sum += weight * slip);
            }
        }
        self.bristle = begun;
        // Negative weights may be the only ones where a surface presses at some stages.
        if weights > 0.1 {
            let mean = mean.map(|slip| slip / weights);
            law.slide_along(&mut self.bristle, mean, size, 0.0);
        }
        std::array::from_fn(|part| self.bristle[part] - self.staged[part])
    }
}

/// Returns true if a slot of a joint touches.
pub(super) fn any_closed(states: &[Slot], slots: &[usize]) -> Option<usize> {
    slots.iter().copied().find(|slot| states[*slot].point.contact.is_some())
}

/// Returns the joint load of unit friction at a site, along one of its directions or by its spin.
pub(super) fn friction_unit<M: MatingContacts>(
    mechanism: &M,
    joint: usize,
    (site, contact): (&FrictionSite<f64>, &Contact<f64>),
    part: usize,
) -> Load {
    let mut along = [0.0; 3];
    along[part] = 1.0;
    mechanism.load(joint, &site.load(&along, &contact.motion.axis))
}

/// Returns the joint loads of unit loads on b.
pub(super) fn parts<M: MatingContacts>(mechanism: &M, joint: usize) -> [Load; 6] {
    std::array::from_fn(|part| {
        let mut unit = Wrench::zero();
        if part < 3 {
            unit.force[part] = 1.0;
        } else {
            unit.moment[part - 3] = 1.0;
        }
        mechanism.load(joint, &unit)
    })
}
