//! General numerical methods that several modules need.

pub(crate) mod gauss;
pub mod projection;
pub(crate) mod root;
pub(crate) mod table;
