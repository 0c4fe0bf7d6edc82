//! Building for other platforms from the command line: a missing tool is named, one that is there is used.
#![cfg(unix)]

mod cargo;
mod dist;

use cargo::{Cargo, artifact};
use std::fs;
use std::io::Read;
use std::path::Path;
use tempfile::tempdir;

#[test]
fn a_missing_toolchain_or_linker_is_one_line_with_the_command_that_installs_it() {
    let without_std = Cargo::failing("can't find crate for `core`");
    let without_linker = Cargo::failing("linker `x86_64-w64-mingw32-gcc` not found");
    insta::assert_snapshot!(without_std.refusal("aarch64-linux"), @"error: aarch64-linux: the compiler has no standard library for aarch64-unknown-linux-gnu; install it with: rustup target add aarch64-unknown-linux-gnu");
    if cfg!(target_os = "linux") {
        insta::assert_snapshot!(without_std.refusal("win64"), @"error: win64: the compiler has no standard library for x86_64-pc-windows-gnu; install it with: rustup target add x86_64-pc-windows-gnu");
        insta::assert_snapshot!(without_linker.refusal("win64"), @"error: win64: there is no linker x86_64-w64-mingw32-gcc; install it with: apt-get install gcc-mingw-w64-x86-64 (Debian, Ubuntu)");
        let without_linker = Cargo::failing("linker `o64-clang` not found");
        insta::assert_snapshot!(without_linker.refusal("darwin64"), @"error: darwin64: there is no linker o64-clang; install it with: pip install cargo-zigbuild");
    }
    let broken = Cargo::failing("mismatched types");
    insta::assert_snapshot!(broken.refusal("win64"), @"error: no library of revolute_clearance: cargo says error: mismatched types; prebuilt ones go in with --binaries DIR");
}

#[test]
fn an_unknown_platform_is_told_what_there_is() {
    let cargo = Cargo::that("exit 1");
    insta::assert_snapshot!(cargo.refusal("amiga"), @"error: unknown platform amiga; known: linux64, win64, aarch64-linux, darwin64, all");
    insta::assert_snapshot!(cargo.refusal("win46"), @"error: unknown platform win46; did you mean win64?");
    assert!(!cargo.0.path().join("calls").exists(), "nothing was compiled");
}

#[test]
fn a_place_that_cannot_be_written_is_found_out_before_a_compiler_runs() {
    let cargo = Cargo::that("exit 1");
    let refused = |path: &str, dist: bool| {
        let order: &[_] = if dist { &["dist"] } else { &["build", "revolute_clearance"] };
        let output = cargo.spiel(&[order, &["-o", path]].concat());
        assert_eq!(output.status.code(), Some(2));
        let line = String::from_utf8(output.stderr).unwrap();
        assert_eq!(line.lines().count(), 1, "{line}");
        line
    };
    let folder = cargo.0.path().to_str().unwrap().to_owned();
    assert!(refused(&folder, false).contains("this is a folder, not a file"));
    assert!(refused(&folder, true).contains("is already there; -o names a new or empty folder"));
    if cfg!(target_os = "linux") {
        // Not even the administrator writes there.
        assert!(refused("/proc/x.fmu", false).contains("/proc: no file can be written"));
        assert!(refused("/proc/release", true).contains("/proc: no file can be written"));
    }
    assert!(!cargo.0.path().join("calls").exists(), "nothing was compiled");
}

