//! Forces that a sensor sees beside the joint's: found and taken off by weighted least squares.

use super::drive::Beside;
use nalgebra::{DMatrix, DVector};

/// Takes off the amounts that fit best; returns the amount of each.
pub(super) fn remove(
    beside: &[(Beside, Vec<f64>)],
    values: &mut [f64],
    weights: &[f64],
) -> Vec<f64> {
    let count = beside.len();
    if count == 0 {
        return Vec::new();
    }
    let product = |one: &[f64], other: &[f64]| -> f64 {
        one.iter().zip(other).zip(weights).map(|((one, other), weight)| one * other * weight).sum()
    };
    // Each on a scale of its own; a motion without acceleration has nothing to say about inertia.
    let scales: Vec<f64> =
        beside.iter().map(|(_, of)| product(of, of).sqrt().max(f64::MIN_POSITIVE)).collect();
    let matrix = DMatrix::from_fn(count, count, |i, j| {
        product(&beside[i].1, &beside[j].1) / (scales[i] * scales[j])
    });
    let right = DVector::from_fn(count, |i, _| product(&beside[i].1, values) / scales[i]);
    let inverse = matrix.pseudo_inverse(1e-12);
    let mut amounts = inverse.map_or(DVector::zeros(count), |inverse| inverse * right);
    amounts.iter_mut().zip(&scales).for_each(|(amount, scale)| *amount /= scale);
    for ((_, column), amount) in beside.iter().zip(amounts.iter()) {
        values.iter_mut().zip(column).for_each(|(value, of)| *value -= amount * of);
    }
    amounts.as_slice().to_vec()
}
