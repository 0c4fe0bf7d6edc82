//! The platforms an FMU can carry a library for.

/// A platform in FMI's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Platform {
    /// Its folder below `binaries/`.
    pub folder: &'static str,
    /// What its libraries end with.
    pub suffix: &'static str,
}

impl Platform {
    /// Those that FMI 2.0 names, and Linux on ARM, which it leaves to agreement.
    pub const ALL: [Self; 7] = [
        Self { folder: "aarch64-linux", suffix: ".so" },
        Self { folder: "darwin32", suffix: ".dylib" },
        Self { folder: "darwin64", suffix: ".dylib" },
        Self { folder: "linux32", suffix: ".so" },
        Self { folder: "linux64", suffix: ".so" },
        Self { folder: "win32", suffix: ".dll" },
        Self { folder: "win64", suffix: ".dll" },
    ];

    /// The platform this program runs on.
    pub const fn here() -> Self {
        if cfg!(windows) {
            Self { folder: "win64", suffix: ".dll" }
        } else if cfg!(target_os = "macos") {
            Self { folder: "darwin64", suffix: ".dylib" }
        } else if cfg!(target_arch = "aarch64") {
            Self { folder: "aarch64-linux", suffix: ".so" }
        } else {
            Self { folder: "linux64", suffix: ".so" }
        }
    }

    /// Where the library of `joint` lies below `binaries/`.
    pub fn library(self, joint: &str) -> String {
        format!("{}/{joint}{}", self.folder, self.suffix)
    }
}

#[cfg(test)]
mod tests {
    use super::Platform;

    #[test]
    fn this_machine_is_among_them() {
        assert!(Platform::ALL.contains(&Platform::here()));
    }
}
