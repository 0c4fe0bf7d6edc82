//! Functions that make and end instances, and those that need none.

#![allow(non_snake_case, reason = "the names are those of the FMI 2.0 headers")]

use super::host::Host;
use super::types::*;
use crate::c::{Request, Text, free, make};
use crate::slave::{Interface, Line, boxed, folder_of};
use spiel::model::ModelKind;
use std::ffi::c_char;

/// The habits of FMI 2.0: a refused call leaves the instance as it was.
const INTERFACE: Interface =
    Interface { token: "guid", refusal_ends_run: false, more_variables: false, errors_only: false };

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
    let [name, guid, resources] = [name, guid, resources].map(|string| {
        // SAFETY: by this function's own condition.
        unsafe { Text::lent(string) }.read()
    });
    let request = Request {
        function: "fmi2Instantiate",
        interface: &INTERFACE,
        name,
        guid,
        resources: resources.filter(|place| !place.is_empty()).map(|place| folder_of(&place)),
        continuous: is_continuous(kind),
        logging: logging != FMI2_FALSE,
    };
    let (component, mail) = make(model, request, |name| host.map(|host| host.say(name)));
    mail.deliver();
    component
}

/// Returns true for model exchange, false for co-simulation, and a line for other kinds.
fn is_continuous(kind: fmi2Type) -> Result<bool, Box<Line>> {
    match kind {
        FMI2_MODEL_EXCHANGE => Ok(true),
        FMI2_CO_SIMULATION => Ok(false),
        _ => Err(boxed(format_args!(
            "fmuType = {kind} is neither fmi2ModelExchange (0) nor fmi2CoSimulation (1)"
        ))),
    }
}

/// Ends an instance, in whatever state it is; null is fine. From its own logger, too; but not while
/// another thread is in a call of it.
///
/// # Safety
/// `component` is null or came from fmi2Instantiate and is not used again.
// SAFETY: FMI 2.0 gives the name to this very function.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn fmi2FreeInstance(component: fmi2Component) {
    // SAFETY: by this function's own condition.
    unsafe { free(component) }
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
