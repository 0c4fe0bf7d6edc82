//! The file that says what is in a group, and the line of what is wrong in it.

use crate::Error;
use serde::Deserialize;
use spiel::group::{Plan, PlanFault};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use toml::Spanned;

/// An entry of a list, with the places of its fields.
type Entry = Spanned<BTreeMap<String, Spanned<toml::Value>>>;

/// Where the entries of lists stand in a file.
#[derive(Deserialize)]
struct Places {
    #[serde(default)]
    body: Vec<Entry>,
    #[serde(default)]
    joint: Vec<Entry>,
    #[serde(default)]
    pin: Vec<Entry>,
    #[serde(default)]
    lock: Vec<Entry>,
    #[serde(default)]
    weld: Vec<Entry>,
    #[serde(default)]
    spring: Vec<Entry>,
    #[serde(default)]
    load: Vec<Entry>,
    #[serde(default)]
    drive: Vec<Entry>,
    #[serde(default)]
    port: Vec<Entry>,
}

/// Reads bodies, joints and constraints; what is wrong is said with its line. A file `….json` is one
/// that lies inside an FMU. The unit moves the bodies if the file says so, or `integrate`.
pub fn read(path: &Path, integrate: bool) -> Result<Plan, Error> {
    let text = std::fs::read_to_string(path).map_err(Error::file(path))?;
    if path.extension().is_some_and(|extension| extension == "json") {
        return Plan::from_json(&text)
            .map_err(|why| Error::Input(format!("{}: {why}", path.display())));
    }
    let wrong = |span: Option<Range<usize>>, why: &str| {
        let line = span.map_or(1, |span| 1 + text[..span.start].matches('\n').count());
        // The parser's words may be several lines; ours are one.
        let why = why.lines().collect::<Vec<_>>().join(", ");
        Error::Input(format!("{}, line {line}: {why}", path.display()))
    };
    let mut plan: Plan =
        toml::from_str(&text).map_err(|error| wrong(error.span(), error.message()))?;
    plan.integrate |= integrate;
    plan.check().map_err(|fault| wrong(place(&text, &fault), &fault.text))?;
    Ok(plan)
}

/// Where the thing stands that a fault is about: its field, or its entry, if the file has it.
fn place(text: &str, fault: &PlanFault) -> Option<Range<usize>> {
    let Places { body, joint, pin, lock, weld, spring, load, drive, port } =
        toml::from_str(text).ok()?;
    let lists = [
        ("body", body),
        ("joint", joint),
        ("pin", pin),
        ("lock", lock),
        ("weld", weld),
        ("spring", spring),
        ("load", load),
        ("drive", drive),
        ("port", port),
    ];
    let (_, entries) = lists.into_iter().find(|(name, _)| *name == fault.list)?;
    let entry = entries.get(fault.entry)?;
    let field = entry.get_ref().get(fault.field).map(Spanned::span);
    Some(field.unwrap_or_else(|| entry.span()))
}
