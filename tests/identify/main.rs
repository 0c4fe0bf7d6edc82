//! Hosts measured by probe loads: mobility, delay and update rule against the true ones.

mod closed;
mod early;
#[path = "../common/driven.rs"]
mod driven;
mod hosts;
mod line;
mod properties;
mod scenes;
mod search;
