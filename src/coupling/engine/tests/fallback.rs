//! The fallback: its forces are those at the end of its pieces, and create no energy.

use super::impacts::ball;
use super::walls::{Run, contact, touch_of_point};
use crate::coupling::Contact;
use crate::coupling::engine::bending::Bending;
use crate::coupling::engine::{Engine, Points};
use crate::coupling::predicted::{JointLoad, Mechanism, PointContacts, joint_load};
use crate::laws::contact::Touch;
use crate::laws::friction::FrictionLaw;
use nalgebra::Vector2;

/// A point mass in a round hole.
struct Hole {
    mass: f64,
    /// Radius of the hole \[m\].
    play: f64,
    contact: Contact,
    state: [Vector2<f64>; 2],
}

impl Mechanism for Hole {
    fn coordinates(&self) -> usize {
        2
    }
    fn joints(&self) -> usize {
        1
    }
    fn slots(&self) -> usize {
        1
    }
    fn joint(&self, _slot: usize) -> usize {
        0
    }
    fn place(&mut self, coordinates: &[f64], velocities: &[f64]) {
        self.state = [coordinates, velocities].map(|own| Vector2::new(own[0], own[1]));
    }
    fn placing_coordinates(&self, _joint: usize) -> Vec<usize> {
        vec![0, 1]
    }
    fn velocity_response(&mut self, _joint: usize, impulse: &JointLoad, velocities: &mut [f64]) {
        velocities.copy_from_slice((impulse.xy() / self.mass).as_slice());
    }
    fn rates(&self, _joint: usize, velocities: &[f64]) -> JointLoad {
        JointLoad::new(velocities[0], velocities[1], 0.0, 0.0)
    }
    fn generalised_forces(&self, loads: &[JointLoad], generalised: &mut [f64]) {
        generalised.copy_from_slice(loads[0].xy().as_slice());
    }
    fn apply_inverse_mass(&mut self, generalised: &[f64], velocities: &mut [f64]) {
        let parts = velocities.iter_mut().zip(generalised);
        parts.for_each(|(velocity, force)| *velocity = force / self.mass);
    }
}

impl PointContacts for Hole {
    fn contact(&self, _slot: usize) -> &Contact {
        &self.contact
    }
    fn touch(&self, _slot: usize) -> Touch<f64> {
        let [place, rate] = self.state;
        let normal = place.try_normalize(0.0).unwrap_or_else(Vector2::x);
        touch_of_point(place.norm() - self.play, rate, normal)
    }
    fn load(&self, _slot: usize, touch: &Touch<f64>, normal: f64, friction: f64) -> JointLoad {
        joint_load(&touch.loads(normal, friction))
    }
}

/// Follows a run by the fallback alone over `size` \[s\], in pieces of an eighth of that.
fn fall<M: PointContacts>(run: &mut Run<M>, size: f64) {
    let Run { mechanism, engine, slots, .. } = run;
    engine.clear(true);
    engine.coarse = true;
    engine.fallback = [size / 8.0; 2];
    let mut time = 0.0;
    while time < size {
        let rest = size - time;
        let piece = engine.fall_back(mechanism, slots, (0.0, time), rest);
        time = if piece < rest { time + piece } else { size };
    }
}

#[test]
fn forces_are_those_at_the_end_of_a_piece() {
    for (stiffness, size) in [(1e4, 1e-3), (1e6, 1e-3), (1e8, 1e-3), (1e8, 1e-2)] {
        // Without loss; the wall is 1e-4 m away.
        let mut run = ball(stiffness, 1.0, 0.0, 1e-4);
        let Run { mechanism, engine, slots, .. } = &mut run;
        engine.clear(true);
        engine.fallback = [size; 2];
        assert_eq!(engine.fall_back(mechanism, slots, (0.0, 0.0), size), size);
        let depth = engine.coordinates[0] - 1e-4;
        let force = -engine.impulse[0].x / size;
        let expected = stiffness * depth;
        assert!(depth > 0.0 && (force / expected - 1.0).abs() < 1e-5, "{force} {expected}");
        // The rule of Euler: the way is that of the velocity at the end.
        let way = size * engine.velocities[0];
        assert!((engine.coordinates[0] - way).abs() < 1e-9 * way, "{stiffness:e} {size:e}");
        assert!((engine.velocities[0] - (1.0 - force * size)).abs() < 1e-9);
    }
}

