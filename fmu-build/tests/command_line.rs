//! The command line as a person types it: tables, FMUs, and one line for an error.

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
    assert!(line.contains("known: revolute_clearance") || line.contains("did you mean"), "{line}");
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

#[test]
fn what_catalogues_say_becomes_start_values_and_doubts_are_lines_with_a_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.fmu");
    let path = file.to_str().unwrap();
    let mut build = vec!["build", "revolute_clearance", "-o", path];
    build.extend(["--play", "0.2mm", "--material-b", "bronze", "--set", "friction.kinetic=0.1"]);
    build.extend(["--set", "surface.hardness=900 MPa", "--set", "coupling.mobility_xx=1"]);
    let output = spiel(&build);
    let said = text(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("note: material_b is bronze: phosphor bronze"), "{said}");
    assert!(said.contains("warning: coupling.mobility_xx is used by"), "{said}");
    assert_eq!(said.matches("warning: ").count(), 1, "{said}");
    let described = text(&spiel(&["describe", path, "--json"]).stdout);
    let all: Vec<serde_json::Value> = serde_json::from_str(&described).unwrap();
    let start = |name: &str| {
        let found = all.iter().find(|variable| variable["name"] == name).unwrap();
        found["start"].as_str().unwrap().parse::<f64>().unwrap()
    };
    for (name, value) in [
        ("geometry.clearance", 1e-4),
        ("material_b.youngs_modulus", 1.11e11),
        ("friction.static", 0.1),
        ("surface.hardness", 9e8),
    ] {
        assert_eq!(start(name), value, "{name}");
    }
    let line =
        refusal(&["build", "revolute_clearance", "-o", path, "--set", "geometry.clearance=3 s"]);
    assert!(line.contains("s does not measure what is asked for, which is m"), "{line}");
    let line = refusal(&["build", "revolute_clearance", "-o", path, "--material-a", "broze"]);
    assert!(line.contains("unknown material broze; did you mean bronze?"), "{line}");
}

