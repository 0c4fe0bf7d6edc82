//! The file that describes a group, and the line of an error in it.

mod quantities;

use crate::{Error, files};
use serde::Deserialize;
use spiel::Fault;
use spiel::base::fault::Flaw;
use spiel::group::{BodyKind, ModePlan, Plan, ShapePlan, ShownVariables, SpacePlan};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::Spanned;

/// An entry of a list, with the places of its fields.
type Entry = Spanned<BTreeMap<String, Spanned<toml::Value>>>;

/// The places of the entries of lists in a file.
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

/// The kind of a group, at the beginning of its file.
#[derive(Deserialize)]
struct Space {
    #[serde(default)]
    space: bool,
}

/// A group in the plane or in space.
#[derive(Debug, Clone)]
pub enum GroupPlan {
    /// In the plane.
    Planar(Box<Plan>),
    /// In space.
    InSpace(Box<SpacePlan>),
}

impl GroupPlan {
    /// Reads and checks a plan from inside an FMU.
    pub fn from_json(text: &str) -> Result<Self, Fault> {
        if serde_json::from_str::<Space>(text).is_ok_and(|Space { space }| space) {
            return SpacePlan::from_json(text).map(|plan| Self::InSpace(Box::new(plan)));
        }
        Plan::from_json(text).map(|plan| Self::Planar(Box::new(plan)))
    }

    /// Returns the text that [`from_json`](Self::from_json) reads.
    pub fn to_json(&self) -> String {
        match self {
            Self::Planar(plan) => plan.to_json(),
            Self::InSpace(plan) => plan.to_json(),
        }
    }

    /// Returns true if the unit moves its free bodies itself.
    pub fn integrates(&self) -> bool {
        match self {
            Self::Planar(plan) => plan.integrate,
            Self::InSpace(plan) => plan.integrate,
        }
    }

    /// Returns the selection of variables that the unit shows.
    pub fn shown(&self) -> ShownVariables {
        match self {
            Self::Planar(plan) => plan.variables,
            Self::InSpace(plan) => plan.variables,
        }
    }

    /// Returns a test that is true for the names of the unit's variables.
    pub fn shows(&self) -> Box<dyn Fn(&str) -> bool + '_> {
        match self {
            Self::Planar(plan) => Box::new(plan.shows()),
            Self::InSpace(plan) => Box::new(plan.shows()),
        }
    }

    /// Returns true if the host moves a body.
    pub fn has_prescribed(&self) -> bool {
        let prescribed = |kind: BodyKind| kind == BodyKind::Prescribed;
        match self {
            Self::Planar(plan) => plan.bodies.iter().any(|body| prescribed(body.kind)),
            Self::InSpace(plan) => plan.bodies.iter().any(|body| prescribed(body.kind)),
        }
    }
}

/// Reads bodies, joints and constraints; an error names its line. A file `….json` is one that lies inside
/// an FMU. The unit moves the bodies if the file says so, or if `integrate` is true.
///
/// The files that were read are added to `sources`.
pub fn read(path: &Path, integrate: bool, sources: &mut Vec<PathBuf>) -> Result<GroupPlan, Error> {
    let text = files::text(path)?;
    sources.push(path.to_owned());
    if path.extension().is_some_and(|extension| extension == "json") {
        return GroupPlan::from_json(&text)
            .map_err(|why| Error::Input(format!("{}: {why}", path.display())));
    }
    let wrong = |span: Option<Range<usize>>, why: &str| {
        // The parser's message may be several lines; ours is one.
        let why = why.lines().collect::<Vec<_>>().join(", ");
        Error::line(path, &text, span, why)
    };
    let plain = quantities::in_si(&text, &|span, why| wrong(span, &why))?;
    let unread = |error: toml::de::Error| {
        // Lines are those of the file: numbers stay on the lines of the texts they stood for.
        let line = error.span().map(|span| plain[..span.start].matches('\n').count());
        let start = line.map(|line| line_start(&text, line));
        wrong(start.map(|start| start..start), error.message())
    };
    let refused = |fault: Fault| match fault {
        Fault::Flaw(flaw) => wrong(place(&text, &flaw), &flaw.text),
        other => wrong(None, &other.to_string()),
    };
    if toml::from_str::<Space>(&plain).is_ok_and(|Space { space }| space) {
        let mut plan: SpacePlan = toml::from_str(&plain).map_err(unread)?;
        plan.integrate |= integrate;
        plan.check().map_err(refused)?;
        return Ok(GroupPlan::InSpace(Box::new(plan)));
    }
    let mut plan: Plan = toml::from_str(&plain).map_err(unread)?;
    plan.integrate |= integrate;
    let beside = |[part, option, name]: [&str; 3], (list, entry, field)| {
        if spiel_fmi::is_plain_name(name) {
            return Ok(path.with_file_name(name));
        }
        let why = format!("{part}: {option} = {name} is not the name of a file beside this one");
        let flaw = Flaw { list, entry, field, text: why };
        Err(wrong(place(&text, &flaw), &flaw.text))
    };
    for (entry, body) in plan.bodies.iter_mut().enumerate() {
        if let Some(flexible) = &mut body.flexible
            && let Some(table) = flexible.table.take()
        {
            let body = format!("body {}", body.name);
            let table = beside([&body, "table", &table], ("body", entry, "flexible"))?;
            flexible.modes.extend(modes(&table)?);
            sources.push(table);
        }
    }
    for (entry, joint) in plan.joints.iter_mut().enumerate() {
        if let Some(profile) = &mut joint.profile {
            let joint = format!("joint {}", joint.name);
            let table = beside([&joint, "profile", profile], ("joint", entry, "profile"))?;
            *profile = files::text(&table)?;
            sources.push(table);
        }
    }
    plan.check().map_err(refused)?;
    plan.resolve().map_err(refused)?;
    Ok(GroupPlan::Planar(Box::new(plan)))
}

/// Returns the place at which a line of a text begins, lines counted from 0.
fn line_start(text: &str, line: usize) -> usize {
    text.split_inclusive('\n').take(line).map(str::len).sum()
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
    /// Its translation by the mode along the axes of the body \[1\], and its rotation \[1/m\].
    moves_x: f64,
    moves_y: f64,
    turns: f64,
}

/// The modes of a table, as a program for finite elements has them.
fn modes(path: &Path) -> Result<Vec<ModePlan>, Error> {
    let refused = |why: String| Error::Input(format!("{}: {why}", path.display()));
    let text = files::table(path)?;
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

/// A place on a body may be called by either of two names.
fn other_spelling(field: &str) -> Option<String> {
    let frame = field.strip_prefix("frame_").map(|side| format!("at_{side}"));
    frame.or_else(|| field.strip_prefix("at_").map(|side| format!("frame_{side}")))
}

/// The place of a flaw: its field, or its entry, if the file has it.
fn place(text: &str, flaw: &Flaw) -> Option<Range<usize>> {
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
    let (_, entries) = lists.into_iter().find(|(name, _)| *name == flaw.list)?;
    let entry = entries.get(flaw.entry)?;
    let field = |name: &str| entry.get_ref().get(name).map(Spanned::span);
    let field = field(flaw.field).or_else(|| field(&other_spelling(flaw.field)?));
    Some(field.unwrap_or_else(|| entry.span()))
}
