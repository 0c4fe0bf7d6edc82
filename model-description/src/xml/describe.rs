//! The elements of modelDescription.xml made from rows.

use super::document::*;
use super::structure::structure;
use super::units::UnitDefinitions;
use super::variables::{Causality, Variable, place};
use super::{DescribedModel, FmiVersion, StateOf};
use crate::{DEFAULT_TOLERANCE, Interval, Kind, Row, Series, Value, series, unit};
use std::collections::HashSet;

/// Log categories of the C interface of a version, with their texts.
const fn log_categories(fmi: FmiVersion) -> &'static [(&'static str, &'static str)] {
    match fmi {
        FmiVersion::Two => &[
            ("events", "Contacts that begin and end"),
            ("errors", "Refusals and faults; logged whether chosen or not"),
            ("coupling", "How the model meets its host"),
            ("all", "Every category"),
        ],
        FmiVersion::Three => &[
            ("logEvents", "Contacts that begin and end"),
            ("logStatusWarning", "Answers that may not be the wanted ones, and their end"),
            ("logStatusError", "Refusals and faults; logged whether chosen or not"),
            ("logStatusFatal", "Faults that end the instance; logged whether chosen or not"),
            ("coupling", "How the model meets its host"),
        ],
    }
}

/// See [`super::describe`].
pub(super) fn build(model: &DescribedModel, variables: &[Variable]) -> ModelDescription {
    let units = variables.iter().filter_map(|variable| match variable.row.kind {
        Kind::Real { unit, .. } => Some(unit),
        _ => None,
    });
    let units = units.chain(model.equations.into_iter().flat_map(|_| [unit("1"), unit("1/s")]));
    let units = units.chain((model.fmi == FmiVersion::Three).then(|| unit("s")));
    let types = enumerations(variables);
    let (scalars, arrays) = scalars(model, variables);
    ModelDescription {
        terse: model.terse,
        arrays,
        fmi_version: model.fmi.name().to_owned(),
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
            categories: log_categories(model.fmi)
                .iter()
                .map(|(name, about)| LogCategory {
                    name: (*name).to_owned(),
                    description: (*about).to_owned(),
                })
                .collect(),
        }),
        default_experiment: Some(DefaultExperiment {
            start_time: Some(0.0),
            stop_time: Some(1.0),
            tolerance: Some(DEFAULT_TOLERANCE),
            step_size: Some(model.step),
        }),
        model_variables: ModelVariables { variables: scalars },
        model_structure: structure(model, variables),
    }
}

/// The variables, then the continuous states and their rates; and the arrays that series of them are.
fn scalars(model: &DescribedModel, variables: &[Variable]) -> (Vec<ScalarVariable>, Vec<ArrayOf>) {
    let mut scalars: Vec<_> = variables.iter().map(scalar).collect();
    if model.terse {
        let mut said = HashSet::new();
        for (scalar, Variable { row, .. }) in scalars.iter_mut().zip(variables) {
            if !said.insert(row.text) {
                scalar.description.clear();
            }
            // An output is calculated by default.
            scalar.initial.take_if(|initial| initial == "calculated");
        }
    }
    let states = || model.equations.iter().flat_map(|equations| &equations.states);
    let first = variables.len() + 1;
    // A state is a multiple of its variable, and its rate of the rate.
    let solved = |shown: u32, reference: u32, name: String, scale: f64, unit: &str| {
        let Variable { row, .. } = &variables[place(variables, shown)];
        ScalarVariable {
            name,
            value_reference: reference,
            description: format!("{} over 2^{}", row.name, scale.log2()),
            causality: "local".to_owned(),
            variability: None,
            initial: None,
            kind: TypeOf::Real {
                unit: Some(unit.to_owned()),
                min: None,
                max: None,
                start: None,
                nominal: None,
                derivative: None,
                reinit: None,
            },
        }
    };
    let name = |of: &StateOf| &variables[place(variables, of.shown[0])].row.name;
    for of in states() {
        let called = format!("{}_scaled", name(of));
        let mut state = solved(of.shown[0], of.solved[0], called, of.scale, "1");
        if let TypeOf::Real { nominal, reinit, .. } = &mut state.kind {
            (*nominal, *reinit) = (Some(1.0), of.jumps.then_some(true));
        }
        scalars.push(state);
    }
    for (index, of) in (first..).zip(states()) {
        let called = format!("{}_scaled_rate", name(of));
        let mut rate = solved(of.shown[1], of.solved[1], called, of.scale, "1/s");
        if let TypeOf::Real { derivative, .. } = &mut rate.kind {
            *derivative = Some(index);
        }
        scalars.push(rate);
    }
    let arrays = if model.arrays { arrays(&scalars, variables.len()) } else { Vec::new() };
    if model.fmi == FmiVersion::Three {
        scalars.extend(added(model));
    }
    (scalars, arrays)
}

