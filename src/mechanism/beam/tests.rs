//! Tests of the beam's modes and of their motion.

use super::{Beam, Ends, Mode};
use std::f64::consts::{PI, TAU};

/// A steel bar, 0.5 m, 10 mm × 10 mm.
fn bar() -> Beam {
    let (young, density, side) = (2.1e11, 7850.0, 0.01_f64);
    Beam {
        length: 0.5,
        bending_stiffness: young * side.powi(4) / 12.0,
        axial_stiffness: young * side.powi(2),
        mass_per_length: density * side.powi(2),
    }
}

/// Simpson's rule from 0 to the beam's end, divided by its length.
fn mean(length: f64, value: impl Fn(f64) -> f64) -> f64 {
    let count = 20_000;
    let weight =
        |index| if index == 0 || index == count { 1.0 } else { f64::from(2 + 2 * (index % 2)) };
    let place = |index| length * f64::from(index) / f64::from(count);
    (0..=count).map(|index| weight(index) * value(place(index))).sum::<f64>() / f64::from(3 * count)
}

#[test]
fn pinned_pinned_frequencies_are_the_closed_form() {
    let beam = bar();
    let unit = (beam.bending_stiffness / beam.mass_per_length).sqrt() / beam.length.powi(2);
    for mode in 1..=20 {
        let closed = (f64::from(mode) * PI).powi(2) * unit;
        let found = beam.bending_frequency(Ends::Pinned, mode);
        assert!((found / closed - 1.0).abs() < 1e-12, "{mode}: {found} {closed}");
        // The shape must be that frequency's: E I times the mean square of its curvature, by differences
        // of the slope. 1e-6: what the issue asks.
        let h = 1e-5 * beam.length / f64::from(mode);
        let curvature = |x: f64| {
            let slope = |x| beam.bending_shape(Ends::Pinned, mode, x)[1];
            (slope(x + h) - slope(x - h)) / (2.0 * h)
        };
        let square = mean(beam.length, |x| curvature(x).powi(2)) * beam.bending_stiffness;
        let rayleigh = (square / beam.mass_per_length).sqrt();
        assert!((rayleigh / closed - 1.0).abs() < 1e-6, "{mode}: {rayleigh} {closed}");
    }
}

#[test]
fn roots_are_those_of_the_tables() {
    // Blevins, Formulas for Natural Frequency and Mode Shape, table 8-1: eight digits.
    for (ends, roots) in [
        (Ends::Free, [4.730_040_74, 7.853_204_62, 10.995_607_8]),
        (Ends::Clamped, [1.875_104_07, 4.694_091_13, 7.854_757_44]),
    ] {
        for (mode, root) in (1..).zip(roots) {
            assert!((ends.bending_root(mode) - root).abs() < 5e-8, "{ends:?} {mode}");
        }
    }
}

#[test]
fn modes_are_orthogonal_with_mean_square_one() {
    let beam = bar();
    for ends in [Ends::Free, Ends::Clamped, Ends::Pinned] {
        let shape = |mode, x| beam.bending_shape(ends, mode, x)[0];
        for (a, b) in [(1, 1), (2, 2), (12, 12), (30, 30), (1, 2), (1, 3), (11, 12), (3, 30)] {
            let product = mean(beam.length, |x| shape(a, x) * shape(b, x));
            let due = f64::from(u8::from(a == b));
            assert!((product - due).abs() < 1e-8, "{ends:?} {a} {b}: {product}");
            let axial = |mode, x| beam.axial_shape(ends, mode, x);
            let product = mean(beam.length, |x| axial(a, x) * axial(b, x));
            assert!((product - due).abs() < 1e-8, "axial {ends:?} {a} {b}: {product}");
        }
    }
}

#[test]
fn free_modes_carry_no_momentum_so_gravity_does_not_bend_them() {
    let beam = bar();
    for mode in 1..=30 {
        let shape = |x| beam.bending_shape(Ends::Free, mode, x)[0];
        let push = mean(beam.length, shape);
        let turn = mean(beam.length, |x| shape(x) * (x / beam.length - 0.5));
        let axial = mean(beam.length, |x| beam.axial_shape(Ends::Free, mode, x));
        for sum in [push, turn, axial] {
            assert!(sum.abs() < 1e-9, "{mode}: {sum}");
        }
    }
}

#[test]
fn slope_is_the_derivative_of_the_deflection() {
    let beam = bar();
    for ends in [Ends::Free, Ends::Clamped, Ends::Pinned] {
        for (mode, x) in [(1, 0.1), (5, 0.31), (12, 0.44), (30, 0.25)] {
            let h = 1e-6;
            let at = |x| beam.bending_shape(ends, mode, x);
            let slope = (at(x + h)[0] - at(x - h)[0]) / (2.0 * h);
            // 1e-3 of the steepest, β: the rule's error is (β h)², and rounding 1e-10.
            let steepest = ends.bending_root(mode) / beam.length;
            assert!((slope - at(x)[1]).abs() < 1e-3 * steepest, "{ends:?} {mode}");
        }
    }
}

/// Energy by modal mass \[J/kg\].
fn energy(frequency: f64, [place, rate]: [f64; 2]) -> f64 {
    0.5 * (rate * rate + (frequency * place).powi(2))
}

