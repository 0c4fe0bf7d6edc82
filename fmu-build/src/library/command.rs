//! Cargo's command for a platform: targets, linkers and flags.

use crate::platform::{OLD_GLIBC, OLD_MACOS};
use crate::{Platform, Toolchain};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

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

/// Cargo's command for the targets of a platform, with the linkers that fit.
pub fn command(platform: Platform) -> Command {
    let mut command = cargo();
    let linux = platform.toolchains.iter().any(|toolchain| toolchain.is_linux());
    let mac = platform == Platform::MAC;
    let zig = (linux || mac && Platform::here() != platform && !has_linkers(platform)) && has_zig();
    command.arg(if zig { "zigbuild" } else { "build" });
    for toolchain in platform.toolchains {
        // The target is named even when it is this machine's, so that flags apply to the library and not
        // to build scripts.
        let mut target = toolchain.target.to_owned();
        if zig && linux {
            // RHEL 7 has this glibc; what came after has newer ones.
            let (major, minor) = OLD_GLIBC;
            target = format!("{target}.{major}.{minor}");
        }
        command.args(["--target", &target]);
        let variable = toolchain.linker_variable();
        if let (false, Some(linker), None) = (zig, toolchain.linker, std::env::var_os(&variable)) {
            command.env(variable, linker);
        }
    }
    if mac {
        let (major, minor) = OLD_MACOS;
        command.env("MACOSX_DEPLOYMENT_TARGET", format!("{major}.{minor}"));
    }
    command
}

/// Returns true if the environment names a linker for each target of the platform.
pub fn has_linkers(platform: Platform) -> bool {
    let mut variables = platform.toolchains.iter().map(|toolchain| toolchain.linker_variable());
    variables.all(|variable| std::env::var_os(variable).is_some())
}

/// Flags that keep folders of this machine and time stamps out of the library, so that every machine
/// builds the same one. Flags that are set for this machine's own programs are not used. The workspace
/// needs no flag: cargo compiles it by relative paths, and third-party crates that it has compiled fit
/// any folder that it is called from.
pub fn flags(platform: Platform) -> Vec<OsString> {
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
    for toolchain in platform.toolchains {
        for flag in linker_flags(*toolchain).iter().map(OsString::from) {
            if !flags.contains(&flag) {
                flags.push(flag);
            }
        }
    }
    flags
}

/// Flags for the linker of a target.
fn linker_flags(toolchain: Toolchain) -> &'static [&'static str] {
    match toolchain.target {
        // The profile's strip leaves the names of functions in programs: a quarter of them.
        "x86_64-pc-windows-gnu" => &["-Clink-arg=-Wl,--no-insert-timestamp", "-Clink-arg=-s"],
        // Microsoft's runtime is not on every Windows.
        "x86_64-pc-windows-msvc" => &["-Clink-arg=/Brepro", "-Ctarget-feature=+crt-static"],
        // A library carries its own name, which has a folder of this machine otherwise.
        "x86_64-apple-darwin" | "aarch64-apple-darwin" => &["-Crpath"],
        _ => &[],
    }
}

/// Below it: the standard library's sources, where they are installed.
pub const SOURCES: &str = "lib/rustlib/src/rust";

pub fn sysroot() -> Option<PathBuf> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).args(["--print", "sysroot"]).output().ok()?;
    Some(PathBuf::from(String::from_utf8(output.stdout).ok()?.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_this_machine_are_renamed_and_the_narrowest_comes_last() {
        let flags = flags(Platform::WINDOWS);
        let flags: Vec<_> = flags.iter().map(|flag| flag.to_string_lossy()).collect();
        let place = |end: &str| flags.iter().position(|flag| flag.contains(end));
        let (all, one) = (place("registry/src="), place("registry/src/"));
        assert!(all.is_some() && one.is_none_or(|one| Some(one) > all), "{flags:?}");
    }
}
