//! FMUs, as `check` reads them before it runs anything.

use super::with_file;
use fmu_build::readers;

/// The bytes of an FMU.
pub(crate) fn archive(bytes: &[u8]) {
    with_file("unit.fmu", bytes, readers::archive);
}

/// A model description, as the only file of an FMU.
pub(crate) fn description(bytes: &[u8]) {
    readers::description(bytes);
}
