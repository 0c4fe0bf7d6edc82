//! What the variables of a joint, a group or an FMU are: as text that fits a terminal, or as JSON.

use crate::archive::unpack;
use crate::load::description_of;
use crate::{Choices, Error, Variant};
use model_description::Kind;
use model_description::xml::{ScalarVariable, TypeOf, Variable};
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;

/// A variable as it is shown.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Shown {
    /// Its name.
    pub name: String,
    /// input, output, parameter, or local for constants.
    pub causality: String,
    /// Its unit; none where it is no real number.
    pub unit: Option<String>,
    /// Its start value as a person would write it; none for an output.
    pub start: Option<String>,
    /// What it may be.
    pub range: String,
    /// What it means.
    pub text: String,
}

/// Which variables are shown.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Parameters only.
    pub parameters: bool,
    /// Only those with this word in their name or text.
    pub word: Option<String>,
}

/// The sections, and the causalities that are in them.
const SECTIONS: [(&str, &str); 5] = [
    ("inputs", "input"),
    ("outputs", "output"),
    ("parameters", "parameter"),
    ("chosen when built", "local"),
    ("other", ""),
];
/// Text narrower than this goes below its name.
const NARROWEST: usize = 28;

/// The variables of `what`: a joint by name, an FMU (`….fmu`) or a group (`….toml`).
pub fn variables(what: &str, filter: &Filter) -> Result<Vec<Shown>, Error> {
    let path = Path::new(what);
    let extension = path.extension().and_then(|extension| extension.to_str());
    let all: Vec<Shown> = match extension {
        Some("fmu") => {
            let description = description_of(path, &unpack(path)?)?;
            description.model_variables.variables.iter().map(of_fmu).collect()
        }
        Some("toml" | "json") => {
            let choices = Choices { group: Some(path.to_owned()), ..Choices::default() };
            of_variant(&Variant::with(spiel::group::KIND.name, &choices)?)
        }
        _ => of_variant(&Variant::of(what)?),
    };
    let word = filter.word.as_ref().map(|word| word.to_lowercase());
    let wanted = |shown: &Shown| {
        (!filter.parameters || shown.causality == "parameter")
            && word.as_ref().is_none_or(|word| {
                shown.name.to_lowercase().contains(word) || shown.text.to_lowercase().contains(word)
            })
    };
    Ok(all.into_iter().filter(wanted).collect())
}

/// The variables of a variant.
pub fn of_variant(variant: &Variant) -> Vec<Shown> {
    variant.variables().iter().map(of_row).collect()
}

fn of_row(variable: &Variable) -> Shown {
    let row = &variable.row;
    let unit = match row.kind {
        Kind::Real { unit, .. } => Some(unit.name.to_owned()),
        _ => None,
    };
    Shown {
        name: row.name.clone(),
        causality: variable.causality().to_owned(),
        unit,
        start: (!variable.causality.is_output()).then(|| row.show(row.start)),
        range: range(variable),
        text: row.text.to_owned(),
    }
}

/// The values that a variable may take.
fn range(variable: &Variable) -> String {
    match variable.row.kind {
        Kind::Real { .. } if variable.causality.is_output() => String::new(),
        Kind::Real { allowed, .. } | Kind::Integer { allowed } => brief(&allowed.to_string()),
        Kind::Boolean => "true, false".to_owned(),
        Kind::Choice { items, .. } => {
            let items = items.iter().map(|item| format!("{} {}", item.name, item.number));
            items.collect::<Vec<_>>().join(", ")
        }
    }
}

/// A range in fewer letters.
fn brief(range: &str) -> String {
    range
        .replace("the finite numbers above ", "> ")
        .replace("the finite numbers from ", "≥ ")
        .replace("the finite numbers", "any")
}

fn of_fmu(variable: &ScalarVariable) -> Shown {
    let bounds = |min: Option<String>, max: Option<String>| match (min, max) {
        (Some(min), Some(max)) => format!("{min}..={max}"),
        (Some(min), None) => format!("≥ {min}"),
        (None, Some(max)) => format!("≤ {max}"),
        (None, None) => String::new(),
    };
    let text = |number: &f64| number.to_string();
    let (unit, start, range) = match &variable.kind {
        TypeOf::Real { unit, min, max, start, .. } => (
            unit.clone(),
            start.as_ref().map(|number| format!("{number:?}")),
            bounds(min.as_ref().map(text), max.as_ref().map(text)),
        ),
        TypeOf::Integer { min, max, start } => (
            None,
            start.map(|number| number.to_string()),
            bounds(min.map(|number| number.to_string()), max.map(|number| number.to_string())),
        ),
        TypeOf::Boolean { start } => (None, start.map(|is| is.to_string()), "true, false".into()),
        TypeOf::String { start } => (None, start.clone(), String::new()),
        TypeOf::Enumeration { declared_type, start } => {
            (None, start.map(|number| number.to_string()), format!("an item of {declared_type}"))
        }
    };
    Shown {
        name: variable.name.clone(),
        causality: variable.causality.clone(),
        unit,
        start,
        range,
        text: variable.description.clone(),
    }
}

/// The variables as JSON, an array with an object for each.
pub fn json(variables: &[Shown]) -> String {
    let text = serde_json::to_string_pretty(variables);
    text.expect("plain structs of text always serialise") + "\n"
}

