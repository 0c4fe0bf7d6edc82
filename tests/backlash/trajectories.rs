//! The plain law between events, against recorded trajectories and closed forms.

use crate::cases::*;
use crate::solver::{Bodies, Solved};
use std::f64::consts::{PI, TAU};

pub fn clonk() -> Bodies<'static> {
    Bodies { inertia: CLONK_INERTIA, torque: &clonk_torque }
}

pub fn coupling() -> Bodies<'static> {
    Bodies { inertia: COUPLING_INERTIA, torque: &coupling_torque }
}

/// Integrates to each instant and compares the named values there.
fn check(solved: &mut Solved, bodies: &Bodies, size: f64, record: &[(f64, &str, f64, f64)]) {
    for &(time, name, expected, tolerance) in record {
        if time > solved.time {
            solved.run(bodies, time, size);
        }
        let found = match name {
            "w_a" => solved.y[1],
            "phi_b" => solved.y[2],
            "w_b" => solved.y[3],
            "q" => solved.y[2] - solved.y[0],
            name => solved.get(name),
        };
        assert!((found - expected).abs() < tolerance, "{name} at {time}: {found} {expected}");
    }
}

#[test]
fn a_driveline_clonks_as_on_record() {
    let mut solved = Solved::new("rotational_backlash", &build(CLONK), CLONK_START);
    // Torques jump at 0.05 and 0.35 s, so steps end there. Speeds agree to 1e-8 of the swing, 6 rad/s; the
    // record's closed form agrees with another solver to 7e-10.
    for end in [0.05, 0.2] {
        solved.run(&clonk(), end, 1e-5);
    }
    let record = [
        (0.2, "w_a", 103.38005093, 6e-8),
        (0.2, "w_b", 103.91374682, 6e-8),
        (0.2, "torque_b", 197.86655081, 4e-6),
    ];
    check(&mut solved, &clonk(), 1e-5, &record);
    solved.run(&clonk(), 0.35, 1e-5);
    let record = [
        (0.6, "w_a", 105.87035356, 6e-8),
        (0.6, "w_b", 105.88310290, 6e-8),
        (0.6, "phi_b", 62.888459299, 6e-8),
    ];
    check(&mut solved, &clonk(), 1e-5, &record);
    let touches: Vec<_> = solved.events.iter().filter(|event| event.rose).collect();
    let [first, second] = [touches[0], touches[1]];
    assert!((first.time - 3.005371535188e-2).abs() < 1e-11 && first.indicator == 0);
    assert!((second.time - 6.055833378287e-2).abs() < 1e-10 && second.indicator == 1);
    assert_eq!(solved.events.len(), 20);
}

#[test]
fn the_impact_speeds_of_the_driveline_are_those_on_record() {
    let mut solved = Solved::new("rotational_backlash", &build(CLONK), CLONK_START);
    solved.run(&clonk(), 0.04, 1e-5);
    assert!((solved.get("contact.impact_speed") - 1.164581469885).abs() < 1e-10);
    assert!((solved.get("contact.start_time") - 3.005371535188e-2).abs() < 1e-12);
    for end in [0.05, 0.07] {
        solved.run(&clonk(), end, 1e-5);
    }
    assert!((solved.get("contact.impact_speed") - 6.099423335779).abs() < 1e-9);
    assert_eq!(solved.get("contact.flank"), 3.0);
}

#[test]
fn a_coupling_with_hertzian_flanks_moves_as_on_record() {
    let mut solved = Solved::new("rotational_backlash", &build(COUPLING), COUPLING_START);
    // 1e-7 of the swing, 1.5 rad/s: two tolerances of the record agree to 9e-10.
    let record = [
        (0.01, "q", -2.029153547e-3, 1e-11),
        (0.01, "w_a", 50.630317120, 1.5e-7),
        (0.01, "w_b", 50.637678566, 1.5e-7),
        (0.06, "w_a", 50.2448218, 1.5e-7),
        (0.06, "w_b", 50.2147776, 1.5e-7),
    ];
    check(&mut solved, &coupling(), 1e-6, &record);
    assert_eq!(solved.events.len(), 27);
}

#[test]
fn all_work_of_the_coupling_is_kept_or_lost() {
    let mut solved = Solved::new("rotational_backlash", &build(COUPLING), COUPLING_START);
    // Work of the load by a rule over steps: the bodies' kinetic energy less the external work.
    let (mut outside, size) = (0.0, 1e-6);
    let bodies = coupling();
    let kinetic = |y: &[f64]| 0.5 * (0.01 * y[1] * y[1] + 0.05 * y[3] * y[3]);
    let start = kinetic(&solved.y);
    let mut turned = 0.0;
    for step in 0..20_000 {
        let before = [solved.y[1], solved.y[3]];
        let time = f64::from(step) * size;
        solved.run(&bodies, time + size, size);
        let [drive, load] = coupling_torque(time + 0.5 * size);
        let work =
            0.5 * size * (drive * (before[0] + solved.y[1]) + load * (before[1] + solved.y[3]));
        outside += work;
        turned += work.abs();
    }
    let kept = kinetic(&solved.y) - start + solved.get("energy.stored");
    let lost = solved.get("energy.dissipated");
    // 1e-9 of the energy turned over, and the error of the rule for the external work, (ω h)²/12 = 5e-9.
    let off = outside - kept - lost;
    assert!(off.abs() < 1e-8 * turned && lost > 0.0, "{off} of {turned}");
}

