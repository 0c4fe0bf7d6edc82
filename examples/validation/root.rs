//! Search for the place at which an FMU's answer reaches a value.

use fmu_build::Error;

/// Halvings of the interval.
const HALVINGS: u32 = 45;

/// Returns the place between `low` and `high` at which `answer`, which rises, reaches `value`.
pub fn reaches(
    value: f64,
    [mut low, mut high]: [f64; 2],
    answer: impl Fn(f64) -> Result<f64, Error>,
) -> Result<f64, Error> {
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if answer(middle)? > value { high = middle } else { low = middle }
    }
    Ok(low)
}
