//! The revolute joint as physics: symmetry, balance, restitution, convergence.

use super::*;
use crate::contact::Dissipation;
use crate::coupling::{Method, Step};
use crate::friction::Friction;
use crate::joints::test_host::TestHost;
use crate::planar::Frame;
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

/// Bodies near contact, anywhere around the hole, moving at will.
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

/// Everything turned about the world's origin.
fn turned(inputs: &WorldInputs, angle: f64) -> WorldInputs {
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
        let mut joint = joint(|p| p.coupling.method = Method::EndPoint);
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
        let seen = first_step(&mut joint, &turned(&inputs, angle), 1e-6);
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
        let mut inputs = WorldInputs::default();
        (inputs.frame_b.x, inputs.frame_b.y) = (part * 5e-4 * cos, part * 5e-4 * sin);
        prop_assert_eq!(first_step(&mut joint(|_| ()), &inputs, 1e-6), WorldLoads::default());
    }

    #[test]
    fn small_steps_give_the_same_load_by_either_coupling(inputs in bodies()) {
        let by = |method| {
            let mut joint = joint(|p| {
                p.coupling.method = method;
                p.friction.model = Friction::Coulomb;
            });
            first_step(&mut joint, &inputs, 1e-12).load_a.fx
        };
        let (point, mean) = (by(Method::EndPoint), by(Method::StepMean));
        prop_assert!((point - mean).abs() < 1e-4 * point.abs() + 1e-3, "{point} {mean}");
    }
}

