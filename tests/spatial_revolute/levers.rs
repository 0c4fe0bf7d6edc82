//! The moments that the joint gives its host are those of forces at arms that move within the step.

use super::*;
use nalgebra::Matrix3;
use spiel::coupling::{SpatialMember, SpatialMobility};

#[test]
fn probe_whirl() {
    for (size, steps) in [(1e-4, 3000), (1e-5, 30000)] {
        for gap in [-6.0e-6, 1e-4] {
            let free = SpatialMember::Free {
                mass: 1.0,
                inertia: Matrix3::identity() * 1e-4,
                arm: Vector3::zeros(),
            };
            let given = SpatialMobility::of_pair(&free, &free).unwrap().numbers();
            let build = Build::default()
                .with("geometry.clearance", 5e-4)
                .with("contact.dissipation", "none")
                .with("friction.model", "none")
                .with("coupling.method", "predicted")
                .with("coupling.filter", 1.0)
                .with("build.mobility", "input");
            let mut joint = Driven::new("spatial_revolute", &build);
            let mut a = Frame { velocity: Vector3::new(0.0, -0.5, 0.0), ..Frame::rest() };
            let mut b = Frame {
                place: Vector3::new(5e-4 - gap, 0.0, 0.0),
                velocity: Vector3::new(0.0, 0.5, 0.0),
                ..Frame::rest()
            };
            let energy =
                |a: &Frame| 0.5 * (a.velocity.norm_squared() + 1e-4 * a.spin.norm_squared());
            let first = energy(&a) + energy(&b);
            let mut worst = 0.0_f64;
            for step in 0..steps {
                joint.put(&[a.flat(), b.flat(), given.to_vec()].concat());
                joint.next(size);
                let [fa, ta, fb, tb] = loads(&mut joint);
                if fa.norm() > 0.0 {
                    worst = worst.max(ta.norm() / (fa.norm() * 5e-4));
                }
                for (body, f, t) in [(&mut a, fa, ta), (&mut b, fb, tb)] {
                    let (spin, gain) = (t * (size / 1e-4), f * size);
                    body.place += (body.velocity + gain * 0.5) * size;
                    body.turn = UnitQuaternion::from_scaled_axis((body.spin + spin * 0.5) * size)
                        * body.turn;
                    body.velocity += gain;
                    body.spin += spin;
                }
                if (step + 1) % (steps / 6) == 0 {
                    println!(
                        "{size} {gap}: {step} E/E0 {} moment/Fc {worst} spin {} {} e {}",
                        (energy(&a) + energy(&b)) / first,
                        a.spin.norm(),
                        b.spin.norm(),
                        (a.place - b.place).norm()
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
