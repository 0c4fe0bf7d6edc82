//! Functions that make and end instances, and those that need none.

#![allow(non_snake_case, reason = "the names are those of the FMI 2.0 headers")]

use super::arithmetic::HostArithmetic;
use super::call::{Served, said};
use super::host::Host;
use super::lent::Text;
use super::types::*;
use crate::slave::{Category, Instance, Line, Logger, Mail, Order, Severity, boxed, folder_of};
use spiel::model::ModelKind;
use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null_mut;

/// Makes an instance of `model`; `export!` calls it from fmi2Instantiate.
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
    let (component, mail) = make(model, kind, texts, host, logging != FMI2_FALSE);
    mail.deliver();
    component
}

/// Returns the component that an importer asks for, or null; and its waiting lines.
fn make(
    model: &ModelKind,
    kind: fmi2Type,
    texts: [Text; 3],
    callbacks: Option<Host>,
    logging: bool,
) -> (fmi2Component, Mail) {
    let _host = HostArithmetic::set_aside();
    let [name, guid, resources] = texts.map(Text::read);
    let called = name.as_deref().filter(|name| !name.is_empty()).unwrap_or(model.name);
    let mut logger = Logger::new(callbacks.map(|host| host.say(called)));
    logger.listen(logging, &Category::ALL);
    let mail = logger.mail();
    let made = catch_unwind(AssertUnwindSafe(|| {
        let order = order(kind, name.is_some(), guid.as_deref(), resources)?;
        Instance::new(model, order, logger)
    }));
    let (severity, why) = match made {
        Ok(Ok(instance)) => return (Box::into_raw(Served::boxed(instance)).cast(), mail),
        Ok(Err(why)) => (Severity::Error, why),
        Err(payload) => {
            let text = format_args!("panic in fmi2Instantiate: {}", said(payload.as_ref()));
            (Severity::Fatal, boxed(text))
        }
    };
    mail.error(severity, &why);
    (null_mut(), mail)
}

/// Reads the importer's order, or refuses it.
fn order(
    kind: fmi2Type,
    named: bool,
    guid: Option<&str>,
    resources: Option<String>,
) -> Result<Order<'_>, Box<Line>> {
    let Some(guid) = guid else {
        return Err(boxed("fmi2Instantiate: fmuGUID is null; it must be a string"));
    };
    if !named {
        return Err(boxed("fmi2Instantiate: instanceName is null; it must be a string"));
    }
    if kind != FMI2_CO_SIMULATION && kind != FMI2_MODEL_EXCHANGE {
        return Err(boxed(format_args!(
            "fmuType = {kind} is neither fmi2ModelExchange (0) nor fmi2CoSimulation (1)"
        )));
    }
    let continuous = kind == FMI2_MODEL_EXCHANGE;
    let resources = resources.filter(|place| !place.is_empty()).map(|place| folder_of(&place));
    Ok(Order { guid, resources, continuous })
}

/// Ends an instance, in whatever state it is; null is fine. From its own logger, too; but not while
/// another thread is in a call of it.
///
/// # Safety
/// `component` is null or came from fmi2Instantiate and is not used again.
// SAFETY: FMI 2.0 gives the name to this very function.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn fmi2FreeInstance(component: fmi2Component) {
    let served = component.cast::<Served>();
    // SAFETY: by this function's own condition it is null or what `make` has made, and alive.
    if served.is_null() || unsafe { (*served).is_busy() } {
        return;
    }
    // SAFETY: it came from Box::into_raw in `make`, by this function's own condition.
    let instance = unsafe { Box::from_raw(served) }.into_inner();
    instance.logger.close();
    let _ = catch_unwind(AssertUnwindSafe(|| drop(instance)));
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
