//! Rough surfaces: the closed forms, and the bristles that approximate them in any history.

use crate::random::{Random, histories};
use spiel::Material;
use spiel::laws::interface::{BristleState, Bristles, Moduli, RoughSurfaces, Roughness};

const STEEL: Material = Material { youngs_modulus: 207e9, poissons_ratio: 0.29 };

/// Surface 1 of table 1 of Wang et al. (2018), σ = 1 µm, 1 cm².
fn surface_1() -> RoughSurfaces {
    let roughness = Roughness::of_profile(1e-6, 1.6e-4, 0.0339, 1e-4).unwrap();
    RoughSurfaces::new(roughness, Moduli::of(&STEEL, &STEEL), 0.2).unwrap()
}

#[track_caller]
fn assert_close(value: f64, expected: f64, relative: f64) {
    let error = (value / expected - 1.0).abs();
    assert!(error < relative, "{value:e} is off {expected:e} by {error:e}");
}

#[test]
fn surface_1_gives_the_check_values() {
    // Their digits allow 1e-12.
    let surfaces = surface_1();
    assert_close(surfaces.height_std(), 0.8225329292901e-6, 1e-12);
    assert_close(surfaces.normal_force(0.0), 2072.570468155, 1e-12);
    assert_close(surfaces.normal_stiffness(0.0), 3.613224822380e9, 1e-12);
    assert_close(surfaces.first_loading(0.0, 1e-8), 29.21884099867, 1e-12);
}

#[test]
fn stiffness_is_the_slope_of_the_load_and_curvature_that_of_the_stiffness() {
    let surfaces = surface_1();
    for d in [-2e-6, 0.0, 1.3e-6] {
        let h = 1e-11;
        let load = (surfaces.normal_force(d - h) - surfaces.normal_force(d + h)) / (2.0 * h);
        assert_close(surfaces.normal_stiffness(d), load, 1e-8);
        let slope = surfaces.normal_stiffness(d - h) - surfaces.normal_stiffness(d + h);
        assert_close(surfaces.normal_curvature(d), slope / (2.0 * h), 1e-8);
        let tangential = surfaces.first_loading(d, 2e-7 + h) - surfaces.first_loading(d, 2e-7 - h);
        assert_close(surfaces.first_loading_stiffness(d, 2e-7), tangential / (2.0 * h), 1e-7);
    }
}

#[test]
fn equal_materials_have_mindlins_ratio_of_stiffnesses() {
    let (surfaces, nu) = (surface_1(), STEEL.poissons_ratio);
    let ratio = surfaces.first_loading_stiffness(4e-7, 0.0) / surfaces.normal_stiffness(4e-7);
    assert_close(ratio, 2.0 * (1.0 - nu) / (2.0 - nu), 1e-14);
}

#[test]
fn a_rigid_partner_doubles_both_moduli() {
    let rigid = Material { youngs_modulus: 1e30, ..STEEL };
    let (both, one) = (Moduli::of(&STEEL, &STEEL), Moduli::of(&STEEL, &rigid));
    assert_close(one.normal, 2.0 * both.normal, 1e-12);
    assert_close(one.tangential, 2.0 * both.tangential, 1e-12);
}

#[test]
fn complete_slip_is_coulombs_law() {
    let surfaces = surface_1();
    for d in [-1e-6, 0.0, 2e-6] {
        assert_close(surfaces.first_loading(d, 1e-4), 0.2 * surfaces.normal_force(d), 1e-14);
        assert_eq!(surfaces.first_loading(d, -1e-7), -surfaces.first_loading(d, 1e-7));
    }
}

#[test]
fn the_separation_under_a_load_carries_that_load() {
    let surfaces = surface_1();
    for d in [-5e-6_f64, -1e-7, 0.0, 2e-6, 6e-6] {
        let found = surfaces.separation_under(surfaces.normal_force(d)).unwrap();
        assert!((found - d).abs() < 1e-17, "{d:e} {found:e}");
    }
    assert!(surfaces.separation_under(0.0).is_err() && surfaces.separation_under(1e12).is_err());
}

