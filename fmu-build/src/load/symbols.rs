//! The functions of an FMI 2.0 library, found by name.

use crate::Error;
use fmi2_abi::types::*;
use libloading::Library;
use std::ffi::c_char;
use std::path::Path;

type OnComponent = unsafe extern "C" fn(fmi2Component) -> fmi2Status;
type Read<T> =
    unsafe extern "C" fn(fmi2Component, *const fmi2ValueReference, usize, *mut T) -> fmi2Status;
type Write<T> =
    unsafe extern "C" fn(fmi2Component, *const fmi2ValueReference, usize, *const T) -> fmi2Status;

macro_rules! symbols {
    ($( $field:ident : $Type:ty = $name:literal ),+ $(,)?) => {
        /// Function pointers that stay valid as long as the library is held beside them.
        pub(super) struct Symbols {
            $( pub $field: $Type, )+
            _library: Library,
        }

        impl Symbols {
            /// Opens the library at `path`.
            pub fn open(path: &Path) -> Result<Self, Error> {
                // SAFETY: loading runs the library's initialisers; the user chose to load it.
                let library = unsafe { Library::new(path) }
                    .map_err(|error| Error::fmu(path, error))?;
                $(
                    // SAFETY: FMI 2.0 fixes the type of the function of this name.
                    let $field = *unsafe { library.get::<$Type>($name.as_bytes()) }
                        .map_err(|_| Error::fmu(path, format!("{} is missing", $name)))?;
                )+
                for name in ALSO_REQUIRED {
                    // SAFETY: only looked for, never called.
                    unsafe { library.get::<OnComponent>(name.as_bytes()) }
                        .map_err(|_| Error::fmu(path, format!("{name} is missing")))?;
                }
                Ok(Self { $( $field, )+ _library: library })
            }
        }
    };
}

symbols! {
    version: extern "C" fn() -> *const c_char = "fmi2GetVersion",
    types: extern "C" fn() -> *const c_char = "fmi2GetTypesPlatform",
    instantiate: unsafe extern "C" fn(
        fmi2String, fmi2Type, fmi2String, fmi2String, *const fmi2CallbackFunctions, fmi2Boolean, fmi2Boolean,
    ) -> fmi2Component = "fmi2Instantiate",
    free: unsafe extern "C" fn(fmi2Component) = "fmi2FreeInstance",
    setup: unsafe extern "C" fn(
        fmi2Component, fmi2Boolean, fmi2Real, fmi2Real, fmi2Boolean, fmi2Real,
    ) -> fmi2Status = "fmi2SetupExperiment",
    enter: OnComponent = "fmi2EnterInitializationMode",
    exit: OnComponent = "fmi2ExitInitializationMode",
    terminate: OnComponent = "fmi2Terminate",
    reset: OnComponent = "fmi2Reset",
    get_real: Read<fmi2Real> = "fmi2GetReal",
    get_integer: Read<fmi2Integer> = "fmi2GetInteger",
    get_boolean: Read<fmi2Boolean> = "fmi2GetBoolean",
    set_real: Write<fmi2Real> = "fmi2SetReal",
    set_integer: Write<fmi2Integer> = "fmi2SetInteger",
    set_boolean: Write<fmi2Boolean> = "fmi2SetBoolean",
    step: unsafe extern "C" fn(fmi2Component, fmi2Real, fmi2Real, fmi2Boolean) -> fmi2Status = "fmi2DoStep",
    get_state: unsafe extern "C" fn(fmi2Component, *mut fmi2FMUstate) -> fmi2Status = "fmi2GetFMUstate",
    set_state: unsafe extern "C" fn(fmi2Component, fmi2FMUstate) -> fmi2Status = "fmi2SetFMUstate",
    free_state: unsafe extern "C" fn(fmi2Component, *mut fmi2FMUstate) -> fmi2Status = "fmi2FreeFMUstate",
    derivative: unsafe extern "C" fn(
        fmi2Component, *const fmi2ValueReference, usize, *const fmi2ValueReference, usize, *const fmi2Real, *mut fmi2Real,
    ) -> fmi2Status = "fmi2GetDirectionalDerivative",
    set_derivatives: unsafe extern "C" fn(
        fmi2Component, *const fmi2ValueReference, usize, *const fmi2Integer, *const fmi2Real,
    ) -> fmi2Status = "fmi2SetRealInputDerivatives",
}

/// Functions that every co-simulation library must have and that the loader does not call.
const ALSO_REQUIRED: &[&str] = &[
    "fmi2SetDebugLogging",
    "fmi2GetString",
    "fmi2SetString",
    "fmi2SerializedFMUstateSize",
    "fmi2SerializeFMUstate",
    "fmi2DeSerializeFMUstate",
    "fmi2GetRealOutputDerivatives",
    "fmi2CancelStep",
    "fmi2GetStatus",
    "fmi2GetRealStatus",
    "fmi2GetIntegerStatus",
    "fmi2GetBooleanStatus",
    "fmi2GetStringStatus",
];
