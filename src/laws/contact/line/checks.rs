//! The seven line laws against their printed equations, their limits and their derivatives.

use super::*;
use crate::base::Material;
use crate::base::Pair;
use crate::base::numerics::gauss::adaptive;
use num_dual::{Dual2_64, Dual64};
use proptest::prelude::*;
use std::f64::consts::{E, PI};

const STEEL: Material = Material { youngs_modulus: 2.1e11, poissons_ratio: 0.3 };
const BRONZE: Material = Material { youngs_modulus: 1.1e11, poissons_ratio: 0.34 };
const PIN: f64 = 0.05;
const LENGTH: f64 = 0.24;

fn pair() -> Pair {
    Pair::new(STEEL, BRONZE).unwrap()
}

fn laws() -> [LineLaw; 7] {
    let pair = pair();
    [
        LineLaw::Liu(Liu::new(&pair, Modulus::Youngs)),
        LineLaw::Hertz(Hertz::new(&pair)),
        LineLaw::Johnson(Johnson::new(&pair)),
        LineLaw::Radzimovsky(Radzimovsky::new(&pair)),
        LineLaw::LankaraniNikravesh(LankaraniNikravesh::new(&pair, PIN, LENGTH, 1.5).unwrap()),
        LineLaw::Persson(Persson::new(&pair)),
        LineLaw::Conformal(Conformal::new(&pair, HELD_A_RADIUS_AWAY).unwrap()),
    ]
}

/// A depth inside the law: `share` of its limit, or of ten clearances.
fn inside(law: &LineLaw, share: f64, clearance: f64) -> f64 {
    share * law.limit(clearance).min(10.0 * clearance)
}

/// The left and right side of the printed equation at a load: the depth, by (15)–(18) and (20), or `Ec/L`
/// of (19).
fn printed(law: &LineLaw, load: f64, depth: f64, clearance: f64) -> (f64, f64) {
    let (pair, c) = (pair(), clearance);
    let (young, contact) = (pair.harmonic_modulus(), pair.contact_modulus());
    let (hole, pin) = (PIN + c, PIN);
    let reduced = hole * pin / (hole - pin);
    match law {
        LineLaw::Hertz(_) => {
            (depth, 2.0 * load / (PI * young) * ((PI * young * c / load).ln() - 1.0))
        }
        LineLaw::Johnson(_) => {
            let log = (4.0 * PI * contact * c / load).ln();
            (depth, load / (PI * contact) * (log - 1.0))
        }
        LineLaw::Radzimovsky(_) => {
            let b = 2.15 * (load * reduced / young).sqrt();
            let logs = (4.0 * hole / b).ln() + (4.0 * pin / b).ln();
            (depth, load / (PI * contact) * (2.0 / 3.0 + logs))
        }
        LineLaw::LankaraniNikravesh(_) => {
            let force = load * LENGTH;
            (depth, (3.0 * force / (4.0 * contact * reduced.sqrt())).powf(1.0 / 1.5))
        }
        LineLaw::Persson(_) => {
            let b = (0.5 * (c / (c + depth)).acos()).tan();
            let (square, fourth) = (b * b, b.powi(4));
            let top = 2.0 - ((square + 1.0).ln() + 2.0 * fourth);
            (young * c / load, top / (PI * (square + 1.0) * square))
        }
        LineLaw::Conformal(_) => {
            // x from the load, then the depth.
            let of = |x: f64| 2.0 * PI * x * (1.0 + x) / (2.0 - x.ln_1p() - 2.0 * x * x);
            let (mut low, mut high) = (0.0, 0.834_615_245_477);
            for _ in 0..200 {
                let x = 0.5 * (low + high);
                if of(x) * contact * c < load { low = x } else { high = x }
            }
            let (x, l) = (low, low.ln_1p());
            let top = 2.0 * x * (1.0 + x) * ((1.0 + x) / x).ln() + l - 2.0 * x * (1.0 - x)
                + x / (1.0 + x);
            let body = HELD_A_RADIUS_AWAY * load / (PI * contact * c);
            (depth, c * (top / (2.0 - l - 2.0 * x * x) + body))
        }
        LineLaw::Liu(_) => (load, 0.5 * PI * depth * young * (depth / (2.0 * (c + depth))).sqrt()),
    }
}

