//! One variable as the world sees it.

use crate::{Interval, Item, Unit};

/// A variable: everything that is said of it, in one place.
#[derive(Debug, Clone)]
pub struct Row {
    /// Public name, parts joined by dots: `geometry.clearance`.
    pub name: String,
    /// What kind of value it holds.
    pub kind: Kind,
    /// Value before anybody sets it.
    pub start: Value,
    /// One or more sentences: meaning and sign.
    pub text: &'static str,
    /// The choice of another variable that gives this one a meaning, if there is one.
    pub when: Option<Condition>,
}

/// The kind of a variable's value.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// A real number.
    Real {
        /// Its SI unit.
        unit: &'static Unit,
        /// The values it may take.
        allowed: Interval,
    },
    /// True or false.
    Boolean,
    /// One of several named items.
    Choice {
        /// Name of the enumeration.
        name: &'static str,
        /// What the enumeration is about.
        text: &'static str,
        /// Its items, in ascending order of their numbers.
        items: &'static [Item],
    },
}

/// A variable's value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value {
    /// A real number in SI units.
    Real(f64),
    /// The number of an enumeration's item.
    Integer(i32),
    /// True or false.
    Boolean(bool),
}

/// "Only where `selector` is one of `choices`."
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Condition {
    /// Full name of the enumeration variable that decides.
    pub selector: &'static str,
    /// Names of its items for which the variable means something.
    pub choices: &'static [&'static str],
}

/// Why a value was not taken; the old one is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// There is no variable of this number.
    Unknown,
    /// The variable holds another kind of value.
    Kind,
    /// The value is not among those allowed.
    Outside,
}

impl Row {
    /// The same row as part of a group called `group`.
    #[must_use]
    pub fn inside(mut self, group: &str) -> Self {
        self.name =
            if self.name.is_empty() { group.to_owned() } else { format!("{group}.{}", self.name) };
        self
    }

    /// The values the variable may take, in words.
    pub fn allowed(&self) -> String {
        match &self.kind {
            Kind::Real { allowed, .. } => allowed.to_string(),
            Kind::Boolean => "true, false".to_owned(),
            Kind::Choice { items, .. } => {
                let names: Vec<_> =
                    items.iter().map(|item| format!("{} ({})", item.name, item.number)).collect();
                names.join(", ")
            }
        }
    }

    /// `value` as this variable's readers write it: an item by its name.
    pub fn show(&self, value: Value) -> String {
        match (value, &self.kind) {
            (Value::Integer(number), Kind::Choice { items, .. }) => items
                .iter()
                .find(|item| item.number == number)
                .map_or_else(|| number.to_string(), |item| item.name.to_owned()),
            (Value::Real(number), _) => number.to_string(),
            (Value::Integer(number), _) => number.to_string(),
            (Value::Boolean(truth), _) => truth.to_string(),
        }
    }
}
