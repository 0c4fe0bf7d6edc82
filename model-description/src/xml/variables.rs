//! A model's variables with what modelDescription.xml wants to know beyond their rows.

use crate::{Condition, Kind, Row, Value};

/// A row in its place: the struct it stands in decides its causality.
#[derive(Debug, Clone)]
pub struct Variable {
    /// Its number among all variables of the model, also its value reference.
    pub reference: u32,
    /// The row.
    pub row: Row,
    /// What part it plays.
    pub causality: Causality,
}

/// What part a variable plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Causality {
    /// Set by the host at communication points.
    Input,
    /// An output that follows the inputs at once.
    Load,
    /// An output that tells of the last committed step.
    Report,
    /// Set before the first step.
    Parameter,
}

impl Causality {
    /// Whether the host reads the variable only.
    pub fn is_output(self) -> bool {
        matches!(self, Self::Load | Self::Report)
    }

    /// The word of modelDescription.xml.
    pub fn word(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Load | Self::Report => "output",
            Self::Parameter => "parameter",
        }
    }
}

impl Variable {
    /// The word of modelDescription.xml: discrete outputs must not stay at the default.
    pub(super) fn variability(&self) -> Option<&'static str> {
        match (self.causality, &self.row.kind) {
            (Causality::Parameter, _) if self.row.tunable => Some("tunable"),
            (Causality::Parameter, _) => Some("fixed"),
            (_, Kind::Real { .. }) => None,
            _ => Some("discrete"),
        }
    }
}

/// Those of `variables` that mean something with the start values they have: a row that belongs to
/// a choice which is not made does not appear.
pub fn shown(variables: Vec<Variable>) -> Vec<Variable> {
    let meant: Vec<bool> = variables
        .iter()
        .map(|variable| variable.row.when.as_ref().is_none_or(|when| holds(when, &variables)))
        .collect();
    variables.into_iter().zip(meant).filter_map(|(v, meant)| meant.then_some(v)).collect()
}

/// Whether the choice that `condition` asks for is made by the start values.
fn holds(condition: &Condition, variables: &[Variable]) -> bool {
    variables.iter().find(|variable| variable.row.name == condition.selector).is_some_and(
        |variable| {
            let Value::Integer(_) = variable.row.start else { return false };
            condition.choices.contains(&variable.row.show(variable.row.start).as_str())
        },
    )
}
