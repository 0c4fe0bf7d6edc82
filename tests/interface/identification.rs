//! Identification of the Iwan model's parameters from measured loops.

use crate::random::{Random, histories};
use spiel::laws::interface::Iwan;
use spiel::laws::interface::identify::{Loop, Refusal, identify};

fn finite_element_case() -> Iwan {
    Iwan::new(1060.0, 1.39e-6, -0.05, 3.99).unwrap()
}

const AMPLITUDES: [f64; 4] = [0.5e-6, 1e-6, 2e-6, 3e-6];

/// The branch from x₀ to −x₀, sampled as a sinusoidal motion would be.
fn branch(iwan: &Iwan, amplitude: f64, points: u32) -> Loop {
    let at = |i: u32| std::f64::consts::PI * f64::from(i) / f64::from(points - 1);
    let displacement: Vec<f64> = (0..points).map(|i| amplitude * at(i).cos()).collect();
    let force = displacement.iter().map(|&x| iwan.unloading(amplitude, x)).collect();
    Loop { amplitude, displacement, force }
}

/// A whole steady loop that starts anywhere.
fn whole(iwan: &Iwan, amplitude: f64, points: u32, phase: f64) -> Loop {
    let at = |i: u32| phase + std::f64::consts::TAU * f64::from(i) / f64::from(points);
    let displacement: Vec<f64> = (0..points).map(|i| amplitude * at(i).cos()).collect();
    let force = (0..points)
        .map(|i| match amplitude * at(i).cos() {
            x if at(i).sin() >= 0.0 => iwan.unloading(amplitude, x),
            x => iwan.reloading(amplitude, x),
        })
        .collect();
    Loop { amplitude, displacement, force }
}

fn with_noise(mut measured: Loop, random: &mut Random, deviation: f64) -> Loop {
    measured.force.iter_mut().for_each(|force| *force += deviation * random.normal());
    measured
}

/// Relative errors of F_s, x_s and α, absolute one of χ.
fn errors(found: &Iwan, wanted: &Iwan) -> [f64; 4] {
    [
        found.slip_force() / wanted.slip_force() - 1.0,
        found.slip_displacement() / wanted.slip_displacement() - 1.0,
        found.alpha() / wanted.alpha() - 1.0,
        found.chi() - wanted.chi(),
    ]
}

#[test]
fn loops_without_noise_give_back_their_parameters() {
    for (chi, alpha) in [(-0.05, 3.99), (-0.5, 0.3), (0.2, 1.0), (-0.8, 0.1)] {
        let iwan = Iwan::new(1060.0, 1.39e-6, chi, alpha).unwrap();
        let sampled = [
            AMPLITUDES.map(|amplitude| branch(&iwan, amplitude, 200)),
            AMPLITUDES.map(|amplitude| whole(&iwan, amplitude, 400, 2.0)),
        ];
        for loops in sampled {
            let found = identify(&loops).unwrap();
            for error in errors(&found.iwan, &iwan) {
                assert!(error.abs() < 1e-6, "{chi} {alpha}: {error:e}");
            }
            assert!(found.noise < 1e-9 && found.slip_evidence > 1e12);
            assert!(found.starts_agreeing >= 2, "{}", found.starts_agreeing);
        }
    }
}

#[test]
fn forward_and_backward_branches_identify_equally_well() {
    let iwan = finite_element_case();
    let mut forth = branch(&iwan, 3e-6, 100);
    forth.displacement.iter_mut().chain(&mut forth.force).for_each(|value| *value = -*value);
    let found = identify(&[forth]).unwrap();
    assert!(errors(&found.iwan, &iwan).iter().all(|error| error.abs() < 1e-6));
}

