//! A description of both versions, as FMI 2.0 has its elements, in the order of its schema.

use super::units::UnitDefinitions;
use serde::{Deserialize, Serialize};

/// `<fmiModelDescription>`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
#[expect(missing_docs, reason = "the names are those of the FMI 2.0 schema")]
pub struct ModelDescription {
    /// True if the file is written without line breaks.
    #[serde(skip)]
    pub terse: bool,
    /// The arrays of FMI 3.0. Their elements are among the variables.
    #[serde(skip)]
    pub arrays: Vec<ArrayOf>,
    #[serde(rename = "@fmiVersion")]
    pub(crate) fmi_version: String,
    #[serde(rename = "@modelName")]
    pub model_name: String,
    #[serde(rename = "@guid")]
    pub guid: String,
    #[serde(rename = "@description", default)]
    pub description: String,
    #[serde(rename = "@version", default)]
    pub version: String,
    #[serde(rename = "@license", default)]
    pub license: String,
    #[serde(rename = "@generationTool", default)]
    pub(crate) generation_tool: String,
    #[serde(rename = "@variableNamingConvention", default)]
    pub(crate) variable_naming_convention: String,
    #[serde(rename = "@numberOfEventIndicators", default)]
    pub number_of_event_indicators: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model_exchange: Option<ModelExchange>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub co_simulation: Option<CoSimulation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) unit_definitions: Option<UnitDefinitions>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub type_definitions: Option<TypeDefinitions>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) log_categories: Option<LogCategories>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_experiment: Option<DefaultExperiment>,
    pub model_variables: ModelVariables,
    pub model_structure: ModelStructure,
}

/// An array of numbers, whose elements are described as variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArrayOf {
    /// Its name.
    pub name: String,
    /// Its value reference.
    pub reference: u32,
    /// The value references of its elements, under which only a description knows them.
    pub elements: Vec<u32>,
}

/// `<ModelExchange>`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ModelExchange {
    #[serde(rename = "@modelIdentifier")]
    pub model_identifier: String,
    #[serde(rename = "@completedIntegratorStepNotNeeded")]
    pub(crate) completed_step_not_needed: bool,
    #[serde(rename = "@canGetAndSetFMUstate")]
    pub(crate) gets_and_sets_state: bool,
    #[serde(rename = "@canSerializeFMUstate")]
    pub(crate) serializes_state: bool,
    #[serde(rename = "@providesDirectionalDerivative")]
    pub(crate) directional_derivative: bool,
}

/// All capabilities of the C interface, for every model.
impl Default for ModelExchange {
    fn default() -> Self {
        Self {
            model_identifier: String::new(),
            completed_step_not_needed: true,
            gets_and_sets_state: true,
            serializes_state: true,
            directional_derivative: true,
        }
    }
}

/// `<CoSimulation>`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CoSimulation {
    #[serde(rename = "@modelIdentifier")]
    pub model_identifier: String,
    #[serde(rename = "@canHandleVariableCommunicationStepSize")]
    pub(crate) variable_step: bool,
    #[serde(rename = "@canInterpolateInputs")]
    pub(crate) interpolates_inputs: bool,
    #[serde(rename = "@maxOutputDerivativeOrder")]
    pub(crate) output_derivative_order: u32,
    #[serde(rename = "@canRunAsynchronuously")]
    pub(crate) asynchronous: bool,
    #[serde(rename = "@canGetAndSetFMUstate")]
    pub(crate) gets_and_sets_state: bool,
    #[serde(rename = "@canSerializeFMUstate")]
    pub(crate) serializes_state: bool,
    #[serde(rename = "@providesDirectionalDerivative")]
    pub(crate) directional_derivative: bool,
}

/// All capabilities of the C interface, for every model, but asynchronous steps and derivatives of
/// outputs: loads are means over a step, and extrapolating those would destroy the impulse.
impl Default for CoSimulation {
    fn default() -> Self {
        Self {
            model_identifier: String::new(),
            variable_step: true,
            interpolates_inputs: true,
            output_derivative_order: 0,
            asynchronous: false,
            gets_and_sets_state: true,
            serializes_state: true,
            directional_derivative: true,
        }
    }
}

/// `<LogCategories>`: kinds of messages that an importer can switch on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct LogCategories {
    /// The categories.
    #[serde(rename = "Category", default)]
    pub categories: Vec<LogCategory>,
}

/// `<Category>` of a log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct LogCategory {
    /// Name, as lines and choices carry it.
    #[serde(rename = "@name")]
    pub name: String,
    /// Text about its lines.
    #[serde(rename = "@description", default)]
    pub description: String,
}

/// `<TypeDefinitions>`: the enumerations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TypeDefinitions {
    #[serde(rename = "SimpleType", default)]
    /// The enumerations.
    pub types: Vec<SimpleType>,
}

