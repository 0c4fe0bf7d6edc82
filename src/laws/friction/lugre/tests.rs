//! LuGre friction against its closed forms, with and without coefficients.

use super::*;
use proptest::prelude::*;

fn law(damping_fades: bool) -> LuGre {
    LuGre {
        static_coefficient: 0.15,
        kinetic: 0.1,
        stribeck_speed: 0.05,
        stiffness: 1e5,
        damping: 10.0,
        viscous: 0.02,
        damping_fades,
    }
}

#[test]
fn steady_sliding_gives_the_stribeck_curve() {
    for speed in [-0.2_f64, -0.01, 0.01, 0.2] {
        let slid = law(false).slide(0.0, speed, 1.0);
        let stribeck = 0.1 + 0.05 * (-(speed / 0.05).powi(2)).exp();
        // 1e-3: the mean over 1 s still holds the first microseconds.
        let expected = speed.signum() * stribeck + 0.02 * speed;
        assert!((slid.coefficient - expected).abs() < 1e-3 * stribeck, "{speed}");
        assert!((slid.bristle - speed.signum() * stribeck / 1e5).abs() < 1e-15);
    }
}

/// Laws with one or both coefficients zero, and speeds from rest to far beyond v_s.
fn switched_off() -> impl Iterator<Item = (LuGre, f64)> {
    let laws = [true, false].into_iter().flat_map(|fades| {
        [[0.0, 0.0], [0.15, 0.0], [0.0, 0.1]].map(|[static_coefficient, kinetic]| LuGre {
            static_coefficient,
            kinetic,
            ..law(fades)
        })
    });
    let speeds = [0.0, 1e-300, 1e-12, 1e-6, 1e-3, 0.05, 0.5, 1.3, 1.349, 1.36, 2.0, 1e3];
    laws.flat_map(move |law| speeds.into_iter().flat_map(move |v| [(law, v), (law, -v)]))
}

#[test]
fn surfaces_without_friction_coefficients_have_viscosity_only() {
    for (law, speed) in switched_off() {
        let smooth = law.static_coefficient == 0.0 && law.kinetic == 0.0;
        for time in [0.0, 1e-12, 1e-6, 1.0] {
            let slid = law.slide(0.0, speed, time);
            let free = 0.02 * speed;
            if smooth {
                assert_eq!((slid.coefficient, slid.bristle), (free, 0.0));
                assert_eq!(law.at(0.0, speed), (free, 0.0));
            }
            // Without kinetic friction sliding at thirty times v_s is free.
            if law.kinetic == 0.0 && speed.abs() > 1.4 {
                assert_eq!((slid.coefficient, slid.bristle), (free, 0.0), "{speed} {time}");
                assert_eq!(law.at(1e-6, speed).0, free);
            }
            // Without static friction no force remains at rest, whatever the history.
            if law.static_coefficient == 0.0 && speed == 0.0 && time > 1e-9 {
                assert!(law.slide(1e-6, speed, time).bristle.abs() < 1e-10, "{time}");
                assert_eq!(law.at(1e-6, speed).0, 0.0);
            }
        }
    }
}

