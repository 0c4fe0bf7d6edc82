//! The revolute joint as physics: symmetry, balance, starts of contacts.

mod impact;
mod line;
mod lost_energy;
mod micro_slip;
mod oil;
mod oiled_rotor;

use super::*;
use crate::coupling::{Method, Step};
use crate::joints::test_host::TestHost;
use crate::kinematics::planar::Frame;
use crate::laws::contact::{Dissipation, Elastic};
use crate::laws::friction::Friction;
use crate::ports::{WorldInputs, WorldLoads};
use proptest::prelude::*;

type Host = TestHost<RevoluteClearance>;

fn joint(change: impl FnOnce(&mut Parameters)) -> Host {
    let mut parameters = Parameters::default();
    change(&mut parameters);
    Host::new(&parameters).unwrap()
}

fn first_step(joint: &mut Host, inputs: &WorldInputs, size: f64) -> WorldLoads {
    joint.first(inputs, 0.0).unwrap();
    joint.step(inputs, Step { start: 0.0, size }).unwrap()
}

/// Bodies near contact, anywhere around the hole, with any motion.
fn bodies() -> impl Strategy<Value = WorldInputs> {
    let body = prop::array::uniform6(-1.0..1.0_f64);
    (body, 4.9e-4..5.2e-4_f64, 0.0..std::f64::consts::TAU, prop::array::uniform3(-1.0..1.0_f64))
        .prop_map(|(a, eccentricity, direction, [vx, vy, w])| {
            let frame_a = Frame { x: a[0], y: a[1], phi: a[2], vx: a[3], vy: a[4], w: 20.0 * a[5] };
            let (sin, cos) = direction.sin_cos();
            let frame_b = Frame {
                x: frame_a.x + eccentricity * cos,
                y: frame_a.y + eccentricity * sin,
                phi: 0.0,
                vx: frame_a.vx + vx,
                vy: frame_a.vy + vy,
                w: 50.0 * w,
            };
            WorldInputs { frame_a, frame_b }
        })
}

/// All inputs rotated about the world's origin.
fn rotated(inputs: &WorldInputs, angle: f64) -> WorldInputs {
    let (sin, cos) = angle.sin_cos();
    let turn = |f: &Frame| Frame {
        x: cos * f.x - sin * f.y,
        y: sin * f.x + cos * f.y,
        phi: f.phi + angle,
        vx: cos * f.vx - sin * f.vy,
        vy: sin * f.vx + cos * f.vy,
        w: f.w,
    };
    WorldInputs { frame_a: turn(&inputs.frame_a), frame_b: turn(&inputs.frame_b) }
}

proptest! {
    #[test]
    fn the_two_bodies_get_opposite_forces(inputs in bodies(), size in 1e-8..1e-5_f64) {
        let loads = first_step(&mut joint(|_| ()), &inputs, size);
        prop_assert_eq!(loads.load_a.fx, -loads.load_b.fx);
        prop_assert_eq!(loads.load_a.fy, -loads.load_b.fy);
    }

    #[test]
    fn the_loads_of_the_pair_balance(inputs in bodies()) {
        // End point: one instant, one place of the journal.
        let mut joint = joint(|p| p.coupling.shared.method = Method::EndPoint);
        let loads = first_step(&mut joint, &inputs, 1e-9);
        let (a, b) = (&loads.load_a, &loads.load_b);
        let (x, y) = (inputs.frame_b.x - inputs.frame_a.x, inputs.frame_b.y - inputs.frame_a.y);
        let moment = a.t + b.t + x * b.fy - y * b.fx;
        let size = 1e-2 * a.fx.hypot(a.fy) + 1e-12;
        prop_assert!(moment.abs() < 1e-13 * size, "{:e}", moment / size);
    }

    #[test]
    fn turning_the_inputs_turns_the_load(inputs in bodies(), angle in 0.0..6.3_f64) {
        let mut joint = joint(|_| ());
        let plain = first_step(&mut joint, &inputs, 1e-6);
        let seen = first_step(&mut joint, &rotated(&inputs, angle), 1e-6);
        let (sin, cos) = angle.sin_cos();
        let force = plain.load_a.fx.hypot(plain.load_a.fy);
        // Eccentricities are differences of metres: their last digits set the limit.
        let limit = 1e-9 * force + 1e-3;
        let fx = cos * plain.load_a.fx - sin * plain.load_a.fy;
        prop_assert!((fx - seen.load_a.fx).abs() < limit, "{fx} {}", seen.load_a.fx);
        prop_assert!((plain.load_a.t - seen.load_a.t).abs() < 0.01 * limit);
    }

    #[test]
    fn a_journal_without_contact_has_no_load(direction in 0.0..6.3_f64, part in 0.0..0.99_f64) {
        let (sin, cos) = direction.sin_cos();
        let mut inputs = WorldInputs::default();
        (inputs.frame_b.x, inputs.frame_b.y) = (part * 5e-4 * cos, part * 5e-4 * sin);
        prop_assert_eq!(first_step(&mut joint(|_| ()), &inputs, 1e-6), WorldLoads::default());
    }

    #[test]
    fn small_steps_give_the_same_load_by_either_coupling(inputs in bodies()) {
        let by = |method| {
            let mut joint = joint(|p| {
                p.coupling.shared.method = method;
                p.friction.model = Friction::Coulomb;
            });
            first_step(&mut joint, &inputs, 1e-12).load_a.fx
        };
        let (point, mean) = (by(Method::EndPoint), by(Method::StepMean));
        prop_assert!((point - mean).abs() < 1e-4 * point.abs() + 1e-3, "{point} {mean}");
    }
}

#[test]
fn a_start_inside_a_step_is_located_on_the_straight_path() {
    let mut joint = joint(|_| ());
    let mut inputs = WorldInputs::default();
    (inputs.frame_b.x, inputs.frame_b.vx) = (5e-4 - 3e-7, 0.5);
    joint.first(&inputs, 2.0).unwrap();
    let step = Step { start: 2.0, size: 1e-6 };
    joint.step(&inputs, step).unwrap();
    let Report { contact, .. } = joint.report();
    assert!((contact.start_time - 2.000_000_6).abs() < 1e-15);
    assert_eq!(contact.impact_speed, 0.5);
    assert!(contact.active && contact.peak_normal_force > 0.0);
}

#[test]
fn a_clearance_as_large_as_the_hole_is_refused() {
    let mut parameters = Parameters::default();
    parameters.geometry.clearance = 0.01;
    let message = Host::new(&parameters).err().unwrap().to_string();
    assert!(message.starts_with("geometry.clearance = 0.01 is outside"), "{message}");
}
