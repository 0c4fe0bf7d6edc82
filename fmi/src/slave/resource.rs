//! `resources/unit.json`, the choices of one variant of a joint, and the folder that holds it.

use super::line::{Line, boxed};
use percent_encoding::percent_decode_str;
use serde::{Deserialize, Serialize};
use spiel::model::Build;
use std::collections::BTreeMap;
use std::io::{Error, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// Greatest length of a text in a resource folder \[bytes\].
pub const MOST_TEXT: u64 = 64 << 20;

/// Reads a file of at most `most` bytes. Pipes, devices and folders are refused before they are opened:
/// a pipe would have its reader wait, a device may have no end.
pub fn read_file(path: &Path, most: u64) -> Result<Vec<u8>, Error> {
    let refused = |why: String| Err(Error::new(ErrorKind::InvalidInput, why));
    let node = std::fs::metadata(path)?;
    if node.is_dir() {
        return refused("this is a folder, not a file".to_owned());
    }
    if !node.is_file() {
        return refused("this is a device or a pipe, not a file".to_owned());
    }
    let mut content = Vec::new();
    // A file may grow while it is read.
    std::fs::File::open(path)?.take(most + 1).read_to_end(&mut content)?;
    if content.len() as u64 > most {
        return refused(format!("it is longer than {} MB, which is the most", most >> 20));
    }
    Ok(content)
}

/// Reads a file of at most `most` bytes as text.
pub fn read_text(path: &Path, most: u64) -> Result<String, Error> {
    String::from_utf8(read_file(path, most)?)
        .map_err(|_| Error::new(ErrorKind::InvalidData, "it is not text in UTF-8"))
}

/// Returns true if a name is that of a file in a folder, on every system: it leads nowhere else.
pub fn is_plain_name(name: &str) -> bool {
    !matches!(name, "" | "." | "..") && !name.contains(['/', '\\', ':', '\0'])
}

/// `resources/unit.json`: everything that makes a prebuilt library this variant of its joint.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuildFile {
    /// Name of the joint.
    pub joint: String,
    /// The kinds of FMU that it is: cs, me or cs_me.
    pub kinds: String,
    /// The GUID in modelDescription.xml.
    pub guid: String,
    /// Start values other than the joint's own, by variable name, as a person would write them; the
    /// choices of the build are among them.
    pub start: BTreeMap<String, String>,
    /// Names of the files beside this one, by their meaning.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
    /// True if series of variables are arrays, which FMI 3.0 has.
    #[serde(default, skip_serializing_if = "is_false")]
    pub arrays: bool,
}

// serde passes the field by reference.
fn is_false(flag: &bool) -> bool {
    !flag
}

impl BuildFile {
    /// Its place below the resource folder.
    pub const NAME: &'static str = "unit.json";

    /// Reads the file in a resource folder; an error names the file and the fault.
    pub fn read(folder: &Path) -> Result<Self, Box<Line>> {
        let path = folder.join(Self::NAME);
        let text = read_text(&path, MOST_TEXT).map_err(|error| {
            boxed(format_args!("resources/{}: {error} ({})", Self::NAME, path.display()))
        })?;
        serde_json::from_str(&text)
            .map_err(|error| boxed(format_args!("resources/{}: {error}", Self::NAME)))
    }

    /// Returns the choices that a block is built from, with the texts of the files beside this one.
    pub fn build(&self, folder: &Path) -> Result<Build, Box<Line>> {
        let read = |(what, name): (&String, &String)| {
            if !is_plain_name(name) {
                let file = Self::NAME;
                return Err(boxed(format_args!(
                    "resources/{file}: {what} = {name:?} is not the name of a file beside it"
                )));
            }
            let text = read_text(&folder.join(name), MOST_TEXT)
                .map_err(|error| boxed(format_args!("resources/{name}: {error}")))?;
            Ok((what.clone(), text))
        };
        let files = self.files.iter().map(read).collect::<Result<_, Box<Line>>>()?;
        Ok(Build { start: self.start.clone(), files })
    }
}

