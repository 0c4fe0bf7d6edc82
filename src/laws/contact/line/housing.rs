//! The body constant k of a pin in a housing that is held at a distance.

use super::conformal::BODY_COMPLIANCES;
use crate::base::material::effective_modulus;
use crate::base::{Fault, Material, Pair};
use model_description::Interval;
use nalgebra::{Matrix3, Matrix4, Vector3, Vector4};
use std::f64::consts::PI;

/// Radii of the hole at which a housing may be held.
const HELD: Interval = Interval::closed(1.5, 1e6);
/// Terms of the Fourier series of the hole's edge; the last one is below 1e-20 for the nearest holder.
const TERMS: i32 = 60;

/// `contact.body_compliance` of a pin in its hole: the approach of the bodies by all that lies beyond the contact, in
/// load per length over π E*.
///
/// The pin's section moves with its centre of mass. The housing is a plate; `held` is the radius at which it is held on a circle,
/// in radii of the hole (1.5 to 1e6), or `None` for a plate without an edge, whose displacement is that of the
/// concentrated force without a constant. With κ = 3 − 4ν, shear moduli μ and σ = (1 − ν²)/E of the housing (h) and the pin (p),
///
/// ```text
/// k = E*[(κ_h + 1)/(8μ_h) − 1/(8μ_p)] + 2σ_h E* g,     without an edge E*[κ_h/(8μ_h) − 1/(8μ_p)]
/// ```
///
/// where g is the radial displacement under a concentrated force on the hole's edge, held less without an edge, in
/// 2σ_h/π of the force per length.
///
/// Exact in light contacts in plane strain; at 20° half-angle the load is right to 2 % with it, at 60° to 13 %
/// (holder at three radii), and better the farther the holder is. Refuses constants outside (−1, 10].
///
/// Source: Michell's series, own; agrees with a plane-strain solution.
pub fn body_compliance(
    pin: &Material,
    housing: &Material,
    held: Option<f64>,
) -> Result<f64, Fault> {
    Pair::new(*pin, *housing)?;
    let modulus = effective_modulus(pin, housing);
    let kolosov = 3.0 - 4.0 * housing.poissons_ratio;
    let [of_housing, of_pin] = [housing, pin].map(|body| modulus / (8.0 * body.shear_modulus()));
    let constant = match held {
        None => kolosov * of_housing - of_pin,
        Some(radii) => {
            let meaning = "radius at which the housing is held, in radii of the hole";
            Fault::check("held", radii, HELD, meaning)?;
            // 2σ_h/π of a force of one, by the shear modulus: σ = (1 − ν)/(2μ).
            let unit = (1.0 - housing.poissons_ratio) / PI;
            let ring = held_less_free(kolosov, radii) / unit;
            (kolosov + 1.0) * of_housing - of_pin + 2.0 * housing.compliance() * modulus * ring
        }
    };
    Fault::check("contact.body_compliance", constant, BODY_COMPLIANCES, "constant of these bodies")
}

/// Displacement times the shear modulus under a force of one per length on the edge of a hole of radius 1, in a ring
/// that is held at `radii`, less that in a plate without an edge.
fn held_less_free(kolosov: f64, radii: f64) -> f64 {
    let sum = even(kolosov, radii) + lifted(kolosov, radii);
    let waves = (2..TERMS).map(|n| waved(kolosov, radii, f64::from(n), radii.powi(-n)));
    0.5 * (sum + waves.sum::<f64>())
}

/// The part of a load that is even around the hole: φ = Az, ψ = D/z.
fn even(kolosov: f64, radii: f64) -> f64 {
    let load = -0.5 / PI;
    // 2A + D = load and (κ − 1)A = D/r².
    let share = (kolosov - 1.0) * radii * radii;
    let a = load / (2.0 + share);
    (kolosov - 1.0) * a - share * a + load
}

