//! The moments that the joint gives its host are those of forces at arms that move within the step.

use super::*;
use crate::whirl::{self, CLEARANCE, INERTIA, MASS, PRESSED};
use nalgebra::Matrix3;
use spiel::coupling::{SpatialMember, SpatialMobility};

/// Two free bodies, the journal of one whirling in the hole of the other at 1 m/s.
struct Pair {
    joint: Driven,
    bodies: [Frame; 2],
}

impl Pair {
    fn whirling(build: Build) -> Self {
        let build = build
            .with("geometry.clearance", CLEARANCE)
            .with("coupling.method", "predicted")
            .with("coupling.filter", 1.0)
            .with("build.mobility", "given_by_input");
        let body = |x: f64, vy: f64| Frame {
            place: Vector3::new(x, 0.0, 0.0),
            velocity: Vector3::new(0.0, vy, 0.0),
            ..Frame::rest()
        };
        let bodies = [body(0.0, -0.5), body(CLEARANCE + PRESSED, 0.5)];
        Self { joint: Driven::new("spatial_revolute", &build), bodies }
    }

    /// One step of the joint and of its host, exact under held loads; returns force and moment on a.
    fn go(&mut self, size: f64) -> [Vector3<f64>; 2] {
        let inertia = Matrix3::identity() * INERTIA;
        let free = SpatialMember::Free { mass: MASS, inertia, arm: Vector3::zeros() };
        let given = SpatialMobility::of_pair(&free, &free).unwrap();
        let [a, b] = self.bodies.map(|body| body.flat());
        self.joint.put(&[a, b, given.numbers().collect()].concat());
        self.joint.next(size);
        let [force, moment, on_b @ ..] = loads(&mut self.joint);
        for (body, [force, moment]) in self.bodies.iter_mut().zip([[force, moment], on_b]) {
            let (gain, turned) = (force * (size / MASS), moment * (size / INERTIA));
            body.place += (body.velocity + gain * 0.5) * size;
            let turn = UnitQuaternion::from_scaled_axis((body.spin + turned * 0.5) * size);
            body.turn = turn * body.turn;
            body.velocity += gain;
            body.spin += turned;
        }
        [force, moment]
    }

    fn energy(&self) -> f64 {
        let of = |body: &Frame| {
            0.5 * (MASS * body.velocity.norm_squared() + INERTIA * body.spin.norm_squared())
        };
        self.bodies.iter().map(of).sum()
    }

    fn angular_momentum(&self) -> Vector3<f64> {
        let of = |body: &Frame| body.place.cross(&body.velocity) * MASS + body.spin * INERTIA;
        self.bodies.iter().map(of).sum()
    }
}

#[test]
fn a_whirling_pair_without_friction_keeps_its_energy_and_nothing_turns() {
    let lossless =
        Build::default().with("contact.dissipation", "none").with("friction.model", "none");
    for size in [5e-5, 1e-4] {
        let mut pair = Pair::whirling(lossless.clone());
        let go = |pair: &mut Pair, size: f64| pair.go(size).map(|part| part.norm());
        whirl::assert_energy_is_kept(&mut pair, size, go, Pair::energy);
    }
}

#[test]
fn a_pair_that_rubs_keeps_its_angular_momentum() {
    for size in [2e-5, 1e-4] {
        let mut pair = Pair::whirling(build());
        let (first, mut worst, mut spun) = (pair.angular_momentum(), 0.0_f64, 0.0_f64);
        for _ in 0..(0.02 / size) as u32 {
            pair.go(size);
            worst = worst.max((pair.angular_momentum() - first).norm());
            spun = spun.max(INERTIA * pair.bodies[0].spin.norm());
        }
        // 1 %: five times the measured error.
        assert!(spun > 1e-3 && worst < 0.01 * spun, "{size}: {worst} of {spun}");
    }
}

#[test]
fn friction_without_coefficients_lets_a_journal_slide() {
    for model in ["lugre", "coulomb"] {
        let smooth = build()
            .with("friction.model", model)
            .with("friction.static", 0.0)
            .with("friction.kinetic", 0.0);
        let mut pair = Pair::whirling(smooth);
        for _ in 0..100 {
            let [force, moment] = pair.go(1e-4);
            // Implicit pieces integrate levers to the tolerance; measured: 8e-8.
            assert!(force.norm() > 0.0 && moment.norm() <= 1e-6 * force.norm() * CLEARANCE);
        }
    }
}

#[test]
fn ends_with_a_normal_force_report_their_penetration() {
    let mut joint = joint(PortKind::Relative, "step_mean");
    let (mut beyond, mut both) = (0, 0);
    for number in 0..4000 {
        // Positions and tilts that go through the play in all directions.
        let even = |factor: f64| (f64::from(number) * factor).fract() * 2.0 - 1.0;
        let [x, y, z] = [0.618_034, 0.754_878, 0.569_84].map(|factor| even(factor) * 6e-5);
        let [tilt_x, tilt_y] = [0.819_173, 0.671_044].map(|factor| even(factor) * 3e-3);
        let axis = Vector3::new(tilt_x, tilt_y, 1.0).normalize();
        joint.put(&[&[x, y, z][..], axis.as_slice(), &[0.01, 0.0, 0.0, 0.0, 0.0, 0.0]].concat());
        joint.next(1e-9);
        let mut sum = 0.0;
        let mut active = [false; 4];
        for (index, place) in ["lower", "upper", "lower_face", "upper_face"].iter().enumerate() {
            let force = joint.get(&format!("{place}.normal_force"));
            let depth = joint.get(&format!("{place}.penetration"));
            active[index] = joint.get(&format!("{place}.active")) != 0.0;
            // Damping may hold a departing body's force at 0; the reverse was reported once.
            assert!(force == 0.0 || depth > 0.0, "{number} {place}: {force} N, {depth} m");
            assert_eq!(active[index], depth > 0.0, "{number} {place}");
            sum += force;
        }
        let whole = joint.get("contact.normal_force");
        assert!((sum - whole).abs() <= 1e-12 * whole, "{number}: {sum} of {whole}");
        both += u32::from(active[0] && active[1]);
        beyond += u32::from(active[0] != active[1]);
    }
    assert!(both > 50 && beyond > 500, "{both} {beyond}");
}
