//! The drawing of a chart: legend, frame, curves, and under them the caption.
//!
//! Colours, widths and letters are attributes of the elements, which every program that reads SVG knows. The one
//! rule of style is for dark screens: a program that ignores it draws for paper.

use super::axis::Axis;
use std::fmt::Write;
use std::ops::Range;

/// The look of a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// A line.
    Line,
    /// A line with a point at every value, for values that were computed one by one.
    Marked,
    /// A dashed grey line behind the others: what things are compared with.
    Reference,
    /// Points.
    Points,
}

/// Six colours of Okabe and Ito, which colour-blind people can tell apart, and brighter ones for dark
/// pages.
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#b0508a", "#c98a00", "#3a9ad9"];
const BRIGHT: [&str; 6] = ["#56b4e9", "#ff8f3a", "#2fd0a3", "#e79cc4", "#f0b429", "#9ad4f5"];
/// Further series have the same colours and other dashes.
const DASHES: [&str; 4] = ["", "6 3", "2 2.5", "8 3 2 3"];

/// Letters are 13 high in a drawing 560 wide: readable where it is shown at half its width.
const LETTER: f64 = 13.0;
const WIDTH: f64 = 560.0;
/// Colour of letters and axes.
const INK: &str = "#1d242c";
/// Width of a line, and of one that covers itself.
const LINE: f64 = 1.6;
const FINE: f64 = 0.7;
/// Approximate width of a letter.
const ADVANCE: f64 = 0.56 * LETTER;

/// The mark and the colour of a series.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    pub mark: Mark,
    pub colour: usize,
}

impl Style {
    /// The attributes of its line, whose colour is one of `colours`.
    fn line(self, colours: &[String; COLOURS.len()], width: f64) -> String {
        let colour = self.colour % COLOURS.len();
        if self.mark == Mark::Reference {
            return "class=\"r\" stroke=\"#777777\" stroke-dasharray=\"5 3\"".to_owned();
        }
        let dash = match DASHES[(self.colour / COLOURS.len()) % DASHES.len()] {
            "" => String::new(),
            dash => format!(" stroke-dasharray=\"{dash}\""),
        };
        let width =
            if width == LINE { String::new() } else { format!(" stroke-width=\"{width}\"") };
        format!("class=\"c{colour}\" stroke=\"{}\"{width}{dash}", colours[colour])
    }

    /// The attributes of its points, which are lines of no length.
    fn points(self, colours: &[String; COLOURS.len()]) -> String {
        let colour = self.colour % COLOURS.len();
        format!(
            "class=\"c{colour}\" stroke=\"{}\" stroke-width=\"4.2\" stroke-linecap=\"round\"",
            colours[colour]
        )
    }
}

/// The part of the drawing with the curves.
pub(super) struct Frame {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    x: Range<f64>,
    y: Range<f64>,
}

impl Frame {
    /// Maps a point to the drawing.
    pub fn place(&self, x: &Axis, y: &Axis, point: (f64, f64)) -> (f64, f64) {
        let part =
            |value: f64, range: &Range<f64>| (value - range.start) / (range.end - range.start);
        (
            self.left + self.width * part(x.own(point.0), &self.x),
            self.top + self.height * (1.0 - part(y.own(point.1), &self.y)),
        )
    }
}

/// A drawing that grows from top to bottom.
pub(super) struct Drawing {
    body: String,
    colours: [String; COLOURS.len()],
    /// Those on a dark screen.
    bright: [String; BRIGHT.len()],
    /// The height at which the next part begins.
    top: f64,
    height: f64,
    /// Least space left of a frame.
    left: f64,
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

impl Drawing {
    /// An empty drawing; `graded` is the number of series that share a scale of colours.
    pub fn new(square: bool, graded: Option<usize>) -> Self {
        let of = |all: [&str; 6], ends: [[f64; 3]; 2]| {
            std::array::from_fn(|n| match graded {
                None => all[n].to_owned(),
                Some(count) => between(ends, n.min(count - 1) as f64 / (count.max(2) - 1) as f64),
            })
        };
        Self {
            body: String::new(),
            colours: of(COLOURS, [[244.0, 165.0, 80.0], [50.0, 10.0, 100.0]]),
            bright: of(BRIGHT, [[110.0, 80.0, 190.0], [255.0, 220.0, 150.0]]),
            top: 4.0,
            height: if square { 470.0 } else { 310.0 },
            left: 0.0,
        }
    }

