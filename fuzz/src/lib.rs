//! Bytes from strangers, for every place at which they come in.
//!
//! Each of [`TARGETS`] takes any bytes and panics if the answer is neither a result of finite numbers nor an error.
//! A fuzzer makes the bytes up (`tests/fuzz`); the test `bytes` of this crate repeats those that reached new code
//! before, and those that once failed.

#![allow(unsafe_code, reason = "a host calls C functions")]
#![allow(dead_code, reason = "the modules are those of the tests, which use more of them")]

mod archive;
mod group;
pub mod states;
mod texts;
mod unit;

#[path = "../../fmi/tests/common/mod.rs"]
mod common;
#[path = "../../fmi/tests/hosts/functions.rs"]
mod functions;
#[path = "../../fmi/tests/hosts/guest.rs"]
mod guest;
#[path = "../../fmi/tests/hosts/perform.rs"]
mod perform;
#[path = "../../fmi/tests/hosts/runner.rs"]
mod runner;
#[path = "../../fmi/tests/hosts/sequence.rs"]
mod sequence;
#[path = "../../fmi/tests/hosts/snapshots.rs"]
mod snapshots;
#[path = "../../fmi/tests/hosts/source.rs"]
mod source;
#[path = "../../fmi/tests/hosts/three.rs"]
mod three;

use arbitrary::{Arbitrary, Unstructured};
use spiel::Fault;
use spiel::block::Block;
use spiel::coupling::Step;
use std::path::Path;
use std::sync::LazyLock;

/// A place at which bytes come in.
pub struct Target {
    /// Its name, which is that of the folder with its corpus.
    pub name: &'static str,
    /// Takes bytes; panics if the answer is none that was promised.
    pub take: fn(&[u8]),
}

/// Every place at which foreign bytes come in.
pub const TARGETS: [Target; 8] = [
    Target { name: "calls", take: calls },
    Target { name: "states", take: states::states },
    Target { name: "unit", take: unit::unit },
    Target { name: "group", take: group::group },
    Target { name: "parameters", take: texts::parameters },
    Target { name: "tables", take: texts::tables },
    Target { name: "description", take: archive::description },
    Target { name: "archive", take: archive::archive },
];

/// A byte for a unit, then calls of the C functions of this one and the next in any order.
fn calls(bytes: &[u8]) {
    static SOURCES: LazyLock<Vec<guest::Source>> = LazyLock::new(guest::Source::samples);
    let Some((which, bytes)) = bytes.split_first() else { return };
    let which = usize::from(*which) % (SOURCES.len() - 1);
    if let Ok(calls) = sequence::Sequence::arbitrary(&mut Unstructured::new(bytes)) {
        runner::run(&SOURCES[which..which + 2], &calls.0);
    }
}

/// Writes bytes to a file of that name in a folder of its own, and hands its path on.
fn with_file(name: &str, bytes: &[u8], take: impl FnOnce(&Path)) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).expect("it can be written to");
    take(&path);
}

/// Steps a block from its start, as far as it takes that; panics at a number that is not finite.
fn steps(block: &mut Block, from: f64, count: i32) -> Result<(), Fault> {
    let size = block.safe_step()?.clamp(1e-9, 1e-3);
    for step in 0..count {
        block.advance(Step { start: from + f64::from(step) * size, size })?;
        finite(block)?;
    }
    Ok(())
}

/// Panics if a variable is not finite.
fn finite(block: &mut Block) -> Result<(), Fault> {
    for index in 0..block.rows().len() {
        let value = block.value(index)?.number();
        assert!(value.is_finite(), "{} = {value}", block.rows()[index].name);
    }
    Ok(())
}
