//! The factor of the elastic force by hysteretic damping, for laws that integrate pressures.

use crate::base::Real;
use crate::base::real::at_least;

/// `max(0, 1 + χ δ̇/δ̇⁻)` with χ = `factor`(δ̇⁻), δ̇ = `closing_speed` \[m/s\] and δ̇⁻ = `onset` \[m/s\], not below
/// `floor` > 0 \[m/s\].
///
/// An `onset` of 0 stands for a contact that begins now: δ̇⁻ is then δ̇ itself.
#[inline]
pub(crate) fn damping_multiplier<T: Real>(
    factor: impl Fn(T) -> T,
    floor: f64,
    onset: T,
    closing_speed: T,
) -> T {
    let onset = if onset.re() > 0.0 { onset } else { closing_speed };
    at_least(closing_speed * factor(onset) / at_least(onset, floor) + 1.0, 0.0)
}
