//! Instances of both kinds: a handle, its log, and the functions that every FMU has.

use super::linked::{Maker, SharedApi};
use super::opened::Opened;
use super::symbols::{Status, either};
use super::three::LogMessage;
use crate::Error;
use model_description::Value;
use spiel_fmi::fmi2::types::*;
use spiel_fmi::fmi3::types::*;
use std::ffi::{CStr, CString, c_char, c_void};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

/// Start values by variable name; an enumeration's item by its number.
pub type Settings<'a> = [(&'a str, Value)];

/// An instance of either kind, freed when dropped. Calls that fail give what the FMU logged meanwhile.
pub struct Component {
    pub(super) handle: *mut c_void,
    pub(super) functions: SharedApi,
    // Holds the library whose functions these are.
    pub(super) opened: Arc<Opened>,
    log: Pin<Box<Log>>,
    /// Start of the experiment \[s\], which FMI 3.0 takes when initialization begins.
    start: f64,
    _callbacks: Box<fmi2CallbackFunctions>,
}

const OK: Status = fmi2Status::fmi2OK as Status;
const WARNING: Status = fmi2Status::fmi2Warning as Status;
const PENDING: Status = fmi2Status::fmi2Pending as Status;

/// Lines an instance has logged.
#[derive(Default)]
struct Log(Mutex<Vec<String>>);

// SAFETY: FMI: an instance may be used from any thread, one at a time; `&mut self` sees to that.
unsafe impl Send for Component {}

impl Log {
    /// Keeps a line for the log that an environment is.
    ///
    /// # Safety
    /// The environment is null or the pinned log of the instance that is being called; the message is null or ends
    /// with a null byte.
    unsafe fn keep(environment: *mut c_void, message: *const c_char, special: &str) {
        if environment.is_null() || message.is_null() {
            return;
        }
        // SAFETY: by this function's own condition.
        let (log, message) = unsafe { (&*environment.cast::<Log>(), CStr::from_ptr(message)) };
        let text = message.to_string_lossy().replace(&special.repeat(2), special);
        log.0.lock().unwrap_or_else(PoisonError::into_inner).push(text);
    }
}

/// Receives an instance's lines. The arguments behind the message are not read: our own FMUs send a
/// format without arguments, every % doubled.
unsafe extern "C" fn receive(
    environment: fmi2ComponentEnvironment,
    _instance: fmi2String,
    _status: Status,
    _category: fmi2String,
    message: fmi2String,
) {
    // SAFETY: the environment is that of the instance that is being called.
    unsafe { Log::keep(environment, message, "%") };
}

/// Receives an instance's lines in FMI 3.0: plain text, every # doubled.
unsafe extern "C" fn receive_three(
    environment: fmi3InstanceEnvironment,
    _status: Status,
    _category: fmi3String,
    message: fmi3String,
) {
    // SAFETY: the environment is that of the instance that is being called.
    unsafe { Log::keep(environment, message, "#") };
}

/// The callbacks of FMI 2.0, whose lines go to the log that the environment is.
fn callbacks(environment: *mut c_void) -> fmi2CallbackFunctions {
    // SAFETY: C passes the fixed arguments of a variadic function like those of this one, on
    // every platform that is supported.
    let logger = unsafe {
        std::mem::transmute::<
            unsafe extern "C" fn(
                fmi2ComponentEnvironment,
                fmi2String,
                Status,
                fmi2String,
                fmi2String,
            ),
            fmi2CallbackLogger,
        >(receive)
    };
    fmi2CallbackFunctions {
        logger: Some(logger),
        allocate_memory: None,
        free_memory: None,
        step_finished: None,
        component_environment: environment,
    }
}

/// Makes an instance: name, GUID and resource location are `texts`.
///
/// # Safety
/// The callbacks, whose environment is a log, outlive the instance.
unsafe fn instantiate(
    maker: Maker,
    texts: [&CStr; 3],
    callbacks: &fmi2CallbackFunctions,
) -> (&'static str, *mut c_void) {
    let [name, guid, resources] = texts.map(CStr::as_ptr);
    let (environment, log) = (callbacks.component_environment, Some(receive_three as LogMessage));
    // SAFETY: strings end with a null byte, and by this function's own condition.
    unsafe {
        match maker {
            Maker::Two(make, kind) => {
                let no = FMI2_FALSE;
                ("fmi2Instantiate", make(name, kind, guid, resources, callbacks, no, no))
            }
            Maker::Stepping(make) => {
                let (no, nothing) = (FMI3_FALSE, std::ptr::null());
                let made =
                    make(name, guid, resources, no, no, no, no, nothing, 0, environment, log, None);
                ("fmi3InstantiateCoSimulation", made)
            }
            Maker::Solving(make) => {
                let no = FMI3_FALSE;
                let made = make(name, guid, resources, no, no, environment, log);
                ("fmi3InstantiateModelExchange", made)
            }
        }
    }
}

