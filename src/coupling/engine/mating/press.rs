//! The load of mating parts at a stage, and the beginning of their contacts.

use super::{MatingJoints, MatingMotion, Stage, surface, surface_mut};
use crate::coupling::engine::contacts::{Begun, JointSlope};
use crate::coupling::engine::norm::SLOWEST;
use crate::coupling::engine::reach::Reach;
use crate::coupling::predicted::{MatingContacts, Slot};
use crate::kinematics::spatial::{Motion, Wrench};
use crate::laws::contact::Approach;
use crate::laws::friction::MicroSlip;
use crate::laws::mating::{CONTACTS, HOLE, MatingLaws, MatingParts, Surface};

/// Returns parts with their surfaces where the slots assume them; `first` is the joint's first slot.
pub(crate) fn shifted(parts: &MatingParts, states: &[Slot], first: usize) -> MatingParts {
    parts.widened([states[first].surface, states[first + HOLE].surface])
}

/// Returns the largest penetration \[m\] of a parallel journal, a ball or a face, that stores this energy \[J\].
pub(super) fn depth_of(
    reach: &mut [Reach; 2],
    parts: &MatingParts,
    place: usize,
    energy: f64,
) -> f64 {
    if place < HOLE {
        return reach[0].depth_of(energy, |d| parts.pressed(d)[0], |d| parts.pressed(d)[1]);
    }
    let stiffness = parts.face_stiffness();
    reach[1].depth_of(energy, |d| 0.5 * stiffness * d * d, |d| stiffness * d)
}

impl MatingMotion {
    /// Evaluates the normal forces at a motion of b.
    pub(super) fn evaluate(
        &mut self,
        laws: &MatingLaws,
        b: &Motion<f64>,
        states: &[Slot],
        first: usize,
    ) {
        let parts = shifted(laws.parts, states, first);
        parts.survey(&mut self.work, b);
        let began =
            |place: usize| states[first + place].point.contact.map(|onset| onset.impact_speed);
        self.work.find_onsets(
            parts.floor(),
            |number| surface(states, first, number).onset,
            |contact, meeting, rate| contact.impact_speed(meeting, began).unwrap_or(rate),
        );
        parts.press(&mut self.work);
    }

    /// Finds the load on b at a stage.
    pub(super) fn press(
        &mut self,
        laws: &MatingLaws,
        b: &Motion<f64>,
        (states, first): (&[Slot], usize),
        stage: usize,
        elapsed: Option<f64>,
    ) -> Wrench<f64> {
        self.evaluate(laws, b, states, first);
        let Self { work, surfaces, .. } = self;
        let load = work.load;
        let pressed = -load.power(&work.motion.velocity, &work.motion.spin);
        for surface in &mut **surfaces {
            (surface.pressed[stage], surface.rates[stage]) = (false, [0.0; 3]);
        }
        let (friction, rubbed) = work.friction_load(|number, site| {
            let motion = &mut surfaces[number];
            let begun = &surface(states, first, number).bristle;
            let slip = site.slip;
            motion.staged = match elapsed {
                Some(elapsed) if stage > 0 => {
                    let from = if motion.pressed[0] { motion.slips[0] } else { slip };
                    let mean = std::array::from_fn(|part| 0.5 * (from[part] + slip[part]));
                    let mut bristle = *begun;
                    laws.friction.slide_along(&mut bristle, mean, elapsed, 0.0);
                    bristle
                }
                Some(_) => *begun,
                None => motion.deflection,
            };
            let (forces, rates) = laws.friction_at(number, motion.staged, site);
            motion.pressed[stage] = true;
            (motion.slips[stage], motion.rates[stage]) = (slip, rates);
            forces
        });
        let normal = work.normal_force();
        if normal > 0.0 {
            self.pushed = Wrench::zero().plus(1.0 / normal, &load);
        }
        self.stages[stage] = Stage { normal, pressed, damped: work.damped, rubbed };
        self.stored_at_end = work.stored;
        load.plus(1.0, &friction)
    }

    /// Returns the energy in the bristles of the pressed surfaces \[J\].
    pub(super) fn bristle_energy(&self, laws: &MatingLaws, states: &[Slot], first: usize) -> f64 {
        let mut sum = 0.0;
        for (number, site) in self.work.sites.iter().enumerate() {
            let force = site.normal_force * laws.friction_scale(number);
            for bristle in &surface(states, first, number).bristle {
                sum += laws.friction.stored_energy(*bristle, &MicroSlip::Rest, force);
            }
        }
        sum
    }
}

impl MatingJoints {
    /// Begins a contact at a slot: slices of a hole that nothing has touched are free, as is the surface at the slot.
    pub(super) fn begin_at<M: MatingContacts>(
        &mut self,
        mechanism: &M,
        (joint, mobility): (usize, &JointSlope<9>),
        states: &mut [Slot],
        (slot, here): (usize, &Approach),
    ) -> Begun {
        let first = slot - slot % CONTACTS;
        let place = slot - first;
        let slices = states[first].parts.len();
        let touches = |states: &[Slot], place: usize| states[first + place].point.contact.is_some();
        let fresh = match place {
            0 | 1 if !touches(states, 1 - place) => 0..slices,
            0 => 0..1,
            1 => slices - 1..slices,
            face => slices + face - HOLE..slices + face - HOLE + 1,
        };
        fresh.for_each(|number| *surface_mut(states, first, number) = Surface::free());
        let alone = (0..CONTACTS).all(|other| other == place || !touches(states, other));
        let (laws, b) = (mechanism.mating(joint), mechanism.motion(joint));
        let motion = &mut self.joints[joint];
        let before = motion.stored;
        motion.evaluate(&laws, b, states, first);
        motion.stored = motion.work.stored;
        // Energy that is there before the contact has done any work.
        let stored = if alone { motion.stored } else { (motion.stored - before).max(0.0) };
        let unit = mechanism.load(joint, &laws.parts.unit_load(place, b));
        let own = unit.dot(&(mobility * unit));
        let speed = here.rate.max(SLOWEST);
        let depth = if own > 0.0 {
            depth_of(&mut motion.reach, laws.parts, place, 0.5 * speed * speed / own)
        } else {
            f64::INFINITY
        };
        Begun { stored, time: depth / speed }
    }
}
