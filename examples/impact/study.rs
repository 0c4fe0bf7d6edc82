//! Studies: several throws that differ in one parameter, as a table and pictures.

use crate::bearings::Bearings;
use crate::throw::{Impact, Instant, Throw};
use fmu_build::Error;
use indicatif::ProgressBar;
use spiel::Choice;
use spiel_examples::{Chart, Mark, Table};
use std::path::Path;

/// Throws with their names in the legend.
pub type Cases = Vec<(String, Throw)>;

/// Throws that belong in the same pictures.
pub struct Study {
    /// Name of its files.
    pub file: &'static str,
    /// Common title of its pictures.
    pub title: &'static str,
    /// Its throws.
    pub cases: Cases,
    /// Its pictures.
    pub views: &'static [View],
    /// True where the cases differ in a growing number.
    pub graded: bool,
}

/// Quantity that a picture shows.
#[derive(Debug, Clone, Copy)]
pub enum View {
    /// Hysteresis loops.
    Loops,
    /// Force over time.
    Force,
    /// Penetration over time.
    Depth,
}

/// Every view.
pub const ALL: &[View] = &[View::Loops, View::Force, View::Depth];

/// A label and its value at an instant.
type Axis = (&'static str, fn(&Instant) -> f64);

const TIME: Axis = ("time since first touch [µs]", |now| now.time * 1e6);
const DEPTH: Axis = ("penetration [µm]", |now| now.penetration * 1e6);
const FORCE: Axis = ("contact force [kN]", |now| now.force / 1e3);

impl View {
    fn chart(self, study: &Study, impacts: &[Impact]) -> (String, Chart) {
        let (name, x, y) = match self {
            Self::Loops => ("loops", DEPTH, FORCE),
            Self::Force => ("force", TIME, FORCE),
            Self::Depth => ("depth", TIME, DEPTH),
        };
        let mut chart = Chart::new(study.title, x.0, y.0);
        if study.graded {
            chart = chart.graded();
        }
        for ((name, _), impact) in study.cases.iter().zip(impacts) {
            let points = impact.course.iter().map(|now| (x.1(now), y.1(now)));
            chart = chart.with(name, Mark::Line, points.collect());
        }
        (format!("{}_{name}.svg", study.file), chart)
    }
}

/// Makes all throws, in parallel on all processors.
pub fn run(cases: &Cases, bearings: &Bearings, bar: &ProgressBar) -> Result<Vec<Impact>, Error> {
    let run = |(_, throw): &(String, Throw)| {
        let impact = throw.run(bearings);
        bar.inc(1);
        impact
    };
    spiel_examples::on_all_cores(cases, run).into_iter().collect()
}

impl Study {
    /// Makes the throws, draws them and writes their courses as one table.
    pub fn run(
        &self,
        bearings: &Bearings,
        bar: &ProgressBar,
        folder: &Path,
    ) -> Result<Vec<Impact>, Error> {
        let impacts = run(&self.cases, bearings, bar)?;
        for view in self.views {
            let (file, chart) = view.chart(self, &impacts);
            chart.write(&folder.join(file))?;
        }
        let mut table = Table::new([
            "elastic law [FMU's number]",
            "dissipation law [FMU's number]",
            "restitution [1]",
            "speed [m/s]",
            "clearance [m]",
            "roughness [m]",
            "time [s]",
            "penetration [m]",
            "force [N]",
        ]);
        for Impact { throw, course, .. } in &impacts {
            for now in course {
                table.push([
                    throw.elastic.number().into(),
                    throw.dissipation.number().into(),
                    throw.restitution,
                    throw.speed,
                    throw.clearance,
                    throw.roughness,
                    now.time,
                    now.penetration,
                    now.force,
                ]);
            }
        }
        table.write(&folder.join(format!("{}.csv", self.file)))?;
        Ok(impacts)
    }
}
