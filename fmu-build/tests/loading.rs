//! Libraries as hosts load them: the same table of calls, many at once, and unloading too early.

#![allow(unsafe_code, reason = "a host calls what it has found in a library")]
#![allow(dead_code, reason = "the modules are shared with the tests of the C interface")]

#[path = "../../fmi/tests/hosts/calls.rs"]
mod calls;
#[path = "../../fmi/tests/common/mod.rs"]
mod common;
#[path = "../../fmi/tests/hosts/expected.rs"]
mod expected;
#[path = "../../fmi/tests/hosts/functions.rs"]
mod functions;
#[path = "../../fmi/tests/hosts/guest.rs"]
mod guest;
#[path = "../../fmi/tests/hosts/legal_order.rs"]
mod legal_order;
#[path = "../../fmi/tests/hosts/source.rs"]
mod source;
#[path = "../../fmi/tests/hosts/threads.rs"]
mod threads;
#[path = "../../fmi/tests/hosts/three.rs"]
mod three;

use common::OK;
use fmu_build::{Fmu, Instance, Libraries, Variant, build};
use functions::Functions;
use guest::Source;
use spiel::catalogue;
use spiel::model::ModelKind;
use spiel_fmi::fmi2::types::*;
use spiel_fmi::{Phase, default_guid};
use std::ffi::{CString, c_void};
use std::path::Path;

type Instantiate = unsafe extern "C" fn(
    fmi2String,
    fmi2Type,
    fmi2String,
    fmi2String,
    *const fmi2CallbackFunctions,
    fmi2Boolean,
    fmi2Boolean,
) -> fmi2Component;

/// The functions of a library, as `find` finds them.
///
/// # Safety
/// `find` gives addresses in a library of `joint` that stays open while the source is used.
unsafe fn source(joint: &ModelKind, find: impl Fn(&str) -> *const c_void) -> Source {
    // SAFETY: FMI 2.0 fixes the type of the function of this name.
    let instantiate: Instantiate = unsafe { std::mem::transmute(find("fmi2Instantiate")) };
    let guid = CString::new(default_guid(joint.name)).unwrap();
    let make = move |callbacks: &fmi2CallbackFunctions| {
        let (name, nowhere) = (c"loaded".as_ptr(), std::ptr::null());
        // SAFETY: strings end with a null byte, the callbacks outlive the instance.
        unsafe { instantiate(name, FMI2_CO_SIMULATION, guid.as_ptr(), nowhere, callbacks, 0, 0) }
    };
    // SAFETY: by this function's own condition.
    Source::with(joint, unsafe { Functions::found(find) }, Box::new(make))
}

/// The library of a joint.
fn bytes_of(joint: &ModelKind) -> Vec<u8> {
    Libraries::Compiled.of(joint.name).unwrap().remove(0).1
}

/// A copy of the library of a joint that only `open` opens, there while it does.
fn opened<T>(joint: &ModelKind, open: impl FnOnce(&Path) -> T) -> T {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("joint.library");
    std::fs::write(&path, bytes_of(joint)).unwrap();
    open(&path)
}

/// Opens a library for good.
fn loaded(joint: &ModelKind) -> Source {
    // SAFETY: the library is our own and is never closed.
    unsafe {
        let library = opened(joint, |path| libloading::Library::new(path).unwrap());
        let library = Box::leak(Box::new(library));
        source(joint, |name| *library.get::<*const c_void>(name).unwrap())
    }
}

fn revolute() -> &'static ModelKind {
    catalogue::named("revolute_clearance").unwrap()
}

#[test]
fn a_loaded_joint_keeps_to_the_table_of_legal_orders() {
    let source = loaded(revolute());
    assert!(legal_order::every_function_in_every_state(&source) > 400);
    legal_order::every_function_without_an_instance(&source);
}

#[test]
fn a_thousand_loaded_instances_in_sixteen_threads_do_what_each_does_alone() {
    threads::threads_do_not_disturb_each_other(&loaded(revolute()), 1000, 200);
}

