//! The moments that a joint gives its host are those of forces at arms that move within the step.

use crate::driven::Driven;
use nalgebra::{Matrix3, Vector2, Vector3};
use spiel::Value;
use spiel::coupling::Mobility;
use spiel::model::Build;
use spiel::planar::Motion;

/// A free body as its host moves it under held loads: exactly.
#[derive(Debug, Clone, Copy)]
struct Body {
    motion: Motion<f64>,
    mass: f64,
    inertia: f64,
}

impl Body {
    fn new(position: [f64; 2], velocity: [f64; 2]) -> Self {
        let motion =
            Motion { position: position.into(), velocity: velocity.into(), ..Motion::rest() };
        Self { motion, mass: 1.0, inertia: 1e-4 }
    }

    fn numbers(&self) -> [f64; 6] {
        let Motion { position, angle, velocity, spin } = self.motion;
        [position.x, position.y, angle, velocity.x, velocity.y, spin]
    }

    fn carry(&mut self, [fx, fy, moment]: [f64; 3], size: f64) {
        let (gain, turned) =
            (Vector2::new(fx, fy) * (size / self.mass), moment * size / self.inertia);
        let Motion { position, angle, velocity, spin } = &mut self.motion;
        *position += (*velocity + 0.5 * gain) * size;
        *angle += (*spin + 0.5 * turned) * size;
        *velocity += gain;
        *spin += turned;
    }

    fn energy(&self) -> f64 {
        let Motion { velocity, spin, .. } = self.motion;
        0.5 * (self.mass * velocity.norm_squared() + self.inertia * spin * spin)
    }
}

#[test]
fn probe_whirl() {
    for (size, steps) in [(1e-4, 3000), (1e-5, 30000)] {
        for (gap, friction) in [(-6.0e-6, 1), (1e-4, 1), (-6e-6, 3)] {
            let mut joint = Driven::new(
                "revolute_clearance",
                &Build::default().with("contact.dissipation", "none"),
            )
            .with("coupling.method", Value::Integer(3))
            .with("friction.model", Value::Integer(friction))
            .with("coupling.filter", 1.0);
            for (name, number) in Mobility::PARAMETERS
                .into_iter()
                .zip(Mobility(Matrix3::from_diagonal(&Vector3::new(2.0, 2.0, 2e4))).numbers())
            {
                joint.set(name, number);
            }
            let mut a = Body::new([0.0, 0.0], [0.0, -0.5]);
            let mut b = Body::new([5e-4 - gap, 0.0], [0.0, 0.5]);
            let first = a.energy() + b.energy();
            let mut worst = 0.0_f64;
            for step in 0..steps {
                joint.put(&[a.numbers(), b.numbers()].concat());
                joint.next(size);
                let loads = joint.loads();
                let force = loads[0].hypot(loads[1]);
                if force > 0.0 {
                    worst = worst.max(loads[2].abs() / (force * 5e-4));
                }
                a.carry([loads[0], loads[1], loads[2]], size);
                b.carry([loads[3], loads[4], loads[5]], size);
                if (step + 1) % (steps / 6) == 0 {
                    println!(
                        "{size} {gap} {friction}: {step} E/E0 {} moment/Fc {worst} spin {} {} e {}",
                        (a.energy() + b.energy()) / first,
                        a.motion.spin,
                        b.motion.spin,
                        (a.motion.position - b.motion.position).norm()
                    );
                }
            }
            println!(
                "mismatch {} diss {}",
                joint.get("coupling.work_mismatch"),
                joint.get("energy.dissipated")
            );
        }
    }
}

#[test]
fn probe_spin() {
    for (size, steps) in [(1e-4, 3000), (1e-5, 30000)] {
        for spin in [0.0, 5.0, -50.0, 50.0] {
            let mut joint = Driven::new(
                "revolute_clearance",
                &Build::default().with("contact.dissipation", "none"),
            )
            .with("coupling.method", Value::Integer(3))
            .with("friction.model", Value::Integer(1))
            .with("coupling.filter", 1.0);
            for (name, number) in Mobility::PARAMETERS
                .into_iter()
                .zip(Mobility(Matrix3::from_diagonal(&Vector3::new(2.0, 2.0, 2e4))).numbers())
            {
                joint.set(name, number);
            }
            let mut a = Body::new([0.0, 0.0], [0.0, -0.5]);
            a.motion.spin = spin;
            let mut b = Body::new([5e-4 + 6e-6, 0.0], [0.0, 0.5]);
            let energy = |a: &Body, b: &Body| {
                0.5 * (a.motion.velocity.norm_squared() + b.motion.velocity.norm_squared())
            };
            for step in 0..steps {
                joint.put(&[a.numbers(), b.numbers()].concat());
                joint.next(size);
                let loads = joint.loads();
                a.carry([loads[0], loads[1], loads[2]], size);
                b.carry([loads[3], loads[4], loads[5]], size);
                if (step + 1) % (steps / 3) == 0 {
                    println!(
                        "{size} {spin}: {step} E/E0 {} e {} spin {}",
                        energy(&a, &b) / 0.25,
                        (a.motion.position - b.motion.position).norm(),
                        a.motion.spin
                    );
                }
            }
            println!(
                "mismatch {} diss {}",
                joint.get("coupling.work_mismatch"),
                joint.get("energy.dissipated")
            );
        }
    }
}