#[test]
fn run_repeats_the_page_follows_a_table_and_throws() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let program = env!("CARGO_BIN_EXE_fmu-build");
        let output = Command::new(program).args(arguments).current_dir(&folder).output().unwrap();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let build = run(&["build", "revolute_clearance", "-o", "pin.fmu", "--kind", "cs"]);
    assert_eq!((build.0, build.1.as_str()), (Some(0), ""), "{}", build.2);
    let (code, said, error) = run(&["run", "pin.fmu"]);
    assert_eq!((code, error.as_str()), (Some(0), ""));
    assert!(said.contains("contact.peak_normal_force = 1.814e+04 N"), "{said}");
    let table = std::fs::read_to_string(folder.path().join("pin_run.csv")).unwrap();
    assert!(table.starts_with("time,load_a.fx,") && table.lines().count() == 302);
    assert!(std::fs::read_to_string(folder.path().join("pin_run.svg")).unwrap().contains("<svg"));

    let throw = ["run", "pin.fmu", "--throw", "1 m/s", "--mass", "2000 g"];
    for (more, least) in [
        (&["--step", "1us"][..], 0.899),
        (&["--step", "0.1ms", "--set", "coupling.method=predicted"], 0.899),
    ] {
        let (code, said, error) = run(&[&throw[..], more].concat());
        assert_eq!(code, Some(0), "{error}");
        let restitution = said.split("restitution ").nth(1).unwrap().lines().next().unwrap();
        let restitution: f64 = restitution.parse().unwrap();
        assert!((least..0.901).contains(&restitution), "{said}");
    }
    // The other direction gives the mirrored result.
    let back = ["--throw", "-1", "--mass", "2", "--step", "1us"];
    let (code, said, error) = run(&[&["run", "pin.fmu"][..], &back].concat());
    assert_eq!(code, Some(0), "{error}");
    assert!(said.contains("with 1 m/s") && said.contains("restitution 0.89"), "{said}");
    // Repeats the motion with a solver of the program's own: the load follows from it alone.
    assert_eq!(run(&["build", "revolute_clearance", "-o", "eq.fmu"]).0, Some(0));
    let (code, said, error) = run(&["run", "eq.fmu", "--solver", "me"]);
    assert_eq!((code, error.as_str()), (Some(0), ""));
    assert!(said.contains("contact.peak_normal_force = 1.80"), "{said}");
    let (code, _, error) = run(&["run", "pin.fmu", "--solver", "me"]);
    assert_eq!((code, error.lines().count()), (Some(2), 1), "{error}");
    // A table whose rows are further apart than the steps, and one that is none.
    std::fs::write(folder.path().join("in.csv"), "time,frame_b.x\n0,0\n1e-3,4e-4\n").unwrap();
    let follow = ["run", "pin.fmu", "--input", "in.csv", "--step", "1e-4", "--output", "o.csv"];
    assert_eq!(run(&follow).0, Some(0));
    let read = std::fs::read_to_string(folder.path().join("o.csv")).unwrap();
    assert_eq!(read.lines().count(), 12, "{read}");
    for (text, why) in [
        ("t,frame_b.x\n0,0\n", "its first column is not `time`"),
        ("time,frame_b.z\n0,0\n", "unknown variable frame_b.z; did you mean frame_b."),
        ("time,load_b.fx\n0,0\n", "load_b.fx is neither an input nor a parameter"),
        ("time,frame_b.x\n0,nan\n", "line 2: \"nan\" is not a finite number"),
        ("time,frame_b.x\n1,0\n0,0\n", "its times are not in order"),
    ] {
        std::fs::write(folder.path().join("in.csv"), text).unwrap();
        let (code, _, error) = run(&follow);
        assert_eq!((code, error.lines().count()), (Some(2), 1), "{error}");
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn a_printed_parameter_file_builds_and_completions_know_the_commands() {
    let folder = tempfile::tempdir().unwrap();
    let (toml, fmu) = (folder.path().join("pin.toml"), folder.path().join("pin.fmu"));
    std::fs::write(&toml, spiel(&["new", "sliced_pin"]).stdout).unwrap();
    let [toml, fmu] = [&toml, &fmu].map(|path| path.to_str().unwrap());
    assert!(spiel(&["build", "sliced_pin", "--parameters", toml, "-o", fmu]).status.success());
    assert!(text(&spiel(&["new", "--group"]).stdout).contains("[[joint]]"));
    let line = refusal(&["new", "sliced_pim"]);
    assert!(line.contains("did you mean sliced_pin?"), "{line}");
    assert!(text(&spiel(&["completions", "bash"]).stdout).contains("describe"));
}

#[test]
fn the_program_has_one_name_and_converts_what_people_write() {
    for arguments in [&["--help"][..], &["build", "--help"], &["mobility", "--help"]] {
        let help = text(&spiel(arguments).stdout);
        let usage = help.lines().find(|line| line.starts_with("Usage: ")).unwrap();
        assert!(usage.starts_with("Usage: spiel-joints "), "{usage}");
    }
    assert_eq!(text(&spiel(&["--version"]).stdout).split(' ').next(), Some("spiel-joints"));
    assert_eq!(text(&spiel(&["convert", "--unit=m", "--", "0.1 mm"]).stdout), "1e-4\n");
    assert_eq!(text(&spiel(&["convert", "--unit=rad", "--", "-2"]).stdout), "-2e0\n");
    let line = refusal(&["convert", "--unit=m", "--", "3 kg"]);
    assert!(line.contains("kg does not measure what is asked for, which is m"), "{line}");
    assert!(refusal(&["convert", "--unit=m", "--", "wide"]).contains("wide is not a number"));
    assert!(refusal(&["convert", "--unit=fathom", "--", "1"]).contains("unknown unit fathom"));
}

#[test]
fn messages_are_coloured_when_asked_and_plain_in_a_pipe() {
    let wrong = ["describe", "no_such_joint"];
    assert!(refusal(&wrong).starts_with("error: "));
    let coloured = refusal(&[&wrong[..], &["--color", "always"]].concat());
    assert!(coloured.starts_with("\u{1b}[") && coloured.contains("no_such_joint"), "{coloured:?}");
}

#[cfg(unix)]
#[test]
fn a_release_that_is_interrupted_leaves_nothing() {
    use std::os::unix::fs::PermissionsExt;
    use std::time::Duration;
    let folder = tempfile::tempdir().unwrap();
    // A compiler that takes its time.
    let cargo = folder.path().join("cargo");
    std::fs::write(&cargo, "#!/bin/sh\nexec sleep 20\n").unwrap();
    std::fs::set_permissions(&cargo, std::fs::Permissions::from_mode(0o755)).unwrap();
    let place = folder.path().join("releases");
    let mut program = Command::new(env!("CARGO_BIN_EXE_fmu-build"));
    program.args(["dist", "-o"]).arg(place.join("release")).env("CARGO", &cargo);
    let mut child = program.stderr(std::process::Stdio::null()).spawn().unwrap();
    let begun = std::time::Instant::now();
    while !place.is_dir() || is_empty(&place) {
        assert!(begun.elapsed() < Duration::from_secs(10) && child.try_wait().unwrap().is_none());
        std::thread::sleep(Duration::from_millis(5));
    }
    let killed = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(is_empty(&place));
}
