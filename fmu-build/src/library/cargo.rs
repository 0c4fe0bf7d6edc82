//! Libraries made by cargo, for this machine or another, and errors that name a missing tool.

use super::follow::{Progress, follow};
use crate::platform::OLD_GLIBC;
use crate::{Error, Platform, Toolchain};
use cargo_metadata::diagnostic::DiagnosticLevel;
use cargo_metadata::{Artifact, CompilerMessage, Message, MetadataCommand};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{Error as Trouble, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

/// The results of a build by cargo.
pub struct Compiled {
    /// The path of each package's library or program, in their order.
    pub results: Vec<PathBuf>,
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
    let Some(toolchain) = platform.toolchain else {
        return Err(fail(Error::Input(format!("nothing is built for {}", platform.folder))));
    };
    let workspace = workspace().ok_or_else(|| fail(Error::input("the sources are not here")))?;
    let mut command = command(toolchain);
    command
        .args(["--profile", "fmu", "--message-format=json"])
        .env("CARGO_ENCODED_RUSTFLAGS", flags(toolchain).join(&OsString::from("\x1f")));
    command.env(RELEASE, "1");
    for package in packages {
        command.args(["--package", package]);
    }
    let messages = messages_of(command.current_dir(workspace), progress).map_err(|why| {
        missing(platform.folder, toolchain, &why.to_string()).unwrap_or_else(|| fail(why))
    })?;
    let result = |package: &&str| {
        result(&messages, package, platform).ok_or_else(|| {
            fail(Error::Input(format!("cargo named no {package} among its results")))
        })
    };
    let results = packages.iter().map(result).collect::<Result<_, _>>()?;
    Ok(Compiled { results, linked: linked(&messages, toolchain.target) })
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
    result(&messages, package, Platform::here())
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

/// The cargo that started this program, or the one that is found.
pub fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Returns true if cargo-zigbuild is installed: its linker knows every system's libraries of every age.
pub fn has_zig() -> bool {
    static HAS: OnceLock<bool> = OnceLock::new();
    *HAS.get_or_init(|| {
        let asked = cargo().args(["zigbuild", "--help"]).stdin(Stdio::null()).output();
        asked.is_ok_and(|output: Output| output.status.success())
    })
}

/// Cargo's command for a target, with the linker that fits.
fn command(toolchain: Toolchain) -> Command {
    let mut command = cargo();
    // The target is named even when it is this machine's, so that flags apply to the library and not to
    // build scripts.
    let target = toolchain.target;
    let foreign_mac = target.ends_with("-apple-darwin") && !cfg!(target_os = "macos");
    if toolchain.is_linux() && has_zig() {
        // RHEL 7 has this glibc; what came after has newer ones.
        let (major, minor) = OLD_GLIBC;
        command.args(["zigbuild", "--target", &format!("{target}.{major}.{minor}")]);
    } else if foreign_mac && has_zig() {
        command.args(["zigbuild", "--target", target]);
    } else {
        command.args(["build", "--target", target]);
        let variable = format!("CARGO_TARGET_{}_LINKER", target.replace('-', "_").to_uppercase());
        if let (Some(linker), None) = (toolchain.linker, std::env::var_os(&variable)) {
            command.env(variable, linker);
        }
    }
    command
}

/// Flags that keep folders of this machine and time stamps out of the library, so that every machine
/// builds the same one. Flags that are set for this machine's own programs are not used. The workspace
/// needs no flag: cargo compiles it by relative paths, and third-party crates that it has compiled fit
/// any folder that it is called from.
fn flags(toolchain: Toolchain) -> Vec<OsString> {
    let mut flags = Vec::new();
    let mut rename = |from: &Path, to: &str| {
        let mut flag = OsString::from("--remap-path-prefix=");
        flag.push(from);
        flag.push("=");
        flag.push(to);
        flags.push(flag);
    };
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    if let Some(crates) = home.map(|home| home.join("registry/src")) {
        rename(&crates, "/cargo");
        // It holds a folder per registry, named after the host. The last flag that fits wins, so these
        // follow.
        let registries = std::fs::read_dir(&crates).into_iter().flatten().flatten();
        let mut registries: Vec<_> = registries.map(|entry| entry.path()).collect();
        registries.sort();
        registries.iter().for_each(|registry| rename(registry, "/cargo"));
    }
    if let Some(sysroot) = sysroot() {
        rename(&sysroot.join(SOURCES), "/rust");
    }
    let linker: &[&str] = match toolchain.target {
        // The profile's strip leaves the names of functions in programs: a quarter of them.
        "x86_64-pc-windows-gnu" => &["-Clink-arg=-Wl,--no-insert-timestamp", "-Clink-arg=-s"],
        // Microsoft's runtime is not on every Windows.
        "x86_64-pc-windows-msvc" => &["-Clink-arg=/Brepro", "-Ctarget-feature=+crt-static"],
        _ => &[],
    };
    flags.extend(linker.iter().map(OsString::from));
    flags
}

/// Below it: the standard library's sources, where they are installed.
const SOURCES: &str = "lib/rustlib/src/rust";

fn sysroot() -> Option<PathBuf> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).args(["--print", "sysroot"]).output().ok()?;
    Some(PathBuf::from(String::from_utf8(output.stdout).ok()?.trim()))
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
fn missing(platform: &'static str, toolchain: Toolchain, why: &str) -> Option<Error> {
    let Toolchain { target, linker_from, .. } = toolchain;
    let miss = |missing: String, command: String| Error::Toolchain { platform, missing, command };
    if ["`core`", "`std`"]
        .iter()
        .any(|name| why.contains("can't find crate for") && why.contains(name))
    {
        let missing = format!("the compiler has no standard library for {target}");
        Some(miss(missing, format!("rustup target add {target}")))
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

/// The path of a package's library for the platform, or of its program.
fn result(messages: &[Message], package: &str, platform: Platform) -> Option<PathBuf> {
    artifacts(messages).filter(|artifact| artifact.target.name == package).find_map(|artifact| {
        let library =
            artifact.filenames.iter().find(|name| name.as_str().ends_with(platform.suffix));
        artifact.executable.as_ref().or(library).map(|path| path.clone().into_std_path_buf())
    })
}

/// The manifests of registries' crates that were compiled for `target`: not those of build scripts
/// and macros, which are for this machine, nor those inside the standard library.
fn linked(messages: &[Message], target: &str) -> BTreeSet<PathBuf> {
    let library = sysroot().and_then(|root| root.join(SOURCES).canonicalize().ok());
    let of_library = |manifest: &Path| {
        let manifest = manifest.canonicalize().ok();
        library.as_ref().is_some_and(|place| manifest.is_some_and(|m| m.starts_with(place)))
    };
    artifacts(messages)
        .filter(|artifact| artifact.package_id.repr.starts_with("registry+"))
        .filter(|artifact| {
            let mut files = artifact.filenames.iter();
            files.any(|file| file.components().any(|part| part.as_str() == target))
        })
        .map(|artifact| artifact.manifest_path.clone().into_std_path_buf())
        .filter(|manifest| !of_library(manifest))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(why: &str) -> Option<String> {
        missing("win64", Platform::WINDOWS.toolchain.unwrap(), why).map(|error| error.to_string())
    }

    #[test]
    fn what_is_missing_is_named_with_the_command_that_installs_it() {
        let target = Platform::WINDOWS.toolchain.unwrap().target;
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

    #[test]
    fn folders_of_this_machine_are_renamed_and_the_narrowest_comes_last() {
        let flags = flags(Platform::WINDOWS.toolchain.unwrap());
        let flags: Vec<_> = flags.iter().map(|flag| flag.to_string_lossy()).collect();
        let place = |end: &str| flags.iter().position(|flag| flag.contains(end));
        let (all, one) = (place("registry/src="), place("registry/src/"));
        assert!(all.is_some() && one.is_none_or(|one| Some(one) > all), "{flags:?}");
    }
}
