//! A joint's variables as a table, from the same rows as everything else.

use crate::Variant;
use model_description::{ANY, Kind};
use std::fmt::Write;

/// One line a variable: name, causality, unit, start, range, text.
pub fn variables(variant: &Variant) -> String {
    let header = ["name", "causality", "unit", "start", "range", "text"].map(str::to_owned);
    let mut lines = vec![header];
    for variable in variant.variables() {
        let row = &variable.row;
        let (unit, range) = match row.kind {
            Kind::Real { unit, allowed } => (unit.name.to_owned(), allowed.to_string()),
            Kind::Integer { allowed: ANY } => ("-".to_owned(), "whole numbers".to_owned()),
            Kind::Integer { allowed } => ("-".to_owned(), allowed.to_string()),
            Kind::Boolean => ("-".to_owned(), "true, false".to_owned()),
            Kind::Choice { items, .. } => {
                let items: Vec<_> =
                    items.iter().map(|item| format!("{} {}", item.name, item.number)).collect();
                ("-".to_owned(), items.join(", "))
            }
        };
        let output = variable.causality.is_output();
        let start = if output { "-".to_owned() } else { row.show(row.start) };
        let range =
            if output && matches!(row.kind, Kind::Real { .. }) { "-".into() } else { range };
        let mut text = row.text.to_owned();
        if let Some(when) = row.when {
            let _ =
                write!(text, " Appears with {} = {}.", when.selector, when.choices.join(" or "));
        }
        lines.push([row.name.clone(), variable.causality.word().into(), unit, start, range, text]);
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
