//! The dissipation factor that gives the prescribed restitution exactly.

use super::balance;
use crate::base::numerics::root::Bracket;

/// The root χ of `χ(1 + e) = ln((1 + χ)/(1 − χe))`, e = `restitution` in (0, 1].
///
/// On a free mass `m v dv/dδ = −f(δ)(1 + χ v/v₀)` separates; both ends lie at δ = 0, so f drops out and
/// only the speeds remain: the condition above, for every elastic law, mass and speed.
/// The root lies in ((1 − e)/2, 1/e); below e ≈ 0.03 it is 1/e to the last bit.
///
/// Source: own derivation; the same relation gives [`realised`](super::realised).
/// Holds for laws of the form f·(1 + χδ̇/δ̇⁻) on a free mass; outer forces during contact disturb it.
pub fn factor(restitution: f64) -> f64 {
    if restitution >= 1.0 {
        return 0.0;
    }
    let (low, high) = (0.5 * (1.0 - restitution), 1.0 / restitution);
    Bracket::between(low, high).threshold(0.0, |chi| balance(chi, restitution) <= 0.0)
}
