//! The functions of FMI 2.0 for model exchange.

#![allow(non_snake_case, reason = "the names are those of the FMI 2.0 headers")]

use super::call::{call, exported};
use super::lent::{In, Out, Place, exactly};
use super::types::*;
use crate::fmi2::order::{Function, Phase};

exported! {
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
        *info = instance.new_discrete_states()?;
        Ok(())
    }
    /// From here on the solver integrates.
    fn fmi2EnterContinuousTimeMode = EnterContinuousTimeMode()
    |instance| {
        instance.phase = Phase::ContinuousTimeMode;
        Ok(())
    }
    /// Nothing waits for completed steps.
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
    /// The solver's continuous states; ends event mode for hosts that do not.
    fn fmi2SetContinuousStates = SetContinuousStates(states: *const fmi2Real, n: usize)
    lends { states: In(states, n) }
    |instance| {
        exactly("continuous states", n, instance.state_count(), states.is_null())?;
        instance.set_states(states.slice())
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
