//! Start values of a predicted coupling, as a file for `build --parameters`.

use spiel::coupling::Mobility;
use std::fmt::Write;

/// Start values of a predicted coupling with this mobility.
pub(super) fn written<const D: usize>(mobility: &Mobility<D>) -> String {
    let largest = mobility.0.amax();
    let mut text = String::from("[coupling]\nmethod = \"predicted\"\n");
    for (name, number) in Mobility::<D>::names().zip(mobility.numbers()) {
        // Rounding of the computation is no mobility.
        let number = if number.abs() < 1e-12 * largest { 0.0 } else { number };
        let _ = writeln!(text, "mobility_{name} = {number:?}");
    }
    text
}
