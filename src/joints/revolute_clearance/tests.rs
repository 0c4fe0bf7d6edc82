//! The revolute joint as physics: symmetry, balance, restitution, convergence.

use super::*;
use crate::contact::Dissipation;
use crate::coupling::Coupling;
use crate::friction::Friction;
use proptest::prelude::*;

fn joint(change: impl FnOnce(&mut Parameters)) -> RevoluteClearance {
    let mut parameters = Parameters::default();
    change(&mut parameters);
    RevoluteClearance::prepare(&parameters).unwrap()
}

fn first_step(joint: &RevoluteClearance, inputs: &Inputs, size: f64) -> Loads {
    let (mut state, _) = joint.initial(inputs, 0.0);
    joint.advance(inputs, &mut state, Step { start: 0.0, size }).0
}

/// Bodies near contact, anywhere around the hole, moving at will.
fn bodies() -> impl Strategy<Value = Inputs> {
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
            Inputs { frame_a, frame_b }
        })
}

/// Everything turned about the world's origin.
fn turned(inputs: &Inputs, angle: f64) -> Inputs {
    let (sin, cos) = angle.sin_cos();
    let turn = |f: &Frame| Frame {
        x: cos * f.x - sin * f.y,
        y: sin * f.x + cos * f.y,
        phi: f.phi + angle,
        vx: cos * f.vx - sin * f.vy,
        vy: sin * f.vx + cos * f.vy,
        w: f.w,
    };
    Inputs { frame_a: turn(&inputs.frame_a), frame_b: turn(&inputs.frame_b) }
}

proptest! {
    #[test]
    fn the_two_bodies_get_opposite_forces(inputs in bodies(), size in 1e-8..1e-5_f64) {
        let loads = first_step(&joint(|_| ()), &inputs, size);
        prop_assert_eq!(loads.load_a.fx, -loads.load_b.fx);
        prop_assert_eq!(loads.load_a.fy, -loads.load_b.fy);
    }

    #[test]
    fn only_the_couple_of_friction_over_the_penetration_is_left(inputs in bodies()) {
        // End point: one instant, so the couple is exactly δ F_T.
        let joint = joint(|p| p.coupling.method = Coupling::EndPoint);
        let loads = first_step(&joint, &inputs, 1e-9);
        let touch = joint.hole.touch(0, &inputs.bodies());
        let (a, b) = (&loads.load_a, &loads.load_b);
        let (x, y) = (inputs.frame_b.x - inputs.frame_a.x, inputs.frame_b.y - inputs.frame_a.y);
        let moment = a.t + b.t + x * b.fy - y * b.fx;
        let tangent = quarter_turn(touch.normal);
        let friction = a.fx * tangent.x + a.fy * tangent.y;
        // Arms R_B and R_J + e lie e + R_J − R_B = δ apart.
        let size = 1e-2 * a.fx.hypot(a.fy) + 1e-12;
        prop_assert!((moment + touch.penetration.max(0.0) * friction).abs() < 1e-11 * size);
    }

    #[test]
    fn turning_the_inputs_turns_the_load(inputs in bodies(), angle in 0.0..6.3_f64) {
        let joint = joint(|_| ());
        let (plain, seen) =
            (first_step(&joint, &inputs, 1e-6), first_step(&joint, &turned(&inputs, angle), 1e-6));
        let (sin, cos) = angle.sin_cos();
        let force = plain.load_a.fx.hypot(plain.load_a.fy);
        // Eccentricities are differences of metres: their last digits set the limit.
        let limit = 1e-9 * force + 1e-3;
        let fx = cos * plain.load_a.fx - sin * plain.load_a.fy;
        prop_assert!((fx - seen.load_a.fx).abs() < limit, "{fx} {}", seen.load_a.fx);
        prop_assert!((plain.load_a.t - seen.load_a.t).abs() < 0.01 * limit);
    }

    #[test]
    fn a_journal_that_hangs_free_feels_nothing(direction in 0.0..6.3_f64, part in 0.0..0.99_f64) {
        let (sin, cos) = direction.sin_cos();
        let mut inputs = Inputs::default();
        (inputs.frame_b.x, inputs.frame_b.y) = (part * 5e-4 * cos, part * 5e-4 * sin);
        prop_assert_eq!(first_step(&joint(|_| ()), &inputs, 1e-6), Loads::default());
    }

    #[test]
    fn small_steps_give_the_same_load_by_either_coupling(inputs in bodies()) {
        let by = |method| {
            let joint = joint(|p| {
                p.coupling.method = method;
                p.friction.model = Friction::Coulomb;
            });
            first_step(&joint, &inputs, 1e-12).load_a.fx
        };
        let (point, mean) = (by(Coupling::EndPoint), by(Coupling::StepMean));
        prop_assert!((point - mean).abs() < 1e-4 * point.abs() + 1e-3, "{point} {mean}");
    }
}

/// Rebound speed of 1 kg that meets the wall at 1 m/s.
fn rebound(joint: &RevoluteClearance, step: f64) -> f64 {
    let mut inputs = Inputs::default();
    (inputs.frame_b.x, inputs.frame_b.vx) = (4.99e-4, 1.0);
    let (mut state, _) = joint.initial(&inputs, 0.0);
    let mut start = 0.0;
    while inputs.frame_b.x > 4.9e-4 {
        let (loads, _) = joint.advance(&inputs, &mut state, Step { start, size: step });
        let acceleration = loads.load_b.fx;
        inputs.frame_b.x += step * (inputs.frame_b.vx + 0.5 * step * acceleration);
        inputs.frame_b.vx += step * acceleration;
        start += step;
    }
    -inputs.frame_b.vx
}

#[test]
fn every_dissipation_realises_its_restitution_at_a_fine_step() {
    let record = [
        (Dissipation::HuntCrossley, 0.619_736),
        (Dissipation::LankaraniNikravesh, 0.701_635),
        (Dissipation::Flores, 0.362_872),
        (Dissipation::Modified, 0.379_646),
        (Dissipation::BaiZhao, 0.398_837),
        (Dissipation::Exact, 0.4),
    ];
    for (law, expected) in record {
        let joint = joint(|p| {
            (p.contact.dissipation, p.contact.restitution) = (law, 0.4);
            p.friction.model = Friction::Without;
        });
        // The error is of first order in the step: two runs give the limit to five digits.
        let (fine, finer) = (rebound(&joint, 2e-8), rebound(&joint, 1e-8));
        let limit = 2.0 * finer - fine;
        assert!((limit - expected).abs() < 5e-6, "{law:?}: {limit}");
    }
}

#[test]
fn a_start_inside_a_step_is_located_on_the_straight_path() {
    let joint = joint(|_| ());
    let mut inputs = Inputs::default();
    (inputs.frame_b.x, inputs.frame_b.vx) = (5e-4 - 3e-7, 0.5);
    let (mut state, _) = joint.initial(&inputs, 2.0);
    let (_, report) = joint.advance(&inputs, &mut state, Step { start: 2.0, size: 1e-6 });
    assert!((report.contact.start_time - 2.000_000_6).abs() < 1e-15);
    assert_eq!(report.contact.impact_speed, 0.5);
    assert!(report.contact.active && report.contact.peak_normal_force > 0.0);
}

#[test]
fn a_clearance_as_large_as_the_hole_is_refused() {
    let mut parameters = Parameters::default();
    parameters.geometry.clearance = 0.01;
    let message = RevoluteClearance::prepare(&parameters).unwrap_err().to_string();
    assert!(message.starts_with("geometry.clearance = 0.01 is outside"), "{message}");
}