#[test]
fn identification_tolerates_noise_and_its_standard_errors_are_right() {
    let iwan = finite_element_case();
    let seeds = histories(200) as usize;
    let mut off: [Vec<f64>; 4] = Default::default();
    let (mut inside, mut spread) = ([0; 4], [0.0; 4]);
    for seed in 0..seeds {
        let mut random = Random(1000 + seed as u64);
        let deviation = 1e-3 * iwan.slip_force();
        let loops = AMPLITUDES
            .map(|amplitude| with_noise(branch(&iwan, amplitude, 200), &mut random, deviation));
        let found = identify(&loops).unwrap();
        assert!((found.noise / deviation - 1.0).abs() < 0.12);
        let standard = found.standard_errors;
        let standard = [
            standard.slip_force / iwan.slip_force(),
            standard.slip_displacement / iwan.slip_displacement(),
            standard.alpha / iwan.alpha(),
            standard.chi,
        ];
        for (i, error) in errors(&found.iwan, &iwan).into_iter().enumerate() {
            inside[i] += usize::from(error.abs() <= 2.0 * standard[i]);
            spread[i] += (error / standard[i]).powi(2) / seeds as f64;
            off[i].push(error.abs());
        }
    }
    // F_s, x_s, α relative, χ absolute.
    let (median, worst) = ([2e-3, 2e-3, 3e-3, 0.01], [0.01, 0.01, 0.015, 0.04]);
    for i in 0..4 {
        off[i].sort_by(f64::total_cmp);
        let (middle, last) = (off[i][seeds / 2], off[i][seeds - 1]);
        assert!(middle <= median[i] && last <= worst[i], "{i}: {middle:e} {last:e}");
        if seeds >= 100 {
            assert!(inside[i] * 10 >= seeds * 9, "{i}: {} of {seeds}", inside[i]);
            // Standard errors neither too small nor too large: 200 seeds resolve 5 %.
            assert!((spread[i].sqrt() - 1.0).abs() < 0.15, "{i}: {}", spread[i]);
        }
    }
}

/// The reference loops: x0, x, F, one branch after the other.
fn reference_loops() -> Vec<Loop> {
    let mut loops: Vec<Loop> = Vec::new();
    for line in include_str!("data/ident_loops.csv").lines().skip(1) {
        let row: Vec<f64> = line.split(',').map(|number| number.parse().unwrap()).collect();
        if loops.last().is_none_or(|last| last.amplitude != row[0]) {
            loops.push(Loop { amplitude: row[0], ..Loop::default() });
        }
        let last = loops.last_mut().unwrap();
        last.displacement.push(row[1]);
        last.force.push(row[2]);
    }
    loops
}

#[test]
fn the_reference_loops_give_the_reference_fit() {
    let loops = reference_loops();
    let found = identify(&loops).unwrap();
    let expected = Iwan::new(1059.72, 1.38958e-6, -0.0542, 3.981).unwrap();
    for error in errors(&found.iwan, &expected) {
        assert!(error.abs() < 1e-3, "{error:e}");
    }
    assert_eq!(found.points, 800);
    let squares: f64 = found.residuals.iter().flatten().map(|r| r * r).sum();
    assert!((squares / (found.noise.powi(2) * 796.0) - 1.0).abs() < 1e-12);
    for (measured, residuals) in loops.iter().zip(&found.residuals) {
        let fitted = found.iwan.unloading(measured.amplitude, measured.displacement[60]);
        assert!((measured.force[60] - fitted - residuals[60]).abs() < 1e-9);
    }
}

#[test]
fn turning_points_give_a_coarse_estimate() {
    let found = identify(&reference_loops()).unwrap();
    let read = found.turning_points.unwrap();
    let force = read.slip_force / 1060.0 - 1.0;
    assert!(force.abs() < 0.4 && force.abs() > 0.01, "{force}");
    assert!((read.slip_displacement / 1.39e-6 - 1.0).abs() < 0.4);
    assert!((read.slip_stiffness / (3.99 * 1.703282e8) - 1.0).abs() < 0.02);
    // The section of complete slip is too short to be read.
    let barely = branch(&finite_element_case(), 1.5e-6, 200);
    assert_eq!(identify(&[barely]).unwrap().turning_points, None);
}

