//! A joint as one running unit, and the C interfaces of FMI around it.
//!
//! The module `slave` is the unit: its life, settings, values, saved states and log. It knows no version of FMI
//! and uses no module beside it. The module `c` is what all versions share: importers' pointers and the path of
//! every call. [`fmi2`] and [`fmi3`] are the parts that only one version knows: C types, exported functions and their
//! legal order. A library has both: the importer's description decides which it calls.
//!
//! All unsafe code of the project that importers meet is in `c` and in the exported functions. [`export!`]
//! turns a joint into a library. Every exported function only makes slices of pointers and runs a safe body
//! through one common function, which checks null, checks the call order against a table, catches panics and
//! turns a refusal into a status and one line. The host's logger gets the lines of a call when it is over: a
//! logger may call the instance, end it, throw an exception or jump away. No allocation, lock or I/O
//! happens in DoStep, Set… and Get…; tests hold every call to 32 kB of stack.

#![allow(
    clippy::result_large_err,
    reason = "a refusal is a line on the stack: it must not allocate"
)]

mod c;
mod export;
pub mod fmi2;
pub mod fmi3;
mod slave;

pub use slave::{
    BuildFile, Line, MOST_TEXT, Phase, Scaled, default_guid, folder_of, is_plain_name, read_file,
    read_text, scaled,
};
pub use spiel::model::ModelKind;
