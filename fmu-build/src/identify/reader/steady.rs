//! Steady running from a file: speeds, loads and torques.

use super::Reader;
use crate::Error;
use crate::carried::Journal;
use crate::identify::rigs::{Across, Load, Rig};
use crate::identify::steady::Steady;
use spiel::block::Block;
use std::path::Path;

impl Reader<'_> {
    /// Reads speeds, loads and torques.
    pub(super) fn steady(
        &self,
        path: &Path,
        rig: &Rig,
        block: &Block,
        remarks: &mut Vec<String>,
    ) -> Result<Steady, Error> {
        let columns =
            [("speed", "rad/s", true), (rig.effort.0, rig.effort.1, true), ("load", "N", false)];
        let table = self.table(path, &columns, remarks)?;
        let column = |name: &str| table.columns[name].clone();
        let (speeds, measured) = (column("speed"), column(rig.effort.0));
        let loads = self.loads(&table, speeds.len());
        let loads = loads.ok_or_else(|| {
            Error::Input(format!("{}: no column load [N], and no --load", path.display()))
        })?;
        let number = |name: &str| block.number(name).unwrap_or_default();
        let Load::Pressed(Across { place, clearance, .. }) = rig.load else {
            return Err(Error::Input(format!("{} has no oil", self.joint)));
        };
        Ok(Steady {
            speeds,
            loads,
            measured,
            journal: Journal {
                inputs: [number("frame_b.x"), number(place.0), number(rig.moved.1)],
                forces: [number("load_b.fx"), number("load_b.fy")],
            },
            torque: number(rig.output.0),
            clearance: number(clearance.0),
        })
    }
}