#[test]
fn loops_that_never_slip_are_refused_with_noise_and_without() {
    let iwan = finite_element_case();
    for deviation in [0.0, 0.1, 1.06, 5.0] {
        for seed in 0..20 {
            let mut random = Random(seed);
            let loops = [0.3e-6, 0.6e-6, 1.2e-6]
                .map(|amplitude| with_noise(branch(&iwan, amplitude, 200), &mut random, deviation));
            match identify(&loops) {
                Err(refusal @ Refusal::NeverSlips { slip_evidence, .. }) => {
                    assert!(slip_evidence < 9.0);
                    assert!(refusal.to_string().contains("do not slip completely"));
                }
                other => panic!("{deviation} {seed}: {other:?}"),
            }
        }
    }
}

#[test]
fn identification_without_a_spring_stays_well_posed() {
    let iwan = Iwan::new(500.0, 1e-6, -0.3, 0.0).unwrap();
    let mut random = Random(9);
    let loops = [0.6e-6, 1.5e-6, 2.5e-6]
        .map(|amplitude| with_noise(branch(&iwan, amplitude, 200), &mut random, 0.5));
    let found = identify(&loops).unwrap();
    assert!(found.iwan.alpha() < 4.0 * found.standard_errors.alpha);
    assert!(found.standard_errors.alpha > 0.0 && found.standard_errors.alpha < 0.01);
    assert!((found.iwan.slip_force() / 500.0 - 1.0).abs() < 0.01);
}

#[test]
fn columns_without_loops_are_refused_by_name() {
    let iwan = finite_element_case();
    let good = branch(&iwan, 3e-6, 200);
    let refused = |change: &dyn Fn(&mut Loop)| {
        let mut bad = good.clone();
        change(&mut bad);
        identify(&[good.clone(), bad]).unwrap_err()
    };
    assert_eq!(identify(&[]).unwrap_err(), Refusal::NoLoops);
    let short = refused(&|bad| _ = bad.force.pop());
    assert_eq!(short.to_string(), "loop 2 has 200 displacements but 199 forces");
    assert!(matches!(refused(&|bad| bad.force[3] = f64::NAN), Refusal::NotANumber { number: 2 }));
    assert!(matches!(refused(&|bad| bad.amplitude = -3e-6), Refusal::NotANumber { number: 2 }));
    for scale in [1e300, 1e-300] {
        let odd = refused(&|bad| bad.force.iter_mut().for_each(|force| *force *= scale));
        assert!(odd.to_string().ends_with("are these metres and newtons?"), "{odd}");
    }
    let few = refused(&|bad| *bad = branch(&iwan, 3e-6, 12));
    assert_eq!(few.to_string(), "loop 2 has 12 points; at least 20 are needed");
    let cut = refused(&|bad| {
        bad.displacement.truncate(150);
        bad.force.truncate(150);
    });
    assert!(matches!(cut, Refusal::DoesNotSpan { number: 2, .. }), "{cut}");
    let mut other = refused(&|bad| bad.amplitude = 2e-6);
    assert!(matches!(other, Refusal::DoesNotSpan { .. }), "{other}");
    // The columns exchanged.
    other = refused(&|bad| std::mem::swap(&mut bad.force, &mut bad.displacement));
    assert!(matches!(other, Refusal::DoesNotSpan { .. }), "{other}");
    other = refused(&|bad| bad.force.iter_mut().for_each(|force| *force = -*force));
    assert_eq!(other, Refusal::ForceFalls { number: 2 });
    // Two cycles in one, and points out of order.
    other = refused(&|bad| {
        let (x, force) = (bad.displacement.clone(), bad.force.clone());
        bad.displacement.extend(x);
        bad.force.extend(force);
    });
    assert_eq!(other, Refusal::TurnsTooOften { number: 2 });
    // Time runs backwards: the same branch from −x₀ to x₀.
    other = refused(&|bad| {
        bad.displacement.reverse();
        bad.force.reverse();
    });
    assert!(matches!(other, Refusal::CreatesEnergy { number: 2, .. }), "{other}");
    // A cubic spring with viscous damping.
    other = refused(&|bad| {
        for (x, force) in bad.displacement.iter().zip(&mut bad.force) {
            let r = x / 3e-6;
            *force = 2000.0 * r.powi(3) - 600.0 * (1.0 - r * r).sqrt();
        }
    });
    assert!(matches!(other, Refusal::NotTheModel { .. }), "{other}");
    assert!(identify(&[good]).is_ok());
}