#[test]
fn energy_per_cycle_agrees_with_forty_digits() {
    // mpmath, from D = 8∫T − 4Tδ; the series below 0.2 µm, the closed form above.
    let surfaces = surface_1();
    for (amplitude, expected) in [
        (1e-10, 1.0560993748244388e-14),
        (1e-9, 1.0549505567933507e-11),
        (1e-8, 1.0432857864101158e-8),
        (1e-7, 9.12286738133095e-6),
        (2e-7, 6.014481270105109e-5),
        (5e-7, 4.55441916653973e-4),
        (5e-6, 7.91347457271368e-3),
    ] {
        assert_close(surfaces.energy_per_cycle(0.0, amplitude), expected, 1e-12);
    }
    assert_close(surfaces.energy_per_cycle(1e-6, 1e-7), 2.219370667692371e-6, 1e-12);
}

#[test]
fn dissipation_grows_with_the_cube_in_stick_and_linearly_in_slip() {
    let surfaces = surface_1();
    let exponent = |amplitude: f64| {
        let h: f64 = 1e-4;
        let energy = |factor: f64| surfaces.energy_per_cycle(0.0, amplitude * factor).ln();
        (energy(h.exp()) - energy((-h).exp())) / (2.0 * h)
    };
    // Local exponents, worked out with mpmath.
    for (amplitude, expected) in [(1e-9, 2.998788), (2e-7, 2.573304), (5e-6, 1.047616)] {
        assert!((exponent(amplitude) - expected).abs() < 2e-6, "{}", exponent(amplitude));
    }
    assert!((exponent(1e-12) - 3.0).abs() < 1e-5 && (exponent(1e-3) - 1.0).abs() < 1e-3);
}

#[test]
fn the_energy_of_a_cycle_is_the_area_of_its_loop() {
    let (surfaces, amplitude, n) = (surface_1(), 3e-7, 2000);
    let width = 2.0 * amplitude / f64::from(n);
    let area: f64 = (0..n)
        .map(|i| {
            let x = -amplitude + width * (f64::from(i) + 0.5);
            width * (surfaces.reloading(0.0, amplitude, x) - surfaces.unloading(0.0, amplitude, x))
        })
        .sum();
    // 1e-6: midpoint rule.
    assert_close(surfaces.energy_per_cycle(0.0, amplitude), area, 1e-6);
}

/// Largest error of first loading over f N(d), at one separation.
fn bristle_error<const N: usize>(surfaces: &RoughSurfaces, low: f64, separation: f64) -> f64 {
    let bristles = Bristles::<N>::new(surfaces, low).unwrap();
    let mut state = BristleState::at(0.0);
    let limit = surfaces.friction() * surfaces.normal_force(separation);
    (0..2000)
        .map(|i| {
            let x = 1e-9 * f64::from(i);
            let force = bristles.step(&mut state, x, separation).unwrap().force;
            (force - surfaces.first_loading(separation, x)).abs() / limit
        })
        .fold(0.0, f64::max)
}

#[test]
fn bristles_follow_first_loading() {
    let surfaces = surface_1();
    let std = surfaces.height_std();
    for (low, allowed_64) in [(-2.0, 6.5e-4), (0.0, 1.6e-3), (2.0, 4e-3)] {
        for share in 0..50 {
            let d = (low + 2.5 * f64::from(share) / 50.0) * std;
            let error = bristle_error::<128>(&surfaces, low * std, d);
            assert!(error < 1e-3, "128 of {low}, {share}/50: {error:e}");
            let error = bristle_error::<64>(&surfaces, low * std, d);
            assert!(error < allowed_64, "64 of {low}, {share}/50: {error:e}");
        }
    }
}

#[test]
fn twice_the_bristles_err_a_quarter() {
    let surfaces = surface_1();
    let error =
        bristle_error::<64>(&surfaces, 0.0, 0.0) / bristle_error::<128>(&surfaces, 0.0, 0.0);
    assert!((error - 4.0).abs() < 0.2, "{error}");
}