proptest! {
    #[test]
    fn every_law_solves_its_printed_equation(share in 1e-3f64..0.999, ln_c in -5.0f64..-3.0) {
        let clearance = 10f64.powf(ln_c);
        for law in laws() {
            let depth = inside(&law, share, clearance);
            let load = law.load(depth, clearance).unwrap();
            let (left, right) = printed(&law, load, depth, clearance);
            // Radii that differ by the clearance have lost digits of it; acos and the pole cost more.
            prop_assert!((left / right - 1.0).abs() < 1e-9, "{law:?}: {left} against {right}");
        }
    }

    #[test]
    fn tangents_are_dual_numbers_are_finite_differences(
        share in 1e-3f64..0.98, ln_c in -5.0f64..-3.0,
    ) {
        let c = 10f64.powf(ln_c);
        for law in laws() {
            let depth = inside(&law, share, c);
            let tangent = law.tangent(depth, c).unwrap();
            let dual = law.load(Dual64::from(depth).derivative(), c).unwrap();
            prop_assert!((dual.eps / tangent - 1.0).abs() < 1e-10, "{law:?}");
            // Close to a limit the load depends on the square root of the distance to it.
            prop_assert!((dual.re / law.load(depth, c).unwrap() - 1.0).abs() < 1e-12);
            let step = 1e-6 * depth;
            let load = |depth| law.load(depth, c).unwrap();
            let wide = (load(depth + 2.0 * step) - load(depth - 2.0 * step)) / (4.0 * step);
            let near = (load(depth + step) - load(depth - step)) / (2.0 * step);
            let difference = (4.0 * near - wide) / 3.0;
            prop_assert!((difference / tangent - 1.0).abs() < 1e-7, "{law:?}");
        }
    }

    #[test]
    fn second_derivatives_come_out_of_dual_numbers_too(share in 1e-2f64..0.9) {
        for law in laws() {
            let depth = inside(&law, share, 1e-4);
            let second = law.load(Dual2_64::from(depth).derivative(), 1e-4).unwrap().v2;
            let bend = law.tangent(Dual64::from(depth).derivative(), 1e-4).unwrap().eps;
            prop_assert!((second - bend).abs() <= 1e-8 * bend.abs(), "{law:?}: {second} {bend}");
        }
    }

    #[test]
    fn potentials_are_the_areas_under_the_loads(share in 1e-3f64..0.999, ln_c in -5.0f64..-3.0) {
        let c = 10f64.powf(ln_c);
        for law in laws() {
            let depth = inside(&law, share, c);
            // Substituting the square removes the infinite slopes at zero depth, which would cost panels.
            let density = |x: f64| law.load(x * x, c).unwrap() * 2.0 * x;
            let area = adaptive(&density, 0.0, depth.sqrt(), 1e-13);
            let potential = law.potential(depth, c).unwrap();
            prop_assert!((potential / area - 1.0).abs() < 1e-10, "{law:?}: {potential} {area}");
        }
    }

    #[test]
    fn scaling_depth_and_clearance_scales_the_load(share in 1e-3f64..0.999, scale in 0.1f64..10.0) {
        // All but the law for spheres depend on no length but the clearance.
        for law in laws().into_iter().filter(|law| !matches!(law, LineLaw::LankaraniNikravesh(_))) {
            let depth = inside(&law, share, 1e-4);
            let (one, other) = (law.load(depth, 1e-4), law.load(scale * depth, scale * 1e-4));
            prop_assert!((other.unwrap() / (scale * one.unwrap()) - 1.0).abs() < 1e-11, "{law:?}");
        }
    }

    #[test]
    fn continued_forms_push_ever_harder(share in 0.0f64..20.0, more in 1e-3f64..5.0) {
        for law in laws() {
            let (one, two) = (share * 1e-4, (share + more) * 1e-4);
            prop_assert!(law.continued_load(two, 1e-4) > law.continued_load(one, 1e-4));
            prop_assert!(law.continued(two, 1e-4).tangent > 0.0);
        }
    }
}

#[test]
fn limits_stand_where_the_load_has_no_solution() {
    let [_, hertz, johnson, radzimovsky, ..] = laws();
    let c = 1e-4;
    let (young, contact) = (pair().harmonic_modulus(), pair().contact_modulus());
    let limits = [
        (hertz, PI * young * c / (E * E)),
        (johnson, 4.0 * PI * contact * c / (E * E)),
        (radzimovsky, 16.0 * (-1.0f64 / 3.0).exp() * young * c / (2.15 * 2.15)),
    ];
    for (law, load) in limits {
        let edge = law.limit(c);
        let (_, depth) = printed(&law, load, edge, c);
        assert!((depth / edge - 1.0).abs() < 1e-10, "{law:?}");
        // The greatest depth of the printed equation: less on both sides.
        for other in [0.99 * load, 1.01 * load] {
            assert!(printed(&law, other, edge, c).1 < depth);
        }
        // The load approaches the limit like a square root.
        let near = law.load(edge * (1.0 - 1e-10), c).unwrap();
        assert!((near / load - 1.0).abs() < 2e-5 && near < load, "{law:?}: {near} {load}");
    }
    let one = Pair::new(STEEL, STEEL).unwrap();
    let shares = [
        (LineLaw::Hertz(Hertz::new(&one)), 0.2707),
        (LineLaw::Johnson(Johnson::new(&one)), 0.5413),
        (LineLaw::Radzimovsky(Radzimovsky::new(&one)), 1.4368),
        (LineLaw::Persson(Persson::new(&one)), 10.0930),
    ];
    for (law, share) in shares {
        println!("limit/c = {}, continued from {}", law.limit(1.0), law.continued_from(1.0));
        assert!((law.limit(1.0) - share).abs() < 5e-5, "{law:?}: {}", law.limit(1.0));
    }
}

