//! Materials by name, and the elastic constants that a body of one has.

use crate::Error;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A material of the table.
#[derive(Debug, Deserialize)]
pub(crate) struct Material {
    youngs_modulus: f64,
    poissons_ratio: f64,
    /// The source of its constants.
    pub source: String,
}

impl Material {
    /// Its elastic constants.
    pub(crate) fn elastic(&self) -> spiel::Material {
        let Self { youngs_modulus, poissons_ratio, .. } = *self;
        spiel::Material { youngs_modulus, poissons_ratio }
    }

    /// Its elastic constants by the ends of their variables' names.
    pub(crate) fn constants(&self) -> [(&'static str, f64); 2] {
        let [modulus, ratio] = CONSTANTS;
        [(modulus, self.youngs_modulus), (ratio, self.poissons_ratio)]
    }
}

/// The material of that name.
pub(crate) fn material(name: &str) -> Result<Material, Error> {
    let mut table: BTreeMap<String, Material> = toml::from_str(include_str!("materials.toml"))
        .expect("a test reads the table of materials");
    let found = table.remove(name);
    found.ok_or_else(|| Error::unknown("material", name, table.keys().map(String::as_str)))
}

/// The elastic constants of a body, as its variables end.
const CONSTANTS: [&str; 2] = ["youngs_modulus", "poissons_ratio"];

/// Returns true if `name` is no variable itself, but the part of a joint that has elastic constants; `known` says of a name
/// whether it is a variable's.
pub(crate) fn is_of_body(name: &str, known: impl Fn(&str) -> bool) -> bool {
    !known(name) && CONSTANTS.iter().all(|constant| known(&format!("{name}.{constant}")))
}

/// The elastic constants of the body `part` by their names, if it is of the material of that name.
pub(crate) fn constants(part: &str, name: &str) -> Result<[(String, String); 2], Error> {
    let material = material(name).map_err(|error| Error::Input(format!("{part}: {error}")))?;
    Ok(material
        .constants()
        .map(|(constant, value)| (format!("{part}.{constant}"), value.to_string())))
}
