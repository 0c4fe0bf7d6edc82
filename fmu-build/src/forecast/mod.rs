//! Wear of a joint over the years: play, depths and volumes under a load cycle that repeats, and the time at which the
//! joint must be replaced, with its uncertainty and the errors of the computation.
//!
//! The joint's own pin and hole rest under the load at every instant of the cycle, see `spiel::laws::forecast`. A range
//! of the wear coefficient costs no run: time counts in proportion to it. Ranges of all other quantities are
//! covered by a quasi-random sequence of runs, as many as the quantiles need.
//!
//! Source: own. The sequence is Kronecker's with the powers of the generalised golden ratio.

mod amount;
mod ask;
mod band;
mod calibrate;
mod case;
mod charts;
mod errors;
mod keep;
mod machine;
mod oil;
mod options;
mod quantiles;
mod question;
mod reader;
mod report;
mod subject;
mod trace;
mod words;
mod written;

pub use ask::forecast;
pub use calibrate::{Calibrated, MODEL, calibrate};
pub use options::Options;
pub use report::{Forecast, Stage};
