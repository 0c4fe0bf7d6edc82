//! Root of a function with a sign change: Newton's method inside a bracket.

/// Newton iterations tried before bisection alone: a function that needs more has a root of high order or
/// wrong slopes.
const NEWTON_STEPS: u32 = 40;
/// Evaluations after which the search ends; bisection alone reduces a bracket by 2^200 in them.
const MOST_EVALUATIONS: u32 = 200;

/// The bracket of a search: the function is below zero at `low` and above zero at `high`.
///
/// A search never evaluates outside of the bracket, and its ends only if it starts there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Bracket {
    /// Lower end.
    pub low: f64,
    /// Upper end; if infinite it is found by doubling, and `start` must be above zero.
    pub high: f64,
    /// First guess, inside or at an end.
    pub start: f64,
}

/// Stopping criteria.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Enough {
    /// Largest value that counts as zero.
    pub value: f64,
    /// Largest last step, relative to the larger end of the bracket; with 0 the search continues until no
    /// number is left inside.
    pub step: f64,
}

impl Enough {
    /// Convergence to the resolution of `f64`.
    pub(crate) const LAST_BITS: Self = Self { value: 0.0, step: 4.0 * f64::EPSILON };
}

impl Bracket {
    /// The bracket between two ends, with the first guess in the middle.
    pub const fn between(low: f64, high: f64) -> Self {
        Self { low, high, start: 0.5 * (low + high) }
    }

    /// Returns the root of `function`, which gives its value and, if known, its slope.
    ///
    /// Newton's step if it stays inside the bracket, else bisection. If the bracket closes before a
    /// criterion holds, the result is the end above zero: an infinite one if none was found.
    #[inline]
    pub fn root(self, enough: Enough, mut function: impl FnMut(f64) -> (f64, Option<f64>)) -> f64 {
        let Self { mut low, mut high, start: mut guess } = self;
        for evaluation in 0..MOST_EVALUATIONS {
            let (value, slope) = function(guess);
            if value.abs() <= enough.value {
                return guess;
            }
            if value > 0.0 {
                high = guess;
            } else {
                low = guess;
            }
            let open = high == f64::INFINITY;
            let size = if open { guess.abs() } else { low.abs().max(high.abs()) };
            let close = |next: f64| enough.step > 0.0 && (next - guess).abs() <= enough.step * size;
            // An infinite slope would look like a root.
            let slope = slope.filter(|slope| slope.is_finite() && evaluation < NEWTON_STEPS);
            let newton = slope.map_or(f64::NAN, |slope| guess - value / slope);
            if close(newton) {
                return newton.max(low).min(high);
            }
            let next = if low < newton && newton < high {
                newton
            } else if open {
                2.0 * guess
            } else {
                0.5 * (low + high)
            };
            if next <= low || next >= high {
                return high;
            }
            if close(next) {
                return next;
            }
            guess = next;
        }
        high
    }

