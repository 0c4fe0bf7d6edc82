//! The arrays of FMI 3.0: as elements of `<ModelVariables>`, and in the lists of `<ModelStructure>`.

use super::document::{ArrayOf, ModelDescription, ScalarVariable, Unknown};
use super::three_variables::Variable;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};

/// A variable of a list, and the variables that it follows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Follower {
    #[serde(rename = "@valueReference")]
    pub value_reference: u32,
    #[serde(rename = "@dependencies", skip_serializing_if = "Option::is_none", default)]
    pub dependencies: Option<String>,
}

/// The arrays of a description.
pub(super) struct Members<'a> {
    /// Each array by the value references of its elements.
    arrays: HashMap<u32, &'a ArrayOf>,
    /// The variables that elements are described by.
    variables: HashMap<u32, &'a ScalarVariable>,
}

impl<'a> Members<'a> {
    /// Those of a description.
    pub fn of(described: &'a ModelDescription) -> Self {
        let members = |array: &'a ArrayOf| array.elements.iter().map(move |of| (*of, array));
        let arrays: HashMap<_, _> = described.arrays.iter().flat_map(members).collect();
        let variables = described.model_variables.variables.iter();
        let element = |of: &&ScalarVariable| arrays.contains_key(&of.value_reference);
        let variables = variables.filter(element).map(|of| (of.value_reference, of)).collect();
        Self { arrays, variables }
    }

    /// The value reference of the array that a variable is an element of, or its own.
    pub fn reference(&self, reference: u32) -> u32 {
        self.arrays.get(&reference).map_or(reference, |array| array.reference)
    }

    /// The element for a variable: an array stands at its first element, and nothing at the others.
    pub fn variable(
        &self,
        of: &ScalarVariable,
        reference: &impl Fn(usize) -> u32,
    ) -> Option<Variable> {
        let Some(array) = self.arrays.get(&of.value_reference) else {
            return Some(Variable::of(of, reference));
        };
        if array.elements.first() != Some(&of.value_reference) {
            return None;
        }
        let elements: Vec<_> =
            array.elements.iter().map(|element| self.variables[element]).collect();
        Some(Variable::array(array, &elements, reference))
    }
}

/// A list of `<ModelStructure>`: an array stands once, with all that any of its elements follows.
pub(super) fn followers(unknowns: &[Unknown], reference: &impl Fn(usize) -> u32) -> Vec<Follower> {
    let mut order = Vec::new();
    let mut followed: HashMap<u32, Option<Vec<u32>>> = HashMap::new();
    for unknown in unknowns {
        let known = unknown.dependencies.as_deref().map(|indices| {
            let indices = indices.split_whitespace().filter_map(|index| index.parse().ok());
            indices.map(reference).collect::<Vec<u32>>()
        });
        let own = reference(unknown.index);
        let all = followed.entry(own).or_insert_with(|| {
            order.push(own);
            Some(Vec::new())
        });
        // Without a list it follows all, and so does its array.
        *all = all.take().zip(known).map(|(all, known)| [all, known].concat());
    }
    let follower = |own: u32| Follower {
        value_reference: own,
        dependencies: followed[&own].as_ref().map(|known| {
            let mut seen = HashSet::new();
            let once = known.iter().filter(|known| seen.insert(**known));
            once.map(u32::to_string).collect::<Vec<_>>().join(" ")
        }),
    };
    order.into_iter().map(follower).collect()
}

/// The variables of `<ModelVariables>`, arrays of numbers as their elements, and these arrays. Elements have value
/// references above all others.
pub(super) fn apart(variables: Vec<Variable>) -> (Vec<Variable>, Vec<ArrayOf>) {
    let used = variables.iter().map(|of| of.attributes().value_reference).max();
    let mut free = used.map_or(Some(0), |used| used.checked_add(1));
    let mut all: Vec<(usize, Variable)> = Vec::new();
    let mut arrays = Vec::new();
    for variable in variables {
        let (elements, array) = variable.apart(&mut free);
        all.extend((0..).zip(elements));
        arrays.extend(array);
    }
    all.iter_mut().for_each(|(place, variable)| variable.derive_element(*place, &arrays));
    (all.into_iter().map(|(_, variable)| variable).collect(), arrays)
}
