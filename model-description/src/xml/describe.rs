//! The elements of modelDescription.xml made from rows.

use super::document::*;
use super::units::UnitDefinitions;
use super::variables::{Causality, Variable};
use super::{DescribedModel, StateOf};
use crate::{Interval, Kind, Row, Value};
use std::collections::HashSet;

/// What the C interface sorts its lines by.
const LOG_CATEGORIES: [(&str, &str); 4] = [
    ("events", "Contacts that begin and end"),
    ("errors", "Refusals and faults; logged whether chosen or not"),
    ("coupling", "How the model meets its host"),
    ("all", "Every category"),
];

/// Outputs that follow more inputs and states than these do not list them: each of three thousand loads
/// that follow six thousand inputs would fill 30 kB.
const MOST_DEPENDENCIES: usize = 200;

/// See [`super::describe`].
pub(super) fn build(model: &DescribedModel, variables: &[Variable]) -> ModelDescription {
    let units = variables.iter().filter_map(|variable| match variable.row.kind {
        Kind::Real { unit, .. } => Some(unit),
        _ => None,
    });
    let types = enumerations(variables);
    ModelDescription {
        terse: model.terse,
        fmi_version: "2.0".to_owned(),
        model_name: model.name.to_owned(),
        guid: String::new(),
        description: model.about.to_owned(),
        version: model.version.to_owned(),
        license: "MIT OR Apache-2.0".to_owned(),
        generation_tool: format!("Spiel {}", model.version),
        variable_naming_convention: "structured".to_owned(),
        number_of_event_indicators: model.equations.map_or(0, |equations| equations.indicators),
        model_exchange: model.equations.map(|_| ModelExchange {
            model_identifier: model.identifier.to_owned(),
            ..ModelExchange::default()
        }),
        co_simulation: model.co_simulation.then(|| CoSimulation {
            model_identifier: model.identifier.to_owned(),
            directional_derivative: model.derivatives,
            ..CoSimulation::default()
        }),
        unit_definitions: Some(UnitDefinitions::of(units)),
        type_definitions: (!types.is_empty()).then_some(TypeDefinitions { types }),
        log_categories: Some(LogCategories {
            categories: LOG_CATEGORIES
                .map(|(name, about)| LogCategory {
                    name: name.to_owned(),
                    description: about.to_owned(),
                })
                .into(),
        }),
        default_experiment: Some(DefaultExperiment {
            start_time: 0.0,
            stop_time: 1.0,
            // Solvers that do not scale their errors by the states' nominal values need it.
            tolerance: model.equations.map(|_| 1e-9),
            step_size: model.step,
        }),
        model_variables: ModelVariables { variables: scalars(model, variables) },
        model_structure: structure(model, variables),
    }
}

/// The variables, with what continuous states and their rates say beyond their rows.
fn scalars(model: &DescribedModel, variables: &[Variable]) -> Vec<ScalarVariable> {
    let mut scalars: Vec<_> = variables.iter().map(scalar).collect();
    if model.terse {
        let mut said = HashSet::new();
        for (scalar, Variable { row, .. }) in scalars.iter_mut().zip(variables) {
            if !said.insert(row.text) {
                scalar.description.clear();
            }
            // An output is calculated unless it says otherwise.
            scalar.initial.take_if(|initial| initial == "calculated");
        }
    }
    for of in model.equations.iter().flat_map(|equations| &equations.states) {
        let (state_at, rate_at) = (place(variables, of.state), place(variables, of.rate));
        if let TypeOf::Real { nominal, reinit, .. } = &mut scalars[state_at].kind {
            (*nominal, *reinit) = (Some(of.nominal), of.jumps.then_some(true));
        }
        if let TypeOf::Real { derivative, .. } = &mut scalars[rate_at].kind {
            *derivative = Some(state_at + 1);
        }
    }
    scalars
}

/// Where a variable stands in the list.
fn place(variables: &[Variable], reference: u32) -> usize {
    let found = variables.iter().position(|variable| variable.reference == reference);
    found.expect("a continuous state and its rate are among the variables shown")
}

