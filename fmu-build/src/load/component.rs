//! Instances of both kinds: a handle, its log, and the functions that every FMU has.

use super::opened::Opened;
use super::symbols::{Shared, Status};
use crate::Error;
use model_description::Value;
use spiel_fmi::fmi2::types::*;
use std::ffi::{CStr, CString};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

/// Start values by variable name; an enumeration's item by its number.
pub type Settings<'a> = [(&'a str, Value)];

/// An instance of either kind, freed when dropped. Calls that fail give what the FMU logged meanwhile.
pub struct Component {
    pub(super) handle: fmi2Component,
    functions: Shared,
    // Holds the library whose functions these are.
    _opened: Arc<Opened>,
    log: Pin<Box<Log>>,
    _callbacks: Box<fmi2CallbackFunctions>,
}

const OK: Status = fmi2Status::fmi2OK as Status;
const WARNING: Status = fmi2Status::fmi2Warning as Status;
const PENDING: Status = fmi2Status::fmi2Pending as Status;

/// Lines an instance has logged.
#[derive(Default)]
struct Log(Mutex<Vec<String>>);

// SAFETY: FMI 2.0: an instance may be used from any thread, one at a time; `&mut self` sees to that.
unsafe impl Send for Component {}

/// Receives an instance's lines. The arguments behind the message are not read: our own FMUs send a
/// format without arguments, every % doubled.
unsafe extern "C" fn receive(
    environment: fmi2ComponentEnvironment,
    _instance: fmi2String,
    _status: Status,
    _category: fmi2String,
    message: fmi2String,
) {
    if environment.is_null() || message.is_null() {
        return;
    }
    // SAFETY: the environment is the pinned `Log` of the instance that is being called; strings end
    // with a null byte.
    let (log, message) = unsafe { (&*environment.cast::<Log>(), CStr::from_ptr(message)) };
    let text = message.to_string_lossy().replace("%%", "%");
    log.0.lock().unwrap_or_else(PoisonError::into_inner).push(text);
}

impl Component {
    /// An instance of `kind` by the functions of its library, which `opened` holds.
    pub(super) fn new(
        opened: Arc<Opened>,
        functions: Shared,
        kind: fmi2Type,
        (name, guid): (&str, &str),
    ) -> Result<Self, Error> {
        let c_string = |text: &str| CString::new(text.replace('\0', "")).unwrap_or_default();
        let log = Box::pin(Log::default());
        let environment = std::ptr::from_ref::<Log>(&log).cast_mut().cast();
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
        let callbacks = Box::new(fmi2CallbackFunctions {
            logger: Some(logger),
            allocate_memory: None,
            free_memory: None,
            step_finished: None,
            component_environment: environment,
        });
        let (name, guid) = (c_string(name), c_string(guid));
        let resources = c_string(&opened.resource_location());
        // SAFETY: FMI 2.0: strings end with a null byte, callbacks outlive the instance.
        let handle = unsafe {
            (functions.instantiate)(
                name.as_ptr(),
                kind,
                guid.as_ptr(),
                resources.as_ptr(),
                &*callbacks,
                FMI2_FALSE,
                FMI2_FALSE,
            )
        };
        let mut component = Self { handle, functions, _opened: opened, log, _callbacks: callbacks };
        if handle.is_null() {
            return Err(component.failure("fmi2Instantiate"));
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
                let mut log =
                    vec![format!("status = {status} is none of FMI 2.0, which has 0 to 5")];
                log.extend(self.log());
                Err(Error::Call { function, log })
            }
        }
    }

    /// fmi2SetupExperiment at a start time \[s\], without stop time.
    pub fn setup(&mut self, start: f64) -> Result<(), Error> {
        // SAFETY: the handle is alive until drop.
        let status =
            unsafe { (self.functions.setup)(self.handle, FMI2_FALSE, 0.0, start, FMI2_FALSE, 0.0) };
        self.done("fmi2SetupExperiment", status)
    }

    /// fmi2EnterInitializationMode.
    pub fn enter_initialization(&mut self) -> Result<(), Error> {
        // SAFETY: the handle is alive until drop.
        let status = unsafe { (self.functions.enter)(self.handle) };
        self.done("fmi2EnterInitializationMode", status)
    }

    /// fmi2ExitInitializationMode.
    pub fn exit_initialization(&mut self) -> Result<(), Error> {
        // SAFETY: the handle is alive until drop.
        let status = unsafe { (self.functions.exit)(self.handle) };
        self.done("fmi2ExitInitializationMode", status)
    }

    /// fmi2Terminate.
    pub fn terminate(&mut self) -> Result<(), Error> {
        // SAFETY: the handle is alive until drop.
        let status = unsafe { (self.functions.terminate)(self.handle) };
        self.done("fmi2Terminate", status)
    }

    /// fmi2Reset.
    pub fn reset(&mut self) -> Result<(), Error> {
        // SAFETY: the handle is alive until drop.
        let status = unsafe { (self.functions.reset)(self.handle) };
        self.done("fmi2Reset", status)
    }

    /// fmi2SetReal; as many values as references.
    pub fn set_real(&mut self, references: &[u32], values: &[f64]) -> Result<(), Error> {
        let n = references.len().min(values.len());
        let set = self.functions.set_real;
        // SAFETY: both arrays hold n elements.
        let status = unsafe { set(self.handle, references.as_ptr(), n, values.as_ptr()) };
        self.done("fmi2SetReal", status)
    }

    /// fmi2GetReal; as many values as references.
    pub fn get_real(&mut self, references: &[u32], values: &mut [f64]) -> Result<(), Error> {
        let n = references.len().min(values.len());
        let get = self.functions.get_real;
        // SAFETY: both arrays hold n elements.
        let status = unsafe { get(self.handle, references.as_ptr(), n, values.as_mut_ptr()) };
        self.done("fmi2GetReal", status)
    }

    /// Sets one variable of any type.
    pub fn set(&mut self, reference: u32, value: Value) -> Result<(), Error> {
        match value {
            Value::Real(number) => self.set_real(&[reference], &[number]),
            Value::Integer(number) => self.set_integer(reference, number),
            Value::Boolean(truth) => self.set_boolean(reference, truth),
        }
    }

    /// fmi2SetInteger of one integer or enumeration.
    pub fn set_integer(&mut self, reference: u32, value: i32) -> Result<(), Error> {
        let set = self.functions.set_integer;
        // SAFETY: both arrays hold one element.
        let status = unsafe { set(self.handle, &reference, 1, &value) };
        self.done("fmi2SetInteger", status)
    }

    /// fmi2GetInteger of one integer or enumeration.
    pub fn get_integer(&mut self, reference: u32) -> Result<i32, Error> {
        let (get, mut value) = (self.functions.get_integer, 0);
        // SAFETY: both arrays hold one element.
        let status = unsafe { get(self.handle, &reference, 1, &mut value) };
        self.done("fmi2GetInteger", status).map(|()| value)
    }

    /// fmi2SetBoolean of one truth value.
    pub fn set_boolean(&mut self, reference: u32, value: bool) -> Result<(), Error> {
        let set = self.functions.set_boolean;
        // SAFETY: both arrays hold one element.
        let status = unsafe { set(self.handle, &reference, 1, &i32::from(value)) };
        self.done("fmi2SetBoolean", status)
    }

    /// fmi2GetBoolean of one truth value.
    pub fn get_boolean(&mut self, reference: u32) -> Result<bool, Error> {
        let (get, mut value) = (self.functions.get_boolean, 0);
        // SAFETY: both arrays hold one element.
        let status = unsafe { get(self.handle, &reference, 1, &mut value) };
        self.done("fmi2GetBoolean", status).map(|()| value != 0)
    }
}

