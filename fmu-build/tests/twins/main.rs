//! `identify` on twins: data from a joint whose parameters are known, with noise; the errors it states are right.

mod twin;

use fmu_build::identify::{Options, identify};
use std::f64::consts::TAU;
use std::path::Path;
use twin::{Dice, Twin};

/// Strokes of several speeds and lengths, with reversals: everything of a friction law matters somewhere.
fn strokes(time: f64) -> f64 {
    1e-3 * (TAU * time).sin() * (0.3 + 0.7 * (TAU * 0.23 * time).sin().abs())
        + 2e-5 * (TAU * 11.0 * time).sin()
}

const TWINS: &[Twin] = &[
    Twin {
        joint: "rough_interface",
        model: "iwan_stiffened",
        settings: &[
            ("clamp.force", "850"),
            ("iwan.reference_load", "850"),
            ("interface.model", "iwan_network"),
        ],
        truth: &[
            ("iwan.slip_force", 1060.0),
            ("iwan.slip_displacement", 1.4e-6),
            ("iwan.chi", -0.2),
            ("iwan.alpha", 0.3),
        ],
        moved: ["frame_b.x", "frame_b.vx"],
        output: ("contact.tangential_force", 1.0),
        columns: ["position [m]", "force [N]"],
        load: Some(850.0),
        motion: |time| 3e-6 * (TAU * time).sin() * (0.2 + 0.8 * time / 8.0),
        duration: 8.0,
        count: 1600,
    },
    Twin {
        joint: "translational_clearance",
        model: "lugre",
        settings: &[("friction.model", "lugre")],
        truth: &[
            ("friction.static", 0.22),
            ("friction.kinetic", 0.15),
            ("friction.stribeck_speed", 2e-3),
            ("friction.bristle_stiffness", 3e4),
            ("friction.bristle_damping", 60.0),
            ("friction.viscous", 4.0),
        ],
        moved: ["frame_b.x", "frame_b.vx"],
        output: ("load_b.fx", -1.0),
        columns: ["position [m]", "force [N]"],
        load: Some(100.0),
        motion: strokes,
        duration: 4.0,
        count: 8000,
    },
    Twin {
        joint: "revolute_clearance",
        model: "stribeck",
        settings: &[
            ("friction.model", "lugre"),
            ("friction.bristle_stiffness", "3e4"),
            ("friction.bristle_damping", "60"),
        ],
        truth: &[
            ("friction.static", 0.2),
            ("friction.kinetic", 0.12),
            ("friction.stribeck_speed", 5e-3),
            ("friction.viscous", 1.0),
        ],
        moved: ["frame_b.phi", "frame_b.w"],
        output: ("load_b.t", -1.0),
        columns: ["angle [rad]", "torque [N.m]"],
        load: Some(500.0),
        motion: |time| 200.0 * strokes(time),
        duration: 4.0,
        count: 16_000,
    },
    Twin {
        joint: "revolute_clearance",
        model: "mindlin",
        settings: &[("friction.model", "mindlin")],
        truth: &[("friction.static", 0.2), ("friction.tangential_ratio", 0.7)],
        moved: ["frame_b.phi", "frame_b.w"],
        output: ("load_b.t", -1.0),
        columns: ["angle [rad]", "torque [N.m]"],
        load: Some(500.0),
        motion: |time| 1e-4 * (TAU * time).sin() * time / 4.0,
        duration: 4.0,
        count: 1600,
    },
    Twin {
        joint: "rotational_backlash",
        model: "play",
        settings: &[("contact.elastic", "kelvin_voigt")],
        truth: &[
            ("geometry.backlash", 0.012),
            ("geometry.offset", 1e-3),
            ("contact.stiffness", 8000.0),
            ("contact.damping", 2.0),
        ],
        moved: ["phi_b", "w_b"],
        output: ("torque_b", -1.0),
        columns: ["angle [rad]", "torque [N.m]"],
        load: None,
        motion: |time| 0.012 * (TAU * 3.0 * time).sin() + 2e-3 * (TAU * 71.0 * time).sin(),
        duration: 2.0,
        count: 4000,
    },
    Twin {
        joint: "translational_backlash",
        model: "play_with_drag",
        settings: &[
            ("contact.elastic", "kelvin_voigt"),
            ("drag.model", "lugre"),
            ("contact.damping", "0"),
            ("drag.bristle_damping", "1000"),
        ],
        truth: &[
            ("geometry.backlash", 4e-3),
            ("geometry.offset", -2e-4),
            ("contact.stiffness", 6e6),
            ("drag.kinetic", 900.0),
            ("drag.static", 900.0),
            ("drag.bristle_stiffness", 2e7),
            ("drag.viscous", 3000.0),
        ],
        moved: ["x_b", "v_b"],
        output: ("force_b", -1.0),
        columns: ["position [m]", "force [N]"],
        load: None,
        motion: |time| 2.4e-3 * (TAU * time).sin() * (0.3 + 0.7 * (TAU * 0.19 * time).sin().abs()),
        duration: 6.0,
        count: 6000,
    },
];

/// Returns true if the program shall run the statistics that take minutes.
fn long() -> bool {
    std::env::var_os("SPIEL_LONG").is_some()
}

