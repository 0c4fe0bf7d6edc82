//! Closed forms, states of an independent program, and properties of every profile.

use super::*;
use crate::kinematics::planar::Motion;
use crate::laws::contact::elastic::Power;
use crate::laws::contact::{ElasticLaw, NormalLaw, NormalParameters};
use nalgebra::Vector2;
use num_dual::Dual64;
use proptest::prelude::*;
use std::f64::consts::TAU;

mod grinding;
mod scenes;

pub(super) const RADIUS: f64 = 0.01;
pub(super) const LENGTH: f64 = 0.01;
pub(super) const CLEARANCE: f64 = 5e-4;
/// Stiffness of steel on steel in the reference tables \[N/m^1.5\].
pub(super) const STIFFNESS: f64 = 6.61e10;

pub(super) fn contact(cells: usize) -> WornContact {
    let elastic = ElasticLaw::Power(Power::new(STIFFNESS, 1.0, 1.5));
    let law = NormalLaw::new(&NormalParameters::default(), elastic);
    WornContact::new(Ring::new(RADIUS, CLEARANCE, LENGTH, cells), law).unwrap()
}

pub(super) fn at(x: f64, y: f64, angle: f64) -> Motion<f64> {
    Motion { position: Vector2::new(x, y), angle, ..Motion::rest() }
}

/// A profile worn on both sides, as in the reference program.
fn reference_depths(cells: usize) -> Depths {
    let angles = (0..cells).map(|node| TAU * node as f64 / cells as f64);
    let bearing = |angle: f64| {
        let off = (angle - 1.0) / 0.7;
        2e-5 * (1.0 + (2.0 * angle + 0.3).cos()) * (-off * off).exp()
    };
    let journal = |angle: f64| 1.5e-5 * (1.0 + (3.0 * angle).sin());
    Depths::new(angles.clone().map(bearing).collect(), angles.map(journal).collect())
}

/// e and φ; force, moment, P and equivalent penetration of an independent program.
const STATES: [[f64; 8]; 4] = [
    [
        5.1e-4 + 2e-5 * 0.540_302_305_868_139_8,
        4e-4,
        0.37,
        -73_933.699_700_04,
        -53_818.920_245_71,
        -1.936_399_562_688,
        95_824.024_458_31,
        1.217_318_284_076e-4,
    ],
    [
        4.484_480_482_618_9e-4,
        4.489_863_603_275_4e-4,
        4.410_971_043_923_1,
        -45_138.010_634_287,
        -48_240.685_754_988,
        0.466_291_367_109_95,
        68_731.299_381_625,
        9.769_290_642_323_1e-5,
    ],
    [
        -8.455_982_806_545_6e-5,
        -5.384_253_185_750_7e-4,
        5.976_855_126_340_2,
        584.614_683_085_71,
        5_093.446_040_312_6,
        0.116_546_815_116_35,
        5_167.584_992_723_8,
        1.779_659_034_145_3e-5,
    ],
    [
        -6.228_432_633_668_2e-4,
        -2.061_297_230_091_1e-5,
        4.753_110_860_032_7,
        64_384.122_643_767,
        2_054.179_098_666,
        -0.055_820_817_522_137,
        66_871.770_132_618,
        9.666_857_112_306_8e-5,
    ],
];

#[test]
fn states_agree_with_an_independent_program() {
    let contact = contact(72);
    let depths = reference_depths(72);
    let mut window = Window::new(72);
    for [x, y, angle, fx, fy, moment, swept, penetration] in STATES {
        let pressed = contact.press(&depths, &at(x, y, angle), 0.0, &mut window).unwrap();
        let force = -pressed.normal * pressed.normal_force;
        let scale = 1e-9 * fx.hypot(fy);
        assert!((force - Vector2::new(fx, fy)).norm() < scale, "{force} {fx} {fy}");
        assert!((pressed.moment - moment).abs() < scale * RADIUS);
        assert!((pressed.swept_force / swept - 1.0).abs() < 1e-9);
        assert!((pressed.penetration / penetration - 1.0).abs() < 1e-9);
    }
}

#[test]
fn without_wear_the_law_is_that_of_the_joint() {
    // The reference errors of the spline: 2e-6 and 2e-8 at 360 cells, 3e-3 and 6e-6 at 72.
    for (cells, depth, tolerance) in
        [(360, 1e-4, 1e-5), (360, 1e-2, 1e-7), (72, 1e-4, 5e-3), (72, 1e-2, 1e-5)]
    {
        let contact = contact(cells);
        let depths = Depths::unworn(cells);
        let mut window = Window::new(cells);
        for step in 0..50 {
            let angle = TAU * 0.37 * f64::from(step);
            let penetration = depth * CLEARANCE;
            let place = Vector2::new(angle.cos(), angle.sin()) * (CLEARANCE + penetration);
            let motion = at(place.x, place.y, 2.0 * angle);
            let pressed = contact.press(&depths, &motion, 0.0, &mut window).unwrap();
            let right = contact.elastic().force(penetration);
            let off = pressed.normal * pressed.normal_force - place.normalize() * right;
            assert!(off.norm() < tolerance * right, "{cells} {depth}: {}", off.norm() / right);
            assert_eq!(pressed.moment, 0.0);
            let deepest = contact.ring.deepest(&depths, &motion);
            assert!(
                (deepest.penetration - penetration).abs() < 2e-6 * CLEARANCE * 72.0 / cells as f64
            );
        }
    }
}

