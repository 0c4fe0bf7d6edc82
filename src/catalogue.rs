//! Every model, by name.
//!
//! ```
//! let names: Vec<&str> = spiel::catalogue::ALL.iter().map(|kind| kind.name).collect();
//! assert_eq!(names[..2], ["revolute_clearance", "translational_clearance"]);
//! assert!(spiel::catalogue::named("group").is_some());
//! ```

use crate::group;
use crate::joints::{
    Bushing, GearMesh, REVOLUTE, RotationalBacklash, RoughInterface, SlicedPin, SpatialRevolute,
    SphericalClearance, TranslationalBacklash, TranslationalClearance, kind, line,
};
use crate::model::ModelKind;

/// Every model that can be built without a file: the joints.
pub const ALL: &[ModelKind] = &[
    REVOLUTE,
    kind::<TranslationalClearance>(),
    kind::<RoughInterface>(),
    kind::<SlicedPin>(),
    kind::<SpatialRevolute>(),
    kind::<SphericalClearance>(),
    line::<RotationalBacklash>(),
    line::<TranslationalBacklash>(),
    line::<GearMesh>(),
    kind::<Bushing>(),
];

/// The model of that name: one of [`ALL`], or the group.
pub fn named(name: &str) -> Option<&'static ModelKind> {
    const GROUP: &[ModelKind] = &[group::KIND];
    ALL.iter().chain(GROUP).find(|kind| kind.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Build;
    use model_description::{Kind, Row, Variability};
    use std::collections::BTreeMap;

    /// Every model, built in every way that its enumerations allow.
    fn builds() -> impl Iterator<Item = (&'static str, Vec<Row>)> {
        let rows = |kind: &ModelKind, build: &Build| {
            let variables = (kind.open)(build).unwrap().variables;
            let crate::model::Variables { inputs, loads, report, parameters, .. } = variables;
            [inputs, loads, report, parameters].concat()
        };
        ALL.iter().flat_map(move |kind| {
            let plain = rows(kind, &Build::default());
            let mut builds = vec![Build::default()];
            for row in plain.iter().filter(|row| row.variability == Variability::Constant) {
                if let Kind::Choice { items, .. } = row.kind {
                    builds.extend(items.iter().map(|it| Build::default().with(&row.name, it.name)));
                }
            }
            builds.into_iter().map(move |build| (kind.name, rows(kind, &build)))
        })
    }

    #[test]
    fn every_name_is_that_of_one_variable() {
        for (model, rows) in builds() {
            let mut names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
            names.sort_unstable();
            for pair in names.windows(2) {
                assert!(pair[0] != pair[1], "{model} has {} twice", pair[0]);
            }
        }
    }

    #[test]
    fn enumerations_of_one_name_have_the_same_items() {
        let mut seen = BTreeMap::new();
        for (model, rows) in builds() {
            for row in rows {
                let Kind::Choice { name, items, .. } = row.kind else { continue };
                let (first, known) = *seen.entry(name).or_insert((model, items));
                assert_eq!(known, items, "{name} of {first}, and {} of {model}", row.name);
            }
        }
        assert!(seen.len() > 20, "{}", seen.len());
    }

    #[test]
    fn what_uses_a_variable_is_a_choice_of_the_same_model() {
        let mut seen = 0;
        for (model, rows) in builds() {
            for row in &rows {
                let Some((_, rule)) = row.text.split_once("Used by ") else { continue };
                let (name, items) = rule.split_once(" = ").unwrap_or_else(|| {
                    panic!("{model}: {}: {rule} is no choice", row.name);
                });
                let items = items.split(['.', ';']).next().unwrap();
                let chosen = rows.iter().find(|row| row.name == name);
                let Some(Row { kind: Kind::Choice { items: known, .. }, .. }) = chosen else {
                    panic!("{model}: {}: {name} is no enumeration", row.name);
                };
                for item in items.split(" or ").flat_map(|items| items.split(", ")) {
                    let exists = known.iter().any(|known| known.name == item);
                    assert!(exists, "{model}: {}: {name} is never {item}", row.name);
                    seen += 1;
                }
            }
        }
        assert!(seen > 100, "{seen}");
    }
}
