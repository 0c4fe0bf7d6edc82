//! Closed cases of wear through load cycles: closed forms of a rigid pin, and tables of an independent program.

mod record;

use super::*;
use crate::base::{Material, Pair};
use crate::laws::contact::elastic::Power;
use crate::laws::contact::line::{Liu, Modulus};
use crate::laws::contact::{ElasticLaw, LineLaw, NormalLaw, NormalParameters};
use crate::laws::pin::beam::{Beam, Support};
use crate::laws::pin::line::LineLoad;
use crate::laws::pin::solve::{Bending, PinContact};
use crate::laws::wear::{Archard, Depths, Ring, WornContact};
use nalgebra::Vector2;
use std::f64::consts::TAU;

const RADIUS: f64 = 0.01;
const CLEARANCE: f64 = 5e-4;
const LENGTH: f64 = 0.01;
const COEFFICIENT: f64 = 1e-13;
const LOAD: f64 = 1e3;

fn law(coefficients: [f64; 2]) -> Archard {
    Archard { coefficients, exponent: 1.0, reference_pressure: 1e6 }
}

fn round(cells: usize, coefficients: [f64; 2]) -> RoundPair {
    of_depths(Depths::unworn(cells), coefficients)
}

fn of_depths(depths: Depths, coefficients: [f64; 2]) -> RoundPair {
    let cells = depths.bearing.len();
    let elastic = ElasticLaw::Power(Power::new(6.61e10, 1.0, 1.5));
    let normal = NormalLaw::new(&NormalParameters::default(), elastic);
    let contact = WornContact::new(Ring::new(RADIUS, CLEARANCE, LENGTH, cells), normal).unwrap();
    RoundPair::new(contact, law(coefficients), depths)
}

/// A constant load along x while the journal swings by ±`swing` \[rad\].
fn swinging(swing: f64) -> Vec<Sample> {
    let at = |(time, angle): (f64, f64)| Sample { time, load: Vector2::new(LOAD, 0.0), angle };
    [(0.0, 0.0), (1.0, swing), (3.0, -swing), (4.0, 0.0)].map(at).to_vec()
}

/// Wears `pair` by `distance` \[m\] in cycles.
fn worn(pair: Box<dyn WearPair>, samples: &[Sample], poses: usize, distance: f64) -> March {
    let cycle = LoadCycle::new(samples, poses);
    let swing: f64 = cycle.poses.iter().map(|pose| pose.swing).sum();
    let goal = (distance / (swing * pair.sliding_radius())).round();
    let mut march = March::new(pair, cycle, Jumps::default());
    while march.count() < goal {
        march.advance(goal).unwrap();
    }
    march
}

/// Sliding distance to X = k W s/(R L c) \[m\].
fn distance(x: f64) -> f64 {
    x * RADIUS * LENGTH * CLEARANCE / (COEFFICIENT * LOAD)
}

#[test]
fn a_gap_of_a_fifth_of_the_radius_ends_the_law() {
    // CLEARANCE and the depths of hole and pin together.
    for (part, exhausted) in [(0.99, false), (1.01, true)] {
        let each = 0.5 * (0.2 * RADIUS * part - CLEARANCE);
        let mut depths = Depths::unworn(36);
        for depth in [&mut depths.bearing, &mut depths.journal] {
            depth.fill(each);
        }
        let pair = of_depths(depths, [COEFFICIENT, COEFFICIENT]);
        assert_eq!(pair::is_exhausted(&pair), exhausted, "{part}");
    }
}

#[test]
fn a_fixed_load_wears_the_pocket_of_the_reference() {
    // X, h_max/c of the reference program, 360 cells.
    for (x, elastic) in [(0.5, 0.487_768_662), (1.0, 0.844_310_838)] {
        let pair = Box::new(round(360, [COEFFICIENT, 0.0]));
        let march = worn(pair, &swinging(0.05), 4, distance(x));
        let depth = march.deepest()[0] / CLEARANCE;
        let off = depth / elastic - 1.0;
        eprintln!("X {x}: {off:e}, {} cycles of {}", march.course().computed, march.count());
        assert!(off.abs() < 2e-5, "{x}: {off:e}");
        let [volume, of_pin] = march.volumes();
        let expected = COEFFICIENT * march.course().pushed;
        assert!((volume / expected - 1.0).abs() < 1e-9, "{volume} {expected}");
        assert_eq!(of_pin, 0.0);
    }
}

