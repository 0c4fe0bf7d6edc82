//! Dissipation factor of Lankarani & Nikravesh.

/// `χ = 3(1 − e²)/4`, with e = `restitution` in (0, 1].
///
/// Source: Lankarani & Nikravesh, J. Mechanical Design 112 (1990) 369–376.
/// Holds for e near 1: at e = 0.4 it realises 0.702.
pub fn factor(restitution: f64) -> f64 {
    0.75 * (1.0 - restitution * restitution)
}
