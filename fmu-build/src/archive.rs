//! The zip container: reproducible bytes, plain names.

use crate::Error;
use std::collections::BTreeMap;
use std::io::{Cursor, Read, Write};
use std::path::Path;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

/// Files by their path inside the archive, '/' between parts.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The archive of `files`: sorted, deflated, all of the same date, so that equal content is equal
/// bytes. Some importers know no other method than store and deflate.
pub fn pack(files: &Files) -> Vec<u8> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let written = files.iter().try_for_each(|(name, bytes)| {
        zip.start_file(name.as_str(), options)?;
        zip.write_all(bytes)?;
        Ok::<(), zip::result::ZipError>(())
    });
    written.expect("writing to memory does not fail");
    zip.finish().expect("writing to memory does not fail").into_inner()
}

/// The files of the archive at `path`. Names that lead out of it are left out.
pub fn unpack(path: &Path) -> Result<Files, Error> {
    let bytes = std::fs::read(path).map_err(Error::file(path))?;
    let mut zip = ZipArchive::new(Cursor::new(bytes)).map_err(|error| Error::fmu(path, error))?;
    let mut files = Files::new();
    for index in 0..zip.len() {
        let mut entry = zip.by_index(index).map_err(|error| Error::fmu(path, error))?;
        if entry.is_dir() || entry.enclosed_name().is_none() {
            continue;
        }
        let mut content = Vec::new();
        entry.read_to_end(&mut content).map_err(Error::file(path))?;
        let name = entry.name().map_err(|error| Error::fmu(path, error))?.into_owned();
        files.insert(name, content);
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_content_is_equal_bytes_and_comes_back() {
        let files: Files =
            [("b/c.txt".to_owned(), vec![1, 2]), ("a".to_owned(), Vec::new())].into();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.zip");
        std::fs::write(&path, pack(&files)).unwrap();
        assert_eq!(pack(&files), pack(&files));
        assert_eq!(unpack(&path).unwrap(), files);
    }

    #[test]
    fn something_else_is_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.fmu");
        std::fs::write(&path, "no zip").unwrap();
        assert!(unpack(&path).unwrap_err().to_string().contains("x.fmu"));
    }
}