/// The part with the resultant force: φ = a ln z + Az², ψ = −κa ln z + C + D/z².
fn lifted(kolosov: f64, radii: f64) -> f64 {
    let a = -0.5 / (PI * (1.0 + kolosov));
    let square = radii * radii;
    #[rustfmt::skip]
    let conditions = Matrix3::new(
        2.0, 2.0, 0.0,
        kolosov * square, -1.0 / square, 0.0,
        2.0 * square, 0.0, 1.0,
    );
    let load = -0.5 / PI - 2.0 * a;
    let right = Vector3::new(load, a, 2.0 * kolosov * a * radii.ln());
    let found = conditions.lu().solve(&right).expect("a ring with a width is no mechanism");
    let [inner, outer, rigid] = [found[0], found[1], found[2]];
    kolosov * inner - outer - rigid - 2.0 * inner + 0.5 * load
}

/// The part with `n` ≥ 2 waves: φ = A z^(n+1) + B z^(1−n), ψ = C z^(n−1) + D z^(−n−1); `fade` is r^−n, by which A and C
/// are scaled.
fn waved(kolosov: f64, radii: f64, n: f64, fade: f64) -> f64 {
    let load = -0.5 / PI;
    #[rustfmt::skip]
    let conditions = Matrix4::new(
        (n + 1.0) * (1.0 - n) * fade, 1.0 - n, (1.0 - n) * fade, 0.0,
        (n + 1.0) * fade, (1.0 - n) * (1.0 + n), 0.0, n + 1.0,
        kolosov * radii, (n - 1.0) * radii * fade, 0.0, -fade / radii,
        -(n + 1.0) * radii, kolosov * radii * fade, -1.0 / radii, 0.0,
    );
    let right = Vector4::new(load, load, 0.0, 0.0);
    let found = conditions.lu().solve(&right).expect("a ring with a width is no mechanism");
    let [a, b, c, d] = [found[0], found[1], found[2], found[3]];
    let held = (kolosov - n - 1.0) * a * fade + (kolosov + n - 1.0) * b - c * fade - d;
    // Without an edge A and C are 0.
    let free_b = load / (1.0 - n);
    let free_d = load / (n + 1.0) - (1.0 - n) * free_b;
    held - ((kolosov + n - 1.0) * free_b - free_d)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEEL: Material = Material { youngs_modulus: 2.07e11, poissons_ratio: 0.3 };

    #[test]
    fn steel_in_steel_has_the_constants_of_the_plane_strain_solution() {
        let at = |held| body_compliance(&STEEL, &STEEL, held).unwrap();
        let free = 1.0 / 7.0;
        assert!((at(None) - free).abs() < 1e-14);
        for (radii, g) in [(2.0, -0.463), (3.0, 0.118), (5.0, 0.602), (10.0, 1.047)] {
            assert!((at(Some(radii)) - free - g).abs() < 5e-4, "{radii}: {}", at(Some(radii)));
        }
    }

    #[test]
    fn a_far_holder_counts_by_the_logarithm_of_its_distance() {
        // Kelvin's displacement: κ/(8(1 − ν)²) per unit of ln r.
        let slope = 1.8 / (8.0 * 0.7 * 0.7);
        let at = |radii| body_compliance(&STEEL, &STEEL, Some(radii)).unwrap();
        let found = (at(1e5) - at(1e3)) / 100.0_f64.ln();
        assert!((found / slope - 1.0).abs() < 1e-5, "{found} {slope}");
    }

    #[test]
    fn softer_housings_approach_farther_and_odd_holders_are_refused() {
        let bronze = Material { youngs_modulus: 1.11e11, poissons_ratio: 0.349 };
        let [soft, hard] = [(STEEL, bronze), (bronze, STEEL)]
            .map(|(pin, hole)| body_compliance(&pin, &hole, None).unwrap());
        assert!(soft > 1.0 / 7.0 && hard < 1.0 / 7.0, "{soft} {hard}");
        let error = body_compliance(&STEEL, &STEEL, Some(1.2)).unwrap_err().to_string();
        assert!(error.starts_with("held = 1.2 is outside 1.5..=1000000"), "{error}");
    }
}
