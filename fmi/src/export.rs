//! The macro that turns a joint into a library.

/// Makes a library of one [`ModelKind`](spiel::model::ModelKind): the functions that must know which it
/// is, those of FMI 2.0 and of FMI 3.0 that make instances.
#[macro_export]
macro_rules! export {
    ($kind:expr) => {
        mod exported {
            #![allow(
                unsafe_code,
                reason = "C calls these, and all they do is to pass on what C promised"
            )]
            #![allow(non_snake_case, reason = "the names are those of the FMI headers")]

            use $crate::fmi2::types::*;
            use $crate::fmi3::Kind;
            use $crate::fmi3::types::*;

            const KIND: $crate::ModelKind = $kind;

            /// Makes an instance of the joint.
            ///
            /// # Safety
            /// As FMI 2.0 says: strings end with a null byte, the callbacks stay valid.
            // SAFETY: FMI 2.0 gives the name to this very function.
            #[unsafe(no_mangle)]
            pub unsafe extern "C-unwind" fn fmi2Instantiate(
                name: fmi2String,
                kind: fmi2Type,
                guid: fmi2String,
                resources: fmi2String,
                callbacks: *const fmi2CallbackFunctions,
                _visible: fmi2Boolean,
                logging: fmi2Boolean,
            ) -> fmi2Component {
                // SAFETY: the importer's promise is this function's own condition.
                unsafe {
                    $crate::fmi2::instantiate(
                        &KIND, name, kind, guid, resources, callbacks, logging,
                    )
                }
            }

            /// Makes an instance of the joint for model exchange.
            ///
            /// # Safety
            /// As FMI 3.0 says: strings end with a null byte, the logger stays valid.
            // SAFETY: FMI 3.0 gives the name to this very function.
            #[unsafe(no_mangle)]
            pub unsafe extern "C-unwind" fn fmi3InstantiateModelExchange(
                name: fmi3String,
                token: fmi3String,
                resources: fmi3String,
                _visible: fmi3Boolean,
                logging: fmi3Boolean,
                environment: fmi3InstanceEnvironment,
                log: Option<fmi3LogMessageCallback>,
            ) -> fmi3Instance {
                let strings = $crate::fmi3::Strings { name, token, resources };
                // SAFETY: the importer's promise is this function's own condition.
                unsafe {
                    $crate::fmi3::instantiate(
                        &KIND,
                        Kind::ModelExchange,
                        strings,
                        logging,
                        environment,
                        log,
                    )
                }
            }

            /// Makes an instance of the joint for co-simulation.
            ///
            /// # Safety
            /// As FMI 3.0 says: strings end with a null byte, the logger stays valid.
            // SAFETY: FMI 3.0 gives the name to this very function.
            #[unsafe(no_mangle)]
            pub unsafe extern "C-unwind" fn fmi3InstantiateCoSimulation(
                name: fmi3String,
                token: fmi3String,
                resources: fmi3String,
                _visible: fmi3Boolean,
                logging: fmi3Boolean,
                event_mode_used: fmi3Boolean,
                _early_return_allowed: fmi3Boolean,
                _required: *const fmi3ValueReference,
                _required_count: usize,
                environment: fmi3InstanceEnvironment,
                log: Option<fmi3LogMessageCallback>,
                _intermediate_update: Option<fmi3IntermediateUpdateCallback>,
            ) -> fmi3Instance {
                let kind = Kind::CoSimulation(event_mode_used);
                let strings = $crate::fmi3::Strings { name, token, resources };
                // SAFETY: the importer's promise is this function's own condition.
                unsafe {
                    $crate::fmi3::instantiate(&KIND, kind, strings, logging, environment, log)
                }
            }

            /// Makes no instance: joints have no scheduled execution.
            ///
            /// # Safety
            /// As FMI 3.0 says: strings end with a null byte, the logger stays valid.
            // SAFETY: FMI 3.0 gives the name to this very function.
            #[unsafe(no_mangle)]
            pub unsafe extern "C-unwind" fn fmi3InstantiateScheduledExecution(
                name: fmi3String,
                token: fmi3String,
                resources: fmi3String,
                _visible: fmi3Boolean,
                logging: fmi3Boolean,
                environment: fmi3InstanceEnvironment,
                log: Option<fmi3LogMessageCallback>,
                _clock_update: Option<fmi3ClockUpdateCallback>,
                _lock: Option<fmi3LockPreemptionCallback>,
                _unlock: Option<fmi3LockPreemptionCallback>,
            ) -> fmi3Instance {
                let strings = $crate::fmi3::Strings { name, token, resources };
                // SAFETY: the importer's promise is this function's own condition.
                unsafe {
                    $crate::fmi3::instantiate(
                        &KIND,
                        Kind::ScheduledExecution,
                        strings,
                        logging,
                        environment,
                        log,
                    )
                }
            }
        }
    };
}
