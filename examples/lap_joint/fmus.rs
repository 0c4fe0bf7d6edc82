//! The FMUs of the interface.

use fmu_build::{Error, Fmu, Variant, build};
use std::path::Path;

/// Builds and loads the FMU of the interface with a law for the tangential force.
pub fn with(model: &str, settings: &[(&str, f64)], folder: &Path) -> Result<Fmu, Error> {
    let mut variant = Variant::of("rough_interface")?;
    variant.set("interface.model", model)?;
    for (name, value) in settings {
        variant.set(name, &value.to_string())?;
    }
    load(&variant, &folder.join(format!("{model}.fmu")))
}

/// Builds and loads the FMU of a variant.
pub fn load(variant: &Variant, path: &Path) -> Result<Fmu, Error> {
    build(variant, path)?;
    Fmu::open(path)
}
