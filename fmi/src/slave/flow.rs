//! An instance in continuous time.

use super::{Instance, Outcome, Scaled};
use crate::fmi2::order::Phase;
use crate::fmi2::types::{FMI2_FALSE, fmi2EventInfo, fmi2Status};
use crate::slave::logger::{Line, line};

impl Instance {
    /// fmi2NewDiscreteStates: one call is enough, for a contact that begins asks for nothing more.
    pub(crate) fn new_discrete_states(&mut self) -> Result<fmi2EventInfo, Line> {
        let before = self.contact_to_log();
        let jumped = self.block.event().map_err(line)?;
        let time = self.time.unwrap_or(0.0);
        self.log_change(before, time);
        self.log_limits(time);
        Ok(fmi2EventInfo {
            new_discrete_states_needed: FMI2_FALSE,
            terminate_simulation: FMI2_FALSE,
            nominals_changed: FMI2_FALSE,
            states_changed: i32::from(jumped),
            next_event_time_defined: FMI2_FALSE,
            next_event_time: 0.0,
        })
    }

    /// fmi2SetTime.
    pub(crate) fn set_time(&mut self, time: f64) -> Outcome {
        if !time.is_finite() {
            return Err(line(format_args!("time = {time} is not a finite number")));
        }
        self.time = Some(time);
        self.block.set_time(time);
        Ok(())
    }

    /// fmi2SetContinuousStates. In event mode, where a host has skipped the rest of the event, its
    /// discrete states are updated and continuous time begins.
    pub(crate) fn set_states(&mut self, states: &[f64]) -> Outcome {
        for (Scaled { index, scale, .. }, value) in self.scaled.iter().zip(states) {
            let number = value * scale;
            if !number.is_finite() {
                let name = &self.block.rows()[*index].name;
                return Err(line(format_args!("{name} = {number} is not a finite number")));
            }
        }
        if self.phase == Phase::EventMode {
            self.end_event()?;
        }
        let scaled = states.iter().zip(&self.scaled).map(|(value, state)| value * state.scale);
        self.states.iter_mut().zip(scaled).for_each(|(state, number)| *state = number);
        self.block.set_states(&self.states);
        Ok(())
    }

    fn end_event(&mut self) -> Outcome {
        self.new_discrete_states()?;
        self.phase = Phase::ContinuousTimeMode;
        if !std::mem::replace(&mut self.ended_event, true) {
            self.report(
                fmi2Status::fmi2OK,
                line(
                    "fmi2SetContinuousStates in event mode: fmi2NewDiscreteStates and \
                     fmi2EnterContinuousTimeMode have been done for the host, which left them out",
                ),
            );
        }
        Ok(())
    }
}
