//! The steps of a run in co-simulation, and the outputs recorded at every communication point.

use crate::{Component, Error, Fmu, Instance};
use model_description::Value;

/// Moves the inputs of a run.
pub(crate) trait Mover {
    /// Sets the inputs at `time` \[s\].
    fn set(&mut self, component: &mut Component, time: f64) -> Result<(), Error>;
    /// After a step of `size` \[s\] that began at `time` \[s\].
    fn stepped(&mut self, instance: &mut Instance, time: f64, size: f64) -> Result<(), Error>;
}

/// Outputs that are recorded at every communication point.
pub(super) struct Records {
    references: Vec<u32>,
    names: Vec<String>,
    times: Vec<f64>,
    columns: Vec<Vec<f64>>,
    row: Vec<f64>,
}

impl Records {
    pub fn of(fmu: &Fmu, names: &[&str]) -> Result<Self, Error> {
        let references = names.iter().map(|name| fmu.reference(name)).collect::<Result<_, _>>()?;
        Ok(Self {
            references,
            names: names.iter().map(|&name| name.to_owned()).collect(),
            times: Vec::new(),
            columns: vec![Vec::new(); names.len()],
            row: vec![0.0; names.len()],
        })
    }

    pub fn read(&mut self, component: &mut Component, time: f64) -> Result<(), Error> {
        component.get_real(&self.references, &mut self.row)?;
        self.times.push(time);
        self.columns.iter_mut().zip(&self.row).for_each(|(column, value)| column.push(*value));
        Ok(())
    }

    pub fn series(self) -> Vec<(String, Vec<f64>)> {
        let named = self.names.into_iter().zip(self.columns);
        [("time".to_owned(), self.times)].into_iter().chain(named).collect()
    }
}

/// The number of steps to the end.
pub(super) fn steps([step, stop]: [f64; 2]) -> Result<u64, Error> {
    if !(step > 0.0 && stop > 0.0 && stop / step < 1e8) {
        return Err(Error::Input(format!(
            "steps of {step:e} s up to {stop:e} s: both are above 0, and no more than 1e8 steps"
        )));
    }
    Ok((stop / step).round().max(1.0) as u64)
}

/// Makes all steps of an instance in initialization mode, its inputs moved by `mover`, and records them.
pub(super) fn drive(
    instance: &mut Instance,
    records: &mut Records,
    [step, stop]: [f64; 2],
    progress: &dyn Fn(f64),
    mover: &mut dyn Mover,
) -> Result<(), Error> {
    let count = steps([step, stop])?;
    mover.set(instance, 0.0)?;
    instance.exit_initialization()?;
    records.read(instance, 0.0)?;
    for index in 0..count {
        let time = index as f64 * step;
        mover.set(instance, time)?;
        instance.step(time, step)?;
        mover.stepped(instance, time, step)?;
        records.read(instance, (index + 1) as f64 * step)?;
        if index % 256 == 0 {
            progress(index as f64 / count as f64);
        }
    }
    instance.terminate()
}

/// An instance in initialization mode with its start values.
pub(super) fn started(fmu: &Fmu, settings: &[(String, Value)]) -> Result<Instance, Error> {
    let mut instance = fmu.instantiate("run")?;
    prepare(&mut instance, fmu, settings, 0.0)?;
    Ok(instance)
}

/// Sets start values and enters initialization mode at the instant `start` \[s\].
pub(crate) fn prepare(
    component: &mut Component,
    fmu: &Fmu,
    settings: &[(String, Value)],
    start: f64,
) -> Result<(), Error> {
    for (name, value) in settings {
        component.set(fmu.reference(name)?, *value)?;
    }
    component.setup(start)?;
    component.enter_initialization()
}
