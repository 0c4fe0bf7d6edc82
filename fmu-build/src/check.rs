//! Checks of an FMU by the rules that importers apply.

mod apart;
mod confined;
mod modelica;
mod related;
mod replay;
mod three;

pub use apart::{RUN_ENDED, check_apart};
pub use confined::confine;

use crate::archive::{DESCRIPTION, Files, TERMINALS, unpack};
use crate::build::guid_of;
use crate::load::description_of;
use crate::schema::{terminal_violations, violations};
use crate::{Component, Error, Fmu, Inspected, Platform, load};
use model_description::xml::{FmiVersion, ModelDescription, TypeOf};
use modelica::modelica_rules;
use related::related_rules;
use replay::replay_results;
use spiel_fmi::BuildFile;
use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use three::rules_of_three;

/// Something that is wrong, in one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding(pub String);

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Checks the FMU at `path`: that its libraries have every function, its description keeps the rules of
/// the schema, Modelica can read its names, its GUID follows from its content, a short run of each
/// kind it offers stays finite, and the files that FMI-LS-REF lists are there and tell of runs that repeat.
///
/// The run is in this process: [`check_apart`] is for untrusted files. An error means that the file
/// could not be read as an FMU at all.
pub fn check(path: &Path) -> Result<Vec<Finding>, Error> {
    let mut findings = inspect(path)?;
    findings.extend(drive(path)?);
    Ok(findings)
}

/// The findings of [`check`] without running anything of the FMU.
pub(crate) fn inspect(path: &Path) -> Result<Vec<Finding>, Error> {
    inspect_files(path, unpack(path)?)
}

/// The findings of [`inspect`] about the files of an FMU at `path`.
pub(crate) fn inspect_files(path: &Path, files: Files) -> Result<Vec<Finding>, Error> {
    let mut findings = Vec::new();
    let mut find = |text: String| findings.push(Finding(text));
    let description = description_of(path, &files)?;
    description_rules(&description, &mut find);
    modelica_rules(&description, &mut find);
    let text = String::from_utf8_lossy(&files[DESCRIPTION]);
    if description.fmi() == FmiVersion::Three {
        rules_of_three(&text, &description, &mut find);
    }
    violations(description.fmi(), &text)?
        .into_iter()
        .for_each(|line| find(format!("{DESCRIPTION}: {line}")));
    if let Some(terminals) = files.get(TERMINALS) {
        let lines = terminal_violations(&String::from_utf8_lossy(terminals))?;
        lines.into_iter().for_each(|line| find(format!("{TERMINALS}: {line}")));
    }
    related_rules(&files, &mut find)?;
    libraries(&files, &description, &mut find);
    content_guid(files, &description, &mut find);
    if description.model_exchange.is_some() {
        state_rules(&description, &mut find);
    }
    Ok(findings)
}

/// The findings of [`check`] by loading the FMU and running it.
pub fn drive(path: &Path) -> Result<Vec<Finding>, Error> {
    let fmu = Fmu::open(path)?;
    let mut findings = Vec::new();
    let mut find = |text: String| findings.push(Finding(text));
    let (version, types) = fmu.versions();
    let described = fmu.description().fmi().name();
    if (version.as_str(), types.as_str()) != (described, "default") {
        find(format!(
            "its library keeps to FMI {version} with {types} types, its description to {described}"
        ));
    }
    if fmu.description().co_simulation.is_some() {
        if let Err(error) = short_run(&fmu, &mut find) {
            find(error.to_string());
        }
        replay_results(&fmu, &mut find);
    }
    if fmu.description().model_exchange.is_some()
        && let Err(error) = short_continuous_run(&fmu, &mut find)
    {
        find(format!("in model exchange: {error}"));
    }
    Ok(findings)
}