#[test]
fn zero_coefficients_give_finite_numbers_and_slopes() {
    use num_dual::Dual64;
    for (law, speed) in switched_off() {
        for bristle in [0.0, 1e-6, -1e-9] {
            let [stiffness, damping] = law.tangent(bristle, speed);
            assert!(stiffness.is_finite() && damping.is_finite(), "{speed} {bristle}");
            for time in [0.0, 1e-15, 1e-9, 1e-4, 10.0] {
                let seed = |number: f64, on: bool| Dual64::new(number, f64::from(u8::from(on)));
                for part in 0..3 {
                    let [z, v] = [(bristle, 0), (speed, 1)].map(|(n, k)| seed(n, k == part));
                    let t = seed(time, part == 2);
                    let slid = law.slide(z, v, t);
                    let along = law.slide_along([z, z], [v, v * 0.5], t);
                    let (coefficient, rate) = law.at(z, v);
                    let beside = law.at_along([z, z], [v, v * 0.5]);
                    let all = [slid.coefficient, slid.bristle, coefficient, rate]
                        .into_iter()
                        .chain(along.into_iter().flat_map(|s| [s.coefficient, s.bristle]))
                        .chain(beside.into_iter().flat_map(|(c, r)| [c, r]));
                    for number in all {
                        let finite = number.re.is_finite() && number.eps.is_finite();
                        assert!(finite, "{law:?} {speed} {bristle} {time} {part}: {number}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_tangent_is_the_slope_of_the_force_and_zero_for_slipping_bristles() {
    let small = 1e-10;
    for (bristle, speed) in [(0.0, 0.01), (4e-7, 0.01), (4e-7, -0.01), (-2e-7, 0.08)] {
        let force = |speed: f64, time| law(true).slide(bristle, speed, time).coefficient;
        let [stiffness, damping] = law(true).tangent(bristle, speed);
        // 5 %: fading and the Stribeck curve change slightly with the speed, too.
        let slope = (force(speed * 1.0001, 0.0) - force(speed, 0.0)) / (1e-4 * speed);
        assert!(slope < 1.05 * damping + 0.02, "{bristle} {speed}: {slope} {damping}");
        let bent = law(true).slide(bristle, speed, small / speed.abs()).bristle - bristle;
        let slope = 1e5 * bent.abs() / small;
        assert!((slope / stiffness - 1.0).abs() < 1e-3, "{bristle} {speed}: {slope}");
    }
    let steady = law(true).slide(0.0, 0.3, 1.0).bristle;
    let [stiffness, damping] = law(true).tangent(steady, 0.3);
    assert!(stiffness < 1e-6 && damping < 0.02 + 1e-9);
}

proptest! {
    #[test]
    fn two_halves_make_a_whole(
        bristle in -1e-6..1e-6_f64, speed in -1.0..1.0_f64, time in 1e-12..1e-3_f64,
    ) {
        let whole = law(true).slide(bristle, speed, time);
        let first = law(true).slide(bristle, speed, 0.5 * time);
        let second = law(true).slide(first.bristle, speed, 0.5 * time);
        prop_assert!((whole.bristle - second.bristle).abs() < 1e-18);
        let mean = 0.5 * (first.coefficient + second.coefficient);
        prop_assert!((whole.coefficient - mean).abs() < 1e-9 * (1.0 + mean.abs()));
    }

    #[test]
    fn reversing_the_motion_reverses_the_friction(
        bristle in -1e-6..1e-6_f64, speed in -1.0..1.0_f64, time in 0.0..1e-3_f64,
    ) {
        let (there, back) =
            (law(true).slide(bristle, speed, time), law(true).slide(-bristle, -speed, time));
        prop_assert_eq!(there.coefficient, -back.coefficient);
    }

    #[test]
    fn a_bristle_never_deflects_beyond_the_friction_limit(
        start in -1.0..1.0_f64, speeds in prop::collection::vec(-0.3..0.3_f64, 1..60),
    ) {
        let hold = 0.15 / 1e5;
        let mut bristle = start * hold;
        for speed in speeds {
            bristle = law(true).slide(bristle, speed, 1e-5).bristle;
            prop_assert!(bristle.abs() <= hold * (1.0 + 1e-12));
        }
    }

    #[test]
    fn several_directions_reduce_to_one_for_motion_along_one(
        bristle in -1e-6..1e-6_f64, speed in -1.0..1.0_f64, time in 0.0..1e-3_f64,
    ) {
        let one = law(true).slide(bristle, speed, time);
        let [first, second] = law(true).slide_along([bristle, 0.0], [speed, 0.0], time);
        prop_assert_eq!((one.coefficient, one.bristle), (first.coefficient, first.bristle));
        prop_assert_eq!((second.coefficient, second.bristle), (0.0, 0.0));
        prop_assert_eq!(law(true).at_along([bristle, 0.0], [speed, 0.0])[0], law(true).at(bristle, speed));
    }

    #[test]
    fn rotating_the_directions_rotates_the_bristles(
        bristle in [-1e-6..1e-6_f64, -1e-6..1e-6_f64], speed in [-1.0..1.0_f64, -1.0..1.0_f64],
        time in 0.0..1e-3_f64, angle in -3.0..3.0_f64,
    ) {
        let turned = |[x, y]: [f64; 2]| {
            let (sin, cos) = angle.sin_cos();
            [x * cos - y * sin, x * sin + y * cos]
        };
        let slid = law(true).slide_along(bristle, speed, time);
        let after = law(true).slide_along(turned(bristle), turned(speed), time);
        let coefficients = turned(slid.map(|slide| slide.coefficient));
        for (index, slide) in after.iter().enumerate() {
            prop_assert!((slide.coefficient - coefficients[index]).abs() < 1e-12 * (1.0 + coefficients[index].abs()));
        }
    }

    #[test]
    fn fading_damping_never_creates_energy_over_a_cycle(
        speeds in prop::collection::vec(-0.3..0.3_f64, 1..60),
    ) {
        // Deflected bristles hold at most σ₀z²/2 per unit normal force; the rest must not be negative.
        let (mut bristle, mut work) = (0.0, 0.0);
        for speed in speeds {
            let slid = law(true).slide(bristle, speed, 1e-5);
            work += slid.coefficient * speed * 1e-5;
            bristle = slid.bristle;
            prop_assert!(work >= 0.5 * 1e5 * bristle * bristle - 1e-12);
        }
    }
}

/// Central difference of a function.
fn slope(of: impl Fn(f64) -> f64, at: f64, by: f64) -> f64 {
    (of(at + by) - of(at - by)) / (2.0 * by)
}

#[test]
fn the_slopes_at_an_instant_are_those_of_coefficient_and_rate() {
    for law in [law(false), law(true)] {
        for (bristle, speed) in [(1e-6, 0.02), (-7e-7, 0.04), (2e-7, -0.01), (1e-6, -0.3)] {
            let slopes = law.slopes(bristle, speed, 0.0);
            let at = |bristle: f64, speed: f64| law.at(bristle, speed);
            assert_eq!(slopes.coefficient, at(bristle, speed).0);
            let numeric = [
                slope(|speed| at(bristle, speed).0, speed, 1e-6),
                slope(|bristle| at(bristle, speed).0, bristle, 1e-10),
                slope(|speed| at(bristle, speed).1, speed, 1e-6),
                slope(|bristle| at(bristle, speed).1, bristle, 1e-10),
            ];
            let told = [slopes.by_speed, slopes.by_bristle, slopes.bristle[0], slopes.bristle[1]];
            for (told, numeric) in told.into_iter().zip(numeric) {
                assert!((told - numeric).abs() < 1e-5 * numeric.abs().max(1.0), "{told} {numeric}");
            }
        }
        // A soft corner: the direction of a speed far below it counts for little.
        let [hard, soft] = [0.0, 1e-3].map(|soft| law.slopes(1e-6, 1e-5, soft).bristle[0]);
        assert!((soft - 1.0).abs() < 0.02 * (hard - 1.0).abs(), "{soft} {hard}");
    }
}

#[test]
fn bristles_that_settle_at_once_follow_the_level() {
    // Without kinetic friction a fast slide has a level of 0: the deflection goes there within any step.
    let fading = law(false);
    let law = LuGre { kinetic: 0.0, ..law(false) };
    let (_, rate) = law.at(1e-6, 10.0);
    assert!((rate / (-1e-6 * FASTEST) - 1.0).abs() < 1e-12, "{rate}");
    assert_eq!(law.slopes(1e-6, 10.0, 0.0).bristle, [0.0, -FASTEST]);
    assert!(law.bend(1e-6, 10.0, 1e-6).abs() < 1e-18);
    // So do bristles that slide faster than any surface: their level, 0.1 over the stiffness, is 1 µm.
    let (_, rate) = fading.at(3e-6, 2e4);
    assert!((rate / (-2e-6 * FASTEST) - 1.0).abs() < 1e-12, "{rate}");
}
