//! Files of start values and tables of numbers.

use super::with_file;
use fmu_build::{Choices, Variant, readers};
use spiel::catalogue::ALL;

/// A byte for the joint, then a TOML file of start values.
pub(crate) fn parameters(bytes: &[u8]) {
    let Some((joint, text)) = bytes.split_first() else { return };
    let Ok(mut variant) = Variant::of(ALL[usize::from(*joint) % ALL.len()].name) else { return };
    with_file("parameters.toml", text, |path| {
        if variant.set_from_file(path).is_ok() {
            // Values that are finite one by one may be refused together.
            let _ = variant.check();
        }
    });
}

/// A table: of a motion, of measurements, of columns by their names, and of a profile of wear.
pub(crate) fn tables(bytes: &[u8]) {
    readers::motion(bytes);
    with_file("table.csv", bytes, |path| {
        readers::measurements(path);
        readers::rows(path);
        for (joint, cells, slices) in
            [("sliced_pin", None, Some(9)), ("revolute_clearance", Some(24), None)]
        {
            let profile = Some(path.to_owned());
            let _ = Variant::with(joint, &Choices { profile, cells, slices, ..Choices::default() })
                .and_then(|variant| variant.check());
        }
    });
}
