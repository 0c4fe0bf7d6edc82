//! The command line as a person types it: tables, FMUs, and one line for what is wrong.

use std::path::Path;
use std::process::{Command, Output};

fn spiel(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fmu-build")).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The one line of a refusal, which exits with 2.
fn refusal(arguments: &[&str]) -> String {
    let output = spiel(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty());
    let line = text(&output.stderr);
    assert_eq!(line.lines().count(), 1, "{line}");
    line
}

fn is_empty(folder: &Path) -> bool {
    std::fs::read_dir(folder).unwrap().next().is_none()
}

#[test]
fn list_and_describe_show_every_joint() {
    let list = text(&spiel(&["list"]).stdout);
    for joint in spiel::catalogue::ALL {
        assert!(list.contains(joint.name) && list.contains(joint.about));
        insta::assert_snapshot!(
            format!("describe_{}", joint.name),
            text(&spiel(&["describe", joint.name]).stdout)
        );
    }
}

#[test]
fn a_built_fmu_passes_its_own_check_and_carries_its_start_values() {
    let folder = tempfile::tempdir().unwrap();
    let (toml, file) = (folder.path().join("p.toml"), folder.path().join("a b.fmu"));
    let parameters = "[contact]\nrestitution = 0.6\ndissipation = \"exact\"\n[friction]\ndamping_fades = false\n";
    std::fs::write(&toml, parameters).unwrap();
    let (toml, path) = (toml.to_str().unwrap(), file.to_str().unwrap());
    let set = "contact.restitution=0.5";
    let arguments = ["build", "revolute_clearance", "-o", path, "--parameters", toml, "--set", set];
    let built = spiel(&arguments);
    assert!(built.status.success(), "{}", text(&built.stderr));
    assert!(built.stdout.is_empty(), "silent in a pipe");
    let first = std::fs::read(&file).unwrap();
    assert!(spiel(&arguments).status.success());
    assert_eq!(first, std::fs::read(&file).unwrap(), "the same build gives the same bytes");

    let checked = spiel(&["check", path]);
    assert!(checked.status.success(), "{}", text(&checked.stderr));

    let fmu = fmu_build::Fmu::open(&file).unwrap();
    let mut instance = fmu.start("x", &[]).unwrap();
    let mut restitution = [0.0];
    let reference = fmu.reference("contact.restitution").unwrap();
    instance.get_real(&[reference], &mut restitution).unwrap();
    assert_eq!(restitution, [0.5]);
    assert_eq!(instance.get_integer(fmu.reference("contact.dissipation").unwrap()).unwrap(), 7);
    assert!(!instance.get_boolean(fmu.reference("friction.damping_fades").unwrap()).unwrap());
}

#[test]
fn variants_never_share_a_guid() {
    let folder = tempfile::tempdir().unwrap();
    let guid = |name: &str, set: &[&str]| {
        let mut variant = fmu_build::Variant::of("revolute_clearance").unwrap();
        set.iter().for_each(|assignment| variant.set_assignment(assignment).unwrap());
        fmu_build::build(&variant, &folder.path().join(name)).unwrap()
    };
    let plain = guid("a.fmu", &[]);
    assert_eq!(plain, guid("b.fmu", &[]));
    assert_ne!(plain, guid("c.fmu", &["contact.restitution=0.5"]));
}

#[test]
fn what_is_wrong_is_said_in_one_line_and_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.fmu");
    let path = file.to_str().unwrap();
    let build = ["build", "revolute_clearance", "-o", path];
    let with = |more: &[&'static str]| refusal(&[&build[..], more].concat());

    let line = refusal(&["build", "revolut_clearance", "-o", path]);
    assert!(
        line.contains("unknown joint revolut_clearance; did you mean revolute_clearance?"),
        "{line}"
    );
    let line = with(&["--set", "contact.restituton=0.5"]);
    assert!(line.contains("contact.restituton; did you mean contact.restitution?"), "{line}");
    let line = with(&["--set", "contact.restitution=1.3"]);
    assert!(line.contains("contact.restitution = 1.3 is outside above 0..=1"), "{line}");
    let line = with(&["--set", "contact.elastic=hetrz"]);
    assert!(line.contains("contact.elastic = hetrz is none of hertz 1"), "{line}");
    let line = with(&["--set", "contact.restitution"]);
    assert!(line.contains("not of the form name=value"), "{line}");
    let line = with(&["--set", "geometry.clearance=0.5"]);
    assert!(line.contains("geometry.clearance = 0.5 is outside"), "{line}");
    assert!(is_empty(folder.path()));

    let toml = folder.path().join("broken.toml");
    std::fs::write(&toml, "[contact]\nrestitution = = 0.5\n").unwrap();
    let line = refusal(&[&build[..], &["--parameters", toml.to_str().unwrap()]].concat());
    assert!(line.contains("broken.toml, line 2"), "{line}");
    std::fs::remove_file(&toml).unwrap();

    let nowhere = folder.path().join("no/where/x.fmu");
    let line = refusal(&["build", "revolute_clearance", "-o", nowhere.to_str().unwrap()]);
    assert!(line.contains("there is no such folder"), "{line}");
    assert!(is_empty(folder.path()));

    let line = refusal(&["check", path]);
    assert!(line.contains("x.fmu"), "{line}");
    let line = refusal(&["describe", "nothing_like_it"]);
    assert!(
        line.contains("there is revolute_clearance") || line.contains("did you mean"),
        "{line}"
    );
}

#[test]
fn a_damaged_fmu_does_not_pass_the_check() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.fmu");
    let variant = fmu_build::Variant::of("revolute_clearance").unwrap();
    fmu_build::build(&variant, &file).unwrap();
    // One start value changed after the fact: the GUID no longer follows from the content.
    let mut archive = zip::ZipArchive::new(std::fs::File::open(&file).unwrap()).unwrap();
    let changed = folder.path().join("y.fmu");
    let mut writer = zip::ZipWriter::new(std::fs::File::create(&changed).unwrap());
    for index in 0..archive.len() {
        use std::io::{Read, Write};
        let mut entry = archive.by_index(index).unwrap();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        let name = entry.name().unwrap().into_owned();
        if name == "modelDescription.xml" {
            bytes = text(&bytes).replace("start=\"0.9\"", "start=\"0.8\"").into_bytes();
        }
        writer.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(&bytes).unwrap();
    }
    writer.finish().unwrap();
    let output = spiel(&["check", changed.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("does not follow from the content"));
}

#[test]
fn the_description_of_each_joint_is_on_record() {
    for joint in spiel::catalogue::ALL {
        let description = fmu_build::Variant::of(joint.name).unwrap().description().unwrap();
        let xml = description.to_xml();
        let back = model_description::xml::ModelDescription::from_xml(&xml).unwrap();
        assert_eq!(back, description);
        insta::assert_snapshot!(format!("xml_{}", joint.name), xml);
    }
}
