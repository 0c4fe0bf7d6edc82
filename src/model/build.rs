//! The build of a block: start values and files, as text.

use crate::base::Fault;
use model_description::{Quantities, Variability};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Texts of files by what they are: `profile`, `group`.
pub type Files = BTreeMap<String, String>;

/// Start values other than the model's own, and files too large for variables.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Build {
    /// Start values by variable name, as a person would write them.
    pub start: BTreeMap<String, String>,
    /// Texts of files.
    pub files: Files,
}

impl Build {
    /// Adds a start value.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.start.insert(name.to_owned(), value.to_string());
        self
    }

    /// Adds a file.
    #[must_use]
    pub fn with_file(mut self, what: &str, text: impl ToString) -> Self {
        self.files.insert(what.to_owned(), text.to_string());
        self
    }

    /// Refuses files that are not among those `offered` by the model of that name.
    pub fn check_files(&self, offered: &[&str], model: &'static str) -> Result<(), Fault> {
        match self.files.keys().find(|file| !offered.contains(&file.as_str())) {
            Some(file) => Err(Fault::Build(format!("{model} takes no file {file}").into())),
            None => Ok(()),
        }
    }
}

/// The default parameters with those constants that the build chooses: they decide which variables
/// there are.
pub fn with_constants<P: Quantities + Default>(build: &Build) -> Result<P, Fault> {
    let parameters = P::default();
    let mut values = vec![0.0; P::COUNT];
    parameters.write(&mut values);
    for (row, value) in parameters.rows().iter().zip(&mut values) {
        if row.variability == Variability::Constant
            && let Some(text) = build.start.get(&row.name)
        {
            *value = row.parse(text)?.number();
        }
    }
    Ok(P::read(&values))
}
