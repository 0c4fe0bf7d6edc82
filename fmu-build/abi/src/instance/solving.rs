//! What an importer's solver reads of an instance in continuous time.

use super::{Instance, Outcome};
use crate::logger::line;
use spiel::Fault;

impl Instance {
    /// How many continuous states there are.
    pub(crate) fn state_count(&self) -> usize {
        self.block.continuous().len()
    }

    /// How many event indicators there are.
    pub(crate) fn indicator_count(&self) -> usize {
        self.block.indicator_count()
    }

    /// fmi2GetDerivatives; as many as there are states.
    pub(crate) fn read_rates(&mut self, into: &mut [f64]) -> Outcome {
        copied(into, self.block.state_rates())
    }

    /// fmi2GetContinuousStates; as many as there are.
    pub(crate) fn read_states(&mut self, into: &mut [f64]) -> Outcome {
        copied(into, self.block.states())
    }

    /// fmi2GetEventIndicators; as many as there are.
    pub(crate) fn read_indicators(&mut self, into: &mut [f64]) -> Outcome {
        self.block.indicate(into).map_err(line)
    }

    /// fmi2GetNominalsOfContinuousStates; as many as there are states.
    pub(crate) fn read_nominals(&self, into: &mut [f64]) -> Outcome {
        for (nominal, state) in into.iter_mut().zip(self.block.continuous()) {
            *nominal = state.nominal;
        }
        Ok(())
    }
}

fn copied(into: &mut [f64], from: Result<&[f64], Fault>) -> Outcome {
    let from = from.map_err(line)?;
    if from.len() != into.len() {
        return Err(line("there are no continuous states before initialization"));
    }
    into.copy_from_slice(from);
    Ok(())
}
