//! The one door: every function on an instance goes through [`call`].

use crate::instance::{Instance, Outcome};
use crate::logger::line;
use crate::order::{Function, Phase};
use crate::types::{fmi2Component, fmi2Status};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Checks null and the call order, runs `body`, catches a panic, and turns what went wrong into a
/// status and one line in the host's log.
///
/// # Safety
/// `component` is null or came from fmi2Instantiate and has not been freed, and nobody else uses it
/// meanwhile (FMI 2.0 demands both of the importer).
pub(crate) unsafe fn call(
    component: fmi2Component,
    function: Function,
    body: impl FnOnce(&mut Instance) -> Outcome,
) -> fmi2Status {
    // SAFETY: by this function's own condition.
    let Some(instance) = (unsafe { component.cast::<Instance>().as_mut() }) else {
        return fmi2Status::fmi2Error;
    };
    if !function.phases().contains(&instance.phase) {
        let phase = instance.phase;
        let text = match phase {
            Phase::Dead => line(format_args!(
                "{} is refused: a panic was caught earlier, only fmi2FreeInstance is possible",
                function.name()
            )),
            _ => line(format_args!(
                "{} is not allowed in state {phase} (allowed in {:?})",
                function.name(),
                function.phases()
            )),
        };
        let status =
            if phase == Phase::Dead { fmi2Status::fmi2Fatal } else { fmi2Status::fmi2Error };
        instance.report(status, text);
        return status;
    }
    match catch_unwind(AssertUnwindSafe(|| body(instance))) {
        Ok(Ok(())) => fmi2Status::fmi2OK,
        Ok(Err(text)) => {
            instance.report(fmi2Status::fmi2Error, text);
            fmi2Status::fmi2Error
        }
        Err(payload) => {
            instance.phase = Phase::Dead;
            let what = said(payload.as_ref());
            let text = line(format_args!("panic in {}: {what}", function.name()));
            instance.report(fmi2Status::fmi2Fatal, text);
            fmi2Status::fmi2Fatal
        }
    }
}

/// What a panic said.
pub(crate) fn said(payload: &(dyn Any + Send)) -> &str {
    payload
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| payload.downcast_ref::<&str>().copied())
        .unwrap_or("no message")
}
