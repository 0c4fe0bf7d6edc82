//! A release: what is in it, that it is whole or not there, and that it works without Rust.

use crate::cargo::{Cargo, artifact, message, refused};
use fmu_build::Platform;
use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::{TempDir, tempdir};

/// A cargo that has everything compiled, but for the targets in whose name `missing` occurs.
fn cargo(missing: &str) -> (Cargo, TempDir) {
    let place = tempdir().unwrap();
    let both = [foreign(place.path(), "linear", true), foreign(place.path(), "macros", false)];
    let mut libraries = both.to_vec();
    for joint in models() {
        let made = ["so", "dll", "dylib"].map(|end| place.path().join(format!("{joint}.{end}")));
        made.iter().for_each(|path| fs::write(path, joint).unwrap());
        libraries.push(artifact(joint, &made.each_ref().map(|path| path.as_path()), None));
    }
    let program = Path::new(env!("CARGO_BIN_EXE_fmu-build"));
    let mut programs = both.to_vec();
    programs.push(foreign(place.path(), "words", true));
    programs.push(artifact("fmu-build", &[program], Some(program)));
    let (libraries, programs) = (libraries.join("\n"), programs.join("\n"));
    let missing_std = message("can't find crate for `core`");
    let script = format!(
        "case \"$*\" in\n\
         build*{missing}*) cat <<'END'\n{missing_std}\nEND\nexit 101 ;;\n\
         build*fmu-build*) cat <<'END'\n{programs}\nEND\n;;\n\
         build*) cat <<'END'\n{libraries}\nEND\n;;\n\
         *) exit 101 ;;\nesac"
    );
    (Cargo::that(&script), place)
}

/// The models whose libraries are in a release.
fn models() -> impl Iterator<Item = &'static str> {
    spiel::catalogue::ALL.iter().chain([&spiel::group::KIND]).map(|joint| joint.name)
}

/// Cargo's message of a third-party crate in `place`, compiled for all targets or for this machine.
fn foreign(place: &Path, name: &str, linked: bool) -> String {
    let folder = place.join("registry").join(name);
    fs::create_dir_all(&folder).unwrap();
    let manifest =
        format!("[package]\nname = \"{name}\"\nversion = \"1.0.0\"\nlicense = \"MIT\"\n");
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    fs::write(folder.join("LICENSE"), format!("terms of {name}")).unwrap();
    let toolchains = Platform::BUILT.iter().flat_map(|platform| platform.toolchains);
    let targets: Vec<_> = toolchains.map(|toolchain| toolchain.target).collect();
    let target: &[_] = if linked { &targets } else { &[""] };
    let files = target.iter().map(|target| place.join(target).join(format!("lib{name}.rlib")));
    let files: Vec<_> = files.collect();
    let files: Vec<_> = files.iter().map(|file| file.as_path()).collect();
    let manifest = folder.join("Cargo.toml").display().to_string();
    artifact(name, &files, None)
        .replace("\"p\"", &format!("\"registry+https://example.org/index#{name}@1.0.0\""))
        .replace("\"/m\"", &format!("\"{manifest}\""))
}

