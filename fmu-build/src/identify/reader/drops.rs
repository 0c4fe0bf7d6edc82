//! Drops from a file: speeds and restitutions.

use super::Reader;
use crate::Error;
use crate::identify::drops::Drops;
use crate::identify::rigs::{Across, Load, Rig};
use spiel::block::Block;
use std::path::Path;

impl Reader<'_> {
    /// Reads speeds and restitutions.
    pub(super) fn drops(
        &self,
        path: &Path,
        rig: &Rig,
        block: &Block,
        remarks: &mut Vec<String>,
    ) -> Result<Drops, Error> {
        let unit = rig.speed_of_drops();
        let columns = [("speed", unit, true), ("restitution", "1", true)];
        let table = self.table(path, &columns, remarks)?;
        let column = |name: &str| table.columns[name].clone();
        let (speeds, measured) = (column("speed"), column("restitution"));
        let line = |wrong: &dyn Fn(f64) -> bool, values: &[f64]| {
            values.iter().position(|value| wrong(*value))
        };
        if let Some(at) = line(&|speed| speed <= 0.0, &speeds) {
            return Err(Error::Input(format!(
                "{}: speed {} is not above 0",
                path.display(),
                speeds[at]
            )));
        }
        if let Some(at) = line(&|value| !(0.0..=1.0).contains(&value), &measured) {
            return Err(Error::Input(format!(
                "{}: restitution {} is not in 0 to 1",
                path.display(),
                measured[at]
            )));
        }
        let number = |name: &str| block.number(name).unwrap_or_default();
        let (across, play) = match rig.load {
            Load::Pressed(Across { place, clearance, .. }) => {
                ((number(place.0), number(place.1), -1.0), (number(clearance.0), clearance.1))
            }
            _ => (
                (number(rig.moved.0), number(rig.moved.1), 1.0),
                (number("geometry.backlash"), 0.5),
            ),
        };
        Ok(Drops { speeds, measured, across, play, output: number("contact.impact_restitution") })
    }
}
