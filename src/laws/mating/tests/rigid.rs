//! A rigid body on journals in fixed bearings, by a Runge–Kutta method with a fixed step.

use super::*;
use crate::laws::contact::{ContactPoint, Onset, Received};
use crate::laws::mating::FirstTouch;
use nalgebra::{Quaternion, UnitQuaternion, Vector3};

/// The motion at the end of the last step, and its gaps.
type Before = (Motion<f64>, [(f64, f64); 4]);

/// A journal of the body in a bearing of the ground, both along z.
pub struct Hinge {
    pub journal: TiltingJournal,
    /// The bearing's middle in the world \[m\].
    pub bearing: Vector3<f64>,
    /// The journal's middle in the body \[m\].
    pub place: Vector3<f64>,
    pub law: FrictionLaw,
    pub contact: Contact<f64>,
    /// δ̇⁻ of every surface.
    pub onsets: Vec<f64>,
    before: Option<Before>,
}

/// A rigid body.
#[derive(Clone)]
pub struct Body {
    pub mass: f64,
    /// Principal moments, along the body's axes \[kg m²\].
    pub inertia: Vector3<f64>,
    pub gravity: Vector3<f64>,
}

/// State of the body and its hinges.
#[derive(Clone)]
pub struct State {
    pub position: Vector3<f64>,
    pub quaternion: Quaternion<f64>,
    pub velocity: Vector3<f64>,
    /// Angular velocity in the body's axes.
    pub spin: Vector3<f64>,
    pub bristles: Vec<[f64; 3]>,
    /// Energy dissipated by damping and by friction \[J\].
    pub lost: [f64; 2],
}

/// The start of a contact: hinge, surface, instant \[s\], rate \[m/s\].
pub type Start = (usize, usize, f64, f64);

impl State {
    pub fn new(hinges: &[Hinge]) -> Self {
        let surfaces = hinges.iter().map(|hinge| hinge.onsets.len()).sum();
        Self {
            position: Vector3::zeros(),
            quaternion: Quaternion::identity(),
            velocity: Vector3::zeros(),
            spin: Vector3::zeros(),
            bristles: vec![[0.0; 3]; surfaces],
            lost: [0.0; 2],
        }
    }

    pub fn turn(&self) -> UnitQuaternion<f64> {
        UnitQuaternion::new_normalize(self.quaternion)
    }

    fn plus(&self, factor: f64, rate: &Self) -> Self {
        let mut next = self.clone();
        next.position += rate.position * factor;
        next.quaternion += rate.quaternion * factor;
        next.velocity += rate.velocity * factor;
        next.spin += rate.spin * factor;
        for (bristle, rate) in next.bristles.iter_mut().zip(&rate.bristles) {
            (0..3).for_each(|k| bristle[k] += factor * rate[k]);
        }
        (0..2).for_each(|k| next.lost[k] += factor * rate.lost[k]);
        next
    }
}

impl Hinge {
    pub fn new(
        journal: TiltingJournal,
        bearing: Vector3<f64>,
        place: Vector3<f64>,
        model: Friction,
    ) -> Self {
        let contact = Contact::new(journal.slices);
        let onsets = vec![0.0; journal.slices + 2];
        Self { journal, bearing, place, law: friction(model), contact, onsets, before: None }
    }

    fn motion(&self, state: &State) -> Motion<f64> {
        let turn = state.turn();
        let (arm, spin) = (turn * self.place, turn * state.spin);
        Motion {
            position: state.position + arm - self.bearing,
            axis: turn * Vector3::z(),
            velocity: state.velocity + spin.cross(&arm),
            spin,
        }
    }

    /// Load on the body about its centre and dissipated powers; writes the rates of the bristles.
    fn load(
        &mut self,
        state: &State,
        bristles: &[[f64; 3]],
        rates: &mut [[f64; 3]],
    ) -> (Wrench<f64>, [f64; 2]) {
        let b = self.motion(state);
        let Self { journal, contact, onsets, law, .. } = self;
        journal.survey(contact, &b);
        contact.find_onsets(journal.floor, |surface| onsets[surface], |_, _, rate| rate);
        journal.press(contact);
        let (friction_load, lost) = contact.friction_load(|surface, site| {
            let found = law.at_along(bristles[surface], site.slip);
            rates[surface] = found.map(|(_, rate)| rate);
            found.map(|(coefficient, _)| site.normal_force * coefficient)
        });
        let mut load = contact.load.plus(1.0, &friction_load);
        load.moment += (state.turn() * self.place).cross(&load.force);
        (load, [contact.damped, lost])
    }

