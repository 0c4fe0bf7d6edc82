//! Moments of the upper tail of the normal distribution, from which every load of a rough surface is
//! computed.

use crate::base::Real;
use crate::base::real::chain;

/// Spacing of the sum below; halving it changes nothing in double precision.
const STEP: f64 = 0.1;
/// Terms of the sum: the last one is below 1e-70 of the first wherever `t ≥ −8`.
const TERMS: u32 = 60;

/// The order n of a tail moment F_n.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// n = −1/2: curvature of the normal law.
    MinusHalf = 0,
    /// n = 1/2: stiffness of the normal law.
    Half = 2,
    /// n = 3/2: the normal law itself.
    ThreeHalves = 4,
    /// n = 5/2: its integral.
    FiveHalves = 6,
}

/// `F_n(t) = (1/√2π) ∫ₜ^∞ (s − t)ⁿ exp(−s²/2) ds`, all numbers without unit.
///
/// The substitution s = t + y² makes the integrand even, smooth and fast decaying, so that the plain
/// sum over y = jh is exact to rounding: relative error below 1e-13 for −8 ≤ t ≤ 20.
/// Derivative: `F_n′ = −n F_{n−1}`.
///
/// Source: Greenwood & Williamson, Proc. R. Soc. A 295 (1966) 300–319, eq. 11 (the definition);
/// the trapezoidal rule for analytic integrands: Trefethen & Weideman, SIAM Review 56 (2014) 385–458.
pub fn moment<T: Real>(order: Order, t: T) -> T {
    let at = t.re();
    chain(t, sum(order, at, |_| 1.0), || slope(order, at))
}

/// `F_n(t) − F_n(t + rise)` without the loss of digits that subtracting would bring for a small rise.
pub(crate) fn moment_drop<T: Real>(order: Order, t: T, rise: T) -> T {
    let (at, up) = (t.re(), rise.re());
    let drop = |order| sum(order, at, |s| -(-up * (s + 0.5 * up)).exp_m1());
    let by_t = || match order.below() {
        Some((n, lower)) => -n * drop(lower),
        None => slope(order, at) - slope(order, at + up),
    };
    chain(t, drop(order), by_t) + chain(rise, 0.0, || -slope(order, at + up))
}

/// `F_n′(t)`.
fn slope(order: Order, t: f64) -> f64 {
    match order.below() {
        Some((n, lower)) => -n * moment(lower, t),
        None => -moment(Order::Half, t) - t * moment(order, t),
    }
}

impl Order {
    /// n, and the order n − 1; `None` below the lowest.
    fn below(self) -> Option<(f64, Self)> {
        match self {
            Self::MinusHalf => None,
            Self::Half => Some((0.5, Self::MinusHalf)),
            Self::ThreeHalves => Some((1.5, Self::Half)),
            Self::FiveHalves => Some((2.5, Self::ThreeHalves)),
        }
    }
}

/// The sum by which both a moment and its drop are computed: each height s = t + y² is weighted by
/// `weight(s)`.
fn sum(order: Order, t: f64, weight: impl Fn(f64) -> f64) -> f64 {
    let power = order as i32;
    let term = |y: f64| {
        let s = t + y * y;
        y.powi(power) * (-0.5 * s * s).exp() * weight(s)
    };
    let rest: f64 = (1..=TERMS).map(|j| term(f64::from(j) * STEP)).sum();
    2.0 * STEP / std::f64::consts::TAU.sqrt() * (0.5 * term(0.0) + rest)
}

