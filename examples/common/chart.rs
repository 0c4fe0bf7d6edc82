//! A chart of lines and points as SVG.

use fmu_build::{Error, write_beside};
use plotters::prelude::*;
use std::ops::Range;
use std::path::Path;

/// How a series is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// A line.
    Line,
    /// A thin grey line behind the others: what things are compared with.
    Reference,
    /// Points.
    #[allow(dead_code, reason = "not every example draws points")]
    Points,
}

/// Name, look and points.
type Series = (String, Mark, Vec<(f64, f64)>);

/// A chart of y over x.
#[derive(Debug, Clone)]
pub struct Chart {
    title: String,
    labels: [String; 2],
    series: Vec<Series>,
    square: bool,
    names: Option<SeriesLabelPosition>,
    colours: Vec<RGBColor>,
}

impl Chart {
    /// An empty chart; labels carry their units.
    pub fn new(title: &str, x: &str, y: &str) -> Self {
        let labels = [x.to_owned(), y.to_owned()];
        Self {
            title: title.to_owned(),
            labels,
            series: Vec::new(),
            square: false,
            names: None,
            colours: Vec::new(),
        }
    }

    /// The same chart with the names elsewhere than at the upper right.
    #[must_use]
    #[allow(dead_code, reason = "not every example has lines at the upper right")]
    pub fn names_at(mut self, place: SeriesLabelPosition) -> Self {
        self.names = Some(place);
        self
    }

    /// The same chart with thicker lines in these colours, red, green and blue.
    #[must_use]
    #[allow(dead_code, reason = "not every example chooses colours")]
    pub fn coloured(mut self, colours: &[[u8; 3]]) -> Self {
        self.colours = colours.iter().map(|&[r, g, b]| RGBColor(r, g, b)).collect();
        self
    }

    /// The same chart with equal scales on both axes.
    #[must_use]
    #[allow(dead_code, reason = "not every example draws paths")]
    pub fn square(mut self) -> Self {
        self.square = true;
        self
    }

    /// The same chart with one more series.
    #[must_use]
    pub fn with(mut self, name: &str, mark: Mark, points: Vec<(f64, f64)>) -> Self {
        self.series.push((name.to_owned(), mark, points));
        self
    }

    /// Writes it, whole or not at all.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        let mut svg = String::new();
        self.draw(&mut svg)
            .map_err(|error| Error::Input(format!("{}: {error}", path.display())))?;
        write_beside(path, svg.as_bytes())
    }

    fn ranges(&self) -> [Range<f64>; 2] {
        let all = || self.series.iter().flat_map(|(_, _, points)| points);
        let range = |pick: fn(&(f64, f64)) -> f64| {
            let low = all().map(pick).fold(f64::INFINITY, f64::min);
            let high = all().map(pick).fold(f64::NEG_INFINITY, f64::max);
            let margin = if high > low { 0.03 * (high - low) } else { 0.5 * high.abs().max(1e-12) };
            low - margin..high + margin
        };
        [range(|point| point.0), range(|point| point.1)]
    }

    fn draw(&self, svg: &mut String) -> Result<(), Box<dyn std::error::Error>> {
        let size = if self.square { (620, 600) } else { (900, 480) };
        let area = SVGBackend::with_string(svg, size).into_drawing_area();
        area.fill(&WHITE)?;
        let [x, y] = self.ranges();
        let mut chart = ChartBuilder::on(&area)
            .caption(&self.title, ("sans-serif", 20))
            .margin(12)
            .x_label_area_size(44)
            .y_label_area_size(78)
            .build_cartesian_2d(x.clone(), y.clone())?;
        let short = |number: &f64, axis: &Range<f64>| {
            let size = number.abs();
            // A mark next to zero is zero: sums of steps miss it by a rounding.
            if size < 1e-9 * (axis.end - axis.start) {
                "0".to_owned()
            } else if (1e-3..1e5).contains(&size) {
                format!("{}", (number * 1e6).round() / 1e6)
            } else {
                format!("{number:.1e}")
            }
        };
        chart
            .configure_mesh()
            .x_desc(&self.labels[0])
            .y_desc(&self.labels[1])
            .x_label_formatter(&|number| short(number, &x))
            .y_label_formatter(&|number| short(number, &y))
            .light_line_style(WHITE.mix(0.0))
            .bold_line_style(BLACK.mix(0.1))
            .draw()?;
        let (order, mut colour) = ([Mark::Reference, Mark::Line, Mark::Points], 0);
        for mark in order {
            for (name, _, points) in self.series.iter().filter(|(_, is, _)| *is == mark) {
                let style = if mark == Mark::Reference {
                    BLACK.mix(0.55).stroke_width(2)
                } else {
                    colour += 1;
                    match self.colours.get(colour - 1) {
                        Some(chosen) => chosen.stroke_width(2),
                        None => Palette99::pick(colour - 1).to_rgba().stroke_width(1),
                    }
                };
                let drawn = if mark == Mark::Points {
                    let dot = |point: &(f64, f64)| Circle::new(*point, 2, style.filled());
                    chart.draw_series(points.iter().map(dot))?
                } else {
                    chart.draw_series(LineSeries::new(points.iter().copied(), style))?
                };
                if !name.is_empty() {
                    drawn.label(name).legend(move |(x, y)| {
                        PathElement::new(vec![(x, y), (x + 18, y)], style.stroke_width(2))
                    });
                }
            }
        }
        if self.series.iter().any(|(name, _, _)| !name.is_empty()) {
            chart
                .configure_series_labels()
                .position(match &self.names {
                    Some(place) => place.clone(),
                    None if self.square => SeriesLabelPosition::MiddleMiddle,
                    None => SeriesLabelPosition::UpperRight,
                })
                .background_style(WHITE.mix(0.8))
                .border_style(BLACK.mix(0.2))
                .draw()?;
        }
        drop(chart);
        area.present()?;
        Ok(())
    }
}
