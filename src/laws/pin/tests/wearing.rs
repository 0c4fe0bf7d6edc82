//! Wear of the reference joints under their steady load, hour by hour.

use super::*;
use crate::laws::pin::wear::{Groove, WearLaw, WornHole, contact_angle};
use proptest::prelude::*;

const LAW: WearLaw = WearLaw { rate: 1e-20, exponent: 1.1, reference_length: 5e-3 };
const ACTING_ANGLE: f64 = std::f64::consts::FRAC_PI_3;
const LOAD: f64 = 5e4;

/// v = 2 α f r_p \[m/s\].
fn steady_speed(radius: f64) -> f64 {
    2.0 * ACTING_ANGLE * 0.5 * radius
}

/// A joint after `hours` of wear, and its hole; the load is applied.
fn after(size: (f64, f64), slices: usize, hours: u32) -> (PinContact<LineLaw>, WornHole) {
    let groove = Groove::new(size.1, CLEARANCE, ACTING_ANGLE).unwrap();
    let mut hole = WornHole::new(groove, LAW, &vec![0.0; slices]);
    let mut pin = joint(size, slices);
    let slide = steady_speed(size.1) * 3600.0;
    for _ in 0..hours {
        pin.set_wear(hole.depths());
        pin.offset_under(LOAD).unwrap();
        assert!(hole.longest_slide(pin.slices()) > slide, "steps of an hour are too long");
        hole.wear(pin.slices(), slide);
    }
    pin.set_wear(hole.depths());
    pin.offset_under(LOAD).unwrap();
    (pin, hole)
}

/// Population coefficient of variation of the slices' friction power.
fn unevenness(pin: &PinContact<LineLaw>, speed: f64) -> f64 {
    let slices = pin.slices();
    let powers: Vec<f64> =
        (0..slices.len()).map(|k| (0.1 * slices.force(k).norm() * speed).abs()).collect();
    let n = powers.len() as f64;
    let mean = powers.iter().sum::<f64>() / n;
    (powers.iter().map(|p| (p - mean).powi(2)).sum::<f64>() / n).sqrt() / mean
}

/// w \[m\] of a pinned pin under `LOAD` distributed evenly, `s` from its middle.
fn bending_line((length, radius): (f64, f64), s: f64) -> f64 {
    let rigidity = MODULUS * std::f64::consts::PI * radius.powi(4) / 4.0;
    let x = 0.5 * length - s;
    let load = LOAD / length;
    load * x * (length.powi(3) - 2.0 * length * x * x + x.powi(3)) / (24.0 * rigidity)
}

#[test]
fn after_a_thousand_hours_the_joints_are_worn_as_on_record() {
    for (size, edge, middle) in [(JOINT_A, 129.7e-6, 121.3e-6), (JOINT_B, 78.4e-6, 62.5e-6)] {
        let (_, hole) = after(size, 48, 1000);
        let depths = hole.depths();
        println!("edge {:e} middle {:e}", depths[0], depths[23]);
        // ±0.5 %: four digits on record.
        assert!(relative(depths[0], edge) < 5e-3 && relative(depths[23], middle) < 5e-3);
        assert!((0..24).all(|k| relative(depths[k], depths[47 - k]) < 1e-9));
    }
}

#[test]
fn a_worn_in_hole_takes_the_shape_of_the_evenly_loaded_pin() {
    for (size, hours, record, within) in
        [(JOINT_A, 1000, 8.435e-6, 5e-3), (JOINT_B, 1000, 15.996e-6, 1e-2)]
    {
        let (pin, hole) = after(size, 48, hours);
        let stations = &pin.slices().position;
        let line = bending_line(size, stations[23]) - bending_line(size, stations[0]);
        let curve = hole.depths()[0] - hole.depths()[23];
        println!("line {line:e} record {record:e} curve {curve:e}");
        assert!(relative(line, record) < 1e-4);
        assert!(relative(curve, line) < within, "{:e}", curve / line - 1.0);
    }
}

#[test]
fn wear_evens_out_the_friction_energy_and_softens_the_joint() {
    let mut curves = vec![];
    for (size, fresh, late) in [(JOINT_A, Some(0.636), Some(0.003)), (JOINT_B, None, None)] {
        let speed = steady_speed(size.1);
        let (mut new, _) = after(size, 48, 0);
        let (mut worn, hole) = after(size, 48, 1000);
        let (before, now) = (unevenness(&new, speed), unevenness(&worn, speed));
        let (stiff, soft) = (new.stiffness()[(0, 0)], worn.stiffness()[(0, 0)]);
        println!("{size:?}: cv {before} -> {now}, stiffness {stiff:e} -> {soft:e}");
        assert!(fresh.is_none_or(|cv| (before - cv).abs() < 5e-4));
        assert!(late.is_none_or(|cv| (now - cv).abs() < 5e-4));
        assert!(now < 0.1 * before && soft < stiff);
        curves.push(hole.depths()[0] - hole.depths()[23]);
    }
    assert!(curves[1] > curves[0], "B is more curved");
}

#[test]
fn finer_slices_wear_as_deep() {
    for size in [JOINT_A, JOINT_B] {
        let mean = |slices: usize| {
            after(size, slices, 1000).1.depths().iter().sum::<f64>() / slices as f64
        };
        let (coarse, middle, fine) = (mean(24), mean(48), mean(96));
        println!("mean depth {coarse:e} {middle:e} {fine:e}");
        assert!(relative(coarse, middle) < 1e-2 && relative(fine, middle) < 1e-2);
    }
}