#[test]
fn bristles_swing_in_the_closed_forms_loop() {
    let (surfaces, amplitude) = (surface_1(), 2.5e-7);
    let bristles = Bristles::<128>::new(&surfaces, 0.0).unwrap();
    let mut state = BristleState::at(0.0);
    bristles.step(&mut state, amplitude, 0.0).unwrap();
    let limit = 0.2 * surfaces.normal_force(0.0);
    let mut heat = 0.0;
    for i in (0..100).rev() {
        let x = amplitude * f64::from(i - 50) / 50.0;
        let answer = bristles.step(&mut state, x, 0.0).unwrap();
        assert!((answer.force - surfaces.unloading(0.0, amplitude, x)).abs() < 8e-4 * limit);
        heat += answer.dissipated;
    }
    assert_close(2.0 * heat, surfaces.energy_per_cycle(0.0, amplitude), 2e-3);
}

#[test]
fn all_sticks_at_rest_and_nothing_in_complete_slip() {
    let surfaces = surface_1();
    let bristles = Bristles::<64>::new(&surfaces, 0.0).unwrap();
    let mut state = BristleState::at(1e-3);
    let rest = bristles.step(&mut state, 1e-3, 0.0).unwrap();
    assert_eq!((rest.force, rest.stuck_share, rest.dissipated), (0.0, 1.0, 0.0));
    // 6 %: the bristles' stiffness at rest steps.
    assert_close(rest.tangent_stiffness, surfaces.first_loading_stiffness(0.0, 0.0), 0.06);
    let slip = bristles.step(&mut state, 1.1e-3, 0.0).unwrap();
    assert_eq!((slip.stuck_share, slip.tangent_stiffness), (0.0, 0.0));
    let halt = bristles.step(&mut state, 1.1e-3, 0.0).unwrap();
    assert_eq!((halt.stuck_share, halt.dissipated, halt.force), (0.0, 0.0, slip.force));
    let (before, half) = (slip.force, bristles.step(&mut state, 1.1e-3 - 2e-7, 0.0).unwrap());
    assert!(half.stuck_share > 0.0 && half.stuck_share < 1.0 && half.force < before);
    let h = 1e-13;
    let next = bristles.step(&mut state, 1.1e-3 - 2e-7 - h, 0.0).unwrap();
    assert_close(half.tangent_stiffness, (half.force - next.force) / h, 1e-3);
}

#[test]
fn surfaces_that_parted_meet_again_without_tangential_force() {
    let surfaces = surface_1();
    let bristles = Bristles::<64>::new(&surfaces, 0.0).unwrap();
    let mut state = BristleState::at(0.0);
    assert!(bristles.step(&mut state, 1e-6, 0.0).unwrap().force > 400.0);
    let apart = bristles.step(&mut state, 1e-6, 1e-2).unwrap();
    assert_eq!((apart.force, apart.stuck_share, apart.tangent_stiffness), (0.0, 0.0, 0.0));
    assert_eq!(bristles.step(&mut state, 1e-6, 0.0).unwrap().force, 0.0);
    assert_eq!(bristles.stored_energy(&state), 0.0);
}

#[test]
fn a_closer_approach_than_planned_is_refused_and_changes_nothing() {
    let surfaces = surface_1();
    let bristles = Bristles::<64>::new(&surfaces, 0.0).unwrap();
    let mut state = BristleState::at(0.0);
    bristles.step(&mut state, 1e-7, 1e-7).unwrap();
    let before = state;
    let refusal = bristles.step(&mut state, 2e-7, -1e-9).unwrap_err().to_string();
    assert!(refusal.starts_with("separation = -0.000000001 is outside the finite numbers from 0"));
    assert!(bristles.step(&mut state, f64::NAN, 1e-7).is_err());
    assert!(bristles.step_along_tangent(&mut state, 0.0, f64::NAN).is_err());
    assert_eq!(state, before);
    let slid = bristles.step_along_tangent(&mut state, 1.0, -1e-9).unwrap().force;
    let tangent = surfaces.normal_force(0.0) + 1e-9 * surfaces.normal_stiffness(0.0);
    assert_close(slid, 0.2 * tangent, 1e-4);
}