/// The libraries of all platforms, also those that cannot be loaded here: each must be what its folder
/// says and have every function.
fn libraries(files: &Files, description: &ModelDescription, find: &mut impl FnMut(String)) {
    let (cs, me) = (&description.co_simulation, &description.model_exchange);
    let fmi = description.fmi();
    let wanted = load::names(fmi, cs.is_some(), me.is_some());
    let stepping = cs.iter().map(|kind| &kind.model_identifier);
    let identifiers: BTreeSet<_> =
        stepping.chain(me.iter().map(|kind| &kind.model_identifier)).collect();
    let folders = Platform::BUILT.into_iter().flat_map(|platform| {
        platform.folders(fmi).into_iter().map(move |folder| (platform, folder))
    });
    for (platform, folder) in folders {
        for identifier in &identifiers {
            let name = format!("binaries/{folder}/{identifier}{}", platform.suffix);
            let Some(bytes) = files.get(&name) else { continue };
            let Some(inspected) = Inspected::of(bytes) else {
                find(format!("{name} is no library"));
                continue;
            };
            if inspected.platform != Some(platform) {
                let folder = inspected.platform.map_or("another platform", |found| found.folder);
                find(format!("{name} is a library for {folder}"));
            } else if let Some(processor) = inspected.missing_processor(folder) {
                find(format!("{name} has no part for {processor}"));
            }
            if let Some(missing) = wanted.iter().find(|name| !inspected.exports.contains(**name)) {
                find(format!("{name} lacks {missing}"));
            }
        }
    }
}

/// Rules of both versions of FMI that a schema cannot hold.
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
        // An element of an array is called by its name and an index.
        let own = if description.arrays.is_empty() { name } else { stem(name) };
        if own.len() > 40 || !own.chars().all(|c| c.is_ascii_alphanumeric() || "._".contains(c)) {
            find(format!(
                "the name {name} has more than 40 characters, or characters that are not allowed"
            ));
        }
        if variable.description.is_empty() {
            find(format!("{name} has no description"));
        }
        if let TypeOf::Real { unit: None, .. } = variable.kind
            && description.fmi() == FmiVersion::Two
        {
            find(format!("{name} has no unit"));
        }
    }
    let outputs: Vec<_> = (1..).zip(variables).filter(|(_, v)| v.causality == "output").collect();
    let listed = &description.model_structure.outputs.unknowns;
    let outputs: Vec<usize> = outputs.iter().map(|(index, _)| *index).collect();
    let mut listed: Vec<usize> = listed.iter().map(|unknown| unknown.index).collect();
    if description.fmi() == FmiVersion::Three {
        // Its exporter chooses their order.
        listed.sort_unstable();
    }
    if outputs != listed {
        find("ModelStructure/Outputs does not list exactly the outputs".to_owned());
    }
}

/// The name of a variable without the index of an element.
fn stem(name: &str) -> &str {
    name.split_once('[').map_or(name, |(name, _)| name)
}

/// Rules for continuous states: what `ModelStructure` lists as derivatives are the variables that name
/// a state each, and no state has two of them.
fn state_rules(description: &ModelDescription, find: &mut impl FnMut(String)) {
    let variables = &description.model_variables.variables;
    let state_of = |kind: &TypeOf| match kind {
        TypeOf::Real { derivative, .. } => *derivative,
        _ => None,
    };
    let mut states = BTreeSet::new();
    let mut rates = BTreeSet::new();
    for (index, variable) in (1..).zip(variables) {
        let Some(state) = state_of(&variable.kind) else { continue };
        rates.insert(index);
        let named = state.checked_sub(1).and_then(|place| variables.get(place));
        if !named.is_some_and(|named| matches!(named.kind, TypeOf::Real { .. })) || state == index {
            find(format!("{} is the derivative of {state}, which is no state", variable.name));
        } else if !states.insert(state) {
            find(format!("{} is a second derivative of the same state", variable.name));
        }
    }
    let listed = description.model_structure.derivatives.iter().flat_map(|list| &list.unknowns);
    let listed: Vec<usize> = listed.map(|unknown| unknown.index).collect();
    for index in &listed {
        if !rates.contains(index) {
            let variable = index.checked_sub(1).and_then(|place| variables.get(place));
            let name = variable.map_or("nothing", |variable| &variable.name);
            find(format!("ModelStructure/Derivatives lists {name}, which names no state"));
        }
    }
    // In FMI 3.0 an input may be the derivative of another one.
    if listed.len() != rates.len() && description.fmi() == FmiVersion::Two {
        find(format!(
            "ModelStructure/Derivatives lists {} of {} derivatives of states",
            listed.len(),
            rates.len()
        ));
    }
}

