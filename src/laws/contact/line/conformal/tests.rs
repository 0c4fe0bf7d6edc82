//! The conformal law against its record, plane elasticity, limits and derivatives.

use super::*;
use crate::base::Material;
use crate::base::numerics::gauss::adaptive;
use crate::laws::contact::LineLaw;
use crate::laws::contact::line::Johnson;
use num_dual::Dual64;
use proptest::prelude::*;

fn steel(body: f64) -> Conformal {
    let steel = Material { youngs_modulus: 2.07e11, poissons_ratio: 0.3 };
    Conformal::new(&Pair::new(steel, steel).unwrap(), body).unwrap()
}

#[test]
fn values_are_those_of_the_record() {
    // Clearance, length, depth; force, stiffness, energy, half-angle in degrees, p_max R: fifteen digits on record.
    type Case = ([f64; 3], [f64; 5]);
    const CASES: [Case; 5] = [
        (
            [5e-4, 0.01, 1e-9],
            [
                0.219212969312511,
                233540785.618535,
                1.06244284450885e-10,
                0.04013989901,
                19920.1567402214,
            ],
        ),
        (
            [5e-4, 0.01, 1e-5],
            [5839.78495862459, 696855287.760319, 0.0268270473874164, 6.528464349, 3268098.06181535],
        ),
        (
            [5e-4, 0.01, 2e-3],
            [4619520.14124449, 2492311437.9265, 4337.77899604232, 76.17047118, 288179738.632595],
        ),
        (
            [1e-5, 0.02, 1e-7],
            [103.0983183914, 1203996003.71743, 4.78404941739817e-6, 4.345719258, 43298.7450294376],
        ),
        (
            [1e-5, 0.02, 3e-5],
            [134987.483999979, 4971906685.27594, 1.87148546616127, 73.64740609, 4274907.33237029],
        ),
    ];
    let law = steel(HELD_A_RADIUS_AWAY);
    for ([clearance, length, depth], expected) in CASES {
        let LineResponse { load, tangent } = law.respond(depth, clearance);
        let energy = law.store(depth, clearance);
        let [angle, pressure] = law.extent(depth, clearance);
        let found =
            [load * length, tangent * length, energy * length, angle.to_degrees(), pressure];
        // 1e-12; the angle has ten digits.
        for ((found, expected), error) in
            found.iter().zip(expected).zip([1e-12, 1e-12, 1e-12, 1e-9, 1e-12])
        {
            assert!((found / expected - 1.0).abs() < error, "{depth}: {found} for {expected}");
        }
    }
}

#[test]
fn the_load_is_that_of_plane_elasticity_within_five_per_cent() {
    // Clearance, length, depth and force of a pin in a ring that is held three radii away, by Michell's series.
    const PLANE: [[f64; 4]; 10] = [
        [0.0005, 0.01, 1.97429e-08, 5.44224],
        [0.0005, 0.01, 1.27415e-06, 544.747],
        [0.0005, 0.01, 2.00762e-05, 13938.1],
        [0.0005, 0.01, 0.000222567, 316_428.0],
        [0.0005, 0.01, 0.00354942, 8.11711e+06],
        [1e-05, 0.02, 3.94857e-10, 0.21769],
        [1e-05, 0.02, 2.54829e-08, 21.7899],
        [1e-05, 0.02, 4.01523e-07, 557.525],
        [1e-05, 0.02, 4.45133e-06, 12657.1],
        [1e-05, 0.02, 7.09885e-05, 324_684.0],
    ];
    let law = steel(HELD_A_RADIUS_AWAY);
    for [clearance, length, depth, force] in PLANE {
        let ratio = law.respond(depth, clearance).load * length / force;
        assert!((ratio - 1.0).abs() < 0.05, "{ratio} of {force} N");
    }
}

#[test]
fn light_contacts_follow_johnsons_law_and_heavy_ones_go_to_a_constant_stiffness() {
    let steel_pair = {
        let steel = Material { youngs_modulus: 2.07e11, poissons_ratio: 0.3 };
        Pair::new(steel, steel).unwrap()
    };
    let (law, johnson) = (steel(HELD_A_RADIUS_AWAY), LineLaw::Johnson(Johnson::new(&steel_pair)));
    let ratio: f64 = law.respond(1e-12, 1e-4).load / johnson.load(1e-12, 1e-4).unwrap();
    assert!((ratio - 1.0).abs() < 1e-8, "{ratio}");
    for body in [-0.5, 0.0, 2.0] {
        let heavy = steel(body).respond(1e2, 1e-4).tangent / steel_pair.contact_modulus();
        assert!((heavy * (0.332373 + body / PI) - 1.0).abs() < 1e-5, "{heavy}");
    }
}

