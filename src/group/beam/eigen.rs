//! The slow eigenvalues of a pair of symmetric matrices.

use nalgebra::{DMatrix, DVector};

/// Returns the `count` least eigenvalues λ of K φ = λ M φ in ascending order, and a column φ for each; `None` where
/// rounding leaves no positive definite matrix.
pub(super) fn eigen(
    stiffness: &DMatrix<f64>,
    mass: &DMatrix<f64>,
    shift: f64,
    count: usize,
) -> Option<(DVector<f64>, DMatrix<f64>)> {
    // The slow modes are the large eigenvalues of (K + σM)⁻¹M: those of K itself have the rounding errors of the fast
    // ones.
    let shifted = stiffness + mass * shift;
    let lower = shifted.cholesky()?.l();
    let half = lower.solve_lower_triangular(mass)?;
    let whole = lower.solve_lower_triangular(&half.transpose())?;
    // The iteration for eigenvalues does not end otherwise.
    if !whole.iter().all(|number| number.is_finite()) {
        return None;
    }
    let found = (0.5 * (&whole + whole.transpose())).symmetric_eigen();
    let mut order: Vec<_> = (0..found.eigenvalues.len()).collect();
    order.sort_by(|a, b| found.eigenvalues[*b].total_cmp(&found.eigenvalues[*a]));
    order.truncate(count);
    let values = order.iter().map(|index| found.eigenvalues[*index].recip() - shift);
    let vectors = lower.tr_solve_lower_triangular(&found.eigenvectors.select_columns(&order))?;
    Some((DVector::from_iterator(order.len(), values), vectors))
}
