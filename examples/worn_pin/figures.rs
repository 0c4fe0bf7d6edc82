//! Figures of a joint's life, and the sentence that sums it up.

use crate::laws::write;
use crate::lifetime::{LOADS, Lifetime};
use crate::machine::{LOAD, SLICES};
use fmu_build::Error;
use spiel_examples::{Chart, Mark, Table};
use std::path::Path;

/// The half of the pin from its edge: slice 1 to the one beside the middle.
fn half(values: &[f64]) -> impl Iterator<Item = (f64, f64)> {
    (1..=SLICES / 2).map(|number| number as f64).zip(values.iter().copied())
}

/// Draws figures 10, 11 and 14 of one joint.
pub fn draw(life: &Lifetime, folder: &Path) -> Result<(), Error> {
    let joint = life.joint;
    let slice = format!("slice ({} is in the middle of the pin)", SLICES / 2);
    let title = |figure: u32, what: &str| format!("Figure {figure}: {what}, joint {}", joint.name);
    let mut depths = Chart::new(&title(10, "edges wear first"), &slice, "wear depth [µm]");
    let mut depth_table = Table::new(["hours", "slice", "wear depth [m]"]);
    let what = "wear evens out the friction energy of 1 s";
    let mut energies = Chart::new(&title(11, what), &slice, "friction energy [J]");
    let mut energy_table = Table::new(["hours", "slice", "friction energy [J]"]);
    for worn in &life.states {
        let name = format!("{} h", worn.hours);
        let micrometres = half(&worn.depths).map(|(k, depth)| (k, depth * 1e6)).collect();
        depths = depths.with(&name, Mark::Line, micrometres);
        energies = energies.with(&name, Mark::Line, half(&worn.friction).collect());
        for ((k, depth), (_, energy)) in half(&worn.depths).zip(half(&worn.friction)) {
            depth_table.push([worn.hours.into(), k, depth]);
            energy_table.push([worn.hours.into(), k, energy]);
        }
    }
    write("figure_10", Some(joint), &depths, &depth_table, folder)?;
    write("figure_11", Some(joint), &energies, &energy_table, folder)?;

    let (_, old) = life.ends();
    let what = format!("after {} h the middle carries small loads", old.hours);
    let mut forces = Chart::new(&title(14, &what), &slice, "share of the load per slice [%]");
    let mut force_table = Table::new(["load [N]", "slice", "force [N]"]);
    for (load, found) in LOADS.iter().zip(&old.forces) {
        let shares = half(found).map(|(k, force)| (k, 100.0 * force / load)).collect();
        forces = forces.with(&format!("{} kN", load / 1e3), Mark::Line, shares);
        half(found).for_each(|(k, force)| force_table.push([*load, k, force]));
    }
    write("figure_14", Some(joint), &forces, &force_table, folder)
}

/// Draws figure 12 of all joints.
pub fn draw_stiffness(lives: &[&Lifetime], folder: &Path) -> Result<(), Error> {
    let mut chart = Chart::new(
        "Figure 12: worn joints are softer, most of all at small loads",
        "load [kN]",
        "tangent stiffness [kN/mm]",
    );
    let mut table = Table::new(["joint", "hours", "load [N]", "stiffness [N/m]"]);
    for (number, life) in (1..).zip(lives) {
        // New, worn in, old: all of them would be hard to distinguish.
        for worn in life.states.iter().step_by(2) {
            let points = worn.stiffness.iter().map(|(load, k)| (load / 1e3, k / 1e6)).collect();
            chart =
                chart.with(&format!("{}, {} h", life.joint.name, worn.hours), Mark::Line, points);
            for (load, stiffness) in &worn.stiffness {
                table.push([f64::from(number), worn.hours.into(), *load, *stiffness]);
            }
        }
    }
    write("figure_12", None, &chart, &table, folder)
}

/// One sentence with numbers, and their basis.
pub fn sentence(lives: &[&Lifetime]) -> String {
    let lines = lives.iter().map(|life| {
        let (new, old) = life.ends();
        format!(
            "joint {} is worn {:.1} µm at its edges and {:.1} µm in the middle, the friction \
             energies of its slices vary by {:.1} % instead of {:.1} % and its stiffness falls from \
             {:.2} to {:.2} MN/mm",
            life.joint.name,
            old.depths[0] * 1e6,
            old.depths[SLICES / 2 - 1] * 1e6,
            100.0 * old.unevenness(),
            100.0 * new.unevenness(),
            new.stiffness_at(LOAD) / 1e9,
            old.stiffness_at(LOAD) / 1e9,
        )
    });
    format!(
        "After {} h at {} kN {}. Dimensions, load and reference length are the project's own, as the \
         paper's figure 1 is lost, and rate and exponent of wear are the paper's, so depths are \
         calibrated; how they, energies and stiffness spread and change is result.",
        lives[0].ends().1.hours,
        LOAD / 1e3,
        lines.collect::<Vec<_>>().join("; "),
    )
}
