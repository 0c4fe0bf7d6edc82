//! The sheet of frames and the page of a run, whatever the frames show.

use super::view::CELL;
use crate::digits::short;
use crate::documentation::{STYLE as DRAWING_STYLE, escaped};
use spiel::group::BodyKind;
use std::fmt::Write;

/// Frames of the strip, and the number of those that stand beside each other.
pub(super) const FRAMES: usize = 6;
const COLUMNS: usize = 3;
/// Width of a page.
pub(super) const PAGE: f64 = 960.0;
/// Positions on the page, at most.
pub(super) const MOST_FRAMES: usize = 900;
pub(super) const MOST_NUMBERS: usize = 150_000;

/// A page without its numbers.
const TEMPLATE: &str = include_str!("pages/page.html");
/// The script that plays the frames.
const PLAYER: &str = include_str!("pages/player.js");
/// The style of a strip beyond that of the drawings of the documentation: it stands by itself, for paper.
const OWN_STYLE: &str = ":root{--joint-page:#fdfdfc}.paper{fill:var(--joint-page)}\
    .spring{stroke:var(--joint-faint);stroke-width:2;stroke-dasharray:3 2}\
    .bar{stroke-linejoin:round}";
/// The size of a drawing on a page, by a rule that programs for print take for the size of the paper.
const ON_A_PAGE: &str = " width: 100%; max-width: 736px; height: auto;";

/// Returns a style with its variables replaced by their values and without the colours of dark screens: programs that
/// print SVG know neither.
fn for_paper(style: &str) -> String {
    let mut light = String::new();
    let mut rest = style;
    while let Some((before, after)) = rest.split_once("@media") {
        light += before;
        let mut depth = 0;
        let end = after.find(|letter| {
            depth += i32::from(letter == '{') - i32::from(letter == '}');
            letter == '}' && depth == 0
        });
        rest = end.map_or("", |end| &after[end + 1..]);
    }
    light += rest;
    let values: Vec<(String, String)> = light
        .split([';', '{', '}'])
        .filter_map(|part| part.trim().strip_prefix("--")?.split_once(':'))
        .map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()))
        .collect();
    for (name, value) in values {
        light = light.replace(&format!("var(--{name})"), &value);
        light = light.replace(&format!("var(--{name}, Canvas)"), &value);
    }
    light.replace(ON_A_PAGE, "").replace("currentColor", "#1d242c")
}

/// Returns `count` indices, or all if there are fewer, that are spread evenly over `instants`.
pub(super) fn spread(count: usize, instants: usize) -> Vec<usize> {
    let last = instants.saturating_sub(1);
    let count = count.min(instants).max(1);
    (0..count).map(|index| index * last / (count - 1).max(1)).collect()
}

/// Returns the strip as SVG: drawings of this `height` with their times \[s\], under a title and a sentence; `style` is
/// that of the drawings alone.
pub(super) fn strip(
    [title, said, style]: [&str; 3],
    height: f64,
    drawings: &[(f64, String)],
) -> String {
    let head = if said.is_empty() { 30.0 } else { 48.0 };
    let (cell, rows) = (height + 26.0, drawings.len().div_ceil(COLUMNS));
    let columns = drawings.len().min(COLUMNS);
    let (width, whole) = (CELL * columns as f64, cell * rows as f64 + head);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"drawing\" width=\"{width}\" height=\"{whole:.0}\" \
         viewBox=\"0 0 {width} {whole:.0}\" role=\"img\">\n<title>{title}: {} frames of the machine</title>\n<style>{}</style>\n\
         <rect class=\"paper\" width=\"{width}\" height=\"{whole:.0}\"/>\n\
         <text x=\"12\" y=\"20\" class=\"head\">{title}</text>\n\
         <text x=\"12\" y=\"38\" class=\"small\">{said}</text>\n",
        drawings.len(),
        for_paper(&format!("{DRAWING_STYLE}{OWN_STYLE}{style}"))
    );
    for (index, (time, drawing)) in drawings.iter().enumerate() {
        let (x, y) = (CELL * (index % COLUMNS) as f64, cell * (index / COLUMNS) as f64 + head);
        let _ = writeln!(
            svg,
            "<g transform=\"translate({x} {y:.1})\">\n{drawing}<text x=\"{}\" y=\"{:.1}\" text-anchor=\"middle\" \
             class=\"small\">{} s</text>\n</g>",
            0.5 * CELL,
            height + 14.0,
            short(*time)
        );
    }
    svg + "</svg>\n"
}

/// Returns the page as HTML: a drawing of this `height`, the joints magnified, the list of bodies, and a `script` whose function
/// `draw` shows the frame of an instant.
pub(super) fn page(
    [title, said, style, joints]: [&str; 4],
    (height, drawing): (f64, &str),
    bodies: &[String],
    times: impl Iterator<Item = f64>,
    script: &str,
) -> String {
    let mut instants = String::new();
    times.for_each(|time| _ = write!(instants, "{time:e},"));
    let drawing = format!(
        "<svg class=\"drawing\" viewBox=\"0 0 {PAGE} {height:.0}\" role=\"img\" aria-labelledby=\"name\">\n\
         <title id=\"name\">{title}</title>\n{drawing}</svg>"
    );
    // A machine of very many parts is not listed part by part.
    let bodies = if bodies.len() > 20 { String::new() } else { bodies.concat() };
    let script = format!(
        "\"use strict\";\nconst times = [{}];\n{script}{PLAYER}",
        instants.trim_end_matches(',')
    );
    let style = format!("{DRAWING_STYLE}{style}");
    filled(
        TEMPLATE,
        &[
            ("STYLE", &style),
            ("SAID", said),
            ("TITLE", title),
            ("JOINTS", joints),
            ("BODIES", &bodies),
            ("DRAWING", &drawing),
            ("SCRIPT", &script),
        ],
    )
}

/// Returns a template with texts in its places. A text may have the name of a place in it.
fn filled(template: &str, texts: &[(&str, &str)]) -> String {
    let mut page = String::new();
    let mut rest = template;
    let next = |rest: &str| {
        let found = texts.iter().filter_map(|(name, text)| Some((rest.find(name)?, *name, *text)));
        found.min_by_key(|(at, ..)| *at)
    };
    while let Some((at, name, text)) = next(rest) {
        page += &rest[..at];
        page += text;
        rest = &rest[at + name.len()..];
    }
    page + rest
}

/// Returns a line of the list of bodies: the name, and the mass of a free body \[kg\].
pub(super) fn body(name: &str, kind: BodyKind, mass: Option<f64>) -> String {
    let what = match kind {
        BodyKind::Free => format!("{} kg", short(mass.unwrap_or_default())),
        BodyKind::Prescribed => "moved by the host".to_owned(),
    };
    format!("<li>{}, {what}</li>", escaped(name))
}

#[test]
fn a_style_for_paper_has_no_variables_and_no_dark_colours() {
    let style = for_paper(&format!("{DRAWING_STYLE}{OWN_STYLE}"));
    for word in ["var(", "@media", "currentColor", "Canvas", ON_A_PAGE] {
        assert!(!style.contains(word), "{word} in {style}");
    }
    assert!(style.contains(".axis { stroke: #1d242c"), "{style}");
}
