//! FMUs of Spiel's joints: built, described, loaded and checked.
//!
//! - [`Variant`]: a joint with start values, on its way to becoming an FMU;
//! - [`build`]: library, description and resources zipped into a file;
//! - [`Libraries`]: prebuilt, or compiled, for this platform or others;
//! - [`dist`]: a release folder from which FMUs are built without Rust;
//! - [`Fmu`], [`Instance`], [`Equations`]: any FMI 2.0 FMU, loaded and driven, in co-simulation or in
//!   model exchange;
//! - [`check`]: the rules that importers apply to a file, and the results that come with it;
//! - [`identify`]: parameters from measurements;
//! - [`forecast`]: wear of a load cycle over the years, with its uncertainty;
//! - [`mobility`]: the inverse mass at a joint, from data sheets of its bodies or in a group;
//! - [`describe`]: the variables of a joint, a group or an FMU, as text or JSON;
//! - [`run`]: an FMU driven by a table, or as a body that is thrown;
//! - [`template`]: files to begin with;
//! - [`documentation`]: the documentation inside an FMU, and the joints' pages in the book;
//! - [`chart`]: lines and points as SVG.

mod archive;
mod build;
mod carried;
pub mod chart;
mod check;
mod columns;
pub mod compliance;
pub mod describe;
mod digits;
mod dist;
pub mod documentation;
mod doubts;
mod error;
mod files;
pub mod forecast;
mod group;
pub mod identify;
mod interrupt;
mod library;
mod load;
mod materials;
mod measured;
pub mod mobility;
mod numbered;
mod parallel;
mod platform;
#[doc(hidden)]
pub mod readers;
mod related;
mod report_page;
pub mod run;
mod schema;
mod shorthand;
mod table;
pub mod template;
mod tolerance;
mod toml_names;
mod units;
mod variant;
mod wheel;

pub use build::{Built, Notes, build, build_for, build_from};
pub use check::{Finding, RUN_ENDED, check, check_apart, confine, drive};
pub use dist::{Content, dist};
pub use doubts::doubts;
pub use error::Error;
pub use files::{check_output, keep_apart, write_beside};
pub use interrupt::remove_temporary_files;
pub use library::{Found, Inspected, Libraries, Library, Manifest, Progress};
pub use load::{Completed, Component, Equations, Event, Fmu, Instance, SavedState, Settings};
pub use parallel::on_all_cores;
pub use platform::{Platform, Platforms, Toolchain};
pub use shorthand::Shorthand;
pub use units::number_in;
pub use variant::{Choices, Variant};
pub use wheel::COMMAND;
