//! A release: what is in it, that it is whole or not there, and that it works without Rust.

use crate::cargo::{Cargo, artifact, message, refused};
use fmu_build::Platform;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::{TempDir, tempdir};

/// A cargo that has everything compiled, but for the targets in whose name `missing` occurs.
fn cargo(missing: &str) -> (Cargo, TempDir) {
    let place = tempdir().unwrap();
    let mut messages = Vec::new();
    for joint in spiel::joints::ALL {
        let libraries =
            ["so", "dll", "dylib"].map(|end| place.path().join(format!("{}.{end}", joint.name)));
        libraries.iter().for_each(|path| fs::write(path, joint.name).unwrap());
        messages.push(artifact(joint.name, &libraries.each_ref().map(|path| path.as_path()), None));
    }
    let program = Path::new(env!("CARGO_BIN_EXE_fmu-build"));
    messages.push(artifact("fmu-build", &[program], Some(program)));
    let (messages, missing_std) = (messages.join("\n"), message("can't find crate for `core`"));
    let real = env!("CARGO");
    let script = format!(
        "case \"$*\" in\n\
         metadata*) exec {real} \"$@\" ;;\n\
         build*{missing}*) cat <<'END'\n{missing_std}\nEND\nexit 101 ;;\n\
         build*) cat <<'END'\n{messages}\nEND\n;;\n\
         *) exit 101 ;;\nesac"
    );
    (Cargo::that(&script), place)
}

fn release(cargo: &Cargo, folder: &Path, platforms: &[&str]) -> Output {
    let mut arguments = vec!["dist", "-o", folder.to_str().unwrap()];
    platforms.iter().for_each(|platform| arguments.extend(["--platform", platform]));
    cargo.spiel(&arguments)
}

/// All files below a folder, by name.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inside) = folders.pop() {
        for entry in fs::read_dir(inside).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
                found.insert(name, fs::read(path).unwrap());
            }
        }
    }
    found
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn a_release_has_it_all_names_it_all_and_is_the_same_twice() {
    let ((cargo, _libraries), place) = (cargo("nothing"), tempdir().unwrap());
    let platforms = ["linux64", "win64", "aarch64-linux"];
    let (one, other) = (place.path().join("one"), place.path().join("deeper/other"));
    for folder in [&one, &other] {
        let output = release(&cargo, folder, &platforms);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(output.stdout.is_empty() && output.stderr.is_empty(), "silent in a pipe");
    }
    let files = files(&one);
    assert_eq!(files, self::files(&other));
    for joint in spiel::joints::ALL {
        assert!(files.contains_key(&format!("fmus/{}.fmu", joint.name)));
        for platform in [Platform::LINUX, Platform::WINDOWS, Platform::LINUX_ARM] {
            assert!(files.contains_key(&format!("binaries/{}", platform.library(joint.name))));
        }
    }
    for name in ["spiel-linux64", "spiel-win64.exe", "spiel-aarch64-linux", "LICENSE-MIT"] {
        assert!(files.contains_key(name), "{name}");
    }
    let sums = text(&files["SHA256SUMS"]);
    let named: Vec<_> = sums.lines().map(|line| line.split_once("  ").unwrap().1).collect();
    let others: Vec<_> = files.keys().filter(|name| *name != "SHA256SUMS").collect();
    assert_eq!(named, others, "every file, in order");
    if cfg!(target_os = "linux") {
        let check = ["--check", "--quiet", "SHA256SUMS"];
        let checked = Command::new("sha256sum").args(check).current_dir(&one).output().unwrap();
        assert!(checked.status.success(), "{}", text(&checked.stdout));
    }
    let licenses = text(&files["licenses/THIRD-PARTY.txt"]);
    for linked in
        ["serde_json ", "nalgebra ", "clap ", "Permission is hereby granted", "Apache License"]
    {
        assert!(licenses.contains(linked), "{linked}");
    }
    for unlinked in ["criterion ", "proptest ", "syn ", "serde_derive ", "\nspiel "] {
        assert!(!licenses.contains(unlinked), "{unlinked} is not linked into anything");
    }
    let left: Vec<_> =
        fs::read_dir(place.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "nothing temporary stays: {left:?}");
}

#[test]
fn a_release_builds_fmus_where_there_is_no_cargo() {
    let ((cargo, _libraries), place) = (cargo("nothing"), tempdir().unwrap());
    let folder = place.path().join("release");
    let here = Platform::here().folder;
    assert!(release(&cargo, &folder, &[here]).status.success());
    let file = place.path().join("x.fmu");
    let output = Command::new(folder.join(format!("spiel-{here}")))
        .args(["build", "sliced_pin", "-o", file.to_str().unwrap()])
        .env("CARGO", "/no/such/cargo")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(file.exists());
}

#[test]
fn what_cannot_be_built_is_left_out_with_a_note_unless_it_was_asked_for() {
    let ((cargo, _libraries), place) = (cargo("windows"), tempdir().unwrap());
    let folder = place.path().join("release");
    let line = refused(&release(&cargo, &folder, &["linux64", "win64"]));
    assert!(line.contains("win64") && line.contains("rustup target add"), "{line}");
    assert!(fs::read_dir(place.path()).unwrap().next().is_none(), "nothing half-made stays");

    let output = release(&cargo, &folder, &[]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let notes = text(&output.stderr);
    let about = |platform: &str| {
        let start = format!("note: left out {platform}: ");
        notes.lines().find(|line| line.starts_with(&start)).unwrap_or_default().to_owned()
    };
    assert!(about("win64").contains("rustup target add"), "{notes}");
    if cfg!(target_os = "linux") {
        assert!(about("darwin64").ends_with("pip install cargo-zigbuild"), "{notes}");
        assert_eq!(notes.lines().count(), 2, "{notes}");
    }
    assert!(folder.join("binaries/linux64").is_dir() && !folder.join("binaries/win64").exists());
}
