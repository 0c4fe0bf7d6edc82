//! Gauss–Legendre quadrature where no closed form exists.

use crate::Real;

/// Abscissas and weights of the 16-point rule on [−1, 1], the positive half.
const RULE: [(f64, f64); 8] = [
    (0.095_012_509_837_637_4, 0.189_450_610_455_068_5),
    (0.281_603_550_779_258_9, 0.182_603_415_044_923_6),
    (0.458_016_777_657_227_4, 0.169_156_519_395_002_5),
    (0.617_876_244_402_643_8, 0.149_595_988_816_576_7),
    (0.755_404_408_355_003, 0.124_628_971_255_533_9),
    (0.865_631_202_387_831_8, 0.095_158_511_682_492_8),
    (0.944_575_023_073_232_6, 0.062_253_523_938_647_9),
    (0.989_400_934_991_649_9, 0.027_152_459_411_754_1),
];

/// `∫ f` over `[from, to]` by one 16-point panel: exact for polynomials up to degree 31.
pub(crate) fn panel<T: Real>(f: impl Fn(T) -> T, from: T, to: T) -> T {
    let (middle, half) = ((from + to) * 0.5, (to - from) * 0.5);
    let pair = |&(x, weight): &(f64, f64)| (f(middle + half * x) + f(middle - half * x)) * weight;
    RULE.iter().map(pair).sum::<T>() * half
}

/// `∫ f` over `[from, to]`, halving panels until two halves agree with their whole within `tolerance`
/// of the first estimate.
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