/// A state that an instance has saved. Only that instance can use it; dropping the instance frees it.
#[derive(Debug, PartialEq, Eq)]
pub struct SavedState(fmi2FMUstate);

// SAFETY: the handle is only ever passed back to its instance, which goes from thread to thread too.
unsafe impl Send for SavedState {}

impl Component {
    /// fmi2GetFMUstate.
    pub fn save(&mut self) -> Result<SavedState, Error> {
        let mut saved = SavedState(std::ptr::null_mut());
        self.save_over(&mut saved).map(|()| saved)
    }

    /// fmi2GetFMUstate into the place of an earlier state.
    pub fn save_over(&mut self, saved: &mut SavedState) -> Result<(), Error> {
        // SAFETY: the handle is null or one that this function has given.
        let status = unsafe { (self.functions.get_state)(self.handle, &mut saved.0) };
        self.done("fmi2GetFMUstate", status)
    }

    /// fmi2SetFMUstate.
    pub fn restore(&mut self, saved: &SavedState) -> Result<(), Error> {
        // SAFETY: the handle is one that `save` has given.
        let status = unsafe { (self.functions.set_state)(self.handle, saved.0) };
        self.done("fmi2SetFMUstate", status)
    }

    /// fmi2FreeFMUstate.
    pub fn free(&mut self, mut saved: SavedState) -> Result<(), Error> {
        // SAFETY: the handle is one that `save` has given.
        let status = unsafe { (self.functions.free_state)(self.handle, &mut saved.0) };
        self.done("fmi2FreeFMUstate", status)
    }

    /// fmi2GetDirectionalDerivative: the change of each of `unknowns` for a change `seed` of `knowns`.
    pub fn derivative(
        &mut self,
        unknowns: &[u32],
        knowns: &[u32],
        seed: &[f64],
        change: &mut [f64],
    ) -> Result<(), Error> {
        let (n, k) = (unknowns.len().min(change.len()), knowns.len().min(seed.len()));
        let (handle, ask) = (self.handle, self.functions.derivative);
        let (unknowns, knowns, seed) = (unknowns.as_ptr(), knowns.as_ptr(), seed.as_ptr());
        // SAFETY: arrays hold n and k elements.
        let status = unsafe { ask(handle, unknowns, n, knowns, k, seed, change.as_mut_ptr()) };
        self.done("fmi2GetDirectionalDerivative", status)
    }
}

impl Drop for Component {
    fn drop(&mut self) {
        if !self.handle.is_null() {
            // SAFETY: the handle came from fmi2Instantiate and is not used again.
            unsafe { (self.functions.free)(self.handle) };
        }
    }
}
