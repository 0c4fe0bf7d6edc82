//! The common path of all functions on an instance, [`call`].

use super::arithmetic::HostArithmetic;
use super::order::Function;
use super::types::{fmi2Component, fmi2Status};
use crate::slave::{Instance, Line, Mail, Outcome, Phase, Severity, line};
use std::any::Any;
use std::cell::UnsafeCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

/// Holds an instance and its guard; an fmi2Component points at it.
pub(super) struct Served {
    /// Is true during a call. Only another thread or a panic's hook can call again meanwhile, for the
    /// host's logger is called when the call is over.
    busy: AtomicBool,
    instance: UnsafeCell<Instance>,
}

impl Served {
    /// An instance that is not busy, where an importer can keep it.
    pub fn boxed(instance: Instance) -> Box<Self> {
        Box::new(Self { busy: AtomicBool::new(false), instance: UnsafeCell::new(instance) })
    }

    /// Returns true during a call.
    #[inline]
    pub fn is_busy(&self) -> bool {
        self.busy.load(Ordering::Relaxed)
    }

    /// The instance, to end it.
    pub fn into_inner(self) -> Instance {
        self.instance.into_inner()
    }

    /// Makes a call; returns its lines, which are to be delivered when this is not borrowed any more.
    #[inline(always)]
    fn serve(
        &self,
        function: Function,
        body: impl FnOnce(&mut Instance) -> Outcome,
    ) -> (fmi2Status, Option<Mail>) {
        if self.is_busy() {
            return (fmi2Status::fmi2Error, None);
        }
        self.busy.store(true, Ordering::Relaxed);
        // SAFETY: this is the only place where an instance is borrowed, `busy` says that it is not, and
        // that no other thread uses it is the importer's promise.
        let instance = unsafe { &mut *self.instance.get() };
        let status = answer(instance, function, body);
        let written = instance.logger.written();
        self.busy.store(false, Ordering::Relaxed);
        (status, written)
    }
}

/// Checks null and the call order, runs `body`, catches a panic, and turns what went wrong into a
/// status and one line, which the host's logger gets when everything else is done.
///
/// # Safety
/// FMI 2.0: `component` is null or came from fmi2Instantiate and has not been ended.
#[inline(always)]
pub(super) unsafe fn call(
    component: fmi2Component,
    function: Function,
    body: impl FnOnce(&mut Instance) -> Outcome,
) -> fmi2Status {
    if component.is_null() {
        return fmi2Status::fmi2Error;
    }
    // SAFETY: fmi2Instantiate makes a `Served`, and by this function's own condition it is alive.
    let (status, mail) = unsafe { (*component.cast::<Served>()).serve(function, body) };
    // From here on it is not used: its logger may end it.
    if let Some(mail) = mail {
        mail.deliver();
    }
    status
}

#[inline]
fn answer(
    instance: &mut Instance,
    function: Function,
    body: impl FnOnce(&mut Instance) -> Outcome,
) -> fmi2Status {
    if !function.is_legal_in(instance.phase) {
        return out_of_order(instance, function);
    }
    // GetReal and SetReal copy if they can, which needs no arithmetic; otherwise they set the host's
    // settings aside themselves.
    let copies = matches!(function, Function::GetReal | Function::SetReal);
    let _host = (!copies).then(HostArithmetic::set_aside);
    // A refusal becomes a status inside the closure, so that no [`Line`], nor the unused space for one,
    // is copied out of it.
    let caught = catch_unwind(AssertUnwindSafe(|| match body(instance) {
        Ok(()) => fmi2Status::fmi2OK,
        Err(text) => refuse(instance, text),
    }));
    match caught {
        Ok(status) => status,
        Err(payload) => die(instance, function, payload.as_ref()),
    }
}

/// Logs a call in a state that does not allow it.
#[cold]
#[inline(never)]
fn out_of_order(instance: &Instance, function: Function) -> fmi2Status {
    let (name, phase) = (function.name(), instance.phase);
    let (severity, text) = match phase {
        Phase::Dead => (
            Severity::Fatal,
            line(format_args!(
                "{name} is refused: a panic was caught earlier, only fmi2FreeInstance is possible"
            )),
        ),
        _ => (
            Severity::Error,
            line(format_args!(
                "{name} is not allowed in state {phase} (allowed in {:?})",
                function.phases()
            )),
        ),
    };
    instance.report(severity, text);
    severity.into()
}

/// Logs a call that its function refuses.
#[cold]
#[inline(never)]
fn refuse(instance: &Instance, text: Line) -> fmi2Status {
    instance.report(Severity::Error, text);
    fmi2Status::fmi2Error
}

/// Logs a call that has panicked, the last one of its instance.
#[cold]
#[inline(never)]
fn die(instance: &mut Instance, function: Function, payload: &(dyn Any + Send)) -> fmi2Status {
    instance.phase = Phase::Dead;
    let text = line(format_args!("panic in {}: {}", function.name(), said(payload)));
    instance.report(Severity::Fatal, text);
    fmi2Status::fmi2Fatal
}

/// Returns the message of a panic.
pub(super) fn said(payload: &(dyn Any + Send)) -> &str {
    payload
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| payload.downcast_ref::<&str>().copied())
        .unwrap_or("no message")
}

/// Declares exported functions on an instance: each turns pointers into the types that `lends` names,
/// and runs a safe body through [`call`].
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
            pub unsafe extern "C-unwind" fn $name(component: fmi2Component, $($argument: $Type),*) -> fmi2Status {
                $($(
                    // SAFETY: the importer's promise about its pointers, this function's own
                    // condition; another type is one that is laid out like the pointer's.
                    let $lent = unsafe { $Kind::lent($($given),+) };
                )+)?
                // SAFETY: by this function's own condition the component is alive and in no other hands.
                unsafe { call(component, Function::$Function, |$instance| $body) }
            }
        )+
    };
}
pub(super) use exported;
