//! modelDescription.xml of FMI 2.0: written from rows, read back, and the GUID from content.

mod describe;
mod document;
mod guid;
mod units;
mod variables;

pub use document::{
    CoSimulation, DefaultExperiment, EnumerationItem, EnumerationType, ModelDescription,
    ModelExchange, ScalarVariable, SimpleType, TypeOf, Unknown,
};
pub use guid::{Content, guid};
pub use variables::{Causality, Variable};

use quick_xml::se::Serializer;
use serde::Serialize;

/// What a model is, beside its variables.
#[derive(Debug, Clone, Copy)]
pub struct DescribedModel<'a> {
    /// What tools call it.
    pub name: &'a str,
    /// Public identifier, also the name of its library.
    pub identifier: &'a str,
    /// What it is, in one sentence.
    pub about: &'a str,
    /// Version of the program that wrote it.
    pub version: &'a str,
    /// A communication step that its parameters tolerate \[s\].
    pub step: f64,
    /// Whether it can be stepped.
    pub co_simulation: bool,
    /// Whether the loads of its steps have directional derivatives.
    pub derivatives: bool,
    /// Whether, and how, another solver can integrate it.
    pub equations: Option<&'a EquationsOf>,
}

/// A model as continuous-time equations.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EquationsOf {
    /// Its continuous states.
    pub states: Vec<StateOf>,
    /// How many event indicators it has.
    pub indicators: u32,
}

/// A continuous state among the variables.
#[derive(Debug, Clone, PartialEq)]
pub struct StateOf {
    /// Value reference of the state.
    pub state: u32,
    /// Value reference of its rate.
    pub rate: u32,
    /// Its size in ordinary use, > 0.
    pub nominal: f64,
    /// Whether events set it to another value.
    pub jumps: bool,
    /// Value references of the outputs that follow it, itself among them.
    pub outputs: Vec<u32>,
}

/// The document for `model` with `variables`, its GUID still empty.
pub fn describe(model: &DescribedModel, variables: &[Variable]) -> ModelDescription {
    describe::build(model, variables)
}

impl ModelDescription {
    /// The file's text, with the declaration in front.
    pub fn to_xml(&self) -> String {
        let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        let mut serializer = Serializer::with_root(&mut text, Some("fmiModelDescription"))
            .expect("the root's name is a valid one");
        serializer.indent(' ', 2);
        self.serialize(serializer).expect("plain structs of text and numbers always serialise");
        text.push('\n');
        text
    }

    /// Reads a file's text; the error says what is wrong with it.
    pub fn from_xml(text: &str) -> Result<Self, String> {
        quick_xml::de::from_str(text.trim_start_matches('\u{feff}')).map_err(|e| e.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Interval, Quantities};

    crate::quantities! {
        /// What is counted.
        pub struct Counted {
            /// How many there are.
            count: i32,
            /// How many there may be.
            most: i32 = 6 in Interval::closed(1.0, 200.0),
        }
    }

    #[test]
    fn a_count_is_a_discrete_integer_output() {
        let rows = Counted::default().rows().into_iter();
        let variables: Vec<_> = (0..)
            .zip(rows)
            .zip([Causality::Report, Causality::Parameter])
            .map(|((reference, row), causality)| Variable { reference, row, causality })
            .collect();
        let model = DescribedModel {
            name: "n",
            identifier: "m",
            about: "",
            version: "0",
            step: 1.0,
            co_simulation: true,
            derivatives: true,
            equations: None,
        };
        let described = describe(&model, &variables);
        let count = &described.model_variables.variables[0];
        assert_eq!(count.kind, TypeOf::Integer { min: None, max: None, start: None });
        assert_eq!(count.variability.as_deref(), Some("discrete"));
        let text = described.to_xml();
        assert!(text.contains("<Integer/>"));
        assert!(text.contains(r#"<Integer min="1" max="200" start="6"/>"#), "{text}");
    }
}
