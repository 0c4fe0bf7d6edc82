//! Rules of FMI 3.0 that its schema cannot hold.

use model_description::xml::{ModelDescription, ScalarVariable, TypeOf, unknown_flags};
use std::collections::BTreeSet;

/// Checks the description of FMI 3.0 whose text is `text`.
pub(super) fn rules_of_three(
    text: &str,
    description: &ModelDescription,
    find: &mut impl FnMut(String),
) {
    for (element, flag) in unknown_flags(text) {
        find(format!("{element} has no capability {flag}: an importer takes it for false"));
    }
    let variables = &description.model_variables.variables;
    let mut references = BTreeSet::new();
    for variable in variables {
        if !references.insert(variable.value_reference) {
            find(format!(
                "value reference {} occurs twice; FMI 3.0 counts through all types",
                variable.value_reference
            ));
        }
        start_rule(variable, find);
        if let TypeOf::Real { unit: Some(unit), .. } = &variable.kind
            && !description.declares_unit(unit)
        {
            find(format!("{} is in {unit:?}, which is no declared unit", variable.name));
        }
    }
    for array in &description.arrays {
        if !references.insert(array.reference) {
            find(format!("the value reference of {} occurs twice", array.name));
        }
    }
    time_rules(variables, find);
    lists(description, find);
}

/// A start value stands where a host may set the variable or reads a constant, and nowhere else.
fn start_rule(variable: &ScalarVariable, find: &mut impl FnMut(String)) {
    let has_start = match &variable.kind {
        TypeOf::Real { start, .. } => start.is_some(),
        TypeOf::Integer { start, .. } | TypeOf::Enumeration { start, .. } => start.is_some(),
        TypeOf::Boolean { start } => start.is_some(),
        TypeOf::String { .. } => return,
    };
    let name = &variable.name;
    let (causality, initial) = (variable.causality.as_str(), variable.initial.as_deref());
    let needed = matches!(causality, "input" | "parameter" | "structuralParameter")
        || variable.variability.as_deref() == Some("constant")
        || matches!(initial, Some("exact" | "approx"));
    let forbidden = causality == "independent" || initial == Some("calculated");
    if needed && !has_start {
        find(format!("{name} has no start value, which its causality or initial demands"));
    }
    if forbidden && has_start {
        find(format!("{name} has a start value, but it is calculated or independent"));
    }
}

/// There is one independent variable, time.
fn time_rules(variables: &[ScalarVariable], find: &mut impl FnMut(String)) {
    let independent: Vec<_> =
        variables.iter().filter(|variable| variable.causality == "independent").collect();
    match independent[..] {
        [time] => {
            if time.variability.as_deref().is_some_and(|word| word != "continuous") {
                find(format!("{} is independent but not continuous", time.name));
            }
            if time.initial.is_some() {
                find(format!("{} is independent and must have no initial", time.name));
            }
        }
        _ => find(format!("{} variables are independent; FMI 3.0 has one", independent.len())),
    }
}

/// `ModelStructure` lists a variable once in each list, and as event indicators continuous ones.
fn lists(description: &ModelDescription, find: &mut impl FnMut(String)) {
    let variables = &description.model_variables.variables;
    let structure = &description.model_structure;
    let mut once = |list: &str, indices: &mut dyn Iterator<Item = usize>| {
        let mut seen = BTreeSet::new();
        for index in indices {
            if !seen.insert(index) {
                find(format!("ModelStructure lists {} twice as {list}", variables[index - 1].name));
            }
        }
    };
    let indices = |unknowns: &[model_description::xml::Unknown]| -> Vec<usize> {
        unknowns.iter().map(|unknown| unknown.index).collect()
    };
    once("Output", &mut indices(&structure.outputs.unknowns).into_iter());
    if let Some(rates) = &structure.derivatives {
        once("ContinuousStateDerivative", &mut indices(&rates.unknowns).into_iter());
    }
    once("InitialUnknown", &mut indices(&structure.initial_unknowns.unknowns).into_iter());
    once("EventIndicator", &mut structure.indicators.iter().copied());
    for index in indices(&structure.initial_unknowns.unknowns) {
        if structure.indicators.contains(&index) {
            let name = &variables[index - 1].name;
            find(format!("{name} is an event indicator and must be no InitialUnknown"));
        }
    }
    for index in &structure.indicators {
        let variable = &variables[index - 1];
        // Texts stand for types that are not read, Float32 among them.
        let continuous = matches!(variable.kind, TypeOf::Real { .. } | TypeOf::String { .. })
            && variable.variability.as_deref().is_none_or(|word| word == "continuous");
        if !continuous || !matches!(variable.causality.as_str(), "local" | "output") {
            let name = &variable.name;
            find(format!("{name} is an event indicator but no continuous local or output"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Choices, Variant};

    /// The findings about a changed description.
    fn found(change: impl FnOnce(String) -> String) -> Vec<String> {
        let choices = Choices { fmi: Some("3".to_owned()), ..Choices::default() };
        let variant = Variant::with("revolute_clearance", &choices).unwrap();
        let text = change(variant.description().unwrap().to_xml());
        let description = ModelDescription::from_xml(&text).unwrap();
        let mut lines = Vec::new();
        rules_of_three(&text, &description, &mut |line| lines.push(line));
        lines
    }

    #[test]
    fn our_descriptions_keep_the_rules() {
        assert_eq!(found(|text| text), Vec::<String>::new());
    }

    /// FMPy finds neither a misspelt flag nor a discrete event indicator.
    #[test]
    fn each_single_fault_is_found() {
        for (from, to, expected) in [
            ("canSerializeFMUState", "canSerializeFMUstate", "no capability canSerializeFMUstate"),
            ("causality=\"independent\"", "causality=\"local\"", "0 variables are independent"),
            (
                "variability=\"continuous\" unit=\"s\"",
                "variability=\"discrete\" unit=\"s\"",
                "not continuous",
            ),
            ("<Unit name=\"s\">", "<Unit name=\"t\">", "\"s\", which is no declared unit"),
            (
                "event_indicator_1\" ",
                "event_indicator_1\" variability=\"discrete\" ",
                "event_indicator_1 is an event indicator but no",
            ),
            (" start=\"0\"", "", "has no start value"),
            (
                "initial=\"calculated\" unit",
                "initial=\"calculated\" start=\"0\" unit",
                "calculated or independent",
            ),
        ] {
            let lines = found(|text| {
                assert!(text.contains(from), "{from}");
                text.replacen(from, to, 1)
            });
            assert!(lines.iter().any(|line| line.contains(expected)), "{expected}: {lines:?}");
        }
        let twice = found(|text| {
            let at = text.find("<Output ").unwrap();
            let end = at + text[at..].find("/>").unwrap() + 2;
            format!("{}{}{}", &text[..end], &text[at..end], &text[end..])
        });
        assert!(twice.iter().any(|line| line.contains("twice as Output")), "{twice:?}");
        let alias = found(|text| {
            let before = "name=\"geometry.clearance\" valueReference=\"";
            let at = text.find(before).unwrap() + before.len();
            let end = at + text[at..].find('"').unwrap();
            format!("{}0{}", &text[..at], &text[end..])
        });
        assert!(
            alias.iter().any(|line| line.contains("value reference 0 occurs twice")),
            "{alias:?}"
        );
    }
}
