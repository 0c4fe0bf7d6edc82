//! The conformal line contact: Persson's pressure with its true approach.

use super::LineResponse;
use crate::base::{Fault, Pair, Real};
use model_description::Interval;
use std::f64::consts::{LN_2, PI};

/// X, the root of N: the largest x = tan²(ε/2) that any load reaches, at a half-angle of 84.828°.
const WIDEST: f64 = 0.834_615_245_477_657_2;

/// The body constant k of a pin and a hole each held a radius away, ln 4 − 1: Johnson's convention.
pub const HELD_A_RADIUS_AWAY: f64 = 2.0 * LN_2 - 1.0;

/// Body constants that may be chosen: the contact has a positive stiffness from −1.0442 on.
pub(crate) const BODY_COMPLIANCES: Interval = Interval::above(-1.0).up_to(10.0);

/// The contact of a pin in its hole by plane elasticity, for every depth.
///
/// With the half-angle of contact ε, x = tan²(ε/2), l = ln(1 + x) and N = 2 − l − 2x²:
///
/// - load per length `L = E*c · 2πx(1 + x)/N`,
/// - penetration `δ = c · {[2x(1+x) ln((1+x)/x) + l − 2x(1−x) + x/(1+x)]/N + k L/(πE*c)}`.
///
/// δ = penetration \[m\], c = radial clearance \[m\], E* = contact modulus \[Pa\]. The constant k says where the two
/// bodies are held, which the plane leaves open: their approach by all that lies beyond the contact is k L/(πE*).
/// Light contacts follow Johnson's law if k = ln 4 − 1; in heavy ones the tangent goes to E*/(0.332373 + k/π).
///
/// Source: pressure of Persson (1964) and of Ciavarella & Decuzzi, Int. J. Solids Structures 38 (2001) 4507–4523; approach
/// and energy by integration of its displacements, checked against a plane-strain solution. Holds in plane strain for
/// elastically similar materials and c ≪ R; of steel in bronze the load is up to 3 % off. A hole shorter than its diameter
/// is up to 9 % softer. Elastic until the peak pressure reaches about 1.8 times the yield stress.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Conformal {
    /// E* \[Pa\].
    modulus: f64,
    /// k.
    body: f64,
}

/// A contact whose half-angle is known by x: what load and depth are made of.
#[derive(Debug, Clone, Copy)]
struct Arc<T> {
    x: T,
    /// ln(1 + x).
    l: T,
    /// ln((1 + x)/x).
    log: T,
    /// N.
    rest: T,
}

impl<T: Real> Arc<T> {
    #[inline]
    fn new(x: T) -> Self {
        let l = x.ln_1p();
        Self { x, l, log: x.recip().ln_1p(), rest: -l - x * x * 2.0 + 2.0 }
    }

    /// λ = L/(E*c).
    #[inline]
    fn load(&self) -> T {
        self.x * (self.x + 1.0) / self.rest * (2.0 * PI)
    }

    /// dN/dx.
    #[inline]
    fn rest_slope(&self) -> T {
        -(self.x + 1.0).recip() - self.x * 4.0
    }

    /// dλ/dx.
    #[inline]
    fn load_slope(&self) -> T {
        let Self { x, rest, .. } = *self;
        ((x * 2.0 + 1.0) * rest - x * (x + 1.0) * self.rest_slope()) / (rest * rest) * (2.0 * PI)
    }

    /// δ/c for a body constant k, and its slope over x.
    #[inline]
    fn depth(&self, body: f64) -> (T, T) {
        let Self { x, l, log, rest } = *self;
        let more = x + 1.0;
        let top = x * more * log * 2.0 + l - x * (-x + 1.0) * 2.0 + x / more;
        let inverse = more.recip();
        let top_slope = (x * 2.0 + 1.0) * log * 2.0 + x * 4.0 - 4.0 + inverse + inverse * inverse;
        let by = body / PI;
        let own = (top_slope * rest - top * self.rest_slope()) / (rest * rest);
        (top / rest + self.load() * by, own + self.load_slope() * by)
    }

    /// x − ln(1 + x), by its series where the difference loses digits.
    fn short_of_log(&self) -> T {
        let Self { x, l, .. } = *self;
        if x.re() > 0.02 {
            return x - l;
        }
        let sum = (2..=12).rev().fold(T::from(0.0), |sum, n| -sum * x + 1.0 / f64::from(n));
        sum * x * x
    }

    /// U/(E*c²) for a body constant k.
    fn energy(&self, body: f64) -> T {
        let Self { x, l, log, rest } = *self;
        let (square, more) = (x * x, x + 1.0);
        let top = self.short_of_log() * 2.0 - square * 3.0 - square * x * 2.0
            + square * square * 4.0
            + l * l
            + square * l * 4.0
            + square * more * more * log * 2.0;
        let load = self.load();
        top / (rest * rest) * PI + load * load * (0.5 * body / PI)
    }
}