/// The arrays that series of real variables are, and those of states and rates, which follow `variables` others.
fn arrays(scalars: &[ScalarVariable], variables: usize) -> Vec<ArrayOf> {
    let array = |of: Series| {
        let elements: Vec<u32> =
            of.members.iter().map(|place| scalars[*place].value_reference).collect();
        ArrayOf { name: of.name, reference: elements[0], elements }
    };
    let found = series(scalars.iter().map(|of| of.name.as_str())).into_iter();
    let real = |of: &Series| matches!(scalars[of.members[0]].kind, TypeOf::Real { .. });
    let whole = |of: &Series| of.members[0] < variables || of.stands_together();
    found.filter(|of| real(of) && whole(of)).map(array).collect()
}

/// Time and the event indicators, which are variables of FMI 3.0.
fn added(model: &DescribedModel) -> Vec<ScalarVariable> {
    let real = |unit: Option<&str>| TypeOf::Real {
        unit: unit.map(str::to_owned),
        min: None,
        max: None,
        start: None,
        nominal: None,
        derivative: None,
        reinit: None,
    };
    let time = ScalarVariable {
        name: "time".to_owned(),
        value_reference: model.references,
        description: "Time of the simulation.".to_owned(),
        causality: "independent".to_owned(),
        variability: Some("continuous".to_owned()),
        initial: None,
        kind: real(Some("s")),
    };
    let indicators = model.equations.map_or(0, |equations| equations.indicators);
    let indicator = |number: u32| ScalarVariable {
        name: format!("event_indicator_{number}"),
        value_reference: model.references + number,
        description: "Changes its sign at an event of model exchange; 0 in co-simulation."
            .to_owned(),
        causality: "local".to_owned(),
        variability: None,
        initial: Some("calculated".to_owned()),
        kind: real(Some("1")),
    };
    [time].into_iter().chain((1..=indicators).map(indicator)).collect()
}

fn enumerations(variables: &[Variable]) -> Vec<SimpleType> {
    let mut types: Vec<SimpleType> = Vec::new();
    for variable in variables {
        let Kind::Choice { name, text, items } = variable.row.kind else { continue };
        let items: Vec<EnumerationItem> = items
            .iter()
            .map(|item| EnumerationItem {
                name: item.name.to_owned(),
                value: item.number,
                description: item.text.to_owned(),
            })
            .collect();
        let enumeration = Some(EnumerationType { items });
        if let Some(known) = types.iter().find(|known| known.name == name) {
            // The numbers of the second would be names of the first.
            assert_eq!(known.enumeration, enumeration, "two enumerations are called {name}");
            continue;
        }
        types.push(SimpleType { name: name.to_owned(), description: text.to_owned(), enumeration });
    }
    types
}

fn scalar(variable: &Variable) -> ScalarVariable {
    let Variable { reference, row, causality } = variable;
    let mut kind = type_of(row, !causality.is_output());
    let (mut shown, mut variability) = (variable.causality(), variable.variability());
    if let (Some("constant"), TypeOf::Integer { min, max, start }) = (variability, &mut kind) {
        // OpenModelica gives values to parameters and enumerations only. The range describes the allowed values,
        // and the model refuses another value.
        (shown, variability) = ("parameter", Some("fixed"));
        (*min, *max) = (*start, *start);
    }
    let initial = match causality {
        Causality::Input => None,
        Causality::Parameter => Some("exact"),
        Causality::Load | Causality::Report => Some("calculated"),
    };
    ScalarVariable {
        name: row.name.clone(),
        value_reference: *reference,
        description: row.text.to_owned(),
        causality: shown.to_owned(),
        variability: variability.map(str::to_owned),
        initial: initial.map(str::to_owned),
        kind,
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
