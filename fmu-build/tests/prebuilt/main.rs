//! FMUs from libraries that lie ready: no compiler, every platform there is, a GUID for each content.

mod refusals;

use fmu_build::{Libraries, Manifest, Platform, Variant, build, build_from};
use std::collections::BTreeMap;
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::Path;
use std::process::{Command, Output};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::{TempDir, tempdir};

const JOINT: &str = "revolute_clearance";
const LINUX: &str = "linux64/revolute_clearance.so";
const WINDOWS: &str = "win64/revolute_clearance.dll";

/// A folder with these files in it, and the manifest of the libraries among them.
fn tree(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempdir().unwrap();
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    vouch_for(folder.path(), files);
    let beside =
        files.iter().filter_map(|(name, bytes)| Some((name.strip_prefix("binaries/")?, *bytes)));
    vouch_for(&folder.path().join("binaries"), &beside.collect::<Vec<_>>());
    folder
}

/// Writes the manifest of libraries that lie in `folder`.
fn vouch_for(folder: &Path, files: &[(&str, &[u8])]) {
    for platform in Platform::ALL {
        let models = spiel::catalogue::ALL.iter().chain([&spiel::group::KIND]);
        let joints = models.filter_map(|joint| {
            let (_, bytes) =
                files.iter().find(|(name, _)| *name == platform.library(joint.name))?;
            Some((joint.name, *bytes))
        });
        let manifest = Manifest::of(joints).unwrap();
        if !manifest.libraries.is_empty() {
            let path = folder.join(platform.folder).join(Manifest::NAME);
            fs::write(path, manifest.to_toml()).unwrap();
        }
    }
}

/// The program where there is no cargo.
fn without_cargo(program: &Path, arguments: &[&str]) -> Output {
    // A program that has just been copied is busy while a child that another test starts still holds its file.
    for _ in 0..100 {
        let started = Command::new(program).args(arguments).env("CARGO", "/no/such/cargo").output();
        match started {
            Err(error) if error.kind() == ErrorKind::ExecutableFileBusy => {
                thread::sleep(Duration::from_millis(20));
            }
            started => return started.unwrap(),
        }
    }
    panic!("{} stays busy", program.display());
}

fn spiel() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_fmu-build"))
}

/// Builds with the libraries of `folder` from the command line.
fn built(folder: &Path, more: &[&str]) -> Vec<u8> {
    let place = tempdir().unwrap();
    let file = place.path().join("x.fmu");
    let arguments =
        ["build", JOINT, "-o", file.to_str().unwrap(), "--binaries", folder.to_str().unwrap()];
    let output = without_cargo(spiel(), &[&arguments, more].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    fs::read(file).unwrap()
}

fn refusal(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2));
    let line = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(line.lines().count(), 1, "{line}");
    line
}

fn content(fmu: Vec<u8>) -> BTreeMap<String, Vec<u8>> {
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(fmu)).unwrap();
    let mut files = BTreeMap::new();
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).unwrap();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        files.insert(entry.name().unwrap().into_owned(), bytes);
    }
    files
}

fn guid(folder: &Path, set: &[&str]) -> String {
    let place = tempdir().unwrap();
    let mut variant = Variant::of(JOINT).unwrap();
    set.iter().for_each(|assignment| variant.set_assignment(assignment).unwrap());
    let libraries = Libraries::find(Some(folder.to_owned()));
    build_from(&libraries, &variant, &place.path().join("x.fmu")).unwrap()
}

#[test]
fn every_library_that_lies_ready_goes_in_and_this_machine_need_not_be_among_them() {
    let both = tree(&[
        (LINUX, b"for linux"),
        (WINDOWS, b"for windows"),
        ("win64/sliced_pin.dll", b"another joint"),
        ("linux64/notes.txt", b"no library"),
    ]);
    let files = content(built(both.path(), &[]));
    let libraries: Vec<_> =
        files.iter().filter(|(name, _)| name.starts_with("binaries/")).collect();
    let expected: [(String, Vec<u8>); 2] = [
        (format!("binaries/{LINUX}"), b"for linux".into()),
        (format!("binaries/{WINDOWS}"), b"for windows".into()),
    ];
    assert!(libraries.into_iter().eq(expected.iter().map(|(name, bytes)| (name, bytes))));

    let foreign = tree(&[("darwin64/revolute_clearance.dylib", b"elsewhere")]);
    let files = content(built(foreign.path(), &[]));
    assert_eq!(files["binaries/darwin64/revolute_clearance.dylib"], b"elsewhere");
}