#[test]
fn hole_and_turning_pin_wear_as_in_the_reference() {
    let coefficients = [COEFFICIENT; 2];
    let turn = [(0.0, 0.0), (1.0, TAU)];
    let samples = turn.map(|(time, angle)| Sample { time, load: Vector2::new(LOAD, 0.0), angle });
    let march = worn(Box::new(round(360, coefficients)), &samples, 360, distance(1.0));
    let [hole, pin] = march.deepest().map(|depth| depth / CLEARANCE);
    eprintln!("{hole} {pin}, {} of {}", march.course().computed, march.count());
    assert!((hole / 0.87185 - 1.0).abs() < 1e-3, "{hole}");
    assert!((pin / 0.18351 - 1.0).abs() < 1e-3, "{pin}");
    let [a, b] = march.volumes();
    assert!((a / b - 1.0).abs() < 1e-9, "{a} {b}");
}

#[test]
fn a_pin_that_turns_by_no_whole_turns_wears_evenly() {
    let samples = [(0.0, 0.0), (1.0, 0.3 * TAU)];
    let samples =
        samples.map(|(time, angle)| Sample { time, load: Vector2::new(LOAD, 0.0), angle });
    let cycle = LoadCycle::new(&samples, 24);
    assert!(cycle.drifts);
    let march = worn(Box::new(round(72, [0.0, COEFFICIENT])), &samples, 24, 500.0);
    let journal = &march.pair().depths()[0].journal;
    let mean = journal.iter().sum::<f64>() / 72.0;
    assert!(journal.iter().all(|depth| (depth / mean - 1.0).abs() < 1e-12));
    // The reference program's mean after 500 m of whole turns.
    assert!((mean / CLEARANCE / 0.167_917_572 - 1.0).abs() < 2e-3, "{}", mean / CLEARANCE);
}

#[test]
fn poses_keep_the_rotation_and_the_work_of_the_cycle() {
    // Forces that change fast while the pin hardly turns, and slowly while it turns.
    let rows =
        [(0.0, 0.0, 0.0), (0.1, 3e3, 0.02), (0.2, 0.0, 0.0), (1.0, 500.0, 1.0), (2.0, 0.0, 0.0)];
    let samples = rows.map(|(time, force, angle)| Sample {
        time,
        load: Vector2::new(force, 0.2 * force),
        angle,
    });
    for poses in [1, 2, 3, 24, 72, 500] {
        let cycle = LoadCycle::new(&samples, poses);
        assert!(cycle.poses.len() <= poses, "{} {poses}", cycle.poses.len());
        let swing: f64 = cycle.poses.iter().map(|pose| pose.swing).sum();
        assert!((swing - 2.04).abs() < 1e-12, "{swing}");
        // ∫F dφ of linear changes.
        let exact = 1500.0 * 0.04 * 1.04_f64.sqrt() + 250.0 * 2.0 * 1.04_f64.sqrt();
        assert!((cycle.rubbed() / exact - 1.0).abs() < 1e-12, "{} {exact}", cycle.rubbed());
        // ∫φ|dφ| of the two swings to 0.02 and to 1 rad and back.
        let turned: f64 = cycle.poses.iter().map(|pose| pose.angle * pose.swing).sum();
        assert!((turned - (0.02 * 0.02 + 1.0)).abs() < 1e-12, "{turned}");
    }
    // Nothing wears where nothing presses or nothing turns.
    let idle =
        [(0.0, 0.0, 0.0), (1.0, 0.0, 5.0), (2.0, 100.0, 5.0), (3.0, 0.0, 5.0), (4.0, 0.0, 0.0)];
    let idle =
        idle.map(|(time, force, angle)| Sample { time, load: Vector2::new(force, 0.0), angle });
    assert!(LoadCycle::new(&idle, 72).poses.is_empty());
}