/// Period of two inertias with W = 120 and 0.01 rad of half-gap that start at 5 rad/s in the middle.
fn period(exponent: &str, stiffness: &str) -> f64 {
    let values = [
        ("geometry.backlash", "0.02"),
        ("contact.stiffness", stiffness),
        ("contact.reference_depth", "1"),
        ("contact.exponent", exponent),
        ("contact.dissipation", "none"),
    ];
    let start = [0.0, -5.0 * 100.0 / 120.0, 0.0, 5.0 * 20.0 / 120.0];
    let mut solved = Solved::new("rotational_backlash", &build(&values), start);
    let bodies = Bodies { inertia: COUPLING_INERTIA, torque: &|_| [0.0; 2] };
    // A Runge–Kutta rule loses order where a power law begins: 1e-9 of the energy needs this step.
    solved.run(&bodies, 0.02, 1e-7);
    let upper: Vec<f64> = solved
        .events
        .iter()
        .filter(|event| event.rose && event.indicator == 0)
        .map(|event| event.time)
        .collect();
    let energy = solved.get("energy.stored");
    let kinetic = 0.5 * (0.01 * solved.y[1] * solved.y[1] + 0.05 * solved.y[3] * solved.y[3]);
    let kept = (energy + kinetic) / (25.0 / 240.0);
    assert!((kept - 1.0).abs() < 1e-9, "{kept}");
    upper[1] - upper[0]
}

#[test]
fn free_vibrations_have_the_periods_of_the_closed_form() {
    // 1e-9: T = 4g/v₀ + 2T_c with T_c from the gamma function, twelve digits on record.
    for (exponent, stiffness, expected) in [
        ("1", "2e4", 1.205577867597e-2),
        ("1.5", "2e6", 1.007370212205e-2),
        ("2", "2e6", 1.404181953891e-2),
    ] {
        let found = period(exponent, stiffness);
        assert!((found / expected - 1.0).abs() < 1e-9, "n = {exponent}: {found} {expected}");
    }
    // n = 1: Tω/2π = 1 + (2/π) g/(A − g), A the amplitude.
    let frequency = f64::sqrt(120.0 * 2e4);
    let closed = TAU / frequency * (1.0 + 2.0 / PI * 0.01 / (5.0 / frequency));
    assert!((period("1", "2e4") / closed - 1.0).abs() < 1e-9);
}

/// Separation speed over approach speed of a body that met a flank at 2 rad/s.
pub fn restitution(values: &[(&str, &str)]) -> f64 {
    let mut solved = Solved::new("rotational_backlash", &build(values), [0.0, 0.0, 0.0, 2.0]);
    let bodies = Bodies { inertia: COUPLING_INERTIA, torque: &|_| [0.0; 2] };
    // Without losses the body meets the other flank after 7.5 ms.
    solved.run(&bodies, 0.007, 5e-7);
    assert!(solved.get("contact.active") == 0.0 && solved.events.len() >= 2);
    (solved.y[1] - solved.y[3]) / 2.0
}

#[test]
fn the_restitution_is_that_of_the_law_for_every_exponent() {
    let laws = [
        ("hunt_crossley", 0.619736),
        ("lankarani_nikravesh", 0.701635),
        ("flores", 0.362872),
        ("modified", 0.379646),
        ("bai_zhao", 0.398837),
    ];
    let of = |exponent: &str, stiffness: &str, law: &str| {
        restitution(&[
            ("contact.dissipation", law),
            ("contact.restitution", "0.4"),
            ("contact.exponent", exponent),
            ("contact.reference_depth", "1"),
            ("contact.stiffness", stiffness),
        ])
    };
    for (exponent, stiffness) in [("1", "5e5"), ("1.5", "2e7"), ("2", "2e9")] {
        for (law, expected) in laws {
            // 5e-7: the record gives six digits.
            let found = of(exponent, stiffness, law);
            assert!((found - expected).abs() < 5.1e-7, "{law} {exponent}: {found} {expected}");
        }
        let found = of(exponent, stiffness, "exact");
        assert!((found - 0.4).abs() < 1e-9, "{exponent}: {found}");
    }
}

#[test]
fn the_restitution_follows_the_speed_of_the_impact() {
    let of = |law: &str, more: &[(&str, &str)]| {
        let values = [
            &[
                ("contact.dissipation", "exact"),
                ("contact.restitution", "1"),
                ("contact.stiffness", "5e5"),
                ("contact.restitution_law", law),
            ],
            more,
        ];
        restitution(&values.concat())
    };
    // 2 rad/s is ten times the yield speed.
    let found = of("yield", &[("contact.yield_speed", "0.2")]);
    assert!((found - 0.65855833666534).abs() < 1e-8, "{found}");
    let pairs = [
        ("contact.table.speed_1", "0.1"),
        ("contact.table.restitution_1", "0.8"),
        ("contact.table.speed_2", "1"),
        ("contact.table.restitution_2", "0.6"),
        ("contact.table.speed_3", "5"),
        ("contact.table.restitution_3", "0.45"),
    ];
    let found = of("table", &pairs);
    assert!((found - 0.530082010004).abs() < 1e-8, "{found}");
}

