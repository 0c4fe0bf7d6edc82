//! One variable as the world sees it.

use crate::{ANY, Interval, Item, Unit};
use std::borrow::Cow;
use std::fmt;

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
    /// Whether, as a parameter, it may change between steps.
    pub tunable: bool,
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
    /// A whole number.
    Integer {
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
// A tag as wide as the number: a narrow one is written in one size and read in another, and the
// processor waits for it each time a value is set.
#[repr(u64)]
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Value {
    /// A real number in SI units.
    Real(f64),
    /// A whole number, or the number of an enumeration's item.
    Integer(i32),
    /// True or false.
    Boolean(bool),
}

/// A number as a person would write it: 0.3, 2.07e11, 1e-20; reads back to the same bits.
fn readable(number: f64) -> String {
    let size = number.abs();
    if size == 0.0 || (1e-3..1e5).contains(&size) {
        number.to_string()
    } else {
        format!("{number:e}")
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Real(number)
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Self {
        Self::Integer(number)
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Self::Boolean(truth)
    }
}

/// "Only where `selector` is one of `choices`."
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    /// Full name of the enumeration variable that decides.
    pub selector: Cow<'static, str>,
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
    /// The one row of a field that is a variable, which names and tells of it.
    #[doc(hidden)]
    #[inline(never)]
    pub fn nameless(kind: &'static Kind, start: Value) -> Vec<Self> {
        let (name, text) = (String::new(), "");
        vec![Self { name, kind: *kind, start, text, tunable: false, when: None }]
    }

    /// The same row as part of a group called `group`.
    #[must_use]
    pub fn inside(mut self, group: &str) -> Self {
        self.name =
            if self.name.is_empty() { group.to_owned() } else { format!("{group}.{}", self.name) };
        self
    }

    /// The same row of something that is a part of a larger thing: the variable that decides over it
    /// is one of the same part.
    #[must_use]
    pub fn of_part(mut self, part: &str) -> Self {
        if let Some(when) = &mut self.when {
            when.selector = Cow::Owned(format!("{part}.{}", when.selector));
        }
        self.inside(part)
    }

    /// `value` as this variable's readers write it: an item by its name.
    pub fn show(&self, value: Value) -> String {
        match (value, &self.kind) {
            (Value::Integer(number), Kind::Choice { items, .. }) => items
                .iter()
                .find(|item| item.number == number)
                .map_or_else(|| number.to_string(), |item| item.name.to_owned()),
            (Value::Real(number), _) => readable(number),
            (Value::Integer(number), _) => number.to_string(),
            (Value::Boolean(truth), _) => truth.to_string(),
        }
    }

    /// The value that `text` stands for, if the variable may take it: a number, `true` or `false`,
    /// an item by name or number. The error names the variable, the text and what is allowed.
    pub fn parse(&self, text: &str) -> Result<Value, String> {
        let text = text.trim();
        let found = match &self.kind {
            Kind::Real { allowed, .. } => {
                text.parse().ok().filter(|number| allowed.contains(*number)).map(Value::Real)
            }
            Kind::Integer { allowed } => text
                .parse()
                .ok()
                .filter(|number| allowed.contains(f64::from(*number)))
                .map(Value::Integer),
            Kind::Boolean => text.parse().ok().map(Value::Boolean),
            Kind::Choice { items, .. } => {
                let named = |item: &&Item| item.name == text || text.parse() == Ok(item.number);
                items.iter().find(named).map(|item| Value::Integer(item.number))
            }
        };
        found.ok_or_else(|| self.refuse(text).to_string())
    }

    /// The sentence for a `value` that the variable does not take.
    pub fn refuse<V: fmt::Display>(&self, value: V) -> RefusedValue<'_, V> {
        RefusedValue { row: self, value }
    }
}

/// `contact.restitution = 1.3 is outside above 0..=1 (Coefficient of restitution …)`.
#[derive(Debug, Clone, Copy)]
pub struct RefusedValue<'a, V> {
    row: &'a Row,
    value: V,
}

impl<V: fmt::Display> fmt::Display for RefusedValue<'_, V> {
    // Written without a detour through strings: a refusal during a step must not allocate.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { name, kind, text, .. } = self.row;
        write!(f, "{name} = {} is ", self.value)?;
        match kind {
            Kind::Real { allowed, .. } => write!(f, "outside {allowed}")?,
            Kind::Integer { allowed: ANY } => write!(f, "no whole number")?,
            Kind::Integer { allowed } => write!(f, "outside the whole numbers in {allowed}")?,
            Kind::Boolean => write!(f, "neither true nor false")?,
            Kind::Choice { items, .. } => {
                write!(f, "none of")?;
                for (index, item) in items.iter().enumerate() {
                    let comma = if index == 0 { "" } else { "," };
                    write!(f, "{comma} {} {}", item.name, item.number)?;
                }
            }
        }
        write!(f, " ({})", text.trim_end_matches('.'))
    }
}