#[test]
fn a_compiler_that_runs_for_minutes_is_announced_where_there_is_no_terminal() {
    let place = tempdir().unwrap();
    let library = place.path().join("r.so");
    fs::write(&library, "library").unwrap();
    let made = artifact("revolute_clearance", &[&library], None);
    let file = place.path().join("x.fmu");
    let path = file.to_str().unwrap();
    let order = ["build", "revolute_clearance", "--platform", "linux64", "-o", path];
    let told = |said: &str| {
        let cargo = Cargo::that(&format!(
            "[ $1 = build ] || exit 101\nprintf '{said}' >&2\ncat <<'END'\n{made}\nEND"
        ));
        let output = cargo.spiel(&order);
        assert!(output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let compiles = "   Compiling serde v1.0.0\\n    Building [=> ] 1/3: serde  \\r";
    let line = told(&format!("{compiles}    Building [==>] 2/3: spiel  \\r"));
    assert_eq!(line.lines().count(), 1, "{line}");
    assert!(
        line.starts_with("compiling the library of revolute_clearance for linux64, "),
        "{line}"
    );
    assert_eq!(told("    Finished `fmu` profile\\n"), "", "there was nothing to wait for");
}

#[test]
fn one_fmu_holds_the_libraries_of_all_platforms_asked_for() {
    let place = tempdir().unwrap();
    let libraries = ["so", "dll"].map(|end| place.path().join(format!("r.{end}")));
    libraries.iter().for_each(|path| fs::write(path, "library").unwrap());
    let artifact =
        artifact("revolute_clearance", &libraries.each_ref().map(|path| path.as_path()), None);
    let cargo = Cargo::that(&format!("[ $1 = build ] || exit 101\ncat <<'END'\n{artifact}\nEND"));
    let file = place.path().join("x.fmu");
    let build = ["build", "revolute_clearance", "-o", file.to_str().unwrap()];
    let platforms = ["--platform", "linux64", "--platform", "aarch64-linux", "--platform", "win64"];
    let output = cargo.spiel(&[&build[..], &platforms].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let archive = zip::ZipArchive::new(fs::File::open(&file).unwrap()).unwrap();
    let names = archive.file_names().map(|name| name.unwrap().into_owned());
    let inside: Vec<_> = names.filter(|name| name.starts_with("binaries/")).collect();
    let expected = [
        "binaries/aarch64-linux/revolute_clearance.so",
        "binaries/linux64/revolute_clearance.so",
        "binaries/win64/revolute_clearance.dll",
    ];
    assert_eq!(inside, expected);
    for target in ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "x86_64-pc-windows-gnu"]
    {
        assert!(
            cargo.calls().contains(&format!("build --target {target} --profile fmu")),
            "{target}"
        );
    }
}

#[test]
fn a_library_for_macos_is_universal_and_needs_both_of_its_parts() {
    let place = tempdir().unwrap();
    // Headers of libraries, for x86 and for ARM, with nothing behind them.
    let parts = [("x86_64-apple-darwin", 0x0100_0007), ("aarch64-apple-darwin", 0x0100_000c)];
    let made = parts.map(|(target, processor)| {
        let path = place.path().join(target).join("r.dylib");
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let header = [0xfeed_facf_u32, processor, 0, 6, 0, 0, 0, 0].map(u32::to_le_bytes).concat();
        fs::write(&path, &header).unwrap();
        (path, header)
    });
    let [(x86, x86_bytes), (arm, arm_bytes)] = &made;
    let cargo = |files: &[&Path]| {
        let artifacts = files.iter().map(|file| artifact("revolute_clearance", &[file], None));
        let artifacts = artifacts.collect::<Vec<_>>().join("\n");
        Cargo::that(&format!("[ $1 = build ] || exit 101\ncat <<'END'\n{artifacts}\nEND"))
    };
    let line = cargo(&[x86]).refusal("darwin64");
    assert!(line.contains("no revolute_clearance for aarch64-apple-darwin"), "{line}");

    // Cargo names them in any order.
    let cargo = cargo(&[arm, x86]);
    let file = place.path().join("x.fmu");
    let build = ["build", "revolute_clearance", "--platform", "darwin64", "-o"];
    let output = cargo.spiel(&[&build[..], &[file.to_str().unwrap()]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let targets = "build --target x86_64-apple-darwin --target aarch64-apple-darwin --profile fmu";
    assert!(cargo.calls().contains(targets), "{}", cargo.calls());
    let mut archive = zip::ZipArchive::new(fs::File::open(&file).unwrap()).unwrap();
    let mut library = Vec::new();
    let mut entry = archive.by_name("binaries/darwin64/revolute_clearance.dylib").unwrap();
    entry.read_to_end(&mut library).unwrap();
    assert_eq!(library[..8], [0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 2]);
    let found = [&library[0x4000..0x4000 + x86_bytes.len()], &library[0x8000..]];
    assert_eq!(found, [&x86_bytes[..], arm_bytes]);
}
