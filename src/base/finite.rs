//! Tests of whether numbers are finite, without any arithmetic.

/// Returns true if all numbers are finite; without an early exit, so that vector instructions read them.
///
/// Reads bits only: any arithmetic, a comparison too, may end a host that traps invalid operations.
/// inf - inf did, and a signalling NaN does in every operation.
#[inline]
pub(crate) fn all_finite(numbers: &[f64]) -> bool {
    const MAGNITUDE: u64 = !(1 << 63);
    const LAST_OF_EXPONENT: u64 = 1 << 52;
    // A carry out of the exponent, into the sign's place, means that all its bits are 1.
    let carried = |number: &f64| (number.to_bits() & MAGNITUDE) + LAST_OF_EXPONENT;
    numbers.iter().fold(0, |all, number| all | carried(number)) >> 63 == 0
}

/// Magnitudes from the inverse of this to this are moderate: products and quotients of them are finite.
pub(crate) const MODERATE: f64 = 1e30;

/// Returns true if no magnitude is larger than moderate; reads bits only, as [`all_finite`] does.
#[inline]
pub(crate) fn none_is_large(numbers: &[f64]) -> bool {
    let magnitude = |number: &f64| number.to_bits() & !(1 << 63);
    numbers.iter().map(magnitude).fold(0, u64::max) <= MODERATE.to_bits()
}
