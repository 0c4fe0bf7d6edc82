//! Tests of the engine on mechanisms without a host.

mod fallback;
mod impacts;
mod random;
mod sums;
mod walls;
