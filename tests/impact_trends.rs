//! One mass thrown against the bearing: random throws show the trends in roughness, speed and clearance,
//! in an integrator that is independent of the joint.

use proptest::prelude::*;
use spiel::laws::contact::Dissipation;
use spiel::laws::contact::elastic::fractal::Stiffness;
use spiel::laws::contact::elastic::{Bearing, Fractal, Hybrid, Surface};
use spiel::{Material, Pair};

const STEEL: Material = Material { youngs_modulus: 2.07e11, poissons_ratio: 0.3 };

/// Measures of an impact.
#[derive(Debug, Clone, Copy)]
struct Impact {
    greatest_force: f64,
    greatest_depth: f64,
    duration: f64,
}

/// A free mass of 1 kg against `f(δ)(1 + χδ̇/δ̇⁻)`: classical Runge–Kutta, at least `steps` steps.
fn impact(force: impl Fn(f64) -> f64, chi: f64, speed: f64, steps: f64) -> Impact {
    let load = |depth: f64, rate: f64| (force(depth) * (1.0 + chi * rate / speed)).max(0.0);
    let energy = 0.5 * speed * speed;
    // The depth at which the stored energy is about the mass's kinetic energy sets the time scale.
    let mut reach = 1e-9;
    while force(reach) * reach < energy {
        reach *= 1.1;
    }
    let step = reach / speed / steps;
    let (mut depth, mut rate, mut time) = (0.0, speed, 0.0);
    let mut seen = Impact { greatest_force: 0.0, greatest_depth: 0.0, duration: 0.0 };
    loop {
        let accelerate = |depth: f64, rate: f64| -load(depth, rate);
        let (v1, a1) = (rate, accelerate(depth, rate));
        let (v2, a2) =
            (rate + 0.5 * step * a1, accelerate(depth + 0.5 * step * v1, rate + 0.5 * step * a1));
        let (v3, a3) =
            (rate + 0.5 * step * a2, accelerate(depth + 0.5 * step * v2, rate + 0.5 * step * a2));
        let (v4, a4) = (rate + step * a3, accelerate(depth + step * v3, rate + step * a3));
        let next = depth + step / 6.0 * (v1 + 2.0 * v2 + 2.0 * v3 + v4);
        let faster = rate + step / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
        if next <= 0.0 && faster < 0.0 {
            seen.duration = time + step * depth / (depth - next);
            return seen;
        }
        (depth, rate, time) = (next, faster, time + step);
        seen.greatest_force = seen.greatest_force.max(load(depth, rate));
        seen.greatest_depth = seen.greatest_depth.max(depth);
    }
}

fn steel() -> Pair {
    Pair::new(STEEL, STEEL).unwrap()
}

fn fractal(roughness: f64, clearance: f64) -> Fractal {
    let surface = Surface { roughness, ..Surface::default() };
    let bearing = Bearing { radius: 0.01, length: 0.01, clearance };
    Fractal::new(Stiffness::new(&surface, &steel(), &bearing).unwrap(), 1.5).unwrap()
}

fn lankarani_nikravesh(restitution: f64) -> f64 {
    Dissipation::LankaraniNikravesh.factor(restitution)
}

fn harder(one: Impact, other: Impact) -> bool {
    one.greatest_force > other.greatest_force
        && one.greatest_depth < other.greatest_depth
        && one.duration < other.duration
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_smoother_surface_is_hit_harder_and_shorter(
        roughness in 1e-8..5e-6, factor in 1.1..3.0, speed in 0.2..3.0, e in 0.5..1.0,
    ) {
        let hit = |roughness| {
            let law = fractal(roughness, 5e-4);
            impact(|u| law.force(u), lankarani_nikravesh(e), speed, 500.0)
        };
        prop_assert!(harder(hit(roughness), hit(roughness * factor)));
    }

    #[test]
    fn a_faster_impact_is_harder_deeper_and_shorter(
        roughness in 1e-8..5e-6, speed in 0.2..3.0, factor in 1.1..3.0, e in 0.5..1.0,
    ) {
        let law = fractal(roughness, 5e-4);
        let hit = |speed| impact(|u| law.force(u), lankarani_nikravesh(e), speed, 500.0);
        let (slow, fast) = (hit(speed), hit(speed * factor));
        prop_assert!(fast.greatest_force > slow.greatest_force);
        prop_assert!(fast.greatest_depth > slow.greatest_depth);
        prop_assert!(fast.duration < slow.duration);
    }

    #[test]
    fn a_wider_clearance_is_hit_softer_and_longer(
        roughness in 1e-8..5e-6, clearance in 5e-5..5e-4, factor in 1.1..3.0, e in 0.5..1.0,
    ) {
        let chi = lankarani_nikravesh(e);
        let rough = |clearance| {
            let law = fractal(roughness, clearance);
            impact(|u| law.force(u), chi, 1.0, 500.0)
        };
        let hybrid = |clearance| {
            let law = Hybrid::new(&steel(), clearance, 1.5).unwrap();
            impact(|u| law.force(u), chi, 1.0, 500.0)
        };
        prop_assert!(harder(rough(clearance), rough(clearance * factor)));
        prop_assert!(harder(hybrid(clearance), hybrid(clearance * factor)));
    }
}
