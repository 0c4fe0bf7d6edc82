//! The fractal laws against the spots they are summed from, and against their own derivatives.

mod spots;

use super::*;
use crate::base::numerics::gauss::adaptive;
use crate::base::numerics::root::Bracket;
use crate::base::{Material, Pair};
use num_dual::Dual64;
use proptest::prelude::*;
use spots::{Spots, printed};

const STEEL: Material = Material { youngs_modulus: 2.07e11, poissons_ratio: 0.3 };
const BEARING: Bearing = Bearing { radius: 0.01, length: 0.01, clearance: 5e-4 };

fn steel() -> Pair {
    Pair::new(STEEL, STEEL).unwrap()
}

fn rough(roughness: f64) -> Surface {
    Surface { roughness, ..Surface::default() }
}

fn stiffness(roughness: f64) -> Stiffness {
    Stiffness::new(&rough(roughness), &steel(), &BEARING).unwrap()
}

fn fractal(roughness: f64) -> Fractal {
    Fractal::new(stiffness(roughness), 1.5).unwrap()
}

fn integrated(roughness: f64) -> FractalIntegrated {
    FractalIntegrated::new(stiffness(roughness))
}

proptest! {
    #[test]
    fn a_spot_is_as_stiff_as_its_load_says(ln_rough in -8.0..-5.0, ln_area in -14.0..-7.0) {
        let spots = Spots::new(&rough(10f64.powf(ln_rough)));
        let area = 10f64.powf(ln_area);
        let states = [(1.0, 1.5), (1.03, 1.425), (1.4, 1.263)];
        for ((factor, exponent), print) in states.into_iter().zip(printed(&spots, area)) {
            let derived = spots.spot_stiffness(area, factor, exponent);
            prop_assert!((derived / print - 1.0).abs() < 1e-11, "{derived} against {print}");
        }
    }

    #[test]
    fn large_spots_are_elastic(ln_rough in -8.0..-5.0, ratio in 0.01f64..100.0) {
        let spots = Spots::new(&rough(10f64.powf(ln_rough)));
        let area = ratio * spots.yield_area();
        let depth = spots.depth(area) / spots.yield_depth(area);
        prop_assert!((depth * ratio.powf(spots.d - 2.0) - 1.0).abs() < 1e-10);
    }

    #[test]
    fn a_rougher_surface_is_softer(
        roughness in 1e-8..1e-5, factor in 1.01..3.0, ln_depth in -7.0..-3.3,
    ) {
        let depth = 10f64.powf(ln_depth);
        let (fine, coarse) = (stiffness(roughness).at(depth), stiffness(roughness * factor).at(depth));
        prop_assert!(coarse < fine || (coarse == 0.0 && fine == 0.0), "{coarse} against {fine}");
    }

    #[test]
    fn stiffness_never_falls_with_depth(ln_rough in -8.0..-5.0, ln_depth in -12.0..0.0) {
        let (law, depth) = (stiffness(10f64.powf(ln_rough)), 10f64.powf(ln_depth));
        prop_assert!(law.at(depth) >= 0.0 && law.at(1.01 * depth) >= law.at(depth));
    }

    #[test]
    fn every_derivative_is_the_slope_of_its_function(
        ln_rough in -8.0..-5.0, ln_depth in -7.0..-3.0,
    ) {
        let (roughness, depth) = (10f64.powf(ln_rough), 10f64.powf(ln_depth));
        let (law, clean) = (fractal(roughness), integrated(roughness));
        let dual = Dual64::from(depth).derivative();
        let small = law.surface_stiffness().at(1e-4) * 1e-10;
        let close = |a: f64, b: f64, floor: f64| (a - b).abs() <= 1e-11 * b.abs() + floor;
        prop_assert!(close(law.force(dual).eps, law.stiffness(depth), 0.0));
        prop_assert!(close(law.potential(dual).eps, law.force(depth), small * depth.powf(1.5)));
        prop_assert!(close(clean.force(dual).eps, clean.stiffness(depth), small));
        prop_assert!(close(clean.potential(dual).eps, clean.force(depth), small * depth));
        let step = 1e-5 * depth;
        let differ = |f: &dyn Fn(f64) -> f64| (f(depth + step) - f(depth - step)) / (2.0 * step);
        // The difference quotient is wrong if the regime changes inside the step.
        prop_assume!(law.surface_stiffness().regime(depth - step) == law.surface_stiffness().regime(depth + step));
        for (difference, exact) in [
            (differ(&|u| law.force(u)), law.stiffness(depth)),
            (differ(&|u| law.potential(u)), law.force(depth)),
            (differ(&|u| clean.force(u)), clean.stiffness(depth)),
            (differ(&|u| clean.potential(u)), clean.force(depth)),
        ] {
            prop_assert!((difference - exact).abs() <= 1e-7 * exact.abs() + 1e-3, "{difference} {exact}");
        }
    }

    #[test]
    fn energies_are_the_areas_under_their_forces(ln_rough in -8.0..-5.0, ln_depth in -6.0..-2.0) {
        let (roughness, depth) = (10f64.powf(ln_rough), 10f64.powf(ln_depth));
        let (law, clean) = (fractal(roughness), integrated(roughness));
        let area = |f: &dyn Fn(f64) -> f64| {
            let density = |ln_u: f64| f(ln_u.exp()) * ln_u.exp();
            // Panels end at the kinks, and are short: a long one can agree with its halves by accident.
            let (low, high) = (depth.ln() - 40.0, depth.ln());
            let mut ends: Vec<f64> = (0..=20).map(|part| low + 2.0 * f64::from(part)).collect();
            ends.extend(clean.stiffness.pieces.iter().map(|piece| {
                let ln_depth = BEARING.clearance.ln() + piece.from - (-piece.from.exp_m1()).ln();
                ln_depth.clamp(low, high)
            }).filter(|end| end.is_finite()));
            ends.sort_by(f64::total_cmp);
            ends.windows(2).map(|pair| adaptive(&density, pair[0], pair[1], 1e-13)).sum::<f64>()
        };
        for (closed, summed) in [
            (clean.force(depth), area(&|u| clean.stiffness(u))),
            (clean.potential(depth), area(&|u| clean.force(u))),
            (law.potential(depth), area(&|u| law.force(u))),
        ] {
            prop_assert!((closed / summed - 1.0).abs() < 1e-11 || summed == 0.0, "{closed} {summed}");
        }
    }
}

