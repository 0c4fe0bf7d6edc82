//! The page *Verification and validation*, made from the rows.

use crate::case::{Case, Kind, Outcome};
use std::fmt::Write;

const HEAD: &str = "\
<!-- Made by `cargo run --release --example validation`; change examples/validation instead. -->

# Verification and validation

Two questions are kept apart here. *Validation* asks whether the laws are those of nature: measured cases, with
the uncertainty of the measurement. *Verification* asks whether the laws are solved as they are written: other programs and
printed tables, then closed forms. Every case has its number, ours, the difference, its tolerance and the reason of the
tolerance. Nothing is tuned to a measurement that judges: what was identified is said to be, and was identified on other data.
Where the law differs, the motion is chaotic or a condition of the measurement is not known, the difference is shown and
not judged.

All joints run as FMUs, as a user would run them. `cargo run --release --example validation` runs all cases and
writes this page and its pictures; `tests/run` runs them with `--check`, which fails where a value leaves its
tolerance or this page is out of date.

[Four papers](papers.md) lists the figures of the papers behind Spiel's joints and where they are reproduced;
[measured errors](accuracy.md) says how large a step may be.
";

/// The row of a case in the table of all cases.
fn summary(case: &Case, outcome: &Outcome) -> String {
    let judged: Vec<_> = outcome.rows.iter().filter(|row| row.share().is_some()).collect();
    let held = judged.iter().filter(|row| row.holds()).count();
    let shown = outcome.rows.len() - judged.len();
    let also = if shown > 0 { format!(", {shown} shown") } else { String::new() };
    let worst = judged.iter().filter_map(|row| row.share()).fold(0.0, f64::max);
    let (values, worst) = match judged.len() {
        0 => (format!("{shown} shown"), "–".to_owned()),
        count => (format!("{held} of {count}{also}"), part(worst)),
    };
    format!(
        "| [{}](#{}) | {} | {values} | {worst} |\n",
        case.title,
        anchor(case.title),
        short(case.source),
    )
}

/// A share of a tolerance in words; rounding decides shares far below it.
fn part(share: f64) -> String {
    if share < 0.01 { "< 1 %".to_owned() } else { format!("{:.0} %", 100.0 * share) }
}

/// The authors, without the rest of the reference.
fn short(source: &str) -> &str {
    source.split([',', ';']).next().unwrap_or(source)
}

/// The anchor that mdBook gives to a heading.
fn anchor(title: &str) -> String {
    let kept = title.to_lowercase().replace(' ', "-");
    kept.chars().filter(|c| c.is_alphanumeric() || *c == '-').collect()
}

/// The kinds of cases in the order of the page: heading, introduction, and the name of the numbers compared with.
const KINDS: [(Kind, &str, &str); 3] = [
    (
        Kind::Measured,
        "Measured",
        "Few measurements of joints are public with all the numbers that a computation needs. Restitution over the speed \
         of impacts and time histories of a mechanism with play were not found as numbers.",
    ),
    (
        Kind::Compared,
        "Other programs and printed tables",
        "Equal laws must give equal numbers; where laws differ, the difference is that of the laws.",
    ),
    (
        Kind::Exact,
        "Closed forms",
        "These cases cannot say whether a law is right, only that it is solved as it is written.",
    ),
];

/// The column of the numbers compared with.
fn column(kind: Kind) -> &'static str {
    match kind {
        Kind::Measured => "measured",
        Kind::Compared => "theirs",
        Kind::Exact => "exact",
    }
}

/// The page of all cases with their outcomes.
pub fn page(cases: &[(&Case, Outcome)]) -> String {
    let mut text = HEAD.to_owned();
    for (kind, heading, introduction) in KINDS {
        let of_kind = || cases.iter().filter(|(case, _)| case.kind == kind);
        let _ = write!(
            text,
            "\n**{heading}.** {introduction}\n\n\
             | case | source | values within tolerance | largest difference over its tolerance |\n|---|---|---|---|\n"
        );
        of_kind().for_each(|(case, outcome)| text += &summary(case, outcome));
    }
    for (kind, ..) in KINDS {
        let of_kind = cases.iter().filter(|(case, _)| case.kind == kind);
        of_kind.for_each(|(case, outcome)| text += &section(case, outcome));
    }
    text
}

/// A case's own section.
pub fn section(case: &Case, outcome: &Outcome) -> String {
    let Case { kind, name, title, source, set_up, through, reason, caption, .. } = case;
    let mut text = format!(
        "\n## {title}\n\n{set_up}\n\n- Source: {source}.\n- Run as: {through}\n\n\
         | value | {} | ours | difference | tolerance |\n|---|---|---|---|---|\n",
        column(*kind)
    );
    for row in &outcome.rows {
        let [theirs, ours, difference, tolerance] = row.cells();
        let mark = if row.holds() { "" } else { " **not held**" };
        let _ = writeln!(
            text,
            "| {} | {theirs} | {ours} | {difference} | {tolerance}{mark} |",
            row.what
        );
    }
    let _ = write!(text, "\n{reason}\n\n![{title}](validation/{name}.svg)\n\n*{caption}*\n");
    text
}
