//! The rough interface behind the C interface.

use crate::{Driven, assert_close, parameters};
use fmu_build::{Error, Fmu, Variant, build, check};
use spiel::joints::rough_interface::InterfaceLaw;
use std::path::Path;

fn fmu(folder: &Path, settings: &[&str]) -> Fmu {
    let mut variant = Variant::of("rough_interface").unwrap();
    for setting in settings {
        variant.set_assignment(setting).unwrap();
    }
    let path = folder.join("rough_interface.fmu");
    build(&variant, &path).unwrap();
    assert_eq!(check(&path).unwrap(), []);
    Fmu::open(&path).unwrap()
}

/// The text of a variable; every FMU has all variables, for any law.
fn text<'a>(fmu: &'a Fmu, name: &str) -> &'a str {
    let variables = &fmu.description().model_variables.variables;
    &variables.iter().find(|variable| variable.name == name).unwrap().description
}

/// Drives an FMU and the joint itself along one path; returns the forces along and across at its end.
fn same_path(fmu: &Fmu, mut driven: Driven, path: &[(f64, f64)]) -> [f64; 2] {
    let inputs = fmu.references(["frame_b.x", "frame_b.y", "frame_b.vx", "frame_b.vy"]).unwrap();
    let outputs = fmu
        .references(["load_b.fx", "load_b.fy", "contact.tangential_force", "contact.normal_force"])
        .unwrap();
    let mut instance = fmu.start("driven", &[]).unwrap();
    let (mut from, mut time, mut values) = ((0.0, 0.0), 0.0, [0.0; 4]);
    for &(x, y) in path {
        let speed = ((x - from.0) / crate::STEP, (y - from.1) / crate::STEP);
        instance.set_real(&inputs, &[from.0, from.1, speed.0, speed.1]).unwrap();
        instance.step(time, crate::STEP).unwrap();
        instance.get_real(&outputs, &mut values).unwrap();
        let loads = driven.go(x, y);
        let contact = driven.report.contact;
        let own =
            [loads.load_b.fx, loads.load_b.fy, contact.tangential_force, contact.normal_force];
        assert_eq!(values, own);
        (from, time) = ((x, y), time + crate::STEP);
    }
    [values[2], values[3]]
}

#[test]
fn the_check_values_come_out_of_the_fmus() {
    let folder = tempfile::tempdir().unwrap();
    let bristles = fmu(folder.path(), &[]);
    let plain = Driven::new(&parameters(InterfaceLaw::Bristles, 0.0));
    let [force, load] = same_path(&bristles, plain, &[(0.5e-8, 0.0), (1e-8, 0.0)]);
    assert_close(load, 2072.570468155, 1e-12);
    assert!((force - 29.21884099867).abs() < 0.41, "{force}");
    let of_iwan = " Used by interface.model = iwan_stack or iwan_network.";
    let of_bristles = " Used by interface.model = bristles.";
    assert!(text(&bristles, "iwan.chi").ends_with(of_iwan));
    assert!(text(&bristles, "surface.separation_min").ends_with(of_bristles));

    let clamp = "clamp.force=2072.570468155";
    let stack = fmu(folder.path(), &["interface.model=iwan_stack", clamp]);
    let driven = Driven::new(&parameters(InterfaceLaw::IwanStack, 2072.570468155));
    let [force, load] = same_path(&stack, driven, &[(0.7e-7, 0.0), (1.39e-7, 0.0)]);
    assert_close(force, 116.7790624116, 1e-12);
    assert_close(load, 2072.570468155, 1e-12);
    assert!(text(&stack, "friction.coefficient").ends_with(of_bristles));
    assert!(text(&stack, "iwan.chi").ends_with(of_iwan));

    let network = fmu(folder.path(), &["interface.model=iwan_network", clamp]);
    let driven = Driven::new(&parameters(InterfaceLaw::IwanNetwork, 2072.570468155));
    let path: Vec<_> = (0..200).map(|i| (2e-6 * (0.2 * f64::from(i)).sin(), 1e-9)).collect();
    same_path(&network, driven, &path);
}

#[test]
fn a_stack_without_a_clamp_is_not_built() {
    let folder = tempfile::tempdir().unwrap();
    let mut variant = Variant::of("rough_interface").unwrap();
    variant.set("interface.model", "iwan_stack").unwrap();
    let path = folder.path().join("x.fmu");
    let Err(Error::Input(line)) = build(&variant, &path) else { panic!() };
    assert!(line.starts_with("clamp.force = 0 is outside"), "{line}");
    assert!(!path.exists());
}
