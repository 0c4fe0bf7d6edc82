//! An FMU: library, description and resources in one file.

use crate::archive::{Files, pack};
use crate::{Error, Libraries, Library, Variant, documentation};
use fmi2_abi::UnitFile;
use model_description::xml::guid;
use std::io::Write;
use std::path::Path;

pub(crate) const DESCRIPTION: &str = "modelDescription.xml";

/// Compiles the FMU of `variant` for this machine and writes it to `path`; gives its GUID.
pub fn build(variant: &Variant, path: &Path) -> Result<String, Error> {
    build_from(&Libraries::Compiled, variant, path)
}

/// Writes the FMU of `variant` to `path`, whole or not at all, with all `libraries` there are of its
/// joint; gives its GUID.
pub fn build_from(libraries: &Libraries, variant: &Variant, path: &Path) -> Result<String, Error> {
    variant.check()?;
    // Found out before a compiler runs for a minute.
    check_folder(path)?;
    let (mut files, guid) = files(variant, libraries.of(variant.joint().name)?);
    files.extend(documentation::files(variant, &guid, libraries.folder())?);
    write_beside(path, &pack(&files))?;
    Ok(guid)
}

/// The files inside, and the GUID that follows from them.
fn files(variant: &Variant, libraries: Vec<Library>) -> (Files, String) {
    let (mut description, mut unit) = (variant.description(), variant.unit_file());
    let to_json = |unit: &UnitFile| {
        serde_json::to_vec_pretty(unit).expect("plain structs of text always serialise")
    };
    let resource = format!("resources/{}", UnitFile::NAME);
    let mut files = Files::from([
        (DESCRIPTION.to_owned(), description.to_xml().into_bytes()),
        (resource.clone(), to_json(&unit)),
    ]);
    let joint = variant.joint().name;
    let libraries = libraries
        .into_iter()
        .map(|(platform, bytes)| (format!("binaries/{}", platform.library(joint)), bytes));
    files.extend(libraries);
    let resources = variant.resources();
    files.extend(resources.map(|(name, text)| (format!("resources/{name}"), text.into())));
    // Nothing named itself yet.
    let guid = guid_of(&files);
    description.guid.clone_from(&guid);
    unit.guid.clone_from(&guid);
    files.insert(DESCRIPTION.to_owned(), description.to_xml().into_bytes());
    files.insert(resource, to_json(&unit));
    (files, guid)
}

/// The GUID that follows from `files`, in which no GUID stands. What only tells of the FMU does not
/// count.
pub(crate) fn guid_of(files: &Files) -> String {
    let counts = |name: &str| {
        name == DESCRIPTION || name.starts_with("resources/") || name.starts_with("binaries/")
    };
    let parts: Vec<_> = files
        .iter()
        .filter(|(name, _)| counts(name))
        .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
        .collect();
    guid(&parts)
}

/// Whether there is a folder that `path` could be written to.
pub(crate) fn check_folder(path: &Path) -> Result<(), Error> {
    match folder_of(path).filter(|folder| !folder.is_dir()) {
        Some(folder) => Err(Error::Input(format!("{}: there is no such folder", folder.display()))),
        None => Ok(()),
    }
}

/// Writes `bytes` beside `path` and renames: readers find the old file or the new one, never half.
pub fn write_beside(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let folder = folder_of(path).unwrap_or(Path::new("."));
    let mut beside = tempfile::NamedTempFile::new_in(folder).map_err(Error::file(path))?;
    beside.write_all(bytes).map_err(Error::file(path))?;
    readable(beside.path()).map_err(Error::file(path))?;
    beside
        .persist(path)
        .map_err(|error| Error::File { path: path.to_owned(), source: error.error })?;
    Ok(())
}

/// Temporary files are for their owner only; results are not.
fn readable(path: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o644))?;
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

fn folder_of(path: &Path) -> Option<&Path> {
    path.parent().filter(|folder| !folder.as_os_str().is_empty())
}
