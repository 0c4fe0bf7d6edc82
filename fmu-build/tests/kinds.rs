//! FMUs for co-simulation, for model exchange and for both: each opens, runs and passes its check.

use fmu_build::{Choices, Error, Fmu, Variant, build, check};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Joints that are equations, too.
const JOINTS: [&str; 2] = ["revolute_clearance", "translational_clearance"];

/// The FMU of a joint, of the kinds asked for.
fn built(folder: &TempDir, joint: &str, kind: &str) -> PathBuf {
    let choices = Choices { kind: Some(kind.to_owned()), ..Choices::default() };
    let path = folder.path().join(format!("{joint}_{kind}.fmu"));
    build(&Variant::with(joint, &choices).unwrap(), &path).unwrap();
    path
}

/// Why it was refused, in one line.
fn line<T>(refused: Result<T, Error>) -> String {
    let Err(error) = refused else { panic!("this is not on offer") };
    let line = error.to_string();
    assert!(!line.contains('\n'), "{line}");
    line
}

/// A copy of an FMU with something in its description replaced.
fn altered(path: &Path, from: &str, to: &str) -> PathBuf {
    let mut archive = zip::ZipArchive::new(std::fs::File::open(path).unwrap()).unwrap();
    let copy = path.with_extension("altered.fmu");
    let mut writer = zip::ZipWriter::new(std::fs::File::create(&copy).unwrap());
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).unwrap();
        let (name, mut bytes) = (file.name().unwrap().into_owned(), Vec::new());
        file.read_to_end(&mut bytes).unwrap();
        if name == "modelDescription.xml" {
            let text = String::from_utf8(bytes).unwrap();
            assert!(text.contains(from), "{from} is nowhere");
            bytes = text.replace(from, to).into_bytes();
        }
        writer.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(&bytes).unwrap();
    }
    writer.finish().unwrap();
    copy
}

#[test]
fn each_kind_passes_its_check_and_gives_what_it_offers_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    for joint in JOINTS {
        for kind in ["cs", "me", "cs_me"] {
            let path = built(&folder, joint, kind);
            assert_eq!(check(&path).unwrap(), [], "{joint} {kind}");
            let fmu = Fmu::open(&path).unwrap();
            assert_eq!(fmu.versions(), ("2.0".to_owned(), "default".to_owned()));
            let (stepped, solved) = (fmu.start("x", &[]), fmu.start_equations("x", &[]));
            if kind == "me" {
                assert!(line(stepped).ends_with("me.fmu: it offers no co-simulation"));
            } else {
                stepped.unwrap().step(0.0, 1e-6).unwrap();
            }
            if kind == "cs" {
                assert!(line(solved).ends_with("cs.fmu: it offers no model exchange"));
            } else {
                let equations = solved.unwrap();
                let counts = (equations.state_count(), equations.indicator_count());
                let corners = if joint == JOINTS[0] { 1 } else { 4 };
                assert_eq!(counts, (corners + 1, corners), "{joint} {kind}");
            }
        }
    }
}

