//! A table of numbers as CSV.

use fmu_build::{Error, write_beside};
use std::path::Path;

/// Named columns of numbers.
#[derive(Debug, Clone, Default)]
pub struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<f64>>,
}

impl Table {
    /// An empty table; a column is named with its unit: `time [s]`.
    pub fn new<S: AsRef<str>>(columns: impl IntoIterator<Item = S>) -> Self {
        let columns = columns.into_iter().map(|name| name.as_ref().to_owned()).collect();
        Self { columns, rows: Vec::new() }
    }

    /// Adds a row, as long as there are columns.
    pub fn push(&mut self, row: impl Into<Vec<f64>>) {
        self.rows.push(row.into());
    }

    /// One column against another.
    #[allow(dead_code, reason = "not every example draws columns")]
    pub fn points(&self, x: usize, y: usize) -> Vec<(f64, f64)> {
        self.rows.iter().map(|row| (row[x], row[y])).collect()
    }

    /// All rows.
    #[allow(dead_code, reason = "not every example looks back")]
    pub fn rows(&self) -> &[Vec<f64>] {
        &self.rows
    }

    /// Writes the table, whole or not at all.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        let mut text = csv::Writer::from_writer(Vec::new());
        let written = text.write_record(&self.columns).and_then(|()| {
            self.rows
                .iter()
                .try_for_each(|row| text.write_record(row.iter().map(|x| format!("{x:.9e}"))))
        });
        written.expect("writing to memory does not fail");
        write_beside(path, &text.into_inner().expect("writing to memory does not fail"))
    }
}
