//! An instance in co-simulation: it makes steps.

use super::component::Component;
use super::linked::SteppingApi;
use super::opened::Opened;
use super::two::Stepping;
use crate::Error;
use spiel_fmi::fmi2::types::*;
use spiel_fmi::fmi3::types::{FMI3_FALSE, FMI3_TRUE};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// An instance in co-simulation, freed when dropped.
pub struct Instance {
    component: Component,
    functions: SteppingApi,
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
        let component = Component::new(opened.clone(), shared, linked.maker(), (name, guid))?;
        Ok(Self { component, functions })
    }

    /// Makes a step from `start`, of `size` \[s\].
    pub fn step(&mut self, start: f64, size: f64) -> Result<(), Error> {
        let (mut flags, mut last) = ([FMI3_FALSE; 3], start);
        let [event, terminate, early] = flags.each_mut().map(std::ptr::from_mut);
        let last = &raw mut last;
        // SAFETY: the handle is alive until drop; each result has its place.
        let (name, status) = unsafe {
            match self.functions {
                SteppingApi::Two(of) => {
                    ("fmi2DoStep", (of.step)(self.handle, start, size, FMI2_TRUE))
                }
                SteppingApi::Three(of) => {
                    let (handle, yes) = (self.handle, FMI3_TRUE);
                    let step = of.step;
                    ("fmi3DoStep", step(handle, start, size, yes, event, terminate, early, last))
                }
            }
        };
        self.done(name, status)
    }

    /// Sets the rates of inputs over the coming step; FMI 3.0 has no function for it.
    pub fn set_rates(&mut self, references: &[u32], rates: &[f64]) -> Result<(), Error> {
        let SteppingApi::Two(Stepping { set_derivatives, .. }) = self.functions else {
            return Err(Error::Input("FMI 3.0 takes no rates of inputs".to_owned()));
        };
        for (reference, rate) in references.iter().zip(rates) {
            // SAFETY: all arrays hold one element.
            let status = unsafe { set_derivatives(self.handle, reference, 1, &1, rate) };
            self.done("fmi2SetRealInputDerivatives", status)?;
        }
        Ok(())
    }
}