#[test]
fn bristles_create_no_energy_on_any_closed_path() {
    let (surfaces, mut random) = (surface_1(), Random(1));
    let bristles = Bristles::<64>::new(&surfaces, 0.0).unwrap();
    for _ in 0..histories(10_000) {
        let size = 10f64.powf(random.between(-9.0, -5.5));
        let corners = 3 + (random.unit() * 8.0) as usize;
        let std = surfaces.height_std();
        let mut corner = || (random.between(-size, size), random.between(0.0, 3.0) * std);
        let path: Vec<_> = (0..corners).map(|_| corner()).collect();
        let mut state = BristleState::at(path[corners - 1].0);
        let (mut stored, mut x0) = (0.0, path[corners - 1].0);
        // Three laps, so that the last one is steady; each corner by approach first, then along.
        for lap in 0..3 {
            let (mut work, mut scale, at_start) = (0.0, 0.0, stored);
            for &(x1, d) in &path {
                let from = x0;
                let mut before = bristles.step(&mut state, x0, d).unwrap();
                assert!(before.dissipated >= 0.0);
                stored = bristles.stored_energy(&state);
                for part in 1..=8 {
                    let x = from + (x1 - from) * f64::from(part) / 8.0;
                    let answer = bristles.step(&mut state, x, d).unwrap();
                    let step = 0.5 * (answer.force + before.force) * (x - x0);
                    let heat = step - (bristles.stored_energy(&state) - stored);
                    let rounding = 1e-12 * (f64::abs(step) + stored);
                    assert!(heat > -rounding && answer.dissipated > heat - rounding, "{heat:e}");
                    stored = bristles.stored_energy(&state);
                    (work, scale) = (work + step, scale + f64::abs(step));
                    (x0, before) = (x, answer);
                }
            }
            assert!(lap > 0 || work >= 0.0);
            assert!(work - (stored - at_start) >= -1e-12 * scale);
            assert!(lap < 2 || work >= -1e-12 * scale, "{work:e} of {scale:e}");
        }
    }
}

#[test]
fn scaling_a_masing_curve_by_the_load_would_create_energy() {
    // Out at a light load, back at a heavy one, small amplitude: the scaled curve gives back more.
    let (surfaces, amplitude, n) = (surface_1(), 2e-8, 200);
    let (light, heavy) = (2.0 * surfaces.height_std(), 0.0);
    let bristles = Bristles::<64>::new(&surfaces, 0.0).unwrap();
    let mut state = BristleState::at(0.0);
    let scale = |d: f64| surfaces.normal_force(d) / surfaces.normal_force(light);
    let (mut scaled, mut real, mut before) = (0.0, 0.0, (0.0, 0.0));
    for i in 0..=2 * n {
        let (x, d) = match i {
            _ if i <= n => (amplitude * f64::from(i) / f64::from(n), light),
            _ => (amplitude * f64::from(2 * n - i) / f64::from(n), heavy),
        };
        let curve = match i {
            _ if i <= n => surfaces.first_loading(light, x),
            _ => surfaces.unloading(light, amplitude, x),
        };
        let (masing, bristle) = (scale(d) * curve, bristles.step(&mut state, x, d).unwrap().force);
        if i > 0 {
            let dx = if i <= n { 1.0 } else { -1.0 } * amplitude / f64::from(n);
            scaled += 0.5 * (masing + before.0) * dx;
            real += 0.5 * (bristle + before.1) * dx;
        }
        before = (masing, bristle);
    }
    let swing = surfaces.first_loading(heavy, amplitude) * amplitude;
    assert!(scaled < -0.3 * swing, "{scaled:e} of {swing:e}");
    assert!(real >= 0.0, "{real:e}");
}
