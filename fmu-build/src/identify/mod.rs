//! Parameters of a joint from measurements: the joint itself is run along what was measured.
//!
//! Loops of a lap joint have closed forms and a search of their own, [`Identified`]. All else is a [`Found`]: a
//! [model](models) names what to look for, [`data`] are read and become [experiments](experiment::Experiment),
//! and [`fit`] moves the [unknowns](unknowns::Unknown) until the joint does what was measured.

mod ask;
mod beside;
mod certain;
mod data;
mod drive;
mod drops;
mod experiment;
mod fit;
mod held;
mod judge;
mod loops;
mod models;
mod pressed;
mod problem;
mod reader;
mod report;
mod rigs;
mod search;
mod settle;
mod steady;
mod unknowns;

pub use ask::Options;
pub use certain::{Found, Judgement, Value};
pub use fit::identify;
pub use loops::{Identified, read};
pub use models::table;
