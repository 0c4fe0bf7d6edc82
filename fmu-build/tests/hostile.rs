//! Untrusted FMUs: whatever their files and libraries do, a check ends with a sentence.
#![cfg(unix)]

use fmu_build::{Finding, Fmu, check_apart};
use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::{FileTypeExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_fmu-build");

fn spiel(arguments: &[&str], temporary: &Path) -> Output {
    Command::new(PROGRAM).args(arguments).env("TMPDIR", temporary).output().unwrap()
}

/// A built FMU whose library is replaced by one that does `what` as it is loaded.
fn spoilt(folder: &Path, what: &str) -> PathBuf {
    let begin = format!("__attribute__((constructor)) static void begin(void) {{ {what} }}\n");
    let heads = ["stdio.h", "stdlib.h", "sys/mman.h", "unistd.h"];
    let heads: String = heads.iter().map(|head| format!("#include <{head}>\n")).collect();
    with_text(folder, &(heads + &begin))
}

/// A built FMU whose library is replaced by that of a text in C.
fn with_text(folder: &Path, text: &str) -> PathBuf {
    let (source, library) = (folder.join("x.c"), folder.join("x.so"));
    fs::write(&source, text).unwrap();
    let made =
        Command::new("cc").args(["-shared", "-fPIC", "-o"]).args([&library, &source]).status();
    assert!(made.unwrap().success());
    with_library(folder, |_| fs::read(&library).unwrap())
}

/// A built FMU with another library, which is made of its own.
fn with_library(folder: &Path, other: impl Fn(Vec<u8>) -> Vec<u8>) -> PathBuf {
    let own = folder.join("own.fmu");
    fmu_build::build(&fmu_build::Variant::of("rough_interface").unwrap(), &own).unwrap();
    let mut from = zip::ZipArchive::new(fs::File::open(&own).unwrap()).unwrap();
    let path = folder.join("spoilt.fmu");
    let mut to = zip::ZipWriter::new(fs::File::create(&path).unwrap());
    for index in 0..from.len() {
        let name = from.by_index(index).unwrap().name().unwrap().into_owned();
        if name.starts_with("binaries/") {
            let mut bytes = Vec::new();
            from.by_index(index).unwrap().read_to_end(&mut bytes).unwrap();
            to.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
            to.write_all(&other(bytes)).unwrap();
        } else {
            to.raw_copy_file(from.by_index_raw(index).unwrap()).unwrap();
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

/// Was SIGBUS, and 17 files were left.
#[test]
fn a_part_of_a_library_is_refused_before_it_is_loaded_and_leaves_no_files() {
    let folder = tempfile::tempdir().unwrap();
    let temporary = tempfile::tempdir().unwrap();
    for share in [0.01, 0.3, 0.9, 0.999] {
        let part = |bytes: Vec<u8>| bytes[..(share * bytes.len() as f64) as usize].to_vec();
        let path = with_library(folder.path(), part);
        for command in ["run", "check"] {
            let output = spiel(&[command, path.to_str().unwrap()], temporary.path());
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{command} {share}: {said}");
            assert!(said.contains("part of"), "{command} {share}: {said}");
            assert!(fs::read_dir(temporary.path()).unwrap().next().is_none(), "{command} {share}");
        }
    }
}

#[test]
fn a_library_has_so_much_memory_and_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let ask = |gigabytes: u32| {
        let what = format!(
            "if (mmap(0, {gigabytes}UL << 30, PROT_READ | PROT_WRITE, \
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) == MAP_FAILED) abort();"
        );
        let path = spoilt(folder.path(), &what);
        let output = spiel(&["check", path.to_str().unwrap()], folder.path());
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(ask(1).contains("fmi2GetVersion is missing"));
    assert!(ask(8).contains("signal 6 (abort)"));
}

/// Returns true if the process of that number runs; one that has ended and waits for its parent does not.
fn runs(process: &str) -> bool {
    let asked = Command::new("ps").args(["-o", "stat=", "-p", process]).output().unwrap();
    let state = String::from_utf8(asked.stdout).unwrap();
    !state.trim().is_empty() && !state.trim().starts_with('Z')
}

#[test]
fn no_process_of_an_untrusted_fmu_runs_on_when_the_check_is_ended() {
    for signal in ["-TERM", "-KILL"] {
        let folder = tempfile::tempdir().unwrap();
        let temporary = tempfile::tempdir().unwrap();
        let note = folder.path().join("process");
        // A process, and one that it has started.
        let what = format!(
            "if (fork() >= 0) {{ FILE *note = fopen(\"{}\", \"a\"); \
             fprintf(note, \"%d\\n\", getpid()); fclose(note); for (;;) sleep(1); }}",
            note.display()
        );
        let path = spoilt(folder.path(), &what);
        let mut program = Command::new(PROGRAM);
        program.arg("check").arg(&path).env("TMPDIR", temporary.path());
        let mut child = program.stderr(Stdio::null()).spawn().unwrap();
        let begun = Instant::now();
        // A loaded machine takes its time; processes that are not ended run for a minute.
        let waits = || {
            std::thread::sleep(Duration::from_millis(20));
            begun.elapsed() < Duration::from_secs(30)
        };
        let processes = || -> Vec<String> {
            let text = fs::read_to_string(&note).unwrap_or_default();
            text.lines().map(str::to_owned).collect()
        };
        while processes().len() < 2 {
            assert!(waits(), "it has not begun");
        }
        let id = child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        child.wait().unwrap();
        while processes().iter().any(|process| runs(process)) {
            assert!(waits(), "{signal}: it runs on");
        }
        // By then its files are gone, too.
        assert!(fs::read_dir(temporary.path()).unwrap().next().is_none(), "{signal}");
    }
}

/// Were read as one of six statuses, and through a null pointer.
#[test]
fn statuses_and_strings_that_fmi_does_not_know_are_named() {
    let mut text = "static int it; void *fmi2Instantiate() { return &it; }\n".to_owned();
    text += "void *fmi2GetVersion() { return 0; } void *fmi2GetTypesPlatform() { return 0; }\n";
    text += "void fmi2FreeInstance() {}\n";
    for function in spiel_fmi::fmi2::Function::ALL {
        text += &format!("int {}() {{ return 17; }}\n", function.name());
    }
    let folder = tempfile::tempdir().unwrap();
    let fmu = Fmu::open(&with_text(folder.path(), &text)).unwrap();
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
