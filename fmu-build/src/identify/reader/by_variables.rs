//! Motions whose columns are named as the joint's own variables.

use super::{Reader, refuse_few, remembered, unit};
use crate::Error;
use crate::identify::drive::{Drive, Moved};
use spiel::block::Block;
use std::path::Path;

impl Reader<'_> {
    /// Reads columns that are inputs, and the one that is an output.
    pub(super) fn by_variables(
        &self,
        path: &Path,
        block: &Block,
        remarks: &mut Vec<String>,
    ) -> Result<Drive, Error> {
        let layout = block.layout().clone();
        let rows = &block.rows()[layout.inputs.start..layout.report.end];
        let mut columns = vec![("time", "s", true), ("cycle", "1", false)];
        columns.extend(rows.iter().map(|row| (row.name.as_str(), unit(row), false)));
        let table = self.table(path, &columns, remarks)?;
        let present = |range: std::ops::Range<usize>| {
            range
                .filter(|index| table.columns.contains_key(&block.rows()[*index].name))
                .collect::<Vec<_>>()
        };
        let inputs = present(layout.inputs.clone());
        let outputs = present(layout.loads.start..layout.report.end);
        let [output] = outputs[..] else {
            return Err(Error::Input(format!(
                "{}: {} columns are outputs of {}; exactly one is compared: name it with --columns VARIABLE=COLUMN",
                path.display(),
                outputs.len(),
                self.joint
            )));
        };
        let column = |index: usize| table.columns[&block.rows()[index].name].clone();
        let velocities: Vec<_> = inputs.iter().map(|input| block.velocity_of(*input)).collect();
        let moved: Vec<Moved> = inputs
            .iter()
            .zip(&velocities)
            .map(|(input, velocity)| {
                let velocity = velocity.filter(|velocity| !inputs.contains(velocity));
                Moved { input: *input, values: column(*input), velocity }
            })
            .collect();
        let times = table.columns["time"].clone();
        refuse_few(path, times.len())?;
        let place = inputs.iter().zip(&velocities).find(|(_, velocity)| velocity.is_some());
        let place = place.map_or_else(|| times.clone(), |(input, _)| column(*input));
        let measured = column(output);
        let (warm, from) = remembered(path, &place, &measured, remarks);
        let cycles = table.column("cycle").map(<[f64]>::to_vec);
        Ok(Drive {
            times,
            moved,
            settings: Vec::new(),
            pressed: None,
            brake: None,
            accelerates: false,
            exact: self.exact,
            output: (output, 1.0),
            is_mean: layout.loads.contains(&output),
            forces: measured,
            place,
            cycles,
            warm,
            from,
        })
    }
}