#[test]
fn stiffness_has_its_reference_values() {
    let law = stiffness(5e-8);
    // Summed with 40 digits from the formulas as printed.
    for (depth, reference) in
        [(1e-7f64, 2.22280744955e10), (1e-6, 6.13376927474e10), (5e-6, 1.24289840109e11)]
    {
        let got = law.at(depth);
        println!("K_n({depth:e}) = {got:.11e}");
        assert!((got / reference - 1.0).abs() < 4e-12, "{got:.12e} against {reference:e}");
    }
}

#[test]
fn closed_form_is_the_sum_over_all_spots() {
    let mut seen = [0; 4];
    let mut worst = 0.0f64;
    for step in 0..=30 {
        let roughness = 1e-8 * 1250f64.powf(f64::from(step) / 30.0);
        let (law, surface) = (stiffness(roughness), rough(roughness));
        let spots = Spots::new(&surface);
        for step in 0..=50 {
            let depth = 1e-9 * 1e5f64.powf(f64::from(step) / 50.0);
            let summed = spots.sum(spots.largest(surface.area_ratio, depth));
            let error = (law.at(depth) - summed).abs();
            assert!(
                error <= 1e-10 * summed || error <= 1e-10 * law.at(1e-4),
                "{roughness:e} m at {depth:e} m: {} against {summed}",
                law.at(depth)
            );
            worst =
                worst.max(if summed > 0.0 { error / summed.max(1e-4 * law.at(1e-4)) } else { 0.0 });
            seen[law.regime(depth) as usize - 1] += 1;
        }
    }
    println!("worst relative error {worst:e}, regimes {seen:?}");
    assert!(seen.iter().all(|&count| count > 10), "{seen:?}");
}

#[test]
fn regimes_follow_the_largest_spot() {
    for roughness in [1e-8, 5e-8, 1e-6, 1.25e-5] {
        let (law, surface) = (stiffness(roughness), rough(roughness));
        let spots = Spots::new(&surface);
        for exponent in -9..-2 {
            let depth = 10f64.powi(exponent);
            let largest = spots.largest(surface.area_ratio, depth);
            let expected = match spots.depth(largest) / spots.yield_depth(largest) {
                ratio if ratio <= 1.0 => SpotRegime::Elastic,
                ratio if ratio <= 6.0 => SpotRegime::ElasticPlastic1,
                ratio if ratio <= 110.0 => SpotRegime::ElasticPlastic2,
                _ => SpotRegime::Plastic,
            };
            assert_eq!(law.regime(depth), expected, "{roughness:e} m at {depth:e} m");
        }
    }
    assert_eq!(stiffness(5e-8).regime(0.0), SpotRegime::Plastic);
}

