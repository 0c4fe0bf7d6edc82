//! The macro that turns a joint into a library.

/// Makes a library of one [`ModelKind`](spiel::model::ModelKind): the one function that must know which
/// it is.
#[macro_export]
macro_rules! export {
    ($kind:expr) => {
        /// Makes an instance of the joint.
        ///
        /// # Safety
        /// As FMI 2.0 says: strings end with a null byte, the callbacks stay valid.
        // SAFETY: FMI 2.0 gives the name to this very function.
        #[unsafe(no_mangle)]
        #[allow(unsafe_code, reason = "C calls it, and all it does is to pass on what C promised")]
        pub unsafe extern "C-unwind" fn fmi2Instantiate(
            name: $crate::fmi2::types::fmi2String,
            kind: $crate::fmi2::types::fmi2Type,
            guid: $crate::fmi2::types::fmi2String,
            resources: $crate::fmi2::types::fmi2String,
            callbacks: *const $crate::fmi2::types::fmi2CallbackFunctions,
            _visible: $crate::fmi2::types::fmi2Boolean,
            logging: $crate::fmi2::types::fmi2Boolean,
        ) -> $crate::fmi2::types::fmi2Component {
            const KIND: $crate::ModelKind = $kind;
            // SAFETY: the importer's promise is this function's own condition.
            unsafe {
                $crate::fmi2::instantiate(&KIND, name, kind, guid, resources, callbacks, logging)
            }
        }
    };
}