#[test]
fn whatever_differs_has_a_guid_of_its_own_and_equal_input_gives_equal_bytes() {
    let (one, other) = (tree(&[(LINUX, b"one")]), tree(&[(LINUX, b"other")]));
    let both = tree(&[(LINUX, b"one"), (WINDOWS, b"one")]);
    let moved = tree(&[(WINDOWS, b"one")]);
    let (soft, hard) = (["contact.restitution=0.5"], ["contact.restitution=0.6"]);
    let guids = [
        guid(one.path(), &[]),
        guid(one.path(), &soft),
        guid(one.path(), &hard),
        guid(other.path(), &[]),
        guid(both.path(), &[]),
        guid(both.path(), &soft),
        guid(moved.path(), &[]),
    ];
    for (index, guid) in guids.iter().enumerate() {
        assert!(!guids[..index].contains(guid), "{index} shares its GUID");
    }
    let set = ["--set", "contact.restitution=0.5"];
    let first = built(both.path(), &set);
    assert_eq!(first, built(both.path(), &set));
    let again = tree(&[(WINDOWS, b"one"), (LINUX, b"one")]);
    assert_eq!(first, built(again.path(), &set), "the folder's own name and age do not count");
    assert_eq!(guids[5], guid(again.path(), &soft));
    let named = String::from_utf8(content(first).remove("modelDescription.xml").unwrap()).unwrap();
    assert!(named.contains(&guids[5]), "the program and the library agree");
}

#[test]
fn a_real_library_that_lies_ready_makes_the_fmu_that_cargo_makes() {
    let place = tempdir().unwrap();
    let compiled = place.path().join("compiled.fmu");
    build(&Variant::of(JOINT).unwrap(), &compiled).unwrap();
    let compiled = fs::read(compiled).unwrap();
    let ready = tempdir().unwrap();
    let here = format!("binaries/{}", Platform::here().library(JOINT));
    let inside = content(compiled.clone());
    for (name, bytes) in &inside {
        let Some(name) = name.strip_prefix("binaries/") else { continue };
        fs::create_dir_all(ready.path().join(name).parent().unwrap()).unwrap();
        fs::write(ready.path().join(name), bytes).unwrap();
        vouch_for(ready.path(), &[(name, bytes)]);
    }
    // `dist` puts this beside libraries, and cargo's build lists it by itself.
    let list = &inside["documentation/licenses/THIRD-PARTY.txt"];
    let text = std::str::from_utf8(list).unwrap();
    for linked in ["\nserde_json ", "\nnalgebra ", "Permission is hereby granted", "Apache License"]
    {
        assert!(text.contains(linked), "{linked}");
    }
    for unlinked in ["\nclap ", "\nsyn ", "\nserde_derive ", "\ncriterion ", "\nspiel "] {
        assert!(!text.contains(unlinked), "{unlinked} is not linked into libraries");
    }
    fs::write(ready.path().join("THIRD-PARTY.txt"), list).unwrap();
    assert_eq!(compiled, built(ready.path(), &[]));

    let variant = place.path().join("variant.fmu");
    fs::write(&variant, built(ready.path(), &["--set", "contact.restitution=0.5"])).unwrap();
    assert_eq!(fmu_build::check(&variant).unwrap(), []);

    // A library that cannot be loaded here is inspected, too.
    let (library, windows) = (&content(compiled)[&here], format!("win64/{JOINT}.dll"));
    for (bytes, wrong) in [
        (&library[..], format!("{windows} is a library for {}", Platform::here().folder)),
        (b"for windows", format!("{windows} is no library")),
    ] {
        fs::create_dir_all(ready.path().join("win64")).unwrap();
        fs::write(ready.path().join(&windows), bytes).unwrap();
        vouch_for(ready.path(), &[(&windows, bytes)]);
        fs::write(&variant, built(ready.path(), &[])).unwrap();
        let found = fmu_build::check(&variant).unwrap();
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].0.contains(&wrong), "{found:?}");
    }
    fs::remove_dir_all(ready.path().join("win64")).unwrap();
    // A library of macOS for one processor, with a header and nothing behind it.
    let mac = format!("darwin64/{JOINT}.dylib");
    let thin = [0xfeed_facf_u32, 0x0100_000c, 0, 6, 0, 0, 0, 0].map(u32::to_le_bytes).concat();
    fs::create_dir_all(ready.path().join("darwin64")).unwrap();
    fs::write(ready.path().join(&mac), &thin).unwrap();
    vouch_for(ready.path(), &[(&mac, &thin)]);
    fs::write(&variant, built(ready.path(), &[])).unwrap();
    let found = fmu_build::check(&variant).unwrap();
    let found: Vec<_> = found.iter().map(|finding| finding.0.replace("binaries/", "")).collect();
    assert!(found.contains(&format!("{mac} has no part for x86_64")), "{found:?}");
    assert!(found.len() == 2 && found[1].starts_with(&format!("{mac} lacks fmi2")), "{found:?}");
    fs::remove_dir_all(ready.path().join("darwin64")).unwrap();

    let took = |_| {
        let start = Instant::now();
        built(ready.path(), &["--set", "contact.restitution=0.5"]);
        start.elapsed()
    };
    // Alone it takes 20 ms, beside other tests ten times as long; compiling the library takes minutes.
    let fastest = (0..10).map(took).min().unwrap();
    assert!(fastest < Duration::from_secs(2), "{fastest:?}");
}