#[test]
fn the_arc_factor_is_the_closed_form() {
    let contact = contact(1440);
    let depths = Depths::unworn(1440);
    let mut window = Window::new(1440);
    for (degrees, factor) in [(30.0_f64, 1.027_78), (60.0, 1.115_06), (85.0, 1.241_34)] {
        let angle = degrees.to_radians();
        let (sin, cos) = angle.sin_cos();
        let closed = 2.0 * (sin - angle * cos) / (angle - sin * cos);
        assert!((closed - factor).abs() < 1e-4, "{closed}");
        let motion = at(CLEARANCE / cos, 0.0, 0.0);
        let pressed = contact.press(&depths, &motion, 0.0, &mut window).unwrap();
        let found = pressed.swept_force / pressed.normal_force;
        assert!((found / closed - 1.0).abs() < 1e-5, "{degrees}: {found} {closed}");
        assert!((pressed.half_angle - angle).abs() < 1e-5);
    }
}

/// Force and moment on the journal.
fn load(contact: &WornContact, depths: &Depths, motion: &Motion<f64>) -> [f64; 3] {
    let mut window = Window::new(contact.ring.cells());
    contact.press(depths, motion, 0.0, &mut window).map_or([0.0; 3], |pressed| {
        let force = pressed.normal * -pressed.normal_force;
        [force.x, force.y, pressed.moment]
    })
}

#[test]
fn a_closed_path_does_no_work() {
    let contact = contact(72);
    let depths = reference_depths(72);
    let path = |t: f64| {
        let (x, y) = (5.4e-4 * t.cos() + 4e-5 * (3.0 * t).sin(), 5.6e-4 * t.sin());
        at(x, y, 0.7 + 2.0 * t.sin() + (2.0 * t).cos())
    };
    // Simpson's rule in the potential's own variable: loads at midpoints of a fine path.
    let count = 40_000;
    let (mut work, mut turned) = (0.0, 0.0);
    for step in 0..count {
        let [from, middle, to] =
            [0.0, 0.5, 1.0].map(|part| path(TAU * (f64::from(step) + part) / f64::from(count)));
        let [one, two, three] = [&from, &middle, &to].map(|m| load(&contact, &depths, m));
        let mean = [0, 1, 2].map(|i| (one[i] + 4.0 * two[i] + three[i]) / 6.0);
        let way = to.position - from.position;
        let part = mean[0] * way.x + mean[1] * way.y + mean[2] * (to.angle - from.angle);
        work += part;
        turned += part.abs();
    }
    assert!(turned > 1.0 && work.abs() < 1e-8 * turned, "{work} of {turned}");
}

#[test]
fn the_moment_is_continuous_at_the_nodes() {
    let contact = contact(72);
    let depths = reference_depths(72);
    for node in 0..72 {
        let angle = TAU / 72.0 * (f64::from(node) + 0.5);
        let step = 1e-13;
        let [one, other] =
            [-step, step].map(|off| load(&contact, &depths, &at(5.3e-4, 2e-4, angle + off)));
        assert!((one[2] - other[2]).abs() < 1e-9 * RADIUS * one[0].hypot(one[1]), "{node}");
    }
}

/// Moves the pin to the position where it balances a load.
pub(super) fn balance(
    contact: &WornContact,
    depths: &Depths,
    motion: &mut Motion<f64>,
    wanted: Vector2<f64>,
) {
    let mut window = Window::new(contact.ring.cells());
    assert!(contact.settle(depths, motion, wanted, &mut window));
}

#[test]
fn a_pin_settles_under_any_load_from_anywhere() {
    let contact = contact(72);
    let depths = reference_depths(72);
    let mut window = Window::new(72);
    let mut journal = at(0.0, 0.0, 0.4);
    for index in 0..200 {
        let angle = 2.4 * f64::from(index);
        let size = 10.0_f64.powf(f64::from(index % 9) - 2.0);
        let load = Vector2::new(angle.cos(), angle.sin()) * size;
        assert!(contact.settle(&depths, &mut journal, load, &mut window), "{index}: {load}");
        let mut window = Window::new(72);
        let pressed = contact.press(&depths, &journal, 0.0, &mut window).unwrap();
        let found = pressed.normal * pressed.normal_force;
        assert!((found - load).norm() < 1e-9 * size, "{index}: {found} {load}");
    }
}

#[test]
fn the_deepest_place_of_an_unworn_hole_is_where_the_pin_is() {
    let (contact, depths) = (contact(36), Depths::unworn(36));
    for degrees in [0.0_f64, 3.0, 77.0, 200.0, 358.0] {
        let angle = degrees.to_radians();
        let motion = at(1.02 * CLEARANCE * angle.cos(), 1.02 * CLEARANCE * angle.sin(), 0.0);
        let found = contact.ring.deepest(&depths, &motion).angle;
        let off = (found - angle + 0.5 * TAU).rem_euclid(TAU) - 0.5 * TAU;
        // A twentieth of a cell.
        assert!(off.abs() < 0.05 * TAU / 36.0, "{angle} {found}");
        let mut window = Window::new(36);
        let pressed = contact.press(&depths, &motion, 1.0, &mut window).unwrap();
        // Nothing moves: the whole force is elastic.
        assert_eq!(pressed.elastic, pressed.normal_force);
    }
}
