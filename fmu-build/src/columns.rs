//! Columns of a CSV file by their names.

use crate::{Error, files};
use std::path::Path;

/// Reads the columns `names` of a CSV file, in any order among others; what follows a name, such as a unit, is not looked at.
/// Returns the rows; refuses a column that is missing or there twice, and a field that is no number.
pub(crate) fn read<const N: usize>(path: &Path, names: [&str; N]) -> Result<Vec<[f64; N]>, Error> {
    let refuse = |why: String| Error::Input(format!("{}{why}", path.display()));
    let text = files::table(path)?;
    let mut table = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_slice());
    let header = table.headers().map_err(|error| refuse(format!(": {}", plain(&error))))?.clone();
    let known: Vec<_> = header.iter().map(stem).collect();
    for name in names {
        if known.iter().filter(|known| **known == name).count() > 1 {
            return Err(refuse(format!(": two columns are called {name}")));
        }
    }
    let mut columns = [0; N];
    for (column, name) in columns.iter_mut().zip(names) {
        *column = known.iter().position(|known| *known == name).ok_or_else(|| {
            let header = header.iter().collect::<Vec<_>>().join(",");
            refuse(format!(
                ": no column {name} in the header {header}; {} are needed",
                listed(&names)
            ))
        })?;
    }
    let mut rows = Vec::new();
    for record in table.records() {
        let record = record.map_err(|error| refuse(format!(": {}", plain(&error))))?;
        let line = record.position().map_or(0, csv::Position::line);
        let mut numbers = [0.0; N];
        for (number, (column, name)) in numbers.iter_mut().zip(columns.iter().zip(names)) {
            let field = record.get(*column).unwrap_or("");
            *number = field.parse().map_err(|_| {
                refuse(format!(", line {line}: {name} = {field:?} is not a number"))
            })?;
        }
        rows.push(numbers);
    }
    Ok(rows)
}

/// Names in a sentence.
fn listed(names: &[&str]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.concat(),
    }
}

/// A column's name without its unit: `F` of `F [N]`.
fn stem(name: &str) -> &str {
    let name = name.trim_start_matches('\u{feff}');
    let end = name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len());
    &name[..end]
}

/// The error of a table, in words that do not depend on the crate that reads it.
pub(crate) fn plain(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::UnequalLengths { pos, expected_len, len } => {
            let line = pos.as_ref().map_or(0, csv::Position::line);
            format!("line {line} has {len} fields, the header has {expected_len}")
        }
        csv::ErrorKind::Utf8 { .. } => "it is not text".to_owned(),
        _ => error.to_string(),
    }
}
