//! Third-party code that is linked into a library or program, and its licences.

use crate::Error;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Code in a library that is of no crate, so that cargo does not list it.
const RUNTIME: &str = "\
Beside these, every library and program holds the Rust standard library (MIT OR Apache-2.0,
https://github.com/rust-lang/rust) and what that is made with: compiler_builtins (MIT AND Apache-2.0 WITH
LLVM-exception), cfg-if, hashbrown, libc, rustc-demangle, and where it can name the frames of a panic addr2line,
adler2, gimli, memchr, miniz_oxide, object (each MIT OR Apache-2.0, some of them with a further choice). Those for
Windows built with mingw-w64 hold its start-up code (public domain and ZPL-2.1, https://www.mingw-w64.org) and GCC's
libgcc and libgcc_eh (GPL-3.0-or-later WITH GCC-exception-3.1, which lets them be part of programs under any terms);
those linked with zig hold LLVM's compiler-rt and libunwind or zig's own (Apache-2.0 WITH LLVM-exception, MIT).
The text of Apache-2.0 is Spiel's own, too.
";

/// Licences of that code: the parts that each is for, and its text.
const RUNTIME_TEXTS: [(&str, &str); 3] = [
    ("compiler_builtins, compiler-rt, libunwind", include_str!("licences/LLVM-exception.txt")),
    ("start-up code of mingw-w64", include_str!("licences/ZPL-2.1.txt")),
    ("libgcc, libgcc_eh", include_str!("licences/GCC-exception-3.1.txt")),
];

/// The manifest of a crate as registries hold it: it inherits nothing.
#[derive(Deserialize)]
struct Manifest {
    package: Package,
}

/// A crate, as its manifest describes it.
#[derive(Deserialize)]
pub(super) struct Package {
    pub name: String,
    pub version: String,
    pub license: Option<String>,
    pub repository: Option<String>,
    #[serde(default)]
    authors: Vec<String>,
}

/// Crates by name and version, each with its manifest's path.
pub(super) type Packages<'a> = BTreeMap<(String, String), (Package, &'a Path)>;

/// The crates with these manifests.
pub(super) fn packages(manifests: &BTreeSet<PathBuf>) -> Result<Packages<'_>, Error> {
    let named = |path: &'_ PathBuf| {
        let Manifest { package } = read(path)?;
        Ok(((package.name.clone(), package.version.clone()), package))
    };
    manifests
        .iter()
        .map(|path| named(path).map(|(identity, package)| (identity, (package, path.as_path()))))
        .collect()
}

/// A table of the crates with these manifests, then every distinct licence text once with those that
/// ship it.
pub fn list(manifests: &BTreeSet<PathBuf>) -> Result<String, Error> {
    let mut text = String::from(
        "What others have written that is linked in: name, version, licence, source.\n\n",
    );
    let crates = packages(manifests)?;
    let mut shipped: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for ((name, version), (package, path)) in &crates {
        let license = package.license.as_deref().unwrap_or("see its text");
        let source = package.repository.as_deref().unwrap_or("crates.io");
        let _ = writeln!(text, "{name} {version}  {license}  {source}");
        let mut texts = texts(path.parent().unwrap_or(Path::new(".")))?;
        if texts.is_empty() {
            texts.extend(usual(package));
        }
        if texts.is_empty() {
            return Err(Error::Input(format!("{name} {version} ships no licence text")));
        }
        for found in texts {
            shipped.entry(found).or_default().insert(format!("{name} {version}"));
        }
    }
    let _ = write!(text, "\n{RUNTIME}");
    let rust = ("the Rust standard library".to_owned(), mit("The Rust Project Contributors"));
    let runtime = RUNTIME_TEXTS.map(|(about, text)| (about.to_owned(), text.to_owned()));
    let crates = shipped.into_iter().map(|(found, by)| (Vec::from_iter(by).join(", "), found));
    for (about, found) in crates.chain([rust]).chain(runtime) {
        let _ = write!(text, "\n{}\n{about}\n\n{found}", "=".repeat(100));
    }
    Ok(text)
}

