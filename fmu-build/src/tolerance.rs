//! The differences that are allowed between a result and its repetition.

/// The difference that a value may have, relative to its column's largest, if nothing else is said.
pub(crate) const RELATIVE: f64 = 1e-9;

/// The part of the largest value of the same unit that is rounding: a column may be nothing else.
const ROUNDING: f64 = 1e-14;

/// A value below this is nothing, in any SI unit.
const NOTHING: f64 = 1e-20;

/// Returns the difference that the values of each column may have, `relative` to the largest of them; a column is its
/// unit, if it has one, and its values.
pub(crate) fn allowed(columns: &[(Option<&str>, &[f64])], relative: f64) -> Vec<f64> {
    let of = |(unit, values): &(Option<&str>, &[f64])| {
        let mates = columns.iter().filter(|(other, _)| other == unit);
        let mates = mates.map(|(_, values)| largest(values)).fold(0.0, f64::max);
        (relative * largest(values)).max(ROUNDING * mates).max(NOTHING)
    };
    columns.iter().map(of).collect()
}

fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |largest, value| largest.max(value.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_of_rounding_is_measured_by_those_of_its_unit() {
        let speed = Some("m/s");
        let columns: [(Option<&str>, &[f64]); 4] =
            [(speed, &[1.0, -2.0]), (speed, &[1e-17]), (None, &[0.0]), (Some("N"), &[1e-3, 5e-4])];
        assert_eq!(
            allowed(&columns, RELATIVE),
            [2.0 * RELATIVE, 2.0 * ROUNDING, NOTHING, 1e-3 * RELATIVE]
        );
    }
}
