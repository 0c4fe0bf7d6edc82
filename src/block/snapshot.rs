//! Saved states of a block, in memory and as bytes.

use super::solving::Solving;
use super::stepping::Stepping;
use super::{Block, Mode};
use crate::base::{Fault, all_finite};
use crate::model::State;
use serde::{Deserialize, Serialize};

/// The state and the values of a block, without what its build decides.
pub struct Saved {
    values: Box<[f64]>,
    outputs: Box<[f64]>,
    rates: Box<[f64]>,
    has_rates: bool,
    mode: SavedMode,
}

impl Saved {
    /// Returns true if parameters are fixed; `None` without a state.
    pub fn has_begun(&self) -> Option<bool> {
        match &self.mode {
            SavedMode::Idle => None,
            SavedMode::Stepping { stepping, .. } => Some(stepping.begun),
            SavedMode::Solving { solving, .. } => Some(solving.begun),
        }
    }
}

enum SavedMode {
    Idle,
    Stepping { accepted: Box<[f64]>, stepping: Stepping, state: Box<dyn State> },
    Solving { accepted: Box<[f64]>, solving: Solving },
}

/// A saved block as plain numbers.
#[derive(Serialize, Deserialize)]
struct Packed {
    values: Box<[f64]>,
    outputs: Box<[f64]>,
    rates: Option<Box<[f64]>>,
    mode: PackedMode,
}

#[derive(Serialize, Deserialize)]
enum PackedMode {
    Idle,
    Stepping { accepted: Box<[f64]>, stepping: Stepping, state: Vec<u8> },
    Solving { accepted: Box<[f64]>, time: f64, begun: bool, states: Vec<f64>, discrete: Vec<f64> },
}

impl Block {
    fn saved_mode(&self) -> SavedMode {
        let accepted = || self.accepted.clone();
        match &self.mode {
            Mode::Idle => SavedMode::Idle,
            Mode::Stepping(stepping) => match self.model.as_ref().and_then(|model| model.state()) {
                Some(state) => SavedMode::Stepping {
                    accepted: accepted(),
                    stepping: *stepping,
                    state: state.boxed(),
                },
                None => SavedMode::Idle,
            },
            Mode::Solving(solving) => {
                SavedMode::Solving { accepted: accepted(), solving: solving.as_ref().clone() }
            }
        }
    }

    /// Saves the block.
    pub fn save(&mut self) -> Result<Saved, Fault> {
        self.find_report()?;
        let (values, rates) = (self.values.clone(), self.rates.clone());
        let outputs = self.outputs.clone();
        Ok(Saved { values, outputs, rates, has_rates: self.has_rates, mode: self.saved_mode() })
    }

    /// Saves the block over an older save; allocates nothing if both are in the same mode.
    pub fn save_into(&mut self, saved: &mut Saved) -> Result<(), Fault> {
        if saved.values.len() != self.values.len() {
            *saved = self.save()?;
            return Ok(());
        }
        self.find_report()?;
        saved.values.copy_from_slice(&self.values);
        saved.outputs.copy_from_slice(&self.outputs);
        saved.rates.copy_from_slice(&self.rates);
        saved.has_rates = self.has_rates;
        match (&mut saved.mode, &self.mode) {
            (SavedMode::Stepping { accepted, stepping, state }, Mode::Stepping(now)) => {
                let committed = self.model.as_ref().and_then(|model| model.state());
                if committed.is_some_and(|committed| committed.copy_to(state.as_mut())) {
                    accepted.copy_from_slice(&self.accepted);
                    *stepping = *now;
                    return Ok(());
                }
            }
            (SavedMode::Solving { accepted, solving }, Mode::Solving(now)) => {
                accepted.copy_from_slice(&self.accepted);
                (solving.time, solving.begun, solving.fresh) = (now.time, now.begun, false);
                solving.states.clone_from(&now.states);
                solving.discrete.clone_from(&now.discrete);
                return Ok(());
            }
            _ => {}
        }
        saved.mode = self.saved_mode();
        Ok(())
    }

