//! Wheels: the program, the libraries of a release and a Python module, for `pip install` where there
//! is no Rust.
//!
//! maturin would compile the program once more, its own way, and a second run would have to carry the
//! libraries and the folders' names out of it; a wheel is a zip with three texts beside the files.
//! Its metadata come from `python/pyproject.toml`.

use crate::archive::{Files, pack_with};
use crate::library::{BILL, bill, sha256_bytes, third_party};
use crate::platform::{OLD_GLIBC, OLD_MACOS, SHARE};
use crate::{Error, Inspected, Platform};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The sources' folder with the module and its metadata.
const FOLDER: &str = "python";
/// The program's name where it is installed.
pub const COMMAND: &str = "spiel-joints";

/// The part that wheels for all platforms have in common.
pub struct Wheels {
    project: Project,
    /// Module and licences, by their place in the wheel.
    common: Files,
}

#[derive(Deserialize)]
struct Pyproject {
    project: Project,
}

/// The part of a pyproject.toml that is used here.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Project {
    name: String,
    version: String,
    description: String,
    requires_python: String,
    #[serde(default)]
    keywords: Vec<String>,
    #[serde(default)]
    classifiers: Vec<String>,
    #[serde(default)]
    optional_dependencies: BTreeMap<String, Vec<String>>,
    license: String,
}

impl Project {
    /// Name and version as files and folders have them.
    fn stem(&self) -> String {
        format!("{}-{}", self.name.replace('-', "_"), self.version)
    }

    fn metadata(&self, licences: &BTreeSet<String>, readme: &str) -> String {
        let mut lines = vec![
            "Metadata-Version: 2.4".to_owned(),
            format!("Name: {}", self.name),
            format!("Version: {}", self.version),
            format!("Summary: {}", self.description),
            format!("Keywords: {}", self.keywords.join(",")),
            format!("License-Expression: {}", self.license),
        ];
        lines.extend(licences.iter().map(|file| format!("License-File: {file}")));
        lines.extend(self.classifiers.iter().map(|line| format!("Classifier: {line}")));
        lines.push(format!("Requires-Python: {}", self.requires_python));
        for (extra, needed) in &self.optional_dependencies {
            lines.push(format!("Provides-Extra: {extra}"));
            let line = |one: &String| format!("Requires-Dist: {one}; extra == \"{extra}\"");
            lines.extend(needed.iter().map(line));
        }
        lines.push("Description-Content-Type: text/markdown".to_owned());
        format!("{}\n\n{readme}", lines.join("\n"))
    }
}

impl Wheels {
    /// Reads the module below `workspace`; `linked` are the crates in programs and libraries.
    pub fn of(workspace: &Path, linked: &BTreeSet<PathBuf>) -> Result<Self, Error> {
        let folder = workspace.join(FOLDER);
        let text = |path: PathBuf| std::fs::read_to_string(&path).map_err(Error::file(&path));
        let about = folder.join("pyproject.toml");
        let Pyproject { project } = toml::from_str(&text(about.clone())?)
            .map_err(|why| Error::Input(format!("{}: {why}", about.display())))?;
        let ours = env!("CARGO_PKG_VERSION");
        if project.version != ours {
            let Project { version, .. } = project;
            let why = format!("version = {version} is not that of this program, {ours}");
            return Err(Error::Input(format!("{}: {why}", about.display())));
        }
        let information = format!("{}.dist-info", project.stem());
        let mut common = module(&folder.join("src"))?;
        let mut licences = BTreeMap::from([("THIRD-PARTY.txt", third_party(linked)?)]);
        for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
            licences.insert(name, text(workspace.join(name))?);
        }
        let names = licences.keys().map(|name| (*name).to_owned()).collect();
        let metadata = project.metadata(&names, &text(folder.join("README.md"))?);
        common.insert(format!("{information}/METADATA"), metadata.into_bytes());
        // The place that PEP 770 has for it.
        let bill = bill(COMMAND, linked, &text(workspace.join("Cargo.lock"))?)?;
        common.insert(format!("{information}/sboms/{BILL}"), bill.into_bytes());
        for (name, text) in licences {
            common.insert(format!("{information}/licenses/{name}"), text.into_bytes());
        }
        Ok(Self { project, common })
    }

    /// The name and the bytes of the wheel with the `program` of a `platform` and the `libraries` of all,
    /// by their path below `binaries`; nothing where no wheel is made for it.
    pub fn wheel(
        &self,
        platform: Platform,
        program: Vec<u8>,
        libraries: &Files,
    ) -> Option<(String, Vec<u8>)> {
        let tag = format!("py3-none-{}", tag(platform, &program)?);
        let stem = self.project.stem();
        let information = format!("{stem}.dist-info");
        let script = format!("{stem}.data/scripts/{COMMAND}{}", platform.program_suffix());
        let mut files = self.common.clone();
        files.insert(script.clone(), program);
        for (name, bytes) in libraries {
            files.insert(format!("{stem}.data/data/{SHARE}/{name}"), bytes.clone());
        }
        let about = format!(
            "Wheel-Version: 1.0\nGenerator: {COMMAND} {}\nRoot-Is-Purelib: false\nTag: {tag}\n",
            env!("CARGO_PKG_VERSION")
        );
        files.insert(format!("{information}/WHEEL"), about.into_bytes());
        let mut record = String::new();
        for (name, bytes) in &files {
            let sum = base64(&sha256_bytes(bytes));
            let _ = writeln!(record, "{name},sha256={sum},{}", bytes.len());
        }
        // A file cannot hold its own sum.
        let _ = writeln!(record, "{information}/RECORD,,");
        files.insert(format!("{information}/RECORD"), record.into_bytes());
        let bytes = pack_with(&files, |name| if name == script { 0o755 } else { 0o644 });
        Some((format!("{stem}-{tag}.whl"), bytes))
    }
}

