//! The functions of FMI 3.0 for co-simulation and model exchange.

#![allow(non_snake_case, reason = "the names are those of the FMI 3.0 headers")]

use super::order::Function;
use super::types::*;
use crate::c::{In, Out, Place, call, exactly, exported};
use crate::slave::{Phase, Severity, line};

exported! { fmi3Instance -> fmi3Status;
    /// Makes a step and commits it. No step ends early, and none asks for an event or an end.
    fn fmi3DoStep = DoStep(
        start: fmi3Float64,
        size: fmi3Float64,
        _no_set_state_before: fmi3Boolean,
        event_needed: *mut fmi3Boolean,
        terminate: *mut fmi3Boolean,
        early_return: *mut fmi3Boolean,
        last_time: *mut fmi3Float64,
    )
    lends {
        event_needed: Place(event_needed),
        terminate: Place(terminate),
        early_return: Place(early_return),
        last_time: Place(last_time),
    }
    |instance| {
        let made = instance.step(start, size);
        for flag in [event_needed, terminate, early_return] {
            flag.optional().into_iter().for_each(|flag| *flag = FMI3_FALSE);
        }
        last_time.optional().into_iter().for_each(|last| *last = instance.time());
        made
    }
    /// From here on discrete states may change.
    fn fmi3EnterEventMode = EnterEventMode()
    |instance| {
        instance.phase = Phase::EventMode;
        Ok(())
    }
    /// Brings discrete states up to inputs and continuous states; one call is enough.
    fn fmi3UpdateDiscreteStates = UpdateDiscreteStates(
        need_update: *mut fmi3Boolean,
        terminate: *mut fmi3Boolean,
        nominals_changed: *mut fmi3Boolean,
        states_changed: *mut fmi3Boolean,
        next_event_defined: *mut fmi3Boolean,
        next_event: *mut fmi3Float64,
    )
    lends {
        need_update: Place(need_update),
        terminate: Place(terminate),
        nominals_changed: Place(nominals_changed),
        states_changed: Place(states_changed),
        next_event_defined: Place(next_event_defined),
        next_event: Place(next_event),
    }
    |instance| {
        let jumped = instance.update_discrete_states()?;
        for flag in [need_update, terminate, nominals_changed, next_event_defined] {
            flag.optional().into_iter().for_each(|flag| *flag = FMI3_FALSE);
        }
        states_changed.optional().into_iter().for_each(|flag| *flag = jumped.into());
        next_event.optional().into_iter().for_each(|time| *time = 0.0);
        Ok(())
    }
    /// From here on the solver integrates.
    fn fmi3EnterContinuousTimeMode = EnterContinuousTimeMode()
    |instance| {
        instance.phase = Phase::ContinuousTimeMode;
        Ok(())
    }
    /// A completed step of the solver changes nothing.
    fn fmi3CompletedIntegratorStep = CompletedIntegratorStep(
        _no_set_state_before: fmi3Boolean,
        enter_event_mode: *mut fmi3Boolean,
        terminate: *mut fmi3Boolean,
    )
    lends { enter_event_mode: Place(enter_event_mode), terminate: Place(terminate) }
    |_| {
        for flag in [enter_event_mode, terminate] {
            flag.optional().into_iter().for_each(|flag| *flag = FMI3_FALSE);
        }
        Ok(())
    }
    /// The solver's time.
    fn fmi3SetTime = SetTime(time: fmi3Float64)
    |instance| { instance.set_time(time) }
    /// The solver's continuous states; ends event mode for hosts that leave that out.
    fn fmi3SetContinuousStates = SetContinuousStates(states: *const fmi3Float64, n: usize)
    lends { states: In(states, n) }
    |instance| {
        exactly("continuous states", n, instance.state_count(), states.is_null())?;
        if instance.set_states(states.slice())? {
            let text = "fmi3SetContinuousStates in event mode: fmi3UpdateDiscreteStates and \
                        fmi3EnterContinuousTimeMode have been done for the host, which left them out";
            instance.report(Severity::Info, line(text));
        }
        Ok(())
    }
    /// The rates of the continuous states.
    fn fmi3GetContinuousStateDerivatives = GetContinuousStateDerivatives(
        rates: *mut fmi3Float64,
        n: usize,
    )
    lends { rates: Out(rates, n) }
    |instance| {
        exactly("derivatives", n, instance.state_count(), rates.is_null())?;
        instance.read_rates(rates.slice())
    }
    /// The event indicators.
    fn fmi3GetEventIndicators = GetEventIndicators(indicators: *mut fmi3Float64, n: usize)
    lends { indicators: Out(indicators, n) }
    |instance| {
        exactly("event indicators", n, instance.indicator_count(), indicators.is_null())?;
        instance.read_indicators(indicators.slice())
    }
    /// The continuous states as events have left them.
    fn fmi3GetContinuousStates = GetContinuousStates(states: *mut fmi3Float64, n: usize)
    lends { states: Out(states, n) }
    |instance| {
        exactly("continuous states", n, instance.state_count(), states.is_null())?;
        instance.read_states(states.slice())
    }
    /// The size of each continuous state in ordinary use.
    fn fmi3GetNominalsOfContinuousStates = GetNominals(nominals: *mut fmi3Float64, n: usize)
    lends { nominals: Out(nominals, n) }
    |instance| {
        exactly("nominals", n, instance.state_count(), nominals.is_null())?;
        instance.read_nominals(nominals.slice())
    }
    /// The number of event indicators.
    fn fmi3GetNumberOfEventIndicators = GetNumberOfEventIndicators(n: *mut usize)
    lends { n: Place(n) }
    |instance| {
        *n.required()? = instance.indicator_count();
        Ok(())
    }
    /// The number of continuous states.
    fn fmi3GetNumberOfContinuousStates = GetNumberOfContinuousStates(n: *mut usize)
    lends { n: Place(n) }
    |instance| {
        *n.required()? = instance.state_count();
        Ok(())
    }
}
