//! The elements of modelDescription.xml of FMI 3.0, to and from the description of both versions.
//!
//! FMI 3.0 tells variables by their value references where FMI 2.0 counts them, has time and event
//! indicators among them, and writes lists without an element around them.

use super::document::*;
use super::three_arrays::{Follower, Members, apart, followers};
use super::three_variables::Variable;
use super::units::UnitDefinitions;
use crate::Refusal;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// `<fmiModelDescription>` of FMI 3.0.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Document {
    #[serde(rename = "@fmiVersion")]
    fmi_version: String,
    #[serde(rename = "@modelName")]
    model_name: String,
    #[serde(rename = "@instantiationToken")]
    instantiation_token: String,
    #[serde(rename = "@description", default)]
    description: String,
    #[serde(rename = "@version", default)]
    version: String,
    #[serde(rename = "@license", default)]
    license: String,
    #[serde(rename = "@generationTool", default)]
    generation_tool: String,
    #[serde(rename = "@variableNamingConvention", default)]
    variable_naming_convention: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    model_exchange: Option<Kind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    co_simulation: Option<Kind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit_definitions: Option<UnitDefinitions>,
    #[serde(skip_serializing_if = "Option::is_none")]
    type_definitions: Option<Types>,
    #[serde(skip_serializing_if = "Option::is_none")]
    log_categories: Option<LogCategories>,
    #[serde(skip_serializing_if = "Option::is_none")]
    default_experiment: Option<DefaultExperiment>,
    model_variables: Variables,
    model_structure: Structure,
}

/// `<ModelExchange>` or `<CoSimulation>`; what is left out is false.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Kind {
    #[serde(rename = "@modelIdentifier")]
    model_identifier: String,
    #[serde(rename = "@canGetAndSetFMUState")]
    gets_and_sets_state: bool,
    #[serde(rename = "@canSerializeFMUState")]
    serializes_state: bool,
    #[serde(rename = "@providesDirectionalDerivatives")]
    directional_derivatives: bool,
    #[serde(rename = "@providesAdjointDerivatives")]
    adjoint_derivatives: bool,
    #[serde(rename = "@canHandleVariableCommunicationStepSize", skip_serializing_if = "is_false")]
    variable_step: bool,
}

// serde passes the field by reference.
fn is_false(flag: &bool) -> bool {
    !flag
}

/// `<TypeDefinitions>`: the enumerations; other types are left out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Types {
    #[serde(rename = "EnumerationType", default)]
    enumerations: Vec<Enumeration>,
}

/// `<EnumerationType>`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Enumeration {
    #[serde(rename = "@name")]
    name: String,
    #[serde(rename = "@description", default)]
    description: String,
    #[serde(rename = "Item", default)]
    items: Vec<EnumerationItem>,
}

/// `<ModelVariables>`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct Variables {
    #[serde(rename = "$value", default)]
    variables: Vec<Variable>,
}

/// `<ModelStructure>`: five lists without an element around each.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Structure {
    #[serde(rename = "Output")]
    outputs: Vec<Follower>,
    #[serde(rename = "ContinuousStateDerivative")]
    derivatives: Vec<Follower>,
    #[serde(rename = "InitialUnknown")]
    initial_unknowns: Vec<Follower>,
    #[serde(rename = "EventIndicator")]
    indicators: Vec<Follower>,
}

impl Document {
    /// The document of a description.
    pub fn of(described: &ModelDescription) -> Self {
        let variables = &described.model_variables.variables;
        let structure = &described.model_structure;
        let arrays = Members::of(described);
        let reference = |index: usize| arrays.reference(variables[index - 1].value_reference);
        let listed = |unknowns: &[Unknown]| followers(unknowns, &reference);
        let rates = structure.derivatives.as_ref().map_or(&[][..], |rates| &rates.unknowns);
        let indicator =
            |index: &usize| Follower { value_reference: reference(*index), dependencies: None };
        Self {
            fmi_version: described.fmi_version.clone(),
            model_name: described.model_name.clone(),
            instantiation_token: described.guid.clone(),
            description: described.description.clone(),
            version: described.version.clone(),
            license: described.license.clone(),
            generation_tool: described.generation_tool.clone(),
            variable_naming_convention: described.variable_naming_convention.clone(),
            model_exchange: described.model_exchange.as_ref().map(Kind::of_model_exchange),
            co_simulation: described.co_simulation.as_ref().map(Kind::of_co_simulation),
            unit_definitions: described.unit_definitions.clone(),
            type_definitions: described.type_definitions.as_ref().map(Types::of),
            log_categories: described.log_categories.clone(),
            default_experiment: described.default_experiment.clone(),
            model_variables: Variables {
                variables: variables
                    .iter()
                    .filter_map(|of| arrays.variable(of, &reference))
                    .collect(),
            },
            model_structure: Structure {
                outputs: listed(&structure.outputs.unknowns),
                derivatives: listed(rates),
                initial_unknowns: listed(&structure.initial_unknowns.unknowns),
                indicators: structure.indicators.iter().map(indicator).collect(),
            },
        }
    }

