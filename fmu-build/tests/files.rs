//! Files on the command line: what is read is never replaced, what is no file is refused at once, and what cannot
//! be written is an error.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Refusals come before anything is computed; this is for a loaded machine.
const AT_ONCE: Duration = Duration::from_secs(20);

const GROUP: &str = "[[body]]\nname = \"arm\"\nmass = 1\ninertia = 0.01\n\
                     [[joint]]\nname = \"B\"\ntype = \"revolute_clearance\"\na = \"ground\"\nb = \"arm\"\n";

fn spiel(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fmu-build"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// The one line of a refusal, which exits with 2.
fn refusal(folder: &Path, arguments: &[&str]) -> String {
    let output = spiel(folder, arguments);
    let line = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {line}");
    assert_eq!(line.lines().count(), 1, "{line}");
    line
}

/// A folder with an FMU called `own.fmu`.
fn with_fmu() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let variant = fmu_build::Variant::of("rough_interface").unwrap();
    fmu_build::build(&variant, &folder.path().join("own.fmu")).unwrap();
    folder
}

/// The content of all files of a folder.
fn content(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut all: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .map(|path| (path.clone(), fs::read(path).unwrap()))
        .collect();
    all.sort();
    all
}

#[test]
fn what_is_read_is_never_replaced_and_no_two_results_are_one_file() {
    let folder = with_fmu();
    let place = |name: &str| folder.path().join(name);
    for name in ["in.csv", "own_run.csv", "in.svg"] {
        fs::write(place(name), "time\n0\n").unwrap();
    }
    fs::write(place("p.toml"), "").unwrap();
    fs::write(place("p.fmu"), "").unwrap();
    fs::write(place("g.toml"), GROUP).unwrap();
    fs::write(place("g.fmu"), GROUP).unwrap();
    fs::write(place("loops.toml"), "x0,x,F\n1e-6,0,0\n").unwrap();
    fs::write(place("loops.svg"), "x0,x,F\n1e-6,0,0\n").unwrap();
    fs::hard_link(place("in.csv"), place("hard.csv")).unwrap();
    let before = content(folder.path());
    let build = ["build", "rough_interface"];
    for (arguments, why) in [
        (&["run", "own.fmu", "--output", "own.fmu"][..], "allowed: .csv"),
        (
            &["run", "own.fmu", "--output", "out.xlsx"],
            "out.xlsx: its ending is not one that can be written; allowed: .csv, .mat, .parquet",
        ),
        (&["run", "own.fmu", "--output", "same", "--picture", "same"], "allowed: .csv"),
        (&["run", "own.fmu", "--picture", "out.png"], "allowed: .svg"),
        (&["run", "own.fmu", "--html", "out.pdf"], "allowed: .html"),
        (&["run", "own.fmu", "--input", "in.csv", "--output", "in.csv"], "would replace in.csv"),
        (
            &["run", "own.fmu", "--input", "in.csv", "--output", "./hard.csv"],
            "would replace in.csv",
        ),
        (&["run", "own.fmu", "--input", "in.svg", "--picture", "in.svg"], "would replace in.svg"),
        // This is the table's default name.
        (&["run", "own.fmu", "--input", "own_run.csv"], "would replace own_run.csv"),
        (&[build[0], build[1], "--parameters", "p.toml", "-o", "p.toml"], "allowed: .fmu"),
        (&[build[0], build[1], "--parameters", "p.fmu", "-o", "p.fmu"], "would replace p.fmu"),
        (&["build", "--group", "g.toml", "-o", "g.toml"], "allowed: .fmu"),
        (&["build", "--group", "g.fmu", "-o", "g.fmu"], "would replace g.fmu"),
        // Without -o an FMU is called as the file of its group.
        (&["build", "--group", "g.fmu"], "would replace g.fmu"),
        (&["identify", "loops.toml", "-o", "loops.toml"], "would replace loops.toml"),
        (&["identify", "loops.svg", "-o", "loops.toml"], "would replace loops.svg"),
        (&["identify", "loops.svg", "-o", "loops.txt"], "allowed: .toml"),
    ] {
        let line = refusal(folder.path(), arguments);
        // Loops that are none may be what is said first.
        let loops = arguments[0] == "identify" && line.contains("loops.");
        assert!(line.contains(why) || loops, "{arguments:?}: {line}");
        assert!(content(folder.path()) == before, "{arguments:?}");
    }
}