#[test]
fn turning_everything_turns_the_wear() {
    let turned = |direction: f64| {
        let mut samples = swinging(0.6);
        let (sin, cos) = direction.sin_cos();
        for sample in &mut samples {
            sample.load = Vector2::new(cos, sin) * sample.load.x;
        }
        let march = worn(Box::new(round(72, [COEFFICIENT, COEFFICIENT])), &samples, 48, 40.0);
        (march.deepest(), march.volumes(), march.play())
    };
    let (one, other) = (turned(0.0), turned(TAU * 10.0 / 72.0));
    for (one, other) in [(one.0, other.0), (one.1, other.1), ([one.2; 2], [other.2; 2])] {
        for (one, other) in one.iter().zip(other) {
            assert!((one / other - 1.0).abs() < 1e-6, "{one} {other}");
        }
    }
}

#[test]
fn play_is_twice_the_clearance_and_grows_by_the_pocket() {
    let pair = Box::new(round(180, [COEFFICIENT, 0.0]));
    assert!((play(&*pair, &[0.3]) - 2.0 * CLEARANCE).abs() < 1e-15);
    let march = worn(pair, &swinging(0.5), 12, distance(0.5));
    let grown = march.play() - 2.0 * CLEARANCE;
    // The pocket is the pin's own circle, but for its elastic edges: the pin goes as deep as it is.
    assert!((grown / march.deepest()[0] - 1.0).abs() < 5e-3, "{grown}");
}

#[test]
fn play_follows_the_angle_at_which_the_pin_stands() {
    let cells = 72;
    let mut depths = Depths::unworn(cells);
    for cell in 0..cells {
        let around = TAU * cell as f64 / cells as f64;
        let worn = 1e-6 * (1.0 + (2.0 * around).cos());
        (depths.bearing[cell], depths.journal[cell]) = (worn, worn);
    }
    let depths = Depths::new(depths.bearing, depths.journal);
    let pair = of_depths(depths, [COEFFICIENT; 2]);
    // Both have lost 2 µm at each end of one diameter: together they have twice the room that they have crosswise.
    let [along, across] = [0.0, TAU / 4.0].map(|angle| play(&pair, &[angle]) - 2.0 * CLEARANCE);
    assert!((along - 8e-6).abs() < 1e-7 && (across - 4e-6).abs() < 1e-7, "{along} {across}");
}

#[test]
fn a_forecast_goes_on_from_where_it_was() {
    let cycle = LoadCycle::new(&swinging(0.5), 24);
    let pair = || Box::new(round(72, [COEFFICIENT, COEFFICIENT]));
    let run = |march: &mut March, goal: f64| {
        while march.count() < goal {
            march.advance(goal).unwrap();
        }
    };
    let mut whole = March::new(pair(), cycle.clone(), Jumps::default());
    run(&mut whole, 500.0);
    let kept = serde_json::to_string(whole.course()).unwrap();
    run(&mut whole, 2000.0);
    let mut rest = March::new(pair(), cycle.clone(), Jumps::default());
    assert!(rest.resume(serde_json::from_str(&kept).unwrap()));
    run(&mut rest, 2000.0);
    // The balance begins at another position, and ends at the same to its tolerance.
    for (one, other) in whole.volumes().iter().zip(rest.volumes()) {
        assert!((one / other - 1.0).abs() < 1e-9, "{one} {other}");
    }
    let other = Box::new(round(36, [COEFFICIENT, COEFFICIENT]));
    assert!(
        !March::new(other, cycle, Jumps::default()).resume(serde_json::from_str(&kept).unwrap())
    );
}

