//! Loggers that do more than to write a line: they call the instance, end it, or do not return.

#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "unless a comment says otherwise, the component is alive, arrays are as long as announced"
)]

use crate::common::explosive::{EXPLOSIVE, MEANWHILE};
use crate::common::{ERROR, JOINT, OK, reference};
use spiel::model::ModelKind;
use spiel_fmi::fmi2::types::*;
use spiel_fmi::fmi2::*;
use spiel_fmi::*;
use std::cell::{Cell, RefCell};
use std::ffi::{CStr, CString, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr::null_mut;

/// The instance's name.
const NAME: &CStr = c"pin";

/// A host: its instance, what its logger does, and the lines that it has got.
struct Host {
    component: Cell<fmi2Component>,
    act: Cell<fn(&Host)>,
    lines: RefCell<Vec<String>>,
}

unsafe extern "C-unwind" fn logger(
    environment: *mut c_void,
    instance: fmi2String,
    _status: fmi2Status,
    _category: fmi2String,
    message: fmi2String,
) {
    // SAFETY: the environment is the host that calls; strings end with a null byte.
    let (host, line) = unsafe { (&*environment.cast::<Host>(), CStr::from_ptr(message)) };
    assert_eq!(unsafe { CStr::from_ptr(instance) }, NAME);
    host.lines.borrow_mut().push(line.to_string_lossy().into_owned());
    host.act.get()(host);
}

impl Host {
    fn new(act: fn(&Self)) -> Box<Self> {
        let (component, lines) = (Cell::new(null_mut()), RefCell::default());
        Box::new(Self { component, act: Cell::new(act), lines })
    }

    fn instantiate(&self, model: &ModelKind, kind: fmi2Type, guid: &str) {
        // SAFETY: C passes the fixed arguments of a variadic function like those of `logger`.
        let logger = unsafe {
            std::mem::transmute::<*const c_void, fmi2CallbackLogger>(logger as *const c_void)
        };
        let callbacks = fmi2CallbackFunctions {
            logger: Some(logger),
            allocate_memory: None,
            free_memory: None,
            step_finished: None,
            component_environment: std::ptr::from_ref(self).cast_mut().cast(),
        };
        let (name, guid, nowhere) = (NAME.as_ptr(), CString::new(guid).unwrap(), std::ptr::null());
        let made = unsafe { instantiate(model, name, kind, guid.as_ptr(), nowhere, &callbacks, 1) };
        self.component.set(made);
    }

    /// With an instance that is ready for a step, or in event mode.
    fn running(model: &ModelKind, kind: fmi2Type, act: fn(&Self)) -> Box<Self> {
        let host = Self::new(|_| ());
        host.instantiate(model, kind, &default_guid(model.name));
        unsafe {
            assert_eq!(fmi2EnterInitializationMode(host.component.get()), OK);
            assert_eq!(fmi2ExitInitializationMode(host.component.get()), OK);
        }
        host.lines.borrow_mut().clear();
        host.act.set(act);
        host
    }

    /// A step that is refused, whatever came before.
    fn wrong_step(&self) -> fmi2Status {
        unsafe { fmi2DoStep(self.component.get(), 0.0, -1.0, 1) }
    }

    fn get(&self, number: u32) -> (fmi2Status, f64) {
        let mut value = f64::NAN;
        (unsafe { fmi2GetReal(self.component.get(), &number, 1, &raw mut value) }, value)
    }

    fn end(&self) {
        unsafe { fmi2FreeInstance(self.component.take()) };
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.act.set(|_| ());
        self.end();
    }
}

#[test]
fn a_logger_finds_an_instance_whose_call_is_over() {
    let host = Host::running(&JOINT, FMI2_CO_SIMULATION, |host| {
        let (status, force) = host.get(reference("load_b.fx"));
        assert!(status == OK && force.is_finite());
        assert_eq!(unsafe { fmi2Reset(host.component.get()) }, OK);
    });
    assert_eq!(host.wrong_step(), ERROR);
    assert_eq!(host.lines.borrow().len(), 1, "{:?}", host.lines);
    assert_eq!(unsafe { fmi2EnterInitializationMode(host.component.get()) }, OK, "it was reset");
}

/// Was a use after free.
#[test]
fn an_instance_that_its_logger_ends_says_nothing_more() {
    let host = Host::running(&JOINT, FMI2_MODEL_EXCHANGE, |_| ());
    let names = ["frame_b.x", "frame_b.vx"].map(reference);
    let states = [0.0; 16];
    let enter_contact = |host: &Host| unsafe {
        assert_eq!(
            fmi2SetReal(host.component.get(), names.as_ptr(), 2, [5.2e-4, 0.1].as_ptr()),
            OK
        );
        let count = (0..16).find(|n| {
            let mut values = [0.0; 16];
            fmi2GetContinuousStates(host.component.get(), values.as_mut_ptr(), *n) == OK
        });
        host.lines.borrow_mut().clear();
        fmi2SetContinuousStates(host.component.get(), states.as_ptr(), count.unwrap())
    };
    // In event mode the event is ended for it: one line of that and one of the contact.
    assert_eq!(enter_contact(&host), OK);
    assert_eq!(host.lines.borrow().len(), 2, "{:?}", host.lines);
    let host = Host::running(&JOINT, FMI2_MODEL_EXCHANGE, |host| {
        if host.lines.borrow().iter().any(|line| line.contains("contact began")) {
            host.end();
        }
    });
    assert_eq!(enter_contact(&host), OK);
    assert_eq!(host.lines.borrow().len(), 1, "{:?}", host.lines);
    assert!(host.component.get().is_null());
}

#[test]
fn a_logger_that_makes_the_mistake_it_is_told_of_comes_to_an_end() {
    let host = Host::running(&JOINT, FMI2_CO_SIMULATION, |host| {
        assert_eq!(unsafe { fmi2EnterEventMode(host.component.get()) }, ERROR);
    });
    for _ in 0..3 {
        assert_eq!(unsafe { fmi2EnterEventMode(host.component.get()) }, ERROR);
        assert_eq!(host.lines.take().len(), 4);
    }
}

/// Ended the process: an exception could not leave a function of C.
#[test]
fn an_exception_of_the_logger_passes_and_the_instance_goes_on() {
    let host = Host::running(&JOINT, FMI2_CO_SIMULATION, |_| resume_unwind(Box::new(7)));
    let status = unsafe { fmi2DoStep(host.component.get(), 0.0, 1e-6, 1) };
    assert_eq!(status, OK);
    for count in 1..20 {
        let thrown = catch_unwind(AssertUnwindSafe(|| host.wrong_step())).unwrap_err();
        assert_eq!(*thrown.downcast::<i32>().unwrap(), 7);
        assert_eq!(host.lines.borrow().len(), count);
        assert_eq!(host.get(reference("load_b.fx")).0, OK);
    }
    assert_eq!(unsafe { fmi2Reset(host.component.get()) }, OK);
    assert_eq!(unsafe { fmi2EnterInitializationMode(host.component.get()) }, OK);
    let refused = Host::new(|_| resume_unwind(Box::new(7)));
    let order = || refused.instantiate(&JOINT, FMI2_CO_SIMULATION, "another");
    assert!(catch_unwind(AssertUnwindSafe(order)).is_err());
}

/// A longjmp out of the logger left the host with the arithmetic of the call.
#[cfg(target_arch = "x86_64")]
#[test]
fn a_logger_has_its_hosts_arithmetic() {
    use super::traps::{settings, trapped};
    thread_local! { static SEEN: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) }; }
    let see = |_: &Host| SEEN.with_borrow_mut(|seen| seen.push(settings()));
    let host = Host::running(&JOINT, FMI2_CO_SIMULATION, see);
    let refused = Host::new(see);
    let own = trapped(|| {
        let own = settings();
        host.wrong_step();
        unsafe { fmi2SetReal(host.component.get(), &0, 1, &f64::INFINITY) };
        refused.instantiate(&JOINT, FMI2_CO_SIMULATION, "another");
        own
    });
    assert_eq!(SEEN.take(), [own; 3]);
}

#[test]
fn an_instance_that_is_in_a_call_refuses_another_one() {
    thread_local! { static WITHIN: Cell<fmi2Component> = const { Cell::new(null_mut()) }; }
    let host = Host::running(&EXPLOSIVE, FMI2_CO_SIMULATION, |_| ());
    WITHIN.set(host.component.get());
    MEANWHILE.set(|| unsafe {
        assert_eq!(fmi2GetReal(WITHIN.get(), &0, 0, null_mut()), ERROR);
        assert_eq!(fmi2Reset(WITHIN.get()), ERROR);
        fmi2FreeInstance(WITHIN.get());
    });
    let status = unsafe { fmi2DoStep(host.component.get(), 0.0, 1.0, 1) };
    MEANWHILE.set(|| ());
    assert_eq!(status, OK);
    assert_eq!(host.get(0).0, OK, "it is alive");
}
