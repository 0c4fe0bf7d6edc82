//! A variable of FMI 3.0, whose type is the name of its element.

use super::document::{ArrayOf, ScalarVariable, TypeOf};
use crate::{Refusal, numbered};
use serde::{Deserialize, Serialize};

/// A variable in the element of its type.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) enum Variable {
    Float64(Attributes),
    Int32(Attributes),
    Boolean(Attributes),
    Enumeration(Attributes),
    String(Attributes),
    Float32(Attributes),
    Int8(Attributes),
    UInt8(Attributes),
    Int16(Attributes),
    UInt16(Attributes),
    UInt32(Attributes),
    Int64(Attributes),
    UInt64(Attributes),
    Binary(Attributes),
    Clock(Attributes),
}

/// The attributes of a variable; which of them may be there depends on its type. Numbers are text here, for an
/// array has a list of them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Attributes {
    #[serde(rename = "@name")]
    name: String,
    #[serde(rename = "@valueReference")]
    pub value_reference: u32,
    #[serde(rename = "@description", default, skip_serializing_if = "String::is_empty")]
    description: String,
    #[serde(rename = "@causality", default, skip_serializing_if = "Option::is_none")]
    causality: Option<String>,
    #[serde(rename = "@variability", default, skip_serializing_if = "Option::is_none")]
    variability: Option<String>,
    #[serde(rename = "@initial", default, skip_serializing_if = "Option::is_none")]
    initial: Option<String>,
    #[serde(rename = "@declaredType", default, skip_serializing_if = "Option::is_none")]
    declared_type: Option<String>,
    #[serde(rename = "@unit", default, skip_serializing_if = "Option::is_none")]
    unit: Option<String>,
    #[serde(rename = "@min", default, skip_serializing_if = "Option::is_none")]
    min: Option<String>,
    #[serde(rename = "@max", default, skip_serializing_if = "Option::is_none")]
    max: Option<String>,
    #[serde(rename = "@nominal", default, skip_serializing_if = "Option::is_none")]
    nominal: Option<f64>,
    #[serde(rename = "@start", default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(rename = "@derivative", default, skip_serializing_if = "Option::is_none")]
    derivative: Option<u32>,
    #[serde(rename = "@reinit", default, skip_serializing_if = "Option::is_none")]
    reinit: Option<bool>,
    #[serde(rename = "Dimension", default, skip_serializing_if = "Vec::is_empty")]
    dimensions: Vec<Dimension>,
}

/// `<Dimension>` of an array.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Dimension {
    /// Its size, where that is fixed.
    #[serde(rename = "@start", default, skip_serializing_if = "Option::is_none")]
    start: Option<usize>,
}

/// Arrays of at most this number of elements are described by their elements.
const MOST_ELEMENTS: usize = 10_000;

impl Variable {
    /// The element of a variable; `reference` gives the value reference of the variable with an index.
    pub fn of(scalar: &ScalarVariable, reference: &impl Fn(usize) -> u32) -> Self {
        let mut attributes = Attributes {
            name: scalar.name.clone(),
            value_reference: scalar.value_reference,
            description: scalar.description.clone(),
            causality: Some(scalar.causality.clone()),
            variability: scalar.variability.clone(),
            initial: scalar.initial.clone(),
            ..Attributes::default()
        };
        match &scalar.kind {
            TypeOf::Real { unit, min, max, nominal, start, derivative, reinit } => {
                attributes.unit.clone_from(unit);
                attributes.min = text(*min);
                attributes.max = text(*max);
                attributes.start = text(*start);
                attributes.nominal = *nominal;
                attributes.derivative = derivative.map(reference);
                attributes.reinit = *reinit;
                Self::Float64(attributes)
            }
            TypeOf::Integer { min, max, start } => {
                attributes.min = text(*min);
                attributes.max = text(*max);
                attributes.start = text(*start);
                Self::Int32(attributes)
            }
            TypeOf::Boolean { start } => {
                attributes.start = text(*start);
                Self::Boolean(attributes)
            }
            TypeOf::Enumeration { declared_type, start } => {
                attributes.declared_type = Some(declared_type.clone());
                attributes.start = text(*start);
                Self::Enumeration(attributes)
            }
            TypeOf::String { start } => {
                attributes.start.clone_from(start);
                Self::String(attributes)
            }
        }
    }

    /// The element of an array that has these elements; `reference` gives the value reference of the variable with an
    /// index.
    pub fn array(
        array: &ArrayOf,
        elements: &[&ScalarVariable],
        reference: &impl Fn(usize) -> u32,
    ) -> Self {
        let mut variable = Self::of(elements[0], reference);
        let starts = elements.iter().map(|of| Self::of(of, reference).attributes().start.clone());
        let starts: Option<Vec<String>> = starts.collect();
        if let Some(attributes) = variable.real() {
            attributes.name.clone_from(&array.name);
            attributes.value_reference = array.reference;
            attributes.description = without_numbers(&attributes.description);
            attributes.start = starts.map(|starts| starts.join(" "));
            attributes.dimensions = vec![Dimension { start: Some(elements.len()) }];
        }
        variable
    }

    /// The number of elements of an array of numbers with fixed sizes; nothing for other variables.
    fn elements(&self) -> Option<usize> {
        let Self::Float64(Attributes { dimensions, .. }) = self else { return None };
        let mut sizes = dimensions.iter().map(|dimension| dimension.start);
        let count = sizes.try_fold(1_usize, |product, size| product.checked_mul(size?))?;
        (!dimensions.is_empty() && (1..=MOST_ELEMENTS).contains(&count)).then_some(count)
    }