/// The tag of the systems on which pip may install the `program`; a newer glibc than manylinux2014's is named
/// by its number.
fn tag(platform: Platform, program: &[u8]) -> Option<String> {
    let machine = match platform {
        Platform::WINDOWS => return Some("win_amd64".to_owned()),
        Platform::MAC => {
            let (major, minor) = OLD_MACOS;
            return Some(format!("macosx_{major}_{minor}_universal2"));
        }
        Platform::LINUX => "x86_64",
        Platform::LINUX_ARM => "aarch64",
        _ => return None,
    };
    let glibc = Inspected::of(program).and_then(|inspected| inspected.glibc);
    Some(match glibc.filter(|glibc| *glibc > OLD_GLIBC) {
        Some((major, minor)) => format!("manylinux_{major}_{minor}_{machine}"),
        None => format!("manylinux2014_{machine}"),
    })
}

/// The files of the module below `root`, without what Python leaves there.
fn module(root: &Path) -> Result<Files, Error> {
    let mut files = Files::new();
    for package in std::fs::read_dir(root).map_err(Error::file(root))? {
        let package = package.map_err(Error::file(root))?;
        let name = package.file_name().to_string_lossy().into_owned();
        if name.contains('.') || !package.path().is_dir() {
            continue;
        }
        for entry in std::fs::read_dir(package.path()).map_err(Error::file(root))? {
            let path = entry.map_err(Error::file(root))?.path();
            let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if file.ends_with(".py") || file == "py.typed" {
                let bytes = std::fs::read(&path).map_err(Error::file(&path))?;
                files.insert(format!("{name}/{file}"), bytes);
            }
        }
    }
    Ok(files)
}

/// Base64 for names of files, without padding, as RECORD has its sums.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let padded = [0, 1, 2].map(|index| u32::from(*three.get(index).unwrap_or(&0)));
        let bits = padded[0] << 16 | padded[1] << 8 | padded[2];
        for digit in 0..=three.len() {
            text.push(char::from(DIGITS[(bits >> (18 - 6 * digit)) as usize & 63]));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn wheels() -> Wheels {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        Wheels::of(&workspace, &BTreeSet::new()).unwrap()
    }

    fn libraries() -> Files {
        Files::from([("win64/sliced_pin.dll".to_owned(), b"library".to_vec())])
    }

    #[test]
    fn sums_are_written_as_others_write_them() {
        // RFC 4648, section 10.
        for (plain, text) in [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v")] {
            assert_eq!(base64(plain.as_bytes()), text);
        }
        assert_eq!(base64(&[0xfb, 0xff]), "-_8");
    }

    #[test]
    fn a_wheel_is_named_for_its_platform_and_the_same_twice() {
        let wheels = wheels();
        let name = |platform| Some(wheels.wheel(platform, b"program".to_vec(), &libraries())?.0);
        let start = format!("spiel_joints-{}-py3-none-", env!("CARGO_PKG_VERSION"));
        for (platform, tag) in [
            (Platform::LINUX, "manylinux2014_x86_64"),
            (Platform::LINUX_ARM, "manylinux2014_aarch64"),
            (Platform::WINDOWS, "win_amd64"),
            (Platform::MAC, "macosx_11_0_universal2"),
        ] {
            assert_eq!(name(platform), Some(format!("{start}{tag}.whl")));
        }
        let bytes = || wheels.wheel(Platform::LINUX, b"program".to_vec(), &libraries());
        assert_eq!(bytes(), bytes());
    }

    #[test]
    fn a_wheel_records_every_file_and_only_its_program_can_be_run() {
        let (_, bytes) =
            wheels().wheel(Platform::WINDOWS, b"program".to_vec(), &libraries()).unwrap();
        let mut zip = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
        let mut files = Files::new();
        for index in 0..zip.len() {
            let mut entry = zip.by_index(index).unwrap();
            let name = entry.name().unwrap().into_owned();
            let runs = entry.unix_mode().unwrap() & 0o111 != 0;
            assert_eq!(runs, name.ends_with(".data/scripts/spiel-joints.exe"), "{name}");
            let mut content = Vec::new();
            entry.read_to_end(&mut content).unwrap();
            files.insert(name, content);
        }
        let stem = format!("spiel_joints-{}", env!("CARGO_PKG_VERSION"));
        let record = String::from_utf8(files[&format!("{stem}.dist-info/RECORD")].clone()).unwrap();
        let recorded: BTreeSet<_> =
            record.lines().map(|line| line.split(',').next().unwrap().to_owned()).collect();
        assert_eq!(recorded, files.keys().cloned().collect());
        for expected in [
            "spiel_joints/__init__.py",
            "spiel_joints/py.typed",
            &format!("{stem}.data/data/{SHARE}/win64/sliced_pin.dll"),
            &format!("{stem}.dist-info/licenses/LICENSE-MIT"),
            &format!("{stem}.dist-info/sboms/spiel-joints.cdx.json"),
        ] {
            assert!(files.contains_key(expected), "{expected}");
        }
        let metadata = String::from_utf8_lossy(&files[&format!("{stem}.dist-info/METADATA")]);
        assert!(metadata.contains("\nRequires-Dist: fmpy"), "{metadata}");
    }

    #[test]
    fn a_program_that_wants_a_newer_glibc_says_so_in_the_name() {
        let program = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        if let Some((major, minor)) = Inspected::of(&program).unwrap().glibc
            && minor > 17
        {
            let expected = format!("manylinux_{major}_{minor}_x86_64");
            assert_eq!(tag(Platform::LINUX, &program), Some(expected));
        }
    }
}
