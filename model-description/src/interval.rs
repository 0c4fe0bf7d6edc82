//! The range of a number, with ends that belong to it or do not.

use std::fmt;

/// A range of real numbers.
///
/// Infinite ends are never part of it: a quantity is always a finite number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Smallest value, part of the range unless [`Interval::above_low`] is set.
    pub low: f64,
    /// Largest value, part of the range unless [`Interval::below_high`] is set.
    pub high: f64,
    /// True if `low` itself is left out.
    pub above_low: bool,
    /// True if `high` itself is left out.
    pub below_high: bool,
}

/// Shorthand for an open end.
pub const INF: f64 = f64::INFINITY;

/// Every finite number.
pub const ANY: Interval = Interval::closed(-INF, INF);
/// Every finite number above zero.
pub const POSITIVE: Interval = Interval::above(0.0);
/// Zero and every finite number above it.
pub const NOT_NEGATIVE: Interval = Interval::closed(0.0, INF);

impl Interval {
    /// `low ≤ value ≤ high`.
    pub const fn closed(low: f64, high: f64) -> Self {
        Self { low, high, above_low: false, below_high: false }
    }

    /// `low < value`.
    pub const fn above(low: f64) -> Self {
        Self { low, high: INF, above_low: true, below_high: false }
    }

    /// Keeps the lower end, with `value ≤ high`.
    pub const fn up_to(self, high: f64) -> Self {
        Self { high, below_high: false, ..self }
    }

    /// Keeps the lower end, with `value < high`.
    pub const fn below(self, high: f64) -> Self {
        Self { high, below_high: true, ..self }
    }

    /// True if `value` is a finite number inside the range.
    #[inline]
    pub fn contains(&self, value: f64) -> bool {
        let over = if self.above_low { value > self.low } else { value >= self.low };
        let under = if self.below_high { value < self.high } else { value <= self.high };
        over && under && value.is_finite()
    }
}

/// A range between two numbers that both belong to it, for a check of two comparisons.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// The smallest number of the range.
    pub low: f64,
    /// The largest one.
    pub high: f64,
}

impl Limits {
    /// The limits of `range`: an end that is left out is the next number inside.
    pub fn of(range: Interval) -> Self {
        let Interval { low, high, above_low, below_high } = range;
        let low = if above_low { low.next_up() } else { low };
        let high = if below_high { high.next_down() } else { high };
        Self { low: low.max(f64::MIN), high: high.min(f64::MAX) }
    }

    /// True if `value` is in the range; infinities and NaN never are.
    #[inline(always)]
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let low = if self.above_low { "above " } else { "" };
        match (self.low.is_finite(), self.high.is_finite()) {
            (false, false) => write!(f, "the finite numbers"),
            (true, false) if self.above_low => write!(f, "the finite numbers above {}", self.low),
            (true, false) => write!(f, "the finite numbers from {}", self.low),
            (false, true) if self.below_high => write!(f, "the finite numbers below {}", self.high),
            (false, true) => write!(f, "the finite numbers up to {}", self.high),
            (true, true) => {
                let high = if self.below_high { "below " } else { "" };
                write!(f, "{low}{}..={high}{}", self.low, self.high)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_include_or_exclude_their_ends() {
        let restitution = Interval::above(0.0).up_to(1.0);
        assert!(!restitution.contains(0.0) && restitution.contains(1.0));
        assert!(!restitution.contains(1.0 + f64::EPSILON));
        assert!(!restitution.below(1.0).contains(1.0));
    }

    #[test]
    fn limits_contain_the_numbers_of_their_range() {
        let ranges = [ANY, POSITIVE, NOT_NEGATIVE, Interval::above(0.0).below(1.0)];
        let numbers = [-INF, f64::MIN, -1.0, -0.0, 0.0, 5e-324, 0.5, 1.0, f64::MAX, INF, f64::NAN];
        for range in ranges {
            for number in numbers {
                assert_eq!(Limits::of(range).contains(number), range.contains(number), "{number}");
            }
        }
    }

    #[test]
    fn ranges_never_contain_infinities_or_nan() {
        for value in [INF, -INF, f64::NAN] {
            assert!(!ANY.contains(value));
        }
    }

    #[test]
    fn ranges_are_displayed_in_words() {
        assert_eq!(Interval::closed(0.0, 1.0).to_string(), "0..=1");
        assert_eq!(Interval::above(0.0).up_to(1.0).to_string(), "above 0..=1");
        assert_eq!(POSITIVE.to_string(), "the finite numbers above 0");
        assert_eq!(ANY.to_string(), "the finite numbers");
    }
}
