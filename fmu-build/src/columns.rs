//! Columns of a CSV file by their names.

use crate::{Error, files};
use std::path::Path;

/// A reader of a table's rows; lines that begin with # are comments. Columns are separated by commas or, if the head has
/// semicolons or tabs, by these.
pub(crate) struct Rows<'a> {
    pub reader: csv::Reader<&'a [u8]>,
    /// True if commas are free to stand in numbers.
    pub decimal_comma: bool,
}

impl<'a> Rows<'a> {
    /// Looks at the head of a table.
    pub fn of(bytes: &'a [u8]) -> Self {
        let mut lines = bytes.split(|byte| *byte == b'\n');
        let is_head = |line: &&[u8]| !line.starts_with(b"#") && !line.trim_ascii().is_empty();
        let head = lines.find(is_head).unwrap_or_default();
        let between = [b';', b'\t'].into_iter().find(|byte| head.contains(byte)).unwrap_or(b',');
        let mut reader = csv::ReaderBuilder::new();
        let reader = reader.trim(csv::Trim::All).comment(Some(b'#')).delimiter(between);
        Self { reader: reader.from_reader(bytes), decimal_comma: between != b',' }
    }

    /// Returns the names of the columns.
    pub fn head(&mut self) -> Result<Vec<String>, csv::Error> {
        let head = self.reader.headers()?;
        Ok(head.iter().map(|cell| cell.trim_start_matches('\u{feff}').to_owned()).collect())
    }

    /// Returns the number of a field.
    pub fn number(field: &str, decimal_comma: bool) -> Option<f64> {
        let number = if decimal_comma { field.replace(',', ".").parse() } else { field.parse() };
        number.ok()
    }
}

/// Reads the columns `names` of a CSV file, in any order among others; what follows a name, such as a unit, is not looked at.
/// Returns the rows; refuses a column that is missing or there twice, and a field that is no number.
pub(crate) fn read<const N: usize>(path: &Path, names: [&str; N]) -> Result<Vec<[f64; N]>, Error> {
    let refuse = |why: String| Error::Input(format!("{}{why}", path.display()));
    let text = files::table(path)?;
    let mut rows = Rows::of(&text);
    let header = rows.head().map_err(|error| refuse(format!(": {}", plain(&error))))?;
    let known: Vec<_> = header.iter().map(|name| stem(name)).collect();
    for name in names {
        if known.iter().filter(|known| **known == name).count() > 1 {
            return Err(refuse(format!(": two columns are called {name}")));
        }
    }
    let mut columns = [0; N];
    for (column, name) in columns.iter_mut().zip(names) {
        *column = known.iter().position(|known| *known == name).ok_or_else(|| {
            let header = header.join(",");
            refuse(format!(
                ": no column {name} in the header {header}; {} are needed",
                listed(&names)
            ))
        })?;
    }
    let Rows { mut reader, decimal_comma } = rows;
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| refuse(format!(": {}", plain(&error))))?;
        let line = record.position().map_or(0, csv::Position::line);
        let mut numbers = [0.0; N];
        for (number, (column, name)) in numbers.iter_mut().zip(columns.iter().zip(names)) {
            let field = record.get(*column).unwrap_or("");
            *number = Rows::number(field, decimal_comma).ok_or_else(|| {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_a_spreadsheet_have_semicolons_and_decimal_commas() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("loops.csv");
        for text in ["x0 [m],x,F\n0.5,-1e-6,2\n", "# exported\nF;x0 [m];x\n2;0,5;-1e-6\n"] {
            std::fs::write(&path, text).unwrap();
            assert_eq!(read(&path, ["x0", "x", "F"]).unwrap(), [[0.5, -1e-6, 2.0]]);
        }
    }
}
