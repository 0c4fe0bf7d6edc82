//! modelDescription.xml of FMI 2.0 and 3.0: written from rows, read back, and the GUID from content.

mod describe;
mod document;
mod flags;
mod guid;
mod structure;
mod three;
mod three_arrays;
mod three_variables;
mod units;
mod variables;

pub use document::{
    ArrayOf, EnumerationItem, EnumerationType, ModelDescription, ScalarVariable, SimpleType,
    TypeOf, Unknown,
};
pub use flags::unknown_flags;
pub use guid::guid;
pub use variables::{Causality, Variable};

use crate::Refusal;
use quick_xml::events::Event;
use quick_xml::se::Serializer;
use serde::{Deserialize, Serialize};
use three::Document;

/// A version of FMI.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum FmiVersion {
    /// FMI 2.0.
    #[default]
    Two,
    /// FMI 3.0.
    Three,
}

impl FmiVersion {
    /// Its name in descriptions: "2.0" or "3.0".
    pub const fn name(self) -> &'static str {
        match self {
            Self::Two => "2.0",
            Self::Three => "3.0",
        }
    }
}

/// A model's properties beside its variables.
#[derive(Debug, Clone, Copy)]
pub struct DescribedModel<'a> {
    /// The version of FMI that describes it.
    pub fmi: FmiVersion,
    /// The number of its value references, those of continuous states and their rates among them; FMI 3.0
    /// adds variables after them.
    pub references: u32,
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
    /// True if series of variables are arrays, which FMI 3.0 has.
    pub arrays: bool,
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
    /// Returns true if a unit of that name is declared.
    pub fn declares_unit(&self, name: &str) -> bool {
        self.unit_definitions.as_ref().is_some_and(|units| units.declare(name))
    }

    /// The version of FMI that it keeps to.
    pub fn fmi(&self) -> FmiVersion {
        if self.fmi_version.starts_with("3.") { FmiVersion::Three } else { FmiVersion::Two }
    }

    /// The file's text, with the declaration in front.
    pub fn to_xml(&self) -> String {
        let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        let mut serializer = Serializer::with_root(&mut text, Some("fmiModelDescription"))
            .expect("the root's name is a valid one");
        if !self.terse {
            serializer.indent(' ', 2);
        }
        let written = match self.fmi() {
            FmiVersion::Two => self.serialize(serializer),
            FmiVersion::Three => Document::of(self).serialize(serializer),
        };
        written.expect("plain structs of text and numbers always serialise");
        text.push('\n');
        text
    }

    /// Reads a file's text; the error names its fault.
    pub fn from_xml(text: &str) -> Result<Self, Refusal> {
        let text = text.trim_start_matches('\u{feff}');
        check_depth(text)?;
        let fault = |error: quick_xml::DeError| Refusal::from(error.to_string());
        let Versioned { fmi_version } = quick_xml::de::from_str(text).map_err(fault)?;
        if fmi_version.starts_with("3.") {
            return quick_xml::de::from_str::<Document>(text).map_err(fault)?.described();
        }
        quick_xml::de::from_str(text).map_err(fault)
    }
}

/// The attribute that tells the version of FMI.
#[derive(Deserialize)]
struct Versioned {
    #[serde(rename = "@fmiVersion", default)]
    fmi_version: String,
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
mod tests;
