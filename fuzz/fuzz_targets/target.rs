//! The target that the environment variable SPIEL_FUZZ names, for libFuzzer.

#![no_main]

use libfuzzer_sys::fuzz_target;
use spiel_fuzz::TARGETS;
use std::sync::LazyLock;

static TAKE: LazyLock<fn(&[u8])> = LazyLock::new(|| {
    let name = std::env::var("SPIEL_FUZZ").unwrap_or_default();
    let found = TARGETS.iter().find(|target| target.name == name);
    let names = || TARGETS.map(|target| target.name).join(", ");
    found.unwrap_or_else(|| panic!("SPIEL_FUZZ={name:?} is none of {}", names())).take
});

fuzz_target!(|bytes: &[u8]| TAKE(bytes));
