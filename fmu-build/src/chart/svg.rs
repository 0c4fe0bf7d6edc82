//! The drawing of a chart: title, legend, frame, curves.

use super::axis::Axis;
use std::fmt::Write;
use std::ops::Range;

/// The look of a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// A line.
    Line,
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
/// Approximate width of a letter.
const ADVANCE: f64 = 0.56 * LETTER;

/// The mark and the colour of a series.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    pub mark: Mark,
    pub colour: usize,
}

impl Style {
    fn class(self) -> String {
        match self.mark {
            Mark::Reference => "r".to_owned(),
            Mark::Line => format!("l c{}", self.colour % COLOURS.len()),
            Mark::Points => format!("p c{}", self.colour % COLOURS.len()),
        }
    }

    fn dash(self) -> String {
        let dash = DASHES[(self.colour / COLOURS.len()) % DASHES.len()];
        if self.mark != Mark::Line || dash.is_empty() {
            return String::new();
        }
        format!(" stroke-dasharray=\"{dash}\"")
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
    /// The height at which the next part begins.
    top: f64,
    height: f64,
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

impl Drawing {
    pub fn new(title: &str, square: bool) -> Self {
        let mut drawing =
            Self { body: String::new(), top: 10.0, height: if square { 470.0 } else { 310.0 } };
        let mut line = String::new();
        let mut lines = Vec::new();
        for word in title.split_whitespace() {
            if !line.is_empty()
                && (line.chars().count() + word.chars().count()) as f64 * 1.1 * ADVANCE
                    > WIDTH - 24.0
            {
                lines.push(std::mem::take(&mut line));
            }
            line += if line.is_empty() { "" } else { " " };
            line += word;
        }
        lines.push(line);
        for line in lines.iter().filter(|line| !line.is_empty()) {
            drawing.top += 1.3 * LETTER;
            drawing.text((12.0, drawing.top), "t", line);
        }
        drawing.top += if title.is_empty() { 0.0 } else { 0.4 * LETTER };
        drawing
    }

    fn text(&mut self, (x, y): (f64, f64), class: &str, text: &str) {
        let _ = writeln!(
            self.body,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" class=\"{class}\">{}</text>",
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
            let (class, dash) = (style.class(), style.dash());
            let _ = if style.mark == Mark::Points {
                writeln!(self.body, "<path class=\"{class}\" d=\"M{:.1} {y:.1}h0\"/>", x + 9.0)
            } else {
                writeln!(self.body, "<path class=\"{class}\"{dash} d=\"M{x:.1} {y:.1}h18\"/>")
            };
            self.text((x + 23.0, self.top), "", name);
            x += width + 14.0;
        }
        self.top += if any { 0.6 * LETTER } else { 0.0 };
    }

    /// Axes with ticks and labels.
    pub fn frame(&mut self, x: &Axis, y: &Axis, square: bool) -> Frame {
        let (bottom, right, top) = (3.4 * LETTER, 16.0, self.top + 6.0);
        let height = self.height - bottom - 20.0;
        // As wide as the names of the ticks, which depend on the range alone.
        let names = y.ticks(&y.range, 6);
        let longest = names.iter().map(|tick| tick.name.chars().count()).max().unwrap_or(0);
        let left = 2.2 * LETTER + longest as f64 * ADVANCE;
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
            "<path class=\"a\" d=\"M{left:.1} {top:.1}v{height:.1}h{width:.1}\"/>"
        );
        self.text((left + 0.5 * width, base + 2.75 * LETTER), "m", &x.label);
        let middle = top + 0.5 * height;
        let _ = writeln!(
            self.body,
            "<text transform=\"translate({LETTER:.1} {middle:.1}) rotate(-90)\" class=\"m\">{}</text>",
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
            self.text((at, base + 1.3 * LETTER), "m", &tick.name);
        }
        for tick in y.ticks(&frame.y, 6) {
            let at = base - height * place(tick.at, &frame.y);
            let line = if tick.name.is_empty() { &mut fine } else { &mut grid };
            let _ = write!(line, "M{left:.1} {at:.1}h{width:.1}");
            self.text((left - 6.0, at + 0.34 * LETTER), "e", &tick.name);
        }
        let _ = writeln!(
            self.body,
            "<path class=\"f\" d=\"{fine}\"/>\n<path class=\"g\" d=\"{grid}\"/>"
        );
    }

    /// One series; places nearer than a quarter of a pixel are one.
    pub fn series(&mut self, places: impl Iterator<Item = (f64, f64)>, style: Style) {
        let (mut path, mut last, mut count) = (String::new(), None::<(f64, f64)>, 0);
        for (x, y) in places {
            if !(x.is_finite() && y.is_finite()) {
                last = None;
                continue;
            }
            if last.is_some_and(|(a, b)| (x - a).hypot(y - b) < 0.25) {
                continue;
            }
            let _ = match (style.mark, last) {
                (Mark::Points, _) => write!(path, "M{x:.2} {y:.2}h0"),
                (_, None) => write!(path, "M{x:.2} {y:.2}"),
                _ => write!(path, "L{x:.2} {y:.2}"),
            };
            (last, count) = (Some((x, y)), count + 1);
        }
        // A line that covers itself is drawn finer.
        let fine = if style.mark == Mark::Line && count > 3000 { " n" } else { "" };
        let (class, dash) = (style.class(), style.dash());
        let _ = writeln!(self.body, "<path class=\"{class}{fine}\"{dash} d=\"{path}\"/>");
    }

    /// The file; `graded` says how many series share a scale of colours.
    pub fn finish(self, graded: Option<usize>) -> String {
        let colours = |all: [&str; 6], ends: [[f64; 3]; 2]| {
            let colour = |n: usize| match graded {
                None => all[n].to_owned(),
                Some(count) => {
                    let part = n.min(count - 1) as f64 / (count.max(2) - 1) as f64;
                    let mixed = |c: usize| ends[0][c] + part * (ends[1][c] - ends[0][c]);
                    format!("#{:02x}{:02x}{:02x}", mixed(0) as u8, mixed(1) as u8, mixed(2) as u8)
                }
            };
            let count = all.len();
            (0..count).map(|n| format!(".c{n}{{stroke:{}}}", colour(n))).collect::<String>()
        };
        let light = colours(COLOURS, [[244.0, 165.0, 80.0], [50.0, 10.0, 100.0]]);
        let bright = colours(BRIGHT, [[110.0, 80.0, 190.0], [255.0, 220.0, 150.0]]);
        let (height, body) = (self.top, self.body);
        // Classes stay inside: a page may hold several drawings.
        let style = [
            "text{font:13px system-ui,'Segoe UI','DejaVu Sans',Arial,sans-serif;fill:#1d242c}",
            ".t{font-weight:600}.m{text-anchor:middle}.e{text-anchor:end}",
            "path{fill:none;stroke-width:1.6;stroke-linejoin:round}",
            ".a{stroke:#1d242c;stroke-width:1}.g{stroke:#000;stroke-opacity:.13;stroke-width:.7}",
            ".f{stroke:#000;stroke-opacity:.06;stroke-width:.6}",
            ".n{stroke-width:.7}.r{stroke:#777;stroke-dasharray:5 3}.p{stroke-width:4.2;stroke-linecap:round}",
        ]
        .concat();
        let dark = [
            "text{fill:#e2e7ec}.a{stroke:#e2e7ec}.g,.f{stroke:#fff}.b{fill:#14181d}.r{stroke:#9aa4ae}",
            &bright,
        ]
        .concat();
        let scoped = |css: &str| {
            css.split_inclusive('}')
                .map(|rule| {
                    let (names, rest) = rule.split_once('{').unwrap_or((rule, ""));
                    let names: Vec<_> =
                        names.split(',').map(|name| format!(".plot {name}")).collect();
                    format!("{}{{{rest}", names.join(","))
                })
                .collect::<String>()
        };
        format!(
            "<svg class=\"plot\" xmlns=\"http://www.w3.org/2000/svg\" width=\"720\" style=\"max-width:100%;height:auto\" viewBox=\"0 0 {WIDTH} {height:.0}\">\n\
             <style>{}@media(prefers-color-scheme:dark){{{}}}</style>\n\
             <path class=\"b\" d=\"M0 0h{WIDTH}v{height:.0}h-{WIDTH}z\" fill=\"#fff\"/>\n{body}</svg>\n",
            scoped(&(style + &light + ".b{fill:#fff;stroke:none}")),
            scoped(&dark),
        )
    }
}
