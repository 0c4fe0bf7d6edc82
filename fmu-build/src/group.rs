//! The file that says what is in a group, and the line of what is wrong in it.

use crate::Error;
use serde::Deserialize;
use spiel::group::{ModePlan, Plan, PlanFault, ShapePlan};
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
    #[serde(default)]
    mobility: Vec<Entry>,
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
    for body in &mut plan.bodies {
        if let Some(flexible) = &mut body.flexible
            && let Some(table) = flexible.table.take()
        {
            flexible.modes.extend(modes(&path.with_file_name(table))?);
        }
    }
    plan.check().map_err(|fault| wrong(place(&text, &fault), &fault.text))?;
    plan.resolve();
    Ok(plan)
}

/// A row of a table of modes: how one mode moves one place of the body.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ModeRow {
    /// The mode, counted from 1.
    mode: usize,
    /// Its frequency \[Hz\] and modal mass \[kg\], the same in every row of the mode.
    frequency: f64,
    mass: f64,
    /// The place in the body's own frame \[m\].
    x: f64,
    y: f64,
    /// How the mode moves it along the axes of the body \[1\], and turns it \[1/m\].
    moves_x: f64,
    moves_y: f64,
    turns: f64,
}

/// The modes of a table, as a program for finite elements has them.
fn modes(path: &Path) -> Result<Vec<ModePlan>, Error> {
    let refused = |why: String| Error::Input(format!("{}: {why}", path.display()));
    let text = std::fs::read(path).map_err(Error::file(path))?;
    let mut modes: Vec<ModePlan> = Vec::new();
    for (line, row) in (2..).zip(csv::Reader::from_reader(&*text).deserialize()) {
        let row: ModeRow = row.map_err(|error| refused(error.to_string()))?;
        let ModeRow { mode, frequency, mass, x, y, moves_x, moves_y, turns } = row;
        if mode == modes.len() + 1 {
            modes.push(ModePlan { frequency, mass, ..ModePlan::default() });
        }
        let count = modes.len();
        let Some(own) = mode.checked_sub(1).and_then(|index| modes.get_mut(index)) else {
            let why =
                format!("line {line}: mode = {mode} comes behind {count} others; count from 1 on");
            return Err(refused(why));
        };
        if [own.frequency, own.mass] != [frequency, mass] {
            return Err(refused(format!(
                "line {line}: mode {mode} has another frequency or mass before"
            )));
        }
        own.shape.push(ShapePlan { at: [x, y], moves: [moves_x, moves_y], turns });
    }
    Ok(modes)
}

/// Where the thing stands that a fault is about: its field, or its entry, if the file has it.
fn place(text: &str, fault: &PlanFault) -> Option<Range<usize>> {
    let Places { body, joint, pin, lock, weld, spring, load, drive, port, mobility } =
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
        ("mobility", mobility),
    ];
    let (_, entries) = lists.into_iter().find(|(name, _)| *name == fault.list)?;
    let entry = entries.get(fault.entry)?;
    let field = entry.get_ref().get(fault.field).map(Spanned::span);
    Some(field.unwrap_or_else(|| entry.span()))
}
