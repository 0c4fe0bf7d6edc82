//! One revolute joint for a very long time, through its C interface: does memory stay, and energy?
//!
//!     cargo run --release -p spiel-fmi --example soak -- --steps 1e9 --minutes 60
//!
//! A heavy journal that is out of balance bounces and turns in its bearing, driven by a motor. Every
//! interval a line on the terminal gives the memory of the process and the difference between the energy
//! that the bodies gave the joint and the energy that it has lost and stored.

#![allow(unsafe_code, reason = "a host calls C functions")]

mod guest;
mod machine;

use clap::Parser;
use guest::Guest;
use indicatif::{ProgressBar, ProgressStyle};
use machine::Machine;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Runs one revolute joint through its C interface for a very long time.
#[derive(Parser)]
struct Arguments {
    /// Steps to make.
    #[arg(long, default_value = "1e9", value_parser = count)]
    steps: u64,
    /// Time after which it ends in any case [min].
    #[arg(long, default_value_t = 60.0)]
    minutes: f64,
    /// Communication step [s].
    #[arg(long, default_value_t = 1e-6)]
    step_size: f64,
    /// Time between two lines [s].
    #[arg(long, default_value_t = 30.0)]
    interval: f64,
    /// Energy that may be missing, as a share of the lost energy.
    #[arg(long, default_value_t = 1e-3)]
    tolerance: f64,
}

/// A whole number, which may be written 1e9.
fn count(text: &str) -> Result<u64, String> {
    let number: f64 = text.parse().map_err(|_| format!("{text} is not a number"))?;
    if (1.0..1e18).contains(&number) { Ok(number as u64) } else { Err("it must be 1..1e18".into()) }
}

/// Memory that the process holds \[bytes\]; 0 if the system does not tell.
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0) * 4096
}

/// Growth that is no leak: a leak of one byte a step would be a thousand times as much \[bytes\].
const FLAT: u64 = 1 << 20;
/// Steps between two looks at the clock.
const STRETCH: u64 = 100_000;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut machine = Machine::new(Guest::new(), arguments.step_size);
    let bar = ProgressBar::new(arguments.steps).with_style(
        ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len} steps, {eta} left")
            .expect("a template that was tried"),
    );
    let (start, limit) = (Instant::now(), Duration::from_secs_f64(60.0 * arguments.minutes));
    let interval = Duration::from_secs_f64(arguments.interval);
    let (mut next, mut done, mut first, mut most) = (interval, 0, 0, 0);
    while done < arguments.steps && start.elapsed() < limit {
        for _ in 0..STRETCH.min(arguments.steps - done) {
            machine.step();
        }
        machine.look_back();
        done += STRETCH.min(arguments.steps - done);
        bar.set_position(done);
        most = resident().max(most);
        if first == 0 {
            // By now everything has been used once.
            (first, most) = (resident(), resident());
        }
        if start.elapsed() >= next {
            next += interval;
            bar.println(format!("{done} steps, {:.2} MiB: {}", mib(resident()), machine.balance()));
        }
    }
    bar.finish_and_clear();
    let (balance, grown) = (machine.balance(), most - first);
    println!(
        "{done} steps of {:e} s in {:.1} s, {:.0} ns each; {} impacts.",
        arguments.step_size,
        start.elapsed().as_secs_f64(),
        start.elapsed().as_secs_f64() * 1e9 / done as f64,
        machine.impacts
    );
    println!("Memory: {:.2} MiB after the first steps, {grown} bytes more at most.", mib(first));
    println!("{balance}");
    println!("Snapshots: {}.", machine.snapshots);
    let held = balance.missing.abs() <= arguments.tolerance;
    println!(
        "Memory {}, balance {} to {}.",
        if grown <= FLAT { "flat" } else { "GROWS" },
        if held { "held" } else { "NOT held" },
        arguments.tolerance
    );
    if held && grown <= FLAT { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn mib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}
