//! The one door: every function on an instance goes through [`call`].

use super::arithmetic::HostArithmetic;
use super::types::fmi2Status;
use crate::instance::{Instance, Outcome};
use crate::logger::{Line, line};
use crate::order::{Function, Phase};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Checks null and the call order, runs `body`, catches a panic, and turns what went wrong into a
/// status and one line in the host's log.
#[inline]
pub(super) fn call(
    instance: Option<&mut Instance>,
    function: Function,
    body: impl FnOnce(&mut Instance) -> Outcome,
) -> fmi2Status {
    let Some(instance) = instance else {
        return fmi2Status::fmi2Error;
    };
    if !function.is_legal_in(instance.phase) {
        return out_of_order(instance, function);
    }
    // Reals that are only copied need no arithmetic; what else they need sets it aside itself.
    let copies = matches!(function, Function::GetReal | Function::SetReal);
    let _host = (!copies).then(HostArithmetic::set_aside);
    // A refusal becomes a status in here: a line would be copied on its way out, and so would the
    // place for one that was never written.
    let caught = catch_unwind(AssertUnwindSafe(|| match body(instance) {
        Ok(()) => fmi2Status::fmi2OK,
        Err(text) => refuse(instance, text),
    }));
    match caught {
        Ok(status) => status,
        Err(payload) => die(instance, function, payload.as_ref()),
    }
}

/// What a call comes to in a state that does not allow it.
#[cold]
#[inline(never)]
fn out_of_order(instance: &Instance, function: Function) -> fmi2Status {
    let (name, phase) = (function.name(), instance.phase);
    let (status, text) = match phase {
        Phase::Dead => (
            fmi2Status::fmi2Fatal,
            line(format_args!(
                "{name} is refused: a panic was caught earlier, only fmi2FreeInstance is possible"
            )),
        ),
        _ => (
            fmi2Status::fmi2Error,
            line(format_args!(
                "{name} is not allowed in state {phase} (allowed in {:?})",
                function.phases()
            )),
        ),
    };
    instance.report(status, text);
    status
}

/// What a call comes to that its function refuses.
#[cold]
#[inline(never)]
fn refuse(instance: &Instance, text: Line) -> fmi2Status {
    instance.report(fmi2Status::fmi2Error, text);
    fmi2Status::fmi2Error
}

/// What a call comes to that has panicked.
#[cold]
#[inline(never)]
fn die(instance: &mut Instance, function: Function, payload: &(dyn Any + Send)) -> fmi2Status {
    instance.phase = Phase::Dead;
    let text = line(format_args!("panic in {}: {}", function.name(), said(payload)));
    instance.report(fmi2Status::fmi2Fatal, text);
    fmi2Status::fmi2Fatal
}

/// What a panic said.
pub(super) fn said(payload: &(dyn Any + Send)) -> &str {
    payload
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| payload.downcast_ref::<&str>().copied())
        .unwrap_or("no message")
}

/// Declares exported functions on an instance: each is a shell that turns pointers into what
/// `lends` says, and a safe body behind the one door.
macro_rules! exported {
    ($(
        $(#[doc = $about:literal])+
        fn $name:ident = $Function:ident ( $($argument:ident : $Type:ty),* $(,)? )
        $( lends { $( $lent:ident : $Kind:ident ( $($given:expr),+ ) ),+ $(,)? } )?
        |$instance:pat_param| $body:block
    )+) => {
        $(
            $(#[doc = $about])+
            ///
            /// # Safety
            /// As FMI 2.0 says of the function: a live component that no other thread uses, arrays
            /// as long as announced, places and arrays for results apart from all others.
            // SAFETY: FMI 2.0 gives the name to this very function.
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $name(component: fmi2Component, $($argument: $Type),*) -> fmi2Status {
                $($(
                    // SAFETY: the importer's promise about its pointers, this function's own
                    // condition; another type is one that is laid out like the pointer's.
                    let $lent = unsafe { $Kind::lent($($given),+) };
                )+)?
                // SAFETY: a component comes from fmi2Instantiate, which makes an `Instance`, and by
                // this function's own condition it is alive and in no other hands.
                let instance = unsafe { component.cast::<Instance>().as_mut() };
                call(instance, Function::$Function, |$instance| $body)
            }
        )+
    };
}
pub(super) use exported;
