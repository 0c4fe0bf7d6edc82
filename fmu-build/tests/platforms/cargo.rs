//! A cargo that does what a test says, so that nothing must be missing or installed on this machine.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::{TempDir, tempdir};

/// A folder with a program `cargo` that does what a shell script says.
pub struct Cargo(pub TempDir);

impl Cargo {
    /// One that runs the script, and records its arguments.
    pub fn that(script: &str) -> Self {
        let folder = tempdir().unwrap();
        let path = folder.path().join("cargo");
        let log = folder.path().join("calls");
        let log = log.display();
        fs::write(&path, format!("#!/bin/sh\necho \"$*\" >> {log}\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        Self(folder)
    }

    /// One that fails with an error of the compiler.
    pub fn failing(error: &str) -> Self {
        let message = message(error);
        Self::that(&format!("[ $1 = build ] && cat <<'END'\n{message}\nEND\nexit 101"))
    }

    /// The arguments of its calls, a line each.
    pub fn calls(&self) -> String {
        fs::read_to_string(self.0.path().join("calls")).unwrap_or_default()
    }

    /// The program under test with this cargo.
    pub fn spiel(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_fmu-build"))
            .args(arguments)
            .env("CARGO", self.0.path().join("cargo"))
            .output()
            .unwrap()
    }

    /// The one line that building the FMU for `platform` is refused with.
    pub fn refusal(&self, platform: &str) -> String {
        let file = self.0.path().join("x.fmu");
        let path = file.to_str().unwrap();
        let build = ["build", "revolute_clearance", "-o", path, "--platform", platform];
        let line = refused(&self.spiel(&build));
        assert!(!file.exists());
        line
    }
}

/// The one line of a refusal, which exits with 2.
pub fn refused(output: &Output) -> String {
    let line = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(2), "{line}");
    assert_eq!(line.lines().count(), 1, "{line}");
    line
}

const TARGET: &str = r#""src_path":"/s","edition":"2024","doc":true,"doctest":true,"test":true"#;

/// Cargo's message of an error.
pub fn message(error: &str) -> String {
    format!(
        r#"{{"reason":"compiler-message","package_id":"p","manifest_path":"/m","target":{{"name":"t","kind":["lib"],"crate_types":["lib"],{TARGET}}},"message":{{"rendered":null,"children":[],"code":null,"level":"error","message":"{error}","spans":[]}}}}"#
    )
}

/// Cargo's message of a result: libraries, or a program.
pub fn artifact(name: &str, files: &[&Path], program: Option<&Path>) -> String {
    let quoted = |path: &&Path| format!("\"{}\"", path.display());
    let files = files.iter().map(quoted).collect::<Vec<_>>().join(",");
    let program = program.as_ref().map_or("null".to_owned(), quoted);
    format!(
        r#"{{"reason":"compiler-artifact","package_id":"p","manifest_path":"/m","target":{{"name":"{name}","kind":["cdylib"],"crate_types":["cdylib"],{TARGET}}},"profile":{{"opt_level":"3","debuginfo":0,"debug_assertions":false,"overflow_checks":false,"test":false}},"features":[],"filenames":[{files}],"executable":{program},"fresh":true}}"#
    )
}