    /// Returns the argument at which `beyond` changes from false to true, by bisection until a step is at
    /// most `step` of the larger end: for functions of which only the sign is known or accurate.
    #[inline]
    pub(crate) fn threshold(self, step: f64, mut beyond: impl FnMut(f64) -> bool) -> f64 {
        self.root(Enough { value: 0.0, step }, |at| (if beyond(at) { 1.0 } else { -1.0 }, None))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The root of `function` in `bracket` and the number of evaluations; asserts that all lie inside.
    fn count(
        bracket: Bracket,
        enough: Enough,
        function: impl Fn(f64) -> (f64, Option<f64>),
    ) -> (f64, u32) {
        let mut evaluations = 0;
        let root = bracket.root(enough, |at| {
            evaluations += 1;
            assert!(bracket.low <= at && at <= bracket.high, "{at} is outside");
            function(at)
        });
        assert!(bracket.low <= root && root <= bracket.high, "{root} is outside");
        (root, evaluations)
    }

    /// Correct, missing and wrong slopes.
    fn slopes(right: f64) -> [Option<f64>; 7] {
        let wrong = [-right, 1e-3 * right, f64::NAN, f64::INFINITY, 0.0].map(Some);
        [Some(right), None, wrong[0], wrong[1], wrong[2], wrong[3], wrong[4]]
    }

    proptest! {
        #[test]
        fn the_root_is_inside_and_leaves_no_residual_whatever_the_slopes(
            root in -3.0..3.0_f64, below in 1e-3..10.0_f64, above in 1e-3..10.0_f64, bend in 0.0..5.0_f64,
        ) {
            let value = |x: f64| (x - root) * (1.0 + bend * (x - root).powi(2));
            let slope = |x: f64| 1.0 + 3.0 * bend * (x - root).powi(2);
            let bracket = Bracket::between(root - below, root + above);
            let size = bracket.low.abs().max(bracket.high.abs());
            for which in 0..7 {
                let function = |x| (value(x), slopes(slope(x))[which]);
                let (found, evaluations) = count(bracket, Enough::LAST_BITS, function);
                prop_assert!(value(found).abs() <= 8.0 * f64::EPSILON * size, "{which}: {found}");
                prop_assert!(evaluations <= 110, "{which}: {evaluations}");
            }
        }

        #[test]
        fn a_threshold_is_found_to_the_last_bit(at in 1e-9..1.0_f64) {
            let found = Bracket::between(0.0, 1.0).threshold(0.0, |x| x >= at);
            prop_assert_eq!(found, at);
        }
    }

    #[test]
    fn a_good_slope_takes_few_evaluations() {
        let cosine = |x: f64| (x - x.cos(), Some(1.0 + x.sin()));
        let (root, evaluations) = count(Bracket::between(0.0, 1.0), Enough::LAST_BITS, cosine);
        assert!((root - root.cos()).abs() < 1e-15 && evaluations <= 5, "{root} {evaluations}");
    }

    #[test]
    fn a_root_of_high_order_ends_by_halving() {
        let flat = |x: f64| (x.powi(9), Some(9.0 * x.powi(8)));
        let (root, evaluations) = count(Bracket::between(-1.0, 2.5), Enough::LAST_BITS, flat);
        assert!(root.abs() < 1e-30 && evaluations <= MOST_EVALUATIONS, "{root} {evaluations}");
    }

    #[test]
    fn a_value_within_the_tolerance_ends_the_search() {
        let enough = Enough { value: 1e-3, step: 0.0 };
        let mut last = f64::NAN;
        let root = Bracket::between(0.0, 2.0).root(enough, |x| {
            last = x;
            (x * x - 2.0, Some(2.0 * x))
        });
        assert!(root == last && (root * root - 2.0).abs() <= 1e-3);
    }

    #[test]
    fn a_jump_gives_the_end_above_zero() {
        let jump = |x: f64| (if x > 0.3 { 1.0 } else { -1.0 }, Some(0.0));
        let (found, _) = count(Bracket::between(0.0, 1.0), Enough { value: 0.5, step: 0.0 }, jump);
        assert!(found > 0.3 && found - 0.3 < 1e-15);
    }

    #[test]
    fn an_open_bracket_is_doubled_until_it_closes() {
        let bracket = Bracket { low: 0.5, high: f64::INFINITY, start: 1.0 };
        for slope in slopes(1.0) {
            let (found, _) = count(bracket, Enough::LAST_BITS, |x| (x - 1234.5, slope));
            assert!((found / 1234.5 - 1.0).abs() < 1e-15, "{slope:?}: {found}");
        }
        assert_eq!(count(bracket, Enough::LAST_BITS, |_| (-1.0, None)).0, f64::INFINITY);
    }

    #[test]
    fn a_search_ends_for_functions_without_a_sign_change_or_number() {
        for bracket in [Bracket::between(0.0, 1.0), Bracket::between(1.0, 1.0)] {
            for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                for slope in slopes(1.0) {
                    count(bracket, Enough::LAST_BITS, |_| (value, slope));
                }
            }
        }
    }
}