    /// The variables that describe an element of `<ModelVariables>`: itself, or the elements of an array, whose value
    /// references count from `*free` on.
    pub fn apart(self, free: &mut Option<u32>) -> (Vec<Self>, Option<ArrayOf>) {
        let last = |count| free.and_then(|first| first.checked_add(u32::try_from(count).ok()?));
        let Some((first, end)) = self.elements().and_then(|count| free.zip(last(count))) else {
            return (vec![self], None);
        };
        *free = Some(end);
        let of = self.attributes();
        let sizes: Vec<usize> = of.dimensions.iter().filter_map(|of| of.start).collect();
        let starts: Vec<String> =
            of.start.iter().flat_map(|text| text.split_whitespace().map(str::to_owned)).collect();
        let element = |(place, reference): (usize, u32)| {
            Self::Float64(Attributes {
                name: format!("{}[{}]", of.name, indices(place, &sizes)),
                value_reference: reference,
                // A single one is that of all elements.
                start: starts.get(place).or(starts.first()).cloned(),
                dimensions: Vec::new(),
                ..of.clone()
            })
        };
        let array = ArrayOf {
            name: of.name.clone(),
            reference: of.value_reference,
            elements: (first..end).collect(),
        };
        ((first..end).enumerate().map(element).collect(), Some(array))
    }

    /// Gives the element at a place of an array the derivative that the array has: that element of another array.
    pub fn derive_element(&mut self, place: usize, arrays: &[ArrayOf]) {
        let Some(whole) = self.attributes().derivative else { return };
        let array = arrays.iter().find(|array| array.reference == whole);
        let element = array.and_then(|array| array.elements.get(place));
        if let Some(attributes) = self.real() {
            attributes.derivative = element.copied().or(Some(whole));
        }
    }

    /// Its attributes if it is a real number, of which alone there are arrays.
    fn real(&mut self) -> Option<&mut Attributes> {
        match self {
            Self::Float64(attributes) => Some(attributes),
            _ => None,
        }
    }

    /// Its attributes, of whatever type it is.
    pub fn attributes(&self) -> &Attributes {
        match self {
            Self::Float64(attributes)
            | Self::Int32(attributes)
            | Self::Boolean(attributes)
            | Self::Enumeration(attributes)
            | Self::String(attributes)
            | Self::Float32(attributes)
            | Self::Int8(attributes)
            | Self::UInt8(attributes)
            | Self::Int16(attributes)
            | Self::UInt16(attributes)
            | Self::UInt32(attributes)
            | Self::Int64(attributes)
            | Self::UInt64(attributes)
            | Self::Binary(attributes)
            | Self::Clock(attributes) => attributes,
        }
    }

    /// The variable in an element; `index` gives the index of the variable with a value reference. An array, and one of a
    /// type that FMI 2.0 does not have, is described as text, which is neither read nor set.
    pub fn scalar(
        &self,
        index: &impl Fn(u32) -> Result<usize, Refusal>,
    ) -> Result<ScalarVariable, Refusal> {
        let of = self.attributes();
        let kind = match self {
            _ if !of.dimensions.is_empty() => TypeOf::String { start: of.start.clone() },
            Self::Float64(_) => TypeOf::Real {
                unit: of.unit.clone(),
                min: number(&of.min),
                max: number(&of.max),
                nominal: of.nominal,
                start: number(&of.start),
                derivative: of.derivative.map(index).transpose()?,
                reinit: of.reinit,
            },
            Self::Int32(_) => TypeOf::Integer {
                min: number(&of.min),
                max: number(&of.max),
                start: number(&of.start),
            },
            Self::Boolean(_) => TypeOf::Boolean { start: truth(&of.start) },
            Self::Enumeration(_) => TypeOf::Enumeration {
                declared_type: of.declared_type.clone().unwrap_or_default(),
                start: number(&of.start),
            },
            _ => TypeOf::String { start: of.start.clone() },
        };
        Ok(ScalarVariable {
            name: of.name.clone(),
            value_reference: of.value_reference,
            description: of.description.clone(),
            causality: of.causality.clone().unwrap_or_else(|| "local".to_owned()),
            variability: of.variability.clone(),
            initial: of.initial.clone(),
            kind,
        })
    }
}

/// The indices of an element, counted from 1, the last one fastest.
fn indices(place: usize, sizes: &[usize]) -> String {
    let mut rest = place;
    let digits = sizes.iter().rev().map(|size| {
        let digit = rest % size;
        rest /= size;
        (digit + 1).to_string()
    });
    let mut digits: Vec<String> = digits.collect();
    digits.reverse();
    digits.join(",")
}

/// A description in which names of a series stand without their numbers.
fn without_numbers(text: &str) -> String {
    let words = text
        .split(' ')
        .map(|word| numbered(word).map_or_else(|| word.to_owned(), |(name, _)| name));
    words.collect::<Vec<_>>().join(" ")
}

fn text<T: ToString>(value: Option<T>) -> Option<String> {
    value.map(|value| value.to_string())
}

/// The value that a text has, if it is a single one.
fn number<T: std::str::FromStr>(text: &Option<String>) -> Option<T> {
    text.as_deref()?.trim().parse().ok()
}

/// The truth value that a text has.
fn truth(text: &Option<String>) -> Option<bool> {
    match text.as_deref()?.trim() {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}
