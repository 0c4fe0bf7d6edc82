//! Start values of a variant from the command line and from files.

use super::Variant;
use crate::{Error, files, materials, units};
use model_description::Variability;
use model_description::xml::Causality;
use std::collections::BTreeSet;
use std::path::Path;

impl Variant {
    /// Sets a start value as a person would write it: `0.55`, `0.1 mm`, `true`, `hertz`.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), Error> {
        if materials::is_of_body(name, |name| self.start(name).is_some()) {
            for (name, value) in materials::constants(name, text)? {
                self.set(&name, &value)?;
            }
            return Ok(());
        }
        let settable = |index: &usize| {
            matches!(self.causalities[*index], Causality::Parameter | Causality::Input)
        };
        let names =
            (0..self.rows.len()).filter(settable).map(|index| self.rows[index].name.as_str());
        let Some(index) =
            (0..self.rows.len()).filter(settable).find(|index| self.rows[*index].name == name)
        else {
            return Err(Error::unknown("parameter", name, names));
        };
        let row = &mut self.rows[index];
        let text = units::in_declared(row, text)?;
        let value = row.parse(&text).map_err(Error::input)?;
        row.start = value;
        let shown = row.show(value);
        let decides = row.variability == Variability::Constant;
        self.build.start.insert(name.to_owned(), shown);
        // A constant decides which variables there are.
        if decides { self.read_rows() } else { Ok(self.described.assign(index, value)?) }
    }

    /// Gives static friction the coefficient of kinetic friction wherever only the latter is set: "friction 0.1"
    /// means both.
    pub fn settle_friction(&mut self) -> Result<(), Error> {
        let kinetic = self.changed().filter_map(|(name, value)| {
            let joint = name.strip_suffix("friction.kinetic")?;
            Some((format!("{joint}friction.static"), value.to_owned()))
        });
        for (name, value) in kinetic.collect::<Vec<_>>() {
            if !self.build.start.contains_key(&name) {
                self.set(&name, &value)?;
            }
        }
        Ok(())
    }

    /// Sets start values from `name = value` as the command line takes them.
    pub fn set_assignment(&mut self, assignment: &str) -> Result<(), Error> {
        self.set_assignments(&[assignment.to_owned()])
    }

    /// Sets several of them, each about another variable.
    pub fn set_assignments(&mut self, all: &[String]) -> Result<(), Error> {
        assignments(all)?.into_iter().try_for_each(|(name, text)| self.set(name, text))
    }

    /// Sets start values from a TOML file; tables are the parts of the dotted names.
    pub fn set_from_file(&mut self, path: &Path) -> Result<(), Error> {
        let text = files::text(path)?;
        self.sources.push(path.to_owned());
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
            Error::line(path, &text, error.span(), error.message())
        })?;
        let mut values = Vec::new();
        flatten("", &table, &mut values);
        let mut names = BTreeSet::new();
        let twice = values.iter().find(|(name, _)| !names.insert(name));
        let set = match twice {
            Some((name, _)) => Err(Error::Input(format!("{name} is set twice"))),
            None => values.iter().try_for_each(|(name, text)| self.set(name, text)),
        };
        set.map_err(|error| Error::Input(format!("{}: {error}", path.display())))
    }
}

/// The names and values of options `--set name=value`, of which no two may be about one variable.
pub(crate) fn assignments(all: &[String]) -> Result<Vec<(&str, &str)>, Error> {
    let mut read: Vec<(&str, &str)> = Vec::new();
    for assignment in all {
        let (name, text) = assignment.split_once('=').ok_or_else(|| {
            Error::Input(format!("--set {assignment} is not of the form name=value"))
        })?;
        let (name, text) = (name.trim(), text.trim());
        if let Some((_, before)) = read.iter().find(|(known, _)| *known == name) {
            return Err(Error::Input(format!(
                "--set {name} is given twice, {before} and {text}; give it once"
            )));
        }
        read.push((name, text));
    }
    Ok(read)
}

/// The values of a table by their dotted names, as a person would write them.
fn flatten(prefix: &str, table: &toml::Table, values: &mut Vec<(String, String)>) {
    for (key, value) in table {
        let name = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
        match value {
            toml::Value::Table(inner) => flatten(&name, inner, values),
            toml::Value::String(text) => values.push((name, text.clone())),
            other => values.push((name, other.to_string())),
        }
    }
}