    /// Restores a save of a block of this build; after a fault nothing has changed.
    pub fn restore(&mut self, saved: &Saved) -> Result<(), Fault> {
        if saved.values.len() != self.values.len() {
            return Err(Fault::ForeignState);
        }
        match &saved.mode {
            SavedMode::Idle => (self.model, self.mode) = (None, Mode::Idle),
            SavedMode::Stepping { .. } if !self.continuous.is_empty() => {
                return Err(Fault::ForeignState);
            }
            SavedMode::Stepping { accepted, stepping, state } => {
                let kept = self.model.as_mut().filter(|_| self.accepted == *accepted);
                match kept {
                    Some(model) => model.set_state(state.as_ref())?,
                    None => {
                        let mut model = (self.prepare)(accepted)?;
                        model.set_state(state.as_ref())?;
                        self.model = Some(model);
                        self.accepted.copy_from_slice(accepted);
                    }
                }
                // The trial is evaluated again, for a step of the same size.
                self.mode = Mode::Stepping(Stepping { trial_valid: false, ..*stepping });
            }
            SavedMode::Solving { accepted, solving } => {
                if self.continuous.len() != solving.states.len()
                    || self.discrete != solving.discrete.len()
                {
                    return Err(Fault::ForeignState);
                }
                let mut model = (self.prepare)(accepted)?;
                let equations = model.continuous()?;
                let [discrete, _] = equations.counts()?;
                if equations.states()?.len() != solving.states.len()
                    || discrete != solving.discrete.len()
                {
                    return Err(Fault::ForeignState);
                }
                self.accepted.copy_from_slice(accepted);
                let mut solving = solving.clone();
                solving.fresh = false;
                (self.model, self.mode) = (Some(model), Mode::Solving(Box::new(solving)));
            }
        }
        self.values.copy_from_slice(&saved.values);
        self.outputs.copy_from_slice(&saved.outputs);
        self.rates.copy_from_slice(&saved.rates);
        (self.has_rates, self.parameters_pending) = (saved.has_rates, false);
        self.survey();
        Ok(())
    }

    /// Packs a save into bytes.
    pub fn pack(&self, saved: &Saved) -> Vec<u8> {
        let mode = match &saved.mode {
            SavedMode::Idle => PackedMode::Idle,
            SavedMode::Stepping { accepted, stepping, state } => PackedMode::Stepping {
                accepted: accepted.clone(),
                stepping: *stepping,
                state: state.bytes(),
            },
            SavedMode::Solving { accepted, solving } => PackedMode::Solving {
                accepted: accepted.clone(),
                time: solving.time,
                begun: solving.begun,
                states: solving.states.clone(),
                discrete: solving.discrete.clone(),
            },
        };
        let rates = saved.has_rates.then(|| saved.rates.clone());
        let packed =
            Packed { values: saved.values.clone(), outputs: saved.outputs.clone(), rates, mode };
        postcard::to_allocvec(&packed).expect("numbers always have a binary form")
    }

    /// Unpacks a save of a block of this build.
    pub fn unpack(&self, bytes: &[u8]) -> Result<Saved, Fault> {
        let packed: Packed = postcard::from_bytes(bytes).map_err(|_| Fault::ForeignState)?;
        let Packed { values, outputs, rates, mode } = packed;
        let fits =
            |numbers: &[f64], like: &[f64]| numbers.len() == like.len() && all_finite(numbers);
        let parameters = self.layout.parameters.clone();
        if !fits(&values, &self.values)
            || !fits(&outputs, &self.outputs)
            || rates.as_ref().is_some_and(|rates| !fits(rates, &self.rates))
            || !self.within_limits(&values, 0)
        {
            return Err(Fault::ForeignState);
        }
        let accepts = |accepted: &[f64]| {
            let fits = fits(accepted, &self.accepted);
            (fits && self.within_limits(accepted, parameters.start)).then_some(())
        };
        let mode = match mode {
            PackedMode::Idle => SavedMode::Idle,
            PackedMode::Stepping { accepted, stepping, state } => {
                accepts(&accepted).filter(|()| stepping.is_sound()).ok_or(Fault::ForeignState)?;
                let model = (self.prepare)(&accepted)?;
                let state = model.read_state(&state).ok_or(Fault::ForeignState)?;
                SavedMode::Stepping { accepted, stepping, state }
            }
            PackedMode::Solving { accepted, time, begun, states, discrete } => {
                accepts(&accepted).ok_or(Fault::ForeignState)?;
                let counted =
                    states.len() == self.continuous.len() && discrete.len() == self.discrete;
                let finite = [&[time], &*states, &*discrete].into_iter().all(all_finite);
                if !counted || !finite {
                    return Err(Fault::ForeignState);
                }
                let mut solving = Solving::new(time, states, discrete);
                solving.begun = begun;
                SavedMode::Solving { accepted, solving }
            }
        };
        let has_rates = rates.is_some();
        let rates = rates.unwrap_or_else(|| vec![0.0; self.rates.len()].into());
        Ok(Saved { values, outputs, rates, has_rates, mode })
    }

    /// Returns true if numbers from variable `first` on are inside the ranges of those that can be set.
    fn within_limits(&self, numbers: &[f64], first: usize) -> bool {
        let checks = self.checks[first..].iter();
        checks.zip(numbers).all(|(check, number)| check.takes(*number))
    }
}

#[cfg(test)]
mod tests;