#[test]
fn stiffness_is_continuous_where_the_regime_changes() {
    for roughness in [1e-8, 1e-6, 1.25e-5] {
        let law = stiffness(roughness);
        let scale = law.at(1e-4);
        for piece in law.pieces.iter().filter(|piece| piece.from < 0.0) {
            let depth = BEARING.clearance * piece.from.exp() / -piece.from.exp_m1();
            let jump = law.at(depth * (1.0 + 1e-12)) - law.at(depth * (1.0 - 1e-12));
            assert!(jump.abs() < 1e-11 * scale, "{jump} of {scale} at {depth:e}");
        }
    }
}

#[test]
fn no_contact_means_no_force_no_stiffness_and_no_energy() {
    let (law, clean) = (fractal(5e-8), integrated(5e-8));
    for depth in [0.0, -1e-6] {
        assert_eq!([law.force(depth), law.stiffness(depth), law.potential(depth)], [0.0; 3]);
        assert_eq!([clean.force(depth), clean.stiffness(depth), clean.potential(depth)], [0.0; 3]);
    }
    assert!(law.force(f64::NAN).is_nan());
}

#[test]
fn a_surface_that_carries_nothing_is_refused_with_the_hardness_that_would() {
    let soft = Surface { roughness: 1e-3, ..Surface::default() };
    let refusal = Stiffness::new(&soft, &steel(), &BEARING).unwrap_err();
    println!("{refusal}");
    let Fault::OutOfRange { name, allowed, .. } = refusal else { panic!("{refusal}") };
    assert_eq!(name, crate::base::fault::Name::of("surface.hardness"));
    let with = |hardness| Stiffness::new(&Surface { hardness, ..soft }, &steel(), &BEARING);
    assert!(with(allowed.low * (1.0 - 1e-9)).is_err());
    assert!(with(allowed.low * (1.0 + 1e-9)).is_ok());
}

/// Smallest roughness for which `has` holds.
fn threshold(has: impl Fn(f64) -> bool) -> f64 {
    Bracket::between(1e-5, 1e-4).threshold(1e-6, has)
}

#[test]
fn rough_surfaces_first_carry_late_and_then_not_at_all() {
    let refused = |roughness| Stiffness::new(&rough(roughness), &steel(), &BEARING).is_err();
    let late = threshold(|roughness| refused(roughness) || stiffness(roughness).starts_plastic());
    let never = threshold(refused);
    println!("late from {late:e} m, never from {never:e} m");
    assert!(
        (late - 26.0e-6).abs() < 0.1e-6 && (never - 39.5e-6).abs() < 0.1e-6,
        "{late:e} {never:e}"
    );
}

#[test]
fn nothing_overflows_near_either_end_of_the_roughness_range() {
    // Hard enough for spots that are never plastic: a_c itself exceeds the range of doubles here.
    for (roughness, hardness) in [(1.469_3e-2, 1e15), (1.469_3e-2, 1e11), (3.0032e-9, 1e10)] {
        let surface = Surface { roughness, hardness, ..Surface::default() };
        if let Ok(law) = Stiffness::new(&surface, &steel(), &BEARING) {
            for depth in [1e-12f64, 1e-6, 1e-3] {
                assert!(law.at(depth).is_finite() && law.at(depth) >= 0.0, "{surface:?}");
                assert!(FractalIntegrated::new(law).force(depth).is_finite());
            }
        }
    }
}

#[test]
fn impossible_sizes_are_refused() {
    let wrong = [
        Bearing { radius: 0.0, ..BEARING },
        Bearing { length: -1.0, ..BEARING },
        Bearing { clearance: 0.0, ..BEARING },
        Bearing { clearance: f64::NAN, ..BEARING },
    ];
    for bearing in wrong {
        assert!(Stiffness::new(&Surface::default(), &steel(), &bearing).is_err());
    }
    assert!(Fractal::new(stiffness(5e-8), 0.0).is_err());
}
