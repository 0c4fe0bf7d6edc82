//! The platforms for which an FMU can carry a library, and the toolchains that build for them.

use crate::Error;
use model_description::xml::FmiVersion;

/// The oldest glibc that a library for Linux can ask for.
pub(crate) const OLD_GLIBC: (u32, u32) = (2, 17);
/// The oldest macOS that loads our libraries: the first that runs on ARM.
pub(crate) const OLD_MACOS: (u16, u8) = (11, 0);
/// The folder of the libraries, below the prefix into which a wheel is installed.
pub(crate) const SHARE: &str = "share/spiel-joints/binaries";

/// A platform in FMI's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Platform {
    /// Its folder below `binaries/`.
    pub folder: &'static str,
    /// The ending of its libraries' names.
    pub suffix: &'static str,
    /// The toolchains for its libraries: more than one where a library is universal and each makes a part
    /// of it, none where libraries can only be packed.
    pub toolchains: &'static [Toolchain],
}

/// The compiler's target for a platform, and the linker that it needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Toolchain {
    /// The target of `rustup target add`.
    pub target: &'static str,
    /// A linker other than the compiler's default, if the target needs one.
    pub linker: Option<&'static str>,
    /// The command that installs a linker for it.
    pub linker_from: &'static str,
}

impl Platform {
    /// 64-bit Linux on x86.
    pub const LINUX: Self = Self::new("linux64", ".so", &[Toolchain::LINUX]);
    /// 64-bit Linux on ARM, which FMI 2.0 leaves to agreement.
    pub const LINUX_ARM: Self = Self::new("aarch64-linux", ".so", &[Toolchain::LINUX_ARM]);
    /// 64-bit Windows on x86.
    pub const WINDOWS: Self = Self::new("win64", ".dll", &[Toolchain::WINDOWS]);
    /// 64-bit macOS on x86 and on ARM, in universal libraries.
    pub const MAC: Self = Self::new("darwin64", ".dylib", &Toolchain::MAC);

    /// Those that FMI 2.0 names, and Linux on ARM.
    pub const ALL: [Self; 7] = [
        Self::LINUX_ARM,
        Self::new("darwin32", ".dylib", &[]),
        Self::MAC,
        Self::new("linux32", ".so", &[]),
        Self::LINUX,
        Self::new("win32", ".dll", &[]),
        Self::WINDOWS,
    ];

    /// Those that libraries are built for.
    pub const BUILT: [Self; 4] = [Self::LINUX, Self::WINDOWS, Self::LINUX_ARM, Self::MAC];

    const fn new(
        folder: &'static str,
        suffix: &'static str,
        toolchains: &'static [Toolchain],
    ) -> Self {
        Self { folder, suffix, toolchains }
    }

    /// The platform this program runs on.
    pub const fn here() -> Self {
        if cfg!(windows) {
            Self::WINDOWS
        } else if cfg!(target_os = "macos") {
            Self::MAC
        } else if cfg!(target_arch = "aarch64") {
            Self::LINUX_ARM
        } else {
            Self::LINUX
        }
    }

    /// The platform of that name, which libraries can be built for.
    pub fn named(name: &str) -> Result<Self, Error> {
        let known = Self::BUILT.iter().map(|platform| platform.folder).chain([Platforms::EVERY]);
        let found = Self::BUILT.into_iter().find(|platform| platform.folder == name);
        found.ok_or_else(|| Error::unknown("platform", name, known))
    }

    /// The ending of its programs' names.
    pub fn program_suffix(self) -> &'static str {
        if self == Self::WINDOWS { ".exe" } else { "" }
    }

    /// Its folders below `binaries/` in an FMU of a version: a universal library lies in two of FMI 3.0.
    pub fn folders(self, fmi: FmiVersion) -> Vec<&'static str> {
        match (fmi, self.folder) {
            (FmiVersion::Two, folder) => vec![folder],
            (FmiVersion::Three, "linux64") => vec!["x86_64-linux"],
            (FmiVersion::Three, "linux32") => vec!["x86-linux"],
            (FmiVersion::Three, "win64") => vec!["x86_64-windows"],
            (FmiVersion::Three, "win32") => vec!["x86-windows"],
            (FmiVersion::Three, "darwin64") => vec!["x86_64-darwin", "aarch64-darwin"],
            (FmiVersion::Three, folder) => vec![folder],
        }
    }

    /// The folder from which a program of this platform loads a library, in an FMU of a version.
    pub fn folder_of(self, fmi: FmiVersion) -> &'static str {
        let folders = self.folders(fmi);
        let arm = folders.iter().find(|folder| folder.starts_with("aarch64"));
        match arm.filter(|_| cfg!(target_arch = "aarch64")) {
            Some(folder) => folder,
            None => folders[0],
        }
    }

    /// The path of the library of `joint` below `binaries/`.
    pub fn library(self, joint: &str) -> String {
        format!("{}/{joint}{}", self.folder, self.suffix)
    }
}

