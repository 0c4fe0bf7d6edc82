//! The common part of the C interfaces of all versions of FMI: importers' pointers, the path of every call, and
//! the bodies of functions.

#![allow(
    unsafe_code,
    reason = "pointers are followed on the importer's word; the unit only ever sees references and \
              slices"
)]

mod arithmetic;
mod bodies;
mod call;
mod counted;
mod host;
mod lent;
mod make;
mod order;

pub(crate) use bodies::{
    Categories, differentiate, forget, get, listen, missing, pack, packed_size, save, set, unpack,
};
pub(crate) use call::{Answer, call, exported};
pub(crate) use counted::{adjoint_counted, differentiate_counted, get_counted, set_counted};
pub(crate) use host::escaped;
pub(crate) use lent::{In, Out, Place, Text, Truth, both, exactly};
pub(crate) use make::{Request, free, make};
pub use order::Rule;
pub(crate) use order::{Manner, functions, phases};
