//! Every FMU has every variable of its joint, can be switched to any law, and passes its own check.

use fmu_build::{Choices, Fmu, Variant, build, check};
use model_description::Value;
use model_description::xml::TypeOf;
use spiel::catalogue;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The FMU of a joint with these start values.
fn built(folder: &TempDir, joint: &str, choices: &Choices, set: &[&str]) -> PathBuf {
    let mut variant = Variant::with(joint, choices).unwrap();
    set.iter().for_each(|assignment| variant.set_assignment(assignment).unwrap());
    let path = folder.path().join(format!("{joint}.fmu"));
    build(&variant, &path).unwrap();
    path
}

/// Name, value reference and causality of every variable but those that a solver gets of its states: other
/// laws have other states, or none.
fn variables(joint: &str, set: &[&str]) -> Vec<(String, u32, String)> {
    let mut variant = Variant::of(joint).unwrap();
    set.iter().for_each(|assignment| variant.set_assignment(assignment).unwrap());
    let description = variant.description().unwrap();
    let variables = description.model_variables.variables.into_iter();
    let all = variables.filter(|variable| !variable.name.contains("_scaled"));
    all.map(|it| (it.name, it.value_reference, it.causality)).collect()
}

#[test]
fn every_fmu_of_a_joint_lists_all_its_parameters_whatever_laws_it_starts_with() {
    for (joint, laws) in [
        (
            "revolute_clearance",
            &[
                &["contact.elastic=fractal", "friction.model=none"][..],
                &["contact.elastic=kelvin_voigt", "friction.model=iwan_network"],
                &["friction.model=bristles", "coupling.method=end_point"],
                &["coupling.method=predicted", "coupling.mobility_xx=1", "coupling.mobility_yy=1"],
            ][..],
        ),
        (
            "translational_clearance",
            &[&["contact.elastic=kelvin_voigt"][..], &["friction.model=coulomb"]],
        ),
        (
            "rough_interface",
            &[
                &["interface.model=iwan_stack", "clamp.force=1000"][..],
                &["interface.model=iwan_network"],
            ],
        ),
        (
            "sliced_pin",
            &[&["contact.line_law=persson", "friction.model=none"][..], &["wear.enabled=true"]],
        ),
    ] {
        let plain = variables(joint, &[]);
        for set in laws {
            assert_eq!(variables(joint, set), plain, "{joint} {set:?}");
        }
    }
}

#[test]
fn what_is_chosen_at_the_build_has_its_value_and_no_other() {
    let choices = Choices { ports: Some("relative".to_owned()), ..Choices::default() };
    let mut variant = Variant::with("sliced_pin", &choices).unwrap();
    variant.set("build.slices", "7").unwrap();
    let description = variant.description().unwrap();
    for (name, kind, [causality, variability]) in [
        (
            "build.ports",
            TypeOf::Enumeration { declared_type: "PinPortKind".to_owned(), start: Some(2) },
            ["local", "constant"],
        ),
        (
            // OpenModelica's import leaves constants that are no enumerations without a value.
            "build.slices",
            TypeOf::Integer { min: Some(7), max: Some(7), start: Some(7) },
            ["parameter", "fixed"],
        ),
    ] {
        let all = &description.model_variables.variables;
        let variable = all.iter().find(|variable| variable.name == name).unwrap();
        assert_eq!(variable.kind, kind);
        assert_eq!(variable.causality, causality);
        assert_eq!(variable.variability.as_deref(), Some(variability));
        assert_eq!(variable.initial.as_deref(), Some("exact"));
    }
}

#[test]
fn a_default_pin_can_be_switched_to_any_law_before_initialization() {
    let folder = tempfile::tempdir().unwrap();
    let fmu = Fmu::open(&built(&folder, "revolute_clearance", &Choices::default(), &[])).unwrap();
    let inputs = fmu.references(["frame_b.x", "frame_b.vx"]).unwrap();
    let outputs = fmu.references(["load_b.fx", "coupling.work_mismatch"]).unwrap();
    // The journal of a kilogram, pressed into the wall step by step as if it were free.
    let run = |settings: &[(&str, Value)]| {
        let mut instance = fmu.start("switched", settings).unwrap();
        let (mut place, mut speed, size, mut told) = (4.99e-4, 0.5, 1e-6, [0.0; 2]);
        let mut most = 0.0_f64;
        for step in 0..400 {
            instance.set_real(&inputs, &[place, speed]).unwrap();
            instance.step(f64::from(step) * size, size).unwrap();
            instance.get_real(&outputs, &mut told).unwrap();
            assert!(told.iter().all(|number| number.is_finite()), "{settings:?}: {told:?}");
            place += size * (speed + 0.5 * size * told[0]);
            speed += size * told[0];
            most = most.max(-told[0]);
        }
        assert!(most > 100.0 && speed < -0.2, "{settings:?}: {most} N, {speed} m/s");
        (most, speed)
    };
    let hertz = run(&[]);
    let fractal = run(&[
        ("contact.elastic", Value::Integer(4)),
        ("surface.roughness", Value::Real(1e-7)),
        ("contact.restitution", Value::Real(0.9)),
    ]);
    assert!((fractal.0 - hertz.0).abs() > 1e-3 * hertz.0, "{fractal:?} {hertz:?}");
    let predicted = run(&[
        ("coupling.method", Value::Integer(3)),
        ("coupling.mobility_xx", Value::Real(1.0)),
        ("coupling.mobility_yy", Value::Real(1.0)),
    ]);
    // 2e-2: what the plain law loses at this step.
    assert!((predicted.1 - hertz.1).abs() < 2e-2, "{predicted:?} {hertz:?}");
}

#[test]
fn every_model_passes_its_check() {
    let folder = tempfile::tempdir().unwrap();
    let relative = || Choices { ports: Some("relative".to_owned()), ..Choices::default() };
    for model in catalogue::ALL {
        let path = built(&folder, model.name, &Choices::default(), &[]);
        assert_eq!(check(&path).unwrap(), [], "{}", model.name);
        if Variant::of(model.name).unwrap().start("build.ports").is_some() {
            let path = built(&folder, model.name, &relative(), &[]);
            assert_eq!(check(&path).unwrap(), [], "{} by relative ports", model.name);
        }
    }
    let warm = ["build.temperature=given_by_input", "film.law=short", "film.viscosity_law=vogel"];
    for (joint, set) in [
        ("revolute_clearance", &["build.mobility=given_by_input", "contact.elastic=fractal"][..]),
        ("revolute_clearance", &[&warm[..], &["geometry.clearance=25um"]].concat()),
        ("rough_interface", &["interface.model=iwan_stack", "clamp.force=1000"]),
        ("rough_interface", &["interface.model=iwan_network"]),
        ("sliced_pin", &["build.slices=7", "wear.enabled=true"]),
        ("spatial_revolute", &["build.slices=11", "geometry.face_outer_radius=0.015"]),
    ] {
        let path = built(&folder, joint, &Choices::default(), set);
        assert_eq!(check(&path).unwrap(), [], "{joint} {set:?}");
    }
    let groups = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/groups");
    for ports in [None, Some("relative".to_owned())] {
        let group = Some(groups.join("slider_crank.toml"));
        let choices = Choices { group, ports: ports.clone(), ..Choices::default() };
        let path = built(&folder, "group", &choices, &[]);
        assert_eq!(check(&path).unwrap(), [], "group {ports:?}");
    }
}
