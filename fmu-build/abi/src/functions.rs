//! The functions of FMI 2.0 that every kind of FMU has.

#![allow(non_snake_case, reason = "the names are those of the FMI 2.0 headers")]

use crate::call::{call, said};
use crate::exported::Exported;
use crate::instance::snapshots::{HEAD, length};
use crate::instance::{Element, Instance, Order, Outcome, Truth};
use crate::logger::{Category, Line, Logger, line};
use crate::order::Function;
use crate::resource::folder_of;
use crate::types::*;
use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;

/// What `export!` makes fmi2Instantiate of.
///
/// # Safety
/// As fmi2Instantiate: strings are null or end with a null byte, `callbacks` is null or valid.
pub unsafe fn instantiate(
    exported: &Exported,
    name: fmi2String,
    kind: fmi2Type,
    guid: fmi2String,
    resources: fmi2String,
    callbacks: *const fmi2CallbackFunctions,
    logging: fmi2Boolean,
) -> fmi2Component {
    // SAFETY: by this function's own condition.
    let (callbacks, name, guid, resources) =
        unsafe { (callbacks.as_ref().copied(), text(name), text(guid), text(resources)) };
    let called = name.as_deref().filter(|name| !name.is_empty()).unwrap_or(exported.model.name);
    let refuse = |status, why: Line| {
        Logger::new(callbacks, called).error(status, why);
        std::ptr::null_mut()
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
    let logging = logging != FMI2_FALSE;
    let order = Order { name: called, guid: &guid, resources, callbacks, logging, continuous };
    match catch_unwind(AssertUnwindSafe(|| Instance::new(exported, order))) {
        Ok(Some(instance)) => Box::into_raw(Box::new(instance)).cast(),
        Ok(None) => std::ptr::null_mut(),
        Err(payload) => {
            let what = said(payload.as_ref());
            refuse(fmi2Status::fmi2Fatal, line(format_args!("panic in fmi2Instantiate: {what}")))
        }
    }
}

/// A C string as Rust text, odd bytes replaced; nothing for null.
///
/// # Safety
/// `string` is null or ends with a null byte.
unsafe fn text(string: fmi2String) -> Option<String> {
    // SAFETY: by this function's own condition; null is looked for first.
    (!string.is_null()).then(|| unsafe { CStr::from_ptr(string) }.to_string_lossy().into_owned())
}

/// The arrays of a get or set call, or what is wrong with them.
///
/// # Safety
/// FMI 2.0: each array is null or holds `n` elements.
pub(crate) unsafe fn arrays<'a, A, B>(
    instance: &Instance,
    n: usize,
    first: *const A,
    second: *const B,
) -> Result<(&'a [A], &'a [B]), Line> {
    if n == 0 {
        return Ok((&[], &[]));
    }
    if first.is_null() || second.is_null() {
        return Err(line(format_args!("an array of {n} values is null")));
    }
    if n > instance.most_values() {
        return Err(line(format_args!("nvr = {n} is more than {} values", instance.most_values())));
    }
    // SAFETY: by this function's own condition; null was looked for above.
    Ok(unsafe { (slice::from_raw_parts(first, n), slice::from_raw_parts(second, n)) })
}

/// # Safety
/// As [`arrays`]; `values` is writable.
unsafe fn get<T: Element>(
    instance: &mut Instance,
    references: *const fmi2ValueReference,
    n: usize,
    values: *mut T,
) -> Outcome {
    // SAFETY: by this function's own condition; nobody reads `values` meanwhile.
    let references = unsafe { arrays(instance, n, references, values) }?.0;
    if n == 0 {
        return Ok(());
    }
    // SAFETY: as above; `arrays` has looked for null and for the length.
    instance.read(references, unsafe { slice::from_raw_parts_mut(values, n) })
}

/// # Safety
/// As [`arrays`].
unsafe fn set<T: Element>(
    instance: &mut Instance,
    references: *const fmi2ValueReference,
    n: usize,
    values: *const T,
) -> Outcome {
    // SAFETY: by this function's own condition.
    let (references, values) = unsafe { arrays(instance, n, references, values) }?;
    instance.write(references, values)
}

/// The refusal of something that is not there.
pub(crate) fn missing(what: &str) -> Outcome {
    Err(line(format_args!("{what} are not supported by this model")))
}

