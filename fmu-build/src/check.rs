//! What an importer would find wrong with an FMU.

use crate::archive::{Files, unpack};
use crate::build::{DESCRIPTION, guid_of};
use crate::schema::violations;
use crate::{Error, Fmu};
use fmi2_abi::UnitFile;
use model_description::xml::{ModelDescription, TypeOf};
use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;

/// Something that is wrong, in one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding(pub String);

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Checks the FMU at `path`: that its library has every function, its description keeps the rules of
/// the schema, its GUID follows from its content, and a short run stays finite.
///
/// An error means that the file could not be read as an FMU at all.
pub fn check(path: &Path) -> Result<Vec<Finding>, Error> {
    let fmu = Fmu::open(path)?;
    let mut findings = Vec::new();
    let mut find = |text: String| findings.push(Finding(text));
    let (version, types) = fmu.versions();
    if (version.as_str(), types.as_str()) != ("2.0", "default") {
        find(format!("fmi2GetVersion = {version} and fmi2GetTypesPlatform = {types}"));
    }
    description_rules(fmu.description(), &mut find);
    let files = unpack(path)?;
    let text = String::from_utf8_lossy(&files[DESCRIPTION]);
    violations(&text)?.into_iter().for_each(|line| find(format!("{DESCRIPTION}: {line}")));
    content_guid(files, fmu.description(), &mut find);
    if let Err(error) = short_run(&fmu, &mut find) {
        find(error.to_string());
    }
    Ok(findings)
}

/// Rules of FMI 2.0 that a schema cannot hold.
fn description_rules(description: &ModelDescription, find: &mut impl FnMut(String)) {
    let variables = &description.model_variables.variables;
    let mut names = BTreeSet::new();
    let mut references = BTreeSet::new();
    for variable in variables {
        let name = &variable.name;
        if !names.insert(name) {
            find(format!("the name {name} occurs twice"));
        }
        // Enumerations are read as integers: they share value references.
        let kind = match variable.kind {
            TypeOf::Real { .. } => 'r',
            TypeOf::Integer { .. } | TypeOf::Enumeration { .. } => 'i',
            TypeOf::Boolean { .. } => 'b',
            TypeOf::String { .. } => 's',
        };
        if !references.insert((kind, variable.value_reference)) {
            find(format!("{name} is an alias: value reference {} ", variable.value_reference));
        }
        if name.len() > 40 || !name.chars().all(|c| c.is_ascii_alphanumeric() || "._".contains(c)) {
            find(format!("the name {name} has more than 40 characters, or odd ones"));
        }
        if variable.description.is_empty() {
            find(format!("{name} has no description"));
        }
        if let TypeOf::Real { unit: None, .. } = variable.kind {
            find(format!("{name} has no unit"));
        }
    }
    let outputs: Vec<_> = (1..).zip(variables).filter(|(_, v)| v.causality == "output").collect();
    let listed = &description.model_structure.outputs.unknowns;
    if !outputs.iter().map(|(index, _)| *index).eq(listed.iter().map(|unknown| unknown.index)) {
        find("ModelStructure/Outputs does not list exactly the outputs".to_owned());
    }
}

/// The GUID must follow from the content, so that no two variants share one.
fn content_guid(mut files: Files, description: &ModelDescription, find: &mut impl FnMut(String)) {
    let named = &description.guid;
    let resource = format!("resources/{}", UnitFile::NAME);
    if !files.contains_key(&resource) {
        find(format!("{resource} is missing: it is not an FMU of Spiel's, its GUID is unknown"));
        return;
    }
    for name in [DESCRIPTION, &resource] {
        let blank = |bytes: &mut Vec<u8>| {
            *bytes = String::from_utf8_lossy(bytes).replace(named.as_str(), "").into_bytes();
        };
        files.get_mut(name).into_iter().for_each(blank);
    }
    let follows = guid_of(&files);
    if follows != *named {
        find(format!("guid = {named} does not follow from the content, which gives {follows}"));
    }
}

/// Ten steps with the inputs at their start values.
fn short_run(fmu: &Fmu, find: &mut impl FnMut(String)) -> Result<(), Error> {
    let step = fmu.description().default_experiment.as_ref().map_or(1e-6, |e| e.step_size);
    let mut instance = fmu.start("check", &[])?;
    let reals: Vec<_> = fmu
        .description()
        .model_variables
        .variables
        .iter()
        .filter(|variable| matches!(variable.kind, TypeOf::Real { .. }))
        .collect();
    let references: Vec<_> = reals.iter().map(|variable| variable.value_reference).collect();
    let mut values = vec![0.0; references.len()];
    for index in 0..10 {
        instance.step(f64::from(index) * step, step)?;
        instance.get_real(&references, &mut values)?;
        if let Some((_, odd)) = values.iter().zip(&reals).find(|(value, _)| !value.is_finite()) {
            find(format!("{} is not a finite number after step {index}", odd.name));
        }
    }
    instance.terminate()
}
