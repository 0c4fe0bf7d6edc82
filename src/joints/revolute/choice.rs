//! Which revolute joint a build is: dry, in oil, or with a wear map.

use super::clearance::{Parameters, RevoluteClearance};
use super::worn::{PROFILE, WornRevolute};
use crate::base::Fault;
use crate::joints::{Joint, kind};
use crate::laws::film::TemperatureFrom;
use crate::model::{Build, ModelKind, with_constants};

/// Fewest cells of a map.
const FEWEST_CELLS: i32 = 24;

/// A pin in a hole with clearance, dry, in oil, or with a wear map: which of these is chosen at the build.
pub const REVOLUTE: ModelKind = ModelKind {
    name: RevoluteClearance::NAME,
    about: RevoluteClearance::ABOUT,
    open: |build| (chosen(build)?.open)(build),
};

fn chosen(build: &Build) -> Result<ModelKind, Fault> {
    let Parameters { build: choices, .. } = with_constants(build)?;
    match choices.cells {
        0 if build.files.contains_key(PROFILE) => Err(Fault::Build(
            "revolute_clearance takes no file profile without a wear map: build.cells is 0".into(),
        )),
        0 => Ok(kind::<RevoluteClearance>()),
        _ if choices.temperature == TemperatureFrom::Input => Err(Fault::Build(
            "build.temperature = given_by_input is for joints in oil; with a wear map the joint is dry"
                .into(),
        )),
        cells if cells < FEWEST_CELLS => Err(Fault::Build(
            format!("build.cells = {cells}: allowed are 0, and {FEWEST_CELLS} to 720").into(),
        )),
        _ => Ok(kind::<WornRevolute>()),
    }
}
