//! Numbers that an importer's solver reads of an instance in continuous time.

use super::{Instance, Outcome, Scaled, line};

impl Instance {
    /// Returns the number of continuous states.
    pub(crate) fn state_count(&self) -> usize {
        self.block.continuous().len()
    }

    /// Returns the number of event indicators.
    pub(crate) fn indicator_count(&self) -> usize {
        self.block.indicator_count()
    }

    /// Writes the rates of the continuous states, one for each.
    pub(crate) fn read_rates(&mut self, into: &mut [f64]) -> Outcome {
        let rates = self.block.state_rates().map_err(line)?;
        scaled_down(into, rates, &self.scaled[self.states.len()..])
    }

    /// Writes the continuous states, all of them.
    pub(crate) fn read_states(&mut self, into: &mut [f64]) -> Outcome {
        let states = self.block.states().map_err(line)?;
        scaled_down(into, states, &self.scaled)
    }

    /// Writes the event indicators, all of them.
    pub(crate) fn read_indicators(&mut self, into: &mut [f64]) -> Outcome {
        self.block.indicate(into).map_err(line)
    }

    /// Writes the nominal values of the continuous states, which are all one.
    pub(crate) fn read_nominals(&self, into: &mut [f64]) -> Outcome {
        into.fill(1.0);
        Ok(())
    }
}

/// Writes numbers of the block as a solver gets them.
fn scaled_down(into: &mut [f64], from: &[f64], scales: &[Scaled]) -> Outcome {
    if from.len() != into.len() {
        return Err(line("there are no continuous states before initialization"));
    }
    for ((into, from), Scaled { scale, .. }) in into.iter_mut().zip(from).zip(scales) {
        let number = from / scale;
        if !number.is_finite() {
            return Err(line("the rates of the continuous states are too large for a solver"));
        }
        *into = number;
    }
    Ok(())
}
