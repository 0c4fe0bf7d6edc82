//! Declarations of a model's variables, each made once.
//!
//! - [`quantities!`] declares a struct whose every field is a variable: text, name, unit, start, range;
//! - [`choices!`] declares an enumeration in the same way;
//! - [`Row`] is one variable as users see it;
//! - [`SiUnit`] is an SI unit;
//! - [`series()`] finds variables that differ in a number;
//! - [`modelica`] decides which names a Modelica tool can read;
//! - `xml` (feature) writes and reads modelDescription.xml and makes the GUID from content.

mod choice;
mod interval;
pub mod modelica;
mod quantities;
mod refusal;
mod row;
mod series;
mod unit;
#[cfg(feature = "xml")]
pub mod xml;

pub use choice::{Choice, Item};
pub use interval::{ANY, INF, Interval, Limits, NOT_NEGATIVE, POSITIVE};
#[doc(hidden)]
pub use quantities::Field;
pub use quantities::Quantities;
pub use refusal::Refusal;
pub use row::{Kind, RefusedValue, Row, Value, Variability};
pub use series::{Series, numbered, series};
pub use unit::{SiUnit, UNITS, unit};

/// The tolerance of every default experiment: solvers that do not scale their errors by the states' nominal values need it,
/// and checkers expect it in co-simulation, too.
pub const DEFAULT_TOLERANCE: f64 = 1e-9;
