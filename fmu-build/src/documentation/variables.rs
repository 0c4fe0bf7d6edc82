//! A joint's variables as HTML tables.

use super::markup::{escaped, text};
use crate::numbered::without_numbers;
use model_description::xml::{Causality, Variable};
use model_description::{ANY, Interval, Kind, Row, Variability};
use std::collections::HashMap;
use std::fmt::Write;

/// More variables of one kind than a person goes through one by one.
const MANY: usize = 500;

/// Tables of `variables`, each under a heading: inputs, loads, report, parameters. Items of a choice
/// that the joint `refuses` are left out.
pub(super) fn tables(
    variables: &[Variable],
    refuses: &dyn Fn(&str, &str) -> bool,
) -> Vec<(&'static str, String)> {
    let parts = [
        ("Inputs", Causality::Input),
        ("Outputs that follow the inputs", Causality::Load),
        ("Outputs that describe the last step", Causality::Report),
        ("Parameters", Causality::Parameter),
    ];
    let table = |(heading, causality): (&'static str, Causality)| {
        let of: Vec<_> = variables.iter().filter(|v| v.causality == causality).collect();
        (!of.is_empty()).then(|| (heading, table(&of, refuses)))
    };
    parts.into_iter().filter_map(table).collect()
}

/// Returns true for a variable of prediction that the book describes once for all joints. Choices are not among these: joints
/// refuse some items.
pub(super) fn is_shared(variable: &Variable) -> bool {
    let is_choice = matches!(variable.row.kind, Kind::Choice { .. });
    variable.row.name.starts_with("coupling.") && !is_choice
}

fn table(variables: &[&Variable], refuses: &dyn Fn(&str, &str) -> bool) -> String {
    let settable = !variables[0].causality.is_output();
    let mut html =
        String::from("<div class=\"wide\"><table>\n<thead><tr><th>name</th><th>unit</th>");
    if settable {
        html.push_str("<th>start</th><th>range</th>");
    }
    html.push_str("<th>meaning</th></tr></thead>\n<tbody>\n");
    for family in families(variables) {
        let row = &family[0].row;
        let units = each(&family, |variable| unit(&variable.row).to_owned());
        let _ = write!(html, "<tr><td>{}</td><td>{units}</td>", names(&family));
        if settable {
            let _ = write!(
                html,
                "<td class=\"number\">{}</td><td class=\"number\">{}</td>",
                each(&family, |variable| variable.row.show(variable.row.start)),
                each(&family, range)
            );
        }
        let mut meaning = text(row.text);
        if let Kind::Choice { items, .. } = row.kind {
            let items = items.iter().filter(|item| !refuses(&row.name, item.name));
            let items: Vec<_> = items.map(|i| format!("{} {}", i.name, i.number)).collect();
            let _ = write!(meaning, " {}.", escaped(&items.join(", ")));
        }
        let until = match row.variability {
            Variability::Tunable if settable => " May change between steps.",
            Variability::Constant => " Chosen when the FMU is built.",
            _ => "",
        };
        if !until.is_empty() {
            let _ = write!(meaning, "<span class=\"when\">{until}</span>");
        }
        let _ = writeln!(html, "<td>{meaning}</td></tr>");
    }
    html.push_str("</tbody>\n</table></div>\n");
    html
}

/// The unit of a variable, a dash if it has none.
pub(super) fn unit(row: &Row) -> &'static str {
    match row.kind {
        Kind::Real { unit, .. } => unit.name,
        _ => "–",
    }
}

/// The values that a variable may take, in few letters; choices stand with their meaning.
fn range(variable: &Variable) -> String {
    let allowed = match variable.row.kind {
        Kind::Real { allowed, .. } | Kind::Integer { allowed } => allowed,
        Kind::Boolean => return "true, false".to_owned(),
        Kind::Choice { .. } => return "–".to_owned(),
    };
    let Interval { low, high, above_low, below_high } = allowed;
    match (low.is_finite(), high.is_finite()) {
        _ if allowed == ANY => "any".to_owned(),
        (true, false) => format!("{} {low}", if above_low { ">" } else { "≥" }),
        (false, _) => format!("{} {high}", if below_high { "<" } else { "≤" }),
        (true, true) => {
            let (opens, closes) =
                (if above_low { '(' } else { '[' }, if below_high { ')' } else { ']' });
            format!("{opens}{low}, {high}{closes}")
        }
    }
}

/// Returns true if all variables of a family have one name: several joints have it.
fn is_one(family: &[&Variable]) -> bool {
    family.iter().all(|variable| variable.row.name == family[0].row.name)
}

/// The property of a family's first variable; of one name in several joints each that differs.
fn each(family: &[&Variable], show: impl Fn(&Variable) -> String) -> String {
    let shown = if is_one(family) { family } else { &family[..1] };
    let mut all: Vec<String> = Vec::new();
    for variable in shown {
        let text = escaped(&show(variable));
        if !all.contains(&text) {
            all.push(text);
        }
    }
    all.join("; ")
}

/// Names of a family: one as it is, many in a fold.
fn names(family: &[&Variable]) -> String {
    let code = |variable: &Variable| format!("<code>{}</code>", escaped(&variable.row.name));
    let (Some(first), Some(last)) = (family.first(), family.last()) else { return String::new() };
    if is_one(family) {
        return code(first);
    }
    let all: Vec<_> = family.iter().map(|v| escaped(&v.row.name)).collect();
    format!(
        "<details><summary>{} … {}</summary><small>{}</small></details>",
        code(first),
        code(last),
        all.join(" ")
    )
}

/// Variables whose names differ in a number only, together; in the order of the first of each.
fn families<'a>(variables: &[&'a Variable]) -> Vec<Vec<&'a Variable>> {
    // Those of a large group: its bodies and joints are alike but for their numbers.
    let many = variables.len() > MANY;
    let mut families: Vec<Vec<&Variable>> = Vec::new();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    for variable in variables {
        let name = &variable.row.name;
        // One digit alone is part of a name, as in `elastic_plastic_1`.
        let numbered = name
            .split(['.', '_'])
            .any(|part| part.len() > 1 && part.chars().all(|character| character.is_ascii_digit()));
        let pattern = match (many, numbered) {
            (true, _) => without_numbers(name),
            (false, true) => name.replace(|character: char| character.is_ascii_digit(), "#"),
            (false, false) => name.clone(),
        };
        let next = families.len();
        match *numbers.entry(pattern).or_insert(next) {
            known if known < next => families[known].push(variable),
            _ => families.push(vec![variable]),
        }
    }
    families
}
