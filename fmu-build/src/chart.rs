//! A chart of lines and points as SVG.

use crate::{Error, write_beside};
use plotters::prelude::*;
use std::ops::Range;
use std::path::Path;

pub use plotters::chart::SeriesLabelPosition as Place;

/// How a series is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// A line.
    Line,
    /// A thin grey line behind the others: what things are compared with.
    Reference,
    /// Points.
    Points,
}

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
    title: String,
    labels: [String; 2],
    series: Vec<Series>,
    square: bool,
    logarithmic: bool,
    legend: Option<Place>,
    colours: Vec<RGBColor>,
    /// Drawn so many times as large, to be shown small: places are whole pixels.
    fine: u32,
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
            logarithmic: false,
            legend: None,
            colours: Vec::new(),
            fine: 1,
        }
    }

    /// The same chart with its legend elsewhere than at the upper right.
    #[must_use]
    pub fn legend(mut self, place: Place) -> Self {
        self.legend = Some(place);
        self
    }

    /// The same chart with thicker lines in these colours, red, green and blue.
    #[must_use]
    pub fn coloured(mut self, colours: &[[u8; 3]]) -> Self {
        self.colours = colours.iter().map(|&[r, g, b]| RGBColor(r, g, b)).collect();
        self
    }

    /// The same chart with lines as fine as a large drawing's and with larger letters, for a page that
    /// shows it as wide as its text.
    #[must_use]
    pub fn fine(mut self) -> Self {
        self.fine = 4;
        self
    }

    /// The same chart with equal scales on both axes.
    #[must_use]
    pub fn square(mut self) -> Self {
        self.square = true;
        self
    }

    /// The same chart with logarithmic scales on both axes; values that have no logarithm are left out.
    #[must_use]
    pub fn logarithmic(mut self) -> Self {
        self.logarithmic = true;
        self
    }

    /// The same chart with one more series.
    #[must_use]
    pub fn with(mut self, name: &str, mark: Mark, points: Vec<(f64, f64)>) -> Self {
        self.series.push(Series { name: name.to_owned(), mark, points });
        self
    }

    /// Writes it, whole or not at all.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        let svg =
            self.svg().map_err(|error| Error::Input(format!("{}: {error}", path.display())))?;
        write_beside(path, svg.as_bytes())
    }

    /// The drawing itself.
    pub fn svg(&self) -> Result<String, Box<dyn std::error::Error>> {
        let mut svg = String::new();
        self.draw(&mut svg)?;
        Ok(svg)
    }

    /// The points of a series where they are drawn.
    fn places<'a>(&self, points: &'a [(f64, f64)]) -> impl Iterator<Item = (f64, f64)> + use<'a> {
        let logarithmic = self.logarithmic;
        let place = move |&(x, y): &(f64, f64)| match logarithmic {
            true => (x.log10(), y.log10()),
            false => (x, y),
        };
        points.iter().map(place).filter(|(x, y)| x.is_finite() && y.is_finite())
    }

    fn ranges(&self) -> [Range<f64>; 2] {
        let all = || self.series.iter().flat_map(|series| self.places(&series.points));
        let range = |pick: fn((f64, f64)) -> f64| {
            let low = all().map(pick).fold(f64::INFINITY, f64::min);
            let high = all().map(pick).fold(f64::NEG_INFINITY, f64::max);
            if !(low.is_finite() && high.is_finite()) {
                return 0.0..1.0;
            }
            let margin = if high > low { 0.03 * (high - low) } else { 0.5 * high.abs().max(1e-12) };
            low - margin..high + margin
        };
        [range(|point| point.0), range(|point| point.1)]
    }

    fn draw(&self, svg: &mut String) -> Result<(), Box<dyn std::error::Error>> {
        let (fine, pixels) = (self.fine, |size: u32| size * self.fine);
        // Large drawings are shown narrower: their letters and lines are larger by themselves.
        let (letters, line) = if fine == 1 { (12, 1) } else { (pixels(21), pixels(2)) };
        let (wide, high) = if self.square { (620, 600) } else { (900, 480) };
        let area = SVGBackend::with_string(svg, (pixels(wide), pixels(high))).into_drawing_area();
        area.fill(&WHITE)?;
        let [x, y] = self.ranges();
        let mut chart = ChartBuilder::on(&area)
            .caption(&self.title, ("sans-serif", pixels(20)))
            .margin(pixels(12))
            .x_label_area_size(pixels(if fine == 1 { 44 } else { 54 }))
            .y_label_area_size(pixels(if fine == 1 { 78 } else { 92 }))
            .build_cartesian_2d(x.clone(), y.clone())?;
        let short = |range: &Range<f64>| {
            // Ticks are sums of steps: the one at zero is off by rounding.
            let (zero, logarithmic) = (1e-9 * (range.end - range.start), self.logarithmic);
            move |number: &f64| match number.abs() {
                _ if logarithmic => format!("{:.1e}", 10f64.powf(*number)),
                size if size < zero => "0".to_owned(),
                size if (1e-3..1e5).contains(&size) => format!("{}", (number * 1e6).round() / 1e6),
                _ => format!("{number:.1e}"),
            }
        };
        let (short_x, short_y) = (short(&x), short(&y));
        chart
            .configure_mesh()
            .x_desc(&self.labels[0])
            .y_desc(&self.labels[1])
            .x_label_formatter(&short_x)
            .y_label_formatter(&short_y)
            .label_style(("sans-serif", letters))
            .light_line_style(WHITE.mix(0.0))
            .bold_line_style(BLACK.mix(0.1).stroke_width(fine))
            .axis_style(BLACK.stroke_width(fine))
            .set_all_tick_mark_size(pixels(5))
            .draw()?;
        let (order, mut colour) = ([Mark::Reference, Mark::Line, Mark::Points], 0);
        for mark in order {
            for Series { name, points, .. } in self.series.iter().filter(|s| s.mark == mark) {
                let style = if mark == Mark::Reference {
                    BLACK.mix(0.55).stroke_width(pixels(2))
                } else {
                    colour += 1;
                    match self.colours.get(colour - 1) {
                        Some(chosen) => chosen.stroke_width(pixels(2)),
                        None => Palette99::pick(colour - 1).to_rgba().stroke_width(line),
                    }
                };
                let drawn = if mark == Mark::Points {
                    let dot = |point: (f64, f64)| Circle::new(point, pixels(2), style.filled());
                    chart.draw_series(self.places(points).map(dot))?
                } else {
                    chart.draw_series(LineSeries::new(self.places(points), style))?
                };
                if !name.is_empty() {
                    drawn.label(name).legend(move |(x, y)| {
                        let end = x + (18 * fine) as i32;
                        PathElement::new(vec![(x, y), (end, y)], style.stroke_width(pixels(2)))
                    });
                }
            }
        }
        if self.series.iter().any(|series| !series.name.is_empty()) {
            chart
                .configure_series_labels()
                .label_font(("sans-serif", letters))
                .margin(pixels(10))
                .legend_area_size(pixels(30))
                .position(match &self.legend {
                    Some(place) => place.clone(),
                    None if self.square => Place::MiddleMiddle,
                    None => Place::UpperRight,
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
