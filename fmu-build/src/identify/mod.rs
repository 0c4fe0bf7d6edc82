//! Parameters of a joint from measurements: the joint itself is run along what was measured.
//!
//! Loops of a lap joint have closed forms and a search of their own, [`Identified`]. All else is a [`Found`]: a model
//! names the parameters to look for, files become experiments, and [`identify`] moves the parameters until the joint
//! repeats the measurement.
//!
//! Source: own. Least squares by Levenberg and Marquardt's method, see `spiel::base::numerics::least_squares`. Valid as
//! far as the joint itself; standard errors hold for noise that is independent of the motion.

mod ask;
mod beside;
mod certain;
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