/// The variables by sections and by the first part of their names, no line wider than `width` unless a
/// name is; those that only differ in a number are one line.
pub fn text(variables: &[Shown], width: usize) -> String {
    let mut text = String::new();
    for (title, causality) in SECTIONS {
        let known = |shown: &Shown| SECTIONS.iter().any(|(_, known)| *known == shown.causality);
        let section: Vec<&Shown> = variables
            .iter()
            .filter(|shown| shown.causality == causality || causality.is_empty() && !known(shown))
            .collect();
        if !section.is_empty() {
            if !text.is_empty() {
                text.push('\n');
            }
            let _ = writeln!(text, "{title}");
            lines(&mut text, &folded(&section), width);
        }
    }
    text
}

/// Variables that differ in a number only under one name, where the first of them stands.
fn folded(section: &[&Shown]) -> Vec<Shown> {
    let mut folded: Vec<(String, Shown)> = Vec::new();
    for shown in section {
        let pattern = without_numbers(&shown.name);
        let alike = folded.iter_mut().find(|(known, first)| {
            *known == pattern
                && pattern != shown.name
                && (&first.unit, without_numbers(&first.text))
                    == (&shown.unit, without_numbers(&shown.text))
        });
        match alike {
            Some((_, first)) => {
                let begin = first.name.split('…').next().unwrap_or_default().to_owned();
                let differs = begin.bytes().zip(shown.name.bytes()).position(|(a, b)| a != b);
                // The whole number, not only the digits that differ.
                let from = differs.map_or(begin.len(), |at| {
                    shown.name[..at].trim_end_matches(|c: char| c.is_ascii_digit()).len()
                });
                first.name = format!("{begin}…{}", &shown.name[from..]);
            }
            None => folded.push((pattern, (*shown).clone())),
        }
    }
    folded.into_iter().map(|(_, shown)| shown).collect()
}

/// `name` with # for every run of digits.
fn without_numbers(name: &str) -> String {
    let mut pattern = String::new();
    for character in name.chars() {
        let character = if character.is_ascii_digit() { '#' } else { character };
        if character != '#' || !pattern.ends_with('#') {
            pattern.push(character);
        }
    }
    pattern
}

fn lines(text: &mut String, section: &[Shown], width: usize) {
    let value = |shown: &Shown| match (&shown.start, &shown.unit) {
        (Some(start), Some(unit)) if unit != "1" => format!("{start} {unit}"),
        (Some(start), _) => start.clone(),
        (None, Some(unit)) => unit.clone(),
        (None, None) => String::new(),
    };
    // What is many words is told behind the text.
    let short =
        |shown: &Shown| if shown.range.len() > 20 { "" } else { shown.range.as_str() }.to_owned();
    let widest = |cell: &dyn Fn(&Shown) -> String| {
        section.iter().map(|shown| cell(shown).chars().count()).max().unwrap_or(0)
    };
    let columns = [widest(&|shown| shown.name.clone()), widest(&value), widest(&short)];
    let indent = 2 + columns.iter().sum::<usize>() + 6;
    let words = section.iter().flat_map(|shown| [&shown.text, &shown.range]);
    let longest =
        words.flat_map(|text| text.split_whitespace()).map(|word| word.chars().count() + 2);
    let beside = indent + longest.max().unwrap_or(0).max(NARROWEST) <= width;
    let mut prefix = None;
    for shown in section {
        let part = shown.name.split('.').next();
        if prefix.is_some() && part != prefix {
            text.push('\n');
        }
        prefix = part;
        let (value, range) = (value(shown), short(shown));
        let [a, b, c] = columns;
        let head = format!("  {:a$}  {value:b$}  {range:c$}  ", shown.name);
        let mut told = shown.text.clone();
        if range.is_empty() && !shown.range.is_empty() {
            let _ = write!(told, " ({})", shown.range);
        }
        let (indent, first) =
            if beside { (indent, head) } else { (6, head.trim_end().to_owned() + "\n") };
        let _ = write!(text, "{first}");
        let room = width.saturating_sub(indent).max(NARROWEST);
        for (number, line) in wrapped(&told, room).iter().enumerate() {
            let indent = if number == 0 && beside { 0 } else { indent };
            let _ = writeln!(text, "{:indent$}{line}", "");
        }
    }
}

/// `text` in lines of at most `room` characters, broken between words.
fn wrapped(text: &str, room: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is one");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > room {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_wider_than_the_terminal_and_every_variable_is_there() {
        for joint in spiel::catalogue::ALL {
            let all = variables(joint.name, &Filter::default()).unwrap();
            for width in [72, 80, 100, 160] {
                let text = text(&all, width);
                let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
                assert!(widest <= width, "{}: {widest} of {width}", joint.name);
            }
        }
    }

    #[test]
    fn variables_that_differ_in_a_number_are_one_line_however_many() {
        let shown = |name: &str| Shown {
            name: name.to_owned(),
            causality: "output".to_owned(),
            unit: Some("m".to_owned()),
            start: None,
            range: String::new(),
            text: format!("Number {name} of them."),
        };
        let all = ["a.z", "s.x_001", "s.x_002", "s.x_128", "s.y_001", "s.y_002"].map(shown);
        let names: Vec<_> =
            folded(&all.iter().collect::<Vec<_>>()).into_iter().map(|s| s.name).collect();
        assert_eq!(names, ["a.z", "s.x_001…128", "s.y_001…002"]);
        let folds = text(&variables("rough_interface", &Filter::default()).unwrap(), 100);
        assert!(folds.lines().count() < 120, "{}", folds.lines().count());
    }

    #[test]
    fn words_and_parameters_filter() {
        let filter = Filter { parameters: true, word: Some("CLEARANCE".to_owned()) };
        let found = variables("revolute_clearance", &filter).unwrap();
        assert!(found.iter().any(|shown| shown.name == "geometry.clearance"));
        assert!(found.iter().all(|shown| shown.causality == "parameter"));
    }
}
