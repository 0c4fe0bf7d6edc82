//! Joints through the C interface, as an importer meets them.

#![allow(
    unsafe_code,
    clippy::undocumented_unsafe_blocks,
    reason = "an importer's calls: components live as long as their client, arrays are as long as announced"
)]

#[path = "../common/mod.rs"]
mod common;

mod derivatives;
mod loads;
mod log;
mod model_exchange;
mod oil;
mod refusals;
mod snapshots;
mod tolerance;
