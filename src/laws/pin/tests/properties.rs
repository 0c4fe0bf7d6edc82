//! Properties for any pose: symmetry, balance, slopes.

use super::*;
use crate::laws::pin::contact::ContactState;
use proptest::prelude::*;

fn any_pose() -> impl Strategy<Value = Vector4<f64>> {
    [-3e-4..3e-4_f64, -3e-4..3e-4, -2e-3..2e-3, -2e-3..2e-3].prop_map(Vector4::from)
}

fn both_ways() -> [PinContact<LineLaw>; 2] {
    [Bending::Full, Bending::Modal { modes: 6 }]
        .map(|bending| PinContact::new(&beam(JOINT_B, 24), CLEARANCE, liu(), bending).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_stiffness_is_symmetric_and_never_negative(at in any_pose()) {
        for mut pin in both_ways() {
            load_on_pin(&mut pin, &at);
            let stiffness = pin.stiffness();
            prop_assert_eq!(stiffness, stiffness.transpose());
            // Tilts in units of the half length, so that the four compare.
            let scale = Vector4::new(1.0, 1.0, 5.0, 5.0);
            let even = stiffness.component_mul(&(scale * scale.transpose()));
            let least = even.symmetric_eigenvalues().min();
            prop_assert!(least >= -1e-12 * even.norm(), "{least:e} of {:e}", even.norm());
        }
    }

    #[test]
    fn the_stiffness_is_the_slope_of_the_load(at in any_pose()) {
        for mut pin in both_ways() {
            load_on_pin(&mut pin, &at);
            let (stiffness, line) = (pin.stiffness(), pin.bending_line().to_vec());
            prop_assume!(stiffness.norm() > 0.0);
            // Near a slice at first touch the slope itself has no derivative.
            let grazing = pin.slices().penetration.iter().any(|delta| delta.abs() < 4e-8);
            prop_assume!(!grazing);
            for (i, step) in [2e-10, 2e-10, 1e-9, 1e-9].into_iter().enumerate() {
                let mut load = [0.5, -0.5, 1.0, -1.0].map(|part| {
                    let mut moved = at;
                    moved[i] += part * step;
                    pin.start_from(&line);
                    load_on_pin(&mut pin, &moved)
                });
                load[0] -= load[1];
                load[2] -= load[3];
                // Two step sizes cancel the error of second order.
                let slope = (load[0] * (8.0 / 3.0) - load[2] / 3.0) / (2.0 * step);
                let column = stiffness.column(i);
                prop_assert!((slope - column).norm() < 1e-6 * stiffness.column(i).norm(),
                    "{slope} {column}");
            }
        }
    }

    #[test]
    fn rotating_the_pose_rotates_the_load(at in any_pose(), angle in 0.0..6.3_f64) {
        let turn = nalgebra::Rotation2::new(angle);
        for mut pin in both_ways() {
            let load = load_on_pin(&mut pin, &at);
            let (u, t) = (turn * at.xy(), turn * Vector2::new(at.z, at.w));
            pin.start_from(&vec![0.0; pin.bending_line().len()]);
            let turned = load_on_pin(&mut pin, &Vector4::new(u.x, u.y, t.x, t.y));
            let (force, moment) = (turn * load.xy(), turn * Vector2::new(load.z, load.w));
            let expected = Vector4::new(force.x, force.y, moment.x, moment.y);
            prop_assert!((turned - expected).norm() <= 1e-9 * load.norm());
        }
    }

    #[test]
    fn rod_and_pin_balance(at in any_pose()) {
        let mut pin = joint(JOINT_A, 12);
        pin.solve(&pose(&at)).unwrap();
        let rod = pin.slices().on_rod();
        let on_pin = rod.reaction(at.xy());
        prop_assert_eq!(rod.force + on_pin.force, Vector2::zeros());
        prop_assert_eq!(rod.tilting + on_pin.tilting, Vector2::zeros());
        let about_b = rod.twisting + on_pin.twisting + at.xy().perp(&rod.force);
        prop_assert!(about_b.abs() <= 1e-12 * rod.force.norm());
    }

    #[test]
    fn pressing_harder_never_lessens_the_force(u in 1e-4..1e-3_f64, more in 1e-9..1e-4_f64) {
        for mut pin in both_ways() {
            let light = load_on_pin(&mut pin, &Vector4::new(u, 0.0, 0.0, 0.0)).x;
            let heavy = load_on_pin(&mut pin, &Vector4::new(u + more, 0.0, 0.0, 0.0)).x;
            prop_assert!(heavy > light);
        }
    }

    #[test]
    fn a_warm_start_ends_where_a_cold_one_does(at in any_pose(), from in any_pose()) {
        for mut pin in both_ways() {
            let cold = load_on_pin(&mut pin, &at);
            load_on_pin(&mut pin, &from);
            let warm = load_on_pin(&mut pin, &at);
            prop_assert!((warm - cold).norm() <= 1e-10 * cold.norm());
        }
    }
}

#[test]
fn a_pin_without_contact_has_no_load() {
    for mut pin in both_ways() {
        assert_eq!(load_on_pin(&mut pin, &Vector4::new(9e-5, 0.0, 0.0, 0.0)), Vector4::zeros());
        assert_eq!(pin.stiffness(), nalgebra::Matrix4::zeros());
        assert_eq!(pin.slices().state(), ContactState::None);
        // The axes meet: there is no normal.
        assert_eq!(load_on_pin(&mut pin, &Vector4::zeros()), Vector4::zeros());
    }
}

#[test]
fn a_pose_that_is_not_finite_is_refused_and_leaves_no_trace() {
    for mut pin in both_ways() {
        load_on_pin(&mut pin, &Vector4::new(1.2e-4, 0.0, 0.0, 0.0));
        let line = pin.bending_line().to_vec();
        assert_eq!(pin.solve(&pose(&Vector4::new(f64::NAN, 0.0, 0.0, 0.0))), None);
        assert_eq!(pin.bending_line(), line);
    }
}

#[test]
fn the_state_names_where_the_pin_touches() {
    let mut pin = joint(JOINT_B, 24);
    let mut state = |at: [f64; 4]| {
        pin.solve(&pose(&Vector4::from(at))).unwrap();
        pin.slices().state()
    };
    assert_eq!(state([1.001e-4, 0.0, 0.0, 0.0]), ContactState::All);
    assert_eq!(state([0.0, 0.0, 1e-3, 0.0]), ContactState::BothSides);
    assert_eq!(state([5e-5, 0.0, 4e-4, 0.0]), ContactState::Other);
    // A hole that is narrow in the middle, and one that is narrow at the ends.
    let crown: Vec<f64> = pin.slices().position.iter().map(|s| 1e-3 * s * s).collect();
    pin.set_wear(&crown);
    pin.solve(&pose(&Vector4::new(1.01e-4, 0.0, 0.0, 0.0))).unwrap();
    assert_eq!(pin.slices().state(), ContactState::Middle);
    let waist: Vec<f64> = crown.iter().map(|depth| 4e-5 - depth).collect();
    pin.set_wear(&waist);
    pin.solve(&pose(&Vector4::new(1.1e-4, 0.0, 0.0, 0.0))).unwrap();
    assert_eq!(pin.slices().state(), ContactState::Ends);
}

#[test]
fn the_far_side_stiffens_the_joint_steeply() {
    // A slim pin, held tightly: first its ends touch, then it bends through to the far side.
    let slim = Beam::new(0.4, 0.02, MODULUS, 48, Support::Pinned).unwrap();
    let mut pin = PinContact::new(&slim, 2e-6, liu(), Bending::Full).unwrap();
    let mut at = |load: f64| {
        pin.offset_under(load).unwrap();
        (pin.stiffness()[(0, 0)], pin.slices().state())
    };
    let ((soft, ends), (stiff, both)) = (at(1e2), at(1e4));
    assert_eq!((ends, both), (ContactState::Ends, ContactState::BothSides));
    assert!(stiff > 3.0 * soft);
}

#[test]
fn damping_scales_the_force_of_a_rigid_pin_and_less_that_of_a_bending_one() {
    let at = Vector4::new(1.3e-4, 0.0, 0.0, 0.0);
    for (modulus, rigid) in [(1e30, true), (MODULUS, false)] {
        let beam = Beam::new(0.4, 0.0625, modulus, 24, Support::Clamped).unwrap();
        let mut pin = PinContact::new(&beam, CLEARANCE, liu(), Bending::Full).unwrap();
        let still = load_on_pin(&mut pin, &at).x;
        pin.damping_mut().fill(1.5);
        let damped = load_on_pin(&mut pin, &at).x / still;
        assert!(if rigid { relative(damped, 1.5) < 1e-10 } else { damped < 1.4 && damped > 1.0 });
        pin.damping_mut().fill(0.0);
        assert_eq!(load_on_pin(&mut pin, &at), Vector4::zeros());
    }
}
