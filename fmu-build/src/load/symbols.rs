//! The functions of an FMI library, found by name: the tables of FMI 2.0, and those of both versions.

use super::component::Maker;
use super::three;
use crate::Error;
use libloading::Library;
use model_description::xml::FmiVersion;
use spiel_fmi::fmi2::types::*;
use std::ffi::{c_char, c_int};
use std::path::Path;

/// Status that an untrusted function returns: one of its version's, if it keeps to FMI.
pub(super) type Status = c_int;

type OnComponent = unsafe extern "C" fn(fmi2Component) -> Status;
type Read<T> =
    unsafe extern "C" fn(fmi2Component, *const fmi2ValueReference, usize, *mut T) -> Status;
type Write<T> =
    unsafe extern "C" fn(fmi2Component, *const fmi2ValueReference, usize, *const T) -> Status;
/// The function of FMI 2.0 that makes instances of all kinds.
pub(super) type MakeTwo = unsafe extern "C" fn(
    fmi2String,
    fmi2Type,
    fmi2String,
    fmi2String,
    *const fmi2CallbackFunctions,
    fmi2Boolean,
    fmi2Boolean,
) -> fmi2Component;
type ReadAll = unsafe extern "C" fn(fmi2Component, *mut fmi2Real, usize) -> Status;

/// A library with all functions of one kind of FMU.
pub(super) struct Linked<Kind> {
    pub shared: SharedApi,
    pub kind: Kind,
    // Function pointers stay valid as long as the library is held.
    _library: Library,
}

/// The functions of both kinds, by version.
#[derive(Clone, Copy)]
pub(super) enum SharedApi {
    Two(Shared),
    Three(three::Shared),
}

/// The further functions of co-simulation, by version.
#[derive(Clone, Copy)]
pub(super) enum SteppingApi {
    Two(Stepping),
    Three(three::Stepping),
}

/// The further functions of model exchange, by version.
#[derive(Clone, Copy)]
pub(super) enum SolvingApi {
    Two(Solving),
    Three(three::Solving),
}

/// Functions that are looked for together, all of which must be there.
pub(super) trait Functions: Copy {
    /// Those of a version.
    fn find(fmi: FmiVersion, library: &Library, path: &Path) -> Result<Self, Error>;
}

macro_rules! by_version {
    ($($Api:ident),+) => {
        $( impl Functions for $Api {
            fn find(fmi: FmiVersion, library: &Library, path: &Path) -> Result<Self, Error> {
                Ok(match fmi {
                    FmiVersion::Two => Self::Two(Table::find(library, path)?),
                    FmiVersion::Three => Self::Three(Table::find(library, path)?),
                })
            }
        } )+
    };
}

by_version!(SharedApi, SteppingApi, SolvingApi);

impl Linked<SteppingApi> {
    /// The function that makes instances in co-simulation.
    pub fn maker(&self) -> Maker {
        match (self.shared, self.kind) {
            (SharedApi::Two(of), _) => Maker::Two(of.instantiate, FMI2_CO_SIMULATION),
            (_, SteppingApi::Three(of)) => Maker::Stepping(of.make),
            _ => unreachable!("both tables are of one version"),
        }
    }
}

impl Linked<SolvingApi> {
    /// The function that makes instances in model exchange.
    pub fn maker(&self) -> Maker {
        match (self.shared, self.kind) {
            (SharedApi::Two(of), _) => Maker::Two(of.instantiate, FMI2_MODEL_EXCHANGE),
            (_, SolvingApi::Three(of)) => Maker::Solving(of.make),
            _ => unreachable!("both tables are of one version"),
        }
    }
}

/// Functions of one version that are looked for together.
pub(super) trait Table: Copy {
    /// The functions, all of which must be there.
    fn find(library: &Library, path: &Path) -> Result<Self, Error>;
    /// Their names.
    fn names() -> Vec<&'static str>;
}

/// The names of all functions that a library must have for the kinds it offers; FMI 3.0 wants all for any.
pub(crate) fn names(
    fmi: FmiVersion,
    co_simulation: bool,
    model_exchange: bool,
) -> Vec<&'static str> {
    if fmi == FmiVersion::Three {
        return three::names();
    }
    let mut names = Shared::names();
    if co_simulation {
        names.extend(Stepping::names());
    }
    if model_exchange {
        names.extend(Solving::names());
    }
    names
}

impl<Kind: Functions> Linked<Kind> {
    /// Opens the library at `path` with the functions of a version.
    pub fn open(fmi: FmiVersion, path: &Path) -> Result<Self, Error> {
        // SAFETY: loading runs the library's initialisers; the user chose to load it.
        let library = unsafe { Library::new(path) }.map_err(|error| {
            // The crate's error has that of the system's loader as its source.
            let reason = std::error::Error::source(&error).map(ToString::to_string);
            let reason = reason.unwrap_or_else(|| error.to_string());
            Error::fmu(path, reason.replace(&format!("{}: ", path.display()), ""))
        })?;
        let shared = SharedApi::find(fmi, &library, path)?;
        let kind = Kind::find(fmi, &library, path)?;
        Ok(Self { shared, kind, _library: library })
    }
}

