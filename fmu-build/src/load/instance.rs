//! An instance in co-simulation: it makes steps.

use super::component::Component;
use super::opened::Opened;
use super::symbols::Stepping;
use crate::Error;
use spiel_fmi::fmi2::types::*;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// An instance in co-simulation, freed when dropped.
pub struct Instance {
    component: Component,
    functions: Stepping,
}

impl Deref for Instance {
    type Target = Component;
    fn deref(&self) -> &Component {
        &self.component
    }
}

impl DerefMut for Instance {
    fn deref_mut(&mut self) -> &mut Component {
        &mut self.component
    }
}

impl Instance {
    pub(super) fn new(opened: &Arc<Opened>, name: &str, guid: &str) -> Result<Self, Error> {
        let linked = opened.co_simulation()?;
        let (shared, functions) = (linked.shared, linked.kind);
        let component = Component::new(opened.clone(), shared, FMI2_CO_SIMULATION, (name, guid))?;
        Ok(Self { component, functions })
    }

    /// fmi2DoStep from `start`, of `size` \[s\].
    pub fn step(&mut self, start: f64, size: f64) -> Result<(), Error> {
        // SAFETY: the handle is alive until drop.
        let status = unsafe { (self.functions.step)(self.handle, start, size, FMI2_TRUE) };
        self.done("fmi2DoStep", status)
    }

    /// fmi2SetRealInputDerivatives of order 1: how fast inputs change over the coming step.
    pub fn set_rates(&mut self, references: &[u32], rates: &[f64]) -> Result<(), Error> {
        let set = self.functions.set_derivatives;
        for (reference, rate) in references.iter().zip(rates) {
            // SAFETY: all arrays hold one element.
            let status = unsafe { set(self.handle, reference, 1, &1, rate) };
            self.done("fmi2SetRealInputDerivatives", status)?;
        }
        Ok(())
    }
}
