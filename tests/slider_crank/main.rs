//! The slider-crank through loaded FMUs: ideal motion, first contacts, reference trajectory.

#[path = "../common/mod.rs"]
mod common;
#[path = "../../examples/slider_crank/machine/mod.rs"]
#[allow(dead_code, unused_imports, reason = "the example uses what the test does not")]
mod machine;

use common::{paper, reference, revolute_fmu, translational_fmu};
use fmu_build::{Choices, Fmu, Variant, build};
use machine::{Dimensions, IdealMotion, Joints, Machine, Scheme, Settings};
use model_description::Value;

fn machine(scheme: Scheme, step: f64, settings: &Settings) -> Machine {
    let (revolute, translational) = (revolute_fmu(), translational_fmu());
    let joints = Joints::Apart { revolute, translational, settings };
    Machine::new(Dimensions::default(), scheme, Some(joints), step).unwrap()
}

fn revolute(step: f64, settings: &Settings) -> Machine {
    machine(Scheme::Revolute, step, settings)
}

#[test]
fn the_ideal_slider_has_its_largest_acceleration_at_dead_centre() {
    let dimensions = Dimensions::default();
    let mut machine = Machine::new(dimensions, Scheme::Ideal, None, 1e-4).unwrap();
    let (mut worst, mut largest) = (0.0_f64, 0.0_f64);
    for step in 0..3000 {
        let sample = machine.advance().unwrap();
        if step == 0 {
            // 1e-6: the record has six decimals.
            assert!((sample.slider[2] + 84.040_624).abs() < 1e-6, "{}", sample.slider[2]);
        }
        largest = largest.max(sample.slider[2].abs());
        let ideal = IdealMotion::at(&dimensions, dimensions.crank_speed * sample.time);
        worst = worst.max((sample.slider[1] - ideal.slider[1]).abs());
    }
    // Baumgarte's method is of second order in the step: (ωH)² = 4e-6 of 3 m/s, and 1.1e-4 of a.
    assert!(worst < 5e-5, "{worst}");
    assert!(largest < 84.040_624 * 1.0002, "{largest}");
}

#[test]
fn two_pins_touch_first_when_and_as_fast_as_on_record() {
    let mut late = Vec::new();
    for step in [1e-6, 3e-7, 1e-7] {
        let mut machine = revolute(step, &paper());
        while machine.time() < 4.7e-3 {
            machine.advance().unwrap();
        }
        let (b, c) = (machine.joint('B').unwrap(), machine.joint('C').unwrap());
        // Nothing touches before B does: only the location of the start is in question.
        assert!((b.start_time - 3.643_368_693e-3).abs() < 1e-9, "{}", b.start_time);
        assert!((b.impact_speed - 0.274_035_59).abs() < 1e-6, "{}", b.impact_speed);
        late.push([c.start_time - 4.632_733_061e-3, c.impact_speed - 0.487_770_39]);
    }
    // Before C touches, the load at B has acted for a millisecond: its first-order error shows.
    println!("C starts late by [s], too fast by [m/s]: {late:?}");
    let [_, middle, fine] = late[..] else { unreachable!() };
    assert!(fine.iter().zip(middle).all(|(fine, middle)| fine.abs() < 0.4 * middle.abs()));
    assert!(fine[0].abs() < 1e-7);
}

