//! A spinning journal dropped in its bearing, integrated by a solver that finds every impact itself.
//!
//! The FMU is used in model exchange: it gives rates, their derivatives and an event indicator, and the
//! ODE solver of the crate diffsol chooses its own steps, stops where the journal meets the bearing or
//! leaves it, and starts again from there. Leaves the orbit in `out/bouncing_journal`.

#[allow(dead_code, reason = "one run needs no progress bar")]
mod journal;
mod solve;

use clap::Parser;
use fmu_build::Error;
use journal::{Journal, STATES};
use spiel_examples::{Chart, Mark, Table};
use std::path::PathBuf;
use std::process::ExitCode;

/// A spinning journal dropped in its bearing.
#[derive(Parser)]
#[command(name = "bouncing_journal")]
struct Arguments {
    /// Folder for table and picture.
    #[arg(long, default_value = "out/bouncing_journal")]
    out: PathBuf,
    /// Relative tolerance of the solver.
    #[arg(long, default_value_t = 1e-8)]
    tolerance: f64,
}

/// Duration of the motion \[s\].
const END: f64 = 0.03;
/// Radial clearance of the bearing, the joint's own \[m\].
const CLEARANCE: f64 = 5e-4;
/// Communication step of the comparison by co-simulation \[s\].
const STEP: f64 = 1e-7;

fn main() -> ExitCode {
    spiel_examples::finish(work(&Arguments::parse()))
}

fn work(Arguments { out, tolerance }: &Arguments) -> Result<(), Error> {
    let fmu = spiel_examples::fmu_of("revolute_clearance", out)?;
    let run = solve::run(&fmu, END, *tolerance)?;
    let names = ["time [s]", "x [m]", "y [m]", "phi [rad]", "vx [m/s]", "vy [m/s]", "w [rad/s]"];
    let mut table = Table::new(names.iter().chain(&["bristle [m]", "dissipated [J]"]));
    for (time, y) in &run.steps {
        table.push([&[*time][..], y].concat());
    }
    table.write(&out.join("orbit.csv"))?;
    let wall = (0..=360).map(|degree| f64::from(degree).to_radians().sin_cos());
    let wall = wall.map(|(sine, cosine)| (CLEARANCE * cosine, CLEARANCE * sine)).collect();
    let chart = Chart::new("The journal bounces along its bearing", "x [m]", "y [m]")
        .square()
        .with("clearance", Mark::Reference, wall)
        .with("centre of the journal", Mark::Line, table.points(1, 2));
    chart.write(&out.join("orbit.svg"))?;
    let (_, last) = run.steps[run.steps.len() - 1];
    let stepped = Journal::stepped(&fmu, END, STEP)?;
    let apart = (0..2).map(|i| (last[i] - stepped[i]).abs()).fold(0.0, f64::max);
    let per_second = (run.calls.0 + run.calls.1) as f64 / END;
    spiel_examples::say(format_args!(
        "In {:.0} ms the journal hits its bearing {} times and loses {:.2} mJ; the solver took {} steps, \
         {} evaluations and {} derivatives ({per_second:.1e} per second), its energies add up to \
         {:.0e} of what there was, and it ends {apart:.1e} m from where {:.0e} steps of co-simulation end.",
        1e3 * END,
        run.bounces.len(),
        1e3 * last[STATES - 1],
        run.steps.len() - 1,
        run.calls.0,
        run.calls.1,
        run.energy.1 / run.energy.0,
        END / STEP,
    ));
    for (began, ended) in run.bounces.iter().zip(&run.releases) {
        spiel_examples::say(format_args!("contact from {began:.12} s to {ended:.12} s"));
    }
    spiel_examples::say(format_args!("Table and picture are in {}.", out.display()));
    Ok(())
}
