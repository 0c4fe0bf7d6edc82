//! Tests of numbers for finite and moderate values, without any arithmetic.

/// Returns true if all numbers are finite; without an early exit, so that vector instructions read them.
///
/// Reads bits only: any arithmetic, a comparison too, may end a host that traps invalid operations.
/// inf - inf did, and a signalling NaN does in every operation.
#[inline]
pub(crate) fn all_finite(numbers: &[f64]) -> bool {
    none_is_above::<{ f64::MAX.to_bits() }>(numbers)
}

/// Magnitudes from the inverse of this to this are moderate: products and quotients of them are finite.
pub(crate) const MODERATE: f64 = 1e30;

/// Returns true if no magnitude is larger than moderate; reads bits only, as [`all_finite`] does.
#[inline]
pub(crate) fn none_is_large(numbers: &[f64]) -> bool {
    none_is_above::<{ MODERATE.to_bits() }>(numbers)
}

/// Returns true if no magnitude is above the one with the bits `MOST`.
#[inline]
fn none_is_above<const MOST: u64>(numbers: &[f64]) -> bool {
    const SIGN: u64 = 1 << 63;
    // Magnitudes have the order of their bits: what is added carries into the sign's place for those above.
    let carried = |number: &f64| (number.to_bits() & !SIGN) + (SIGN - 1 - MOST);
    numbers.iter().fold(0, |all, number| all | carried(number)) & SIGN == 0
}
