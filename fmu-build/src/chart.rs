//! Charts of lines and points as SVG: one look for all pictures, on paper, on screens, dark or light.
//!
//! Written here because libraries that draw for pixels, too, round to whole ones: circles become
//! staircases. A chart for a book needs axes, ticks and lines, and no more.

mod axis;
mod svg;

use crate::{Error, write_beside};
use axis::Axis;
use std::path::Path;
use svg::Drawing;

pub use svg::Mark;

/// Points that belong together.
#[derive(Debug, Clone)]
struct Series {
    name: String,
    mark: Mark,
    points: Vec<(f64, f64)>,
}

/// A chart of y over x.
#[derive(Debug, Clone)]
pub struct Chart {
    caption: String,
    labels: [String; 2],
    series: Vec<Series>,
    square: bool,
    logarithmic: bool,
    graded: bool,
    /// The label of y and the series of a second frame below, over the same x.
    differences: (String, Vec<Series>),
}

impl Chart {
    /// An empty chart. Its caption says what was found; labels carry their units, as in `force [N]`.
    pub fn new(caption: &str, x: &str, y: &str) -> Self {
        let labels = [x.to_owned(), y.to_owned()];
        let series = Vec::new();
        let caption = caption.to_owned();
        Self {
            caption,
            labels,
            series,
            square: false,
            logarithmic: false,
            graded: false,
            differences: (String::new(), Vec::new()),
        }
    }

    /// Colours the series from light to dark, for a number that grows.
    #[must_use]
    pub fn graded(mut self) -> Self {
        self.graded = true;
        self
    }

    /// Replaces the caption.
    #[must_use]
    pub fn captioned(mut self, caption: &str) -> Self {
        caption.clone_into(&mut self.caption);
        self
    }

    /// Gives both axes equal scales.
    #[must_use]
    pub fn square(mut self) -> Self {
        self.square = true;
        self
    }

    /// Gives both axes logarithmic scales; values that have no logarithm are left out.
    #[must_use]
    pub fn logarithmic(mut self) -> Self {
        self.logarithmic = true;
        self
    }

    /// Adds a series. One without a name is not in the legend; a point that is no number breaks a line.
    #[must_use]
    pub fn with(mut self, name: &str, mark: Mark, points: Vec<(f64, f64)>) -> Self {
        self.series.push(Series { name: name.to_owned(), mark, points });
        self
    }

    /// Adds a series to a second frame below with the same x, whose y axis has this label: the difference of two curves that
    /// cannot be told apart above. The first one has the colour of the first series, and so on.
    #[must_use]
    pub fn with_difference(mut self, label: &str, mark: Mark, points: Vec<(f64, f64)>) -> Self {
        let (label_of_y, series) = &mut self.differences;
        label.clone_into(label_of_y);
        series.push(Series { name: String::new(), mark, points });
        self
    }

