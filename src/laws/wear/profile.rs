//! Initial wear depths, as a table.

use super::depths::{Depths, through};
use super::ring::Ring;
use crate::base::Fault;
use crate::base::numerics::table;
use std::f64::consts::TAU;

/// A row of the table: angle \[rad\], depths of bearing and journal \[m\].
type Row = [f64; 3];

/// Depths of bearing and journal over their angles, with linear interpolation all the way round.
#[derive(Debug, Clone, PartialEq)]
pub struct WearProfile {
    rows: Vec<Row>,
}

/// Angles closer than this to those of the nodes are taken as equal \[rad\].
const SAME_ANGLE: f64 = 1e-6;

impl WearProfile {
    /// The first line of a table.
    pub(crate) const HEADER: &'static str = "angle,bearing,journal";

    /// Reads a table of angles in \[0, 2π) \[rad\], ascending, and the depths of both bodies there \[m\],
    /// comma-separated and with `WearProfile::HEADER` on top; an error names the line.
    pub fn from_csv(text: &str) -> Result<Self, Fault> {
        let mut rows: Vec<Row> = Vec::new();
        for (number, [angle, bearing, journal]) in table::rows(text, Self::HEADER)? {
            if !(0.0..TAU).contains(&angle) {
                return Err(format!("line {number}: angle = {angle} is outside [0, 2π)").into());
            }
            if rows.last().is_some_and(|last| angle <= last[0]) {
                return Err(
                    format!("line {number}: angle = {angle} is not above the one before").into()
                );
            }
            for (name, depth) in [("bearing", bearing), ("journal", journal)] {
                if !depth.is_finite() {
                    return Err(
                        format!("line {number}: {name} = {depth} is not a finite number").into()
                    );
                }
            }
            rows.push([angle, bearing, journal]);
        }
        if rows.len() < 3 {
            return Err(format!("it has {} rows; at least 3 are needed", rows.len()).into());
        }
        Ok(Self { rows })
    }

    /// Writes a table, one row per node at its angle.
    pub fn to_csv(rows: impl Iterator<Item = Row>) -> String {
        let mut text = format!("{}\n", Self::HEADER);
        for [angle, bearing, journal] in rows {
            text.push_str(&format!("{angle:?},{bearing:?},{journal:?}\n"));
        }
        text
    }

    /// The depths on a ring. A table with a row at the angle of every node, as a run writes it, is
    /// interpolated exactly; otherwise each node receives the mean over its cell, which keeps the volume.
    pub fn depths(&self, ring: &Ring) -> Result<Depths, Fault> {
        let (least, most) = (-0.5 * ring.clearance, 0.1 * ring.radius);
        for [angle, bearing, journal] in &self.rows {
            for (name, depth) in [("bearing", bearing), ("journal", journal)] {
                if !(least..=most).contains(depth) {
                    return Err(format!(
                        "angle {angle}: {name} = {depth} is outside [{least}, {most}], half the \
                         clearance more material and a tenth of the radius less"
                    )
                    .into());
                }
            }
        }
        let cells = ring.cells();
        let at_cells = self.rows.len() == cells
            && self
                .rows
                .iter()
                .enumerate()
                .all(|(node, row)| (row[0] - node as f64 * ring.spacing).abs() < SAME_ANGLE);
        let [bearing, journal] = [1, 2].map(|which| -> Box<[f64]> {
            if at_cells {
                let wanted: Vec<f64> = self.rows.iter().map(|row| row[which]).collect();
                let mut control = wanted.clone();
                through(&wanted, &mut control);
                control.into()
            } else {
                (0..cells).map(|node| self.mean(which, node as f64, ring.spacing)).collect()
            }
        });
        let narrowest = |depths: &[f64]| {
            let least = |least: (usize, f64), (node, depth): (usize, &f64)| {
                if *depth < least.1 { (node, *depth) } else { least }
            };
            depths.iter().enumerate().fold((0, f64::INFINITY), least)
        };
        let ((node, a), (_, b)) = (narrowest(&bearing), narrowest(&journal));
        if ring.clearance + a + b <= 0.0 {
            let angle = node as f64 * ring.spacing;
            return Err(format!(
                "at angle {angle} of the bearing clearance and least depths leave {} m: the \
                 journal would jam as it turns",
                ring.clearance + a + b
            )
            .into());
        }
        Ok(Depths::new(bearing, journal))
    }

    /// Mean of a column over the cell around `node`.
    fn mean(&self, which: usize, node: f64, spacing: f64) -> f64 {
        let (from, to) = ((node - 0.5) * spacing, (node + 0.5) * spacing);
        (self.integral(which, to) - self.integral(which, from)) / spacing
    }

