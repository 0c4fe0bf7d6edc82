//! Lost energy never returns, and energy that the springs of friction return does not count as lost.

use super::*;

/// A journal that is pressed, rocks and leaves: the largest decrease of the energy lost, and the work on the
/// joint less the energy lost and stored at the end, relative to the sum of all works without signs.
fn rocked(model: Friction, method: Method, [depth, swing]: [f64; 2], rate: f64) -> [f64; 2] {
    let mut joint = joint(|p| {
        (p.friction.model, p.coupling.shared.method) = (model, method);
        (p.friction.r#static, p.friction.kinetic) = (0.3, 0.2);
        p.coupling.mobility.0.m11 = 1.0;
        p.coupling.mobility.0.m22 = 1.0;
    });
    let size = 2e-7;
    let inputs = |time: f64| {
        let mut inputs = WorldInputs::default();
        let (sin, cos) = (rate * time).sin_cos();
        inputs.frame_b.x = 5e-4 + depth * (0.8 + sin);
        inputs.frame_b.vx = depth * rate * cos;
        // Faster than the depth changes, so that springs deflect while the force grows.
        inputs.frame_b.w = swing * (3.3 * rate * time).cos();
        inputs
    };
    joint.first(&inputs(0.0), 0.0).unwrap();
    let (mut work, mut turnover, mut lost, mut fall) = (0.0, 0.0_f64, 0.0_f64, 0.0_f64);
    for index in 0..4000 {
        let start = f64::from(index) * size;
        let loads = joint.step(&inputs(start), Step { start, size }).unwrap();
        let (before, after) = (inputs(start).frame_b, inputs(start + size).frame_b);
        // All power acts at the journal's origin; the bearing rests.
        let done = -loads.load_b.fx * (after.x - before.x)
            - loads.load_b.t * 0.5 * (before.w + after.w) * size;
        (work, turnover) = (work + done, turnover + done.abs());
        let Report { energy, .. } = joint.report();
        (fall, lost) = (fall.max(lost - energy.dissipated), energy.dissipated);
    }
    let Report { energy, .. } = joint.report();
    let first = {
        joint.first(&inputs(0.0), 0.0).unwrap();
        joint.report::<Report>().energy.stored
    };
    [fall, (work - energy.dissipated - (energy.stored - first)).abs() / turnover]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn the_energy_lost_never_falls_and_the_rest_is_stored(
        number in 1..6_i32, depth in 1e-7..5e-6_f64, swing in 1e-3..3.0_f64, rate in 1e3..3e4_f64,
    ) {
        use model_description::Choice;
        let model = Friction::from_number(number).unwrap();
        let [fall, missing] = rocked(model, Method::StepMean, [depth, swing], rate);
        prop_assert_eq!(fall, 0.0);
        // 1e-2: motions are straight within a step.
        prop_assert!(missing < 1e-2, "{missing}");
        let [fall, _] = rocked(model, Method::Predicted, [depth, swing], rate);
        prop_assert_eq!(fall, 0.0);
    }
}
