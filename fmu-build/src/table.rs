//! A joint's variables as a table, from the same rows as everything else.

use crate::Variant;
use model_description::xml::Variable;
use model_description::{ANY, Kind};
use std::fmt::Write;

/// One line a variable: name, causality, unit, start, range, text.
pub fn variables(variant: &Variant) -> String {
    let header = ["name", "causality", "unit", "start", "range", "text"].map(str::to_owned);
    let mut lines = vec![header];
    for variable in variant.variables() {
        let row = &variable.row;
        let unit = match row.kind {
            Kind::Real { unit, .. } => unit.name,
            _ => "-",
        };
        let (start, range) = match (variable.causality.is_output(), row.kind) {
            (true, Kind::Real { .. }) => ("-".to_owned(), "-".to_owned()),
            (true, _) => ("-".to_owned(), range(&variable)),
            (false, _) => (start(&variable), range(&variable)),
        };
        let text = row.text.to_owned();
        let word = variable.causality();
        lines.push([row.name.clone(), word.into(), unit.to_owned(), start, range, text]);
    }
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max();
    let widths: Vec<_> = (0..5).filter_map(width).collect();
    let mut table = String::new();
    for line in &lines {
        for (cell, width) in line.iter().zip(&widths) {
            let _ = write!(table, "{cell:width$}  ");
        }
        let _ = writeln!(table, "{}", line[5]);
    }
    table
}

/// The start value as a person would write it.
pub(crate) fn start(variable: &Variable) -> String {
    variable.row.show(variable.row.start)
}

/// The values that a variable may take.
fn range(variable: &Variable) -> String {
    match variable.row.kind {
        Kind::Real { allowed, .. } => allowed.to_string(),
        Kind::Integer { allowed: ANY } => "whole numbers".to_owned(),
        Kind::Integer { allowed } => allowed.to_string(),
        Kind::Boolean => "true, false".to_owned(),
        Kind::Choice { items, .. } => {
            let items: Vec<_> =
                items.iter().map(|item| format!("{} {}", item.name, item.number)).collect();
            items.join(", ")
        }
    }
}