#[test]
fn what_is_said_twice_is_refused_and_an_unknown_column_is_a_short_line() {
    let folder = with_fmu();
    let place = |name: &str| folder.path().join(name);
    let set = ["--set", "clamp.force=1", "--set", "clamp.force = 2"];
    for command in [&["run", "own.fmu"][..], &["build", "rough_interface", "-o", "x.fmu"]] {
        let line = refusal(folder.path(), &[command, &set].concat());
        assert!(line.contains("--set clamp.force is given twice, 1 and 2"), "{line}");
    }
    fs::write(place("p.toml"), "\"clamp.force\" = 1\n[clamp]\nforce = 2\n").unwrap();
    let line = refusal(folder.path(), &["build", "rough_interface", "--parameters", "p.toml"]);
    assert!(line.contains("p.toml: clamp.force is set twice"), "{line}");
    for (header, why) in [
        ("time,frame_b.x,frame_b.x", "it has two columns frame_b.x"),
        ("time,qqqqqqqq", "unknown variable qqqqqqqq; known: "),
        ("time,frame_b.z", "did you mean frame_b."),
    ] {
        let zeros = header.replace(|c: char| c != ',', "").replace(',', ",0");
        fs::write(place("in.csv"), format!("{header}\n0{zeros}\n")).unwrap();
        let line = refusal(folder.path(), &["run", "own.fmu", "--input", "in.csv"]);
        assert!(line.contains(why) && line.contains("in.csv"), "{line}");
        // Was 40 kB, the names of all variables.
        assert!(line.len() < 500, "{} bytes", line.len());
    }
    #[cfg(unix)]
    {
        assert!(Command::new("mkfifo").arg(place("pipe.csv")).status().unwrap().success());
        let line = refusal(folder.path(), &["run", "own.fmu", "--input", "pipe.csv"]);
        assert!(line.contains("a device or a pipe"), "{line}");
    }
    fs::write(place("loops.csv"), "x0,x,F,x\n1e-6,0,0,0\n").unwrap();
    let line = refusal(folder.path(), &["identify", "loops.csv", "-o", "found.toml"]);
    assert!(line.contains("two columns are called x"), "{line}");
    fs::write(place("g.toml"), format!("gravity = [0, -9.81, 3]\nintegrate = true\n{GROUP}"))
        .unwrap();
    let line = refusal(folder.path(), &["describe", "g.toml"]);
    assert!(line.contains("g.toml, line 1: ") && line.contains("3 numbers"), "{line}");
}

#[test]
fn a_negative_number_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let run = ["run", "none.fmu", "--throw", "-1 m/s", "--mass", "1", "--step", "-1us"];
    // The command line is understood; the file is not there.
    assert!(refusal(folder.path(), &run).contains("none.fmu"));
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    for pipe in ["p", "p.toml", "p.json", "p.fmu"] {
        assert!(Command::new("mkfifo").arg(folder.path().join(pipe)).status().unwrap().success());
    }
    fs::write(
        folder.path().join("g.toml"),
        GROUP.replace("mass", "flexible = { table = \"p\" }\nmass"),
    )
    .unwrap();
    let build = ["build", "rough_interface"];
    let long = ["build", "revolute_clearance", "--cells", "24"];
    for arguments in [
        &["run", "p.fmu"][..],
        &["check", "p.fmu"],
        &["describe", "p.fmu"],
        &["describe", "p.toml"],
        &["build", "--group", "p.toml"],
        &["build", "--group", "p.json"],
        &["build", "--group", "g.toml"],
        &[build[0], build[1], "--parameters", "p.toml"],
        &[build[0], build[1], "--parameters", "/dev/zero"],
        &[long[0], long[1], long[2], long[3], "--profile", "p"],
        &["identify", "p", "-o", "x.toml"],
    ] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_fmu-build"));
        program.args(arguments).current_dir(&folder).stderr(Stdio::piped());
        let (begun, mut child) = (Instant::now(), program.spawn().unwrap());
        while child.try_wait().unwrap().is_none() {
            if begun.elapsed() > AT_ONCE {
                child.kill().unwrap();
                panic!("{arguments:?} waits");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains("a device or a pipe, not a file"), "{arguments:?}: {said}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_beside_a_group_is_one_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    for table in ["/dev/zero", "../modes.csv", "a/modes.csv"] {
        let flexible = format!("flexible = {{ table = \"{table}\" }}\nmass");
        fs::write(folder.path().join("g.toml"), GROUP.replace("mass", &flexible)).unwrap();
        let line = refusal(folder.path(), &["describe", "g.toml"]);
        let why = format!("g.toml, line 3: body arm: table = {table} is not the name of a file");
        assert!(line.contains(&why), "{line}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn results_that_cannot_be_written_are_an_error() {
    let run = |arguments: &[&str]| {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_fmu-build"));
        program.args(arguments).stdout(full);
        program.output().unwrap()
    };
    for arguments in [
        &["new", "sliced_pin"][..],
        &["new", "--group"],
        &["list"],
        &["describe", "revolute_clearance"],
        &["completions", "bash"],
        &["mobility", "--mass-a", "1", "--inertia-a", "1"],
        &["--help"],
        &["--version"],
    ] {
        let output = run(arguments);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains("error: standard output: "), "{arguments:?}: {said}");
    }
    // Without a place for a message the exit status still tells.
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_fmu-build"));
    assert_eq!(program.args(["new", "no_joint"]).stderr(full).status().unwrap().code(), Some(2));
    // A reader that takes the first line only has what it wanted.
    let mut child = Command::new(env!("CARGO_BIN_EXE_fmu-build"))
        .args(["describe", "revolute_clearance"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success());
}

#[cfg(unix)]
#[test]
fn the_folder_for_temporary_files_may_be_called_anything() {
    let folder = with_fmu();
    for name in ["%41", "a b", "100%", "ä#?"] {
        let temporary = folder.path().join(name);
        fs::create_dir(&temporary).unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_fmu-build"));
        program.args(["run", "own.fmu"]).current_dir(&folder).env("TMPDIR", &temporary);
        let output = program.output().unwrap();
        assert!(output.status.success(), "{name}: {output:?}");
        assert!(fs::read_dir(&temporary).unwrap().next().is_none(), "{name}");
    }
}
