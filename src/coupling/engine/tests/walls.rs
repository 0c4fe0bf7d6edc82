//! Point masses between pairs of walls, for tests of the engine.

use crate::coupling::engine::contacts::Finish;
use crate::coupling::engine::{Control, Engine, External, Points};
use crate::coupling::predicted::{JointLoad, Mechanism, PointContacts, Slot, joint_load};
use crate::coupling::{Contact, Coupling, Step};
use crate::kinematics::planar::quarter_turn;
use crate::laws::contact::{
    ContactPoint, Damping, ElasticLaw, Loss, NormalLaw, NormalParameters, Touch, elastic::Power,
};
use crate::laws::friction::{FrictionLaw, FrictionParameters};
use nalgebra::Vector2;

/// A pair of walls on body `bodies[1]`, or the ground, around body `bodies[0]`.
#[derive(Debug, Clone)]
pub struct Pair {
    pub bodies: [usize; 2],
    pub normal: Vector2<f64>,
    /// Gaps to both walls.
    pub gaps: [f64; 2],
    pub contact: Contact,
}

/// Bodies that do not turn, and pairs of walls between them.
#[derive(Debug, Clone)]
pub struct Walls {
    pub masses: Vec<f64>,
    pub pairs: Vec<Pair>,
    /// Two bodies that move as one.
    pub welded: Option<[usize; 2]>,
    pub state: [Vec<f64>; 2],
}

/// A contact with f = `stiffness` δⁿ, the factor χ of its damping, and this friction.
pub fn contact(stiffness: f64, exponent: f64, chi: f64, friction: FrictionLaw) -> Contact {
    let law = ElasticLaw::Power(Power::new(stiffness, 1.0, exponent));
    let normal = NormalLaw {
        damping: Damping::Hysteretic { loss: Loss::of_factor(chi), impact_speed_floor: 1e-3 },
        ..NormalLaw::new(&NormalParameters::default(), law)
    };
    Contact::new(normal, friction, Coupling::StepMean)
}

/// The touch of a point mass with this penetration \[m\], which moves at `rate` \[m/s\].
pub fn touch_of_point(penetration: f64, rate: Vector2<f64>, normal: Vector2<f64>) -> Touch<f64> {
    let zero = Vector2::zeros();
    Touch {
        penetration,
        rate: rate.dot(&normal),
        sliding_speed: rate.dot(&quarter_turn(normal)),
        normal,
        arm_a: zero,
        arm_b: zero,
        gain: 1.0,
        spread: 1.0,
    }
}

pub fn lugre(fades: bool, kinetic: f64, r#static: f64, stribeck_speed: f64) -> FrictionLaw {
    let parameters = FrictionParameters {
        damping_fades: fades,
        kinetic,
        r#static,
        stribeck_speed,
        ..FrictionParameters::default()
    };
    FrictionLaw::without_micro_slip(&parameters).unwrap()
}

impl Walls {
    pub fn new(masses: Vec<f64>, pairs: Vec<Pair>) -> Self {
        let numbers = vec![0.0; 2 * masses.len()];
        Self { state: [numbers.clone(), numbers], masses, pairs, welded: None }
    }

    /// The motion of b relative to a in a pair.
    fn relative(&self, pair: usize, of: usize) -> Vector2<f64> {
        let Pair { bodies: [b, a], .. } = self.pairs[pair];
        let at = |body: usize| match self.state[of].get(2 * body..2 * body + 2) {
            Some(own) => Vector2::new(own[0], own[1]),
            None => Vector2::zeros(),
        };
        at(b) - at(a)
    }

    /// The bodies of a pair that move.
    fn bodies_of(&self, pair: usize) -> impl Iterator<Item = usize> {
        let bodies = self.pairs[pair].bodies.into_iter();
        bodies.filter(|body| *body < self.masses.len())
    }

    /// A body and the one that is welded to it; none for a wall.
    fn moved_with(&self, body: usize) -> Vec<usize> {
        match self.welded {
            Some(both) if both.contains(&body) => both.to_vec(),
            _ if body < self.masses.len() => vec![body],
            _ => Vec::new(),
        }
    }

    /// The bodies that a load at a pair moves.
    fn moved_by(&self, pair: usize) -> Vec<usize> {
        let mut bodies: Vec<_> =
            self.bodies_of(pair).flat_map(|body| self.moved_with(body)).collect();
        bodies.sort_unstable();
        bodies.dedup();
        bodies
    }

    pub fn kinetic(&self, velocities: &[f64]) -> f64 {
        let each = velocities.chunks_exact(2).zip(&self.masses);
        each.map(|(v, mass)| 0.5 * mass * (v[0] * v[0] + v[1] * v[1])).sum()
    }

    /// Kinetic energy and that of the springs, from the surfaces of their slots on.
    pub fn energy(&mut self, engine: &Engine<4, Points>, slots: &[Slot]) -> f64 {
        let end = engine.end();
        self.place(end.coordinates, end.velocities);
        let stored =
            (0..slots.len()).filter(|slot| slots[*slot].point.contact.is_some()).map(|slot| {
                let touch = slots[slot].at_surface(self.touch(slot).approach());
                self.contact(slot).stored(touch.penetration)
            });
        self.kinetic(end.velocities) + stored.sum::<f64>()
    }

    /// Energy of the bristles.
    pub fn bent(&self, engine: &Engine<4, Points>, slots: &[Slot]) -> f64 {
        let closed = (0..slots.len()).filter(|slot| slots[*slot].point.contact.is_some());
        closed.map(|slot| engine.laws.bristle_energy(self, slots, slot)).sum()
    }
}

impl Mechanism for Walls {
    const IS_DIVISIBLE: bool = true;