impl Component {
    /// An instance by the functions of its library, which `opened` holds.
    pub(super) fn new(
        opened: Arc<Opened>,
        functions: SharedApi,
        maker: Maker,
        (name, guid): (&str, &str),
    ) -> Result<Self, Error> {
        let c_string = |text: &str| CString::new(text.replace('\0', "")).unwrap_or_default();
        let log = Box::pin(Log::default());
        let callbacks = Box::new(callbacks(std::ptr::from_ref::<Log>(&log).cast_mut().cast()));
        let (name, guid) = (c_string(name), c_string(guid));
        let resources = c_string(&match functions {
            SharedApi::Two(_) => opened.resource_location(),
            SharedApi::Three(_) => opened.resource_path(),
        });
        let texts = [&*name, &*guid, &*resources];
        // SAFETY: callbacks and log are dropped after the instance.
        let (function, handle) = unsafe { instantiate(maker, texts, &callbacks) };
        let start = 0.0;
        let mut component = Self { handle, functions, opened, log, start, _callbacks: callbacks };
        if handle.is_null() {
            return Err(component.failure(function));
        }
        Ok(component)
    }

    /// Lines logged since the last look.
    pub fn log(&mut self) -> Vec<String> {
        std::mem::take(&mut self.log.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn failure(&mut self, function: &'static str) -> Error {
        Error::Call { function, log: self.log() }
    }

    pub(super) fn done(&mut self, function: &'static str, status: Status) -> Result<(), Error> {
        match status {
            OK => Ok(()),
            WARNING..=PENDING => Err(self.failure(function)),
            _ => {
                let known = match self.functions {
                    SharedApi::Two(_) => "FMI 2.0, which has 0 to 5",
                    SharedApi::Three(_) => "FMI 3.0, which has 0 to 4",
                };
                let mut log = vec![format!("status = {status} is none of {known}")];
                log.extend(self.log());
                Err(Error::Call { function, log })
            }
        }
    }

    /// Sets the start time \[s\] of an experiment without stop time.
    pub fn setup(&mut self, start: f64) -> Result<(), Error> {
        self.start = start;
        let SharedApi::Two(of) = self.functions else { return Ok(()) };
        // SAFETY: the handle is alive until drop.
        let status = unsafe { (of.setup)(self.handle, FMI2_FALSE, 0.0, start, FMI2_FALSE, 0.0) };
        self.done("fmi2SetupExperiment", status)
    }

    /// Begins initialization.
    pub fn enter_initialization(&mut self) -> Result<(), Error> {
        let (handle, start) = (self.handle, self.start);
        // SAFETY: the handle is alive until drop.
        let (name, status) = unsafe {
            match self.functions {
                SharedApi::Two(of) => ("fmi2EnterInitializationMode", (of.enter)(handle)),
                SharedApi::Three(of) => (
                    "fmi3EnterInitializationMode",
                    (of.enter)(handle, FMI3_FALSE, 0.0, start, FMI3_FALSE, 0.0),
                ),
            }
        };
        self.done(name, status)
    }

    /// Ends initialization.
    pub fn exit_initialization(&mut self) -> Result<(), Error> {
        // SAFETY: the handle is alive until drop.
        let (name, status) = unsafe {
            either!(SharedApi of self.functions, exit(self.handle), "fmi2ExitInitializationMode", "fmi3ExitInitializationMode")
        };
        self.done(name, status)
    }

    /// Ends the simulation.
    pub fn terminate(&mut self) -> Result<(), Error> {
        // SAFETY: the handle is alive until drop.
        let (name, status) = unsafe {
            either!(SharedApi of self.functions, terminate(self.handle), "fmi2Terminate", "fmi3Terminate")
        };
        self.done(name, status)
    }

    /// Returns the instance to the state in which it was made.
    pub fn reset(&mut self) -> Result<(), Error> {
        // SAFETY: the handle is alive until drop.
        let (name, status) = unsafe {
            either!(SharedApi of self.functions, reset(self.handle), "fmi2Reset", "fmi3Reset")
        };
        self.done(name, status)
    }
}

impl Drop for Component {
    fn drop(&mut self) {
        if !self.handle.is_null() {
            // SAFETY: the handle came from the library's own function and is not used again.
            unsafe {
                match self.functions {
                    SharedApi::Two(of) => (of.free)(self.handle),
                    SharedApi::Three(of) => (of.free)(self.handle),
                }
            }
        }
    }
}
