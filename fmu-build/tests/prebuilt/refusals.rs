//! Libraries that are missing, of another Spiel, or for other platforms.

use super::*;

#[test]
fn where_nothing_lies_ready_one_line_says_what_to_do() {
    let place = tempdir().unwrap();
    let file = place.path().join("x.fmu");
    let build = |more: &[&str]| {
        let arguments = [&["build", JOINT, "-o", file.to_str().unwrap()], more].concat();
        let line = refusal(&without_cargo(spiel(), &arguments));
        assert!(!file.exists());
        line
    };
    let line = build(&[]);
    assert!(line.contains("no library of revolute_clearance: cargo does not run"), "{line}");
    assert!(line.contains("install Rust") && line.contains("--binaries DIR"), "{line}");

    let others = tree(&[("linux64/sliced_pin.so", b"x"), ("linux-64/revolute_clearance.so", b"x")]);
    let folder = others.path().to_str().unwrap();
    let line = build(&["--binaries", folder]);
    assert!(line.contains("no library of revolute_clearance") && line.contains(folder), "{line}");
    assert!(line.contains(LINUX) && line.contains(WINDOWS), "{line}");

    let line = build(&["--binaries", "/no/such/folder"]);
    assert!(line.contains("/no/such/folder: there is no such folder"), "{line}");
}

#[test]
fn a_library_of_another_spiel_or_without_a_manifest_is_refused_on_every_platform() {
    let place = tempdir().unwrap();
    let file = place.path().join("x.fmu");
    let refused = |folder: &Path| {
        let (file, folder) = (file.to_str().unwrap(), folder.to_str().unwrap());
        let arguments = ["build", JOINT, "-o", file, "--binaries", folder];
        refusal(&without_cargo(spiel(), &arguments))
    };
    let both = tree(&[(LINUX, b"for linux"), (WINDOWS, b"for windows")]);
    let manifest = both.path().join("win64").join(Manifest::NAME);
    let text = fs::read_to_string(&manifest).unwrap();

    let version = format!("version = \"{}\"", env!("CARGO_PKG_VERSION"));
    assert!(text.contains(&version), "{text}");
    fs::write(&manifest, text.replace(&version, "version = \"0.0.7\"")).unwrap();
    let line = refused(both.path());
    assert!(line.contains("revolute_clearance.dll: it is of Spiel 0.0.7"), "{line}");

    fs::write(&manifest, text.replace("variables = \"{", "variables = \"{0")).unwrap();
    let line = refused(both.path());
    assert!(line.contains("other variables than this program's"), "{line}");

    fs::write(both.path().join(WINDOWS), "replaced").unwrap();
    fs::write(&manifest, &text).unwrap();
    let line = refused(both.path());
    assert!(line.contains("it is not the file that libraries.toml describes"), "{line}");

    fs::remove_file(&manifest).unwrap();
    let line = refused(both.path());
    assert!(line.contains("revolute_clearance.dll: libraries.toml, which says"), "{line}");
    assert!(!file.exists());
}

#[test]
fn of_prebuilt_libraries_only_those_asked_for_go_in_and_all_of_those() {
    let both = tree(&[(LINUX, b"for linux"), (WINDOWS, b"for windows")]);
    let files = content(built(both.path(), &["--platform", "win64"]));
    assert!(files.contains_key(&format!("binaries/{WINDOWS}")));
    assert!(!files.contains_key(&format!("binaries/{LINUX}")));
    let twice = ["--platform", "win64", "--platform", "linux64"];
    assert_eq!(built(both.path(), &twice), built(both.path(), &["--platform", "all"]));

    let (place, folder) = (tempdir().unwrap(), both.path().to_str().unwrap());
    let file = place.path().join("x.fmu");
    let line = refusal(&without_cargo(
        spiel(),
        &[
            "build",
            JOINT,
            "-o",
            file.to_str().unwrap(),
            "--binaries",
            folder,
            "--platform",
            "darwin64",
        ],
    ));
    assert!(line.contains("darwin64/revolute_clearance.dylib is not there"), "{line}");
}

#[test]
fn an_fmu_for_other_platforms_says_so_when_it_is_loaded_or_checked() {
    let other = if cfg!(windows) { LINUX } else { WINDOWS };
    let foreign = tree(&[(other, b"elsewhere")]);
    let file = foreign.path().join("x.fmu");
    fs::write(&file, built(foreign.path(), &[])).unwrap();
    let (made_for, here) = (other.split_once('/').unwrap().0, Platform::here().folder);
    let expected = format!("x.fmu: made for {made_for}, not for {here} which this machine is");
    let error = fmu_build::Fmu::open(&file).err().unwrap().to_string();
    assert!(error.ends_with(&expected), "{error}");
    let line = refusal(&without_cargo(spiel(), &["check", file.to_str().unwrap()]));
    assert!(line.trim_end().ends_with(&expected), "{line}");
}