proptest! {
    #[test]
    fn load_tangent_and_energy_belong_together(
        ln_depth in -10.0f64..3.0, body in -0.9f64..10.0,
    ) {
        let (law, c) = (steel(body), 1e-4);
        let depth = c * 10f64.powf(ln_depth);
        let LineResponse { load, tangent } = law.respond(depth, c);
        let dual = law.respond(Dual64::from(depth).derivative(), c).load;
        prop_assert!((dual.eps / tangent - 1.0).abs() < 1e-10, "{} for {tangent}", dual.eps);
        let by = 1e-4 * depth;
        let at = |depth: f64| law.respond(depth, c).load;
        let near = (at(depth + by) - at(depth - by)) / (2.0 * by);
        let wide = (at(depth + 2.0 * by) - at(depth - 2.0 * by)) / (4.0 * by);
        prop_assert!(((4.0 * near - wide) / (3.0 * tangent) - 1.0).abs() < 1e-8);
        // The square removes the infinite slope at zero.
        let density = |root: f64| at(root * root) * 2.0 * root;
        let area = adaptive(&density, 0.0, depth.sqrt(), 1e-13);
        prop_assert!((law.store(depth, c) / area - 1.0).abs() < 1e-10);
        prop_assert!(load > 0.0);
    }

    #[test]
    fn the_depth_is_that_of_the_load_and_is_found_in_few_steps(
        ln_depth in -14.0f64..4.0, body in -0.99f64..10.0,
    ) {
        let (law, depth) = (steel(body), 10f64.powf(ln_depth));
        let (Arc { x, .. }, steps) = law.find(depth);
        prop_assert!(steps <= 6, "{steps} steps to {x}");
        let found = law.arc(depth, 1.0).depth(body).0;
        // Close to the widest arc the depth grows like 1/(X − x).
        prop_assert!((found / depth - 1.0).abs() < 1e-14 * (10.0 + depth), "{found} for {depth}");
    }

    #[test]
    fn the_contact_stiffens_with_the_depth(ln_depth in -12.0f64..3.0, body in -0.9f64..10.0) {
        let (law, depth) = (steel(body), 10f64.powf(ln_depth));
        let at = |depth: f64| law.respond(depth, 1.0).tangent;
        prop_assert!(at(1.01 * depth) > at(depth) * (1.0 - 1e-12));
        let [angle, _] = law.extent(depth, 1.0);
        prop_assert!(angle > 0.0 && angle < 84.829_f64.to_radians());
    }
}

#[test]
fn any_depth_has_a_finite_force_that_grows() {
    for body in [-0.9999, -0.9, HELD_A_RADIUS_AWAY, 10.0] {
        let law = steel(body);
        let mut last = LineResponse { load: 0.0, tangent: 0.0 };
        for exponent in -323..290 {
            for clearance in [1e-22, 5e-4] {
                let found = law.respond(10f64.powi(exponent), clearance);
                assert!(found.load >= 0.0 && found.load.is_finite(), "{exponent}: {}", found.load);
                assert!(law.store(10f64.powi(exponent / 2), clearance) >= 0.0);
                if clearance == 5e-4 {
                    assert!(found.load >= last.load && found.tangent >= 0.999 * last.tangent);
                    last = found;
                }
            }
        }
    }
}

#[test]
fn a_depth_that_is_no_number_has_no_force() {
    assert!(steel(HELD_A_RADIUS_AWAY).respond(f64::NAN, 5e-4).load.is_nan());
}

#[test]
fn body_constants_out_of_range_are_refused() {
    let steel = Material::default();
    let pair = Pair::new(steel, steel).unwrap();
    for body in [-1.0, 10.1, f64::NAN] {
        let refusal = Conformal::new(&pair, body).unwrap_err().to_string();
        assert!(refusal.contains("body_compliance"), "{refusal}");
    }
}

#[test]
fn the_energy_beyond_the_deepest_arc_is_the_work_of_the_load() {
    let (law, clearance) = (steel(0.5), 5e-4);
    let [near, far] = [1.0, 1.5].map(|part| {
        let depth = part * DEEPEST * clearance;
        [law.respond(depth, clearance).load, law.store(depth, clearance)]
    });
    // The load grows linearly there.
    let work = 0.5 * (near[0] + far[0]) * (0.5 * DEEPEST * clearance);
    assert!(((far[1] - near[1]) / work - 1.0).abs() < 1e-9, "{near:?} {far:?} {work}");
}