/// A journal pressed into its hole ever deeper; what pushes it back.
fn press(fmu: &Fmu, instance: &mut Instance, step: u32) -> f64 {
    let inputs = fmu.references(["frame_b.x", "frame_b.vx"]).unwrap();
    let (size, mut force) = (1e-6, [0.0]);
    instance.set_real(&inputs, &[5e-4 + 1e-7 * f64::from(step), 0.1]).unwrap();
    instance.step(f64::from(step) * size, size).unwrap();
    instance.get_real(&fmu.references(["load_b.fx"]).unwrap(), &mut force).unwrap();
    force[0]
}

#[test]
fn two_fmus_of_one_joint_keep_their_own_parameters_side_by_side() {
    let folder = tempfile::tempdir().unwrap();
    let fmus = [("soft", "7e10"), ("hard", "4e11")].map(|(name, modulus)| {
        let mut variant = Variant::of("revolute_clearance").unwrap();
        variant.set("material_b.youngs_modulus", modulus).unwrap();
        let path = folder.path().join(name).with_extension("fmu");
        build(&variant, &path).unwrap();
        Fmu::open(&path).unwrap()
    });
    assert_ne!(fmus[0].description().guid, fmus[1].description().guid);
    let alone = fmus.each_ref().map(|fmu| {
        let mut instance = fmu.start("alone", &[]).unwrap();
        (0..50).map(|step| press(fmu, &mut instance, step)).collect::<Vec<_>>()
    });
    assert!(
        alone[1][49].abs() > 1.2 * alone[0][49].abs(),
        "the harder journal is pushed back harder"
    );
    let mut together = fmus.each_ref().map(|fmu| fmu.start("together", &[]).unwrap());
    for step in 0..50 {
        for index in 0..2 {
            let force = press(&fmus[index], &mut together[index], step);
            assert_eq!(force.to_bits(), alone[index][step as usize].to_bits());
        }
    }
}

#[cfg(unix)]
mod unix {
    use super::*;
    use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_LOCAL, RTLD_NOW};

    fn open(joint: &ModelKind, flags: i32) -> Library {
        // SAFETY: the library is our own.
        opened(joint, |path| unsafe { Library::open(Some(path), RTLD_NOW | flags).unwrap() })
    }

    /// The functions of an open library.
    ///
    /// # Safety
    /// The library stays open while the source is used.
    unsafe fn source_in(library: &Library, joint: &ModelKind) -> Source {
        // SAFETY: by this function's own condition.
        unsafe { source(joint, |name| *library.get::<*const c_void>(name).unwrap()) }
    }

    /// The rest of a run from a first step in contact.
    fn run(source: &Source) -> Vec<u64> {
        let guest = source.guest();
        guest.lead_to(Phase::StepComplete);
        legal_order::rest(&guest, Phase::StepComplete)
    }

    #[test]
    fn libraries_whose_names_are_visible_to_all_do_not_take_each_others_functions() {
        let joints = ["revolute_clearance", "translational_clearance"];
        let joints = joints.map(|name| catalogue::named(name).unwrap());
        let open = [0, 1, 0].map(|index| (joints[index], open(joints[index], RTLD_GLOBAL)));
        for (joint, library) in &open {
            // SAFETY: the library is closed after the source is gone.
            let source = unsafe { source_in(library, joint) };
            assert_eq!(run(&source), run(&Source::linked(joint)), "{}", joint.name);
        }
    }

    #[test]
    fn a_library_closed_with_instances_alive_takes_nothing_down() {
        for round in 0..8 {
            let close = || {
                let library = open(revolute(), RTLD_LOCAL);
                // SAFETY: the source is forgotten before the library closes.
                let source = unsafe { source_in(&library, revolute()) };
                for phase in [Phase::Instantiated, Phase::StepComplete, Phase::StepFailed] {
                    let guest = source.guest();
                    guest.lead_to(phase);
                    // The host never frees it and never touches it again.
                    std::mem::forget(guest);
                }
                library.close().unwrap();
            };
            // Here, and in a thread that ends after its library.
            if round % 2 == 0 { close() } else { std::thread::spawn(close).join().unwrap() }
        }
        let source = loaded(revolute());
        let guest = source.guest();
        guest.touch();
        assert_eq!((guest.enter(), guest.exit()), (OK, OK));
    }
}
