//! Hosts that break the rules, and the answers that they get.

#![allow(unsafe_code, reason = "hosts call C functions, and break their rules where they say so")]

#[path = "../common/mod.rs"]
mod common;

mod arrays;
mod calls;
mod expected;
mod faults;
mod functions;
mod guest;
mod legal_order;
mod linked;
mod loggers;
mod perform;
mod references;
mod runner;
mod sequence;
mod sequences;
mod settings;
mod snapshots;
mod solving;
mod source;
mod stack;
mod threads;
mod three;
#[cfg(target_arch = "x86_64")]
mod traps;
mod version_three;
mod wild;
