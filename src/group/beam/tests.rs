//! Tests of a beam's modes.

use super::{Beam, Ends, Section};
use std::f64::consts::PI;

/// A steel bar, 0.5 m, 10 mm × 10 mm, in sections of these lengths.
fn bar(lengths: &[f64]) -> Vec<Section> {
    let (young, density, side) = (2.1e11, 7850.0, 0.01_f64);
    let section = |length: &f64| Section {
        length: *length,
        mass_per_length: density * side.powi(2),
        bending_stiffness: young * side.powi(4) / 12.0,
        axial_stiffness: young * side.powi(2),
    };
    lengths.iter().map(section).collect()
}

/// √(EI/μ)/L² and √(EA/μ)/L of the bar.
fn units() -> [f64; 2] {
    let [section]: [Section; 1] = bar(&[0.5]).try_into().unwrap();
    let per = |stiffness: f64| (stiffness / section.mass_per_length).sqrt();
    [per(section.bending_stiffness) / 0.25, per(section.axial_stiffness) / 0.5]
}

#[test]
fn frequencies_of_a_free_bar_are_those_of_the_tables() {
    let beam = Beam::new(&bar(&[0.5]), Ends::Free, [5, 3]).unwrap();
    let [across, along] = units();
    // cos x cosh x = 1. The finite elements are 16 per mode: 1e-6.
    let roots = [4.730_040_744_862_704_f64, 7.853_204_624_095_838, 10.995_607_838_001_671];
    for (mode, root) in beam.modes.iter().zip(roots) {
        let due = root * root * across;
        assert!((mode.frequency / due - 1.0).abs() < 1e-6, "{} {due}", mode.frequency);
        // At a free end the deflection is largest, and its mean square a quarter of that there.
        assert!((mode.mass / beam.mass - 0.25).abs() < 1e-4, "{}", mode.mass / beam.mass);
    }
    for (mode, number) in beam.modes[5..].iter().zip(1..) {
        let due = f64::from(number) * PI * along;
        assert!((mode.frequency / due - 1.0).abs() < 1e-6, "{} {due}", mode.frequency);
        assert!((mode.mass / beam.mass - 0.5).abs() < 1e-6);
    }
}

#[test]
fn mass_inertia_and_frequency_do_not_depend_on_the_sections_of_a_uniform_bar() {
    let beam = Beam::new(&bar(&[0.1, 0.37, 0.03]), Ends::Free, [1, 0]).unwrap();
    assert!((beam.mass - 0.3925).abs() < 1e-12 && (beam.centre - 0.25).abs() < 1e-12);
    assert!((beam.inertia - beam.mass * 0.25 / 12.0).abs() < 1e-12);
    assert!((beam.length() - 0.5).abs() < 1e-15);
    let whole = Beam::new(&bar(&[0.5]), Ends::Free, [1, 0]).unwrap();
    let ratio = beam.modes[0].frequency / whole.modes[0].frequency;
    assert!((ratio - 1.0).abs() < 1e-6, "{ratio}");
}

#[test]
fn modes_carry_no_momentum_and_do_not_couple() {
    // A stepped bar, without symmetry.
    let mut sections = bar(&[0.2, 0.2, 0.1]);
    sections[1].mass_per_length *= 2.0;
    sections[1].bending_stiffness *= 4.0;
    for ends in [Ends::Free, Ends::Clamped, Ends::Pinned] {
        let beam = Beam::new(&sections, ends, [4, 3]).unwrap();
        let deflection = |mode: usize, index: usize, share: f64| {
            beam.modes[mode].at(&beam.elements[index], index, share)[0]
        };
        for mode in 0..beam.modes.len() {
            let push = beam.integrate(|_, _, index, share| deflection(mode, index, share));
            let arm = |x: f64| if mode < 4 { x - beam.centre } else { 0.0 };
            let turn = beam.integrate(|_, x, index, share| arm(x) * deflection(mode, index, share));
            assert!(
                push.abs() < 1e-9 * beam.mass && turn.abs() < 1e-9 * beam.mass,
                "{ends:?} {mode}"
            );
            for other in 0..mode {
                if (mode < 4) == (other < 4) {
                    let product = beam.integrate(|_, _, index, share| {
                        deflection(mode, index, share) * deflection(other, index, share)
                    });
                    // The rule of three points is exact for a product of cubics but for its last term.
                    assert!(product.abs() < 1e-6 * beam.mass, "{ends:?} {mode} {other}: {product}");
                }
            }
        }
    }
}

#[test]
fn a_shape_is_smooth_and_its_slope_is_its_derivative() {
    let beam = Beam::new(&bar(&[0.3, 0.2]), Ends::Pinned, [3, 2]).unwrap();
    for mode in &beam.modes {
        for x in [0.05, 0.123, 0.3, 0.44] {
            let h = 1e-6;
            let [low, here, high] = [x - h, x, x + h].map(|x| beam.shape(mode, x));
            let slope = (high[1] - low[1]) / (2.0 * h);
            assert!((slope - here[2]).abs() < 1e-4 * (1.0 + here[2].abs()), "{x}");
            assert!((high[0] - low[0]).abs() < 1e-4);
        }
    }
    // Beyond the end the shape is constant.
    assert_eq!(beam.shape(&beam.modes[0], 0.7), beam.shape(&beam.modes[0], 0.5));
}

#[test]
fn a_spinning_bar_grows_by_its_centrifugal_force_and_stiffens_across() {
    let beam = Beam::new(&bar(&[0.5]), Ends::Free, [2, 9]).unwrap();
    let spin = 200.0;
    // Centrifugal force over stiffness: an end moves by ρ ω² L³ / (24 E), half of L³/12.
    let ends = beam.modes.iter().map(|mode| {
        let place = spin * spin * mode.stretch / (mode.mass * mode.frequency.powi(2));
        place * beam.shape(mode, 0.5)[0]
    });
    let due = 7850.0 * spin * spin * 0.125 / (24.0 * 2.1e11);
    let found: f64 = ends.sum();
    // Nine modes of a series whose terms fall with the fourth power: 1e-4.
    assert!((found / due - 1.0).abs() < 1e-3, "{found:e} {due:e}");
    // First free modes of a bar that rotates about its middle in the plane: the stiffening by tension exceeds the
    // centrifugal force of the deflected mass.
    let [one, two] = [beam.turning[(0, 0)], beam.turning[(1, 1)]];
    assert!(one < 0.0 && two < one, "{one} {two}");
    assert!((beam.turning.clone() - beam.turning.transpose()).amax() < 1e-12);
}
