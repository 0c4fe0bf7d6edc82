//! Instances as importers make and end them.

use super::arithmetic::HostArithmetic;
use super::call::{Served, said};
use crate::slave::{
    Category, Instance, Interface, Line, Logger, Mail, Order, Say, Severity, boxed,
};
use spiel::model::ModelKind;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::ptr::null_mut;

/// The arguments of a version's function that makes instances.
pub(crate) struct Request {
    /// Its name.
    pub function: &'static str,
    /// The version's habits.
    pub interface: &'static Interface,
    pub name: Option<String>,
    pub guid: Option<String>,
    pub resources: Option<PathBuf>,
    /// The kind of the instance: true if the importer's solver integrates; or the line that refuses it.
    pub continuous: Result<bool, Box<Line>>,
    /// Is true if all categories are logged.
    pub logging: bool,
}

/// Returns the handle of a new instance, or null; and its waiting lines, which go to the function that
/// `say` gives for the instance's name.
pub(crate) fn make(
    model: &ModelKind,
    request: Request,
    say: impl FnOnce(&str) -> Option<Say>,
) -> (*mut c_void, Mail) {
    let _host = HostArithmetic::set_aside();
    let called = request.name.as_deref().filter(|name| !name.is_empty()).unwrap_or(model.name);
    let mut logger = Logger::new(say(called), request.interface.errors_only);
    logger.listen(request.logging, &Category::ALL);
    let (function, mail) = (request.function, logger.mail());
    let made = catch_unwind(AssertUnwindSafe(|| Instance::new(model, order(request)?, logger)));
    let (severity, why) = match made {
        Ok(Ok(instance)) => return (Box::into_raw(Served::boxed(instance)).cast(), mail),
        Ok(Err(why)) => (Severity::Error, why),
        Err(payload) => {
            let text = format_args!("panic in {function}: {}", said(payload.as_ref()));
            (Severity::Fatal, boxed(text))
        }
    };
    mail.error(severity, &why);
    (null_mut(), mail)
}

/// Reads the importer's order, or refuses it.
fn order(request: Request) -> Result<Order, Box<Line>> {
    let Request { function, interface, name, guid, resources, continuous, .. } = request;
    let guid = guid.ok_or_else(|| {
        boxed(format_args!("{function}: {} is null; it must be a string", interface.token))
    })?;
    if name.is_none() {
        return Err(boxed(format_args!("{function}: instanceName is null; it must be a string")));
    }
    Ok(Order { guid, resources, continuous: continuous?, interface })
}

/// Ends an instance, in whatever state it is; null is fine. From its own logger, too; but not while
/// another thread is in a call of it.
///
/// # Safety
/// `handle` is null or came from [`make`] and is not used again.
pub(crate) unsafe fn free(handle: *mut c_void) {
    let served = handle.cast::<Served>();
    // SAFETY: by this function's own condition it is null or what `make` has made, and alive.
    if served.is_null() || unsafe { (*served).is_busy() } {
        return;
    }
    // SAFETY: it came from Box::into_raw in `make`, by this function's own condition.
    let instance = unsafe { Box::from_raw(served) }.into_inner();
    instance.logger.close();
    let _ = catch_unwind(AssertUnwindSafe(|| drop(instance)));
}