    /// Writes it, whole or not at all.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        write_beside(path, self.svg().as_bytes())
    }

    /// The drawing itself.
    pub fn svg(&self) -> String {
        let [mut x, y] = self.axes();
        let (label, differences) = &self.differences;
        let values = differences.iter().flat_map(|series| &series.points).map(|point| point.1);
        let below = (!differences.is_empty()).then(|| {
            let named = std::mem::take(&mut x.label);
            (named, Axis::new(label, values.filter(|value| value.is_finite()), false))
        });
        let mut drawing = Drawing::new(self.square, self.graded.then_some(self.series.len()));
        drawing.legend(
            &self.styled().map(|(series, style)| (&*series.name, style)).collect::<Vec<_>>(),
        );
        if let Some((_, differences)) = &below {
            drawing.align([&y, differences]);
        }
        let frame = drawing.frame(&x, &y, self.square);
        for (series, style) in self.styled() {
            let places = series.points.iter().map(|point| frame.place(&x, &y, *point));
            drawing.series(places, style);
        }
        if let Some((label, y)) = below {
            x.label = label;
            let frame = drawing.low().frame(&x, &y, false);
            for (colour, series) in differences.iter().enumerate() {
                let places = series.points.iter().map(|point| frame.place(&x, &y, *point));
                drawing.series(places, svg::Style { mark: series.mark, colour });
            }
        }
        drawing.caption(&self.caption);
        drawing.finish()
    }

    /// Returns references first, so that they lie behind the other series.
    fn styled(&self) -> impl Iterator<Item = (&Series, svg::Style)> {
        let mut colour = 0;
        let styles: Vec<_> = self
            .series
            .iter()
            .map(|series| match series.mark {
                Mark::Reference => svg::Style { mark: Mark::Reference, colour: 0 },
                mark => {
                    colour += 1;
                    svg::Style { mark, colour: colour - 1 }
                }
            })
            .collect();
        let mut order: Vec<_> = self.series.iter().zip(styles).collect();
        order.sort_by_key(|(series, _)| series.mark != Mark::Reference);
        order.into_iter()
    }

    fn axes(&self) -> [Axis; 2] {
        let all = || self.series.iter().flat_map(|series| &series.points);
        let of = |label: &str, pick: fn(&(f64, f64)) -> f64| {
            let good = all().filter(|(x, y)| {
                x.is_finite() && y.is_finite() && (!self.logarithmic || (*x > 0.0 && *y > 0.0))
            });
            Axis::new(label, good.map(pick), self.logarithmic)
        };
        let axes = [of(&self.labels[0], |point| point.0), of(&self.labels[1], |point| point.1)];
        if !self.square {
            return axes;
        }
        // A line along one axis would give the other one numbers of rounding.
        let spans = [0, 1].map(|axis: usize| axes[axis].range.end - axes[axis].range.start);
        [0, 1].map(|axis| {
            let (range, least) = (&axes[axis].range, 0.1 * spans[1 - axis]);
            let middle = 0.5 * (range.start + range.end);
            let half = 0.5 * spans[axis].max(least);
            Axis::over(&self.labels[axis], middle - half..middle + half)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(path: &str) -> Vec<f64> {
        path.split([' ', 'M', 'L', 'h', '"']).filter_map(|word| word.parse().ok()).collect()
    }

    #[test]
    fn a_circle_is_round_to_a_hundredth_of_a_pixel() {
        let turn = (0..=360).map(|degree| f64::from(degree).to_radians().sin_cos());
        let svg =
            Chart::new("A circle", "x [m]", "y [m]").square().with("", Mark::Line, turn.collect());
        let svg = svg.svg();
        let path = svg.lines().find(|line| line.contains("class=\"c0\"")).unwrap();
        let places = numbers(path.split(" d=").nth(1).unwrap());
        let places: Vec<_> = places.chunks_exact(2).map(|p| (p[0], p[1])).collect();
        assert_eq!(places.len(), 361);
        let ends = |pick: fn(&(f64, f64)) -> f64| {
            let of = || places.iter().map(pick);
            (of().fold(f64::INFINITY, f64::min), of().fold(f64::NEG_INFINITY, f64::max))
        };
        let ((left, right), (top, bottom)) = (ends(|p| p.0), ends(|p| p.1));
        let (x, y, radius) = (0.5 * (left + right), 0.5 * (top + bottom), 0.5 * (right - left));
        for place in places {
            assert!(((place.0 - x).hypot(place.1 - y) - radius).abs() < 0.02, "{place:?}");
        }
    }

    #[test]
    fn decades_are_ticks_and_small_numbers_have_their_power_in_the_label() {
        let points = vec![(1e-6, 2e-5), (1e-3, 4e-2)];
        let chart = Chart::new("", "step [s]", "error [1]").with("", Mark::Points, points.clone());
        let svg = chart.clone().logarithmic().svg();
        for tick in [">10⁻⁶<", ">10⁻⁵<", ">10⁻³<", ">10⁻²<"] {
            assert!(svg.contains(tick), "{tick}");
        }
        let svg = chart.svg();
        assert!(svg.contains("step [10⁻³ s]") && svg.contains("error [1]"), "{svg}");
    }

    #[test]
    fn differences_have_a_frame_of_their_own_over_the_same_x() {
        let line = |by: f64| vec![(0.0, by), (1.0, 1e4 + by), (2.0, by)];
        let chart = Chart::new("", "x [m]", "y [N]").with("one", Mark::Line, line(0.0));
        let chart =
            chart.with_difference("off [N]", Mark::Line, vec![(0.0, 0.0), (1.0, 0.1), (2.0, -0.1)]);
        let svg = chart.svg();
        for label in ["x [m]", "y [N]", "off [N]"] {
            assert_eq!(svg.matches(label).count(), 1, "{label}: {svg}");
        }
        let lines: Vec<_> = svg.lines().filter(|line| line.contains("class=\"c0\"")).collect();
        let drawn = lines[lines.len() - 2..].iter();
        let places = drawn.map(|line| numbers(line.split(" d=").nth(1).unwrap()));
        let [above, below] = <[_; 2]>::try_from(places.collect::<Vec<_>>()).unwrap();
        for point in 0..3 {
            assert_eq!(above[2 * point], below[2 * point], "x of both");
            assert!(below[2 * point + 1] > above[1], "below");
        }
    }

    #[test]
    fn nothing_to_draw_is_an_empty_frame_and_what_is_no_number_is_left_out() {
        let empty = Chart::new("", "x [m]", "y [m]");
        assert!(empty.svg().contains("x [m]"));
        let one = empty.with("a<b", Mark::Points, vec![(3.0, f64::NAN), (3.0, 0.0)]).svg();
        assert!(one.contains("a&lt;b") && !one.contains("NaN") && !one.contains("inf"), "{one}");
    }
}
