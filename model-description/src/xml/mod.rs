//! modelDescription.xml of FMI 2.0: written from rows, read back, and the GUID from content.

mod describe;
mod document;
mod guid;
mod units;
mod variables;

pub use document::{
    EnumerationItem, EnumerationType, ModelDescription, ScalarVariable, SimpleType, TypeOf,
};
pub use guid::guid;
pub use variables::{Causality, Variable};

use crate::Refusal;
use quick_xml::events::Event;
use quick_xml::se::Serializer;
use serde::Serialize;

/// A model's properties beside its variables.
#[derive(Debug, Clone, Copy)]
pub struct DescribedModel<'a> {
    /// Name shown by tools.
    pub name: &'a str,
    /// Public identifier, also the name of its library.
    pub identifier: &'a str,
    /// Its description, in one sentence.
    pub about: &'a str,
    /// Version of the program that wrote it.
    pub version: &'a str,
    /// A communication step that its parameters tolerate \[s\].
    pub step: f64,
    /// True if it can be stepped.
    pub co_simulation: bool,
    /// True if the loads of its steps have directional derivatives.
    pub derivatives: bool,
    /// Its equations, if another solver can integrate it.
    pub equations: Option<&'a EquationsOf>,
    /// True for a model with a very large number of variables: a text that several share stands at the
    /// first of them, FMI's defaults are left out, and so are line breaks.
    pub terse: bool,
}

/// A model as continuous-time equations.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EquationsOf {
    /// Its continuous states.
    pub states: Vec<StateOf>,
    /// Number of event indicators.
    pub indicators: u32,
}

/// A continuous state: a multiple of a variable that shows it in SI units.
#[derive(Debug, Clone, PartialEq)]
pub struct StateOf {
    /// Value references of the variable and of its rate.
    pub shown: [u32; 2],
    /// Value references of the state and of its rate.
    pub solved: [u32; 2],
    /// Size of one of the state in the variable's unit, a power of two.
    pub scale: f64,
    /// True if events set it to another value.
    pub jumps: bool,
    /// Value references of the outputs that follow it, the variable among them.
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
        if !self.terse {
            serializer.indent(' ', 2);
        }
        self.serialize(serializer).expect("plain structs of text and numbers always serialise");
        text.push('\n');
        text
    }

    /// Reads a file's text; the error names its fault.
    pub fn from_xml(text: &str) -> Result<Self, Refusal> {
        let text = text.trim_start_matches('\u{feff}');
        check_depth(text)?;
        quick_xml::de::from_str(text).map_err(|error| error.to_string().into())
    }
}

/// Elements are nested at most to this depth; the standard's own are five deep, the rest is for tools' annotations.
const DEEPEST: usize = 100;

/// Refuses a text whose elements are nested too deep: readers need time with the square of their number to find
/// that they do not belong to the standard.
fn check_depth(text: &str) -> Result<(), Refusal> {
    let mut reader = quick_xml::Reader::from_str(text);
    let mut depth = 0_usize;
    loop {
        match reader.read_event().map_err(|error| error.to_string())? {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            Event::Eof => return Ok(()),
            _ => {}
        }
        if depth > DEEPEST {
            return Err(format!("its elements lie more than {DEEPEST} deep in each other").into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Interval, Quantities};

    crate::quantities! {
        /// Number of parts and their limit.
        pub struct Counted {
            /// Number of parts.
            count: i32,
            /// Largest number of parts.
            most: i32 = 6 in Interval::closed(1.0, 200.0),
        }
    }

    /// Took 8 s for 200,000 levels.
    #[test]
    fn deeply_nested_elements_are_refused_at_once() {
        let begun = std::time::Instant::now();
        let text = format!("{}{}", "<a>".repeat(200_000), "</a>".repeat(200_000));
        let error = ModelDescription::from_xml(&text).unwrap_err();
        assert!(error.to_string().contains("more than 100 deep"), "{error}");
        // A hundred elements are read almost immediately; a second is for a busy computer.
        assert!(begun.elapsed().as_secs_f64() < 1.0);
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
            terse: false,
        };
        let described = describe(&model, &variables);
        let count = &described.model_variables.variables[0];
        assert_eq!(count.kind, TypeOf::Integer { min: None, max: None, start: None });
        assert_eq!(count.variability.as_deref(), Some("discrete"));
        let text = described.to_xml();
        assert!(text.contains("<Integer/>"));
        assert!(text.contains(r#"<Integer min="1" max="200" start="6"/>"#), "{text}");
    }

    crate::quantities! {
        /// A struct of one length.
        pub struct Lengths {
            /// A length.
            length: "m" = 0.5,
        }
    }

    #[test]
    fn a_terse_description_has_the_same_content_in_fewer_letters() {
        let row = &Lengths::default().rows()[0];
        let variable = |(reference, causality)| Variable { reference, row: row.clone(), causality };
        let all = [Causality::Input, Causality::Load, Causality::Parameter];
        let variables: Vec<_> = (0..).zip(all).map(variable).collect();
        let model = DescribedModel {
            name: "n",
            identifier: "m",
            about: "",
            version: "0",
            step: 1.0,
            co_simulation: true,
            derivatives: true,
            equations: None,
            terse: false,
        };
        let [full, terse] =
            [false, true].map(|terse| describe(&DescribedModel { terse, ..model }, &variables));
        let text = terse.to_xml();
        assert_eq!(text.matches("A length.").count(), 1);
        assert!(!text.contains("initial=\"calculated\"") && text.lines().count() == 2, "{text}");
        let read = ModelDescription::from_xml(&text).unwrap();
        for (read, full) in
            read.model_variables.variables.iter().zip(&full.model_variables.variables)
        {
            assert_eq!((&read.name, &read.kind), (&full.name, &full.kind));
            assert_eq!((&read.causality, &read.variability), (&full.causality, &full.variability));
        }
        assert_eq!(read.model_structure, full.model_structure);
    }
}
