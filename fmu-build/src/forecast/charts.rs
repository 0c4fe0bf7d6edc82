//! The pictures of a forecast, and its page.

use super::report::{Forecast, Row};
use crate::chart::{Chart, Mark};
use crate::digits::in_digits;
use crate::documentation::escaped;
use crate::report_page::whole_page;
use spiel::laws::wear::largest;
use std::fmt::Write;

impl Forecast {
    /// The page: sentences and pictures.
    pub(super) fn page(&self) -> String {
        let mut body = format!("<pre>{}</pre>\n", escaped(&self.report()));
        let _ = writeln!(
            body,
            "<details><summary>The question</summary><pre>{}</pre></details>",
            escaped(&self.question.join("\n"))
        );
        let charts = [
            Some(self.play_chart()),
            Some(self.depth_chart()),
            self.axis_chart(),
            Some(self.pressure_chart()),
        ];
        for chart in charts.into_iter().flatten() {
            let _ = writeln!(body, "<figure>{}</figure>", chart.svg());
        }
        whole_page(&format!("{}: wear over the hours", self.joint), &body)
    }

    fn over_hours(&self, of: impl Fn(&Row) -> f64) -> Vec<(f64, f64)> {
        self.rows.iter().map(|row| (row.hours, of(row))).collect()
    }

    /// The play over the hours, with its band and the limit.
    pub fn play_chart(&self) -> Chart {
        let mut chart = Chart::new("The play grows with the wear", "operation [h]", "play [µm]")
            .with("with median inputs", Mark::Line, self.over_hours(|row| 1e6 * row.point.play));
        if self.rows[0].band.is_some() {
            for (name, index) in [("5 % of joints below", 0), ("95 % of joints below", 2)] {
                let at = |row: &Row| row.band.map_or(f64::NAN, |band| 1e6 * band.play[index]);
                let points = self.over_hours(at).into_iter().filter(|point| point.1.is_finite());
                chart = chart.with(name, Mark::Line, points.collect());
            }
        }
        if let Some(limit) = self.limit.play {
            let end = self.last().hours;
            chart = chart.with(
                "limit",
                Mark::Reference,
                vec![(self.rows[0].hours, 1e6 * limit), (end, 1e6 * limit)],
            );
        }
        chart
    }

    fn depth_chart(&self) -> Chart {
        let mut chart = Chart::new(
            if self.stages.iter().any(|stage| stage.bearing.len() > 1) {
                "Depth around the bearing, in its deepest slice"
            } else {
                "Depth around the bearing"
            },
            "angle on the bearing [°]",
            "depth [µm]",
        )
        .graded();
        for stage in &self.stages {
            let deepest = |slice: &&Vec<f64>| largest(slice).1;
            let slice =
                stage.bearing.iter().max_by(|one, other| deepest(one).total_cmp(&deepest(other)));
            let Some(slice) = slice else { continue };
            let cells = slice.len();
            let at = |node: usize| (360.0 * node as f64 / cells as f64, 1e6 * slice[node % cells]);
            let name = format!("{} h", in_digits(stage.hours, 4));
            chart = chart.with(&name, Mark::Line, (0..=cells).map(at).collect());
        }
        chart
    }

    /// The depth along the pin; none for a hole of one piece.
    fn axis_chart(&self) -> Option<Chart> {
        let slices = self.stages.last()?.bearing.len();
        if slices < 2 {
            return None;
        }
        let mut chart = Chart::new("Depth along the pin", "slice", "largest depth [µm]").graded();
        for stage in &self.stages {
            let at = |(index, slice): (usize, &Vec<f64>)| {
                (1.0 + index as f64, 1e6 * slice.iter().copied().fold(0.0, f64::max))
            };
            let name = format!("{} h", in_digits(stage.hours, 4));
            chart =
                chart.with(&name, Mark::Line, stage.bearing.iter().enumerate().map(at).collect());
        }
        Some(chart)
    }

    fn pressure_chart(&self) -> Chart {
        Chart::new("The largest pressure of a cycle", "operation [h]", "pressure [MPa]").with(
            "",
            Mark::Line,
            self.over_hours(|row| 1e-6 * row.point.pressure),
        )
    }
}
