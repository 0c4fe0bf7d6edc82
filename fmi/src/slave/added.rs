//! Variables that an interface adds to those of a block: time, event indicators, and states set one by one.

use super::{Instance, Outcome, Phase, line};
use spiel::Fault;

/// Time and the event indicators as variables, after all others.
pub(super) struct Added {
    /// Value reference of time; that of the first indicator follows.
    first: u32,
    /// The indicators as last evaluated; zeros where no solver integrates.
    indicators: Box<[f64]>,
    /// Room for an evaluation, which may fail.
    trial: Box<[f64]>,
}

impl Added {
    /// Time under the value reference `first`, and a number of indicators after it.
    pub fn new(first: usize, indicators: usize) -> Self {
        let zeros = || vec![0.0; indicators].into();
        Self { first: first as u32, indicators: zeros(), trial: zeros() }
    }
}

impl Instance {
    /// Returns the number of value references.
    pub(super) fn value_references(&self) -> usize {
        let added = self.added.as_ref().map_or(0, |added| 1 + added.indicators.len());
        self.block.rows().len() + self.scaled.len() + added
    }

    /// Returns the time \[s\] or the event indicator, as last evaluated, that a value reference shows.
    pub(super) fn adds(&self, reference: u32) -> Option<f64> {
        let added = self.added.as_ref()?;
        match reference.checked_sub(added.first)? {
            0 => Some(self.time()),
            after => added.indicators.get(after as usize - 1).copied(),
        }
    }

    /// Evaluates the event indicators where a solver integrates.
    pub(super) fn indicate(&mut self) -> Result<(), Fault> {
        let Self { added: Some(added), block, .. } = self else { return Ok(()) };
        if !self.continuous || matches!(self.phase, Phase::Instantiated | Phase::StepFailed) {
            return Ok(());
        }
        block.indicate(&mut added.trial)?;
        added.indicators.copy_from_slice(&added.trial);
        Ok(())
    }

    /// Returns the event indicators to those of a new instance.
    pub(super) fn forget_indicators(&mut self) {
        self.added.iter_mut().for_each(|added| added.indicators.fill(0.0));
    }

    /// Returns the number of the continuous state that a value reference sets now: in continuous time, by
    /// an interface that sets states as variables, too.
    #[inline]
    pub(super) fn state_set_by(&self, reference: u32) -> Option<usize> {
        self.added.as_ref()?;
        if self.phase != Phase::ContinuousTimeMode {
            return None;
        }
        let states = &self.scaled[..self.states.len()];
        states.iter().position(|state| state.reference == reference)
    }

    /// Sets the continuous states among variables; the others have been set.
    pub(super) fn write_states(
        &mut self,
        references: &[u32],
        value: &dyn Fn(usize) -> f64,
    ) -> Outcome {
        self.states.copy_from_slice(self.block.states().map_err(line)?);
        for (at, reference) in references.iter().enumerate() {
            if let Some(number) = self.state_set_by(*reference) {
                self.states[number] = value(at) * self.scaled[number].scale;
            }
        }
        self.block.set_states(&self.states);
        Ok(())
    }
}
