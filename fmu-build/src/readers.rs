//! Readers of files that strangers may have written, each by itself, for fuzzers; no part of the library's interface.
//!
//! Each ends with an answer or an error, which the fuzzer need not see; a number that was read is finite.

use crate::archive::{DESCRIPTION, Files};
use crate::measured::{Aliases, Wanted};
use crate::table::Table;
use crate::{check, columns, measured};
use std::path::Path;

/// A table of numbers over time, of which the first column is `time`.
pub fn motion(bytes: &[u8]) {
    if let Ok(table) = Table::read(bytes) {
        let finite = |numbers: &Vec<f64>| numbers.iter().all(|number| number.is_finite());
        assert!(finite(&table.times) && table.columns.iter().all(|(_, numbers)| finite(numbers)));
    }
}

/// Measurements: columns with units in their heads.
pub fn measurements(path: &Path) {
    let wanted = [("time", "s", true), ("force", "N", false), ("penetration", "m", false)];
    let wanted = wanted.map(|(name, unit, needed)| Wanted {
        name: name.to_owned(),
        unit: unit.to_owned(),
        needed,
    });
    if let Ok(table) = measured::read(path, &wanted, &Aliases::new()) {
        assert!(table.columns.values().flatten().all(|number| number.is_finite()));
    }
}

/// Columns by their names, in rows.
pub fn rows(path: &Path) {
    let _ = columns::read(path, ["position", "depth"]);
}

/// An FMU, as [`check`](crate::check) reads it before it runs anything.
pub fn archive(path: &Path) {
    let _ = check::inspect(path);
}

/// An FMU that has nothing but its description.
pub fn description(text: &[u8]) {
    let files = Files::from([(DESCRIPTION.to_owned(), text.to_owned())]);
    let _ = check::inspect_files(Path::new("unit.fmu"), files);
}