#[test]
fn worn_areas_never_fall_and_stay_without_load() {
    let groove = Groove::new(0.05, CLEARANCE, ACTING_ANGLE).unwrap();
    let mut hole = WornHole::new(groove, LAW, &[0.0; 48]);
    let mut pin = joint(JOINT_A, 48);
    let mut volume = 0.0;
    for load in [1e2, 1e4, 1e5] {
        pin.offset_under(load).unwrap();
        let before = hole.depths().to_vec();
        hole.wear(pin.slices(), 100.0);
        pin.set_wear(hole.depths());
        assert!(hole.depths().iter().zip(before).all(|(now, then)| *now >= then));
        assert!(hole.volume(pin.slices()) > volume);
        volume = hole.volume(pin.slices());
    }
    pin.solve(&Pose::plane(Vector2::zeros())).unwrap();
    let worn = hole.clone();
    assert_eq!(hole.longest_slide(pin.slices()), f64::INFINITY);
    hole.wear(pin.slices(), 1e6);
    assert_eq!(hole, worn);
}

#[test]
fn the_longest_slide_deepens_no_slice_by_more_than_a_fifth_of_its_penetration() {
    let groove = Groove::new(0.05, CLEARANCE, ACTING_ANGLE).unwrap();
    let mut hole = WornHole::new(groove, LAW, &[0.0; 48]);
    let mut pin = joint(JOINT_A, 48);
    for _ in 0..40 {
        pin.set_wear(hole.depths());
        pin.offset_under(LOAD).unwrap();
        let before = hole.depths().to_vec();
        hole.wear(pin.slices(), hole.longest_slide(pin.slices()));
        let slices = pin.slices();
        let share = (0..48)
            .filter(|&k| slices.penetration[k] > 0.02 * slices.deepest())
            .map(|k| (hole.depths()[k] - before[k]) / slices.penetration[k])
            .fold(0.0, f64::max);
        assert!(share <= 0.2 + 1e-12 && share > 0.1, "{share}");
    }
}

/// Area inside the swept pin's circles and outside the hole's, by rays from the hole's centre.
fn area_by_rays(pin: f64, clearance: f64, swing: f64, depth: f64) -> f64 {
    let (hole, e) = (pin + clearance, clearance + depth);
    let rays = 400_000;
    let step = std::f64::consts::PI / f64::from(rays);
    let reach = |angle: f64| {
        // The pin's centre lies on an arc of radius e; the nearest one reaches farthest.
        let off = (angle - swing / 2.0).max(0.0);
        let root = pin * pin - (e * off.sin()).powi(2);
        (e * off.cos() + root.sqrt()).max(hole)
    };
    let rays = (0..rays).map(|i| reach((f64::from(i) + 0.5) * step));
    rays.map(|far| (far - hole) * (far + hole)).sum::<f64>() * step
}

#[test]
fn the_worn_area_is_that_swept_by_the_pin() {
    for (pin, clearance, swing, depth) in [
        (0.05, 1e-4, ACTING_ANGLE, 1e-4),
        (0.05, 1e-4, 3.0, 1e-5),
        (0.01, 1e-3, 0.2, 5e-3),
        (0.0625, 1e-5, 1.0, 1e-3),
        (0.05, 1e-4, ACTING_ANGLE, 1e-6),
    ] {
        let groove = Groove::new(pin, clearance, swing).unwrap();
        let expected = area_by_rays(pin, clearance, swing, depth);
        let area = groove.area(depth);
        // 1e-6: the rays' own error at the groove's rim.
        assert!(relative(area, expected) < 1e-6, "{:e}", area / expected - 1.0);
    }
}

proptest! {
    #[test]
    fn depth_and_area_undo_each_other(
        clearance in -6.0..-3.0_f64, swing in 0.01..3.1_f64, depth in -10.0..-2.0_f64,
    ) {
        let clearance = 10_f64.powf(clearance);
        let groove = Groove::new(0.05, clearance, swing).unwrap();
        let depth = 10_f64.powf(depth);
        let again = groove.depth(groove.area(depth));
        // The lens is a difference of two segments of nearly equal size in a tight hole.
        let digits = 1e-12 + 5e-15 * 0.05 / clearance;
        prop_assert!(relative(again, depth) < digits, "{:e}", again / depth - 1.0);
        let step = 1e-4 * depth;
        let slope = (groove.area(depth + step) - groove.area(depth - step)) / (2.0 * step);
        prop_assert!(relative(slope, groove.area_slope(depth)) < 1e-6);
        let growing = depth < (2.0 * 0.05 * clearance).sqrt();
        prop_assert!(!growing || groove.area_slope(depth + step) >= groove.area_slope(depth));
    }

    #[test]
    fn a_contact_angle_has_its_cosine(depth in -9.0..-2.0_f64, clearance in -6.0..-3.0_f64) {
        let (delta, c) = (10_f64.powf(depth), 10_f64.powf(clearance));
        let angle = contact_angle(delta, c);
        // 1 − cos ε, which cannot be computed from a cosine near 1.
        prop_assert!(relative(2.0 * (angle / 2.0).sin().powi(2), delta / (c + delta)) < 1e-12);
    }
}

#[test]
fn a_hole_that_swings_more_than_half_a_turn_is_refused() {
    let fault = Groove::new(0.05, CLEARANCE, 3.2).unwrap_err();
    assert!(fault.to_string().starts_with("wear.acting_angle = 3.2 is outside"));
}
