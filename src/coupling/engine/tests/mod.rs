//! Tests of the engine on mechanisms without a host.

mod impacts;
mod random;
mod walls;
