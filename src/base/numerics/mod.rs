//! The few general methods of numerical mathematics that several parts need.

pub(crate) mod gauss;
pub mod projection;
pub(crate) mod root;
pub(crate) mod table;