    /// Records the end of a step of `size` \[s\]; returns surface, time before the end and rate of every
    /// contact that began in it.
    fn settle(&mut self, state: &State, size: f64) -> Vec<(usize, f64, f64)> {
        let b = self.motion(state);
        let Self { journal, contact, onsets, before, .. } = self;
        journal.survey(contact, &b);
        let (slices, edges, gaps) = (journal.slices, contact.edges.clone(), contact.gaps);
        let (mut edge_met, mut face_met) = (vec![0.0; slices + 1], [0.0; 2]);
        let own = |_: &Contact<f64>, meeting, rate| {
            let Some((motion, old)) = &*before else { return rate };
            let (from, depth, met) = match meeting {
                FirstTouch::Edge(k) => {
                    let edge = &edges[k];
                    let old = journal.gap_at(motion, edge.height);
                    (old, edge.section.depth, &mut edge_met[k])
                }
                FirstTouch::Face(k) => (old[2 + k], gaps[2 + k].0, &mut face_met[k]),
            };
            let mut point = ContactPoint::default();
            point.record(Received { time: 0.0, penetration: from.0, rate: from.1 });
            point.record(Received { time: size, penetration: depth, rate });
            let Onset { time, impact_speed } = point.contact.unwrap();
            *met = size - time;
            impact_speed
        };
        contact.find_onsets(journal.floor, |surface| onsets[surface], own);
        let mut begun = Vec::new();
        for surface in 0..slices + 2 {
            if onsets[surface] == 0.0 && contact.onsets[surface] > 0.0 {
                let met = match surface.checked_sub(slices) {
                    None => edge_met[contact.deeper_edge(surface)],
                    Some(face) => face_met[face],
                };
                begun.push((surface, met, contact.onsets[surface]));
            }
        }
        journal.press(contact);
        onsets.copy_from_slice(&contact.onsets);
        *before = Some((b, contact.gaps));
        begun
    }
}

/// A body with its hinges.
pub struct Machine {
    pub body: Body,
    pub hinges: Vec<Hinge>,
    pub state: State,
    pub starts: Vec<Start>,
    pub steps: u32,
}

impl Machine {
    pub fn new(body: Body, hinges: Vec<Hinge>, state: State) -> Self {
        let mut machine = Self { body, hinges, state, starts: Vec::new(), steps: 0 };
        for hinge in &mut machine.hinges {
            hinge.settle(&machine.state, 1.0);
        }
        machine
    }

    fn rate(&mut self, state: &State) -> State {
        let Body { mass, inertia, gravity } = self.body.clone();
        let mut rate = State::new(&self.hinges);
        let mut all = Wrench { force: gravity * mass, moment: Vector3::zeros() };
        let mut first = 0;
        for hinge in &mut self.hinges {
            let last = first + hinge.onsets.len();
            let (load, lost) =
                hinge.load(state, &state.bristles[first..last], &mut rate.bristles[first..last]);
            all = all.plus(1.0, &load);
            (0..2).for_each(|k| rate.lost[k] += lost[k]);
            first = last;
        }
        let spin = state.spin;
        rate.position = state.velocity;
        rate.velocity = all.force / mass;
        let moment = state.turn().inverse() * all.moment;
        let gyroscopic = spin.cross(&spin.component_mul(&inertia));
        rate.spin = (moment - gyroscopic).component_div(&inertia);
        rate.quaternion = state.quaternion * Quaternion::from_imag(spin) * 0.5;
        rate
    }

    pub fn step(&mut self, size: f64) {
        let start = self.state.clone();
        let first = self.rate(&start);
        let second = self.rate(&start.plus(0.5 * size, &first));
        let third = self.rate(&start.plus(0.5 * size, &second));
        let fourth = self.rate(&start.plus(size, &third));
        let mut next = start;
        for (weight, rate) in [(1.0, first), (2.0, second), (2.0, third), (1.0, fourth)] {
            next = next.plus(size * weight / 6.0, &rate);
        }
        next.quaternion = next.turn().into_inner();
        self.steps += 1;
        let end = f64::from(self.steps) * size;
        let mut first = 0;
        for (number, hinge) in self.hinges.iter_mut().enumerate() {
            for (surface, met, rate) in hinge.settle(&next, size) {
                self.starts.push((number, surface, end - met, rate));
            }
            for (surface, onset) in hinge.onsets.iter().enumerate() {
                if *onset == 0.0 {
                    next.bristles[first + surface] = [0.0; 3];
                }
            }
            first += hinge.onsets.len();
        }
        self.state = next;
    }

    pub fn kinetic(&self) -> f64 {
        let State { velocity, spin, .. } = &self.state;
        let Body { mass, inertia, .. } = &self.body;
        0.5 * (mass * velocity.norm_squared() + spin.dot(&spin.component_mul(inertia)))
    }

    pub fn stored(&self) -> f64 {
        self.hinges.iter().map(|hinge| hinge.contact.stored).sum()
    }
}