fn release(cargo: &Cargo, folder: &Path, platforms: &[&str]) -> Output {
    let mut arguments = vec!["dist", "--wheel", "-o", folder.to_str().unwrap()];
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
    for joint in spiel::catalogue::ALL {
        assert!(files.contains_key(&format!("fmus/{}.fmu", joint.name)));
    }
    for joint in models() {
        for platform in [Platform::LINUX, Platform::WINDOWS, Platform::LINUX_ARM] {
            assert!(files.contains_key(&format!("binaries/{}", platform.library(joint))));
        }
    }
    let wheels: Vec<_> = files.keys().filter(|name| name.starts_with("wheels/")).collect();
    assert_eq!(wheels.len(), platforms.len(), "one for each platform: {wheels:?}");
    for name in [
        "spiel-joints-linux64",
        "spiel-joints-win64.exe",
        "spiel-joints-aarch64-linux",
        "README.md",
        "LICENSE-MIT",
    ] {
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
    let (all, libraries) = (&files["THIRD-PARTY.txt"], &files["binaries/THIRD-PARTY.txt"]);
    for (list, expected) in [(all, [true, true]), (libraries, [true, false])] {
        for (name, expected) in ["linear", "words"].into_iter().zip(expected) {
            assert_eq!(text(list).contains(&format!("\n{name} 1.0.0  MIT  ")), expected, "{name}");
            assert_eq!(text(list).contains(&format!("terms of {name}\n")), expected, "{name}");
        }
        assert!(!text(list).contains("macros"), "it is not linked into anything");
    }
    let fmu = fs::File::open(one.join("fmus/sliced_pin.fmu")).unwrap();
    let mut fmu = zip::ZipArchive::new(fmu).unwrap();
    let mut inside = Vec::new();
    let mut entry = fmu.by_name("documentation/licenses/THIRD-PARTY.txt").unwrap();
    entry.read_to_end(&mut inside).unwrap();
    assert_eq!(&inside, libraries, "every FMU says what its libraries hold");
    let left: Vec<_> =
        fs::read_dir(place.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "nothing temporary stays: {left:?}");
}

#[test]
fn a_release_of_libraries_has_no_program_and_lists_what_is_in_them() {
    let ((cargo, _libraries), place) = (cargo("nothing"), tempdir().unwrap());
    let folder = place.path().join("release");
    let order = ["dist", "--libraries-only", "-o", folder.to_str().unwrap(), "--platform", "win64"];
    let unknown = cargo.spiel(&[&order[..], &["--joint", "hinge"]].concat());
    assert!(text(&unknown.stderr).contains("hinge"), "{}", text(&unknown.stderr));
    let chosen = ["--joint", "sliced_pin", "--joint", "bushing", "--fmi", "3"];
    let output = cargo.spiel(&[&order[..], &chosen].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let fmu = fs::File::open(folder.join("fmus/sliced_pin.fmu")).unwrap();
    let fmu = zip::ZipArchive::new(fmu).unwrap();
    assert!(
        fmu.index_for_name("binaries/x86_64-windows/sliced_pin.dll").is_some(),
        "a folder of FMI 3.0"
    );
    let files = files(&folder);
    let libraries: Vec<_> = files.keys().filter(|name| name.ends_with(".dll")).collect();
    assert_eq!(
        libraries,
        ["binaries/win64/bushing.dll", "binaries/win64/group.dll", "binaries/win64/sliced_pin.dll"]
    );
    assert_eq!(files.keys().filter(|name| name.starts_with("fmus/")).count(), 2);
    assert!(!files.keys().any(|name| name.starts_with("spiel-joints-")));
    assert_eq!(files["THIRD-PARTY.txt"], files["binaries/THIRD-PARTY.txt"]);
}

#[test]
fn what_libraries_ask_for_is_noted_once_with_their_names() {
    let ((cargo, made), place) = (cargo("nothing"), tempdir().unwrap());
    let folder = place.path().join("release");
    // A small program asks for the glibc it was linked with, as a library does.
    let program = fs::read("/bin/sh").unwrap();
    for joint in ["gear_mesh", "sliced_pin"] {
        fs::write(made.path().join(format!("{joint}.so")), &program).unwrap();
    }
    let to = folder.to_str().unwrap();
    let output = cargo.spiel(&["dist", "--libraries-only", "-o", to, "--platform", "linux64"]);
    let notes = text(&output.stderr);
    assert!(output.status.success(), "{notes}");
    let glibc = fmu_build::Inspected::of(&program).and_then(|inspected| inspected.glibc);
    if glibc.is_some_and(|glibc| glibc > (2, 17)) {
        assert_eq!(notes.lines().count(), 1, "{notes}");
        assert!(notes.starts_with("note: gear_mesh, sliced_pin: glibc 2."), "{notes}");
    }
}

#[test]
fn a_release_builds_fmus_where_there_is_no_cargo() {
    let ((cargo, _libraries), place) = (cargo("nothing"), tempdir().unwrap());
    let folder = place.path().join("release");
    let here = Platform::here().folder;
    assert!(release(&cargo, &folder, &[here]).status.success());
    let file = place.path().join("x.fmu");
    let output = Command::new(folder.join(format!("spiel-joints-{here}")))
        .args(["build", "sliced_pin", "-o", file.to_str().unwrap()])
        .env("CARGO", "/no/such/cargo")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(file.exists());
    let plan = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/groups/rod.toml");
    let output = Command::new(folder.join(format!("spiel-joints-{here}")))
        .args(["build", "--group", plan.to_str().unwrap(), "-o", file.to_str().unwrap()])
        .env("CARGO", "/no/such/cargo")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn a_wheel_builds_what_its_release_builds_and_refuses_libraries_that_were_changed() {
    let ((cargo, _libraries), place) = (cargo("nothing"), tempdir().unwrap());
    let folder = place.path().join("release");
    let here = Platform::here();
    let output = release(&cargo, &folder, &["linux64", "win64", "aarch64-linux"]);
    assert!(output.status.success(), "{}", text(&output.stderr));

    // As pip does it: scripts into a folder of programs, data below the prefix.
    let prefix = place.path().join("prefix");
    let wheels = fs::read_dir(folder.join("wheels")).unwrap().map(|entry| entry.unwrap().path());
    let tag = if cfg!(target_arch = "aarch64") { "aarch64.whl" } else { "x86_64.whl" };
    let wheel = wheels.into_iter().find(|path| path.to_str().unwrap().ends_with(tag)).unwrap();
    let mut wheel = zip::ZipArchive::new(fs::File::open(wheel).unwrap()).unwrap();
    for index in 0..wheel.len() {
        let mut entry = wheel.by_index(index).unwrap();
        let name = entry.name().unwrap().into_owned();
        let Some((_, name)) = name.split_once(".data/") else { continue };
        let path = prefix.join(name.replace("scripts/", "bin/").replace("data/", ""));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::io::copy(&mut entry, &mut fs::File::create(path).unwrap()).unwrap();
    }
    let installed = prefix.join("bin/spiel-joints");
    fs::set_permissions(&installed, fs::Permissions::from_mode(0o755)).unwrap();
    let binaries = prefix.join("share/spiel-joints/binaries");
    let names: Vec<_> = files(&binaries).into_keys().collect();
    assert!(names.contains(&"win64/libraries.lzma".to_owned()), "{names:?}");
    assert!(!names.iter().any(|name| name.ends_with(".dll")), "{names:?}");

    let build = |program: &Path, file: &Path, more: &[&str]| {
        let order = [&["build", "sliced_pin", "-o", file.to_str().unwrap()], more].concat();
        Command::new(program).args(order).env("CARGO", "/no/such/cargo").output().unwrap()
    };
    let (one, other) = (place.path().join("one.fmu"), place.path().join("other.fmu"));
    let output = build(&folder.join(format!("spiel-joints-{}", here.folder)), &one, &[]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let output = build(&installed, &other, &[]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(fs::read(&one).unwrap(), fs::read(&other).unwrap());

    let together = binaries.join("win64/libraries.lzma");
    let mut bytes = fs::read(&together).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&together, bytes).unwrap();
    let line = refused(&build(&installed, &other, &[]));
    assert!(line.contains("sliced_pin") && line.contains("libraries.lzma: it "), "{line}");
    // The other platforms' are as they were.
    assert!(build(&installed, &other, &["--platform", "linux64"]).status.success());
    fs::remove_file(&together).unwrap();
    let line = refused(&build(&installed, &other, &["--platform", "win64"]));
    assert!(line.contains("is not there"), "{line}");
}

#[test]
fn programs_and_wheels_may_be_made_for_some_platforms_only() {
    let ((cargo, _libraries), place) = (cargo("nothing"), tempdir().unwrap());
    let folder = place.path().join("release");
    let to = folder.to_str().unwrap();
    let order = ["dist", "--wheel", "-o", to, "--platform", "linux64", "--platform", "win64"];
    let output = cargo.spiel(&[&order[..], &["--program", "win64"]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let files = files(&folder);
    let programs: Vec<_> = files.keys().filter(|name| name.starts_with("spiel-joints-")).collect();
    assert_eq!(programs, ["spiel-joints-win64.exe"]);
    let wheels: Vec<_> = files.keys().filter(|name| name.starts_with("wheels/")).collect();
    assert!(wheels.len() == 1 && wheels[0].ends_with("win_amd64.whl"), "{wheels:?}");
    assert!(files.contains_key("binaries/linux64/group.so"));

    fs::remove_dir_all(&folder).unwrap();
    let line = refused(&cargo.spiel(&[&order[..], &["--program", "aarch64-linux"]].concat()));
    assert!(line.contains("--program aarch64-linux"), "{line}");
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
