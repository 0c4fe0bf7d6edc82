//! Gauss–Legendre rules: n points that integrate polynomials up to degree 2n − 1 exactly.

use crate::base::Real;
use std::f64::consts::PI;

/// A quadrature node: its place and weight on 0..1. Rules used while time runs are tables.
pub(crate) type Node = (f64, f64);

/// One node: the middle.
pub(crate) const ONE: [Node; 1] = [(0.5, 1.0)];
/// Three nodes.
pub(crate) const THREE: [Node; 3] = [
    (0.112_701_665_379_258_31, 0.277_777_777_777_777_8),
    (0.5, 0.444_444_444_444_444_4),
    (0.887_298_334_620_741_7, 0.277_777_777_777_777_8),
];
/// Four nodes.
pub(crate) const FOUR: [Node; 4] = [
    (0.069_431_844_202_973_71, 0.173_927_422_568_726_92),
    (0.330_009_478_207_571_87, 0.326_072_577_431_273_05),
    (0.669_990_521_792_428_1, 0.326_072_577_431_273_05),
    (0.930_568_155_797_026_3, 0.173_927_422_568_726_92),
];

/// Six nodes.
pub(crate) const SIX: [Node; 6] = [
    (0.033_765_242_898_423_98, 0.085_662_246_189_585_17),
    (0.169_395_306_766_867_74, 0.180_380_786_524_069_3),
    (0.380_690_406_958_401_55, 0.233_956_967_286_345_53),
    (0.619_309_593_041_598_5, 0.233_956_967_286_345_53),
    (0.830_604_693_233_132_3, 0.180_380_786_524_069_3),
    (0.966_234_757_101_576, 0.085_662_246_189_585_17),
];
/// Eight nodes.
pub(crate) const EIGHT: [Node; 8] = [
    (0.019_855_071_751_231_884, 0.050_614_268_145_188_13),
    (0.101_666_761_293_186_64, 0.111_190_517_226_687_24),
    (0.237_233_795_041_835_5, 0.156_853_322_938_943_63),
    (0.408_282_678_752_175_1, 0.181_341_891_689_181),
    (0.591_717_321_247_825, 0.181_341_891_689_181),
    (0.762_766_204_958_164_5, 0.156_853_322_938_943_63),
    (0.898_333_238_706_813_4, 0.111_190_517_226_687_24),
    (0.980_144_928_248_768_1, 0.050_614_268_145_188_13),
];

/// The upper half of the sixteen nodes on −1..1, which come in pairs ±x.
const PAIRS_OF_SIXTEEN: [Node; 8] = [
    (0.095_012_509_837_637_4, 0.189_450_610_455_068_5),
    (0.281_603_550_779_258_9, 0.182_603_415_044_923_6),
    (0.458_016_777_657_227_4, 0.169_156_519_395_002_5),
    (0.617_876_244_402_643_8, 0.149_595_988_816_576_7),
    (0.755_404_408_355_003, 0.124_628_971_255_533_9),
    (0.865_631_202_387_831_8, 0.095_158_511_682_492_8),
    (0.944_575_023_073_232_6, 0.062_253_523_938_647_9),
    (0.989_400_934_991_649_9, 0.027_152_459_411_754_1),
];

/// Computes the nodes and weights of the rule of `count` nodes on 0..1.
pub(crate) fn rule(count: usize) -> Vec<Node> {
    let n = count as f64;
    let node = |i| {
        let mut x = (PI * (i as f64 - 0.25) / (n + 0.5)).cos();
        let mut slope = 1.0;
        // Newton's method doubles the correct digits: six iterations are more than doubles can hold.
        for _ in 0..6 {
            let (mut before, mut value) = (1.0, x);
            for k in 2..=count {
                let k = k as f64;
                (before, value) = (value, ((2.0 * k - 1.0) * x * value - (k - 1.0) * before) / k);
            }
            slope = n * (x * value - before) / (x * x - 1.0);
            x -= value / slope;
        }
        (0.5 - 0.5 * x, 1.0 / ((1.0 - x * x) * slope * slope))
    };
    (1..=count).map(node).collect()
}

