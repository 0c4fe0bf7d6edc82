//! The sliced pin as an FMU: options chosen at build reach the library.

use fmu_build::{Choices, Fmu, Variant, build, check};
use std::path::{Path, PathBuf};

fn built(folder: &Path, slices: Option<usize>, profile: Option<&str>) -> PathBuf {
    let table = profile.map(|text| {
        let path = folder.join("profile.csv");
        std::fs::write(&path, text).unwrap();
        path
    });
    let choices = Choices { slices, profile: table, ..Choices::default() };
    let mut variant = Variant::with("sliced_pin", &choices).unwrap();
    for assignment in ["bending.model=full", "contact.dissipation=none", "friction.model=none"] {
        variant.set_assignment(assignment).unwrap();
    }
    let path = folder.join("sliced_pin.fmu");
    build(&variant, &path).unwrap();
    path
}

#[test]
fn the_fmu_has_the_force_and_stiffness_on_record() {
    let folder = tempfile::tempdir().unwrap();
    let path = built(folder.path(), None, None);
    assert_eq!(check(&path).unwrap(), []);
    let fmu = Fmu::open(&path).unwrap();
    let mut instance = fmu.start("pin", &[("frame_a.x", 1.080781945592e-4.into())]).unwrap();
    instance.step(0.0, 1e-5).unwrap();
    let references = fmu.references(["load_a.fx", "load_b.fx", "joint.stiffness"]).unwrap();
    let mut values = [0.0; 3];
    instance.get_real(&references, &mut values).unwrap();
    for (value, record) in values.into_iter().zip([-5e4, 5e4, 7.954585656812e9]) {
        assert!((value / record - 1.0).abs() < 1e-9, "{value}");
    }
}

#[test]
fn a_worn_profile_travels_in_the_resources() {
    let folder = tempfile::tempdir().unwrap();
    let path = built(folder.path(), Some(12), Some("position,depth\n-0.12,0\n0.12,2.4e-5\n"));
    assert_eq!(check(&path).unwrap(), []);
    let fmu = Fmu::open(&path).unwrap();
    let depths = fmu.references(["slice_01.wear_depth", "slice_12.wear_depth"]).unwrap();
    assert!(fmu.reference("slice_13.wear_depth").is_err());
    let mut values = [0.0; 2];
    fmu.start("pin", &[]).unwrap().get_real(&depths, &mut values).unwrap();
    assert!((values[0] - 1e-6).abs() < 1e-18 && (values[1] - 2.3e-5).abs() < 1e-18, "{values:?}");
}

#[test]
fn missing_options_are_refused_before_anything_is_built() {
    let refusal = |joint, slices, profile: Option<&str>| {
        let profile = profile.map(PathBuf::from);
        let choices = Choices { slices, profile, ..Choices::default() };
        Variant::with(joint, &choices).err().unwrap().to_string()
    };
    let slices = "revolute_clearance has no option slices";
    assert_eq!(refusal("revolute_clearance", Some(4), None), slices);
    let few = "build.slices = 1 is outside the whole numbers in 2..=200 (Slices along the pin; the paper \
               uses 24 per half)";
    assert_eq!(refusal("sliced_pin", Some(1), None), few);
    assert!(refusal("sliced_pin", None, Some("no.csv")).starts_with("no.csv: "));
}
