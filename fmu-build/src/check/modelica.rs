//! Rules that an FMU must keep so that Modelica tools, which write its names into a model as they are, can import it.

use model_description::modelica::is_name;
use model_description::xml::{EnumerationType, ModelDescription, SimpleType, TypeOf};
use std::collections::{BTreeMap, BTreeSet};

/// Finds what OpenModelica's importFMU refuses, or misreads without a message.
pub(super) fn modelica_rules(description: &ModelDescription, find: &mut impl FnMut(String)) {
    let types = description.type_definitions.iter().flat_map(|all| &all.types);
    let types: Vec<&SimpleType> = types.filter(|kind| kind.enumeration.is_some()).collect();
    let mut taken = BTreeMap::new();
    for kind in &types {
        if !is_name(&kind.name) {
            find(format!("Modelica cannot read the enumeration's name {}", kind.name));
        }
        if taken.insert(kind.name.clone(), &kind.name).is_some() {
            find(format!("two enumerations are called {}", kind.name));
        }
        if let Some(enumeration) = &kind.enumeration {
            item_rules(&kind.name, enumeration, find);
        }
    }
    for variable in &description.model_variables.variables {
        let (name, constant) =
            (&variable.name, variable.variability.as_deref() == Some("constant"));
        // The independent variable is time itself.
        if variable.causality == "independent" {
            continue;
        }
        let letter = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let imported: String = name.chars().map(letter).collect();
        if !is_name(&imported) {
            find(format!("Modelica cannot read the name {name}"));
        }
        if let Some(other) = taken.insert(imported.clone(), name).filter(|other| *other != name) {
            find(format!("{name} and {other} are both called {imported} in Modelica"));
        }
        match &variable.kind {
            TypeOf::Enumeration { declared_type, start: Some(start) } => {
                let kind = types.iter().find(|kind| kind.name == *declared_type);
                let enumeration = kind.and_then(|kind| kind.enumeration.as_ref());
                let known = enumeration.map(|all| all.items.iter().any(|it| it.value == *start));
                if known != Some(true) {
                    find(format!("{name} = {start} is no item of {declared_type}"));
                }
            }
            TypeOf::Enumeration { .. } => {}
            _ if constant => {
                find(format!(
                    "OpenModelica gives the constant {name} no value; parameters have one"
                ));
            }
            _ => {}
        }
    }
}

/// Rules for the items of an enumeration: Modelica knows them by name and counts them.
fn item_rules(kind: &str, enumeration: &EnumerationType, find: &mut impl FnMut(String)) {
    let mut names = BTreeSet::new();
    for item in &enumeration.items {
        if !is_name(&item.name) {
            find(format!("Modelica cannot read the item {} of {kind}", item.name));
        }
        if !names.insert(&item.name) {
            find(format!("{kind} has two items called {}", item.name));
        }
    }
    let values = enumeration.items.iter().map(|item| item.value);
    if !values.clone().eq(1..=enumeration.items.len() as i32) {
        let values: Vec<_> = values.map(|value| value.to_string()).collect();
        find(format!("{kind} has the values {}, and Modelica counts 1, 2, 3 …", values.join(", ")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Choices, Variant};

    fn found(description: &str) -> Vec<String> {
        let mut found = Vec::new();
        let description = ModelDescription::from_xml(description).unwrap();
        modelica_rules(&description, &mut |text| found.push(text));
        found
    }

    fn described(joint: &str) -> String {
        Variant::with(joint, &Choices::default()).unwrap().description().unwrap().to_xml()
    }

    #[test]
    fn modelica_can_read_every_joint() {
        for joint in spiel::catalogue::ALL {
            assert_eq!(found(&described(joint.name)), [""; 0], "{}", joint.name);
        }
    }

    #[test]
    fn each_rule_that_is_broken_is_named() {
        let choices = Choices { ports: Some("relative".to_owned()), ..Choices::default() };
        let pin = Variant::with("revolute_clearance", &choices).unwrap();
        let pin = pin.description().unwrap().to_xml();
        let gears = described("gear_mesh");
        for (from, to, said) in [
            (
                "name=\"given_by_parameter\"",
                "name=\"parameter\"",
                "Modelica cannot read the item parameter of MobilityFrom",
            ),
            (
                "name=\"at_start\"",
                "name=\"start\"",
                "Modelica cannot read the item start of Identify",
            ),
            ("name=\"at_start\"", "name=\"off\"", "Identify has two items called off"),
            (
                "name=\"at_start\" value=\"2\"",
                "name=\"at_start\" value=\"7\"",
                "Identify has the values 1, 7, 3, 4, and Modelica counts 1, 2, 3 …",
            ),
            (
                "<SimpleType name=\"Identify\"",
                "<SimpleType name=\"Status\"",
                "two enumerations are called Status",
            ),
            (
                "<SimpleType name=\"Identify\"",
                "<SimpleType name=\"type\"",
                "Modelica cannot read the enumeration's name type",
            ),
            (
                "declaredType=\"MeshKind\" start=\"1\"",
                "declaredType=\"MeshKind\" start=\"5\"",
                "mesh.kind = 5 is no item of MeshKind",
            ),
            ("name=\"phi_b\"", "name=\"time\"", "Modelica cannot read the name time"),
            (
                "name=\"phi_b\"",
                "name=\"mesh_force\"",
                "mesh.force and mesh_force are both called mesh_force in Modelica",
            ),
            (
                "causality=\"parameter\" variability=\"fixed\" initial=\"exact\">\n      <Integer",
                "causality=\"local\" variability=\"constant\" initial=\"exact\">\n      <Integer",
                "OpenModelica gives the constant mesh.teeth_a no value; parameters have one",
            ),
        ] {
            let text = if gears.contains(from) { &gears } else { &pin };
            assert!(text.contains(from), "{from} is nowhere");
            let found = found(&text.replacen(from, to, 1));
            assert!(found.iter().any(|line| line == said), "{said}: {found:?}");
        }
    }
}