    /// The caption under what is drawn so far, in as many lines as it takes.
    pub fn caption(&mut self, caption: &str) {
        let (mut line, mut lines) = (String::new(), Vec::new());
        for word in caption.split_whitespace() {
            let letters = line.chars().count() + word.chars().count();
            if !line.is_empty() && letters as f64 * ADVANCE > WIDTH - 24.0 {
                lines.push(std::mem::take(&mut line));
            }
            line += if line.is_empty() { "" } else { " " };
            line += word;
        }
        lines.push(line);
        for line in lines.iter().filter(|line| !line.is_empty()) {
            self.top += 1.3 * LETTER;
            self.text((12.0, self.top), "start", line);
        }
        self.top += if caption.is_empty() { 0.0 } else { 0.6 * LETTER };
    }

    fn text(&mut self, (x, y): (f64, f64), anchor: &str, text: &str) {
        let anchor = match anchor {
            "start" => String::new(),
            anchor => format!(" text-anchor=\"{anchor}\""),
        };
        let _ = writeln!(
            self.body,
            "<text x=\"{x:.1}\" y=\"{y:.1}\"{anchor} fill=\"{INK}\">{}</text>",
            escaped(text)
        );
    }

    /// The names of the series above the frame, in as many rows as they take.
    pub fn legend(&mut self, series: &[(&str, Style)]) {
        let (mut x, mut any) = (12.0, false);
        for (name, style) in series.iter().filter(|(name, _)| !name.is_empty()) {
            let width = 30.0 + name.chars().count() as f64 * ADVANCE;
            if any && x + width > WIDTH - 12.0 {
                x = 12.0;
                self.top += 1.35 * LETTER;
            }
            if !any {
                self.top += 1.2 * LETTER;
                any = true;
            }
            let y = self.top - 0.35 * LETTER;
            let (line, points) = (style.line(&self.colours, LINE), style.points(&self.colours));
            if style.mark != Mark::Points {
                let _ = writeln!(self.body, "<path {line} d=\"M{x:.1} {y:.1}h18\"/>");
            }
            if matches!(style.mark, Mark::Points | Mark::Marked) {
                let _ = writeln!(self.body, "<path {points} d=\"M{:.1} {y:.1}h0\"/>", x + 9.0);
            }
            self.text((x + 23.0, self.top), "start", name);
            x += width + 14.0;
        }
        self.top += if any { 0.6 * LETTER } else { 0.0 };
    }

    /// Gives frames with these y axes the same left side.
    pub fn align(&mut self, axes: [&Axis; 2]) {
        self.left = axes.into_iter().map(space_left).fold(self.left, f64::max);
    }

    /// Makes the frames that follow low.
    pub fn low(&mut self) -> &mut Self {
        self.height = 190.0;
        self
    }

    /// Axes with ticks and labels.
    pub fn frame(&mut self, x: &Axis, y: &Axis, square: bool) -> Frame {
        let (bottom, right, top) = (3.4 * LETTER, 16.0, self.top + 6.0);
        let height = self.height - bottom - 20.0;
        let left = space_left(y).max(self.left);
        let width = WIDTH - left - right;
        let (mut over, mut up) = (x.range.clone(), y.range.clone());
        if square {
            let scale = (width / (over.end - over.start)) / (height / (up.end - up.start));
            if scale > 1.0 { over = x.widened(scale) } else { up = y.widened(1.0 / scale) }
        }
        let frame = Frame { left, top, width, height, x: over, y: up };
        self.ticks(x, y, &frame);
        let base = top + height;
        let _ = writeln!(
            self.body,
            "<path class=\"a\" stroke=\"{INK}\" stroke-width=\"1\" d=\"M{left:.1} {top:.1}v{height:.1}h{width:.1}\"/>"
        );
        self.text((left + 0.5 * width, base + 2.75 * LETTER), "middle", &x.label);
        let middle = top + 0.5 * height;
        let _ = writeln!(
            self.body,
            "<text transform=\"translate({LETTER:.1} {middle:.1}) rotate(-90)\" text-anchor=\"middle\" fill=\"{INK}\">{}</text>",
            escaped(&y.label)
        );
        self.top = base + bottom;
        frame
    }