impl Conformal {
    /// The law for two materials and a body constant k in (−1, 10].
    pub fn new(pair: &Pair, body_compliance: f64) -> Result<Self, Fault> {
        let meaning = "approach of the bodies beyond the contact, in L/(πE*)";
        let body = Fault::check("body_compliance", body_compliance, BODY_COMPLIANCES, meaning)?;
        Ok(Self { modulus: pair.contact_modulus(), body })
    }

    /// Half-angle of the contact \[rad\], and its peak pressure times the radius of the hole \[N/m\].
    pub fn extent(&self, penetration: f64, clearance: f64) -> [f64; 2] {
        if penetration <= 0.0 {
            return [0.0; 2];
        }
        let arc = self.arc(penetration, clearance);
        let root = arc.x.sqrt();
        let share =
            2.0 * root / (PI * (1.0 + arc.x).sqrt()) + root.asinh() / (PI * arc.x * (1.0 + arc.x));
        [2.0 * root.atan(), self.modulus * clearance * arc.load() * share]
    }

    #[inline]
    pub(super) fn respond<T: Real>(&self, penetration: T, clearance: f64) -> LineResponse<T> {
        let arc = self.arc(penetration, clearance);
        let tangent = arc.load_slope() / arc.depth(self.body).1 * self.modulus;
        LineResponse { load: arc.load() * (self.modulus * clearance), tangent }
    }

    pub(super) fn store<T: Real>(&self, penetration: T, clearance: f64) -> T {
        let arc = self.arc(penetration, clearance);
        arc.energy(self.body) * (self.modulus * clearance * clearance)
    }

    /// The contact at a penetration > 0: Newton's method in ln(x/(X − x)) on the logarithm of the depth, which is
    /// nearly straight there, then in x for the last digits and the derivatives.
    #[inline]
    fn arc<T: Real>(&self, penetration: T, clearance: f64) -> Arc<T> {
        let depth = penetration / clearance;
        let mut x = T::from(self.find(depth.re()).0);
        let polishes = if T::NDERIV == 0 { 1 } else { 2 };
        for _ in 0..polishes {
            let (found, slope) = Arc::new(x).depth(self.body);
            x -= (found - depth) / slope;
        }
        Arc::new(x)
    }

    /// Returns x of a depth δ/c to about ten digits, and the number of Newton's steps.
    fn find(&self, depth: f64) -> (f64, u32) {
        let mut x = if depth < 2.0 {
            let light = depth / (1.2 * depth + 1.0 + self.body + (1.0 / depth).ln_1p());
            light.min(0.9 * WIDEST)
        } else {
            WIDEST * (1.0 - 1.0 / (1.0 + 1.6 * depth))
        };
        let wanted = depth.ln();
        for step in 1..=20 {
            let (found, slope) = Arc::new(x).depth(self.body);
            let by = (found.ln() - wanted) * found / (slope * x * (1.0 - x / WIDEST));
            // x/(X − x) times e^−by.
            let rest = (WIDEST - x) * by.exp();
            x = WIDEST * x / (x + rest);
            if by.abs() < 1e-5 {
                return (x, step);
            }
        }
        (x, 20)
    }
}

#[cfg(test)]
mod tests {
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
                [
                    5839.78495862459,
                    696855287.760319,
                    0.0268270473874164,
                    6.528464349,
                    3268098.06181535,
                ],
            ),
            (
                [5e-4, 0.01, 2e-3],
                [
                    4619520.14124449,
                    2492311437.9265,
                    4337.77899604232,
                    76.17047118,
                    288179738.632595,
                ],
            ),
            (
                [1e-5, 0.02, 1e-7],
                [
                    103.0983183914,
                    1203996003.71743,
                    4.78404941739817e-6,
                    4.345719258,
                    43298.7450294376,
                ],
            ),
            (
                [1e-5, 0.02, 3e-5],
                [
                    134987.483999979,
                    4971906685.27594,
                    1.87148546616127,
                    73.64740609,
                    4274907.33237029,
                ],
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
        let (law, johnson) =
            (steel(HELD_A_RADIUS_AWAY), LineLaw::Johnson(Johnson::new(&steel_pair)));
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
            ln_depth in -14.0f64..5.0, body in -0.99f64..10.0,
        ) {
            let (law, depth) = (steel(body), 10f64.powf(ln_depth));
            let (x, steps) = law.find(depth);
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
    fn body_constants_out_of_range_are_refused() {
        let steel = Material::default();
        let pair = Pair::new(steel, steel).unwrap();
        for body in [-1.0, 10.1, f64::NAN] {
            let refusal = Conformal::new(&pair, body).unwrap_err().to_string();
            assert!(refusal.contains("body_compliance"), "{refusal}");
        }
    }
}
