//! `identify`: from a file of loops to start values, and its refusals of other files.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use fmu_build::Variant;
use fmu_build::identify::{Identified, read};
use model_description::Value;

fn reference() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/interface/data/ident_loops.csv")
}

/// The program with these arguments.
fn spiel(arguments: &[&Path]) -> Output {
    let program = env!("CARGO_BIN_EXE_fmu-build");
    Command::new(program).arg("identify").args(arguments).output().unwrap()
}

#[test]
fn the_reference_loops_become_start_values_that_build_takes() {
    let folder = tempfile::tempdir().unwrap();
    let toml = folder.path().join("found.toml");
    let output = spiel(&[&reference(), Path::new("-o"), &toml]);
    assert!(output.status.success());
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.contains("standard error") && printed.contains("turning points"));

    let mut variant = Variant::of("rough_interface").unwrap();
    variant.set_from_file(&toml).unwrap();
    variant.check().unwrap();
    assert_eq!(variant.start("interface.model"), Some(Value::Integer(3)));
    for (name, expected, allowed) in [
        ("iwan.slip_force", 1059.72, 1.06),
        ("iwan.slip_displacement", 1.38958e-6, 1.39e-9),
        ("iwan.chi", -0.0542, 1e-3),
        ("iwan.alpha", 3.981, 4e-3),
    ] {
        let Some(Value::Real(found)) = variant.start(name) else { panic!("{name}") };
        assert!((found - expected).abs() < allowed, "{name} = {found}");
    }
    let picture = std::fs::read_to_string(folder.path().join("found.svg")).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains("x0 = 5e-7 m"));
}

#[test]
fn the_load_of_the_measurement_goes_into_the_file() {
    let identified = Identified::from_file(&reference(), Some(850.0)).unwrap();
    assert!(identified.toml().contains("reference_load = 850.0"));
    let without = Identified::from_file(&reference(), None).unwrap().toml();
    assert!(without.contains("# iwan.reference_load: set it"));
    let Err(wrong) = Identified::from_file(&reference(), Some(-1.0)) else { panic!() };
    assert!(wrong.to_string().starts_with("iwan.reference_load = -1 is outside"), "{wrong}");
}

#[test]
fn columns_come_in_any_order_and_with_units() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("loops.csv");
    std::fs::write(&path, "t,F [N], x [m] ,x0 [m]\n0,3,1e-6,1e-6\n1,2,5e-7,1e-6\n2,9,2,2\n")
        .unwrap();
    let loops = read(&path).unwrap();
    assert_eq!((loops.len(), loops[0].amplitude), (2, 1e-6));
    assert_eq!(
        (&loops[0].displacement[..], &loops[0].force[..]),
        (&[1e-6, 5e-7][..], &[3.0, 2.0][..])
    );
}

#[test]
fn a_bad_file_is_one_line_and_status_2_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (csv, toml) = (folder.path().join("loops.csv"), folder.path().join("found.toml"));
    for (text, expected) in [
        ("x0,x\n1,2\n", ": no column F in the header x0,x; x0, x and F are needed"),
        ("x0,x,F\n", ": no loops (at least one that slips completely is needed)"),
        ("x0,x,F\n1e-6,1e-6,3\n1e-6,abc,2\n", ", line 3: x = \"abc\" is not a number"),
        ("x0,x,F\n1e-6,1e-6\n", ": line 2 has 2 fields, the header has 3"),
        ("x0,x,F\n1e-6,1e-6,nan\n", ": loop 1 has a value that is not a finite number"),
        ("x0,x,F\n1e-6,1e-6,2\n", ": loop 1 has 1 points; at least 20 are needed"),
    ] {
        std::fs::write(&csv, text).unwrap();
        let output = spiel(&[&csv, Path::new("-o"), &toml]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.starts_with(&format!("error: {}{expected}", csv.display())), "{said}");
        assert_eq!(said.lines().count(), 1);
    }
    let missing = spiel(&[&folder.path().join("none.csv"), Path::new("-o"), &toml]);
    assert_eq!(missing.status.code(), Some(2));
    let nowhere = spiel(&[&reference(), Path::new("-o"), &folder.path().join("no/found.toml")]);
    assert!(String::from_utf8(nowhere.stderr).unwrap().contains("there is no such folder"));
    let picture = spiel(&[&reference(), Path::new("-o"), &folder.path().join("found.svg")]);
    assert_eq!(picture.status.code(), Some(2));
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "only the loops themselves");
}
