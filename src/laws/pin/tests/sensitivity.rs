//! Derivatives of the balance by pose and damping.

use super::*;
use nalgebra::Vector4;
use num_dual::Dual64;
use proptest::prelude::*;

/// Deflections and forces of every slice, one after the other.
fn answer(pin: &mut PinContact, at: &Vector4<f64>, damping: &[f64]) -> Vec<f64> {
    pin.damping_mut().copy_from_slice(damping);
    pin.solve(&pose(at)).unwrap();
    let slices = pin.slices();
    let both = [&slices.deflection_x, &slices.deflection_y, &slices.force_x, &slices.force_y];
    both.into_iter().flatten().copied().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    // 1e-6 of the largest: the error (1e-10 m)² over a penetration, and the residual of Newton's method.
    #[test]
    fn deflections_and_forces_follow_a_change_of_pose_and_damping(
        offset in 1.05e-4..1.4e-4_f64, angle in 0.0..6.3_f64, tilt in -4e-5..4e-5_f64,
        heading in prop::array::uniform4(-1.0..1.0_f64), swing in 0.0..0.6_f64, full in any::<bool>(),
    ) {
        let bending = if full { Bending::Full } else { Bending::Modal { modes: 6 } };
        let mut pin = PinContact::new(&beam(JOINT_A, 24), CLEARANCE, liu(), bending).unwrap();
        let at = Vector4::new(offset * angle.cos(), offset * angle.sin(), tilt, 0.3 * tilt);
        let [x, y, turn, other] = heading;
        let ahead = Vector4::new(x, y, 5.0 * turn, 5.0 * other);
        let damping: Vec<f64> = (0..24).map(|k| 1.0 + swing * f64::from(k).sin()).collect();
        let change: Vec<f64> = (0..24).map(|k| 3e3 * f64::from(k * k).cos()).collect();

        answer(&mut pin, &at, &damping);
        let lift = |value: f64, slope: f64| Dual64::new(value, slope);
        let dual = at.zip_map(&ahead, lift);
        let mut lifted = pin.slices().lift();
        for (k, slot) in lifted.damping.iter_mut().enumerate() {
            *slot = lift(damping[k], change[k]);
        }
        pin.sensitivity(&pose(&dual), &mut lifted);
        let slices = &lifted;
        let both = [&slices.deflection_x, &slices.deflection_y, &slices.force_x, &slices.force_y];
        let found: Vec<f64> = both.into_iter().flatten().map(|value| value.eps).collect();

        let mut moved = |by: f64| {
            let damping: Vec<f64> = damping.iter().zip(&change).map(|(d, c)| d + by * c).collect();
            answer(&mut pin, &(at + ahead * by), &damping)
        };
        let mut central = |by: f64| -> Vec<f64> {
            let (more, less) = (moved(by), moved(-by));
            more.iter().zip(&less).map(|(more, less)| (more - less) / (2.0 * by)).collect()
        };
        let (wide, narrow) = (central(2e-10), central(1e-10));
        for part in [0..48, 48..96] {
            let largest = found[part.clone()].iter().fold(0.0_f64, |most, x| most.max(x.abs()));
            for k in part {
                // A slice that gains or loses contact in between has no slope to compare with.
                if (wide[k] - narrow[k]).abs() < 1e-6 * largest {
                    let off = (found[k] - narrow[k]).abs() / largest;
                    prop_assert!(off < 1e-6, "{k}: {off:e}");
                }
            }
        }
    }
}

#[test]
fn the_derivatives_of_the_forces_add_up_to_the_stiffness() {
    for bending in [Bending::Full, Bending::Modal { modes: 6 }] {
        let mut pin = PinContact::new(&beam(JOINT_A, 48), CLEARANCE, liu(), bending).unwrap();
        let at = Vector4::new(1.2e-4, 3e-5, 1e-4, 0.0);
        load_on_pin(&mut pin, &at);
        let stiffness = pin.stiffness();
        for column in 0..4 {
            let unit = Vector4::from_fn(|row, _| if row == column { 1.0 } else { 0.0 });
            let dual = at.zip_map(&unit, Dual64::new);
            let mut lifted = pin.slices().lift();
            pin.sensitivity(&pose(&dual), &mut lifted);
            let SpatialLoad { force, tilting, .. } = lifted.on_rod();
            let found = Vector4::new(-force.x.eps, -force.y.eps, -tilting.y.eps, tilting.x.eps);
            let off = (found - stiffness.column(column)).norm() / stiffness.column(column).norm();
            assert!(off < 1e-9, "{column}: {off:e}");
        }
    }
}