fn enumerations(variables: &[Variable]) -> Vec<SimpleType> {
    let mut types: Vec<SimpleType> = Vec::new();
    for variable in variables {
        let Kind::Choice { name, text, items } = variable.row.kind else { continue };
        if types.iter().any(|known| known.name == name) {
            continue;
        }
        let items = items
            .iter()
            .map(|item| EnumerationItem {
                name: item.name.to_owned(),
                value: item.number,
                description: item.text.to_owned(),
            })
            .collect();
        types.push(SimpleType {
            name: name.to_owned(),
            description: text.to_owned(),
            enumeration: Some(EnumerationType { items }),
        });
    }
    types
}

fn scalar(variable: &Variable) -> ScalarVariable {
    let Variable { reference, row, causality } = variable;
    let initial = match causality {
        Causality::Input => None,
        Causality::Parameter => Some("exact"),
        Causality::Load | Causality::Report => Some("calculated"),
    };
    ScalarVariable {
        name: row.name.clone(),
        value_reference: *reference,
        description: row.text.to_owned(),
        causality: variable.causality().to_owned(),
        variability: variable.variability().map(str::to_owned),
        initial: initial.map(str::to_owned),
        kind: type_of(row, !causality.is_output()),
    }
}

fn type_of(row: &Row, with_start: bool) -> TypeOf {
    match (row.kind, row.start) {
        (Kind::Real { unit, allowed }, Value::Real(start)) => {
            let Interval { low, high, .. } = allowed;
            TypeOf::Real {
                unit: Some(unit.name.to_owned()),
                min: low.is_finite().then_some(low),
                max: high.is_finite().then_some(high),
                start: with_start.then_some(start),
                nominal: None,
                derivative: None,
                reinit: None,
            }
        }
        (Kind::Integer { allowed: Interval { low, high, .. } }, Value::Integer(start)) => {
            TypeOf::Integer {
                min: low.is_finite().then_some(low as i32),
                max: high.is_finite().then_some(high as i32),
                start: with_start.then_some(start),
            }
        }
        (Kind::Boolean, Value::Boolean(start)) => {
            TypeOf::Boolean { start: with_start.then_some(start) }
        }
        (Kind::Choice { name, .. }, Value::Integer(start)) => TypeOf::Enumeration {
            declared_type: name.to_owned(),
            start: with_start.then_some(start),
        },
        _ => unreachable!("a row's start is of the row's kind"),
    }
}

/// Loads follow the inputs at once, and in continuous time all outputs do, and those states that feed
/// them; a state follows nothing but itself. In co-simulation reports describe the step before. In
/// initialization everything may follow anything.
fn structure(model: &DescribedModel, variables: &[Variable]) -> ModelStructure {
    let indexed = || variables.iter().zip(1..);
    let inputs = indexed().filter(|(variable, _)| variable.causality == Causality::Input);
    let inputs: Vec<usize> = inputs.map(|(_, index)| index).collect();
    let states = || model.equations.iter().flat_map(|equations| &equations.states);
    let outputs = || indexed().filter(|(variable, _)| variable.causality.is_output());
    let follows = |(variable, index): (&Variable, usize)| {
        let reference = variable.reference;
        let mut known = Vec::new();
        let is_state = states().any(|state| state.state == reference);
        if (variable.causality == Causality::Load || model.equations.is_some()) && !is_state {
            known.clone_from(&inputs);
        }
        let feeding = states().filter(|state| state.outputs.binary_search(&reference).is_ok());
        let feeding: Vec<u32> = feeding.map(|state| state.state).collect();
        if known.len() + feeding.len() > MOST_DEPENDENCIES {
            // As good as all of them, which is what no list means.
            return Unknown { index, dependencies: None };
        }
        known.extend(feeding.into_iter().map(|state| place(variables, state) + 1));
        known.sort_unstable();
        let known: Vec<String> = known.iter().map(usize::to_string).collect();
        Unknown { index, dependencies: Some(known.join(" ")) }
    };
    let initial = |(_, index)| Unknown { index, dependencies: None };
    let rate = |state: &StateOf| {
        let place = place(variables, state.rate);
        follows((&variables[place], place + 1))
    };
    ModelStructure {
        outputs: Unknowns { unknowns: outputs().map(follows).collect() },
        derivatives: model.equations.map(|_| Unknowns { unknowns: states().map(rate).collect() }),
        initial_unknowns: Unknowns { unknowns: outputs().map(initial).collect() },
    }
}