/// The GUID of a joint with its compiled-in defaults, which needs no resource file.
pub fn default_guid(joint: &str) -> String {
    format!("spiel:{joint}:{}", env!("CARGO_PKG_VERSION"))
}

/// The folder that an importer's resource location names: a file URI in any of the forms that
/// importers send, or a plain path.
pub fn folder_of(location: &str) -> PathBuf {
    let decoded = percent_decode_str(location).decode_utf8_lossy().into_owned();
    let Some(rest) = decoded.strip_prefix("file:") else {
        return PathBuf::from(location);
    };
    // file:/p, file:///p and file:////p all mean /p.
    let rest = rest.strip_prefix("//localhost/").unwrap_or(rest);
    let path = format!("/{}", rest.trim_start_matches('/'));
    let drive = path.as_bytes().get(2) == Some(&b':');
    PathBuf::from(if drive { &path[1..] } else { &path })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_a_file_address_names_the_same_folder() {
        for location in [
            "file:///tmp/a%20b",
            "file:////tmp/a%20b",
            "file:/tmp/a%20b",
            "file://localhost/tmp/a b",
        ] {
            assert_eq!(folder_of(location), Path::new("/tmp/a b"), "{location}");
        }
        assert_eq!(folder_of("/tmp/a b"), Path::new("/tmp/a b"));
        assert_eq!(folder_of("file:///C:/fmu/resources"), Path::new("C:/fmu/resources"));
    }

    #[test]
    fn a_file_without_choices_builds_the_defaults() {
        let text = r#"{"joint":"j","kinds":"cs","guid":"g","start":{}}"#;
        let file: BuildFile = serde_json::from_str(text).unwrap();
        assert_eq!(file.build(Path::new("nowhere")), Ok(Build::default()));
        assert_eq!(serde_json::to_string(&file).unwrap(), text);
    }

    #[test]
    fn a_missing_profile_is_named() {
        let text =
            r#"{"joint":"j","kinds":"cs","guid":"g","start":{},"files":{"profile":"profile.csv"}}"#;
        let file: BuildFile = serde_json::from_str(text).unwrap();
        let error = file.build(Path::new("nowhere")).unwrap_err();
        assert!(error.starts_with("resources/profile.csv: "), "{error}");
    }

    // Gave 3.4 GB of zeros in 20 s for /dev/zero, and any file of the machine that runs it.
    #[test]
    fn only_files_beside_it_are_read_up_to_a_length() {
        let folder = tempfile::tempdir().unwrap();
        let build = |name: &str| {
            let mut file: BuildFile =
                serde_json::from_str(r#"{"joint":"j","kinds":"cs","guid":"g","start":{}}"#)
                    .unwrap();
            file.files.insert("profile".to_owned(), name.to_owned());
            file.build(folder.path())
        };
        std::fs::write(folder.path().join("p.csv"), "x").unwrap();
        assert_eq!(build("p.csv").unwrap().files["profile"], "x");
        for name in ["/dev/zero", "../p.csv", "./p.csv", "a/p.csv", "c:p.csv", "a\\p.csv", "..", ""]
        {
            let error = build(name).unwrap_err();
            assert!(error.contains("is not the name of a file beside it"), "{name}: {error}");
        }
        std::fs::create_dir(folder.path().join("d")).unwrap();
        assert_eq!(&**build("d").unwrap_err(), "resources/d: this is a folder, not a file");
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("/dev/zero", folder.path().join("z")).unwrap();
            assert!(build("z").unwrap_err().contains("a device or a pipe"));
        }
        let error = read_file(&folder.path().join("p.csv"), 0).unwrap_err().to_string();
        assert!(error.contains("longer than 0 MB"), "{error}");
    }

    #[test]
    fn a_missing_file_is_named() {
        let error = BuildFile::read(Path::new("nowhere")).unwrap_err();
        assert!(error.starts_with("resources/unit.json"), "{error}");
    }
}