/// Identifies a twin several times; returns the numbers of values, and of those within two standard errors.
fn coverage(twin: &Twin, seed: u64, runs: usize, folder: &Path) -> (usize, usize) {
    let exact = twin.exact();
    let mut dice = Dice(seed);
    let (mut within, mut all, mut worst) = (0, 0, 0.0_f64);
    for run in 0..runs {
        let path = folder.join(format!("{}_{run}.csv", twin.model));
        twin.measure(&exact, &mut dice, &path);
        let found = twin.identify(&path);
        for value in &found.values {
            let (_, truth) = twin.truth.iter().find(|(name, _)| *name == value.name).unwrap();
            assert!(value.weak.is_none(), "{}: {:?}", twin.model, value.weak);
            let off = (value.value - truth).abs() / value.error;
            within += usize::from(off < 2.0);
            all += 1;
            worst = worst.max(off);
        }
        std::fs::remove_file(&path).unwrap();
    }
    let part = within as f64 / all as f64;
    println!(
        "{} {}: {part:.3} of {all} values within two standard errors, worst {worst:.2}",
        twin.joint, twin.model
    );
    (all, within)
}

#[test]
fn stated_errors_cover_the_truth_as_often_as_they_say() {
    let runs = if long() { 200 } else { 2 };
    let folder = tempfile::tempdir().unwrap();
    let (mut all, mut within) = (0, 0);
    for (number, twin) in TWINS.iter().enumerate() {
        let counted = coverage(twin, 17 + number as u64, runs, folder.path());
        (all, within) = (all + counted.0, within + counted.1);
        if long() {
            let part = counted.1 as f64 / counted.0 as f64;
            assert!((0.90..=0.98).contains(&part), "{} {}: {part}", twin.joint, twin.model);
        }
    }
    // Two standard errors hold 95 % of Gauss's bell; of 52 values 46 are no surprise.
    let part = within as f64 / all as f64;
    assert!(part >= 0.88, "{part} of {all}");
}

#[test]
fn what_slow_sliding_does_not_show_is_said_every_time() {
    let runs = if long() { 200 } else { 2 };
    let folder = tempfile::tempdir().unwrap();
    let twin = Twin {
        motion: |time| 1e-4 * (TAU * 0.5 * time).sin(),
        truth: &[
            ("friction.static", 0.2),
            ("friction.kinetic", 0.15),
            ("friction.stribeck_speed", 1e-4),
            ("friction.bristle_stiffness", 3e4),
            ("friction.bristle_damping", 1.0),
            ("friction.viscous", 0.01),
        ],
        ..TWINS[1]
    };
    let exact = twin.exact();
    let (mut dice, mut excluded) = (Dice(5), 0);
    for run in 0..runs {
        let path = folder.path().join(format!("slow_{run}.csv"));
        twin.measure(&exact, &mut dice, &path);
        let found = twin.identify(&path);
        // The noise excludes the joint's own value, 0, by chance; the others then belong to the one at which it is held.
        let by_chance = found.toml().contains("\nviscous");
        excluded += usize::from(by_chance);
        for value in &found.values {
            let hidden = ["friction.viscous", "friction.bristle_damping"].contains(&&*value.name);
            assert_eq!(value.weak.is_some(), hidden, "{run}, {}: {:?}", value.name, value.weak);
            if !hidden && !by_chance {
                let (_, truth) = twin.truth.iter().find(|(name, _)| *name == value.name).unwrap();
                assert!((value.value - truth).abs() < 4.0 * value.error, "{}", found.report());
            }
        }
        let report = found.report();
        assert!(report.contains("friction.viscous does not move the result"), "{run}: {report}");
        assert!(report.contains("steady sliding at speeds"), "{run}: {report}");
    }
    println!("own value excluded in {excluded} of {runs}");
    assert!(10 * excluded <= runs, "{excluded} of {runs}");
}

#[test]
fn a_hundred_thousand_samples_are_followed_a_hundred_times_at_most() {
    let folder = tempfile::tempdir().unwrap();
    let twin = Twin { count: 100_000, ..TWINS[1] };
    let path = folder.path().join("many.csv");
    twin.measure(&twin.exact(), &mut Dice(3), &path);
    let found = twin.identify(&path);
    println!("{}computed {}", found.report(), found.computed);
    // Of 0.8 µs each these take less than 10 s.
    assert!(found.computed < 10_000_000, "{}", found.computed);
    for value in &found.values {
        let (_, truth) = twin.truth.iter().find(|(name, _)| *name == value.name).unwrap();
        assert!((value.value - truth).abs() < 4.0 * value.error, "{}", found.report());
    }
}

#[test]
fn the_inertia_of_a_body_is_found_along() {
    let folder = tempfile::tempdir().unwrap();
    let twin = &TWINS[1];
    let mut exact = twin.exact();
    let step = exact[0][1];
    for (count, force) in exact[2].iter_mut().enumerate() {
        let [before, now, after] =
            [-1.0, 0.0, 1.0].map(|by| (twin.motion)(step * (count as f64 + by)));
        *force += 30.0 * (before - 2.0 * now + after) / (step * step);
    }
    let path = folder.path().join("heavy.csv");
    twin.measure(&exact, &mut Dice(9), &path);
    let found = identify(&Options { inertia: true, ..twin.options(&path) }, &|_| ()).unwrap();
    for value in &found.values {
        let (_, truth) = twin.truth.iter().find(|(name, _)| *name == value.name).unwrap();
        assert!((value.value - truth).abs() < 4.0 * value.error, "{}", found.report());
    }
    let inertia = found.judgements[0].inertia.unwrap();
    assert!((inertia - 30.0).abs() < 0.3, "{inertia}");
    // Without, the inertia would be taken for friction.
    let wrong = twin.identify(&path);
    assert!(wrong.noise > 2.0 * found.noise, "{}", wrong.report());
}
