//! Analytical solutions and recorded reference numbers.

use super::*;
use crate::laws::pin::beam::Rule;
use crate::laws::pin::line::Foundation;

#[test]
fn the_joints_on_record_have_their_offset_and_stiffness() {
    let record =
        [(5e4, 1.080781945592e-4, 7.954585656812e9), (5e3, 1.013800476992e-4, 4.793936896674e9)];
    for bending in [Bending::Full, Bending::Modal { modes: 48 }] {
        let mut pin = PinContact::new(&beam(JOINT_A, 48), CLEARANCE, liu(), bending).unwrap();
        for (load, offset, stiffness) in record {
            let found = pin.offset_under(load).unwrap();
            println!("{:e} {:e}", found / offset - 1.0, pin.stiffness()[(0, 0)] / stiffness - 1.0);
            assert!(relative(found, offset) < 1e-9);
            assert!(relative(pin.stiffness()[(0, 0)], stiffness) < 1e-9);
        }
    }
}

#[test]
fn a_rigid_pin_is_pressed_by_the_sum_of_its_slices() {
    let rigid = Beam::new(0.24, 0.05, 1e30, 48, Support::Pinned).unwrap();
    for bending in [Bending::Full, Bending::Modal { modes: 6 }] {
        let mut pin = PinContact::new(&rigid, CLEARANCE, liu(), bending).unwrap();
        for penetration in [1e-7, 1e-5, 3e-4] {
            let u = CLEARANCE + penetration;
            let force = load_on_pin(&mut pin, &Vector4::new(u, 0.0, 0.0, 0.0)).x;
            let expected = 0.24 * liu().value_and_tangent(penetration, CLEARANCE).0;
            assert!(relative(force, expected) < 1e-10, "{:e}", force / expected - 1.0);
        }
    }
}

/// Hetényi: a bar on supports at its ends, on a foundation displaced by u + t s.
///
/// With f = (u + t s) − w: EI f⁗ + k f = 0, f = u + t s and f″ = 0 at the ends.
fn foundation(offset: f64, tilt: f64, half: f64, lambda: f64, s: f64) -> f64 {
    let (a, x) = (lambda * half, lambda * s);
    let (even_1, even_2) = (a.cosh() * a.cos(), a.sinh() * a.sin());
    let (odd_1, odd_2) = (a.sinh() * a.cos(), a.cosh() * a.sin());
    let even = offset * (even_1 * x.cosh() * x.cos() + even_2 * x.sinh() * x.sin())
        / (even_1 * even_1 + even_2 * even_2);
    let odd = tilt * half * (odd_1 * x.sinh() * x.cos() + odd_2 * x.cosh() * x.sin())
        / (odd_1 * odd_1 + odd_2 * odd_2);
    even + odd
}

/// ∫ f ds over the whole bar of the above, without tilt.
fn foundation_sum(offset: f64, half: f64, lambda: f64) -> f64 {
    let a = lambda * half;
    let (even_1, even_2) = (a.cosh() * a.cos(), a.sinh() * a.sin());
    let (odd_1, odd_2) = (a.sinh() * a.cos(), a.cosh() * a.sin());
    offset * (even_1 * (odd_1 + odd_2) + even_2 * (odd_2 - odd_1))
        / (even_1 * even_1 + even_2 * even_2)
        / lambda
}

#[test]
fn a_pin_on_an_elastic_foundation_bends_as_in_hetenyis_solution() {
    let rigidity = MODULUS * std::f64::consts::PI * 0.02_f64.powi(4) / 4.0;
    let law = Foundation { stiffness: 2e9 };
    let lambda = (2e9 / (4.0 * rigidity)).powf(0.25);
    let (u, t) = (1e-4, 2e-4);
    // Between nodes, elements of length h err by 4(λh)⁴/384 of u: 9.5e-7 with 48.
    for (elements, within) in [(48, 1.1e-6), (96, 1e-7)] {
        let beam = Beam::new(0.4, 0.02, MODULUS, elements, Support::Pinned).unwrap();
        // Hardly any clearance: where the pin lifts off one side it touches the other.
        let rule = Rule::Gauss(4);
        let mut pin = PinContact::with_stations(&beam, rule, 1e-16, law, Bending::Full).unwrap();
        pin.solve(&pose(&Vector4::new(u, 0.0, t, 0.0))).unwrap();
        let slices = pin.slices();
        let mut worst = 0.0_f64;
        for (k, &s) in slices.position.iter().enumerate() {
            let gap = slices.penetration[k] * slices.normal_x[k];
            worst = worst.max((gap - foundation(u, t, 0.2, lambda, s)).abs() / u);
        }
        let force = slices.force_x.iter().sum::<f64>();
        let expected = 2e9 * foundation_sum(u, 0.2, lambda);
        println!("{elements}: worst {worst:e}, sum {:e}", force / expected - 1.0);
        assert!(worst < within, "{worst:e}");
        assert!(relative(force, expected) < within);
    }
}

