//! Libraries made by cargo, for this machine or another, and errors that name a missing tool.

use super::command::{SOURCES, cargo, command, flags, sysroot};
use super::follow::{Progress, follow};
use super::universal;
use crate::{Error, Platform, Toolchain};
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::diagnostic::DiagnosticLevel;
use cargo_metadata::{Artifact, CompilerMessage, Message, MetadataCommand};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{Error as Trouble, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// The results of a build by cargo.
pub struct Compiled {
    /// Each package's library or program, in their order.
    pub results: Vec<Vec<u8>>,
    /// Manifests of the third-party crates that are linked into them.
    pub linked: BTreeSet<PathBuf>,
}

/// Compiles `packages` for `platform`; `progress` receives what is compiled, if anything is.
///
/// Cargo decides what is up to date; a second call costs a fraction of a second. Nothing that it has
/// compiled for an example or for this program is used again: profiles that differ in link-time
/// optimisation share no part, not even macros and build scripts.
pub fn compile(
    packages: &[&str],
    platform: Platform,
    progress: Progress<'_>,
) -> Result<Compiled, Error> {
    let fail = |why: Error| Error::Library {
        joint: packages.join(", "),
        why: format!("{why}; prebuilt ones go in with --binaries DIR"),
    };
    if platform.toolchains.is_empty() {
        return Err(fail(Error::Input(format!("nothing is built for {}", platform.folder))));
    }
    let workspace = workspace().ok_or_else(|| fail(Error::input("the sources are not here")))?;
    let mut command = command(platform);
    command
        .args(["--profile", "fmu", "--message-format=json"])
        .env("CARGO_ENCODED_RUSTFLAGS", flags(platform).join(&OsString::from("\x1f")));
    command.env(RELEASE, "1");
    // A level that the environment gives holds for the program, too, which has one of its own else.
    if let Ok(level) = std::env::var("CARGO_PROFILE_FMU_OPT_LEVEL") {
        let level = if level.parse::<u8>().is_ok() { level } else { format!("\"{level}\"") };
        command.args(["--config", &format!("profile.fmu.package.fmu-build.opt-level={level}")]);
    }
    for package in packages {
        command.args(["--package", package]);
    }
    let messages = messages_of(command.current_dir(workspace), progress)
        .map_err(|why| missing(platform, &why.to_string()).unwrap_or_else(|| fail(why)))?;
    let result = |package: &&str| made(&messages, package, platform).map_err(fail);
    let results = packages.iter().map(result).collect::<Result<_, _>>()?;
    Ok(Compiled { results, linked: linked(&messages, platform) })
}

/// The library of a package for the platform, or its program: universal where there are several targets.
fn made(messages: &[Message], package: &str, platform: Platform) -> Result<Vec<u8>, Error> {
    let part = |toolchain: &Toolchain| {
        let target = toolchain.target;
        let one_of_many = (platform.toolchains.len() > 1).then_some(target);
        let path = result(messages, package, platform, one_of_many).ok_or_else(|| {
            Error::Input(format!("cargo named no {package} for {target} among its results"))
        })?;
        Ok((target, std::fs::read(&path).map_err(Error::file(&path))?))
    };
    let parts = platform.toolchains.iter().map(part).collect::<Result<Vec<_>, Error>>()?;
    match <[_; 1]>::try_from(parts) {
        Ok([(_, alone)]) => Ok(alone),
        Err(parts) => universal::join(&parts),
    }
}

/// Runs cargo and returns its messages, or the first error of a build that fails.
fn messages_of(command: &mut Command, progress: Progress<'_>) -> Result<Vec<Message>, Error> {
    let fail = |error: Trouble| {
        Error::Input(format!("cargo does not run ({error}): install Rust and a C linker"))
    };
    // It counts what it compiles for a terminal only, unless it is asked to.
    let asked = [("COLOR", "never"), ("PROGRESS_WHEN", "always"), ("PROGRESS_WIDTH", "120")];
    command.envs(asked.map(|(name, value)| (format!("CARGO_TERM_{name}"), value)));
    let mut cargo = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(fail)?;
    let (stdout, stderr) = (cargo.stdout.take(), cargo.stderr.take());
    let (printed, said) = std::thread::scope(|scope| {
        let printed = scope.spawn(|| {
            let mut printed = Vec::new();
            stdout.map(|mut stdout| stdout.read_to_end(&mut printed)).transpose().map(|_| printed)
        });
        let said = stderr.map(|stderr| follow(stderr, progress)).unwrap_or_default();
        (printed.join().unwrap_or_else(|_| Ok(Vec::new())), said)
    });
    let status = cargo.wait().map_err(fail)?;
    let messages: Vec<_> =
        Message::parse_stream(printed.map_err(fail)?.as_slice()).filter_map(Result::ok).collect();
    if status.success() {
        return Ok(messages);
    }
    Err(Error::Input(format!("cargo says {}", reason(&messages, &said))))
}

/// The profile's option and the name of the example that this program is, if it is one.
pub fn example() -> Option<(Option<&'static str>, String)> {
    let program = std::env::current_exe().ok()?;
    let folder = program.parent().filter(|folder| folder.ends_with("examples"))?;
    let profile = match folder.parent()?.file_name()?.to_str()? {
        "release" => Some("--release"),
        "debug" => None,
        _ => return None,
    };
    // Linux adds this to a program that cargo has linked anew while it runs.
    let name = program.file_stem()?.to_str()?.trim_end_matches(" (deleted)");
    Some((profile, name.to_owned()))
}

/// Compiles the library of `package` with what the example that runs was compiled with.
///
/// Cargo compiles a crate with the features that all packages of one call ask for together. So this
/// call names the packages that the example's own build named, and nothing is compiled again.
pub fn compile_with_example(package: &str, progress: Progress<'_>) -> Result<PathBuf, Error> {
    let fail = |why: String| Error::Library { joint: package.to_owned(), why };
    let (workspace, (profile, name)) = workspace()
        .zip(example())
        .ok_or_else(|| fail("this program is no example among its sources".to_owned()))?;
    let asked = MetadataCommand::new().current_dir(workspace).no_deps().exec();
    let metadata = asked.map_err(|error| fail(format!("cargo metadata says {error}")))?;
    let mut command = cargo();
    command.args(["build", "--message-format=json", "--lib", "--example", &name]);
    command.args(profile).args(["--package", package]);
    for default in metadata.workspace_default_packages() {
        command.args(["--package", &*default.name]);
    }
    let messages = messages_of(command.current_dir(workspace), progress)
        .map_err(|why| fail(why.to_string()))?;
    result(&messages, package, Platform::here(), None)
        .ok_or_else(|| fail("cargo named no library among its results".to_owned()))
}

/// Environment variable that is set while a release is compiled, so that no folder of this machine gets
/// into it.
const RELEASE: &str = "SPIEL_RELEASE";

/// The sources: those that `SPIEL_SOURCES` names, or else those of this program, unless it is of a
/// release or went to another machine without them.
pub fn workspace() -> Option<&'static Path> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    let find = || {
        let named = std::env::var_os("SPIEL_SOURCES").map(PathBuf::from);
        // A release does not even contain the path of its sources.
        let own = if option_env!("SPIEL_RELEASE").is_none() {
            Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_owned)
        } else {
            None
        };
        named.or(own).filter(|folder| folder.is_dir())
    };
    FOLDER.get_or_init(find).as_deref()
}

