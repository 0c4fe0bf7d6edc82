//! Laws of a pin in its hole beside plane elasticity: the load of each over that of a plane-strain solution at the same
//! approach.
//!
//! Leaves the table and the picture in `out/line_laws`.

use clap::Parser;
use fmu_build::Error;
use model_description::Choice;
use spiel::laws::contact::LineLaw;
use spiel::laws::contact::line::{HELD_A_RADIUS_AWAY, Line, LineOptions, Modulus};
use spiel::{Fault, Material, Pair};
use spiel_examples::{Chart, Mark, Table};
use std::path::PathBuf;
use std::process::ExitCode;

/// Laws of a pin in its hole beside plane elasticity.
#[derive(Parser)]
#[command(name = "line_laws")]
struct Arguments {
    /// Folder for table and picture.
    #[arg(long, default_value = "out/line_laws")]
    out: PathBuf,
}

/// Half of the angle of contact \[°\], depth over the clearance, and load per length over E* times the clearance: Michell's
/// series for pin and housing, steel in steel, the housing held three radii away.
const PLANE: [[f64; 3]; 14] = [
    [0.2, 3.9486e-05, 9.56993e-06],
    [0.5, 2.1191e-04, 5.9815e-05],
    [1.0, 7.4219e-04, 2.39305e-04],
    [2.0, 2.5483e-03, 9.57913e-04],
    [5.0, 1.2501e-02, 6.0175e-03],
    [10.0, 4.0152e-02, 2.45095e-02],
    [20.0, 1.269e-01, 1.05283e-01],
    [30.0, 2.5599e-01, 2.66124e-01],
    [40.0, 4.4513e-01, 5.56424e-01],
    [50.0, 7.3995e-01, 1.07979],
    [60.0, 1.2596, 2.09256],
    [70.0, 2.4146, 4.46231],
    [75.0, 3.7461, 7.24091],
    [80.0, 7.0988, 14.2736],
];

const RADIUS: f64 = 0.01;
const CLEARANCE: f64 = 5e-4;
const LENGTH: f64 = 0.01;

fn main() -> ExitCode {
    spiel_examples::finish(work(&Arguments::parse()))
}

fn work(Arguments { out }: &Arguments) -> Result<(), Error> {
    std::fs::create_dir_all(out).map_err(Error::file(out))?;
    let fault = |fault: Fault| Error::Input(fault.to_string());
    let steel = Material::default();
    let pair = Pair::new(steel, steel).map_err(fault)?;
    let modulus = 0.5 * steel.youngs_modulus / (1.0 - steel.poissons_ratio.powi(2));
    let options = LineOptions { modulus: Modulus::Youngs, body_compliance: HELD_A_RADIUS_AWAY };
    let mut chart = Chart::new(
        "Only the conformal law is that of plane elasticity at every load",
        "half of the angle of contact [°]",
        "load over that of plane elasticity [1]",
    )
    .logarithmic();
    let mut table = Table::new(["law", "half-angle [°]", "load over that of plane elasticity [1]"]);
    for item in Line::ITEMS {
        let line = Line::from_number(item.number).expect("an item has its number");
        let law = LineLaw::of(line, &pair, options, RADIUS - CLEARANCE, LENGTH).map_err(fault)?;
        let mut points = Vec::new();
        for [angle, depth, right] in PLANE {
            // A law that ends has no load beyond.
            let Ok(load) = law.load(depth * CLEARANCE, CLEARANCE) else { break };
            let ratio = load / (right * modulus * CLEARANCE);
            table.push([f64::from(item.number), angle, ratio]);
            points.push((angle, ratio));
        }
        let name = match line {
            Line::LankaraniNikravesh => "lankarani_nikravesh; contact.elastic = hertz",
            _ => item.name,
        };
        chart = chart.with(name, Mark::Line, points);
    }
    table.write(&out.join("ratios.csv"))?;
    chart.write(&out.join("ratios.svg"))?;
    println!("written: {0}/ratios.csv, {0}/ratios.svg", out.display());
    Ok(())
}