impl Toolchain {
    const LINUX: Self = Self {
        target: "x86_64-unknown-linux-gnu",
        linker: if cfg!(all(target_os = "linux", target_arch = "x86_64")) {
            None
        } else {
            Some("x86_64-linux-gnu-gcc")
        },
        linker_from: if cfg!(all(target_os = "linux", target_arch = "x86_64")) {
            "apt-get install gcc (Debian, Ubuntu)"
        } else {
            "pip install cargo-zigbuild"
        },
    };
    const LINUX_ARM: Self = Self {
        target: "aarch64-unknown-linux-gnu",
        linker: if cfg!(all(target_os = "linux", target_arch = "aarch64")) {
            None
        } else {
            Some("aarch64-linux-gnu-gcc")
        },
        linker_from: "pip install cargo-zigbuild",
    };
    const WINDOWS: Self = Self {
        // Windows's own toolchain there, mingw elsewhere.
        target: if cfg!(windows) { "x86_64-pc-windows-msvc" } else { "x86_64-pc-windows-gnu" },
        linker: None,
        linker_from: if cfg!(windows) {
            "winget install Microsoft.VisualStudio.2022.BuildTools"
        } else if cfg!(target_os = "macos") {
            "brew install mingw-w64"
        } else {
            "apt-get install gcc-mingw-w64-x86-64 (Debian, Ubuntu)"
        },
    };
    // Elsewhere the linkers are called as osxcross calls them.
    const MAC: [Self; 2] = [
        Self::mac("x86_64-apple-darwin", "o64-clang"),
        Self::mac("aarch64-apple-darwin", "oa64-clang"),
    ];

    const fn mac(target: &'static str, linker: &'static str) -> Self {
        if cfg!(target_os = "macos") {
            Self { target, linker: None, linker_from: "xcode-select --install" }
        } else {
            Self { target, linker: Some(linker), linker_from: "pip install cargo-zigbuild" }
        }
    }

    /// The processor that it compiles for, as the target names it.
    pub fn processor(self) -> &'static str {
        self.target.split('-').next().unwrap_or(self.target)
    }

    /// The environment variable in which cargo looks for its linker.
    pub fn linker_variable(self) -> String {
        format!("CARGO_TARGET_{}_LINKER", self.target.replace('-', "_").to_uppercase())
    }

    /// Returns true if libraries for it run on a system with glibc.
    pub fn is_linux(self) -> bool {
        self.target.ends_with("-linux-gnu")
    }
}

/// The platforms that are asked for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Platforms {
    /// The default: of prebuilt libraries all, else this machine's.
    #[default]
    Unsaid,
    /// All that libraries can be built for.
    All,
    /// These.
    These(Vec<Platform>),
}

impl Platforms {
    /// The word for all of them.
    pub const EVERY: &str = "all";

    /// The platforms of these names; each counts once.
    pub fn named(names: &[String]) -> Result<Self, Error> {
        let mut found = Vec::new();
        for name in names.iter().filter(|name| *name != Self::EVERY) {
            let platform = Platform::named(name)?;
            if !found.contains(&platform) {
                found.push(platform);
            }
        }
        Ok(match names {
            [] => Self::Unsaid,
            names if names.iter().any(|name| name == Self::EVERY) => Self::All,
            _ => Self::These(found),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_is_among_them_and_can_be_built_for() {
        assert!(Platform::ALL.contains(&Platform::here()));
        assert!(Platform::BUILT.contains(&Platform::here()));
        assert!(Platform::BUILT.iter().all(|platform| !platform.toolchains.is_empty()));
        assert!(Platform::here().toolchains.iter().all(|toolchain| toolchain.linker.is_none()));
    }

    #[test]
    fn names_are_taken_once_each_and_all_is_more_than_any() {
        let named = |names: &[&str]| {
            Platforms::named(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(named(&[]).unwrap(), Platforms::Unsaid);
        assert_eq!(named(&["win64", "all"]).unwrap(), Platforms::All);
        let both = Platforms::These(vec![Platform::WINDOWS, Platform::LINUX]);
        assert_eq!(named(&["win64", "linux64", "win64"]).unwrap(), both);
        let error = named(&["win64", "amiga"]).unwrap_err().to_string();
        assert!(error.contains("amiga") && error.contains("aarch64-linux, darwin64, all"));
    }
}
