//! The joint's FMUs, one for each elastic law: the law decides which parameters an FMU has.

use fmu_build::{Error, Fmu, Variant, build};
use spiel::Choice;
use spiel::contact::Elastic;
use std::path::Path;

/// An FMU for each elastic law.
pub struct Bearings(Vec<(i32, Fmu)>);

impl Bearings {
    /// Builds the FMUs in a folder and loads them.
    pub fn new(folder: &Path) -> Result<Self, Error> {
        std::fs::create_dir_all(folder).map_err(Error::file(folder))?;
        let laws = Elastic::ITEMS.iter().map(|law| {
            let mut variant = Variant::of("revolute_clearance")?;
            variant.set("contact.elastic", law.name)?;
            let path = folder.join(format!("{}.fmu", law.name));
            build(&variant, &path)?;
            Ok((law.number, Fmu::open(&path)?))
        });
        laws.collect::<Result<_, _>>().map(Self)
    }

    /// The FMU with this elastic law.
    pub fn of(&self, law: Elastic) -> &Fmu {
        let fits = |(number, _): &&(i32, Fmu)| *number == law.number();
        &self.0.iter().find(fits).expect("every law has its FMU").1
    }
}
