//! A model's variables with the data that modelDescription.xml needs beyond their rows.

use crate::{Kind, Row, Variability};

/// A row with its causality, which follows from its struct.
#[derive(Debug, Clone)]
pub struct Variable {
    /// Its number among all variables of the model, also its value reference.
    pub reference: u32,
    /// The row.
    pub row: Row,
    /// Its causality.
    pub causality: Causality,
}

/// Causality of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Causality {
    /// Set by the host at communication points.
    Input,
    /// An output that follows the inputs at once.
    Load,
    /// An output that describes the last committed step.
    Report,
    /// Set when the block is built, before the first step or between steps, as its row says.
    Parameter,
}

impl Causality {
    /// True if the host only reads the variable.
    pub fn is_output(self) -> bool {
        matches!(self, Self::Load | Self::Report)
    }

    /// The word of modelDescription.xml, but for a constant.
    fn word(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Load | Self::Report => "output",
            Self::Parameter => "parameter",
        }
    }
}

impl Variable {
    /// True if it was chosen when the block was built.
    fn is_constant(&self) -> bool {
        self.row.variability == Variability::Constant
    }

    /// The word of modelDescription.xml: a constant is not a parameter there.
    pub fn causality(&self) -> &'static str {
        if self.is_constant() { "local" } else { self.causality.word() }
    }

    /// The word of modelDescription.xml: discrete outputs must not stay at the default.
    pub(super) fn variability(&self) -> Option<&'static str> {
        match (self.causality, &self.row.kind) {
            (Causality::Parameter, _) => Some(match self.row.variability {
                Variability::Constant => "constant",
                Variability::Fixed => "fixed",
                Variability::Tunable => "tunable",
            }),
            (_, Kind::Real { .. }) => None,
            _ => Some("discrete"),
        }
    }
}

/// Position of a variable in the list.
pub(super) fn place(variables: &[Variable], reference: u32) -> usize {
    let found = variables.iter().position(|variable| variable.reference == reference);
    found.expect("a continuous state and its rate are among the variables shown")
}
