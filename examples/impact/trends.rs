//! Trends over many impacts: realised restitution, clearance, communication step.

use crate::bearings::Bearings;
use crate::plan::{DISSIPATIONS, MODELS, with_dissipations, with_laws};
use crate::study::{Cases, run};
use crate::throw::{Impact, STEP, Throw};
use fmu_build::Error;
use indicatif::ProgressBar;
use spiel::laws::contact::dissipation::realised;
use spiel::laws::contact::{Dissipation, Elastic};
use spiel_examples::{Chart, Mark, Table};
use std::path::Path;

/// Communication steps whose errors are reported \[s\].
const STEPS: [f64; 8] = [1e-6, 5e-7, 2e-7, 1e-7, 5e-8, 2e-8, STEP, 5e-9];

/// Clearances of the trend \[m\].
const CLEARANCES: [f64; 12] =
    [2e-5, 3e-5, 4e-5, 6e-5, 8e-5, 1e-4, 1.5e-4, 2e-4, 3e-4, 5e-4, 7e-4, 1e-3];

/// Number of required restitutions, up to 1.
const ASKED: i32 = 20;

/// Number of throws in the trends.
pub const THROWS: usize =
    2 * ASKED as usize * DISSIPATIONS.len() + CLEARANCES.len() * MODELS.len() + STEPS.len();

/// Realised restitution against the required one: Hertz as lines, the fractal law as dots.
pub fn restitution(bearings: &Bearings, bar: &ProgressBar, folder: &Path) -> Result<(), Error> {
    let asked = || (1..=ASKED).map(|step| f64::from(step) / f64::from(ASKED));
    let throw = |elastic| {
        let cases = asked().flat_map(|asked| with_dissipations(elastic, asked));
        run(&cases.collect(), bearings, bar)
    };
    let (smooth, rough) = (throw(Elastic::Hertz)?, throw(Elastic::Fractal)?);
    let columns = DISSIPATIONS.map(|(name, _)| format!("realised with {name} [1]"));
    let mut table = Table::new(named("asked for [1]", &columns));
    for (asked, row) in asked().zip(smooth.chunks(DISSIPATIONS.len())) {
        table.push([asked].into_iter().chain(row.iter().map(Impact::realised)).collect::<Vec<_>>());
    }
    table.write(&folder.join("realised.csv"))?;
    let title = "Only the exact law gives the restitution that was set";
    let mut chart = Chart::new(title, "restitution as set", "restitution of the impact").with(
        "as set",
        Mark::Reference,
        vec![(0.0, 0.0), (1.0, 1.0)],
    );
    for (index, (name, _)) in DISSIPATIONS.iter().enumerate() {
        chart = chart.with(name, Mark::Line, table.points(0, index + 1));
    }
    let dots = rough.iter().map(|impact| (impact.throw.restitution, impact.realised())).collect();
    chart.with("all of them, rough bearing", Mark::Points, dots).write(&folder.join("realised.svg"))
}

/// Contact forces fall with the clearance.
pub fn clearance(bearings: &Bearings, bar: &ProgressBar, folder: &Path) -> Result<(), Error> {
    let cases = |&clearance: &f64| with_laws(&MODELS, Throw { clearance, ..Throw::default() });
    let impacts = run(&CLEARANCES.iter().flat_map(cases).collect(), bearings, bar)?;
    let columns = MODELS.map(|(name, ..)| format!("peak force of {name} [N]"));
    let mut table = Table::new(named("clearance [m]", &columns));
    for (clearance, row) in CLEARANCES.iter().zip(impacts.chunks(MODELS.len())) {
        let forces = row.iter().map(|impact| impact.peak_force);
        table.push([*clearance].into_iter().chain(forces).collect::<Vec<_>>());
    }
    table.write(&folder.join("clearance.csv"))?;
    let title = "Contact forces fall with the clearance";
    let mut chart = Chart::new(title, "radial clearance [mm]", "largest contact force [kN]");
    for (index, (name, ..)) in MODELS.iter().enumerate() {
        let points = table.points(0, index + 1).into_iter();
        chart = chart.with(name, Mark::Line, points.map(|(c, f)| (c * 1e3, f / 1e3)).collect());
    }
    chart.write(&folder.join("clearance.svg"))
}

/// Errors against the communication step for the stiffest law: the exact damping must realise
/// the required restitution, and the largest force must not depend on the step.
pub fn steps(bearings: &Bearings, bar: &ProgressBar, folder: &Path) -> Result<(), Error> {
    let asked = 0.4;
    let throw = |step| {
        let (elastic, dissipation) = (Elastic::FractalIntegrated, Dissipation::Exact);
        let throw = Throw { elastic, dissipation, restitution: asked, step, ..Throw::default() };
        (String::new(), throw)
    };
    let impacts = run(&STEPS.map(throw).into_iter().collect::<Cases>(), bearings, bar)?;
    let expected = realised(Dissipation::Exact.factor(asked));
    let finest = impacts.last().map_or(0.0, |impact| impact.peak_force);
    let mut table = Table::new([
        "communication step [s]",
        "restitution [1]",
        "its error [1]",
        "peak force [N]",
        "its change to the finest step [1]",
    ]);
    for (step, impact) in STEPS.iter().zip(&impacts) {
        let (e, peak) = (impact.realised(), impact.peak_force);
        table.push([*step, e, (e - expected).abs(), peak, peak / finest - 1.0]);
    }
    table.write(&folder.join("steps.csv"))
}

/// A table's columns.
fn named<'a>(first: &'a str, others: &'a [String]) -> Vec<&'a str> {
    [first].into_iter().chain(others.iter().map(String::as_str)).collect()
}
