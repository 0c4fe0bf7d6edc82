//! From loops on the rig to parameters, to an FMU, and back to loops.

use fmu_build::identify::Identified;
use fmu_build::{Error, Fmu, Variant};
use spiel::laws::interface::Iwan;
use spiel_examples::rig::Rig;
use spiel_examples::{Chart, Mark, Table};
use std::path::Path;

/// Measured amplitudes \[m\].
const AMPLITUDES: [f64; 4] = [0.5e-6, 1e-6, 2e-6, 3e-6];
/// Resolution of the force gauge \[N\].
const RESOLUTION: f64 = 1.0;

/// Result of the round trip.
pub struct RoundTrip {
    /// The model found.
    pub iwan: Iwan,
    /// Largest difference between the loops of the FMU built from it and the original's \[N\].
    pub largest_error: f64,
}

/// Measures loops, identifies their parameters, builds the FMU with these and measures again.
pub fn round_trip(fmu: &Fmu, folder: &Path) -> Result<RoundTrip, Error> {
    let mut table = Table::new(["x0 [m]", "x [m]", "F [N]"]);
    let mut originals = Vec::new();
    for amplitude in AMPLITUDES {
        let points = Rig::new(fmu, &[])?.cycle(amplitude, 400)?;
        for (x, force) in &points {
            table.push([amplitude, *x, (force / RESOLUTION).round() * RESOLUTION]);
        }
        originals.push(points);
    }
    let (measured, found) = (folder.join("loops.csv"), folder.join("identified.toml"));
    table.write(&measured)?;
    let identified = Identified::from_file(&measured, Some(crate::iwan::LOAD))?;
    identified.write(&found)?;

    let mut variant = Variant::of("rough_interface")?;
    variant.set_from_file(&found)?;
    let model = spiel_examples::fmu_from(&variant, "identified", folder)?;
    let title = "The FMU built from the identified parameters repeats the loops (grey)";
    let mut chart = Chart::new(title, "displacement [m]", "force [N]");
    let mut largest_error: f64 = 0.0;
    for (amplitude, original) in AMPLITUDES.into_iter().zip(originals) {
        let again = Rig::new(&model, &[])?.cycle(amplitude, 400)?;
        let off = original.iter().zip(&again).map(|((x, before), (_, after))| (*x, after - before));
        let off: Vec<_> = off.collect();
        largest_error = off.iter().fold(largest_error, |most, (_, off)| most.max(off.abs()));
        chart = chart.with_difference("difference [N]", Mark::Line, off);
        chart = chart.with(&format!("{:.1} µm", 1e6 * amplitude), Mark::Line, again);
        chart = chart.with("", Mark::Reference, original);
    }
    chart.write(&folder.join("identified_loops.svg"))?;
    Ok(RoundTrip { iwan: identified.found().iwan, largest_error })
}
