//! Inputs that move by a table.

use super::records::Mover;
use crate::archive::unpack;
use crate::files;
use crate::{Component, Error, Fmu, Instance};
use model_description::Value;
use model_description::xml::{ScalarVariable, TypeOf};
use std::path::Path;

/// The table of the run on an FMU's page.
const PAGE: &str = "documentation/example.csv";

/// A table of inputs over time, with linear interpolation between its rows.
pub(super) struct Motion {
    times: Vec<f64>,
    columns: Vec<Vec<f64>>,
    references: Vec<u32>,
    /// Parameters that had a column.
    pub settings: Vec<(String, Value)>,
}

impl Motion {
    /// The table on the FMU's own page; without one the inputs stay where they start.
    pub fn of_page(path: &Path, fmu: &Fmu) -> Result<Self, Error> {
        match unpack(path)?.get(PAGE) {
            Some(bytes) => Self::read(&path.join(PAGE), bytes, fmu),
            None => Ok(Self {
                times: Vec::new(),
                columns: Vec::new(),
                references: Vec::new(),
                settings: Vec::new(),
            }),
        }
    }

    /// The table in a file.
    pub fn from_file(path: &Path, fmu: &Fmu) -> Result<Self, Error> {
        Self::read(path, &files::table(path)?, fmu)
    }

    fn read(path: &Path, bytes: &[u8], fmu: &Fmu) -> Result<Self, Error> {
        let wrong = |why: String| Error::Input(format!("{}: {why}", path.display()));
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(bytes);
        let header = reader.headers().map_err(|error| wrong(error.to_string()))?.clone();
        if header.get(0) != Some("time") {
            return Err(wrong("its first column is not `time`".to_owned()));
        }
        if let Some(twice) =
            (1..header.len()).find(|n| header.iter().take(*n).any(|name| name == &header[*n]))
        {
            return Err(wrong(format!("it has two columns {}", &header[twice])));
        }
        let mut table = vec![Vec::new(); header.len()];
        for record in reader.records() {
            let record = record.map_err(|error| wrong(error.to_string()))?;
            for (column, field) in table.iter_mut().zip(&record) {
                let number: Option<f64> =
                    field.parse().ok().filter(|number: &f64| number.is_finite());
                let line = record.position().map_or(0, csv::Position::line);
                column.push(number.ok_or_else(|| {
                    wrong(format!("line {line}: {field:?} is not a finite number"))
                })?);
            }
        }
        let mut columns = table.into_iter();
        let times = columns.next().unwrap_or_default();
        if times.is_empty() || !times.is_sorted() {
            return Err(wrong("its times are not in order, or there are none".to_owned()));
        }
        let mut motion = Self { times, columns: vec![], references: vec![], settings: vec![] };
        for (name, values) in header.iter().skip(1).zip(columns) {
            let variable = variable(fmu, name).map_err(|error| wrong(error.to_string()))?;
            match (variable.causality.as_str(), &variable.kind) {
                ("input", TypeOf::Real { .. }) => {
                    motion.references.push(variable.value_reference);
                    motion.columns.push(values);
                }
                ("parameter", TypeOf::Boolean { .. }) => {
                    motion.settings.push((name.to_owned(), Value::Boolean(values[0] != 0.0)));
                }
                ("parameter", TypeOf::Real { .. }) => {
                    motion.settings.push((name.to_owned(), Value::Real(values[0])));
                }
                ("parameter", _) => {
                    motion.settings.push((name.to_owned(), Value::Integer(values[0] as i32)));
                }
                _ => return Err(wrong(format!("{name} is neither an input nor a parameter"))),
            }
        }
        Ok(motion)
    }

    /// The time between two rows \[s\].
    pub fn step(&self) -> Option<f64> {
        let [first, .., last] = self.times.as_slice() else { return None };
        Some((last - first) / (self.times.len() - 1) as f64).filter(|step| *step > 0.0)
    }

    /// The last instant \[s\].
    pub fn stop(&self) -> Option<f64> {
        self.times.last().copied().filter(|stop| *stop > 0.0)
    }
}

/// The variable that a column is about.
fn variable<'a>(fmu: &'a Fmu, name: &str) -> Result<&'a ScalarVariable, Error> {
    let variables = &fmu.description().model_variables.variables;
    variables.iter().find(|variable| variable.name == name).ok_or_else(|| {
        let inputs = variables.iter().filter(|variable| variable.causality == "input");
        Error::unknown("variable", name, inputs.map(|variable| &*variable.name))
    })
}

impl Mover for Motion {
    fn set(&mut self, component: &mut Component, time: f64) -> Result<(), Error> {
        if self.times.is_empty() {
            return Ok(());
        }
        let last = self.times.len() - 1;
        // A row counts as reached if the time is equal to its own within rounding.
        let after = self
            .times
            .partition_point(|known| *known <= time * (1.0 + 1e-12))
            .clamp(1, last.max(1));
        let (from, to) = (after - 1, after.min(last));
        let span = self.times[to] - self.times[from];
        let share =
            if span > 0.0 { ((time - self.times[from]) / span).clamp(0.0, 1.0) } else { 0.0 };
        let at = |column: &Vec<f64>| match share {
            0.0 => column[from],
            1.0 => column[to],
            _ => column[from] + share * (column[to] - column[from]),
        };
        let values: Vec<f64> = self.columns.iter().map(at).collect();
        component.set_real(&self.references, &values)
    }

    fn stepped(&mut self, _: &mut Instance, _: f64, _: f64) -> Result<(), Error> {
        Ok(())
    }
}
