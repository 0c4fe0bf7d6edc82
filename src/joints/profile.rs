//! Initial wear along an axis, as a table.

use crate::base::Fault;
use crate::base::numerics::table::rows;

/// Wear depth along an axis: linear between given points, constant beyond them.
#[derive(Debug, Clone, PartialEq)]
pub struct Profile {
    points: Vec<(f64, f64)>,
}

impl Profile {
    /// The first line of a table.
    const HEADER: &'static str = "position,depth";

    /// Reads a table of positions from the middle \[m\], ascending, and depths ≥ 0 \[m\], separated by commas
    /// below the header `position,depth`; the error names the line.
    pub fn from_csv(text: &str) -> Result<Self, Fault> {
        let mut points: Vec<(f64, f64)> = Vec::new();
        for (number, [position, depth]) in rows(text, Self::HEADER)? {
            if !position.is_finite() || points.last().is_some_and(|last| position <= last.0) {
                return Err(format!(
                    "line {number}: position = {position} is not above the one before"
                )
                .into());
            }
            if !(depth >= 0.0 && depth.is_finite()) {
                return Err(format!(
                    "line {number}: depth = {depth} is outside the finite numbers from 0"
                )
                .into());
            }
            points.push((position, depth));
        }
        if points.is_empty() {
            return Err(format!("there is no line below {}", Self::HEADER).into());
        }
        Ok(Self { points })
    }

    /// Depth \[m\] at `position` \[m\].
    pub fn depth(&self, position: f64) -> f64 {
        let after = self.points.partition_point(|point| point.0 < position);
        let (left, right) = (after.saturating_sub(1), after.min(self.points.len() - 1));
        let ((from, start), (to, end)) = (self.points[left], self.points[right]);
        if to > from { start + (end - start) * (position - from) / (to - from) } else { end }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_lie_on_straight_lines_between_the_points() {
        let profile = Profile::from_csv("position, depth\r\n-0.1,2e-5\n0.1,0\n\n").unwrap();
        for (position, depth) in [(-1.0, 2e-5), (-0.1, 2e-5), (0.0, 1e-5), (0.1, 0.0), (9.0, 0.0)] {
            assert!((profile.depth(position) - depth).abs() < 1e-20, "{position}");
        }
        assert_eq!(Profile::from_csv("position,depth\n0,3e-6").unwrap().depth(0.05), 3e-6);
    }

    #[test]
    fn a_wrong_table_is_refused_with_its_line() {
        for (text, why) in [
            ("", "line 1 is not position,depth"),
            ("s,h\n0,0", "line 1 is not position,depth"),
            ("position,depth\n", "there is no line below position,depth"),
            ("position,depth\n0;1", "line 2: 0;1 is not two numbers"),
            ("position,depth\n0,1,2", "line 2: 0,1,2 is not two numbers"),
            ("position,depth\n0,0\n0,1", "line 3: position = 0 is not above the one before"),
            ("position,depth\n0,-1", "line 2: depth = -1 is outside the finite numbers from 0"),
            ("position,depth\n0,NaN", "line 2: depth = NaN is outside the finite numbers from 0"),
        ] {
            assert_eq!(Profile::from_csv(text).unwrap_err().to_string(), why);
        }
    }
}