#[test]
fn half_a_pin_under_a_symmetric_load_carries_half() {
    for size in [JOINT_A, JOINT_B] {
        let whole = beam(size, 48);
        let mut half =
            PinContact::new(&Beam::half(&whole), CLEARANCE, liu(), Bending::Full).unwrap();
        let mut pin = joint(size, 48);
        for u in [1.001e-4, 1.08e-4, 1.5e-4, 1e-3] {
            let at = Vector4::new(u, 0.0, 0.0, 0.0);
            let (one, two) = (load_on_pin(&mut half, &at).x, load_on_pin(&mut pin, &at).x);
            println!("half/full {:e}", 2.0 * one / two - 1.0);
            assert!(relative(2.0 * one, two) < 1e-10);
            for k in 0..24 {
                let near = half.slices().force_x[k];
                assert!((near - pin.slices().force_x[24 + k]).abs() < 1e-10 * two);
                assert!((near - pin.slices().force_x[23 - k]).abs() < 1e-10 * two);
            }
        }
    }
}

#[test]
fn ten_times_the_load_in_ten_times_the_clearance_gives_the_same_stiffness() {
    for size in [JOINT_A, JOINT_B] {
        let mut tight = joint(size, 48);
        let mut wide = PinContact::new(&beam(size, 48), 1e-3, liu(), Bending::Full).unwrap();
        let (u, ten_u) = (tight.offset_under(3e4).unwrap(), wide.offset_under(3e5).unwrap());
        assert!(relative(10.0 * u, ten_u) < 1e-10);
        let (k, same) = (tight.stiffness()[(0, 0)], wide.stiffness()[(0, 0)]);
        println!("scaling {:e}", k / same - 1.0);
        assert!(relative(k, same) < 1e-10);
    }
}

#[test]
fn as_many_modes_as_stations_are_the_beam_itself() {
    let at = Vector4::new(1.5e-4, -0.4e-4, 3e-4, 5e-4);
    let full = load_on_pin(&mut joint(JOINT_B, 24), &at);
    let all = Bending::Modal { modes: 24 };
    let mut modal = PinContact::new(&beam(JOINT_B, 24), CLEARANCE, liu(), all).unwrap();
    assert!((load_on_pin(&mut modal, &at) - full).norm() < 1e-9 * full.norm());
}

#[test]
fn six_modes_are_within_a_thousandth() {
    for (size, worn) in [(JOINT_A, 0.0), (JOINT_B, 0.0), (JOINT_B, 2e-5)] {
        let beam = beam(size, 48);
        let mut full = joint(size, 48);
        let six = Bending::Modal { modes: 6 };
        let mut modal = PinContact::new(&beam, CLEARANCE, liu(), six).unwrap();
        let depths: Vec<f64> = full
            .slices()
            .position
            .iter()
            .map(|s| 5e-5 + worn * (2.0 * s / size.0).powi(2))
            .collect();
        for pin in [&mut full, &mut modal] {
            pin.set_wear(&depths);
        }
        for penetration in [2e-6, 8e-6, 3e-5] {
            let at = Vector4::new(1.5e-4 + penetration, 0.0, 0.0, 0.0);
            let (few, all) = (load_on_pin(&mut modal, &at).x, load_on_pin(&mut full, &at).x);
            let stiffness = modal.stiffness()[(0, 0)] / full.stiffness()[(0, 0)] - 1.0;
            println!(
                "{size:?} {penetration:e}: force {:e}, stiffness {stiffness:e}",
                few / all - 1.0
            );
            assert!(relative(few, all) < 1e-3 && stiffness.abs() < 1e-3);
        }
    }
}

#[test]
fn the_length_of_no_vector_has_no_derivative() {
    use num_dual::Dual64;
    let zero = Dual64::from(0.0);
    let length = crate::laws::pin::contact::length(Vector2::new(zero.derivative(), zero));
    assert_eq!((length.re, length.eps), (0.0, 0.0));
}

#[test]
fn slopes_over_the_clearance_are_those_of_load_and_tangent() {
    let law = liu();
    let (depth, clearance, by) = (1e-5, 1e-4, 1e-8);
    let at = |clearance: f64| law.value_and_tangent(depth, clearance);
    let (told, steeper) = law.slopes_over_clearance(depth, clearance);
    let [more, less] = [by, -by].map(|by| at(clearance + by));
    let numeric = [(more.0 - less.0) / (2.0 * by), (more.1 - less.1) / (2.0 * by)];
    assert!((told / numeric[0] - 1.0).abs() < 1e-4, "{told} {numeric:?}");
    assert!((steeper / numeric[1] - 1.0).abs() < 1e-4, "{steeper} {numeric:?}");
}
