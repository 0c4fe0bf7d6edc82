//! Every function of FMI 2.0 as a pointer, so that one test serves linked code and loaded libraries.

use spiel_fmi::fmi2::types::*;
use std::ffi::c_void;

macro_rules! functions {
    ($( $name:ident ( $($Type:ty),* ) );+ $(;)?) => {
        /// The functions that work on an instance, by their own names.
        #[derive(Clone, Copy)]
        #[allow(non_snake_case, reason = "the names are those of the FMI 2.0 headers")]
        pub struct Functions {
            pub fmi2FreeInstance: unsafe extern "C-unwind" fn(fmi2Component),
            $( pub $name: unsafe extern "C-unwind" fn(fmi2Component, $($Type),*) -> fmi2Status, )+
        }

        impl Functions {
            /// Those linked into this program.
            pub fn linked() -> Self {
                Self {
                    fmi2FreeInstance: spiel_fmi::fmi2::fmi2FreeInstance,
                    $( $name: spiel_fmi::fmi2::$name, )+
                }
            }

            /// Those that `find` finds by name.
            ///
            /// # Safety
            /// `find` gives the address of the function that FMI 2.0 knows by that name, not null.
            #[allow(dead_code, reason = "only loaded libraries need it")]
            pub unsafe fn found(find: impl Fn(&str) -> *const c_void) -> Self {
                // SAFETY: by this function's own condition; FMI 2.0 fixes the types.
                unsafe {
                    Self {
                        fmi2FreeInstance: std::mem::transmute::<
                            *const c_void,
                            unsafe extern "C-unwind" fn(fmi2Component),
                        >(find("fmi2FreeInstance")),
                        $( $name: std::mem::transmute::<
                            *const c_void,
                            unsafe extern "C-unwind" fn(fmi2Component, $($Type),*) -> fmi2Status,
                        >(find(stringify!($name))), )+
                    }
                }
            }
        }
    };
}

type References = *const fmi2ValueReference;

functions! {
    fmi2SetDebugLogging(fmi2Boolean, usize, *const fmi2String);
    fmi2SetupExperiment(fmi2Boolean, fmi2Real, fmi2Real, fmi2Boolean, fmi2Real);
    fmi2EnterInitializationMode();
    fmi2ExitInitializationMode();
    fmi2Terminate();
    fmi2Reset();
    fmi2GetReal(References, usize, *mut fmi2Real);
    fmi2GetInteger(References, usize, *mut fmi2Integer);
    fmi2GetBoolean(References, usize, *mut fmi2Boolean);
    fmi2GetString(References, usize, *mut fmi2String);
    fmi2SetReal(References, usize, *const fmi2Real);
    fmi2SetInteger(References, usize, *const fmi2Integer);
    fmi2SetBoolean(References, usize, *const fmi2Boolean);
    fmi2SetString(References, usize, *const fmi2String);
    fmi2GetFMUstate(*mut fmi2FMUstate);
    fmi2SetFMUstate(fmi2FMUstate);
    fmi2FreeFMUstate(*mut fmi2FMUstate);
    fmi2SerializedFMUstateSize(fmi2FMUstate, *mut usize);
    fmi2SerializeFMUstate(fmi2FMUstate, *mut fmi2Byte, usize);
    fmi2DeSerializeFMUstate(*const fmi2Byte, usize, *mut fmi2FMUstate);
    fmi2GetDirectionalDerivative(References, usize, References, usize, *const fmi2Real, *mut fmi2Real);
    fmi2SetRealInputDerivatives(References, usize, *const fmi2Integer, *const fmi2Real);
    fmi2GetRealOutputDerivatives(References, usize, *const fmi2Integer, *mut fmi2Real);
    fmi2DoStep(fmi2Real, fmi2Real, fmi2Boolean);
    fmi2CancelStep();
    fmi2GetStatus(fmi2StatusKind, *mut fmi2Status);
    fmi2GetRealStatus(fmi2StatusKind, *mut fmi2Real);
    fmi2GetIntegerStatus(fmi2StatusKind, *mut fmi2Integer);
    fmi2GetBooleanStatus(fmi2StatusKind, *mut fmi2Boolean);
    fmi2GetStringStatus(fmi2StatusKind, *mut fmi2String);
    fmi2EnterEventMode();
    fmi2NewDiscreteStates(*mut fmi2EventInfo);
    fmi2EnterContinuousTimeMode();
    fmi2CompletedIntegratorStep(fmi2Boolean, *mut fmi2Boolean, *mut fmi2Boolean);
    fmi2SetTime(fmi2Real);
    fmi2SetContinuousStates(*const fmi2Real, usize);
    fmi2GetDerivatives(*mut fmi2Real, usize);
    fmi2GetEventIndicators(*mut fmi2Real, usize);
    fmi2GetContinuousStates(*mut fmi2Real, usize);
    fmi2GetNominalsOfContinuousStates(*mut fmi2Real, usize);
}
