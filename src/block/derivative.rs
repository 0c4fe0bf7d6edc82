//! Rates of a block's inputs over a step, and derivatives of its loads by them.

use super::{Block, Mode};
use crate::base::fault::Name;
use crate::base::{Fault, all_finite, none_is_large};
use crate::coupling::{InputSample, Step};

/// A given rate of a position that differs from its velocity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contradiction {
    /// Number of the position among the block's variables.
    pub index: usize,
    /// The given rate \[1/s\].
    pub rate: f64,
    /// The velocity, which is used.
    pub velocity: f64,
}

impl Block {
    /// Sets the rate of an input over the coming step \[1/s\]; the step ends its use.
    pub fn put_rate(&mut self, index: usize, rate: f64) -> Result<(), Fault> {
        if !self.is_input(index) {
            return Err(self.no_real_input(index));
        }
        if !rate.is_finite() {
            return Err(Fault::outside(&self.rows[index], rate));
        }
        if !std::mem::replace(&mut self.has_rates, true) {
            self.rates.fill(0.0);
        }
        self.rates[index] = rate;
        self.moderate &= none_is_large(&[rate]);
        if let Mode::Stepping(stepping) = &mut self.mode {
            (stepping.trial_valid, stepping.trial_size, stepping.inputs_changed) =
                (false, None, true);
        }
        Ok(())
    }

    /// Returns the number of the input that is the velocity of an input that is a position.
    pub fn velocity_of(&self, index: usize) -> Option<usize> {
        let pair = self.velocities.iter().find(|(position, _)| *position == index);
        pair.map(|(_, velocity)| *velocity)
    }

    pub(super) fn no_real_input(&self, index: usize) -> Fault {
        match self.rows.get(index) {
            Some(row) => Fault::NoRealInput(Name::of(&row.name)),
            None => Fault::UnknownVariable(index),
        }
    }

    /// Returns true if given rates of positions contradict the velocities, which are used.
    pub fn contradiction(&self) -> Option<Contradiction> {
        if !self.has_rates {
            return None;
        }
        self.velocities.iter().find_map(|(index, velocity)| {
            let (rate, velocity) = (self.rates[*index], self.values[*velocity]);
            let differs = (rate - velocity).abs() > 0.01 * (rate.abs() + velocity.abs()) + 1e-9;
            (rate != 0.0 && differs).then_some(Contradiction { index: *index, rate, velocity })
        })
    }

    /// Computes the derivative of the coming step's loads by its inputs, in the direction of the seeds
    /// (number of an input, change of it).
    pub fn differentiate(
        &mut self,
        seeds: &mut dyn Iterator<Item = (usize, f64)>,
    ) -> Result<(), Fault> {
        if let Mode::Solving(_) = self.mode {
            return self.differentiate_flow(seeds);
        }
        self.seed.fill(0.0);
        for (index, change) in seeds {
            match self.seed.get_mut(index) {
                Some(seed) => *seed = change,
                None => return Err(self.no_real_input(index)),
            }
        }
        self.follow_settings()?;
        let (Mode::Stepping(stepping), Some(model)) = (&self.mode, &mut self.model) else {
            return Err(Fault::NotBegun);
        };
        let rates = self.has_rates.then_some(&*self.rates);
        let inputs = InputSample { values: &self.values[self.layout.inputs.clone()], rates };
        let size = stepping.trial_size.unwrap_or(stepping.size);
        let step = Step { start: stepping.time, size };
        model.derivative(inputs, &self.seed, step, &mut self.change)?;
        if !all_finite(&self.change) {
            return Err(Fault::NoFiniteSolution { time: stepping.time });
        }
        Ok(())
    }

    /// Returns the change of an output in the last direction. A report does not follow inputs: its
    /// change is 0, but for the rates of continuous states.
    pub fn derivative(&self, index: usize) -> Option<f64> {
        if self.layout.report.contains(&index) {
            return match self.mode {
                Mode::Solving(_) => self.derivative_of_rate(index),
                _ => Some(0.0),
            };
        }
        self.change.get(index.checked_sub(self.layout.loads.start)?).copied()
    }
}
