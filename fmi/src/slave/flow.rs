//! An instance in continuous time: events, time and the solver's states.

use super::{Instance, Line, Outcome, Phase, Scaled, line};

impl Instance {
    /// Updates the discrete states; returns true if continuous states have jumped. One call is enough:
    /// the beginning of a contact never asks for another update, nor for an end or for a time event.
    pub(crate) fn update_discrete_states(&mut self) -> Result<bool, Line> {
        let before = self.contact_to_log();
        let jumped = self.block.event().map_err(line)?;
        let time = self.time();
        self.log_change(before, time);
        self.log_notices(time);
        Ok(jumped)
    }

    /// Sets the solver's time \[s\].
    pub(crate) fn set_time(&mut self, time: f64) -> Outcome {
        if !time.is_finite() {
            return Err(line(format_args!("time = {time} is not a finite number")));
        }
        self.time = Some(time);
        self.block.set_time(time);
        Ok(())
    }

    /// Refuses a value of a continuous state, as the solver has it, that is no finite number.
    pub(super) fn admit_state(&self, state: usize, value: f64) -> Outcome {
        let Some(Scaled { index, scale, .. }) = self.scaled.get(state) else { return Ok(()) };
        let number = value * scale;
        if number.is_finite() {
            return Ok(());
        }
        let name = &self.block.rows()[*index].name;
        Err(line(format_args!("{name} = {number} is not a finite number")))
    }

    /// Sets the solver's continuous states. In event mode, which the host should have left, discrete
    /// states are updated and continuous time begins; returns true if that happens for the first time.
    pub(crate) fn set_states(&mut self, states: &[f64]) -> Result<bool, Line> {
        for (state, value) in states.iter().enumerate() {
            self.admit_state(state, *value)?;
        }
        let mut ended_first = false;
        if self.phase == Phase::EventMode {
            self.update_discrete_states()?;
            self.phase = Phase::ContinuousTimeMode;
            ended_first = !std::mem::replace(&mut self.ended_event, true);
        }
        let scaled = states.iter().zip(&self.scaled).map(|(value, state)| value * state.scale);
        self.states.iter_mut().zip(scaled).for_each(|(state, number)| *state = number);
        self.block.set_states(&self.states);
        Ok(ended_first)
    }
}
