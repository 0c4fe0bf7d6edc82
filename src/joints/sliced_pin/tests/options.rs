//! Choices at the build.

use super::*;

#[test]
fn a_worn_profile_can_be_fed_back() {
    let build = Build::default().with("build.slices", 24).with_file(PROFILE, WORN);
    let mut host = Host::new(&build, &plain());
    let depths = host.slices("wear_depth");
    assert_eq!(depths.len(), 24);
    let position = -0.12 + 0.005;
    assert!((depths[0] - (2e-5 + 2e-5 * -position / 0.12)).abs() < 1e-18);
    assert_eq!(host.real("wear.volume"), 0.0);
    // Narrowest in the middle: contact begins there.
    host.set("frame_a.x", 1.24e-4);
    host.step(1e-5).unwrap();
    assert!(host.slices("force")[0] == 0.0 && host.slices("force")[12] > 0.0);
    assert_eq!(host.integer("contact.state"), 2);
}

#[test]
fn a_profile_deeper_than_the_pin_is_refused() {
    let files = files(Some("position,depth\n0,1\n"));
    let fault = SlicedPin::new(&Parameters::default(), &files).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "profile = 1 is outside 0..=0.05 (deepest wear from the start, m)"
    );
}

#[test]
fn more_modes_than_slices_are_refused() {
    let mut parameters = sliced(8);
    parameters.bending.modes = 9;
    let fault = SlicedPin::new(&parameters, &Files::new()).unwrap_err();
    assert!(fault.to_string().starts_with("bending.modes = 9 is outside 1..=8"), "{fault}");
}

#[test]
fn every_law_has_a_force() {
    for law in 1..=6 {
        let mut host =
            Host::new(&Build::default(), &with(&plain(), &[("contact.line_law", law.into())]));
        host.set("frame_a.x", 1.1e-4);
        host.step(1e-5).unwrap();
        let force = host.real("load_b.fx");
        println!("{law}: {force}");
        assert!(force > 1e3 && force < 1e6);
    }
}

#[test]
fn micro_slip_is_refused_by_name() {
    use crate::laws::friction::Friction;
    for (model, name) in [
        (Friction::IwanNetwork, "iwan_network"),
        (Friction::Bristles, "bristles"),
        (Friction::Mindlin, "mindlin"),
    ] {
        let mut parameters = Parameters::default();
        parameters.friction.model = model;
        let fault = SlicedPin::new(&parameters, &Files::new()).unwrap_err();
        assert!(fault.to_string().starts_with(&format!("friction.model = {name} is not possible")));
    }
}
