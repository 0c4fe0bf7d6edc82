//! Inputs that move by a table.

use super::records::Mover;
use crate::archive::unpack;
use crate::table::Table;
use crate::{Component, Error, Fmu, Instance, files};
use model_description::Value;
use model_description::xml::{ScalarVariable, TypeOf};
use std::path::Path;

/// The table of the run on an FMU's page.
const PAGE: &str = "documentation/example.csv";

/// A table of inputs over time, with linear interpolation between its rows; inputs that are not
/// continuous hold the value of a row until the next one.
#[derive(Default)]
pub(crate) struct Motion {
    times: Vec<f64>,
    columns: Vec<Vec<f64>>,
    references: Vec<u32>,
    held: Vec<(u32, Vec<Value>)>,
    /// Parameters that had a column.
    pub settings: Vec<(String, Value)>,
}

impl Motion {
    /// The table on the FMU's own page; without one the inputs stay where they start.
    pub fn of_page(path: &Path, fmu: &Fmu) -> Result<Self, Error> {
        match unpack(path)?.get(PAGE) {
            Some(bytes) => Self::read(&path.join(PAGE), bytes, fmu),
            None => Ok(Self::default()),
        }
    }

    /// The table in a file.
    pub fn from_file(path: &Path, fmu: &Fmu) -> Result<Self, Error> {
        Self::read(path, &files::table(path)?, fmu)
    }

    fn read(path: &Path, bytes: &[u8], fmu: &Fmu) -> Result<Self, Error> {
        let read = Table::read(bytes).and_then(|table| Self::of(table, fmu));
        read.map_err(|why| Error::Input(format!("{}: {why}", path.display())))
    }

    /// Returns the motion of a table whose columns are inputs of the FMU, or parameters, whose first value counts.
    pub fn of(table: Table, fmu: &Fmu) -> Result<Self, String> {
        let mut motion = Self { times: table.times, ..Self::default() };
        for (name, values) in table.columns {
            let variable = variable(fmu, &name).map_err(|error| error.to_string())?;
            let continuous = variable.variability.as_deref() != Some("discrete");
            match (variable.causality.as_str(), &variable.kind) {
                ("input", TypeOf::Real { .. }) if continuous => {
                    motion.references.push(variable.value_reference);
                    motion.columns.push(values);
                }
                ("input", kind) => {
                    let values = values.iter().map(|number| value(&name, kind, *number));
                    motion.held.push((variable.value_reference, values.collect::<Result<_, _>>()?));
                }
                ("parameter", kind) => {
                    let value = value(&name, kind, values[0])?;
                    motion.settings.push((name, value));
                }
                _ => return Err(format!("{name} is neither an input nor a parameter")),
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

/// The value of the variable called `name` for which a table has this `number`.
fn value(name: &str, kind: &TypeOf, number: f64) -> Result<Value, String> {
    match kind {
        TypeOf::Real { .. } => Ok(Value::Real(number)),
        TypeOf::Boolean { .. } => Ok(Value::Boolean(number != 0.0)),
        TypeOf::Integer { .. } | TypeOf::Enumeration { .. } => {
            let whole = number as i32;
            let fits = f64::from(whole) == number;
            fits.then_some(Value::Integer(whole))
                .ok_or_else(|| format!("{name} = {number} is no whole number of 32 bits"))
        }
        TypeOf::String { .. } => Err(format!("{name} is a text; a table has numbers")),
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
        component.set_real(&self.references, &values)?;
        let reached = if share < 1.0 { from } else { to };
        self.held
            .iter()
            .try_for_each(|(reference, values)| component.set(*reference, values[reached]))
    }

    fn stepped(&mut self, _: &mut Instance, _: f64, _: f64) -> Result<(), Error> {
        Ok(())
    }
}
