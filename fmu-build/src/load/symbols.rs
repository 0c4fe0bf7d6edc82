//! Tables of functions that are found by name in a library.

use crate::Error;
use libloading::Library;
use std::ffi::c_int;
use std::path::Path;

/// Status that an untrusted function returns: one of its version's, if it keeps to FMI.
pub(super) type Status = c_int;

/// Functions of one version that are looked for together.
pub(super) trait Table: Copy {
    /// The functions, all of which must be there.
    fn find(library: &Library, path: &Path) -> Result<Self, Error>;
    /// Their names.
    fn names() -> Vec<&'static str>;
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