/// A gram that is flung round a hole at this speed \[m/s\].
fn flung(speed: f64, stiffness: f64) -> Run<Hole> {
    let contact = contact(stiffness, 1.5, 0.0, FrictionLaw::Without);
    let hole = Hole { mass: 1e-3, play: 1e-5, contact, state: [Vector2::zeros(); 2] };
    Run::new(hole, &[1e-5, 0.0], &[0.1 * speed, speed], 1e-4)
}

#[test]
fn pieces_in_which_normals_turn_are_halved_and_create_no_energy() {
    let kinetic = |engine: &Engine<4, Points>| {
        0.5 * 1e-3 * engine.velocities.iter().map(|v| v * v).sum::<f64>()
    };
    let mut halved = 0;
    for speed in [0.01, 0.1, 1.0, 10.0] {
        for size in [1e-5, 1e-4, 1e-3] {
            for stiffness in [1e4, 1e6, 1e8, 1e10] {
                let mut run = flung(speed, stiffness);
                let start = kinetic(&run.engine);
                fall(&mut run, size);
                let (halvings, share) = (run.engine.halvings, kinetic(&run.engine) / start);
                println!("{speed} {size:e} {stiffness:e}: {halvings} halvings, {share} is left");
                assert!(share <= 1.0 + 1e-9, "{speed} {size:e} {stiffness:e}: {share}");
                halved += u32::from(halvings > 0);
            }
        }
    }
    // In pieces that are much longer than a contact, forces are so small that normals do not matter.
    assert!(halved > 20, "in {halved} of 48 cases");
}

#[test]
fn a_load_gives_rigid_bodies_the_same_energy_beside_flexible_ones() {
    let mut run = ball(1e8, 1.0, 0.0, 1e-4);
    let (size, load) = (1e-3, JointLoad::new(-300.0, 20.0, 0.0, 0.0));
    let Run { mechanism, engine, .. } = &mut run;
    engine.joint_sums[0] = [load * size, load * (size * size)];
    engine.external[0].copy_from_slice(&[7.0, -3.0]);
    engine.trial[1].copy_from_slice(&[1.0 + size * (7.0 - 300.0), size * (20.0 - 3.0)]);
    let rigid = engine.energy_given(mechanism, 0, size);
    let numbers = || vec![0.0; 2].into_boxed_slice();
    engine.coarse = true;
    engine.bending = Some(Box::new(Bending {
        first_modal: 2,
        given: [numbers(), numbers()],
        middle: numbers(),
        began: [numbers(), numbers()],
        impulses: Box::default(),
        halfway: numbers(),
        mean: numbers(),
        frequencies: Box::default(),
        wrong: [numbers(), numbers()],
        damped: 0.0,
    }));
    engine.find_mean(size);
    let beside = engine.energy_given(mechanism, 0, size);
    assert!((rigid - beside).abs() < 1e-12, "{rigid} {beside}");
    assert!((rigid - size * (-300.0 * (1.0 - 0.15) + 20.0 * 0.01)).abs() < 1e-12, "{rigid}");
}

#[test]
fn a_piece_of_the_fallback_moves_the_clock_however_short_it_is_wanted() {
    for (since, rest) in [(1e-3, 1e-4), (1e-3, 3e-19), (0.0, 1e-300), (0.0, 5e-324)] {
        for wanted in [0.0, 5e-324, 1e-30] {
            let mut run = ball(1e10, 1.5, 0.5, 1e-4);
            assert!(run.step(1e-5));
            run.engine.fallback = [wanted; 2];
            let Run { mechanism, engine, slots, .. } = &mut run;
            let piece = engine.fall_back(mechanism, slots, (0.0, since), rest);
            assert!(piece == rest || since + piece > since, "{since:e} {rest:e}: {piece:e}");
        }
    }
}