/// Rebound speed of 1 kg that meets the wall at 1 m/s.
fn rebound(joint: &mut Host, step: f64) -> f64 {
    let mut inputs = WorldInputs::default();
    (inputs.frame_b.x, inputs.frame_b.vx) = (4.99e-4, 1.0);
    joint.first(&inputs, 0.0).unwrap();
    let mut start = 0.0;
    while inputs.frame_b.x > 4.9e-4 {
        let now = Step { start, size: step };
        let loads = joint.step(&inputs, now).unwrap();
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
        let mut joint = joint(|p| {
            (p.contact.dissipation, p.contact.restitution) = (law, 0.4);
            p.friction.model = Friction::Without;
        });
        // The error is of first order in the step: two runs give the limit to five digits.
        let (fine, finer) = (rebound(&mut joint, 2e-8), rebound(&mut joint, 1e-8));
        let limit = 2.0 * finer - fine;
        assert!((limit - expected).abs() < 5e-6, "{law:?}: {limit}");
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

/// One impact of 1 kg at 1 m/s: largest force \[N\], largest depth \[m\], duration \[s\], rebound \[m/s\].
fn impact(joint: &mut Host, step: f64) -> [f64; 4] {
    let mut inputs = WorldInputs::default();
    (inputs.frame_b.x, inputs.frame_b.vx) = (5e-4, 1.0);
    joint.first(&inputs, 0.0).unwrap();
    let (mut seen, mut start) = ([0.0_f64; 4], 0.0);
    while inputs.frame_b.x >= 5e-4 {
        let now = Step { start, size: step };
        let loads = joint.step(&inputs, now).unwrap();
        let acceleration = loads.load_b.fx;
        inputs.frame_b.x += step * (inputs.frame_b.vx + 0.5 * step * acceleration);
        inputs.frame_b.vx += step * acceleration;
        start += step;
        seen[0] = seen[0].max(joint.report::<Report>().contact.peak_normal_force);
        seen[1] = seen[1].max(inputs.frame_b.x - 5e-4);
    }
    // The part of the last step before the surfaces part.
    seen[2] = start - (inputs.frame_b.x - 5e-4) / inputs.frame_b.vx;
    seen[3] = -inputs.frame_b.vx;
    seen
}

fn law(elastic: Elastic, dissipation: Dissipation, restitution: f64) -> Host {
    joint(|p| {
        (p.contact.elastic, p.contact.dissipation) = (elastic, dissipation);
        p.contact.restitution = restitution;
        p.friction.model = Friction::Without;
    })
}

#[test]
fn three_laws_are_hit_as_on_record() {
    for (elastic, dissipation, record) in [
        (Elastic::Fractal, Dissipation::LankaraniNikravesh, [44_667.0, 30.1e-6, 89.0e-6]),
        (Elastic::Hertz, Dissipation::LankaraniNikravesh, [23_236.0, 49.55e-6, 152.7e-6]),
        (Elastic::Hybrid, Dissipation::BaiZhao, [24_060.0, 55.35e-6, 164.9e-6]),
    ] {
        let seen = impact(&mut law(elastic, dissipation, 0.9), 1e-9);
        // Half of the last digit on record, and a hundredth of a per cent for the step.
        for (index, last_digit) in [1.0, 0.1e-6, 0.1e-6].into_iter().enumerate() {
            let error = (seen[index] - record[index]).abs();
            assert!(error < 0.5 * last_digit + 1e-4 * record[index], "{elastic:?}: {seen:?}");
        }
    }
}

#[test]
fn the_restitution_does_not_depend_on_the_elastic_law() {
    let laws = [Elastic::Hertz, Elastic::Hybrid, Elastic::Fractal, Elastic::FractalIntegrated];
    for dissipation in [Dissipation::Exact, Dissipation::Modified] {
        let expected = crate::contact::dissipation::realised(dissipation.factor(0.6));
        for elastic in laws {
            let mut joint = law(elastic, dissipation, 0.6);
            // First order in the step: the last of three runs and what they tend to.
            let [a, b, c] = [4e-9, 2e-9, 1e-9].map(|step| impact(&mut joint, step)[3]);
            let (first, second) = (2.0 * b - a, 2.0 * c - b);
            let limit = (4.0 * second - first) / 3.0;
            assert!((limit - expected).abs() < 1e-6, "{elastic:?}, {dissipation:?}: {limit}");
        }
    }
}

#[test]
fn a_damper_that_cannot_pull_rebounds_faster_than_asked() {
    let mut joint = law(Elastic::KelvinVoigt, Dissipation::Modified, 0.55);
    let rebound = 2.0 * impact(&mut joint, 2e-8)[3] - impact(&mut joint, 4e-8)[3];
    // 1e-4: four digits on record.
    assert!((rebound - 0.5908).abs() < 1e-4, "{rebound}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn no_law_gives_back_more_energy_than_it_got(
        number in 1..6_i32, restitution in 0.1..1.0_f64, speed in 0.05..3.0_f64,
    ) {
        use model_description::Choice;
        let mut joint = law(Elastic::from_number(number).unwrap(), Dissipation::Flores, restitution);
        let mut inputs = WorldInputs::default();
        (inputs.frame_b.x, inputs.frame_b.vx) = (4.999e-4, speed);
        joint.first(&inputs, 0.0).unwrap();
        let mut start = 0.0;
        for _ in 0..20_000 {
            let size = 2e-8;
            let step = Step { start, size };
            let loads = joint.step(&inputs, step).unwrap();
            inputs.frame_b.x += size * (inputs.frame_b.vx + 0.5 * size * loads.load_b.fx);
            inputs.frame_b.vx += size * loads.load_b.fx;
            start += size;
            let Report { energy, .. } = joint.report();
            prop_assert!(energy.dissipated >= 0.0 && energy.stored >= 0.0);
        }
        let Report { energy, .. } = joint.report();
        let kinetic = 0.5 * inputs.frame_b.vx.powi(2);
        // 2 %: the coupling's error of first order in the step, at the fastest and stiffest.
        let before = 0.5 * speed * speed;
        prop_assert!((kinetic + energy.dissipated + energy.stored - before).abs() < 0.02 * before);
    }
}

const MICRO_SLIP: [Friction; 2] = [Friction::IwanNetwork, Friction::Bristles];

#[test]
fn a_contact_that_rocks_slips_a_little_and_every_swing_costs_heat() {
    for model in MICRO_SLIP {
        let mut joint = joint(|p| p.friction.model = model);
        let mut inputs = WorldInputs::default();
        inputs.frame_b.x = 5.01e-4;
        joint.first(&inputs, 0.0).unwrap();
        let size = 1e-6;
        let mut heat = Vec::new();
        for index in 0..400 {
            // Rocks by 0.5 µm at the surface.
            inputs.frame_b.w = if index % 200 < 100 { 0.5 } else { -0.5 };
            let step = Step { start: f64::from(index) * size, size };
            joint.step(&inputs, step).unwrap();
            let Report { contact, energy, .. } = joint.report();
            let limit = 0.01 * contact.normal_force;
            assert!(
                contact.tangential_force.abs() <= limit * (1.0 + 1e-12),
                "{model:?}: {contact:?}"
            );
            if index % 200 == 199 {
                heat.push(energy.dissipated);
            }
        }
        assert!(heat[0] > 0.0 && heat[1] > heat[0], "{model:?}: {heat:?}");
    }
}

#[test]
fn a_new_contact_knows_nothing_of_the_slip_before() {
    for model in MICRO_SLIP {
        let mut joint = joint(|p| p.friction.model = model);
        let mut inputs = WorldInputs::default();
        (inputs.frame_b.x, inputs.frame_b.w) = (5.05e-4, 1.0);
        joint.first(&inputs, 0.0).unwrap();
        let step = |index: i32| Step { start: f64::from(index) * 1e-6, size: 1e-6 };
        joint.step(&inputs, step(0)).unwrap();
        assert!(joint.report::<Report>().contact.tangential_force > 0.0, "{model:?}");
        inputs.frame_b.x = 4.5e-4;
        joint.step(&inputs, step(1)).unwrap();
        (inputs.frame_b.x, inputs.frame_b.w) = (5.05e-4, 0.0);
        joint.step(&inputs, step(2)).unwrap();
        let Report { contact, .. } = joint.report();
        assert!(contact.normal_force > 0.0);
        assert_eq!(contact.tangential_force, 0.0, "{model:?}");
    }
}