/// The GUID must follow from the content, so that no two variants share one.
fn content_guid(mut files: Files, description: &ModelDescription, find: &mut impl FnMut(String)) {
    let named = &description.guid;
    let resource = format!("resources/{}", BuildFile::NAME);
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

/// The number of steps of a short run.
const STEPS: u32 = 10;

/// A few steps with the inputs at their start values.
fn short_run(fmu: &Fmu, find: &mut impl FnMut(String)) -> Result<(), Error> {
    let step = step_of(fmu);
    let mut instance = fmu.start("check", &[])?;
    for index in 0..STEPS {
        instance.step(f64::from(index) * step, step)?;
        all_finite(fmu, &mut instance, &format!("after step {index}"), find)?;
    }
    instance.terminate()
}

/// As many steps of an explicit integrator, with an event in the middle and wherever an indicator
/// changes its sign.
fn short_continuous_run(fmu: &Fmu, find: &mut impl FnMut(String)) -> Result<(), Error> {
    let step = step_of(fmu);
    let mut equations = fmu.start_equations("check", &[])?;
    let (n, indicators) = (equations.state_count(), equations.indicator_count());
    let (mut states, mut rates) = (vec![0.0; n], vec![0.0; n]);
    let (mut before, mut after) = (vec![0.0; indicators], vec![0.0; indicators]);
    equations.nominals(&mut rates)?;
    if let Some(odd) = rates.iter().find(|nominal| !nominal.is_finite() || **nominal <= 0.0) {
        find(format!("a continuous state has a nominal value of {odd}"));
    }
    equations.update()?;
    equations.enter_continuous_mode()?;
    equations.states(&mut states)?;
    equations.indicators(&mut before)?;
    for index in 0..STEPS {
        equations.rates(&mut rates)?;
        states.iter_mut().zip(&rates).for_each(|(state, rate)| *state += step * rate);
        equations.set_time(f64::from(index + 1) * step)?;
        equations.set_states(&states)?;
        equations.indicators(&mut after)?;
        let asked = equations.completed_step()?.enter_event_mode;
        let crossed = before.iter().zip(&after).any(|(b, a)| (*b > 0.0) != (*a > 0.0));
        if asked || crossed || index == STEPS / 2 {
            equations.enter_event_mode()?;
            equations.update()?;
            equations.enter_continuous_mode()?;
            equations.states(&mut states)?;
            equations.indicators(&mut after)?;
        }
        let when = format!("after step {index} in model exchange");
        if let Some(odd) = states.iter().chain(&rates).chain(&after).find(|x| !x.is_finite()) {
            find(format!("a state, rate or indicator is {odd} {when}"));
        }
        all_finite(fmu, &mut equations, &when, find)?;
        std::mem::swap(&mut before, &mut after);
    }
    equations.terminate()
}

/// The step that the description proposes \[s\].
fn step_of(fmu: &Fmu) -> f64 {
    fmu.description().default_experiment.as_ref().and_then(|e| e.step_size).unwrap_or(1e-6)
}

/// Reads all reals; one that is not finite is a finding.
fn all_finite(
    fmu: &Fmu,
    component: &mut Component,
    when: &str,
    find: &mut impl FnMut(String),
) -> Result<(), Error> {
    let variables = fmu.description().model_variables.variables.iter();
    let reals: Vec<_> =
        variables.filter(|variable| matches!(variable.kind, TypeOf::Real { .. })).collect();
    let references: Vec<_> = reals.iter().map(|variable| variable.value_reference).collect();
    let mut values = vec![0.0; references.len()];
    component.get_real(&references, &mut values)?;
    if let Some((_, odd)) = values.iter().zip(&reals).find(|(value, _)| !value.is_finite()) {
        find(format!("{} is not a finite number {when}", odd.name));
    }
    Ok(())
}
