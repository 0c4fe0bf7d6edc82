//! Refusals of a joint: one line, a status, and the state of before.

use crate::common::explosive::EXPLOSIVE;
use crate::common::*;
use spiel_fmi::fmi2::types::*;
use spiel_fmi::fmi2::*;
use std::ffi::CString;

#[test]
fn parameters_out_of_range_are_refused_by_name_and_keep_their_value() {
    let client = Client::of(&JOINT);
    let restitution = reference("contact.restitution");
    for (value, shown) in [(0.0, "0"), (1.3, "1.3"), (f64::NAN, "NaN"), (f64::INFINITY, "inf")] {
        assert_eq!(client.set(&[restitution], &[value]), ERROR);
        let line = client.error();
        assert!(
            line.starts_with(&format!("contact.restitution = {shown} is outside above 0..=1")),
            "{line}"
        );
    }
    unsafe { fmi2EnterInitializationMode(client.component) };
    assert_eq!(client.get(&[restitution]), (OK, vec![0.9]));
}

#[test]
fn a_set_call_takes_all_its_values_or_none() {
    let client = Client::running(&JOINT);
    let frame = [reference("frame_b.x"), reference("frame_b.y")];
    assert_eq!(client.set(&frame, &[1e-4, f64::NAN]), ERROR);
    assert!(client.error().starts_with("frame_b.y = NaN is outside the finite numbers"));
    assert_eq!(client.get(&frame), (OK, vec![0.0, 0.0]));
}

#[test]
fn fixed_parameters_outputs_and_unknown_references_cannot_be_set() {
    let client = Client::running(&JOINT);
    for (reference, part) in [
        (reference("contact.exponent"), "fixed parameter"),
        (reference("load_a.fx"), "output"),
        (9999, "value reference = 9999 is unknown; this model has 0..="),
    ] {
        assert_eq!(client.set(&[reference], &[1.2]), ERROR);
        let line = client.error();
        assert!(line.contains(part), "{line}");
    }
    assert_eq!(client.step(0.0, 1e-6), OK);
}

#[test]
fn arrays_of_up_to_sixteen_values_for_each_variable_are_credible() {
    let client = Client::running(&JOINT);
    let most = 16 * block(&JOINT).rows().len();
    let mut references = vec![reference("frame_b.x"); most];
    assert_eq!(client.get(&references), (OK, vec![0.0; most]));
    references.push(references[0]);
    assert_eq!(client.get(&references).0, ERROR);
    assert_eq!(client.error(), format!("nvr = {} is more than {most} values", most + 1));
}

#[test]
fn a_value_of_another_type_is_refused() {
    let client = Client::of(&JOINT);
    assert_eq!(client.set(&[reference("contact.elastic")], &[1.0]), ERROR);
    assert!(client.error().contains("(contact.elastic) is not of type Real"));
}

#[test]
fn an_enumeration_takes_its_items_only() {
    let client = Client::of(&JOINT);
    let (elastic, value) = (reference("contact.elastic"), 77);
    let status = unsafe { fmi2SetInteger(client.component, &elastic, 1, &value) };
    assert_eq!(status, ERROR);
    assert!(client.error().starts_with("contact.elastic = 77 is none of hertz 1"));
}

#[test]
fn parameters_that_do_not_fit_each_other_are_refused_before_the_first_step() {
    let client = Client::of(&JOINT);
    assert_eq!(client.set(&[reference("geometry.clearance")], &[0.02]), OK);
    assert_eq!(unsafe { fmi2EnterInitializationMode(client.component) }, ERROR);
    assert!(client.error().starts_with("geometry.clearance = 0.02 is outside"));
    assert_eq!(client.set(&[reference("geometry.clearance")], &[1e-4]), OK);
    assert_eq!(unsafe { fmi2EnterInitializationMode(client.component) }, OK);
}

#[test]
fn after_a_failed_step_outputs_are_the_last_valid_ones_until_a_reset() {
    for (start, size) in
        [(1e-6, 0.0), (1e-6, -1e-6), (1e-6, f64::NAN), (1e-6, f64::INFINITY), (-5e-6, 1e-6)]
    {
        let client = Client::running(&JOINT);
        assert_eq!(client.set(&[reference("frame_b.x")], &[6e-4]), OK);
        assert_eq!(client.step(0.0, 1e-6), OK);
        let before = client.get(&loads());
        assert!(before.1[0] > 0.0);
        assert_eq!(client.step(start, size), ERROR, "{start} {size}");
        client.error();
        assert_eq!(client.get(&loads()), before);
        assert_eq!(client.step(1e-6, 1e-6), ERROR);
        assert!(client.error().contains("fmi2DoStep is not allowed in state StepFailed"));
        unsafe {
            assert_eq!(fmi2Reset(client.component), OK);
            assert_eq!(fmi2EnterInitializationMode(client.component), OK);
            assert_eq!(fmi2ExitInitializationMode(client.component), OK);
        }
        assert_eq!(client.step(0.0, 1e-6), OK);
    }
}

#[test]
fn bodies_far_away_give_an_error_or_finite_loads() {
    let client = Client::running(&JOINT);
    for value in [1e300, -1e300, 1e154, f64::MIN_POSITIVE / 4.0, 1e9] {
        assert_eq!(
            client.set(&[reference("frame_b.x"), reference("frame_b.vx")], &[value, value]),
            OK
        );
        let (status, values) = client.get(&loads());
        assert!(values.iter().all(|load| load.is_finite()), "{value:e}: {values:?}");
        assert_eq!(status == OK, client.log().is_empty(), "{value:e}");
    }
}

