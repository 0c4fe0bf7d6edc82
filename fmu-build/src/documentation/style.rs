//! Styles of pages and drawings: in the book, inside FMUs and in pictures of runs.

/// The style of drawings, plots, equations and tables.
pub(crate) const PARTS: &str = include_str!("parts.css");
/// The style of a page inside an FMU, light or dark as the reader's system is.
pub(super) const PAGE: &str = include_str!("style.css");