/// `∫ f` over `[from, to]` by one panel of sixteen nodes.
pub(crate) fn panel<T: Real>(f: impl Fn(T) -> T, from: T, to: T) -> T {
    let (middle, half) = ((from + to) * 0.5, (to - from) * 0.5);
    let pair = |&(x, weight): &Node| (f(middle + half * x) + f(middle - half * x)) * weight;
    PAIRS_OF_SIXTEEN.iter().map(pair).sum::<T>() * half
}

/// `∫ f` over `[from, to]`. Halves panels until two halves agree with their whole within `tolerance` of the
/// first estimate.
#[cfg(test)]
pub(crate) fn adaptive(f: &impl Fn(f64) -> f64, from: f64, to: f64, tolerance: f64) -> f64 {
    fn halve(f: &impl Fn(f64) -> f64, ends: (f64, f64), whole: f64, error: f64, left: u8) -> f64 {
        let (from, to) = ends;
        let middle = 0.5 * (from + to);
        let halves = (panel(f, from, middle), panel(f, middle, to));
        let sum = halves.0 + halves.1;
        if left == 0 || (sum - whole).abs() <= error {
            return sum;
        }
        halve(f, (from, middle), halves.0, error, left - 1)
            + halve(f, (middle, to), halves.1, error, left - 1)
    }
    let first = panel(f, from, to);
    halve(f, (from, to), first, tolerance * first.abs(), 30)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of sixteen nodes, written on 0..1 like the others.
    fn sixteen() -> Vec<Node> {
        let lower = PAIRS_OF_SIXTEEN.iter().rev().map(|(x, w)| (0.5 - 0.5 * x, 0.5 * w));
        let upper = PAIRS_OF_SIXTEEN.iter().map(|(x, w)| (0.5 + 0.5 * x, 0.5 * w));
        lower.chain(upper).collect()
    }

    fn tables() -> [Vec<Node>; 6] {
        let [three, four] = [THREE.to_vec(), FOUR.to_vec()];
        [ONE.to_vec(), three, four, SIX.to_vec(), EIGHT.to_vec(), sixteen()]
    }

    #[test]
    fn a_rule_is_exact_up_to_its_degree_and_not_beyond() {
        for rule in (1..=20).map(rule).chain(tables()) {
            let (count, sum) = (rule.len(), |degree| -> f64 {
                rule.iter().map(|(x, w)| w * x.powi(degree)).sum::<f64>() * f64::from(degree + 1)
            });
            for degree in 0..2 * count as i32 {
                assert!((sum(degree) - 1.0).abs() < 1e-14, "{count} {degree}");
            }
            // With many nodes the first error is below rounding.
            assert!(count > 8 || (sum(2 * count as i32) - 1.0).abs() > 1e-12, "{count}");
        }
    }

    #[test]
    fn points_lie_inside_in_order_and_mirror_each_other() {
        for rule in (1..=20).map(rule).chain(tables()) {
            assert!(rule.windows(2).all(|pair| pair[0].0 < pair[1].0));
            for ((x, weight), (mirrored, same)) in rule.iter().zip(rule.iter().rev()) {
                assert!(*x > 0.0 && *x < 1.0 && *weight > 0.0);
                assert!((x + mirrored - 1.0).abs() < 1e-15 && (weight - same).abs() < 1e-14);
            }
        }
    }

    #[test]
    fn the_tables_agree_with_the_computed_rules() {
        for table in tables() {
            for ((x, weight), (right, right_weight)) in table.iter().zip(rule(table.len())) {
                assert!((x - right).abs() < 1e-15 && (weight - right_weight).abs() < 1e-14);
            }
        }
    }

    #[test]
    fn one_panel_is_exact_up_to_degree_31() {
        for degree in 0..32 {
            let exact = 3f64.powi(degree + 1) / f64::from(degree + 1);
            let got = panel(|x: f64| x.powi(degree), 0.0, 3.0);
            assert!((got / exact - 1.0).abs() < 1e-14, "degree {degree}: {got} against {exact}");
        }
    }

    #[test]
    fn halving_reaches_an_end_where_the_slope_is_infinite() {
        assert!((adaptive(&f64::sqrt, 0.0, 1.0, 1e-14) * 1.5 - 1.0).abs() < 1e-13);
    }
}