/// `<SimpleType>` of an enumeration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are those of the FMI 2.0 schema")]
pub struct SimpleType {
    #[serde(rename = "@name")]
    pub name: String,
    #[serde(rename = "@description", default)]
    pub description: String,
    #[serde(rename = "Enumeration")]
    pub enumeration: Option<EnumerationType>,
}

/// `<Enumeration>` of a type.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EnumerationType {
    /// Its items.
    #[serde(rename = "Item", default)]
    pub items: Vec<EnumerationItem>,
}

/// `<Item>` of an enumeration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are those of the FMI 2.0 schema")]
pub struct EnumerationItem {
    #[serde(rename = "@name")]
    pub name: String,
    #[serde(rename = "@value")]
    pub value: i32,
    #[serde(rename = "@description", default)]
    pub description: String,
}

/// `<DefaultExperiment>`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DefaultExperiment {
    #[serde(rename = "@startTime", skip_serializing_if = "Option::is_none", default)]
    pub start_time: Option<f64>,
    #[serde(rename = "@stopTime", skip_serializing_if = "Option::is_none", default)]
    pub stop_time: Option<f64>,
    #[serde(rename = "@tolerance", skip_serializing_if = "Option::is_none", default)]
    pub tolerance: Option<f64>,
    #[serde(rename = "@stepSize", skip_serializing_if = "Option::is_none", default)]
    pub step_size: Option<f64>,
}

/// `<ModelVariables>`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelVariables {
    /// The variables, counted from 1 by `ModelStructure`.
    #[serde(rename = "ScalarVariable", default)]
    pub variables: Vec<ScalarVariable>,
}

/// `<ScalarVariable>`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are those of the FMI 2.0 schema")]
pub struct ScalarVariable {
    #[serde(rename = "@name")]
    pub name: String,
    #[serde(rename = "@valueReference")]
    pub value_reference: u32,
    #[serde(rename = "@description", default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    #[serde(rename = "@causality", default)]
    pub causality: String,
    #[serde(rename = "@variability", skip_serializing_if = "Option::is_none", default)]
    pub variability: Option<String>,
    #[serde(rename = "@initial", skip_serializing_if = "Option::is_none", default)]
    pub initial: Option<String>,
    #[serde(rename = "$value")]
    pub kind: TypeOf,
}

/// The element that gives a variable's type.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are those of the FMI 2.0 schema")]
pub enum TypeOf {
    Real {
        #[serde(rename = "@unit", skip_serializing_if = "Option::is_none", default)]
        unit: Option<String>,
        #[serde(rename = "@min", skip_serializing_if = "Option::is_none", default)]
        min: Option<f64>,
        #[serde(rename = "@max", skip_serializing_if = "Option::is_none", default)]
        max: Option<f64>,
        #[serde(rename = "@nominal", skip_serializing_if = "Option::is_none", default)]
        nominal: Option<f64>,
        #[serde(rename = "@start", skip_serializing_if = "Option::is_none", default)]
        start: Option<f64>,
        #[serde(rename = "@derivative", skip_serializing_if = "Option::is_none", default)]
        derivative: Option<usize>,
        #[serde(rename = "@reinit", skip_serializing_if = "Option::is_none", default)]
        reinit: Option<bool>,
    },
    Integer {
        #[serde(rename = "@min", skip_serializing_if = "Option::is_none", default)]
        min: Option<i32>,
        #[serde(rename = "@max", skip_serializing_if = "Option::is_none", default)]
        max: Option<i32>,
        #[serde(rename = "@start", skip_serializing_if = "Option::is_none", default)]
        start: Option<i32>,
    },
    Boolean {
        #[serde(rename = "@start", skip_serializing_if = "Option::is_none", default)]
        start: Option<bool>,
    },
    String {
        #[serde(rename = "@start", skip_serializing_if = "Option::is_none", default)]
        start: Option<String>,
    },
    Enumeration {
        #[serde(rename = "@declaredType")]
        declared_type: String,
        #[serde(rename = "@start", skip_serializing_if = "Option::is_none", default)]
        start: Option<i32>,
    },
}

/// `<ModelStructure>`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct ModelStructure {
    /// Exactly the outputs.
    pub outputs: Unknowns,
    /// The rates of the continuous states, in the order of these.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub derivatives: Option<Unknowns>,
    /// Unknowns whose initial values are computed.
    pub initial_unknowns: Unknowns,
    /// Indices of the event indicators, which are variables in FMI 3.0 only.
    #[serde(skip)]
    pub indicators: Vec<usize>,
}

/// A list of unknowns.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Unknowns {
    /// The unknowns, by ascending index.
    #[serde(rename = "Unknown", default)]
    pub unknowns: Vec<Unknown>,
}

/// `<Unknown>`: a variable and its dependencies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Unknown {
    /// Index of the variable, from 1.
    #[serde(rename = "@index")]
    pub index: usize,
    /// Indices it depends on, separated by spaces; absent: on all.
    #[serde(rename = "@dependencies", skip_serializing_if = "Option::is_none", default)]
    pub dependencies: Option<String>,
}
