//! The result of a forecast: its parts, its table, its JSON, and its files.

use super::band::Quantiles;
use super::errors::Change;
use super::trace::{Limit, Point};
use super::written::{Earlier, Places};
use crate::{Error, write_beside};
use serde::{Deserialize, Serialize};
use serde_json::json;
use spiel::laws::forecast::{Course, March};
use spiel::laws::wear::at_node;
use std::f64::consts::TAU;
use std::fmt::Write;

/// A row of the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row {
    /// Hours of operation.
    pub hours: f64,
    /// The wear at the medians of what is uncertain.
    pub point: Point,
    /// Quantiles, if something is.
    pub band: Option<Quantiles>,
}

/// Worn shapes on the way.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Stage {
    pub(super) cycles: f64,
    /// Hours of operation.
    #[serde(default)]
    pub hours: f64,
    /// Depths of the bearing by slice and cell \[m\].
    pub bearing: Vec<Vec<f64>>,
    /// Depths of the journal by cell \[m\], in the deepest slice.
    pub journal: Vec<f64>,
}

impl Stage {
    pub(super) fn of(march: &March) -> Self {
        let at_nodes =
            |depths: &[f64]| (0..depths.len()).map(|node| at_node(depths, node)).collect();
        let depths = march.pair().depths();
        Self {
            cycles: march.count(),
            hours: 0.0,
            bearing: depths.iter().map(|depths| at_nodes(&depths.bearing)).collect(),
            journal: at_nodes(&depths[0].journal),
        }
    }
}

/// The state at the end of the hours.
#[derive(Debug, Clone)]
pub(super) struct End {
    table: String,
    course: Course,
}

impl End {
    pub fn of(march: &March) -> Self {
        Self { table: march.pair().table(), course: march.course().clone() }
    }
}

/// The wear of a joint, and the time at which it must be replaced.
#[derive(Debug, Clone)]
pub struct Forecast {
    /// The joint's name.
    pub joint: String,
    /// The places of its files.
    pub places: Places,
    /// The table over the hours.
    pub rows: Vec<Row>,
    /// Worn shapes.
    pub stages: Vec<Stage>,
    /// Hours at which the limit is reached, infinite beyond those looked at; `None` without a limit.
    pub life: Option<f64>,
    /// Hours at which 10, 50 and 90 % of the joints have reached it.
    pub lives: Option<[f64; 3]>,
    /// The limit.
    pub limit: Limit,
    /// Uncertain inputs with their parts of the variance.
    pub shares: Vec<(String, f64)>,
    /// Runs of the uncertainty.
    pub runs: usize,
    /// Errors of the computation.
    pub changes: Vec<Change>,
    /// Computed cycles.
    pub computed: u64,
    /// Largest estimated error of an extrapolation over cycles, over the largest penetration.
    pub jump_error: f64,
    /// Cycles of the hours.
    pub cycles: f64,
    /// Duration of a cycle \[s\].
    pub duration: f64,
    /// Larger wear coefficient at the medians \[1/Pa\].
    pub coefficient: f64,
    /// Cells of the map.
    pub cells: usize,
    /// True if the gap became too large for the laws before the end.
    pub exhausted: bool,
    /// Remarks about the cycle.
    pub remarks: Vec<String>,
    /// The question in lines, for the record.
    pub question: Vec<String>,
    pub(super) end: End,
}

impl Forecast {
    /// The state at the end.
    pub fn last(&self) -> &Row {
        &self.rows[self.rows.len() - 1]
    }

    /// The table over the hours.
    pub fn table(&self) -> String {
        let mut text = String::from(
            "time [h],play [m],bearing depth [m],journal depth [m],bearing volume [m3],journal volume [m3],pressure [Pa]",
        );
        if self.rows[0].band.is_some() {
            text.push_str(
                ",play 5% [m],play 50% [m],play 95% [m],depth 5% [m],depth 50% [m],depth 95% [m]",
            );
        }
        text.push('\n');
        for Row { hours, point, band } in &self.rows {
            let Point { play, depths: [a, b], volumes: [va, vb], pressure, .. } = point;
            let mut numbers = vec![*hours, *play, *a, *b, *va, *vb, *pressure];
            if let Some(Quantiles { play, depth }) = band {
                numbers.extend(play.iter().chain(depth));
            }
            let numbers: Vec<String> = numbers.iter().map(|number| format!("{number:e}")).collect();
            let _ = writeln!(text, "{}", numbers.join(","));
        }
        text
    }

    /// The result for programs, as JSON, with the state for `--from`. What is beyond the forecast is null.
    pub fn json(&self) -> String {
        let finite = |number: f64| Some(number).filter(|number| number.is_finite());
        let rows: Vec<_> = self
            .rows
            .iter()
            .map(|row| json!({ "hours": row.hours, "wear": row.point, "band": row.band }))
            .collect();
        let state = Earlier {
            hours: self.last().hours,
            cells: self.cells,
            course: self.end.course.clone(),
            path: self.places.state.clone(),
        };
        let names = ["page", "table", "picture", "map", "state"];
        let places = self.places.all().map(|path| path.display().to_string());
        let files: serde_json::Map<String, serde_json::Value> =
            names.into_iter().map(str::to_owned).zip(places.map(Into::into)).collect();
        let whole = json!({
            "joint": self.joint, "rows": rows, "stages": self.stages,
            "has_limit": self.limit.is_set(), "files": files,
            "life": self.life.and_then(finite), "life_quantiles": self.lives.map(|lives| lives.map(finite)),
            "shares": self.shares, "runs": self.runs, "errors": self.changes, "computed_cycles": self.computed,
            "cycles": self.cycles, "cycle_time": self.duration, "wear_coefficient": self.coefficient,
            "remarks": self.remarks, "question": self.question, "report": self.report(), "state": state,
        });
        format!("{whole}\n")
    }

    /// Writes page, table, picture, worn shapes and state.
    pub fn write(&self) -> Result<(), Error> {
        let Places { page, table, picture, map, state, .. } = &self.places;
        write_beside(table, self.table().as_bytes())?;
        write_beside(map, self.end.table.as_bytes())?;
        write_beside(state, self.json().as_bytes())?;
        write_beside(picture, self.play_chart().svg().as_bytes())?;
        write_beside(page, self.page().as_bytes())
    }

    /// Angle of the deepest place of the bearing at the end \[rad\].
    pub fn angle(&self) -> f64 {
        let Some(stage) = self.stages.last() else { return 0.0 };
        let all = stage.bearing.iter().flat_map(|slice| slice.iter().enumerate());
        let (node, _) = all.fold(
            (0, 0.0),
            |most, (node, depth)| if *depth > most.1 { (node, *depth) } else { most },
        );
        TAU * node as f64 / stage.bearing[0].len() as f64
    }
}
