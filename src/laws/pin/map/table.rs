//! The wear map of a hole in slices as a table.

use super::MappedWear;
use crate::base::Fault;
use crate::base::numerics::table;
use crate::laws::wear::Depths;
use std::f64::consts::TAU;

/// Angles closer than this to those of the nodes are condensed as equal \[rad\].
const SAME_ANGLE: f64 = 1e-6;

impl MappedWear {
    /// The first line of a table.
    pub(crate) const HEADER: &'static str = "slice,angle,depth";

    /// Returns true if `text` begins with the header of such a table.
    pub fn is_table(text: &str) -> bool {
        table::has_header(text, Self::HEADER)
    }

    /// Reads a table with a row per slice, counted from 1, and node, at the node's angle \[rad\], with the
    /// depth there \[m\], in that order, and `MappedWear::HEADER` on top; an error names the line. Depths
    /// lie in `allowed` \[m\].
    pub fn from_csv(
        text: &str,
        (slices, cells): (usize, usize),
        allowed: [f64; 2],
    ) -> Result<Self, Fault> {
        let mut depths = Vec::with_capacity(slices * cells);
        for (number, [slice, angle, depth]) in table::rows(text, Self::HEADER)? {
            let (k, node) = (depths.len() / cells, depths.len() % cells);
            let wanted = TAU * node as f64 / cells as f64;
            if slice != (k + 1) as f64 || (angle - wanted).abs() > SAME_ANGLE {
                return Err(format!(
                    "line {number}: slice {slice} at angle {angle} stands where slice {} at angle {wanted} \
                     is awaited: a map begins another one of as many slices and cells only",
                    k + 1
                ).into());
            }
            if !(allowed[0]..=allowed[1]).contains(&depth) {
                return Err(format!(
                    "line {number}: depth = {depth} is outside [{}, {}]",
                    allowed[0], allowed[1]
                )
                .into());
            }
            depths.push(depth);
        }
        if depths.len() != slices * cells {
            return Err(format!(
                "it has {} rows; {slices} slices with {cells} cells have {}",
                depths.len(),
                slices * cells
            )
            .into());
        }
        let slice = |at_cells: &[f64]| {
            let mut slice = Depths::room(cells);
            let whole: Vec<f64> = at_cells.iter().copied().chain(vec![0.0; cells]).collect();
            slice.interpolate(&whole);
            slice
        };
        Ok(Self { slices: depths.chunks_exact(cells).map(slice).collect() })
    }

    /// Writes a table; `depth` gives the depth of a slice at a node \[m\].
    pub fn to_csv((slices, cells): (usize, usize), depth: impl Fn(usize, usize) -> f64) -> String {
        let mut text = format!("{}\n", Self::HEADER);
        for k in 0..slices {
            for node in 0..cells {
                let angle = TAU * node as f64 / cells as f64;
                text.push_str(&format!("{},{angle:?},{:?}\n", k + 1, depth(k, node)));
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_read_at_every_node() {
        let depth = |k: usize, node: usize| 1e-6 * (k as f64 + (0.2 * node as f64).sin().powi(2));
        let text = MappedWear::to_csv((3, 30), depth);
        let map = MappedWear::from_csv(&text, (3, 30), [0.0, 1e-3]).unwrap();
        for k in 0..3 {
            for node in 0..30 {
                assert!((map.depth(k, node) - depth(k, node)).abs() < 1e-20);
            }
        }
    }

    #[test]
    fn a_wrong_table_is_refused_with_its_line() {
        let refused = |rows: &str| {
            MappedWear::from_csv(&format!("slice,angle,depth\n{rows}"), (2, 24), [0.0, 1e-3])
                .unwrap_err()
                .to_string()
        };
        assert_eq!(refused("1,0\n"), "line 2: 1,0 is not three numbers");
        assert!(refused("2,0,0\n").starts_with("line 2: slice 2 at angle 0 stands where slice 1"));
        assert_eq!(refused("1,0,1\n"), "line 2: depth = 1 is outside [0, 0.001]");
        assert_eq!(refused("1,0,0\n"), "it has 1 rows; 2 slices with 24 cells have 48");
    }
}