#[test]
fn a_damper_gives_the_restitution_of_its_damping_ratio() {
    use spiel::laws::contact::elastic::KelvinVoigt;
    for ratio in [0.0, 0.1, 0.3, 0.7, 1.0, 1.5] {
        let damping = format!("{:e}", 2.0 * ratio * f64::sqrt(5e5 / 120.0));
        let found = restitution(&[
            ("contact.elastic", "kelvin_voigt"),
            ("contact.stiffness", "5e5"),
            ("contact.damping", &damping),
        ]);
        let expected = KelvinVoigt::restitution(ratio);
        assert!((found - expected).abs() < 1e-9, "{ratio}: {found} {expected}");
    }
}

#[test]
fn the_peak_force_of_a_damped_flank_is_that_of_the_closed_form() {
    let (stiffness, mobility, speed) = (5e5, 120.0, 2.0);
    let frequency = f64::sqrt(stiffness * mobility);
    for ratio in [0.2, 0.45, 0.8] {
        let damping = 2.0 * ratio * f64::sqrt(stiffness / mobility);
        let values = [
            ("contact.elastic", "kelvin_voigt"),
            ("contact.stiffness", "5e5"),
            ("contact.damping", &format!("{damping:e}")),
        ];
        let mut solved =
            Solved::new("rotational_backlash", &build(&values), [0.0, 0.0, 0.0, speed]);
        let bodies = Bodies { inertia: COUPLING_INERTIA, torque: &|_| [0.0; 2] };
        let (mut peak, mut deepest) = (0.0_f64, 0.0_f64);
        for step in 1..=4000 {
            solved.run(&bodies, f64::from(step) * 1e-6, 1e-6);
            peak = peak.max(solved.get("contact.normal_force"));
            deepest = deepest.max(solved.get("contact.penetration"));
        }
        let rest = f64::sqrt(1.0 - ratio * ratio);
        let angle = (rest * (1.0 - 4.0 * ratio * ratio)).atan2(ratio * (3.0 - 4.0 * ratio * ratio));
        let swing = (-ratio * angle / rest).exp();
        let force =
            if ratio < 0.5 { stiffness * speed / frequency * swing } else { damping * speed };
        let depth = speed / frequency * (-ratio * ratio.acos() / rest).exp();
        // Sampled every microsecond: (ω h)²/8 = 8e-6 of a peak; a touch lasts less than a sample, ω h.
        let tolerance = if ratio < 0.5 { 1e-5 } else { 1e-2 };
        assert!((peak / force - 1.0).abs() < tolerance, "{ratio}: {peak} {force}");
        assert!((deepest / depth - 1.0).abs() < 1e-5, "{ratio}: {deepest} {depth}");
    }
}

#[test]
fn a_rattling_body_meets_its_flanks_at_the_rate_of_the_rigid_limit() {
    // Body a moves as A sin Ωt; b is free. Rigid limit: impact rate 0.7476654630050 rad/s.
    let (amplitude, circular) = (1e-3, 100.0 * PI);
    let (tau, rate) = (2.208028719635, 0.7476654630050);
    let rebound = -amplitude * circular * 3.0 * f64::cos(tau);
    assert!((rebound - 0.5607490972538).abs() < 1e-12);
    let mut errors = vec![];
    for stiffness in ["1e5", "1e6", "1e7", "1e8"] {
        let values = [
            ("geometry.backlash", "4e-3"),
            ("contact.stiffness", stiffness),
            ("contact.restitution", "0.5"),
        ];
        // The torque of its motion drives an inertia of 1e9.
        let start = [0.0, amplitude * circular, 0.0, rebound];
        let mut solved = Solved::new("rotational_backlash", &build(&values), start);
        let torque =
            |time: f64| [-1e9 * amplitude * circular * circular * (circular * time).sin(), 0.0];
        let bodies = Bodies { inertia: [1e9, 1e-3], torque: &torque };
        let size = 0.02 / f64::sqrt(1e3 * stiffness.parse::<f64>().unwrap());
        let mut rates = vec![];
        while rates.len() < 30 {
            let end = solved.time + 1e-4;
            let before = solved.events.len();
            solved.run(&bodies, end, size.min(1e-5));
            if solved.events[before..].iter().any(|event| event.rose) {
                rates.push(solved.get("contact.impact_speed"));
            }
        }
        let last: f64 = rates[20..].iter().sum::<f64>() / 10.0;
        errors.push((last / rate - 1.0).abs());
    }
    println!("off the rigid limit: {errors:?}");
    // Errors fall as K^−½.
    for pair in errors.windows(2) {
        let ratio = pair[0] / pair[1];
        assert!((2.5..4.0).contains(&ratio), "{errors:?}");
    }
    assert!(errors[3] < 1e-3, "{errors:?}");
}