    /// ∫ of a column from angle 0 to `angle`, which may exceed a turn.
    fn integral(&self, which: usize, angle: f64) -> f64 {
        let turns = (angle / TAU).floor();
        let rest = angle - TAU * turns;
        let mut whole = 0.0;
        let mut part = 0.0;
        let count = self.rows.len();
        // Lines from each row to the next, the last over the turn's end to the first: it begins before 0.
        for index in 0..count {
            let last = index + 1 == count;
            let (one, next) = (&self.rows[index], &self.rows[(index + 1) % count]);
            let (from, to) = (one[0], if last { next[0] + TAU } else { next[0] });
            let at = |x: f64| one[which] + (next[which] - one[which]) * (x - from) / (to - from);
            let line = |x: f64, y: f64| if y > x { 0.5 * (y - x) * (at(x) + at(y)) } else { 0.0 };
            whole += line(from, to);
            if last {
                // The piece between 0 and the first row is the end of this line.
                part += line(TAU, (rest + TAU).min(to)) + line(from, rest.min(TAU).max(from));
            } else {
                part += line(from, rest.min(to));
            }
        }
        whole * turns + part
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::wear::at_node;

    fn ring(cells: usize) -> Ring {
        Ring::new(0.01, 5e-4, 0.01, cells)
    }

    #[test]
    fn a_table_at_the_nodes_is_interpolated_exactly() {
        let cells = 72;
        let depth = |node: usize| 1e-5 * (1.0 + (0.3 * node as f64).sin());
        let rows = (0..cells).map(|node| {
            [TAU * node as f64 / cells as f64, depth(node), 2.0 * depth(cells - 1 - node)]
        });
        let profile = WearProfile::from_csv(&WearProfile::to_csv(rows)).unwrap();
        let depths = profile.depths(&ring(cells)).unwrap();
        for node in 0..cells {
            assert!((at_node(&depths.bearing, node) - depth(node)).abs() < 1e-20);
            let journal = 2.0 * depth(cells - 1 - node);
            assert!((at_node(&depths.journal, node) - journal).abs() < 1e-20);
        }
    }

    #[test]
    fn any_other_table_keeps_its_volume() {
        let text = "angle,bearing,journal\n1.0,0,1e-5\n2.0,3e-5,1e-5\n2.5,0,1e-5\n";
        let depths = WearProfile::from_csv(text).unwrap().depths(&ring(48)).unwrap();
        let spacing = TAU / 48.0;
        let sum: f64 = depths.bearing.iter().sum::<f64>() * spacing;
        assert!((sum / (0.5 * 3e-5 * 1.5) - 1.0).abs() < 1e-12, "{sum}");
        assert!(depths.journal.iter().all(|depth| (depth - 1e-5).abs() < 1e-18));
        assert!(depths.bearing.iter().all(|depth| *depth >= -1e-20));
        // A column that changes across the end of the turn.
        let text = "angle,bearing,journal\n0.3,2e-5,0\n3.0,0,0\n6.0,0,0\n";
        let depths = WearProfile::from_csv(text).unwrap().depths(&ring(360)).unwrap();
        let expected = 2e-5 * (TAU - 6.0) / (TAU - 6.0 + 0.3);
        assert!((depths.bearing[0] - expected).abs() < 1e-12, "{}", depths.bearing[0]);
    }

    #[test]
    fn a_wrong_table_is_refused_with_its_line() {
        let refused = |rows: &str| {
            let text = format!("angle,bearing,journal\n{rows}");
            WearProfile::from_csv(&text)
                .and_then(|it| it.depths(&ring(24)))
                .unwrap_err()
                .to_string()
        };
        assert_eq!(refused("0,0,0\n1,0,0\n"), "it has 2 rows; at least 3 are needed");
        assert_eq!(refused("0,0\n"), "line 2: 0,0 is not three numbers");
        assert_eq!(refused("0,0,0\n0,0,0\n"), "line 3: angle = 0 is not above the one before");
        assert_eq!(refused("7,0,0\n"), "line 2: angle = 7 is outside [0, 2π)");
        assert_eq!(refused("1,NaN,0\n"), "line 2: bearing = NaN is not a finite number");
        assert!(
            refused("1,0,0\n2,2e-3,0\n3,0,0").starts_with("angle 2: bearing = 0.002 is outside")
        );
        let jams = refused("1,-2.5e-4,-2.5e-4\n2,-2.5e-4,-2.5e-4\n3,-2.5e-4,-2.5e-4");
        assert!(jams.to_string().ends_with("the journal would jam as it turns"), "{jams}");
        assert_eq!(
            WearProfile::from_csv("position,depth\n").unwrap_err().to_string(),
            "line 1 is not angle,bearing,journal"
        );
    }
}
