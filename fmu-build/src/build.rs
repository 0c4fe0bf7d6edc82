//! An FMU: library, description and resources in one file.

use crate::archive::{Files, pack};
use crate::{Error, Platform, Variant, library};
use fmi2_abi::UnitFile;
use model_description::xml::guid;
use std::io::Write;
use std::path::Path;

/// Builds the FMU of `variant` and writes it to `path`, whole or not at all; gives its GUID.
pub fn build(variant: &Variant, path: &Path) -> Result<String, Error> {
    variant.check()?;
    // Found out before the compiler runs for a minute.
    check_folder(path)?;
    let binary = library(variant.joint())?;
    let binary = std::fs::read(&binary).map_err(Error::file(&binary))?;
    let (files, guid) = files(variant, binary);
    write_beside(path, &pack(&files))?;
    Ok(guid)
}

/// The files inside, and the GUID that follows from them.
fn files(variant: &Variant, binary: Vec<u8>) -> (Files, String) {
    let (mut description, mut unit) = (variant.description(), variant.unit_file());
    let to_json = |unit: &UnitFile| {
        serde_json::to_vec_pretty(unit).expect("plain structs of text always serialise")
    };
    let (xml, json) = (description.to_xml(), to_json(&unit));
    let mut parts = vec![("modelDescription.xml", xml.as_bytes()), (UnitFile::NAME, &json)];
    parts.extend(variant.resources().map(|(name, text)| (name, text.as_bytes())));
    parts.push((Platform::here().folder, &binary));
    let guid = guid(&parts);
    description.guid.clone_from(&guid);
    unit.guid.clone_from(&guid);
    let Platform { folder, suffix } = Platform::here();
    let name = variant.joint().name;
    let mut files = Files::from([
        ("modelDescription.xml".to_owned(), description.to_xml().into_bytes()),
        (format!("resources/{}", UnitFile::NAME), to_json(&unit)),
        (format!("binaries/{folder}/{name}{suffix}"), binary),
    ]);
    files
        .extend(variant.resources().map(|(name, text)| (format!("resources/{name}"), text.into())));
    (files, guid)
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