fn read(path: &Path) -> Result<Manifest, Error> {
    let text = std::fs::read_to_string(path).map_err(Error::file(path))?;
    toml::from_str(&text)
        .map_err(|error| Error::Input(format!("{}: {}", path.display(), error.message())))
}

/// The MIT licence in the name of a package's authors, if that is one the package is under.
fn usual(package: &Package) -> Option<String> {
    let names = package.license.as_deref()?;
    names.split([' ', '/', '(', ')']).find(|name| *name == "MIT")?;
    let authors = match &package.authors[..] {
        [] => format!("the authors of {}", package.name),
        authors => authors.join(", "),
    };
    Some(mit(&authors))
}

/// The MIT licence in the name of these authors.
fn mit(authors: &str) -> String {
    let line = |line: &'static str| match line.strip_prefix("Copyright") {
        Some(_) => format!("Copyright (c) {authors}\n"),
        None => format!("{line}\n"),
    };
    include_str!("../../../LICENSE-MIT").lines().map(line).collect()
}

/// The licence texts in a package's folder.
fn texts(folder: &Path) -> Result<Vec<String>, Error> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(Error::file(folder))? {
        let path = entry.map_err(Error::file(folder))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        let about = ["LICEN", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];
        if about.iter().any(|word| name.starts_with(word)) && path.is_file() {
            let bytes = std::fs::read(&path).map_err(Error::file(&path))?;
            let text = String::from_utf8_lossy(&bytes).replace("\r\n", "\n");
            found.push(format!("{}\n", text.trim_end()));
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A crate's folder in `registry`, and its manifest.
    fn package(registry: &Path, name: &str, license: &str, texts: &[(&str, &str)]) -> PathBuf {
        let folder = registry.join(name);
        std::fs::create_dir_all(&folder).unwrap();
        for (file, text) in texts {
            std::fs::write(folder.join(file), text).unwrap();
        }
        let manifest = folder.join("Cargo.toml");
        let text = format!(
            "[package]\nname = \"{name}\"\nversion = \"1.2.3\"\nauthors = [\"A. Nother\"]\n{license}\n"
        );
        std::fs::write(&manifest, text).unwrap();
        manifest
    }

    #[test]
    fn every_crate_is_named_and_every_text_stands_once() {
        let registry = tempfile::tempdir().unwrap();
        let apache = ("LICENSE-APACHE", "the long one\r\n");
        let both = "license = \"MIT OR Apache-2.0\"\nrepository = \"https://example.org/one\"";
        let made = [
            package(registry.path(), "one", both, &[apache, ("license.txt", "by one")]),
            package(registry.path(), "two", both, &[("LICENSE", "the long one")]),
            package(registry.path(), "bare", "license = \"MIT\"", &[("README.md", "no licence")]),
        ];
        let text = list(&made.iter().cloned().collect()).unwrap();
        assert!(
            text.contains("\none 1.2.3  MIT OR Apache-2.0  https://example.org/one\n"),
            "{text}"
        );
        assert_eq!(text.matches("the long one").count(), 1, "{text}");
        for also in ["The Rust Project Contributors", "Zope Public License", "GCC RUNTIME LIBRARY"]
        {
            assert!(text.contains(also), "{also}");
        }
        assert!(text.contains("\none 1.2.3, two 1.2.3\n\nthe long one\n"), "{text}");
        assert!(text.contains("Copyright (c) A. Nother\n"), "the usual text of bare: {text}");
        assert!(!text.contains("no licence"), "{text}");

        let odd = package(registry.path(), "odd", "license = \"Zlib\"", &[]);
        let error = list(&BTreeSet::from([odd])).unwrap_err().to_string();
        assert!(error.ends_with("odd 1.2.3 ships no licence text"), "{error}");
    }
}
