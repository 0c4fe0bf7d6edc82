//! The joint's FMUs, one for each elastic law: the law decides which parameters an FMU has.

use fmu_build::{Choices, Error, Fmu};
use spiel::Choice;
use spiel::laws::contact::Elastic;
use std::path::Path;

/// An FMU for each elastic law.
pub struct Bearings(Vec<(i32, Fmu)>);

impl Bearings {
    /// Builds the FMUs in a folder and loads them.
    pub fn new(folder: &Path) -> Result<Self, Error> {
        let laws = Elastic::ITEMS.iter().map(|law| {
            let chosen = format!("contact.elastic={}", law.name);
            let choices = Choices::default();
            let fmu = spiel_examples::fmu_with(
                "revolute_clearance",
                &choices,
                &[&chosen],
                law.name,
                folder,
            )?;
            Ok((law.number, fmu))
        });
        laws.collect::<Result<_, _>>().map(Self)
    }

    /// The FMU with this elastic law.
    pub fn of(&self, law: Elastic) -> &Fmu {
        let fits = |(number, _): &&(i32, Fmu)| *number == law.number();
        &self.0.iter().find(fits).expect("every law has its FMU").1
    }
}
