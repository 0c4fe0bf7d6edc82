//! The pictures of a run and the sentence that sums it up.

use crate::common::{Chart, Mark};
use crate::run::{Plan, Run};
use fmu_build::Error;
use std::path::Path;

/// Draws the run with clearance against the ideal motion.
pub fn draw(run: &Run, plan: &Plan, folder: &Path) -> Result<(), Error> {
    let last_turn = plan.dimensions.period() * f64::from(plan.cycles.saturating_sub(1));
    let shown = |x: usize, y: usize| -> Vec<(f64, f64)> {
        let times = run.table.points(0, y);
        let points = run.table.points(x, y);
        times.iter().zip(points).filter(|(t, _)| t.0 >= last_turn).map(|(_, p)| p).collect()
    };
    let clearance = plan.clearance * 1e3;
    for (file, column, what) in [
        ("displacement", 2, "slider displacement [m]"),
        ("velocity", 3, "slider velocity [m/s]"),
        ("acceleration", 4, "slider acceleration [m/s²]"),
    ] {
        let title = format!("Last turn, {clearance} mm of play in both pins: {what}");
        Chart::new(&title, "time [s]", what)
            .with("without play", Mark::Reference, shown(0, column + 3))
            .with("with play", Mark::Line, shown(0, column))
            .write(&folder.join(format!("{file}.svg")))?;
    }
    Chart::new("Last turn: contact force in the pins", "time [s]", "force, mean over a step [N]")
        .with("B, crank and rod", Mark::Line, shown(0, 12))
        .with("C, rod and slider", Mark::Line, shown(0, 18))
        .write(&folder.join("forces.svg"))?;
    let around = (0..=360).map(|degree| f64::from(degree).to_radians().sin_cos());
    let circle: Vec<_> = around.map(|(sin, cos)| (clearance * cos, clearance * sin)).collect();
    for (file, x, y, title) in [
        ("journal_b", 10, 11, "Journal centre in pin B"),
        ("journal_c", 16, 17, "Journal centre in pin C"),
    ] {
        let path = run.table.points(x, y).into_iter().map(|(x, y)| (x * 1e3, y * 1e3)).collect();
        Chart::new(title, "offset along x [mm]", "offset along y [mm]")
            .square()
            .with("clearance circle", Mark::Reference, circle.clone())
            .with("", Mark::Line, path)
            .write(&folder.join(format!("{file}.svg")))?;
    }
    Ok(())
}

/// One sentence with numbers.
pub fn sentence(run: &Run, plan: &Plan) -> String {
    let ideal = plan.dimensions.crank_length
        * plan.dimensions.crank_speed.powi(2)
        * (1.0 + plan.dimensions.crank_length / plan.dimensions.rod_length);
    let [drift, lost] = run.energy;
    format!(
        "With {} mm of play the slider's acceleration peaks at {:.0} m/s² (median of {} turns) \
         instead of {:.1}, contact forces at {:.1} kN; at H = {:e} s the energy balance drifts by \
         {:.2} % of the {:.2} J lost in the pins, and single impacts are chaotic: only their \
         statistics repeat.",
        plan.clearance * 1e3,
        run.median_peak(),
        run.peaks.len().saturating_sub(1).max(1),
        ideal,
        run.peak_force / 1e3,
        plan.step,
        100.0 * drift.abs() / lost.max(1e-12),
        lost,
    )
}