    /// The description in a document; a reference to no variable is an error.
    pub fn described(self) -> Result<ModelDescription, Refusal> {
        let (variables, arrays) = apart(self.model_variables.variables);
        let references: HashMap<u32, usize> = (1..)
            .zip(&variables)
            .map(|(index, variable)| (variable.attributes().value_reference, index))
            .collect();
        let elements: HashMap<u32, &[u32]> =
            arrays.iter().map(|array| (array.reference, &array.elements[..])).collect();
        let index = |reference: u32| {
            let found = references.get(&reference).copied();
            found.ok_or_else(|| {
                Refusal::from(format!("no variable has value reference {reference}"))
            })
        };
        // A list names an array where a description has its elements.
        let indices = |reference: u32| -> Result<Vec<usize>, Refusal> {
            match elements.get(&reference) {
                Some(elements) => elements.iter().map(|element| index(*element)).collect(),
                None => Ok(vec![index(reference)?]),
            }
        };
        let unknowns = |followers: &[Follower]| -> Result<Vec<Unknown>, Refusal> {
            let mut unknowns = Vec::new();
            for of in followers {
                let mut known = Vec::new();
                for text in of.dependencies.iter().flat_map(|listed| listed.split_whitespace()) {
                    let reference = text
                        .parse()
                        .map_err(|_| Refusal::from(format!("{text} is no value reference")))?;
                    known.extend(indices(reference)?.iter().map(usize::to_string));
                }
                let followed = of.dependencies.as_ref().map(|_| known.join(" "));
                let all = indices(of.value_reference)?;
                // The elements of an array follow all that it may follow, which no list says, too.
                let alone = all.len() == 1;
                unknowns.extend(all.into_iter().map(|index| Unknown {
                    index,
                    dependencies: followed.clone().filter(|_| alone),
                }));
            }
            Ok(unknowns)
        };
        let structure = &self.model_structure;
        let rates = unknowns(&structure.derivatives)?;
        let mut indicators = Vec::new();
        for of in &structure.indicators {
            indicators.extend(indices(of.value_reference)?);
        }
        let model_structure = ModelStructure {
            outputs: Unknowns { unknowns: unknowns(&structure.outputs)? },
            derivatives: self.model_exchange.is_some().then_some(Unknowns { unknowns: rates }),
            initial_unknowns: Unknowns { unknowns: unknowns(&structure.initial_unknowns)? },
            indicators,
        };
        let scalars = variables.iter().map(|of| of.scalar(&index)).collect::<Result<_, _>>()?;
        Ok(ModelDescription {
            terse: false,
            arrays,
            fmi_version: self.fmi_version,
            model_name: self.model_name,
            guid: self.instantiation_token,
            description: self.description,
            version: self.version,
            license: self.license,
            generation_tool: self.generation_tool,
            variable_naming_convention: self.variable_naming_convention,
            number_of_event_indicators: model_structure.indicators.len() as u32,
            model_exchange: self.model_exchange.map(Kind::model_exchange),
            co_simulation: self.co_simulation.map(Kind::co_simulation),
            unit_definitions: self.unit_definitions,
            type_definitions: self.type_definitions.map(Types::described),
            log_categories: self.log_categories,
            default_experiment: self.default_experiment,
            model_variables: ModelVariables { variables: scalars },
            model_structure,
        })
    }
}

impl Kind {
    fn of_model_exchange(kind: &ModelExchange) -> Self {
        Self {
            model_identifier: kind.model_identifier.clone(),
            gets_and_sets_state: kind.gets_and_sets_state,
            serializes_state: kind.serializes_state,
            directional_derivatives: kind.directional_derivative,
            adjoint_derivatives: kind.directional_derivative,
            variable_step: false,
        }
    }

    fn of_co_simulation(kind: &CoSimulation) -> Self {
        Self {
            model_identifier: kind.model_identifier.clone(),
            gets_and_sets_state: kind.gets_and_sets_state,
            serializes_state: kind.serializes_state,
            directional_derivatives: kind.directional_derivative,
            adjoint_derivatives: kind.directional_derivative,
            variable_step: kind.variable_step,
        }
    }

    fn model_exchange(self) -> ModelExchange {
        ModelExchange {
            model_identifier: self.model_identifier,
            completed_step_not_needed: true,
            gets_and_sets_state: self.gets_and_sets_state,
            serializes_state: self.serializes_state,
            directional_derivative: self.directional_derivatives,
        }
    }

    fn co_simulation(self) -> CoSimulation {
        CoSimulation {
            model_identifier: self.model_identifier,
            variable_step: self.variable_step,
            interpolates_inputs: false,
            output_derivative_order: 0,
            asynchronous: false,
            gets_and_sets_state: self.gets_and_sets_state,
            serializes_state: self.serializes_state,
            directional_derivative: self.directional_derivatives,
        }
    }
}

impl Types {
    fn of(types: &TypeDefinitions) -> Self {
        let enumeration = |of: &SimpleType| Enumeration {
            name: of.name.clone(),
            description: of.description.clone(),
            items: of.enumeration.as_ref().map_or(Vec::new(), |of| of.items.clone()),
        };
        Self { enumerations: types.types.iter().map(enumeration).collect() }
    }

    fn described(self) -> TypeDefinitions {
        let simple = |of: Enumeration| SimpleType {
            name: of.name,
            description: of.description,
            enumeration: Some(EnumerationType { items: of.items }),
        };
        TypeDefinitions { types: self.enumerations.into_iter().map(simple).collect() }
    }
}