/// Declares exported functions on an instance: each is a shell around the one door.
macro_rules! exported {
    ($( $(#[doc = $about:literal])+ fn $name:ident = $Function:ident ( $($argument:ident : $Type:ty),* $(,)? ) $(uses $instance:ident)? $body:block )+) => {
        $(
            $(#[doc = $about])+
            ///
            /// # Safety
            /// As FMI 2.0 says of the function: a live component, arrays as long as announced.
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $name(component: fmi2Component, $($argument: $Type),*) -> fmi2Status {
                // SAFETY: the importer's promise; arrays are checked for null before use.
                unsafe { call(component, Function::$Function, |instance| {
                    let _ = &instance;
                    $( let $instance = instance; )?
                    $body
                }) }
            }
        )+
    };
}
pub(crate) use exported;

/// "default": plain C types.
#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetTypesPlatform() -> *const c_char {
    c"default".as_ptr()
}

/// "2.0".
#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetVersion() -> *const c_char {
    c"2.0".as_ptr()
}

/// Ends an instance, in whatever state it is; null is fine.
///
/// # Safety
/// `component` is null or came from fmi2Instantiate and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2FreeInstance(component: fmi2Component) {
    if !component.is_null() {
        // SAFETY: it came from Box::into_raw in `instantiate`, by this function's own condition.
        let instance = unsafe { Box::from_raw(component.cast::<Instance>()) };
        let _ = catch_unwind(AssertUnwindSafe(|| drop(instance)));
    }
}

