//! The lists of `ModelStructure`: unknowns, and the variables that they follow.

use super::document::{ModelStructure, Unknown, Unknowns};
use super::variables::{Causality, Variable, place};
use super::{DescribedModel, FmiVersion, StateOf};

/// Outputs that follow more inputs and states than these do not list them: each of three thousand loads
/// that follow six thousand inputs would fill 30 kB.
const MOST_DEPENDENCIES: usize = 200;

/// Loads follow the inputs at once; in continuous time all outputs do, and the states that feed
/// them; a state follows only itself. In co-simulation reports describe the step before. In
/// initialization everything may follow all inputs: this is declared, for an importer of Modelica tools
/// crashes without it. Parameters are not listed, though all follow them: masters search for loops
/// along this list, and loops consist of inputs.
pub(super) fn structure(model: &DescribedModel, variables: &[Variable]) -> ModelStructure {
    let indexed = || variables.iter().zip(1..);
    let inputs = indexed().filter(|(variable, _)| variable.causality == Causality::Input);
    let inputs: Vec<usize> = inputs.map(|(_, index)| index).collect();
    let states = || model.equations.iter().flat_map(|equations| &equations.states);
    let first = variables.len() + 1;
    let outputs = || indexed().filter(|(variable, _)| variable.causality.is_output());
    let follows = |(variable, index): (&Variable, usize)| {
        let reference = variable.reference;
        let mut known = Vec::new();
        let is_state = states().any(|state| state.shown[0] == reference);
        if (variable.causality == Causality::Load || model.equations.is_some()) && !is_state {
            known.clone_from(&inputs);
        }
        let feeds = |state: &StateOf| state.outputs.binary_search(&reference).is_ok();
        let feeding = (first..).zip(states()).filter(|(_, state)| feeds(state));
        let feeding: Vec<usize> = feeding.map(|(index, _)| index).collect();
        if known.len() + feeding.len() > MOST_DEPENDENCIES {
            // Nearly all of them, which the absence of a list means.
            return Unknown { index, dependencies: None };
        }
        known.extend(feeding);
        let known: Vec<String> = known.iter().map(usize::to_string).collect();
        Unknown { index, dependencies: Some(known.join(" ")) }
    };
    let listed: Vec<String> = inputs.iter().map(usize::to_string).collect();
    let listed = (inputs.len() <= MOST_DEPENDENCIES).then(|| listed.join(" "));
    let initial = |index| Unknown { index, dependencies: listed.clone() };
    let count = states().count();
    let rate = |(index, state): (usize, &StateOf)| {
        let place = place(variables, state.shown[1]);
        Unknown { index, ..follows((&variables[place], place + 1)) }
    };
    let solved = first..first + 2 * count;
    ModelStructure {
        outputs: Unknowns { unknowns: outputs().map(follows).collect() },
        derivatives: model
            .equations
            .map(|_| Unknowns { unknowns: (first + count..).zip(states()).map(rate).collect() }),
        initial_unknowns: Unknowns {
            unknowns: outputs().map(|(_, index)| index).chain(solved).map(initial).collect(),
        },
        indicators: match (model.fmi, model.equations) {
            // Time stands before them.
            (FmiVersion::Three, Some(equations)) => {
                let before = variables.len() + 2 * count + 1;
                (1..=equations.indicators as usize).map(|number| before + number).collect()
            }
            _ => Vec::new(),
        },
    }
}
