//! The variables of a model, as JSON.

use model_description::{Kind, Row, Variability};
use serde_json::{Value, json};
use spiel::block::{Block, Role};
use spiel::catalogue;
use spiel::model::Build;
use std::collections::BTreeMap;

/// Returns the rows of a joint that is built with these start values.
pub fn rows(model: &str, settings: BTreeMap<String, String>) -> Result<String, String> {
    let kind = catalogue::named(model).ok_or_else(|| format!("no joint has the name {model}"))?;
    let build = Build { start: settings, ..Build::default() };
    Ok(of_block(&Block::new(kind, &build).map_err(|why| why.to_string())?))
}

/// Returns the rows of a block, in the order of their numbers.
pub(crate) fn of_block(block: &Block) -> String {
    let rows = block.rows().iter().enumerate();
    Value::from_iter(rows.map(|(number, row)| of_row(row, block.role(number)))).to_string()
}

/// A row: its name, role, kind, unit, limits, start value and meaning.
fn of_row(row: &Row, role: Option<Role>) -> Value {
    let limits = row.limits();
    let finite = |limit: f64| limit.is_finite().then_some(limit);
    let (kind, unit, items) = match row.kind {
        Kind::Real { unit, .. } => ("real", unit.name, Vec::new()),
        Kind::Integer { .. } => ("integer", "1", Vec::new()),
        Kind::Boolean => ("boolean", "1", Vec::new()),
        Kind::Choice { items, .. } => {
            let item =
                |item: &model_description::Item| json!({"name": item.name, "text": item.text});
            ("choice", "1", items.iter().map(item).collect())
        }
    };
    let range = match row.kind {
        Kind::Real { allowed, .. } | Kind::Integer { allowed } => allowed.to_string(),
        Kind::Boolean | Kind::Choice { .. } => String::new(),
    };
    json!({
        "name": row.name,
        "role": match role {
            Some(Role::Input) => "input",
            Some(Role::Output) | None => "output",
            Some(Role::Constant | Role::Fixed | Role::Tunable) => "parameter",
        },
        "tunable": row.variability == Variability::Tunable,
        "kind": kind,
        "unit": unit,
        "low": finite(limits.low),
        "high": finite(limits.high),
        "range": range,
        "items": items,
        "start": row.show(row.start),
        "text": row.text,
    })
}
