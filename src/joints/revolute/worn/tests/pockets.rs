//! Impacts in worn pockets: the prescribed restitution with every method.

use super::predicted::{MASS, predicting};
use super::*;
use crate::joints::joint::reported;
use crate::laws::contact::Dissipation;

/// A pocket that a load has worn into the bearing along -y, in the rigid limit of Archard's law: the journal's
/// own circle about a point beyond the clearance by the share `deep` of it.
fn pocket(parameters: &Parameters, deep: f64) -> Files {
    let clearance = parameters.geometry.clearance;
    let mut text = String::from("angle,bearing,journal\n");
    for index in 0..1440 {
        let angle = std::f64::consts::TAU * f64::from(index) / 1440.0;
        let depth =
            (1.0 + deep) * clearance * (angle + std::f64::consts::FRAC_PI_2).cos() - clearance;
        text += &format!("{angle},{:e},0\n", depth.max(0.0));
    }
    Files::from([(PROFILE.into(), text)])
}

/// Restitution along the impulse of a journal thrown into a pocket at `off` \[rad\] from its axis, and the angle
/// of the impulse to that direction.
fn rebound(parameters: &Parameters, files: &Files, off: f64, size: f64) -> [f64; 2] {
    let mut joint = WornRevolute::new(parameters, files).unwrap();
    let mut report = vec![0.0; length(parameters.build.cells as usize)];
    let (sin, cos) = off.sin_cos();
    let velocity = Vector2::new(sin, -cos) * 0.5;
    let clearance = parameters.geometry.clearance;
    let mut body = Motion { velocity, position: velocity * clearance, ..Motion::rest() };
    let mut memory =
        joint.begin(&PairMotion::along(Path::straight(body)), 0.0, &mut report).unwrap();
    let mut struck = false;
    for index in 0..(2e-2 / size) as u32 {
        let time = f64::from(index) * size;
        let motion = PairMotion::along(Path::straight(body));
        let load =
            reported(&mut joint, &motion, &mut memory, Step { start: time, size }, &mut report);
        let force = load.unwrap().b.force / MASS;
        body.position += (body.velocity + force * (0.5 * size)) * size;
        body.velocity += force * size;
        struck |= force.norm() > 0.0;
        if struck && Whole::read(&report).contact.penetration <= 0.0 {
            break;
        }
    }
    assert!(struck);
    // The correction of positions decays.
    for index in 0..4 {
        let time = f64::from(index) * size + 1.0;
        let motion = PairMotion::along(Path::straight(body));
        let load =
            reported(&mut joint, &motion, &mut memory, Step { start: time, size }, &mut report);
        let force = load.unwrap().b.force / MASS;
        body.position += (body.velocity + force * (0.5 * size)) * size;
        body.velocity += force * size;
    }
    let along = (body.velocity - velocity).normalize();
    let direction = along.x.atan2(along.y) + off;
    [-body.velocity.dot(&along) / velocity.dot(&along), direction]
}

#[test]
fn impacts_in_pockets_have_the_prescribed_restitution() {
    let mut worst = [0.0_f64; 2];
    for (deep, name) in [(0.1498643422, "X = 0.1"), (0.8443887793, "X = 1")] {
        for off in [0.0, 20.0_f64.to_radians()] {
            for (method, size) in [
                (Method::EndPoint, 2e-8),
                (Method::StepMean, 2e-7),
                (Method::Predicted, 1e-5),
                (Method::Predicted, 1e-4),
            ] {
                let mut parameters = predicting(180);
                parameters.coupling.shared.method = method;
                parameters.contact.normal.restitution = 0.55;
                parameters.contact.normal.dissipation = Dissipation::Exact;
                parameters.friction.model = Friction::Without;
                parameters.wear.enabled = false;
                let files = pocket(&parameters, deep);
                let [found, direction] = rebound(&parameters, &files, off, size);
                println!(
                    "{name} {off:.2} {method:?} {size:e}: {found:.5}, impulse {direction:.4} rad off"
                );
                let worst = &mut worst[usize::from(off > 0.0)];
                *worst = worst.max((found - 0.55).abs());
            }
        }
    }
    // Off the axis the normal of the pressures rotates during the impact, and the law's restitution holds for a
    // constant normal.
    println!("{worst:?}");
    assert!(worst[0] < 1e-3 && worst[1] < 2e-3, "{worst:?}");
}
