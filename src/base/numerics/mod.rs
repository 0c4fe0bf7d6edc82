//! General numerical methods that several modules need.

pub mod constraint_row;
pub(crate) mod gauss;
pub(crate) mod least_norm;
pub mod least_squares;
pub mod projection;
pub(crate) mod root;
pub(crate) mod table;
