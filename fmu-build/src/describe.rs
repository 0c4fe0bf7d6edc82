//! The variables of a joint, a group or an FMU: as text that fits a terminal, or as JSON.

mod text;

use crate::archive::unpack;
use crate::documentation;
use crate::load::description_of;
use crate::{Choices, Error, Variant};
use model_description::Kind;
use model_description::xml::{EnumerationItem, ModelDescription, ScalarVariable, TypeOf, Variable};
use serde::Serialize;
use std::path::Path;

pub use text::text;

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
    /// Its range.
    pub range: String,
    /// Its meaning.
    pub text: String,
}

/// Selects the variables that are shown.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Parameters only.
    pub parameters: bool,
    /// Only those with this word in their name or text.
    pub word: Option<String>,
}

/// The variables of `what`: a joint by name, an FMU (`….fmu`) or a group (`….toml`).
pub fn variables(what: &str, filter: &Filter) -> Result<Vec<Shown>, Error> {
    let path = Path::new(what);
    let extension = path.extension().and_then(|extension| extension.to_str());
    let all: Vec<Shown> = match extension {
        Some("fmu") => {
            let description = description_of(path, &unpack(path)?)?;
            let variables = description.model_variables.variables.iter();
            variables.map(|variable| of_fmu(&description, variable)).collect()
        }
        Some("toml" | "json") => of_variant(&group(path)?),
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

/// The parts of the group in a file (`….toml`), to be shown before its variables; none for others.
pub fn parts(what: &str) -> Result<Vec<Shown>, Error> {
    let path = Path::new(what);
    if path.extension().is_none_or(|extension| extension != "toml") {
        return Ok(Vec::new());
    }
    let variant = group(path)?;
    Ok(documentation::parts_of_group(&variant).into_iter().map(part).collect())
}

/// A part of a group: its name, and what it is.
fn part((name, what): (&str, String)) -> Shown {
    Shown {
        name: name.to_owned(),
        causality: "part".to_owned(),
        unit: None,
        start: None,
        range: String::new(),
        text: what.replace('`', ""),
    }
}

fn group(path: &Path) -> Result<Variant, Error> {
    let choices = Choices { group: Some(path.to_owned()), ..Choices::default() };
    Variant::with(spiel::group::KIND.name, &choices)
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

/// The items of the enumeration that is called `name`.
fn items<'a>(description: &'a ModelDescription, name: &str) -> &'a [EnumerationItem] {
    let types = description.type_definitions.iter().flat_map(|types| &types.types);
    let found = types.filter(|one| one.name == name).find_map(|one| one.enumeration.as_ref());
    found.map_or(&[], |found| &found.items)
}

fn of_fmu(description: &ModelDescription, variable: &ScalarVariable) -> Shown {
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
            let items = items(description, declared_type);
            let named = |number: &i32| {
                let item = items.iter().find(|item| item.value == *number);
                item.map_or_else(|| number.to_string(), |item| item.name.clone())
            };
            let range = items.iter().map(|item| format!("{} {}", item.name, item.value));
            (None, start.as_ref().map(named), range.collect::<Vec<_>>().join(", "))
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

#[cfg(test)]
mod tests {
    use super::text::folded;
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
        let all = ["a.z", "s.x_001", "s.x_002", "s.x_128", "s.y_001", "s.y_002", "l1", "l2", "l10"];
        let all = all.map(shown);
        let names: Vec<_> =
            folded(&all.iter().collect::<Vec<_>>()).into_iter().map(|s| s.name).collect();
        assert_eq!(names, ["a.z", "s.x_001…128", "s.y_001…002", "l1…10"]);
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

    #[test]
    fn a_group_begins_with_what_it_is_made_of() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/groups/slider_crank.toml");
        let parts = parts(file).unwrap();
        let names: Vec<_> = parts.iter().map(|part| &*part.name).collect();
        assert_eq!(names, ["crank", "rod", "slider", "B", "C", "D"]);
        assert!(text(&parts, 80).contains("journal on rod"));
        assert!(super::parts("revolute_clearance").unwrap().is_empty());
    }
}