#[test]
fn calls_out_of_order_are_refused_and_change_nothing() {
    let client = Client::of(&JOINT);
    assert_eq!(client.step(0.0, 1e-6), ERROR);
    assert!(client.error().contains("fmi2DoStep is not allowed in state Instantiated"));
    assert_eq!(client.get(&loads()).0, ERROR);
    client.error();
    unsafe {
        assert_eq!(fmi2EnterInitializationMode(client.component), OK);
        assert_eq!(fmi2SetupExperiment(client.component, 0, 0.0, 0.0, 0, 0.0), ERROR);
        client.error();
        assert_eq!(fmi2ExitInitializationMode(client.component), OK);
        assert_eq!(fmi2Terminate(client.component), OK);
    }
    assert_eq!(client.get(&loads()).0, OK);
    assert_eq!(client.step(0.0, 1e-6), ERROR);
}

#[test]
fn null_pointers_are_refused_and_empty_arrays_are_fine() {
    let null = std::ptr::null_mut();
    unsafe {
        assert_eq!(fmi2DoStep(null, 0.0, 1e-6, 1), ERROR);
        fmi2FreeInstance(null);
        let client = Client::running(&JOINT);
        let component = client.component;
        assert_eq!(fmi2GetReal(component, std::ptr::null(), 0, std::ptr::null_mut()), OK);
        assert_eq!(fmi2SetReal(component, std::ptr::null(), 0, std::ptr::null()), OK);
        assert_eq!(fmi2GetReal(component, std::ptr::null(), 3, std::ptr::null_mut()), ERROR);
        assert!(client.error().contains("an array of 3 values is null"));
        let mut value = 0.0;
        assert_eq!(fmi2GetReal(component, &0, usize::MAX, &mut value), ERROR);
        client.error();
        let nothing = instantiate(
            &JOINT,
            c"x".as_ptr(),
            1,
            std::ptr::null(),
            std::ptr::null(),
            std::ptr::null(),
            0,
        );
        assert!(nothing.is_null());
    }
}

#[test]
fn functions_that_are_not_supported_say_so() {
    let client = Client::running(&JOINT);
    unsafe {
        assert_eq!(fmi2CancelStep(client.component), ERROR);
        assert!(client.error().contains("not supported"));
    }
}

#[test]
fn a_wrong_guid_or_a_missing_resource_is_named() {
    let wrong = c"{00000000}";
    let client = Client::ordered(&JOINT, c"x", FMI2_CO_SIMULATION, wrong, None);
    assert!(client.component.is_null());
    assert!(client.error().contains("resources/unit.json: no resource location"));
    let client =
        Client::ordered(&JOINT, c"x", FMI2_CO_SIMULATION, wrong, Some(c"file:///nowhere/at%20all"));
    assert!(client.component.is_null());
    assert!(client.error().contains("resources/unit.json"));
    let folder = tempfile::tempdir().unwrap();
    let text = r#"{"joint":"revolute_clearance","kinds":"cs","guid":"{1}","start":{"contact.restitution":"0.5"}}"#;
    std::fs::write(folder.path().join("unit.json"), text).unwrap();
    let place = CString::new(format!("file://{}", folder.path().display())).unwrap();
    let client = Client::ordered(&JOINT, c"x", FMI2_CO_SIMULATION, wrong, Some(&place));
    assert!(client.component.is_null());
    assert!(client.error().starts_with("guid = {00000000} is not {1}"));
    for (kind, why) in [(FMI2_MODEL_EXCHANGE, "kinds = cs leaves out me"), (7, "fmuType = 7")] {
        let client = Client::ordered(&JOINT, c"x", kind, c"{1}", Some(&place));
        assert!(client.component.is_null());
        let line = client.error();
        assert!(line.contains(why), "{line}");
    }
    let client = Client::ordered(&JOINT, c"x", FMI2_CO_SIMULATION, c"{1}", Some(&place));
    for _ in 0..2 {
        unsafe { assert_eq!(fmi2EnterInitializationMode(client.component), OK) };
        assert_eq!(client.get(&[reference("contact.restitution")]), (OK, vec![0.5]));
        unsafe { assert_eq!(fmi2Reset(client.component), OK) };
    }
}

#[test]
fn a_rough_surface_that_stiffens_or_starts_plastic_is_a_warning_and_one_that_carries_nothing_an_error()
 {
    for (roughness, enters, says) in
        [(5e-8, OK, "smooth bodies"), (3e-5, OK, "sinks in"), (5e-5, ERROR, "surface.hardness")]
    {
        let client = Client::of(&JOINT);
        let (elastic, fractal) = (reference("contact.elastic"), 4);
        assert_eq!(unsafe { fmi2SetInteger(client.component, &elastic, 1, &fractal) }, OK);
        assert_eq!(client.set(&[reference("surface.roughness")], &[roughness]), OK);
        assert_eq!(unsafe { fmi2EnterInitializationMode(client.component) }, enters);
        if enters == OK {
            assert_eq!(unsafe { fmi2ExitInitializationMode(client.component) }, OK);
        }
        let log = client.log();
        assert!(log.len() == 1 && log[0].1.contains(says), "{roughness}: {log:?}");
    }
}

#[test]
fn a_panic_inside_a_model_is_fatal_for_the_instance_only() {
    let client = Client::running(&EXPLOSIVE);
    assert_eq!(client.set(&[0], &[-1.0]), OK);
    assert_eq!(client.step(0.0, 1.0), fmi2Status::fmi2Fatal);
    assert_eq!(
        client.log(),
        [(fmi2Status::fmi2Fatal as i32, "panic in fmi2DoStep: 100 % wrong".to_owned())]
    );
    assert_eq!(client.get(&[0]).0, fmi2Status::fmi2Fatal);
    assert_eq!(unsafe { fmi2Reset(client.component) }, fmi2Status::fmi2Fatal);
}