    fn coordinates(&self) -> usize {
        2 * self.masses.len()
    }
    fn joints(&self) -> usize {
        self.pairs.len()
    }
    fn slots(&self) -> usize {
        2 * self.pairs.len()
    }
    fn joint(&self, slot: usize) -> usize {
        slot / 2
    }
    fn place(&mut self, coordinates: &[f64], velocities: &[f64]) {
        self.state[0].copy_from_slice(coordinates);
        self.state[1].copy_from_slice(velocities);
    }
    fn place_joints(&mut self, joints: &[usize], coordinates: &[f64], velocities: &[f64]) {
        for joint in joints {
            for index in self.placing_coordinates(*joint) {
                self.state[0][index] = coordinates[index];
                self.state[1][index] = velocities[index];
            }
        }
    }
    fn neighbours(&self, joint: usize) -> Vec<usize> {
        let own: Vec<_> = self.moved_by(joint);
        let shares = |other: &usize| self.bodies_of(*other).any(|body| own.contains(&body));
        (0..self.pairs.len()).filter(shares).collect()
    }
    fn coupled_coordinates(&self, joint: usize) -> Vec<usize> {
        self.moved_by(joint).into_iter().flat_map(|body| [2 * body, 2 * body + 1]).collect()
    }
    fn placing_coordinates(&self, joint: usize) -> Vec<usize> {
        self.bodies_of(joint).flat_map(|body| [2 * body, 2 * body + 1]).collect()
    }
    fn velocity_response(&mut self, joint: usize, impulse: &JointLoad, velocities: &mut [f64]) {
        let Pair { bodies, .. } = &self.pairs[joint];
        for (body, sign) in bodies.iter().zip([1.0, -1.0]) {
            let together = self.moved_with(*body);
            let mass: f64 = together.iter().map(|body| self.masses[*body]).sum();
            for body in together {
                velocities[2 * body] = sign * impulse.x / mass;
                velocities[2 * body + 1] = sign * impulse.y / mass;
            }
        }
    }
    fn rates(&self, joint: usize, velocities: &[f64]) -> JointLoad {
        let of = |body: usize| velocities.get(2 * body..2 * body + 2).unwrap_or(&[0.0, 0.0]);
        let [b, a] = self.pairs[joint].bodies.map(of);
        JointLoad::new(b[0] - a[0], b[1] - a[1], 0.0, 0.0)
    }
    fn generalised_forces(&self, loads: &[JointLoad], generalised: &mut [f64]) {
        generalised.fill(0.0);
        for (load, Pair { bodies, .. }) in loads.iter().zip(&self.pairs) {
            for (body, sign) in bodies.iter().zip([1.0, -1.0]) {
                if let Some(own) = generalised.get_mut(2 * body..2 * body + 2) {
                    own[0] += sign * load.x;
                    own[1] += sign * load.y;
                }
            }
        }
    }
    fn apply_inverse_mass(&mut self, generalised: &[f64], velocities: &mut [f64]) {
        for (index, velocity) in velocities.iter_mut().enumerate() {
            let together = self.moved_with(index / 2);
            let mass: f64 = together.iter().map(|body| self.masses[*body]).sum();
            let forces = together.iter().map(|body| generalised[2 * body + index % 2]);
            *velocity = forces.sum::<f64>() / mass;
        }
    }
}

impl PointContacts for Walls {
    fn contact(&self, slot: usize) -> &Contact {
        &self.pairs[slot / 2].contact
    }
    fn touch(&self, slot: usize) -> Touch<f64> {
        let pair = &self.pairs[slot / 2];
        let normal = if slot.is_multiple_of(2) { pair.normal } else { -pair.normal };
        let (place, rate) = (self.relative(slot / 2, 0), self.relative(slot / 2, 1));
        touch_of_point(place.dot(&normal) - pair.gaps[slot % 2], rate, normal)
    }
    fn load(&self, _slot: usize, touch: &Touch<f64>, normal: f64, friction: f64) -> JointLoad {
        joint_load(&touch.loads(normal, friction))
    }
}

/// A run of a mechanism without a host.
pub struct Run<M> {
    pub mechanism: M,
    pub engine: Engine<4, Points>,
    pub slots: Vec<Slot>,
    pub controls: Box<[Control]>,
    pub time: f64,
    pub external: Vec<f64>,
}

impl<M: PointContacts> Run<M> {
    pub fn new(mut mechanism: M, coordinates: &[f64], velocities: &[f64], tolerance: f64) -> Self {
        let mut engine = Engine::new(&mechanism, tolerance);
        engine.coordinates.copy_from_slice(coordinates);
        engine.velocities.copy_from_slice(velocities);
        mechanism.place(coordinates, velocities);
        let slots = (0..mechanism.slots())
            .map(|index| {
                let mut point = ContactPoint::default();
                point.receive(0.0, &mechanism.touch(index));
                Slot { point, ..Slot::default() }
            })
            .collect();
        let external = vec![0.0; coordinates.len()];
        let controls = vec![Control::default(); mechanism.joints()].into();
        Self { mechanism, engine, slots, controls, time: 0.0, external }
    }

    /// Makes a step of `size` \[s\]; returns false if it is refused.
    pub fn step(&mut self, size: f64) -> bool {
        self.engine.clear(true);
        let step = Step { start: self.time, size };
        let external = External { middle: &self.external, growth: &[] };
        let done = self.engine.follow(
            &mut self.mechanism,
            &mut self.slots,
            external,
            step,
            0.0,
            &mut self.controls,
        );
        self.time += size;
        done.is_some()
    }

    pub fn dissipated(&self) -> f64 {
        self.slots.iter().map(|slot| slot.point.dissipated()).sum()
    }
}