/// Calls a function that has the same arguments in both versions; gives its name and its status.
macro_rules! either {
    ($Api:ident of $functions:expr, $field:ident ( $($argument:expr),* ), $two:literal, $three:literal) => {
        match $functions {
            $Api::Two(of) => ($two, (of.$field)($($argument),*)),
            $Api::Three(of) => ($three, (of.$field)($($argument),*)),
        }
    };
}
pub(super) use either;

macro_rules! symbols {
    (
        $(#[doc = $about:literal])+
        struct $Table:ident { $( $field:ident : $Type:ty = $name:literal ),+ $(,)? }
        also $also:expr
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy)]
        pub(super) struct $Table {
            $( pub $field: $Type, )+
        }

        impl $Table {
            const ALSO: &[&str] = $also;
        }

        impl $crate::load::symbols::Table for $Table {
            fn find(library: &Library, path: &Path) -> Result<Self, Error> {
                $(
                    // SAFETY: FMI fixes the type of the function of this name.
                    let $field = *unsafe { library.get::<$Type>($name.as_bytes()) }
                        .map_err(|_| Error::fmu(path, format!("{} is missing", $name)))?;
                )+
                for name in Self::ALSO {
                    // SAFETY: only looked for, never called.
                    unsafe { library.get::<unsafe extern "C" fn()>(name.as_bytes()) }
                        .map_err(|_| Error::fmu(path, format!("{name} is missing")))?;
                }
                Ok(Self { $( $field, )+ })
            }

            fn names() -> Vec<&'static str> {
                [&[$( $name ),+], Self::ALSO].concat()
            }
        }
    };
}

pub(super) use symbols;

symbols! {
    /// Functions of both kinds; those after `also` are not called here.
    struct Shared {
        version: unsafe extern "C" fn() -> *const c_char = "fmi2GetVersion",
        types: unsafe extern "C" fn() -> *const c_char = "fmi2GetTypesPlatform",
        instantiate: MakeTwo = "fmi2Instantiate",
        free: unsafe extern "C" fn(fmi2Component) = "fmi2FreeInstance",
        setup: unsafe extern "C" fn(
            fmi2Component, fmi2Boolean, fmi2Real, fmi2Real, fmi2Boolean, fmi2Real,
        ) -> Status = "fmi2SetupExperiment",
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
        get_state: unsafe extern "C" fn(fmi2Component, *mut fmi2FMUstate) -> Status = "fmi2GetFMUstate",
        set_state: unsafe extern "C" fn(fmi2Component, fmi2FMUstate) -> Status = "fmi2SetFMUstate",
        free_state: unsafe extern "C" fn(fmi2Component, *mut fmi2FMUstate) -> Status = "fmi2FreeFMUstate",
        derivative: unsafe extern "C" fn(
            fmi2Component, *const fmi2ValueReference, usize, *const fmi2ValueReference, usize, *const fmi2Real, *mut fmi2Real,
        ) -> Status = "fmi2GetDirectionalDerivative",
    }
    also &[
        "fmi2SetDebugLogging",
        "fmi2GetString",
        "fmi2SetString",
        "fmi2SerializedFMUstateSize",
        "fmi2SerializeFMUstate",
        "fmi2DeSerializeFMUstate",
    ]
}

symbols! {
    /// Further functions of co-simulation.
    struct Stepping {
        step: unsafe extern "C" fn(fmi2Component, fmi2Real, fmi2Real, fmi2Boolean) -> Status = "fmi2DoStep",
        set_derivatives: unsafe extern "C" fn(
            fmi2Component, *const fmi2ValueReference, usize, *const fmi2Integer, *const fmi2Real,
        ) -> Status = "fmi2SetRealInputDerivatives",
    }
    also &[
        "fmi2GetRealOutputDerivatives",
        "fmi2CancelStep",
        "fmi2GetStatus",
        "fmi2GetRealStatus",
        "fmi2GetIntegerStatus",
        "fmi2GetBooleanStatus",
        "fmi2GetStringStatus",
    ]
}

symbols! {
    /// Further functions of model exchange.
    struct Solving {
        enter_event_mode: OnComponent = "fmi2EnterEventMode",
        new_discrete_states: unsafe extern "C" fn(fmi2Component, *mut fmi2EventInfo) -> Status = "fmi2NewDiscreteStates",
        enter_continuous_mode: OnComponent = "fmi2EnterContinuousTimeMode",
        completed_step: unsafe extern "C" fn(
            fmi2Component, fmi2Boolean, *mut fmi2Boolean, *mut fmi2Boolean,
        ) -> Status = "fmi2CompletedIntegratorStep",
        set_time: unsafe extern "C" fn(fmi2Component, fmi2Real) -> Status = "fmi2SetTime",
        set_states: unsafe extern "C" fn(fmi2Component, *const fmi2Real, usize) -> Status = "fmi2SetContinuousStates",
        states: ReadAll = "fmi2GetContinuousStates",
        rates: ReadAll = "fmi2GetDerivatives",
        indicators: ReadAll = "fmi2GetEventIndicators",
        nominals: ReadAll = "fmi2GetNominalsOfContinuousStates",
    }
    also &[]
}
