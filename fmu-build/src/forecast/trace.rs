//! The wear of a joint over the cycles: its play, depths and volumes.

use serde::{Deserialize, Serialize};
use spiel::laws::forecast::March;

/// Part by which a limit is exceeded where a run ends of which only its life is wanted.
const FAR: f64 = 0.5;
/// Least distance of two points of a trace, as a part of their cycles.
const NEAR: f64 = 1.0 / 60.0;

/// A joint after a number of cycles.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Point {
    /// Cycles, at the median of the wear coefficient.
    pub cycles: f64,
    /// Play \[m\].
    pub play: f64,
    /// Largest depths of bearing and journal \[m\].
    pub depths: [f64; 2],
    /// Volumes worn off bearing and journal since the start \[m³\].
    pub volumes: [f64; 2],
    /// Largest pressure of a cycle \[Pa\].
    pub pressure: f64,
    /// ∫P ds since the start \[N m\].
    pub pushed: f64,
}

impl Point {
    /// The state of a forecast.
    pub(super) fn of(march: &March) -> Self {
        let course = march.course();
        Self {
            cycles: march.count(),
            play: march.play(),
            depths: march.deepest(),
            volumes: march.volumes(),
            pressure: course.pressure,
            pushed: course.pushed,
        }
    }

    fn numbers(&self) -> [f64; 8] {
        let Self { cycles, play, depths: [a, b], volumes: [va, vb], pressure, pushed } = *self;
        [cycles, play, a, b, va, vb, pressure, pushed]
    }

    fn from_numbers([cycles, play, a, b, va, vb, pressure, pushed]: [f64; 8]) -> Self {
        Self { cycles, play, depths: [a, b], volumes: [va, vb], pressure, pushed }
    }
}

/// The wear of a joint over the cycles.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// Its points, with rising cycles.
    pub points: Vec<Point>,
    /// Cycles that were computed.
    pub computed: u64,
    /// Largest estimated error of an extrapolation, over the largest penetration.
    pub error: f64,
    /// True if the gap became too large for the laws: the trace ends there.
    pub exhausted: bool,
}

impl Trace {
    /// Adds a point; the last one gives way as long as it is near the one before.
    pub(super) fn push(&mut self, point: Point) {
        match self.points.as_mut_slice() {
            [.., before, last] if last.cycles - before.cycles < NEAR * last.cycles => *last = point,
            _ => self.points.push(point),
        }
    }

    /// Returns the state at `cycles`, linear between points; `None` beyond the end.
    pub(super) fn at(&self, cycles: f64) -> Option<Point> {
        let after = self.points.partition_point(|point| point.cycles < cycles);
        let next = self.points.get(after)?;
        if after == 0 || next.cycles == cycles {
            return Some(*next);
        }
        let before = &self.points[after - 1];
        let part = (cycles - before.cycles) / (next.cycles - before.cycles);
        let (low, high) = (before.numbers(), next.numbers());
        Some(Point::from_numbers(std::array::from_fn(|index| {
            low[index] + (high[index] - low[index]) * part
        })))
    }

    /// Returns the cycles at which a limit is first reached; `None` if it is not.
    pub(super) fn reaches(&self, limit: &Limit) -> Option<f64> {
        self.crosses(|point| limit.excess(point))
    }

    /// Returns the cycles at which `excess` first is 0 or more; `None` if it stays below.
    pub(super) fn crosses(&self, excess: impl Fn(&Point) -> f64) -> Option<f64> {
        let after = self.points.iter().position(|point| excess(point) >= 0.0)?;
        let Some(before) = after.checked_sub(1).map(|before| &self.points[before]) else {
            return Some(self.points[after].cycles);
        };
        let (low, high) = (excess(before), excess(&self.points[after]));
        let part = -low / (high - low);
        Some(before.cycles + (self.points[after].cycles - before.cycles) * part)
    }

    /// The last point.
    pub fn last(&self) -> Point {
        self.points.last().copied().unwrap_or_default()
    }
}

/// The wear at which a joint is replaced.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Limit {
    /// Largest play \[m\].
    pub play: Option<f64>,
    /// Largest depth of the bearing \[m\].
    pub wall: Option<f64>,
}

impl Limit {
    /// Returns true if there is one.
    pub fn is_set(&self) -> bool {
        self.play.is_some() || self.wall.is_some()
    }

    /// The larger part by which a limit is exceeded; negative before.
    fn excess(&self, point: &Point) -> f64 {
        let over =
            |limit: Option<f64>, now: f64| limit.map_or(f64::NEG_INFINITY, |it| now / it - 1.0);
        over(self.play, point.play).max(over(self.wall, point.depths[0]))
    }

    /// Returns true if a joint is worn so far beyond that nothing more can be learnt.
    pub(super) fn is_far_exceeded(&self, point: &Point) -> bool {
        self.is_set() && self.excess(point) > FAR
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(cycles: f64) -> Point {
        Point { cycles, play: 1e-4 + 1e-6 * cycles.sqrt(), ..Point::default() }
    }

    #[test]
    fn a_long_trace_is_thinned_and_keeps_its_ends() {
        let mut trace = Trace::default();
        for cycles in 0..20_000 {
            trace.push(point(f64::from(cycles)));
        }
        assert!((200..700).contains(&trace.points.len()), "{}", trace.points.len());
        assert_eq!(trace.points[0].cycles, 0.0);
        assert_eq!(trace.last().cycles, 19_999.0);
        assert!(trace.points.windows(2).all(|pair| pair[0].cycles < pair[1].cycles));
        for cycles in [0.0, 300.0, 5_000.5, 19_999.0] {
            let found = trace.at(cycles).unwrap();
            assert!((found.play / point(cycles).play - 1.0).abs() < 1e-4, "{cycles}");
        }
        assert_eq!(trace.at(20_000.0), None);
    }

    #[test]
    fn a_limit_is_reached_between_points() {
        let mut trace = Trace::default();
        (0..=10).for_each(|cycles| {
            trace.push(Point {
                play: f64::from(cycles),
                cycles: 10.0 * f64::from(cycles),
                ..Point::default()
            })
        });
        let limit = Limit { play: Some(3.3), wall: None };
        assert!((trace.reaches(&limit).unwrap() - 33.0).abs() < 1e-9);
        assert_eq!(trace.reaches(&Limit { play: Some(11.0), wall: None }), None);
        assert_eq!(trace.reaches(&Limit { play: Some(0.0), wall: Some(1.0) }), Some(0.0));
    }
}
