//! Any sequence of calls: the runner panics if an answer is not the one promised.

#![no_main]
#![allow(unsafe_code, reason = "a host calls C functions")]
#![allow(dead_code, reason = "the modules are those of the tests, which use more of them")]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

#[path = "../../tests/common/mod.rs"]
mod common;
#[path = "../../tests/hosts/functions.rs"]
mod functions;
#[path = "../../tests/hosts/guest.rs"]
mod guest;
#[path = "../../tests/hosts/perform.rs"]
mod perform;
#[path = "../../tests/hosts/runner.rs"]
mod runner;
#[path = "../../tests/hosts/sequence.rs"]
mod sequence;
#[path = "../../tests/hosts/snapshots.rs"]
mod snapshots;
#[path = "../../tests/hosts/source.rs"]
mod source;
#[path = "../../tests/hosts/three.rs"]
mod three;

static SOURCES: LazyLock<Vec<guest::Source>> = LazyLock::new(guest::Source::samples);

/// Calls made so far.
static CALLS: AtomicUsize = AtomicUsize::new(0);
const MILLION: usize = 1_000_000;

fuzz_target!(|calls: sequence::Sequence| {
    let made = runner::run(&*SOURCES, &calls.0).calls;
    let before = CALLS.fetch_add(made, Ordering::Relaxed);
    if before / MILLION != (before + made) / MILLION {
        eprintln!("{} million calls", (before + made) / MILLION);
    }
});
