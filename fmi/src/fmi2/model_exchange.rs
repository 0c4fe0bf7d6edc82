//! The functions of FMI 2.0 for model exchange.

#![allow(non_snake_case, reason = "the names are those of the FMI 2.0 headers")]

use super::order::Function;
use super::types::*;
use crate::c::{In, Out, Place, call, exactly, exported};
use crate::slave::{Phase, Severity, line};

exported! { fmi2Component -> fmi2Status;
    /// From here on discrete states may change.
    fn fmi2EnterEventMode = EnterEventMode()
    |instance| {
        instance.phase = Phase::EventMode;
        Ok(())
    }
    /// Brings discrete states up to inputs and continuous states.
    fn fmi2NewDiscreteStates = NewDiscreteStates(info: *mut fmi2EventInfo)
    lends { info: Place(info) }
    |instance| {
        let info = info.required()?;
        let jumped = instance.update_discrete_states()?;
        *info = fmi2EventInfo {
            new_discrete_states_needed: FMI2_FALSE,
            terminate_simulation: FMI2_FALSE,
            nominals_changed: FMI2_FALSE,
            states_changed: fmi2Boolean::from(jumped),
            next_event_time_defined: FMI2_FALSE,
            next_event_time: 0.0,
        };
        Ok(())
    }
    /// From here on the solver integrates.
    fn fmi2EnterContinuousTimeMode = EnterContinuousTimeMode()
    |instance| {
        instance.phase = Phase::ContinuousTimeMode;
        Ok(())
    }
    /// A completed step of the solver changes nothing.
    fn fmi2CompletedIntegratorStep = CompletedIntegratorStep(
        _no_set_state_before: fmi2Boolean,
        enter_event_mode: *mut fmi2Boolean,
        terminate: *mut fmi2Boolean,
    )
    lends { enter_event_mode: Place(enter_event_mode), terminate: Place(terminate) }
    |_| {
        let (enter_event_mode, terminate) = (enter_event_mode.required()?, terminate.required()?);
        (*enter_event_mode, *terminate) = (FMI2_FALSE, FMI2_FALSE);
        Ok(())
    }
    /// The solver's time.
    fn fmi2SetTime = SetTime(time: fmi2Real)
    |instance| { instance.set_time(time) }
    /// The solver's continuous states; ends event mode for hosts that leave that out.
    fn fmi2SetContinuousStates = SetContinuousStates(states: *const fmi2Real, n: usize)
    lends { states: In(states, n) }
    |instance| {
        exactly("continuous states", n, instance.state_count(), states.is_null())?;
        if instance.set_states(states.slice())? {
            let text = "fmi2SetContinuousStates in event mode: fmi2NewDiscreteStates and \
                        fmi2EnterContinuousTimeMode have been done for the host, which left them out";
            instance.report(Severity::Info, line(text));
        }
        Ok(())
    }
    /// The rates of the continuous states.
    fn fmi2GetDerivatives = GetDerivatives(rates: *mut fmi2Real, n: usize)
    lends { rates: Out(rates, n) }
    |instance| {
        exactly("derivatives", n, instance.state_count(), rates.is_null())?;
        instance.read_rates(rates.slice())
    }
    /// The event indicators.
    fn fmi2GetEventIndicators = GetEventIndicators(indicators: *mut fmi2Real, n: usize)
    lends { indicators: Out(indicators, n) }
    |instance| {
        exactly("event indicators", n, instance.indicator_count(), indicators.is_null())?;
        instance.read_indicators(indicators.slice())
    }
    /// The continuous states as events have left them.
    fn fmi2GetContinuousStates = GetContinuousStates(states: *mut fmi2Real, n: usize)
    lends { states: Out(states, n) }
    |instance| {
        exactly("continuous states", n, instance.state_count(), states.is_null())?;
        instance.read_states(states.slice())
    }
    /// The size of each continuous state in ordinary use.
    fn fmi2GetNominalsOfContinuousStates = GetNominals(nominals: *mut fmi2Real, n: usize)
    lends { nominals: Out(nominals, n) }
    |instance| {
        exactly("nominals", n, instance.state_count(), nominals.is_null())?;
        instance.read_nominals(nominals.slice())
    }
}
