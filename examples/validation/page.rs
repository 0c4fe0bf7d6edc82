//! The page *Validation*, made from the rows.

use crate::case::{Case, Outcome};
use std::fmt::Write;

const HEAD: &str = "\
<!-- Made by `cargo run --release --example validation`; change examples/validation instead. -->

# Validation

This page compares published cases with ours: their number, our number, the difference, its tolerance and its reason.
All joints run as FMUs, as a user would run them. `cargo run --release --example validation` runs all cases and
writes this page and its pictures; `tests/run` runs them with `--check`, which fails where a value leaves its
tolerance or this page is out of date. Where the law differs or the motion is chaotic, the difference is shown
without a tolerance.

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
    format!(
        "| [{}](#{}) | {} | {held} of {}{also} | {} |\n",
        case.title,
        anchor(case.title),
        short(case.source),
        judged.len(),
        part(worst)
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

/// The page of all cases with their outcomes.
pub fn page(cases: &[(&Case, Outcome)]) -> String {
    let mut text = format!(
        "{HEAD}\n| case | source | values within tolerance | largest difference over its tolerance |\n|---|---|---|---|\n"
    );
    for (case, outcome) in cases {
        text += &summary(case, outcome);
    }
    for (case, outcome) in cases {
        text += &section(case, outcome);
    }
    text
}

/// A case's own section.
pub fn section(case: &Case, outcome: &Outcome) -> String {
    let Case { name, title, source, set_up, through, reason, caption, .. } = case;
    let mut text = format!(
        "\n## {title}\n\n{set_up}\n\n- Source: {source}.\n- Run as: {through}\n\n\
         | value | theirs | ours | difference | tolerance |\n|---|---|---|---|---|\n"
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
