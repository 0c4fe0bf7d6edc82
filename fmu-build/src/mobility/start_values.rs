//! Start values of a predicted coupling, as a file for `build --parameters`.

use std::fmt::Write;

/// Start values of a predicted coupling with these numbers.
pub(super) fn written(numbers: impl Iterator<Item = (String, f64)> + Clone) -> String {
    let largest = numbers.clone().map(|(_, number)| number.abs()).fold(0.0, f64::max);
    let mut text = String::from("[coupling]\nmethod = \"predicted\"\n");
    for (name, number) in numbers {
        // Rounding of the computation is no mobility.
        let number = if number.abs() < 1e-12 * largest { 0.0 } else { number };
        let _ = writeln!(text, "{name} = {number:?}");
    }
    text
}