#[test]
fn free_vibration_at_50_khz_keeps_its_energy_in_steps_of_a_tenth_of_a_millisecond() {
    let frequency = TAU * 50e3;
    let step = Mode { frequency, damping_ratio: 0.0 }.over(1e-4 / 3.0);
    let mut state = [1e-6, 0.1];
    let start = energy(frequency, state);
    for _ in 0..100_000 {
        state = step.advance(state, 0.0);
    }
    let end = energy(frequency, state);
    // Rounding only: 1e5 steps of 1e-16 each, all to one side at worst.
    assert!((end / start - 1.0).abs() < 1e-10, "{}", end / start - 1.0);
}

#[test]
fn damped_motion_is_the_same_in_one_step_and_in_a_thousand() {
    for damping_ratio in [0.0, 0.01, 0.999_999, 1.0, 1.000_001, 3.0, 1e4] {
        let mode = Mode { frequency: 300.0, damping_ratio };
        let whole = mode.over(0.02).advance([1e-3, 0.2], 50.0);
        let small = mode.over(0.02 / 1000.0);
        let parts = (0..1000).fold([1e-3, 0.2], |state, _| small.advance(state, 50.0));
        for (part, (a, b)) in [1e-3, 0.3].into_iter().zip(whole.into_iter().zip(parts)) {
            assert!((a - b).abs() < 1e-8 * part, "{damping_ratio}: {a} {b}");
        }
        let rest = mode.over(1e6).advance([1e-3, 0.2], 50.0);
        if damping_ratio > 0.0 {
            let static_place = 50.0 / 300.0_f64.powi(2);
            assert!((rest[0] / static_place - 1.0).abs() < 1e-9, "{damping_ratio}: {rest:?}");
        }
    }
}

#[test]
fn halving_the_step_quarters_the_error_under_a_force_that_changes() {
    let (frequency, drive, until) = (100.0, 37.0, 0.5_f64);
    let mode = Mode { frequency, damping_ratio: 0.0 };
    let amplitude = 1.0 / (frequency * frequency - drive * drive);
    let exact = amplitude * ((drive * until).cos() - (frequency * until).cos());
    let error = |count: u32| {
        let size = until / f64::from(count);
        let step = mode.over(size);
        let force = |index: u32| (drive * size * (f64::from(index) + 0.5)).cos();
        let end = (0..count).fold([0.0; 2], |state, index| step.advance(state, force(index)));
        (end[0] - exact).abs()
    };
    for count in [100, 200, 400] {
        let order = (error(count) / error(2 * count)).log2();
        assert!((order - 2.0).abs() < 0.05, "{count}: {order}");
    }
}

#[test]
fn a_struck_bar_moves_as_the_wave_says() {
    // A rigid mass m hits the end of a free bar of mass M at v0. Until the wave is back, the bar resists
    // with √(E A μ) times the speed of its end; then the end runs away. So the contact lasts 2 L / c, and m
    // keeps v0 exp(−2 M / m) (Saint-Venant).
    let beam = bar();
    let (speed, striker, modes) = (1.0, 2.0 * beam.mass(), 400);
    let wave = (beam.axial_stiffness / beam.mass_per_length).sqrt();
    let (lasts, keeps) = (2.0 * beam.length / wave, speed * (-2.0 * beam.mass() / striker).exp());
    let stiffness = 400.0 * beam.axial_stiffness / beam.length;
    let count = 40_000;
    let size = lasts / f64::from(count);
    let mode =
        |number| Mode { frequency: beam.axial_frequency(Ends::Free, number), damping_ratio: 0.0 };
    let steps: Vec<_> = (1..=modes).map(|number| mode(number).over(size)).collect();
    let shapes: Vec<_> =
        (1..=modes).map(|number| beam.axial_shape(Ends::Free, number, 0.0)).collect();
    let mut states = vec![[0.0; 2]; steps.len()];
    let (mut body, mut hammer, mut touched) = ([0.0; 2], [0.0, speed], 0.0);
    for _ in 0..count + count / 4 {
        let bent: f64 = states.iter().zip(&shapes).map(|(state, shape)| shape * state[0]).sum();
        let depth = hammer[0] - body[0] - bent;
        let force = stiffness * depth.max(0.0);
        touched += if force > 0.0 { size } else { 0.0 };
        for ((state, step), shape) in states.iter_mut().zip(&steps).zip(&shapes) {
            *state = step.advance(*state, shape * force / beam.mass());
        }
        for (motion, push) in [(&mut body, force / beam.mass()), (&mut hammer, -force / striker)] {
            motion[1] += size * push;
            motion[0] += size * motion[1];
        }
    }
    println!("speed {} of {keeps}, contact {touched} of {lasts}", hammer[1]);
    // What the issue asks.
    assert!((hammer[1] / keeps - 1.0).abs() < 0.01, "{} {keeps}", hammer[1]);
    assert!((touched / lasts - 1.0).abs() < 0.01, "{touched} {lasts}");
    let after = striker * (speed - hammer[1]) / beam.mass();
    assert!((body[1] - after).abs() < 1e-9, "momentum: {} {after}", body[1]);
}