/// Largest speed error of rod and slider after 12 ms against `right` \[m/s\].
fn error_after_12_ms(step: f64, settings: &Settings, right: [f64; 4]) -> f64 {
    let end = speeds_after_12_ms(step, settings);
    end.iter().zip(right).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// Velocity of the rod's centre, speed of its ends by spin, velocity of the slider \[m/s\].
fn speeds_after_12_ms(step: f64, settings: &Settings) -> [f64; 4] {
    let mut machine = revolute(step, settings);
    for _ in 0..(0.012 / step).round() as u64 {
        machine.advance().unwrap();
    }
    let [_, rod, slider] = machine.bodies();
    [rod.velocity.x, rod.velocity.y, 0.2705 * rod.spin, slider.velocity.x]
}

#[test]
fn two_pins_approach_the_reference() {
    let (names, rows) = reference("scheme3_fine.csv");
    let last = rows.last().unwrap();
    let value = |name: &str| last[names.iter().position(|known| known == name).unwrap()];
    let right = [value("dx3"), value("dy3"), 0.2705 * value("dth3"), value("dx4")];
    // A host whose loads keep their arms through a step has 3.1e-4 and 9.7e-5 m/s. The reference's friction,
    // acting at two points, differs by 6.5e-5.
    for (step, bound) in [(3e-7, 4e-4), (1e-7, 1.3e-4), (5e-8, 6.5e-5)] {
        let error = error_after_12_ms(step, &paper(), right);
        println!("H = {step:e}: {error:.2e} m/s");
        assert!(error < bound, "H = {step:e}: {error:e}");
    }
}

#[test]
fn without_friction_the_order_holds_from_ten_microseconds_down() {
    let settings = [paper(), vec![("friction.model", Value::Integer(1))]].concat();
    let (fine, finer) = (speeds_after_12_ms(1e-7, &settings), speeds_after_12_ms(5e-8, &settings));
    // The method is of first order, so two fine runs give the limit to second order.
    let limit = std::array::from_fn(|index| 2.0 * finer[index] - fine[index]);
    let errors =
        [1e-5, 5e-6, 2e-6, 1e-6, 5e-7].map(|step| error_after_12_ms(step, &settings, limit) / step);
    println!("error over step [m/s²]: {errors:?}");
    // First order: the ratio is constant over a factor of twenty in the step, within 15 %.
    let (low, high) = (
        errors.iter().copied().fold(f64::MAX, f64::min),
        errors.iter().copied().fold(0.0, f64::max),
    );
    assert!(high < 1.15 * low, "{errors:?}");
}

#[test]
fn the_machine_keeps_its_energy_but_for_the_coupling() {
    let settings = [paper(), vec![("friction.damping_fades", true.into())]].concat();
    let drift = |step: f64| {
        let mut machine = revolute(step, &settings);
        let first = machine.advance().unwrap();
        let mut last = first;
        for _ in 1..(0.03 / step).round() as u64 {
            last = machine.advance().unwrap();
        }
        (last.energy_balance - first.energy_balance).abs() / last.dissipated
    };
    let (coarse, fine) = (drift(1e-6), drift(2e-7));
    println!("drift over lost energy: {coarse:e} at 1e-6 s, {fine:e} at 2e-7 s");
    // 1 % at the example's own step, and of first order.
    assert!(fine < 0.01 && fine < 0.4 * coarse, "{coarse:e} {fine:e}");
}

#[test]
fn a_slider_with_play_meets_its_guide_with_both_lower_corners_at_once() {
    let mut machine = machine(Scheme::Translational, 1e-6, &paper());
    while machine.joint('D').is_none_or(|d| d.start_time == 0.0) {
        machine.advance().unwrap();
    }
    machine.play.look().unwrap();
    let d = machine.joint('D').unwrap();
    // Nothing touches before: only the location of the start is in question.
    assert!((d.start_time - 10.974_515_984e-3).abs() < 1e-9, "{}", d.start_time);
    assert!((d.impact_speed - 0.078_549_54).abs() < 1e-7, "{}", d.impact_speed);
    let also = &d.also;
    // Penetration, normal force, friction and speed of the right lower, then of the left lower corner.
    assert!((also[0] - also[4]).abs() < 1e-12 && also[0] > 0.0, "{also:?}");
}

#[test]
fn a_slider_with_play_settles_to_a_period_of_two_turns() {
    let settings: Settings =
        paper().into_iter().filter(|(name, _)| *name != "contact.impact_speed_floor").collect();
    let peaks = |step: f64| {
        let mut machine = machine(Scheme::Translational, step, &settings);
        let period = Dimensions::default().period();
        let mut peaks = [0.0_f64; 10];
        while machine.time() < 10.0 * period - step {
            let sample = machine.advance().unwrap();
            let turn = ((sample.time / period) as usize).min(9);
            peaks[turn] = peaks[turn].max(sample.slider[2].abs());
        }
        peaks
    };
    let (coarse, fine) = (peaks(2e-6), peaks(1e-6));
    println!("largest acceleration of each turn at H = 2e-6 s {coarse:.3?}, at 1e-6 s {fine:.3?}");
    // The error is of first order in the step: two runs give the limit.
    let limit = |turn: usize| 2.0 * fine[turn] - coarse[turn];
    for (turn, record) in [(8, 87.304), (9, 86.877)] {
        assert!((limit(turn) - record).abs() < 0.02, "turn {turn}: {}", limit(turn));
    }
}

#[test]
fn with_play_everywhere_the_rods_end_touches_before_the_slider_does() {
    let mut late = Vec::new();
    for step in [1e-6, 2e-7] {
        let mut machine = machine(Scheme::Mixed, step, &paper());
        while machine.time() < 4.7e-3 {
            machine.advance().unwrap();
        }
        assert!((machine.joint('B').unwrap().start_time - 3.643_368_693e-3).abs() < 1e-9);
        late.push(machine.joint('C').unwrap().start_time - 4.681_729_763e-3);
        assert_eq!(machine.joint('D').unwrap().start_time, 0.0);
    }
    println!("C starts late by {late:?} s");
    assert!(late[1].abs() < 1e-7 && late[1].abs() < 0.3 * late[0].abs());
}

/// Median of the largest slider accelerations of 20 turns, the first turn left out.
fn median_of_twenty_turns(scheme: Scheme, step: f64) -> f64 {
    let settings: Settings =
        paper().into_iter().filter(|(name, _)| *name != "contact.impact_speed_floor").collect();
    let mut machine = machine(scheme, step, &settings);
    let period = Dimensions::default().period();
    let mut peaks = [0.0_f64; 21];
    while machine.time() < 21.0 * period - step {
        let sample = machine.advance().unwrap();
        let turn = ((sample.time / period) as usize).min(20);
        peaks[turn] = peaks[turn].max(sample.slider[2].abs());
    }
    let mut steady = peaks[1..].to_vec();
    steady.sort_by(f64::total_cmp);
    let median = 0.5 * (steady[9] + steady[10]);
    println!("{scheme:?}, H = {step:e}: median of 20 turns {median:.0} m/s², all {steady:.0?}");
    median
}

/// Long: `tests/run --long`. Bounds are the 95 % intervals of a recorded 20-turn median.
#[test]
fn statistics_of_twenty_turns_agree_with_the_record() {
    if std::env::var_os("SPIEL_LONG").is_none() {
        return;
    }
    let median = median_of_twenty_turns(Scheme::Revolute, 2e-7);
    assert!((592.0..885.0).contains(&median), "{median}");
    let median = median_of_twenty_turns(Scheme::Mixed, 2e-7);
    assert!((631.0..764.0).contains(&median), "{median}");
}

/// Speeds of the slider and of the rod's centre after 12 ms, with play in the pin between them.
fn wrist(revolute: &Fmu, step: f64, settings: &Settings) -> [f64; 3] {
    let joints = Joints::Apart { revolute, translational: translational_fmu(), settings };
    let mut machine =
        Machine::new(Dimensions::default(), Scheme::Wrist, Some(joints), step).unwrap();
    for _ in 0..(0.012 / step).round() as u32 {
        machine.advance().unwrap();
    }
    let [_, rod, slider] = machine.bodies();
    [slider.velocity.x, rod.velocity.x, rod.velocity.y]
}

#[test]
fn one_joint_that_predicts_its_contacts_tolerates_a_thousand_times_the_step() {
    let choices = Choices { mobility: Some("given_by_input".to_owned()), ..Choices::default() };
    let mut variant = Variant::with("revolute_clearance", &choices).unwrap();
    variant.set_assignment("coupling.method=predicted").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("predicting.fmu");
    build(&variant, &path).unwrap();
    let predicting = Fmu::open(&path).unwrap();
    // The default friction, whose damping fades; and one that holds over a wide range of speeds.
    let settings: Settings =
        paper().into_iter().filter(|(name, _)| *name != "friction.damping_fades").collect();
    let wide = [
        ("friction.static", 0.15.into()),
        ("friction.kinetic", 0.1.into()),
        ("friction.stribeck_speed", 0.05.into()),
        ("friction.bristle_damping", 10.0.into()),
    ];
    let wide: Settings = settings.iter().copied().chain(wide).collect();
    let truth = wrist(revolute_fmu(), 1e-7, &settings);
    // By default an impact sticks only below a millimetre a second, which the turning of the bodies inside a
    // step of 2e-4 s exceeds: 2 % of the 0.5 m/s there, and 11 % without extrapolating the mobility.
    let usual = [(2e-4, 1e-2), (1e-4, 2e-3), (2e-5, 2e-4)];
    let cases = [(&settings, &usual[..]), (&wide, &[(2e-4, 5e-4), (1e-4, 2e-4)])];
    for (settings, steps) in cases {
        let truth = wrist(revolute_fmu(), 1e-7, settings);
        for (step, most) in steps {
            let found = wrist(&predicting, *step, settings);
            let off = found.iter().zip(truth).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            println!("{step:e} s: {off:e} m/s");
            assert!(off < *most, "{step}: {off}");
        }
    }
    // Plain loads are too coarse even at a hundredth of that step.
    let plain = wrist(revolute_fmu(), 2e-6, &settings);
    assert!(plain.iter().zip(truth).any(|(a, b)| (a - b).abs() > 0.02), "{plain:?} {truth:?}");
}