/// The first error: what the compiler says, else cargo itself.
fn reason(messages: &[Message], stderr: &str) -> String {
    let said = messages.iter().find_map(|message| match message {
        Message::CompilerMessage(CompilerMessage { message, .. })
            if message.level == DiagnosticLevel::Error =>
        {
            Some(format!("error: {}", message.message))
        }
        _ => None,
    });
    let line = |line: &&str| line.to_lowercase().starts_with("error");
    said.or_else(|| stderr.lines().find(line).map(str::to_owned))
        .unwrap_or_else(|| "no reason".to_owned())
}

/// Returns an error that names what has to be installed, if that is the reason of a failed build.
fn missing(platform: Platform, why: &str) -> Option<Error> {
    let linker_from = platform.toolchains.first()?.linker_from;
    let miss = |missing: String, command: String| Error::Toolchain {
        platform: platform.folder,
        missing,
        command,
    };
    if ["`core`", "`std`"]
        .iter()
        .any(|name| why.contains("can't find crate for") && why.contains(name))
    {
        let targets =
            platform.toolchains.iter().map(|one| one.target).collect::<Vec<_>>().join(" ");
        let missing = format!("the compiler has no standard library for {targets}");
        Some(miss(missing, format!("rustup target add {targets}")))
    } else if let Some((_, rest)) = why.split_once("linker `")
        && let Some((linker, _)) = rest.split_once("` not found")
    {
        Some(miss(format!("there is no linker {linker}"), linker_from.to_owned()))
    } else if why.contains("dlltool") {
        Some(miss("there is no dlltool, a part of mingw".to_owned(), linker_from.to_owned()))
    } else if why.to_lowercase().contains("find zig") {
        Some(miss("cargo-zigbuild finds no zig".to_owned(), "pip install ziglang".to_owned()))
    } else {
        None
    }
}

