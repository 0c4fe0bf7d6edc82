//! How instances come and go, and what can be asked without one.

#![allow(non_snake_case, reason = "the names are those of the FMI 2.0 headers")]

use super::arithmetic::HostArithmetic;
use super::call::said;
use super::host::Host;
use super::lent::Text;
use super::types::*;
use crate::instance::{Instance, Order};
use crate::logger::{Line, Logger, line};
use crate::resource::folder_of;
use spiel::model::ModelKind;
use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null_mut;

/// What `export!` makes fmi2Instantiate of.
///
/// # Safety
/// As fmi2Instantiate: strings are null or end with a null byte, `callbacks` is null or valid, and
/// the functions it names stay callable as long as the instance lives.
pub unsafe fn instantiate(
    model: &ModelKind,
    name: fmi2String,
    kind: fmi2Type,
    guid: fmi2String,
    resources: fmi2String,
    callbacks: *const fmi2CallbackFunctions,
    logging: fmi2Boolean,
) -> fmi2Component {
    // SAFETY: by this function's own condition.
    let host = unsafe { Host::lent(callbacks) };
    let texts = [name, guid, resources].map(|string| {
        // SAFETY: by this function's own condition.
        unsafe { Text::lent(string) }
    });
    let _host = HostArithmetic::set_aside();
    let instance = made(model, kind, texts, host, logging != FMI2_FALSE);
    instance.map_or(null_mut(), |instance| Box::into_raw(Box::new(instance)).cast())
}

/// The instance that an importer asks for, or nothing after one line in its log.
fn made(
    model: &ModelKind,
    kind: fmi2Type,
    texts: [Text; 3],
    callbacks: Option<Host>,
    logging: bool,
) -> Option<Instance> {
    let [name, guid, resources] = texts.map(Text::read);
    let called = name.as_deref().filter(|name| !name.is_empty()).unwrap_or(model.name);
    let refuse = |status, why: Line| {
        Logger::new(callbacks, called).error(status, why);
        None
    };
    let error = fmi2Status::fmi2Error;
    let Some(guid) = guid else {
        return refuse(error, line("fmi2Instantiate: fmuGUID is null; it must be a string"));
    };
    if name.is_none() {
        return refuse(error, line("fmi2Instantiate: instanceName is null; it must be a string"));
    }
    if kind != FMI2_CO_SIMULATION && kind != FMI2_MODEL_EXCHANGE {
        return refuse(
            error,
            line(format_args!(
                "fmuType = {kind} is neither fmi2ModelExchange (0) nor fmi2CoSimulation (1)"
            )),
        );
    }
    let continuous = kind == FMI2_MODEL_EXCHANGE;
    let resources = resources.filter(|place| !place.is_empty()).map(|place| folder_of(&place));
    let order = Order { name: called, guid: &guid, resources, callbacks, logging, continuous };
    catch_unwind(AssertUnwindSafe(|| Instance::new(model, order))).unwrap_or_else(|payload| {
        let what = said(payload.as_ref());
        refuse(fmi2Status::fmi2Fatal, line(format_args!("panic in fmi2Instantiate: {what}")))
    })
}

/// Ends an instance, in whatever state it is; null is fine.
///
/// # Safety
/// `component` is null or came from fmi2Instantiate and is not used again.
// SAFETY: FMI 2.0 gives the name to this very function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2FreeInstance(component: fmi2Component) {
    if !component.is_null() {
        // SAFETY: it came from Box::into_raw in `instantiate`, by this function's own condition.
        let instance = unsafe { Box::from_raw(component.cast::<Instance>()) };
        let _ = catch_unwind(AssertUnwindSafe(|| drop(instance)));
    }
}

/// "default": plain C types.
// SAFETY: FMI 2.0 gives the name to this very function.
#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetTypesPlatform() -> *const c_char {
    c"default".as_ptr()
}

/// "2.0".
// SAFETY: FMI 2.0 gives the name to this very function.
#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetVersion() -> *const c_char {
    c"2.0".as_ptr()
}