/// Taylor coefficients of `F_{−1/2}(t + w)` in w, lowest first.
///
/// u = F_{−1/2} obeys `u″ + t u′ + u/2 = 0` (from the recurrence n F_{n−1} = F_{n+1} + t F_n), and
/// `u′ = −F_{1/2} − t u`. The series converges for every w; it is used for small ones.
pub(crate) fn curvature_series<const TERMS: usize>(t: f64) -> [f64; TERMS] {
    let mut c = [0.0; TERMS];
    c[0] = moment(Order::MinusHalf, t);
    c[1] = slope(Order::MinusHalf, t);
    for k in 2..TERMS {
        let n = k as f64;
        c[k] = -(t * (n - 1.0) * c[k - 1] + (n - 1.5) * c[k - 2]) / (n * (n - 1.0));
    }
    c
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORDERS: [Order; 4] =
        [Order::MinusHalf, Order::Half, Order::ThreeHalves, Order::FiveHalves];

    /// F_n from parabolic cylinder functions, Γ(n+1)/√2π e^(−t²/4) D_{−n−1}(t), 40 digits (mpmath).
    #[rustfmt::skip]
    const REFERENCE: [(f64, [f64; 4]); 10] = [
        (-4.0, [5.140797355009376e-1, 1.983229889759724, 8.189959426789363, 3.573468254179704e+1]),
        (-2.0, [7.960233788176752e-1, 1.356640598139381, 3.111292885687599, 8.257546668584269]),
        (-0.5, [1.002227386868137, 6.466694535032851e-1, 8.244484201857112e-1, 1.382228390347783]),
        (0.0, [8.600399873245195e-1, 4.110894793312293e-1, 4.300199936622598e-1, 6.166342189968439e-1]),
        (0.75, [4.832169852826581e-1, 1.566877495647009e-1, 1.240926804678034e-1, 1.419621139961989e-1]),
        (2.0, [6.321651643293045e-2, 1.248004029643907e-2, 6.648177623587093e-3, 5.423705197484414e-3]),
        (3.5, [8.049543258760486e-4, 1.040714529077323e-4, 3.82270777609611e-5, 2.231240719823469e-5]),
        (6.0, [4.353227777461173e-9, 3.490963471387392e-10, 8.203580589815165e-11, 3.142968531919884e-11]),
        (10.0, [4.296982728456685e-23, 2.117479299141611e-24, 3.101206508673169e-25, 7.501244003924727e-26]),
        (20.0, [2.186092265480711e-88, 5.444937888305464e-90, 4.058555079262784e-91, 5.029667393262765e-92]),
    ];

    #[test]
    fn the_sum_agrees_with_parabolic_cylinder_functions() {
        for (t, expected) in REFERENCE {
            for (order, expected) in ORDERS.into_iter().zip(expected) {
                let error = moment(order, t) / expected - 1.0;
                assert!(error.abs() < 1e-13, "{order:?} at {t}: {error:e}");
            }
        }
    }

    #[test]
    fn whole_and_half_of_the_distribution_are_joined_by_the_recurrence() {
        // n F_{n−1} = F_{n+1} + t F_n for n = 3/2.
        for t in [-8.0_f64, -3.0, 0.2, 1.7, 9.0] {
            let left = 1.5 * moment(Order::Half, t);
            let right = moment(Order::FiveHalves, t) + t * moment(Order::ThreeHalves, t);
            let size = moment(Order::FiveHalves, t) + (t * moment(Order::ThreeHalves, t)).abs();
            assert!((left - right).abs() < 1e-14 * size, "{t}");
        }
    }

    #[test]
    fn a_drop_is_the_difference_and_keeps_its_digits_when_small() {
        for order in ORDERS {
            let (t, rise) = (0.6_f64, 0.9);
            let difference = moment(order, t) - moment(order, t + rise);
            assert!((moment_drop(order, t, rise) / difference - 1.0).abs() < 1e-13);
        }
        let tiny = 1e-12_f64;
        let slope = moment_drop(Order::ThreeHalves, 0.6, tiny) / tiny;
        assert!((slope / (1.5 * moment(Order::Half, 0.6)) - 1.0).abs() < 1e-11);
    }

    #[test]
    fn a_drop_changes_with_both_ends_as_the_moments_do() {
        use num_dual::Dual64;
        for order in ORDERS {
            let (t, rise) = (0.6, 0.9);
            let drop = |t: f64, rise: f64| moment(order, t) - moment(order, t + rise);
            let of_t = moment_drop(order, Dual64::from(t).derivative(), Dual64::from(rise)).eps;
            let of_rise = moment_drop(order, Dual64::from(t), Dual64::from(rise).derivative()).eps;
            let by = 1e-6;
            let numeric = [
                (drop(t + by, rise) - drop(t - by, rise)) / (2.0 * by),
                (drop(t, rise + by) - drop(t, rise - by)) / (2.0 * by),
            ];
            for (told, numeric) in [of_t, of_rise].into_iter().zip(numeric) {
                assert!((told / numeric - 1.0).abs() < 1e-8, "{order:?}: {told} {numeric}");
            }
        }
    }

    #[test]
    fn the_series_continues_the_curvature() {
        for (t, w) in [(0.0, 0.9), (-1.5, 0.6), (5.0, 0.2)] {
            let sum = curvature_series::<40>(t).iter().rev().fold(0.0, |sum, c| sum * w + c);
            assert!((sum / moment(Order::MinusHalf, t + w) - 1.0).abs() < 1e-13, "{t} {w}");
        }
    }
}