exported! {
    /// Chooses which lines are told beside errors: some categories, or all of them.
    fn fmi2SetDebugLogging = SetDebugLogging(on: fmi2Boolean, n: usize, categories: *const fmi2String) uses instance {
        let on = on != FMI2_FALSE;
        let (names, _) = arrays(instance, n, categories, categories)?;
        let mut chosen = if names.is_empty() { Category::ALL.to_vec() } else { Vec::new() };
        for name in names {
            let name = text(*name).unwrap_or_default();
            chosen.extend_from_slice(Category::named(&name).ok_or_else(|| line(format_args!(
                "category = {name} is none of events, errors, coupling, all"
            )))?);
        }
        instance.logger.listen(on, &chosen);
        Ok(())
    }
    /// Takes the start time; tolerance means nothing to a joint.
    fn fmi2SetupExperiment = SetupExperiment(
        _tolerance_defined: fmi2Boolean,
        _tolerance: fmi2Real,
        start: fmi2Real,
        stop_defined: fmi2Boolean,
        stop: fmi2Real,
    ) uses instance {
        instance.setup(start, (stop_defined != FMI2_FALSE).then_some(stop))
    }
    /// From here on there are outputs.
    fn fmi2EnterInitializationMode = EnterInitializationMode() uses instance {
        instance.enter_initialization()
    }
    /// From here on there are steps, and fixed parameters stay.
    fn fmi2ExitInitializationMode = ExitInitializationMode() uses instance {
        instance.exit_initialization()
    }
    /// Ends the simulation; outputs can still be read.
    fn fmi2Terminate = Terminate() uses instance {
        instance.phase = crate::order::Phase::Terminated;
        Ok(())
    }
    /// As good as new.
    fn fmi2Reset = Reset() uses instance {
        instance.reset()
    }
    /// Reads reals.
    fn fmi2GetReal = GetReal(references: *const fmi2ValueReference, n: usize, values: *mut fmi2Real) uses instance {
        get(instance, references, n, values)
    }
    /// Reads integers and enumerations.
    fn fmi2GetInteger = GetInteger(references: *const fmi2ValueReference, n: usize, values: *mut fmi2Integer) uses instance {
        get(instance, references, n, values)
    }
    /// Reads truth values.
    fn fmi2GetBoolean = GetBoolean(references: *const fmi2ValueReference, n: usize, values: *mut fmi2Boolean) uses instance {
        get(instance, references, n, values.cast::<Truth>())
    }
    /// There are no strings.
    fn fmi2GetString = GetString(_references: *const fmi2ValueReference, n: usize, _values: *mut fmi2String) {
        if n == 0 { Ok(()) } else { missing("string variables") }
    }
    /// Sets reals, all or none.
    fn fmi2SetReal = SetReal(references: *const fmi2ValueReference, n: usize, values: *const fmi2Real) uses instance {
        set(instance, references, n, values)
    }
    /// Sets integers and enumerations, all or none.
    fn fmi2SetInteger = SetInteger(references: *const fmi2ValueReference, n: usize, values: *const fmi2Integer) uses instance {
        set(instance, references, n, values)
    }
    /// Sets truth values, all or none.
    fn fmi2SetBoolean = SetBoolean(references: *const fmi2ValueReference, n: usize, values: *const fmi2Boolean) uses instance {
        set(instance, references, n, values.cast::<Truth>())
    }
    /// There are no strings.
    fn fmi2SetString = SetString(_references: *const fmi2ValueReference, n: usize, _values: *const fmi2String) {
        if n == 0 { Ok(()) } else { missing("string variables") }
    }
    /// Saves the state, in the place of one saved before where there is one.
    fn fmi2GetFMUstate = GetState(state: *mut fmi2FMUstate) uses instance {
        let place = place(state)?;
        *place = handle(instance.save(place.addr())?);
        Ok(())
    }
    /// Back to a saved state.
    fn fmi2SetFMUstate = SetState(state: fmi2FMUstate) uses instance {
        instance.restore(state.addr())
    }
    /// Frees a saved state and sets it to null; null is fine.
    fn fmi2FreeFMUstate = FreeState(state: *mut fmi2FMUstate) uses instance {
        let Some(place) = state.as_mut().filter(|state| !state.is_null()) else { return Ok(()) };
        instance.forget(place.addr())?;
        *place = std::ptr::null_mut();
        Ok(())
    }
    /// How many bytes a saved state needs.
    fn fmi2SerializedFMUstateSize = SerializedStateSize(state: fmi2FMUstate, size: *mut usize) uses instance {
        *place(size)? = instance.pack(state.addr())?.len();
        Ok(())
    }
    /// A saved state as bytes.
    fn fmi2SerializeFMUstate = SerializeState(state: fmi2FMUstate, bytes: *mut fmi2Byte, size: usize) uses instance {
        let packed = instance.pack(state.addr())?;
        place(bytes)?;
        if size < packed.len() {
            return Err(line(format_args!("size = {size} is less than {} bytes", packed.len())));
        }
        // FMI 2.0: `size` bytes at `bytes` are the importer's to be written; null was looked for.
        bytes.cast::<u8>().copy_from(packed.as_ptr(), packed.len());
        Ok(())
    }
    /// A saved state from bytes; nothing else changes.
    fn fmi2DeSerializeFMUstate = DeserializeState(bytes: *const fmi2Byte, size: usize, state: *mut fmi2FMUstate) uses instance {
        let place = place(state)?;
        if bytes.is_null() {
            return Err(line("serialised state: the bytes are null"));
        }
        let bytes = bytes.cast::<u8>();
        // The head says how many bytes there are: a wrong size is found before they are read.
        let told = (size >= HEAD).then(|| length(&*bytes.cast::<[u8; HEAD]>()));
        if told.is_some_and(|told| told != size as u64) {
            return Err(line(format_args!(
                "serialised state of {size} bytes: not a state of that length; cut off, or not \
                 written by one of these models"
            )));
        }
        let bytes = slice::from_raw_parts(bytes, size);
        *place = handle(instance.unpack(bytes, place.addr())?);
        Ok(())
    }
    /// How outputs change with inputs.
    fn fmi2GetDirectionalDerivative = GetDirectionalDerivative(
        unknowns: *const fmi2ValueReference,
        unknown_count: usize,
        knowns: *const fmi2ValueReference,
        known_count: usize,
        seed: *const fmi2Real,
        sensitivity: *mut fmi2Real,
    ) uses instance {
        let (unknowns, _) = arrays(instance, unknown_count, unknowns, sensitivity)?;
        let (knowns, seed) = arrays(instance, known_count, knowns, seed)?;
        if unknowns.is_empty() {
            return Ok(());
        }
        let sensitivity = slice::from_raw_parts_mut(sensitivity, unknown_count);
        instance.differentiate(unknowns, knowns, seed, sensitivity)
    }
}

/// What an importer's pointer points at, if it is not null.
///
/// # Safety
/// FMI 2.0: the pointer is null or valid for the call.
pub(crate) unsafe fn place<'a, T>(pointer: *mut T) -> Result<&'a mut T, Line> {
    // SAFETY: by this function's own condition.
    unsafe { pointer.as_mut() }.ok_or_else(|| line("a pointer for the result is null"))
}

/// A handle in the clothes of a pointer; it is never followed.
fn handle(number: usize) -> fmi2FMUstate {
    std::ptr::without_provenance_mut(number)
}
