//! The common path of all functions on an instance, [`call`].

use super::arithmetic::HostArithmetic;
use super::order::{Manner, Rule};
use crate::slave::{Instance, Line, Mail, Outcome, Phase, Severity, line};
use std::any::Any;
use std::cell::UnsafeCell;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

/// Holds an instance and its guard; an importer's handle points at it.
pub(crate) struct Served {
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
        rule: &'static Rule,
        body: impl FnOnce(&mut Instance) -> Outcome,
    ) -> (Answer, Option<Mail>) {
        if self.is_busy() {
            return (Some(Severity::Error), None);
        }
        self.busy.store(true, Ordering::Relaxed);
        // SAFETY: this is the only place where an instance is borrowed, `busy` says that it is not, and
        // that no other thread uses it is the importer's promise.
        let instance = unsafe { &mut *self.instance.get() };
        let answer = answer(instance, rule, body);
        let written = instance.logger.written();
        self.busy.store(false, Ordering::Relaxed);
        (answer, written)
    }
}

/// The answer to a call: nothing if all is well, or the severity of its refusal.
pub(crate) type Answer = Option<Severity>;

/// Checks null and the call order, runs `body`, catches a panic, and turns what went wrong into a
/// version's status and one line, which the host's logger gets when everything else is done.
///
/// # Safety
/// `handle` is null or came from [`make`](super::make) and has not been ended.
#[inline(always)]
pub(crate) unsafe fn call<S: From<Answer>>(
    handle: *mut c_void,
    rule: &'static Rule,
    body: impl FnOnce(&mut Instance) -> Outcome,
) -> S {
    // The rule is known when this is compiled.
    if rule.manner != Manner::Seldom {
        // SAFETY: this function's own condition.
        return unsafe { call_directly(handle, rule, body) }.into();
    }
    let mut body = Some(body);
    let mut once = |instance: &mut Instance| body.take().map_or(Ok(()), |body| body(instance));
    // SAFETY: this function's own condition.
    unsafe { call_shared(handle, rule, &mut once) }.into()
}

/// Makes a call of a function that is called seldom: this code is in a library once.
///
/// # Safety
/// That of [`call`].
#[inline(never)]
unsafe fn call_shared(
    handle: *mut c_void,
    rule: &'static Rule,
    body: &mut dyn FnMut(&mut Instance) -> Outcome,
) -> Answer {
    // SAFETY: this function's own condition.
    unsafe { call_directly(handle, rule, body) }
}

/// Makes a call.
///
/// # Safety
/// That of [`call`].
#[inline(always)]
unsafe fn call_directly(
    handle: *mut c_void,
    rule: &'static Rule,
    body: impl FnOnce(&mut Instance) -> Outcome,
) -> Answer {
    if handle.is_null() {
        return Some(Severity::Error);
    }
    // SAFETY: `make` makes a `Served`, and by this function's own condition it is alive.
    let (answer, mail) = unsafe { (*handle.cast::<Served>()).serve(rule, body) };
    // From here on it is not used: its logger may end it.
    if let Some(mail) = mail {
        mail.deliver();
    }
    answer
}

#[inline(always)]
fn answer(
    instance: &mut Instance,
    rule: &'static Rule,
    body: impl FnOnce(&mut Instance) -> Outcome,
) -> Answer {
    if !rule.allows(instance.phase) {
        return out_of_order(instance, rule);
    }
    // A copying function sets the host's settings aside itself if it has to compute.
    let _host = (rule.manner != Manner::Copies).then(HostArithmetic::set_aside);
    // A refusal becomes an answer inside the closure, so that no [`Line`], nor the unused space for one,
    // is copied out of it.
    let caught = catch_unwind(AssertUnwindSafe(|| match body(instance) {
        Ok(()) => None,
        Err(text) => refuse(instance, text),
    }));
    match caught {
        Ok(answer) => answer,
        Err(payload) => die(instance, rule, payload.as_ref()),
    }
}

/// Logs a call in a state that does not allow it.
#[cold]
#[inline(never)]
fn out_of_order(instance: &mut Instance, Rule { name, phases, .. }: &Rule) -> Answer {
    let phase = instance.phase;
    if phase == Phase::Dead {
        let end = &name[..name.len().min(4)];
        let text = format_args!(
            "{name} is refused: a panic was caught earlier, only {end}FreeInstance is possible"
        );
        instance.report(Severity::Fatal, line(text));
        return Some(Severity::Fatal);
    }
    let text = format_args!("{name} is not allowed in state {phase} (allowed in {phases:?})");
    refuse(instance, line(text))
}

/// Logs a call that its function refuses.
#[cold]
#[inline(never)]
fn refuse(instance: &mut Instance, text: Line) -> Answer {
    let _host = HostArithmetic::set_aside();
    instance.refuse_call(text);
    Some(Severity::Error)
}

/// Logs a call that has panicked, the last one of its instance.
#[cold]
#[inline(never)]
fn die(instance: &mut Instance, rule: &Rule, payload: &(dyn Any + Send)) -> Answer {
    instance.phase = Phase::Dead;
    let text = line(format_args!("panic in {}: {}", rule.name, said(payload)));
    instance.report(Severity::Fatal, text);
    Some(Severity::Fatal)
}

/// Returns the message of a panic.
pub(crate) fn said(payload: &(dyn Any + Send)) -> &str {
    payload
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| payload.downcast_ref::<&str>().copied())
        .unwrap_or("no message")
}

/// Declares exported functions on an instance, by the names of a version for handle and status: each turns
/// pointers into the types that `lends` names, and runs a safe body through [`call`].
macro_rules! exported {
    ($Handle:ident -> $Status:ident; $(
        $(#[doc = $about:literal])+
        fn $name:ident = $Function:ident ( $($argument:ident : $Type:ty),* $(,)? )
        $( lends { $( $lent:ident : $Kind:ident ( $($given:expr),+ ) ),+ $(,)? } )?
        |$instance:pat_param| $body:block
    )+) => {
        $(
            $(#[doc = $about])+
            ///
            /// # Safety
            /// As FMI says of the function: a live instance that no other thread uses, arrays
            /// as long as announced, places and arrays for results apart from all others.
            // SAFETY: FMI gives the name to this very function.
            #[unsafe(no_mangle)]
            pub unsafe extern "C-unwind" fn $name(handle: $Handle, $($argument: $Type),*) -> $Status {
                $($(
                    // SAFETY: the importer's promise about its pointers, this function's own
                    // condition; another type is one that is laid out like the pointer's.
                    let $lent = unsafe { $Kind::lent($($given),+) };
                )+)?
                // SAFETY: by this function's own condition the instance is alive and in no other hands.
                unsafe { call(handle, const { &Function::$Function.rule() }, |$instance| $body) }
            }
        )+
    };
}
pub(crate) use exported;
