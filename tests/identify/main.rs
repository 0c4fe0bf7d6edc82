//! Hosts measured by probe loads: mobility, delay and update rule against the true ones.

mod closed;
#[path = "../common/dice.rs"]
mod dice;
#[path = "../common/driven.rs"]
mod driven;
mod early;
mod hosts;
mod line;
mod machine;
mod prescribed;
mod properties;
mod reversed;
mod scenes;
mod search;

use spiel::coupling::identify::Status;

/// `coupling.identified` once the host is known.
const FOUND: f64 = Status::Found as i32 as f64;
