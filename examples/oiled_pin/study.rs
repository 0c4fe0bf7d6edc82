//! Pictures and tables of the wrist pin and of the start-up.

use crate::crank::{CLEARANCE, Run};
use crate::start_up::Started;
use fmu_build::Error;
use spiel_examples::{Chart, Mark, Table};
use std::f64::consts::TAU;
use std::path::Path;

/// Orbits, film thickness and forces of the oiled and the dry pin.
pub fn crank(runs: &[Run], out: &Path) -> Result<(), Error> {
    let circle = (0..=180).map(|index| {
        let angle = TAU * f64::from(index) / 180.0;
        (1e6 * CLEARANCE * angle.cos(), 1e6 * CLEARANCE * angle.sin())
    });
    let title = "Oil keeps the journal off the wall";
    let mut orbit = Chart::new(title, "along the rod [µm]", "across the rod [µm]").square().with(
        "clearance",
        Mark::Reference,
        circle.collect(),
    );
    let mut force = Chart::new(
        "The film takes the hammer out of the load's reversal",
        "turns of the crank",
        "load in the wrist pin [N]",
    );
    let title = "The film is thinnest just before the load turns";
    let mut film = Chart::new(title, "turns of the crank", "smallest film thickness [µm]");
    // The dry pin first: the oiled one is drawn over it.
    for run in runs.iter().rev() {
        let name = name(run);
        let mut table = Table::new([
            "turns",
            "x [m]",
            "y [m]",
            "film thickness [m]",
            "load [N]",
            "film pressure [Pa]",
        ]);
        for instant in &run.course {
            let [x, y] = instant.place;
            table.push([instant.turn, x, y, instant.thickness, instant.load, instant.pressure]);
        }
        table.write(&out.join(format!("{name}.csv")))?;
        let points = run.course.iter().map(|now| (1e6 * now.place[0], 1e6 * now.place[1]));
        orbit = orbit.with(name, Mark::Line, points.collect());
        let points = run.course.iter().map(|now| (now.turn, now.load));
        force = force.with(name, Mark::Line, points.collect());
        if run.viscosity.is_some() {
            let points = run.course.iter().map(|now| (now.turn, 1e6 * now.thickness));
            film = film.with(name, Mark::Line, points.collect());
        }
    }
    orbit.write(&out.join("orbit.svg"))?;
    force.write(&out.join("force.svg"))?;
    film.write(&out.join("film.svg"))
}

fn name(run: &Run) -> &'static str {
    if run.viscosity.is_some() { "oiled" } else { "dry" }
}

/// The Stribeck curve.
pub fn start_up(course: &[Started], out: &Path) -> Result<(), Error> {
    let mut table = Table::new(["speed [rad/s]", "friction [1]", "film thickness [m]"]);
    for Started { speed, friction, thickness } in course {
        table.push([*speed, *friction, *thickness]);
    }
    table.write(&out.join("start_up.csv"))?;
    let points = course.iter().map(|now| (now.speed, now.friction)).collect();
    Chart::new(
        "Friction falls as the film lifts the journal, then rises with the speed",
        "speed [rad/s]",
        "coefficient of friction [1]",
    )
    .logarithmic()
    .with("", Mark::Marked, points)
    .write(&out.join("stribeck.svg"))
}

/// The result of the wrist pin in one sentence.
pub fn sentence(runs: &[Run]) -> String {
    let [oiled, dry] = runs else { return String::new() };
    format!(
        "In oil the wrist pin carries {:.0} N at most on a film of {:.1} µm and turns {:.1} mJ a turn into heat; dry, the same pin \
         hammers with {:.0} N and loses {:.1} mJ.",
        oiled.peak(),
        1e6 * oiled.thinnest(),
        1e3 * oiled.heat,
        dry.peak().max(dry.peak_contact),
        1e3 * dry.heat
    )
}

/// The result of the start-up in one sentence.
pub fn stribeck(course: &[Started]) -> String {
    let by = |a: &&Started, b: &&Started| a.friction.total_cmp(&b.friction);
    let slow = course.iter().filter(|now| now.thickness < 1e-6);
    let (Some(most), Some(least), Some(last)) =
        (slow.max_by(by), course.iter().min_by(by), course.last())
    else {
        return String::new();
    };
    format!(
        "Starting up, the journal rubs on its asperities with up to {:.3} at {:.1} rad/s; least, {:.4}, at {:.1} rad/s on a film \
         of {:.1} µm; and with {:.3} at {:.0} rad/s, where the oil's own drag is all there is.",
        most.friction,
        most.speed,
        least.friction,
        least.speed,
        1e6 * least.thickness,
        last.friction,
        last.speed
    )
}