#[test]
fn perssons_load_grows_without_bound_at_its_pole() {
    let [.., persson, _] = laws();
    let (c, pole) = (1e-4, persson.limit(1e-4));
    let load = |short: f64| persson.load(pole * (1.0 - short), c).unwrap();
    assert!((load(1e-9) / load(1e-8) - 10.0).abs() < 1e-4);
    // The half angle there: B = tan²(ε/2).
    let square = pole / (2.0 * c + pole);
    assert!((square - 0.834_615).abs() < 5e-7, "{square}");
}

#[test]
fn a_depth_beyond_the_limit_is_refused_with_the_limit() {
    let c = 1e-4;
    for law in laws() {
        let limit = law.limit(c);
        if limit.is_finite() {
            let refusal = law.load(limit, c).unwrap_err().to_string();
            println!("{refusal}");
            assert!(refusal.contains(&limit.to_string()), "{refusal}");
            assert_eq!(law.tangent(limit, c), Err(law.load(limit, c).unwrap_err()));
            assert_eq!(law.potential(limit, c), Err(law.load(limit, c).unwrap_err()));
        } else {
            assert!(law.load(1.0, c).is_ok());
        }
        assert!(law.load(f64::NAN, c).is_err());
        for none in [0.0, -1e-5, f64::NAN] {
            assert!(law.load(1e-6, none).is_err());
        }
    }
}

#[test]
fn continued_forms_have_no_step_and_no_corner() {
    let c = 1e-4;
    for law in laws().into_iter().filter(|law| law.limit(1.0).is_finite()) {
        let (from, step) = (law.continued_from(c), 1e-9 * c);
        assert!(!law.is_continued(from, c) && law.is_continued(from + step, c));
        let (before, after) = (law.continued(from, c), law.continued(from + step, c));
        assert!((after.load - before.load - step * before.tangent).abs() < 1e-13 * before.load);
        assert_eq!(after.tangent, before.tangent);
        assert_eq!(before.load, law.load(from, c).unwrap());
        let dual = law.continued_load(Dual64::from(2.0 * from).derivative(), c);
        assert_eq!(dual.eps, law.continued(2.0 * from, c).tangent);
        let energy = law.continued_potential(Dual64::from(2.0 * from).derivative(), c);
        assert!((energy.eps / law.continued_load(2.0 * from, c) - 1.0).abs() < 1e-14);
        let joint = law.continued_potential(from + step, c) - law.potential(from, c).unwrap();
        assert!((joint / (step * before.load) - 1.0).abs() < 1e-5, "{law:?}: {joint}");
    }
}

#[test]
fn continued_forms_are_the_law_itself_before_they_leave_it() {
    for law in laws() {
        let depth = 0.2e-4;
        assert_eq!(law.continued_load(depth, 1e-4), law.load(depth, 1e-4).unwrap());
        assert_eq!(law.continued_potential(depth, 1e-4), law.potential(depth, 1e-4).unwrap());
    }
}

#[test]
fn the_law_for_spheres_has_no_pi_and_forgets_the_length() {
    let whole = |length: f64| {
        let law = LankaraniNikravesh::new(&pair(), PIN, length, 1.5).unwrap();
        LineLaw::LankaraniNikravesh(law).load(1e-5, 1e-4).unwrap() * length
    };
    let radius = (PIN + 1e-4) * PIN / 1e-4;
    let hertz = 4.0 / 3.0 * pair().contact_modulus() * radius.sqrt() * 1e-5f64.powf(1.5);
    assert!((whole(0.24) / hertz - 1.0).abs() < 1e-14);
    assert!((whole(0.5) / hertz - 1.0).abs() < 1e-14);
}

#[test]
fn nothing_pushes_without_contact() {
    for law in laws() {
        for depth in [0.0, -1e-5] {
            assert_eq!(law.load(depth, 1e-4), Ok(0.0));
            assert_eq!(law.tangent(depth, 1e-4), Ok(0.0));
            assert_eq!(law.continued_potential(depth, 1e-4), 0.0);
        }
    }
}