    fn ticks(&mut self, x: &Axis, y: &Axis, frame: &Frame) {
        let Frame { left, top, width, height, .. } = *frame;
        let base = top + height;
        let place =
            |part: f64, range: &Range<f64>| (part - range.start) / (range.end - range.start);
        let (mut grid, mut fine) = (String::new(), String::new());
        for tick in x.ticks(&frame.x, 7) {
            let at = left + width * place(tick.at, &frame.x);
            let line = if tick.name.is_empty() { &mut fine } else { &mut grid };
            let _ = write!(line, "M{at:.1} {top:.1}v{height:.1}");
            self.text((at, base + 1.3 * LETTER), "middle", &tick.name);
        }
        for tick in y.ticks(&frame.y, 6) {
            let at = base - height * place(tick.at, &frame.y);
            let line = if tick.name.is_empty() { &mut fine } else { &mut grid };
            let _ = write!(line, "M{left:.1} {at:.1}h{width:.1}");
            self.text((left - 6.0, at + 0.34 * LETTER), "end", &tick.name);
        }
        let _ = writeln!(
            self.body,
            "<path class=\"g\" stroke=\"#000\" stroke-opacity=\".06\" stroke-width=\".6\" d=\"{fine}\"/>\n\
             <path class=\"g\" stroke=\"#000\" stroke-opacity=\".13\" stroke-width=\".7\" d=\"{grid}\"/>"
        );
    }

    /// One series; places nearer than a quarter of a pixel are one.
    pub fn series(&mut self, places: impl Iterator<Item = (f64, f64)>, style: Style) {
        let (mut path, mut points, mut last) = (String::new(), String::new(), None::<(f64, f64)>);
        let mut count = 0;
        for (x, y) in places {
            if !(x.is_finite() && y.is_finite()) {
                last = None;
                continue;
            }
            if last.is_some_and(|(a, b)| (x - a).hypot(y - b) < 0.25) {
                continue;
            }
            let _ = write!(points, "M{x:.2} {y:.2}h0");
            let _ = write!(path, "{}{x:.2} {y:.2}", if last.is_none() { 'M' } else { 'L' });
            (last, count) = (Some((x, y)), count + 1);
        }
        // A line that covers itself is drawn finer.
        let width = if style.mark == Mark::Line && count > 3000 { FINE } else { LINE };
        if style.mark != Mark::Points {
            let line = style.line(&self.colours, width);
            let _ = writeln!(self.body, "<path {line} d=\"{path}\"/>");
        }
        if matches!(style.mark, Mark::Points | Mark::Marked) {
            let _ = writeln!(self.body, "<path {} d=\"{points}\"/>", style.points(&self.colours));
        }
    }

    /// The file.
    pub fn finish(self) -> String {
        let (height, body) = (self.top, self.body);
        let bright: String = (0..BRIGHT.len())
            .map(|n| format!(".plot .c{n}{{stroke:{}}}", self.bright[n]))
            .collect();
        format!(
            "<svg class=\"plot\" xmlns=\"http://www.w3.org/2000/svg\" width=\"720\" height=\"{:.0}\" \
             viewBox=\"0 0 {WIDTH} {height:.0}\">\n\
             <style>@media(prefers-color-scheme:dark){{.plot text{{fill:#e2e7ec}}.plot .a{{stroke:#e2e7ec}}\
             .plot .g{{stroke:#fff}}.plot .b{{fill:#14181d}}.plot .r{{stroke:#9aa4ae}}{bright}}}</style>\n\
             <path class=\"b\" d=\"M0 0h{WIDTH}v{height:.0}h-{WIDTH}z\" fill=\"#fff\"/>\n\
             <g font-family=\"system-ui,'Segoe UI','DejaVu Sans',Arial,sans-serif\" font-size=\"{LETTER}\" \
             fill=\"none\" stroke-width=\"{LINE}\" stroke-linejoin=\"round\">\n{body}</g>\n</svg>\n",
            720.0 / WIDTH * height
        )
    }
}

/// Space left of a frame, for the label and the names of the ticks, which depend on the range alone.
fn space_left(y: &Axis) -> f64 {
    let names = y.ticks(&y.range, 6);
    let longest = names.iter().map(|tick| tick.name.chars().count()).max().unwrap_or(0);
    2.2 * LETTER + longest as f64 * ADVANCE
}

/// A colour between two, as a file has it.
fn between([from, to]: [[f64; 3]; 2], part: f64) -> String {
    let mixed = |c: usize| (from[c] + part * (to[c] - from[c])) as u8;
    format!("#{:02x}{:02x}{:02x}", mixed(0), mixed(1), mixed(2))
}
