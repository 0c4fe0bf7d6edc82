//! Wear through the joint's own steps.

use super::*;

const HOUR: f64 = 3600.0;
/// 2 α f: 60° at 0.5 Hz.
const SPIN: f64 = std::f64::consts::FRAC_PI_3;

/// Joint of the project, its rod turning at the mean speed of its swing: 2 α f.
fn joint(length: f64, radius: f64, more: &[(&'static str, Value)]) -> Host {
    let size = [
        ("geometry.length", length.into()),
        ("geometry.pin_radius", radius.into()),
        ("wear.enabled", true.into()),
        ("frame_a.w", SPIN.into()),
        ("frame_a.x", 1.05e-4.into()),
    ];
    Host::new(&Build::default(), &with(&with(&plain(), &size), more))
}

#[test]
fn wear_after_a_thousand_hours_matches_the_record() {
    let record = [(0.24, 0.05, 129.7e-6, 121.3e-6), (0.4, 0.0625, 78.4e-6, 62.5e-6)];
    for (length, radius, edge, middle) in record {
        let mut host = joint(length, radius, &[]);
        let mut offset = 1.05e-4;
        // The load of each step is that of the coming hour.
        host.step(1e-3).unwrap();
        host.step(HOUR).unwrap();
        for _ in 1..1000 {
            host.press(5e4, &mut offset);
            host.step(HOUR).unwrap();
        }
        let depths = host.slices("wear_depth");
        println!("{:e} {:e}", depths[0] / edge - 1.0, depths[23] / middle - 1.0);
        // ±0.5 %: four digits on record.
        assert!((depths[0] / edge - 1.0).abs() < 5e-3);
        assert!((depths[23] / middle - 1.0).abs() < 5e-3);
        assert!(host.real("wear.volume") > 0.0);
    }
}

#[test]
fn accelerated_wear_is_that_of_more_hours_and_friction_stays_the_same() {
    let friction = [("friction.model", 2.into()), ("friction.kinetic", 0.1.into())];
    let mut real = joint(0.24, 0.05, &friction);
    let fast = with(&friction, &[("wear.acceleration", 1800.0.into())]);
    let mut fast = joint(0.24, 0.05, &fast);
    let (mut hours, mut seconds) = (1.05e-4, 1.05e-4);
    for host in [&mut real, &mut fast] {
        host.step(2.0).unwrap();
    }
    let energies = [&mut real, &mut fast].map(|host| host.slices("friction_energy"));
    assert!(energies[0].iter().zip(&energies[1]).all(|(a, b)| (a / b - 1.0).abs() < 0.1));
    for _ in 0..20 {
        real.press(5e4, &mut hours);
        real.step(HOUR).unwrap();
        fast.press(5e4, &mut seconds);
        fast.step(2.0).unwrap();
    }
    let (slow, quick) = (real.slices("wear_depth"), fast.slices("wear_depth"));
    // The hours differ by the two seconds at the beginning, 1 % of the wear.
    assert!(slow.iter().zip(&quick).all(|(a, b)| (a / b - 1.0).abs() < 0.06));
    // μ Q v t: 0.1 · 50 kN · 0.05236 m/s · 3600 s.
    let energy = |host: &mut Host| host.slices("friction_energy").iter().sum::<f64>();
    let before = energy(&mut real);
    real.press(5e4, &mut hours);
    real.step(HOUR).unwrap();
    let gained = energy(&mut real) - before;
    println!("{gained:e}");
    assert!((gained / (0.1 * 5e4 * SPIN * 0.05 * HOUR) - 1.0).abs() < 5e-3);
}

#[test]
fn wear_that_outruns_the_contact_is_refused_and_leaves_the_state() {
    let mut host = joint(0.24, 0.05, &[]);
    host.step(1.0).unwrap();
    let before = host.slices("wear_depth");
    let fault = host.step(1e12).unwrap_err();
    assert!(matches!(fault, Fault::WearTooFast { .. }));
    println!("{fault}");
    assert_eq!(host.slices("wear_depth"), before);
}

#[test]
fn a_hole_that_does_not_wear_keeps_its_shape() {
    let mut host =
        Host::new(&Build::default(), &[("frame_a.x", 1.2e-4.into()), ("frame_a.w", 1.0.into())]);
    host.step(HOUR).unwrap();
    assert!(host.slices("wear_depth").iter().all(|depth| *depth == 0.0));
    assert_eq!(host.real("wear.volume"), 0.0);
}
