//! The functions of FMI 2.0 for model exchange.

#![allow(non_snake_case, reason = "the names are those of the FMI 2.0 headers")]

use crate::call::call;
use crate::functions::{exported, place};
use crate::instance::Outcome;
use crate::logger::{Line, line};
use crate::order::{Function, Phase};
use crate::types::*;
use std::slice;

/// The array of states or indicators of which there are `count`, or what is wrong with it.
///
/// # Safety
/// FMI 2.0: the array is null or holds `n` elements.
unsafe fn exactly<'a>(
    what: &str,
    n: usize,
    count: usize,
    values: *const f64,
) -> Result<&'a [f64], Line> {
    if n != count {
        return Err(line(format_args!("{n} {what} are not {count}, as many as this model has")));
    }
    if n == 0 {
        return Ok(&[]);
    }
    if values.is_null() {
        return Err(line(format_args!("an array of {n} values is null")));
    }
    // SAFETY: by this function's own condition; null was looked for above.
    Ok(unsafe { slice::from_raw_parts(values, n) })
}

/// # Safety
/// As [`exactly`]; the array is writable and nobody reads it meanwhile.
unsafe fn exactly_mut<'a>(
    what: &str,
    n: usize,
    count: usize,
    values: *mut f64,
) -> Result<&'a mut [f64], Line> {
    // SAFETY: by this function's own condition.
    unsafe { exactly(what, n, count, values) }?;
    // SAFETY: as above; an empty slice needs no memory.
    Ok(if n == 0 { &mut [] } else { unsafe { slice::from_raw_parts_mut(values, n) } })
}

exported! {
    /// From here on discrete states may change.
    fn fmi2EnterEventMode = EnterEventMode() uses instance {
        instance.phase = Phase::EventMode;
        Ok(())
    }
    /// Brings discrete states up to inputs and continuous states.
    fn fmi2NewDiscreteStates = NewDiscreteStates(info: *mut fmi2EventInfo) uses instance {
        let info = place(info)?;
        *info = instance.new_discrete_states()?;
        Ok(())
    }
    /// From here on the solver integrates.
    fn fmi2EnterContinuousTimeMode = EnterContinuousTimeMode() uses instance {
        instance.phase = Phase::ContinuousTimeMode;
        Ok(())
    }
    /// Nothing waits for completed steps.
    fn fmi2CompletedIntegratorStep = CompletedIntegratorStep(
        _no_set_state_before: fmi2Boolean,
        enter_event_mode: *mut fmi2Boolean,
        terminate: *mut fmi2Boolean,
    ) {
        let (enter_event_mode, terminate) = (place(enter_event_mode)?, place(terminate)?);
        (*enter_event_mode, *terminate) = (FMI2_FALSE, FMI2_FALSE);
        Ok(())
    }
    /// The solver's time.
    fn fmi2SetTime = SetTime(time: fmi2Real) uses instance {
        instance.set_time(time)
    }
    /// The solver's continuous states.
    fn fmi2SetContinuousStates = SetContinuousStates(states: *const fmi2Real, n: usize) uses instance {
        let states = exactly("continuous states", n, instance.unit.continuous().len(), states)?;
        instance.set_states(states)
    }
    /// The rates of the continuous states.
    fn fmi2GetDerivatives = GetDerivatives(rates: *mut fmi2Real, n: usize) uses instance {
        let into = exactly_mut("derivatives", n, instance.unit.continuous().len(), rates)?;
        copied(into, instance.unit.rates())
    }
    /// The event indicators.
    fn fmi2GetEventIndicators = GetEventIndicators(indicators: *mut fmi2Real, n: usize) uses instance {
        let into = exactly_mut("event indicators", n, instance.unit.indicator_count(), indicators)?;
        instance.unit.indicate(into).map_err(line)
    }
    /// The continuous states as events have left them.
    fn fmi2GetContinuousStates = GetContinuousStates(states: *mut fmi2Real, n: usize) uses instance {
        let into = exactly_mut("continuous states", n, instance.unit.continuous().len(), states)?;
        copied(into, instance.unit.states())
    }
    /// The size of each continuous state in ordinary use.
    fn fmi2GetNominalsOfContinuousStates = GetNominals(nominals: *mut fmi2Real, n: usize) uses instance {
        let into = exactly_mut("nominals", n, instance.unit.continuous().len(), nominals)?;
        for (nominal, state) in into.iter_mut().zip(instance.unit.continuous()) {
            *nominal = state.nominal;
        }
        Ok(())
    }
}

fn copied(into: &mut [f64], from: Result<&[f64], spiel::Fault>) -> Outcome {
    let from = from.map_err(line)?;
    if from.len() != into.len() {
        return Err(line("there are no continuous states before initialization"));
    }
    into.copy_from_slice(from);
    Ok(())
}
