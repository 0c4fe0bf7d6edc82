//! The licences of everything that is linked into a release, from what each crate ships.

use crate::Error;
use crate::archive::Files;
use crate::library::cargo;
use cargo_metadata::{DependencyKind, Metadata, Package, PackageId, TargetKind};
use spiel::joints;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

/// Where all of it stands.
const NAME: &str = "licenses/THIRD-PARTY.txt";

/// What is in a library beside crates, whatever cargo knows of it.
const RUNTIME: &str = "\
Beside these, every library and program holds the Rust standard library (MIT OR Apache-2.0,
https://github.com/rust-lang/rust); those for Windows built with mingw-w64 hold its start-up code
(public domain and ZPL-2.1, https://www.mingw-w64.org); those linked with zig hold LLVM's compiler-rt
and libunwind or zig's own (Apache-2.0 WITH LLVM-exception, MIT).
";

/// Our own licences, and one file about everybody else's.
pub fn files(workspace: &Path, targets: &[&str]) -> Result<Files, Error> {
    let mut packages = BTreeMap::new();
    for target in targets {
        linked(&metadata(workspace, target)?, &mut packages);
    }
    let mut files = Files::from([(NAME.to_owned(), third_party(&packages)?.into_bytes())]);
    for own in ["LICENSE-APACHE", "LICENSE-MIT"] {
        let path = workspace.join(own);
        files.insert(own.to_owned(), std::fs::read(&path).map_err(Error::file(&path))?);
    }
    Ok(files)
}

fn metadata(workspace: &Path, target: &str) -> Result<Metadata, Error> {
    let fail = |why: String| Error::Input(format!("cargo metadata: {why}"));
    let output = cargo()
        .args(["metadata", "--format-version", "1", "--filter-platform", target])
        .current_dir(workspace)
        .output()
        .map_err(|error| fail(error.to_string()))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(fail(said.lines().next().unwrap_or("no reason").to_owned()));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| fail(error.to_string()))
}

/// Adds to `packages` what is linked into libraries and program: no build scripts, no macros, no tests.
fn linked(metadata: &Metadata, packages: &mut BTreeMap<(String, String), Package>) {
    let resolved = metadata.resolve.iter().flat_map(|resolve| &resolve.nodes);
    let nodes: BTreeMap<&PackageId, _> = resolved.map(|node| (&node.id, node)).collect();
    let ours = |package: &&&Package| {
        let name = package.name.as_str();
        name == env!("CARGO_PKG_NAME") || joints::find(name).is_some()
    };
    let members = metadata.workspace_packages();
    let mut waiting: Vec<_> = members.iter().filter(ours).map(|package| &package.id).collect();
    let mut seen = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        let package = &metadata[id];
        let is_macro = package.targets.iter().any(|t| t.kind.contains(&TargetKind::ProcMacro));
        if is_macro || !seen.insert(id) {
            continue;
        }
        // Members have no source to come from.
        if package.source.is_some() {
            let key = (package.name.to_string(), package.version.to_string());
            packages.entry(key).or_insert_with(|| package.clone());
        }
        let dependencies = nodes.get(id).into_iter().flat_map(|node| &node.deps);
        let linked = dependencies.filter(|dependency| {
            dependency.dep_kinds.iter().any(|kind| kind.kind == DependencyKind::Normal)
        });
        waiting.extend(linked.map(|dependency| &dependency.pkg));
    }
}

/// A table of all packages, then every distinct text once with those that ship it.
fn third_party(packages: &BTreeMap<(String, String), Package>) -> Result<String, Error> {
    let mut text = String::from(
        "What is linked into the libraries (binaries/) and the program: name, version, licence, source.\n\n",
    );
    let mut shipped: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for ((name, version), package) in packages {
        let license = package.license.as_deref().unwrap_or("see its text");
        let source = package.repository.as_deref().unwrap_or("crates.io");
        let _ = writeln!(text, "{name} {version}  {license}  {source}");
        let mut texts = texts(package)?;
        if texts.is_empty() {
            texts.extend(usual(package));
        }
        if texts.is_empty() {
            return Err(Error::Input(format!("dist: {name} {version} ships no licence text")));
        }
        for found in texts {
            shipped.entry(found).or_default().insert(format!("{name} {version}"));
        }
    }
    let _ = write!(text, "\n{RUNTIME}");
    for (found, by) in shipped {
        let by: Vec<_> = by.into_iter().collect();
        let _ = write!(text, "\n{}\n{}\n\n{found}", "=".repeat(100), by.join(", "));
    }
    Ok(text)
}

/// The MIT licence in the name of a package's authors, if that is one the package is under.
fn usual(package: &Package) -> Option<String> {
    let names = package.license.as_deref()?;
    names.split([' ', '/', '(', ')']).find(|name| *name == "MIT")?;
    let authors = match &package.authors[..] {
        [] => format!("the authors of {}", package.name),
        authors => authors.join(", "),
    };
    let line = |line: &'static str| match line.strip_prefix("Copyright") {
        Some(_) => format!("Copyright (c) {authors}\n"),
        None => format!("{line}\n"),
    };
    Some(include_str!("../../../LICENSE-MIT").lines().map(line).collect())
}

/// The licence texts in a package's folder.
fn texts(package: &Package) -> Result<Vec<String>, Error> {
    let folder = package.manifest_path.parent().map(|folder| folder.as_std_path());
    let folder = folder.unwrap_or(Path::new("."));
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
