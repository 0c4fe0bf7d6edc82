//! Functions of FMI 3.0 that make and end instances, and the one that needs none.

#![allow(non_snake_case, reason = "the names are those of the FMI 3.0 headers")]

use super::host::Host;
use super::types::*;
use crate::c::{Request, Text, free, make};
use crate::slave::{Interface, Line, boxed, folder_of};
use spiel::model::ModelKind;

/// The habits of FMI 3.0: a refused call ends the run, and warnings want to be chosen.
const INTERFACE: Interface = Interface {
    token: "instantiationToken",
    refusal_ends_run: true,
    errors_only: true,
    more_variables: true,
};

/// The strings that every function which makes an instance gets.
pub struct Strings {
    /// The instance's name.
    pub name: fmi3String,
    /// The token in modelDescription.xml.
    pub token: fmi3String,
    /// The resource folder, an absolute path with a separator at its end; or null.
    pub resources: fmi3String,
}

/// The kinds of instances, each with its function.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// fmi3InstantiateModelExchange.
    ModelExchange,
    /// fmi3InstantiateCoSimulation; true if the importer wants event mode.
    CoSimulation(fmi3Boolean),
    /// fmi3InstantiateScheduledExecution.
    ScheduledExecution,
}

impl Kind {
    const fn function(self) -> &'static str {
        match self {
            Self::ModelExchange => "fmi3InstantiateModelExchange",
            Self::CoSimulation(_) => "fmi3InstantiateCoSimulation",
            Self::ScheduledExecution => "fmi3InstantiateScheduledExecution",
        }
    }

    /// Returns true if the importer's solver integrates, or the line that refuses the kind.
    fn is_continuous(self) -> Result<bool, Box<Line>> {
        match self {
            Self::ModelExchange => Ok(true),
            Self::CoSimulation(FMI3_FALSE) => Ok(false),
            Self::CoSimulation(_) => Err(boxed(
                "fmi3InstantiateCoSimulation: eventModeUsed = true; this model has no event mode in \
                 co-simulation (hasEventMode is false)",
            )),
            Self::ScheduledExecution => Err(boxed(
                "fmi3InstantiateScheduledExecution: scheduled execution is not supported by this model",
            )),
        }
    }
}

/// Makes an instance of `model`; `export!` calls it from the functions of FMI 3.0.
///
/// # Safety
/// As those functions: strings are null or end with a null byte, and the logger stays callable with
/// `environment` as long as the instance lives.
pub unsafe fn instantiate(
    model: &ModelKind,
    kind: Kind,
    strings: Strings,
    logging: fmi3Boolean,
    environment: fmi3InstanceEnvironment,
    log: Option<fmi3LogMessageCallback>,
) -> fmi3Instance {
    // SAFETY: by this function's own condition.
    let host = unsafe { Host::lent(environment, log) };
    let [name, guid, resources] = [strings.name, strings.token, strings.resources].map(|string| {
        // SAFETY: by this function's own condition.
        unsafe { Text::lent(string) }.read()
    });
    let request = Request {
        function: kind.function(),
        interface: &INTERFACE,
        name,
        guid,
        resources: resources.filter(|place| !place.is_empty()).map(|place| folder_of(&place)),
        continuous: kind.is_continuous(),
        logging: logging != FMI3_FALSE,
    };
    let (instance, mail) = make(model, request, |_| host.map(Host::say));
    mail.deliver();
    instance
}

/// Ends an instance, in whatever state it is; null is fine. From its own logger, too; but not while
/// another thread is in a call of it.
///
/// # Safety
/// `instance` is null or came from a function of FMI 3.0 that makes instances, and is not used again.
// SAFETY: FMI 3.0 gives the name to this very function.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn fmi3FreeInstance(instance: fmi3Instance) {
    // SAFETY: by this function's own condition.
    unsafe { free(instance) }
}

/// "3.0".
// SAFETY: FMI 3.0 gives the name to this very function.
#[unsafe(no_mangle)]
pub extern "C" fn fmi3GetVersion() -> fmi3String {
    c"3.0".as_ptr()
}