fn artifacts(messages: &[Message]) -> impl Iterator<Item = &Artifact> {
    messages.iter().filter_map(|message| match message {
        Message::CompilerArtifact(artifact) => Some(artifact),
        _ => None,
    })
}

/// Returns true if the file at `path` was made for `target`: its folder is named after it.
fn is_for(target: &str, path: &Utf8Path) -> bool {
    path.components().any(|part| part.as_str() == target)
}

/// The path of a package's library for the platform, or of its program; where a target is given, for that.
fn result(
    messages: &[Message],
    package: &str,
    platform: Platform,
    target: Option<&str>,
) -> Option<PathBuf> {
    let fits = |path: &&Utf8PathBuf| target.is_none_or(|target| is_for(target, path));
    artifacts(messages).filter(|artifact| artifact.target.name == package).find_map(|artifact| {
        let mut files = artifact.filenames.iter().filter(fits);
        let library = files.find(|path| path.as_str().ends_with(platform.suffix));
        let program = artifact.executable.as_ref().filter(fits);
        program.or(library).map(|path| path.clone().into_std_path_buf())
    })
}

/// The manifests of registries' crates that were compiled for the platform: not those of build scripts
/// and macros, which are for this machine, nor those inside the standard library.
fn linked(messages: &[Message], platform: Platform) -> BTreeSet<PathBuf> {
    let library = sysroot().and_then(|root| root.join(SOURCES).canonicalize().ok());
    let of_library = |manifest: &Path| {
        let manifest = manifest.canonicalize().ok();
        library.as_ref().is_some_and(|place| manifest.is_some_and(|m| m.starts_with(place)))
    };
    let toolchains = platform.toolchains;
    artifacts(messages)
        .filter(|artifact| artifact.package_id.repr.starts_with("registry+"))
        .filter(|artifact| {
            let mut files = artifact.filenames.iter();
            files.any(|file| toolchains.iter().any(|toolchain| is_for(toolchain.target, file)))
        })
        .map(|artifact| artifact.manifest_path.clone().into_std_path_buf())
        .filter(|manifest| !of_library(manifest))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(why: &str) -> Option<String> {
        missing(Platform::WINDOWS, why).map(|error| error.to_string())
    }

    #[test]
    fn what_is_missing_is_named_with_the_command_that_installs_it() {
        let target = Platform::WINDOWS.toolchains[0].target;
        let line = told("error: can't find crate for `core`").unwrap();
        assert!(
            line.starts_with("win64: ") && line.ends_with(&format!("rustup target add {target}"))
        );
        let line = told("error: linker `x86_64-w64-mingw32-gcc` not found").unwrap();
        assert!(line.contains("no linker x86_64-w64-mingw32-gcc; install it with: "), "{line}");
        let line = told("error: error calling dlltool 'x86_64-w64-mingw32-dlltool'").unwrap();
        assert!(line.contains("no dlltool") && line.contains("mingw"), "{line}");
        let line = told("Error: Failed to find zig").unwrap();
        assert!(line.ends_with("pip install ziglang"), "{line}");
        assert_eq!(told("error: can't find crate for `serde`"), None);
        assert_eq!(told("error: mismatched types"), None);
    }
}
