//! The contents of a variant's FMU: description, variables, and the files that its library reads.

use super::Variant;
use super::choices::CONSTANTS;
use crate::Error;
use crate::group::GroupPlan;
use model_description::xml::{
    Causality, DescribedModel, FmiVersion, ModelDescription, Variable, describe,
};
use model_description::{Row, Series, series};
use spiel::group::ShownVariables;
use spiel::joints::wear_pair;
use spiel::laws::forecast::WearPair;
use spiel_fmi::BuildFile;

/// The files that a build may hold by their purpose, and their names inside an FMU.
const FILES: [(&str, &str); 2] = [("profile", "profile.csv"), (spiel::group::PLAN, "group.json")];

impl Variant {
    /// All variables that the FMU shows, with the parts they play.
    pub fn variables(&self) -> Vec<Variable> {
        let named = self.group().map(GroupPlan::shows);
        // A unit that moves its bodies itself needs nothing of its host.
        let exchanged = self.group().is_none_or(|plan| !plan.integrates());
        let shown = |(row, causality): &(&Row, &Causality)| {
            exchanged && matches!(causality, Causality::Input | Causality::Load)
                || named.as_ref().is_none_or(|shows| shows(&row.name))
        };
        let numbered = self.rows.iter().zip(&self.causalities).zip(0..);
        numbered
            .filter(|(variable, _)| shown(variable))
            .map(|((row, causality), reference)| Variable {
                reference,
                row: row.clone(),
                causality: *causality,
            })
            .collect()
    }

    /// The description of the FMU, its GUID still empty.
    pub fn description(&self) -> Result<ModelDescription, Error> {
        let (equations, step) = (self.equations()?, self.safe_step()?);
        let start = self.answers()?.start.clone()?;
        let solved = equations.map_or(0, |equations| 2 * equations.states.len());
        let model = DescribedModel {
            fmi: self.fmi,
            arrays: self.arrays,
            references: (self.rows.len() + solved) as u32,
            name: &self.name,
            identifier: self.model.name,
            about: self.model.about,
            version: env!("CARGO_PKG_VERSION"),
            step,
            co_simulation: self.kind.is_none_or(|kind| kind.co_simulation),
            derivatives: start.has_derivatives,
            equations,
            terse: self.group().is_some_and(|plan| plan.shown() == ShownVariables::Named),
        };
        Ok(describe(&model, &self.variables()))
    }

    /// The file that the library reads when it makes an instance, its GUID still empty.
    pub fn build_file(&self) -> BuildFile {
        BuildFile {
            joint: self.model.name.to_owned(),
            kinds: self.kinds().to_owned(),
            guid: String::new(),
            start: self.build.start.clone(),
            files: self.files().map(|(what, name)| (what.to_owned(), name.to_owned())).collect(),
            arrays: self.arrays,
        }
    }

    /// Returns the name that hosts give a variable: that of an array's element, where its series is one.
    pub fn shown_name(&self, name: &str) -> String {
        let all = || series(self.rows.iter().map(|row| row.name.as_str()));
        let element = |of: Series| {
            let place = of.members.iter().position(|place| self.rows[*place].name == name)?;
            Some(format!("{}[{}]", of.name, place + 1))
        };
        let found = if self.arrays { all().into_iter().find_map(element) } else { None };
        found.unwrap_or_else(|| name.to_owned())
    }

    /// The files of this build by their purpose, and their names inside an FMU.
    fn files(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        FILES.into_iter().filter(|(what, _)| self.build.files.contains_key(*what))
    }

    /// Files beside that one: name and text.
    pub fn resources(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.files().map(|(what, name)| (name, self.build.files[what].as_str()))
    }

    /// The arguments of `build` that make this variant; files are called by the names that they have
    /// inside the FMU.
    pub fn arguments(&self) -> Vec<String> {
        let mut arguments = match self.group() {
            Some(_) => Vec::new(),
            None => vec![self.model.name.to_owned()],
        };
        let mut say = |option: String, value: &str| arguments.extend([option, value.to_owned()]);
        for (what, name) in self.files() {
            say(format!("--{what}"), name);
        }
        if self.name != self.model.name {
            say("--name".to_owned(), &self.name);
        }
        if self.fmi == FmiVersion::Three {
            say("--fmi".to_owned(), "3");
        }
        if let Some(kind) = self.kind {
            say("--kind".to_owned(), kind.name);
        }
        for (name, value) in self.changed() {
            match CONSTANTS.iter().find(|(_, constant)| *constant == name) {
                Some((option, _)) => say(format!("--{option}"), value),
                None => say("--set".to_owned(), &format!("{name}={value}")),
            }
        }
        if self.arrays {
            arguments.push("--arrays".to_owned());
        }
        arguments
    }

    /// Returns the pin and the hole that wear; none for a joint without wear over its angle.
    pub(crate) fn wear_pair(&self) -> Result<Option<Box<dyn WearPair>>, Error> {
        let mut block = self.fresh_block()?;
        let places = block.layout().parameters.clone();
        let numbers = places.map(|place| Ok(block.value(place)?.number()));
        let parameters = numbers.collect::<Result<Vec<f64>, Error>>()?;
        Ok(wear_pair(self.model.name, &parameters, &self.build.files)?)
    }

    /// Returns the names of its parameters.
    pub(crate) fn parameter_names(&self) -> impl Iterator<Item = &str> {
        let named = self.rows.iter().zip(&self.causalities);
        named
            .filter(|(_, causality)| **causality == Causality::Parameter)
            .map(|(row, _)| row.name.as_str())
    }

    /// Returns the start value of that name as text.
    pub(crate) fn shown_start(&self, name: &str) -> Option<String> {
        self.rows.iter().find(|row| row.name == name).map(|row| row.show(row.start))
    }

    /// Returns the unit of a number among the parameters.
    pub(crate) fn unit_of(&self, name: &str) -> Result<String, Error> {
        let row = self.rows.iter().find(|row| row.name == name);
        let known = self.rows.iter().map(|row| row.name.as_str());
        match row.map(|row| &row.kind) {
            Some(model_description::Kind::Real { unit, .. }) => Ok(unit.name.to_owned()),
            Some(_) => Err(Error::Input(format!("{name} is not a real number"))),
            None => Err(Error::unknown("parameter", name, known)),
        }
    }

    /// The start values that differ from the joint's own, as a person would write them.
    pub fn changed(&self) -> impl Iterator<Item = (&str, &str)> {
        self.build.start.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}
