//! One variable as users see it.

use crate::Refusal;
use crate::{ANY, Interval, Item, Limits, SiUnit};
use std::fmt;

/// A variable: its whole declaration in one place.
#[derive(Debug, Clone)]
pub struct Row {
    /// Public name, parts joined by dots: `geometry.clearance`.
    pub name: String,
    /// Kind of its value.
    pub kind: Kind,
    /// Value before the first assignment.
    pub start: Value,
    /// One or more sentences: meaning and sign.
    pub text: &'static str,
    /// Latest time at which it may be set, as a parameter.
    pub variability: Variability,
}

/// Latest time at which a parameter may be set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variability {
    /// When the block is built: it decides which variables there are.
    Constant,
    /// Before the first step.
    Fixed,
    /// Between steps, too.
    Tunable,
}

/// The kind of a variable's value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// A real number.
    Real {
        /// Its SI unit.
        unit: &'static SiUnit,
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
        /// Subject of the enumeration.
        text: &'static str,
        /// Its items, in ascending order of their numbers.
        items: &'static [Item],
    },
}

impl Kind {
    /// The value that `number` in the flat array represents.
    pub fn value(&self, number: f64) -> Value {
        match self {
            Self::Real { .. } => Value::Real(number),
            Self::Integer { .. } | Self::Choice { .. } => Value::Integer(number as i32),
            Self::Boolean => Value::Boolean(number != 0.0),
        }
    }
}

/// A variable's value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value {
    /// A real number in SI units.
    Real(f64),
    /// A whole number, or the number of an enumeration's item.
    Integer(i32),
    /// True or false.
    Boolean(bool),
}

impl Value {
    /// Its number in the flat array.
    pub fn number(self) -> f64 {
        match self {
            Self::Real(number) => number,
            Self::Integer(number) => f64::from(number),
            Self::Boolean(truth) => f64::from(u8::from(truth)),
        }
    }
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

impl Row {
    /// The only row of a field that is a variable; the field gives it a name and a text.
    #[doc(hidden)]
    #[inline(never)]
    pub fn nameless(kind: &'static Kind, start: f64) -> Vec<Self> {
        let (name, text, start) = (String::new(), "", kind.value(start));
        vec![Self { name, kind: *kind, start, text, variability: Variability::Fixed }]
    }

    /// Puts the row into a group called `group`.
    #[must_use]
    pub fn inside(mut self, group: &str) -> Self {
        self.name =
            if self.name.is_empty() { group.to_owned() } else { format!("{group}.{}", self.name) };
        self
    }

    /// The numbers that the variable may be set to.
    pub fn limits(&self) -> Limits {
        match self.kind {
            Kind::Real { allowed, .. } | Kind::Integer { allowed } => Limits::of(allowed),
            Kind::Boolean => Limits { low: 0.0, high: 1.0 },
            Kind::Choice { items, .. } => {
                let number = |item: Option<&Item>| item.map_or(0.0, |item| f64::from(item.number));
                Limits { low: number(items.first()), high: number(items.last()) }
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
            (Value::Real(number), _) => readable(number),
            (Value::Integer(number), _) => number.to_string(),
            (Value::Boolean(truth), _) => truth.to_string(),
        }
    }

    /// The value that `text` represents, if the variable may have it: a number, `true` or `false`,
    /// an item by name or number. The error names the variable, the text and what is allowed.
    pub fn parse(&self, text: &str) -> Result<Value, Refusal> {
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
                if let Some(item) = items.iter().find(|item| item.formerly == Some(text)) {
                    let Self { name, .. } = self;
                    return Err(format!("{name} = {text} is called {} now", item.name).into());
                }
                let named = |item: &&Item| item.name == text || text.parse() == Ok(item.number);
                items.iter().find(named).map(|item| Value::Integer(item.number))
            }
        };
        found.ok_or_else(|| self.refuse(text).to_string().into())
    }

    /// The sentence for a `value` outside the variable's range.
    pub fn refuse<V: fmt::Display>(&self, value: V) -> RefusedValue<&str, V> {
        RefusedValue { name: &self.name, kind: self.kind, text: self.text, value }
    }
}

/// `contact.restitution = 1.3 is outside above 0..=1 (Coefficient of restitution …)`.
#[derive(Debug, Clone, Copy)]
pub struct RefusedValue<N, V> {
    /// Name of the variable.
    pub name: N,
    /// Kind and range of its values.
    pub kind: Kind,
    /// Meaning of the variable.
    pub text: &'static str,
    /// The refused value.
    pub value: V,
}

impl<N: fmt::Display, V: fmt::Display> fmt::Display for RefusedValue<N, V> {
    // Written without intermediate strings: a refusal during a step must not allocate.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, kind, text, value } = self;
        write!(f, "{name} = {value} is ")?;
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
