//! FMUs of strangers: what their files and libraries may do to whoever checks them is a sentence.
#![cfg(unix)]

use fmu_build::{Finding, Fmu, check_apart};
use std::fs;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

const PROGRAM: &str = env!("CARGO_BIN_EXE_fmu-build");

fn spiel(arguments: &[&str], temporary: &Path) -> Output {
    Command::new(PROGRAM).args(arguments).env("TMPDIR", temporary).output().unwrap()
}

/// A built FMU whose library is replaced by one that does `what` as it is loaded.
fn spoilt(folder: &Path, what: &str) -> PathBuf {
    let begin = format!("__attribute__((constructor)) static void begin(void) {{ {what} }}\n");
    with_library(folder, &format!("#include <stdlib.h>\n#include <unistd.h>\n{begin}"))
}

/// A built FMU whose library is replaced by that of a text in C.
fn with_library(folder: &Path, text: &str) -> PathBuf {
    let (source, library) = (folder.join("x.c"), folder.join("x.so"));
    fs::write(&source, text).unwrap();
    let made =
        Command::new("cc").args(["-shared", "-fPIC", "-o"]).args([&library, &source]).status();
    assert!(made.unwrap().success());
    let own = folder.join("own.fmu");
    fmu_build::build(&fmu_build::Variant::of("rough_interface").unwrap(), &own).unwrap();
    let mut from = zip::ZipArchive::new(fs::File::open(&own).unwrap()).unwrap();
    let path = folder.join("spoilt.fmu");
    let mut to = zip::ZipWriter::new(fs::File::create(&path).unwrap());
    for index in 0..from.len() {
        let entry = from.by_index_raw(index).unwrap();
        if entry.name().unwrap().starts_with("binaries/") {
            let name = entry.name().unwrap().into_owned();
            to.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
            std::io::copy(&mut fs::File::open(&library).unwrap(), &mut to).unwrap();
        } else {
            to.raw_copy_file(entry).unwrap();
        }
    }
    to.finish().unwrap();
    path
}

#[test]
fn a_library_that_aborts_exits_hangs_or_is_none_is_a_sentence_and_leaves_no_files() {
    let folder = tempfile::tempdir().unwrap();
    let temporary = tempfile::tempdir().unwrap();
    for (what, says) in [
        ("abort();", "its library ended the process with signal 6 (abort)"),
        ("*(volatile int *)0 = 1;", "signal 11 (segmentation fault)"),
        ("_exit(0);", "its library ended the process"),
    ] {
        let path = spoilt(folder.path(), what);
        let output = spiel(&["check", path.to_str().unwrap()], temporary.path());
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{what}: {said}");
        assert!(said.contains(says), "{what}: {said}");
        assert!(fs::read_dir(temporary.path()).unwrap().next().is_none(), "{what}");
    }
    let path = spoilt(folder.path(), "for (;;) sleep(1);");
    let program = (Path::new(PROGRAM), &["drive"][..]);
    let found = check_apart(&path, program, Duration::from_secs(1)).unwrap();
    assert!(
        found.contains(&Finding("a short run had not ended after 1 s".to_owned())),
        "{found:?}"
    );

    let output = spiel(&["check", spoilt(folder.path(), "").to_str().unwrap()], temporary.path());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("fmi2GetVersion is missing"), "{said}");
    assert!(!said.contains(temporary.path().to_str().unwrap()), "{said}");
}

/// Were read as one of six statuses, and through a null pointer.
#[test]
fn statuses_and_strings_that_fmi_does_not_know_are_named() {
    let mut text = "static int it; void *fmi2Instantiate() { return &it; }\n".to_owned();
    text += "void *fmi2GetVersion() { return 0; } void *fmi2GetTypesPlatform() { return 0; }\n";
    text += "void fmi2FreeInstance() {}\n";
    for function in fmi2_abi::Function::ALL {
        text += &format!("int {}() {{ return 17; }}\n", function.name());
    }
    let folder = tempfile::tempdir().unwrap();
    let fmu = Fmu::open(&with_library(folder.path(), &text)).unwrap();
    assert_eq!(fmu.versions(), ("null".to_owned(), "null".to_owned()));
    let error = fmu.start("x", &[]).map(|_| ()).unwrap_err().to_string();
    let expected = "fmi2SetupExperiment failed: status = 17 is none of FMI 2.0, which has 0 to 5";
    assert_eq!(error, expected);
}

#[test]
fn only_files_are_written_and_links_are_followed() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    let build = |path: &Path| {
        let path = path.to_str().unwrap();
        spiel(&["build", "rough_interface", "-o", path], folder.path())
    };
    let pipe = place("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    symlink(place("nowhere"), place("dangling")).unwrap();
    for (path, why) in [
        (Path::new("/dev/null"), "a device or a pipe"),
        (&pipe, "a device or a pipe"),
        (folder.path(), "a folder"),
        (&place("dangling"), "a link that leads nowhere"),
    ] {
        let output = build(path);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(why) && said.lines().count() == 1, "{said}");
    }
    assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
    assert!(fs::symlink_metadata("/dev/null").unwrap().file_type().is_char_device());
    fs::create_dir(place("in")).unwrap();
    fs::write(place("in/real.fmu"), "old").unwrap();
    symlink(place("in/real.fmu"), place("link.fmu")).unwrap();
    assert!(build(&place("link.fmu")).status.success());
    assert!(fs::symlink_metadata(place("link.fmu")).unwrap().is_symlink());
    assert!(fs::read(place("in/real.fmu")).unwrap().starts_with(b"PK"));
}