#[test]
fn all_joints_come_out_of_one_folder() {
    let names: Vec<_> =
        spiel::catalogue::ALL.iter().map(|joint| format!("win64/{}.dll", joint.name)).collect();
    let files: Vec<_> = names.iter().map(|name| (name.as_str(), &b"any"[..])).collect();
    let (folder, place) = (tree(&files), tempdir().unwrap());
    let (to, from) = (place.path().to_str().unwrap(), folder.path().to_str().unwrap());
    let output = without_cargo(spiel(), &["build", "--all", "-o", to, "--binaries", from]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for joint in spiel::catalogue::ALL {
        let fmu = fs::read(place.path().join(format!("{}.fmu", joint.name))).unwrap();
        assert!(content(fmu).contains_key(&format!("binaries/win64/{}.dll", joint.name)));
    }
}

#[test]
fn a_group_comes_out_of_the_library_that_lies_ready_for_all_groups() {
    let folder = tree(&[("linux64/group.so", b"any"), ("win64/group.dll", b"any")]);
    let plan = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/groups/rod.toml");
    let file = folder.path().join("rod.fmu");
    let (plan, to, from) = (plan.to_str().unwrap(), file.to_str().unwrap(), folder.path());
    let build = ["build", "--group", plan, "-o", to, "--binaries", from.to_str().unwrap()];
    let output = without_cargo(spiel(), &build);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let files = content(fs::read(&file).unwrap());
    assert!(files.contains_key("binaries/linux64/group.so"));
    assert!(files.contains_key("binaries/win64/group.dll"));

    let manifest = from.join("win64").join(Manifest::NAME);
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace("variables = \"{", "variables = \"{0")).unwrap();
    let line = refusal(&without_cargo(spiel(), &build));
    assert!(line.contains("group.dll: it was made for other variables"), "{line}");
}

#[test]
fn a_folder_beside_the_program_needs_no_naming() {
    let release = tree(&[("binaries/win64/revolute_clearance.dll", b"released")]);
    let program = release.path().join("spiel").with_extension(std::env::consts::EXE_EXTENSION);
    fs::copy(spiel(), &program).unwrap();
    let file = release.path().join("x.fmu");
    let build = |program: &Path, more: &[&str]| {
        without_cargo(program, &[&["build", JOINT, "-o", file.to_str().unwrap()], more].concat())
    };
    let output = build(&program, &[]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(content(fs::read(&file).unwrap())[&format!("binaries/{WINDOWS}")], b"released");

    #[cfg(unix)]
    {
        let elsewhere = tempdir().unwrap();
        let link = elsewhere.path().join("spiel");
        std::os::unix::fs::symlink(&program, &link).unwrap();
        assert!(build(&link, &[]).status.success(), "a link leads to the folder too");
    }

    let named = tree(&[(WINDOWS, b"named")]);
    assert!(build(&program, &["--binaries", named.path().to_str().unwrap()]).status.success());
    let files = content(fs::read(&file).unwrap());
    assert_eq!(files[&format!("binaries/{WINDOWS}")], b"named", "the named folder wins");
}
