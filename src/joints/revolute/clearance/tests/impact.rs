//! Impacts: restitution, the record of three laws, energy.

use super::*;
use crate::laws::contact::RestitutionLaw;

/// Rebound speed of 1 kg after an impact on the wall at 1 m/s.
fn rebound(joint: &mut Host, step: f64) -> f64 {
    impact_at(joint, 1.0, step)
}

/// Rebound speed of 1 kg after an impact on the wall at `speed` \[m/s\].
fn impact_at(joint: &mut Host, speed: f64, step: f64) -> f64 {
    let mut inputs = WorldInputs::default();
    (inputs.frame_b.x, inputs.frame_b.vx) = (4.99e-4, speed);
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
            (p.contact.normal.dissipation, p.contact.normal.restitution) = (law, 0.4);
            p.friction.model = Friction::Without;
        });
        // The error is of first order in the step: two runs give the limit to five digits.
        let (fine, finer) = (rebound(&mut joint, 2e-8), rebound(&mut joint, 1e-8));
        let limit = 2.0 * finer - fine;
        assert!((limit - expected).abs() < 5e-6, "{law:?}: {limit}");
    }
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
        (p.contact.normal.elastic, p.contact.normal.dissipation) = (elastic, dissipation);
        p.contact.normal.restitution = restitution;
        p.friction.model = Friction::Without;
    })
}

#[test]
fn impacts_of_three_laws_match_the_record() {
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
fn impacts_of_the_conformal_line_law_match_the_record() {
    for (restitution, record) in
        [(1.0, [29_733.821, 37.669_785e-6, 114.501e-6]), (0.9, [28_342.1, 35.960_3e-6, 115.305e-6])]
    {
        let seen = impact(&mut law(Elastic::Line, Dissipation::Exact, restitution), 1e-9);
        // The step costs a hundredth of a per cent.
        for (seen, record) in seen.iter().zip(record) {
            assert!((seen / record - 1.0).abs() < 1e-4, "{seen} for {record}");
        }
    }
}

#[test]
fn the_restitution_does_not_depend_on_the_elastic_law() {
    let laws = [
        Elastic::Hertz,
        Elastic::Hybrid,
        Elastic::Fractal,
        Elastic::FractalIntegrated,
        Elastic::Line,
    ];
    for dissipation in [Dissipation::Exact, Dissipation::Modified] {
        let expected = crate::laws::contact::dissipation::realised(dissipation.factor(0.6));
        for elastic in laws {
            let mut joint = law(elastic, dissipation, 0.6);
            // First order in the step: the last of three runs and their limit.
            let [a, b, c] = [4e-9, 2e-9, 1e-9].map(|step| impact(&mut joint, step)[3]);
            let (first, second) = (2.0 * b - a, 2.0 * c - b);
            let limit = (4.0 * second - first) / 3.0;
            assert!((limit - expected).abs() < 1e-6, "{elastic:?}, {dissipation:?}: {limit}");
        }
    }
}

#[test]
fn a_damper_that_cannot_pull_rebounds_faster_than_prescribed() {
    let mut joint = law(Elastic::KelvinVoigt, Dissipation::Modified, 0.55);
    let rebound = 2.0 * impact(&mut joint, 2e-8)[3] - impact(&mut joint, 4e-8)[3];
    // 1e-4: four digits on record.
    assert!((rebound - 0.5908).abs() < 1e-4, "{rebound}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn no_law_creates_energy(
        number in 1..7_i32,
        restitution in 0.1..1.0_f64,
        speed in 0.05..3.0_f64,
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

#[test]
fn restitution_follows_the_speed_of_the_impact() {
    for (law, speed, restitution) in [
        (RestitutionLaw::Yield, 0.01, 0.9),
        (RestitutionLaw::Yield, 0.1, 0.9),
        (RestitutionLaw::Yield, 0.3, 0.9 * 0.86273996312115),
        (RestitutionLaw::Yield, 1.0, 0.9 * 0.65855833666534),
        (RestitutionLaw::Yield, 10.0, 0.9 * 0.37429896187644),
        (RestitutionLaw::Table, 0.05, 0.8),
        (RestitutionLaw::Table, 0.3, 0.697395370714),
    ] {
        let mut joint = joint(|p| {
            let by_speed = &mut p.contact.normal.by_speed;
            by_speed.restitution_law = law;
            let table = &mut by_speed.table;
            (table.speed_1, table.restitution_1) = (0.1, 0.8);
            (table.speed_2, table.restitution_2) = (1.0, 0.6);
            p.contact.normal.dissipation = Dissipation::Exact;
            p.contact.normal.impact_speed_floor = 1e-9;
            p.friction.model = Friction::Without;
        });
        let step = 1e-8 / speed;
        let (fine, finer) =
            (impact_at(&mut joint, speed, 2.0 * step), impact_at(&mut joint, speed, step));
        let limit = (2.0 * finer - fine) / speed;
        assert!((limit - restitution).abs() < 1e-5, "{law:?} {speed}: {limit} {restitution}");
        let told = joint.report::<Report>().contact.impact_restitution;
        assert!((told - restitution).abs() < 1e-6, "{told}");
    }
}