#[test]
fn a_pin_pressed_into_its_hole_meets_it_in_an_event_and_is_pushed_back() {
    let folder = tempfile::tempdir().unwrap();
    let fmu = Fmu::open(&built(&folder, "revolute_clearance", "me")).unwrap();
    let inputs = fmu.references(["frame_b.x", "frame_b.vx", "frame_b.vy"]).unwrap();
    let [force, depth] = fmu.references(["load_b.fx", "contact.penetration"]).unwrap();
    let mut equations = fmu.start_equations("pin", &[]).unwrap();
    let (mut states, mut rates, mut indicator, mut load) = ([0.0; 2], [0.0; 2], [0.0], [0.0]);
    assert!(!equations.update().unwrap().states_jumped);
    equations.enter_continuous_mode().unwrap();
    equations.nominals(&mut states).unwrap();
    // Solvers get states of the size of one, whether they ask for nominal values or not.
    assert_eq!(states, [1.0; 2]);
    equations.indicators(&mut indicator).unwrap();
    assert!(indicator[0] < 0.0);
    // 1 µm deep, approaching at 0.1 m/s and sliding at 0.01 m/s.
    equations.set_time(1e-3).unwrap();
    equations.set_real(&inputs, &[5.01e-4, 0.1, 0.01]).unwrap();
    equations.indicators(&mut indicator).unwrap();
    assert!((indicator[0] - 1e-6).abs() < 1e-15, "{indicator:?}");
    equations.get_real(&[force], &mut load).unwrap();
    assert_eq!(load, [0.0], "contact begins in event mode only");
    equations.enter_event_mode().unwrap();
    equations.update().unwrap();
    equations.enter_continuous_mode().unwrap();
    equations.get_real(&[force], &mut load).unwrap();
    assert!(load[0] < -10.0, "{load:?}");
    equations.states(&mut states).unwrap();
    assert_eq!(states, [0.0; 2]);
    equations.rates(&mut rates).unwrap();
    // A bristle of one is 2⁻²⁴ m.
    let bending = rates[0].abs() / 16_777_216.0;
    assert!((bending - 0.01).abs() < 1e-3 && rates[1] > 0.0, "{rates:?}");
    let saved = equations.save().unwrap();
    equations.set_states(&[1e-7, 1.0]).unwrap();
    equations.restore(&saved).unwrap();
    equations.states(&mut states).unwrap();
    assert_eq!(states, [0.0; 2]);
    // The gap's derivative by the pin's place is one.
    let mut change = [0.0];
    equations.derivative(&[force], &[inputs[0]], &[1.0], &mut change).unwrap();
    assert!(change[0] < -1e6, "{change:?}");
    equations.get_real(&[depth], &mut load).unwrap();
    assert!((load[0] - 1e-6).abs() < 1e-15);
    assert_eq!(equations.completed_step().unwrap(), fmu_build::Completed::default());
    assert!(line(equations.set_states(&[0.0])).contains("1 continuous states are not 2"));
    assert!(line(equations.indicators(&mut [0.0; 3])).contains("3 event indicators are not 1"));
    equations.terminate().unwrap();
}

#[test]
fn what_modelica_cannot_read_is_found_in_any_fmu() {
    let folder = tempfile::tempdir().unwrap();
    let path = built(&folder, "revolute_clearance", "cs");
    for (from, to, said) in [
        ("name=\"given_by_input\"", "name=\"input\"", "the item input of MobilityFrom"),
        ("name=\"found\" value=\"2\"", "name=\"found\" value=\"9\"", "the values 1, 9, 3"),
    ] {
        let findings = check(&altered(&path, from, to)).unwrap();
        assert!(findings.iter().any(|finding| finding.0.contains(said)), "{said}: {findings:?}");
    }
}

#[test]
fn derivatives_that_are_not_those_of_the_states_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = built(&folder, "revolute_clearance", "me");
    let found = |from: &str, to: &str| {
        let findings = check(&altered(&path, from, to)).unwrap();
        findings.into_iter().map(|finding| finding.0).collect::<Vec<_>>()
    };
    let described = Fmu::open(&path).unwrap().description().to_xml();
    let state = described.split("derivative=\"").nth(1).unwrap().split('"').next().unwrap();
    let derivative = format!("derivative=\"{state}\"");
    let other = found(&derivative, "derivative=\"9999\"");
    assert!(other.iter().any(|line| line.contains("is the derivative of 9999, which is no state")));
    let lost = found(&derivative, "");
    assert!(lost.iter().any(|line| line.contains("which names no state")), "{lost:?}");
    assert!(lost.iter().any(|line| line.contains("lists 2 of 1 derivatives")), "{lost:?}");
    let fewer = found("numberOfEventIndicators=\"1\"", "numberOfEventIndicators=\"2\"");
    assert!(fewer.iter().any(|line| line.contains("2 event indicators are not 1")), "{fewer:?}");
}