#[test]
fn stable_steps_agree_with_fine_ones() {
    // A light load most of the time, a heavy one for a moment: extrapolations over half a penetration are unstable.
    let rows =
        [(0.0, 2.0, 0.0), (1.0, 2.0, 0.6), (2.0, 200.0, 0.62), (3.0, 2.0, 0.6), (6.0, 2.0, 0.0)];
    let samples = rows.map(|(time, force, angle)| Sample {
        time,
        load: Vector2::new(force, 0.3 * force),
        angle,
    });
    let goal = 2e6;
    let run = |jumps: Jumps| {
        let cycle = LoadCycle::new(&samples, 24);
        let mut march = March::new(Box::new(round(72, [COEFFICIENT; 2])), cycle, jumps);
        while march.count() < goal {
            march.advance(goal).unwrap();
        }
        march
    };
    let usual = run(Jumps::default());
    let fine = run(Jumps { tolerance: 0.01, part: 0.1 });
    let (few, many) = (usual.course().computed, fine.course().computed);
    eprintln!("{few} and {many} cycles; {:?} {:?}", usual.deepest(), fine.deepest());
    for (one, other) in usual.deepest().iter().zip(fine.deepest()) {
        assert!((one / other - 1.0).abs() < 1e-3, "{one} {other}");
    }
    assert_eq!(usual.count(), goal);
    // Steps that are too long are made again.
    eprintln!("errors {} and {}", usual.course().error, fine.course().error);
    assert!(usual.course().error < 1.2 * Jumps::default().tolerance, "{}", usual.course().error);
    let [volume, _] = usual.volumes();
    let expected = COEFFICIENT * usual.course().pushed;
    assert!((volume / expected - 1.0).abs() < 1e-9, "{volume} {expected}");
    assert!(few < 4000, "{few} cycles were computed");
}

/// A pin in slices, as short and stiff as to stay straight.
fn sliced(slices: usize, cells: usize, youngs: f64) -> SlicedPair {
    let steel = Material::default();
    let liu = LineLaw::Liu(Liu::new(&Pair::new(steel, steel).unwrap(), Modulus::Composite));
    let radius = RADIUS - CLEARANCE;
    let beam = Beam::new(LENGTH, radius, youngs, slices, Support::Clamped).unwrap();
    let pin = PinContact::new(&beam, CLEARANCE, liu, Bending::Modal { modes: 4 }).unwrap();
    let pin = pin.with_map(radius, cells).unwrap();
    SlicedPair::new(pin, law([COEFFICIENT, 0.0]), radius).unwrap()
}

#[test]
fn a_stiff_pin_presses_as_its_law_and_a_bed_of_springs_say() {
    let mut pair = sliced(6, 720, 1e16);
    let Rest { penetration, pressure, pushed } = pair.rest(Vector2::new(LOAD, 0.0), 0.0).unwrap();
    let steel = Material::default();
    let law = LineLaw::Liu(Liu::new(&Pair::new(steel, steel).unwrap(), Modulus::Composite));
    let load = law.value_and_tangent(penetration, CLEARANCE).0 * LENGTH;
    assert!((load / LOAD - 1.0).abs() < 1e-3, "{load}");
    // Springs along the angle θ, overlapped by (c + δ) cos θ − c up to θ₀; `along` is ∫ of that times cos θ, `all` without.
    let far = CLEARANCE + penetration;
    let end = (CLEARANCE / far).acos();
    let along = far * (end + end.sin() * end.cos()) - 2.0 * CLEARANCE * end.sin();
    let all = 2.0 * far * end.sin() - 2.0 * CLEARANCE * end;
    let expected = LOAD / (RADIUS * LENGTH * along) * penetration;
    assert!((pressure / expected - 1.0).abs() < 1e-2, "{pressure} {expected}");
    assert!((pushed / (LOAD * all / along) - 1.0).abs() < 1e-3, "{pushed}");
}

#[test]
fn slices_of_a_stiff_pin_wear_as_a_hole_of_one_piece() {
    let march = worn(Box::new(sliced(6, 72, 1e16)), &swinging(0.5), 8, distance(1.0));
    let depth = march.deepest()[0] / CLEARANCE;
    // The rigid limit, less a quarter of a per cent by 72 cells.
    assert!((depth / 0.844_388_779_3 - 1.0).abs() < 5e-3, "{depth}");
    let [volume, _] = march.volumes();
    let expected = COEFFICIENT * march.course().pushed;
    assert!((volume / expected - 1.0).abs() < 1e-9, "{volume} {expected}");
    // A slender pin bends: its edges wear first, the volume is about the same.
    let soft = worn(Box::new(sliced(7, 72, 1e8)), &swinging(0.5), 8, distance(0.05));
    let depth = |k: usize| crate::laws::wear::largest(&soft.pair().depths()[k].bearing).1;
    assert!(depth(0) > 1.05 * depth(3), "{} {}", depth(0), depth(3));
    assert!((depth(0) / depth(6) - 1.0).abs() < 1e-6);
}
