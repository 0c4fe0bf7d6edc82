//! Runs the rigs of a file natively: `replay ORDERS.json > RESULTS.json`; a browser's results are compared with these.

use serde::Deserialize;
use spiel_browser::{Order, Rig};
use std::error::Error;

/// A run: a rig, its number of steps, and those between samples.
#[derive(Deserialize)]
struct Run {
    order: Order,
    steps: usize,
    every: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: replay ORDERS.json")?;
    let runs: Vec<Run> = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    let mut results = Vec::new();
    for Run { order, steps, every } in runs {
        let mut rig = Rig::new(&order)?;
        rig.run(steps, every)?;
        results.push(rig.samples().to_vec());
    }
    println!("{}", serde_json::to_string(&results)?);
    Ok(())
}
