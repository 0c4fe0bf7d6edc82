//! Several joints in one mechanism.

use crate::hosts::joint;
use crate::machine::{Machine, Play, driven, journal};
use nalgebra::Vector2;
use spiel::coupling::predicted::{
    HostState, JointLoad, Mechanism, OneJoint, PointContacts, Predictor, Settings, coordinates,
};
use spiel::coupling::{Contact, Step};
use spiel::kinematics::planar::Motion;
use spiel::laws::contact::Touch;

/// Two joints without any coupling.
struct Twins<'a>([OneJoint<'a, &'a Play>; 2]);

impl Mechanism for Twins<'_> {
    fn coordinates(&self) -> usize {
        6
    }
    fn joints(&self) -> usize {
        2
    }
    fn slots(&self) -> usize {
        2
    }
    fn joint(&self, slot: usize) -> usize {
        slot
    }
    fn place(&mut self, coordinates: &[f64], velocities: &[f64]) {
        for (index, joint) in self.0.iter_mut().enumerate() {
            let part = 3 * index..3 * index + 3;
            joint.place(&coordinates[part.clone()], &velocities[part]);
        }
    }
    fn neighbours(&self, joint: usize) -> Vec<usize> {
        vec![joint]
    }
    fn coupled_coordinates(&self, joint: usize) -> Vec<usize> {
        (3 * joint..3 * joint + 3).collect()
    }
    fn velocity_response(&mut self, joint: usize, impulse: &JointLoad, velocities: &mut [f64]) {
        self.0[joint].velocity_response(0, impulse, &mut velocities[3 * joint..3 * joint + 3]);
    }
    fn rates(&self, joint: usize, velocities: &[f64]) -> JointLoad {
        self.0[joint].rates(0, &velocities[3 * joint..3 * joint + 3])
    }
    fn placing_coordinates(&self, joint: usize) -> Vec<usize> {
        self.coupled_coordinates(joint)
    }
    fn generalised_forces(&self, loads: &[JointLoad], generalised: &mut [f64]) {
        for (index, load) in loads.iter().enumerate() {
            generalised[3 * index..3 * index + 3].copy_from_slice(load.xyz().as_slice());
        }
    }
    fn apply_inverse_mass(&mut self, generalised: &[f64], velocities: &mut [f64]) {
        for (index, joint) in self.0.iter_mut().enumerate() {
            let part = 3 * index..3 * index + 3;
            joint.apply_inverse_mass(&generalised[part.clone()], &mut velocities[part]);
        }
    }
}

impl PointContacts for Twins<'_> {
    fn contact(&self, slot: usize) -> &Contact {
        self.0[slot].contact
    }
    fn touch(&self, slot: usize) -> Touch<f64> {
        self.0[slot].touch(0)
    }
    fn load(&self, slot: usize, touch: &Touch<f64>, normal: f64, friction: f64) -> JointLoad {
        self.0[slot].load(0, touch, normal, friction)
    }
}

const SIZE: f64 = 5e-5;

/// One step of a host: kilograms under the drive and the loads.
fn advance(machine: &Machine, motion: &mut Motion<f64>, load: &JointLoad, time: f64) {
    let force = load.xy() + machine.drive.force(time + 0.5 * SIZE, machine.mass);
    let acceleration: Vector2<f64> = force / machine.mass;
    motion.position += SIZE * (motion.velocity + 0.5 * SIZE * acceleration);
    motion.velocity += SIZE * acceleration;
    motion.angle += SIZE * motion.spin;
}

#[test]
fn uncoupled_joints_do_not_affect_each_other() {
    let machines = [driven(), journal()];
    let joints = || machines.each_ref().map(|machine| joint(machine, 1.0));
    let mut twins = Twins(joints());
    let mut together = Predictor::new(&twins, Settings::default());
    let mut alone = joints().map(|joint| Predictor::new(&joint, Settings::default()));
    let mut motions = machines.each_ref().map(|machine| machine.start);
    let mut apart = motions;
    let (mut memory, mut memories) = (None, [None, None]);
    let mut impulse = [0.0; 2];
    for index in 0..1000 {
        let step = Step { start: f64::from(index) * SIZE, size: SIZE };
        let states = motions.map(|motion| coordinates(&motion));
        let (places, rates) = states.map(|(place, rate)| (place, rate)).into_iter().unzip();
        let (places, rates): (Vec<_>, Vec<_>) = (places, rates);
        let (places, rates) = (places.concat(), rates.concat());
        let state = HostState { coordinates: &places, velocities: &rates };
        let memory = memory.get_or_insert_with(|| together.begin(&mut twins, state, 0.0));
        together.step(&mut twins, state, memory, step).unwrap();
        for (index, joint) in joints().iter_mut().enumerate() {
            let (place, rate) = coordinates(&apart[index]);
            let state = HostState { coordinates: &place, velocities: &rate };
            let memory =
                memories[index].get_or_insert_with(|| alone[index].begin(joint, state, 0.0));
            alone[index].step(joint, state, memory, step).unwrap();
            let load = alone[index].loads()[0];
            advance(&machines[index], &mut apart[index], &load, step.start);
            advance(&machines[index], &mut motions[index], &together.loads()[index], step.start);
            impulse[index] += load.norm() * SIZE;
            // Pieces are a little shorter when both are closed.
            let off = (apart[index].position - motions[index].position).norm();
            assert!(off < 2e-6, "{index} at {}: {off}", step.start);
        }
    }
    assert!(impulse.iter().all(|impulse| *impulse > 0.1), "both were hit: {impulse:?}");
}
