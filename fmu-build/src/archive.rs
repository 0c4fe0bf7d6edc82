//! The zip container: reproducible bytes, plain names.

use crate::Error;
use std::collections::BTreeMap;
use std::io::{BufReader, Cursor, Read, Write};
use std::path::Path;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

/// The description's name in an FMU.
pub const DESCRIPTION: &str = "modelDescription.xml";

/// The place of the terminals in an FMU of FMI 3.0.
pub const TERMINALS: &str = "terminalsAndIcons/terminalsAndIcons.xml";

/// Files by their path inside the archive, '/' between parts.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The archive of `files`: sorted, deflated, all of the same date, so that equal content is equal
/// bytes. Some importers know no other method than store and deflate.
pub fn pack(files: &Files) -> Vec<u8> {
    pack_with(files, |_| 0o644)
}

/// Packs `files` like [`pack`], with the permissions that each has on Unix, by its name.
pub fn pack_with(files: &Files, permissions: impl Fn(&str) -> u32) -> Vec<u8> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default());
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let written = files.iter().try_for_each(|(name, bytes)| {
        zip.start_file(name.as_str(), options.unix_permissions(permissions(name)))?;
        zip.write_all(bytes)?;
        Ok::<(), zip::result::ZipError>(())
    });
    written.expect("writing to memory does not fail");
    zip.finish().expect("writing to memory does not fail").into_inner()
}

/// More than this is in no FMU \[bytes, unpacked\].
const MOST_BYTES: u64 = 1 << 30;
/// And no more entries than these.
const MOST_ENTRIES: usize = 20_000;

/// The files of the archive at `path`, which need not be trusted: refused are names that lead out of
/// it or mean something else elsewhere, links, and more than a gigabyte.
pub fn unpack(path: &Path) -> Result<Files, Error> {
    // Opening a pipe would wait for its other end.
    if !std::fs::metadata(path).map_err(Error::file(path))?.is_file() {
        return Err(Error::fmu(path, "this is a folder, a device or a pipe, not a file"));
    }
    let file = std::fs::File::open(path).map_err(Error::file(path))?;
    let refused = |why: String| Error::fmu(path, why);
    let mut zip = ZipArchive::new(BufReader::new(file)).map_err(|error| Error::fmu(path, error))?;
    if zip.len() > MOST_ENTRIES {
        return Err(refused(format!("it has {} entries; {MOST_ENTRIES} are allowed", zip.len())));
    }
    let (mut files, mut left) = (Files::new(), MOST_BYTES);
    for index in 0..zip.len() {
        let entry = zip.by_index(index).map_err(|error| Error::fmu(path, error))?;
        let name = entry.name().map_err(|error| Error::fmu(path, error))?.into_owned();
        if !stays_inside(&name) {
            return Err(refused(format!("its entry {name:?} would lie outside its folder")));
        }
        if entry.is_symlink() {
            return Err(refused(format!("its entry {name:?} is a link")));
        }
        if entry.is_dir() {
            continue;
        }
        let mut content = Vec::new();
        // The size that an entry declares need not be true.
        entry.take(left + 1).read_to_end(&mut content).map_err(|error| Error::fmu(path, error))?;
        left = left.checked_sub(content.len() as u64).ok_or_else(|| {
            refused(format!("it holds more than {} MB, which is the most", MOST_BYTES >> 20))
        })?;
        if files.insert(name.clone(), content).is_some() {
            return Err(refused(format!("its entry {name:?} occurs twice")));
        }
    }
    Ok(files)
}

/// Returns true if `name` is a path below a folder on every system: no root, no drive, no way up.
fn stays_inside(name: &str) -> bool {
    let plain = |part: &str| !matches!(part, "" | "." | "..");
    let folder = name.strip_suffix('/').unwrap_or(name);
    !name.contains(['\\', ':', '\0']) && folder.split('/').all(plain)
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

    /// An archive with one entry of that name and those Unix permissions.
    fn hostile(name: &str, permissions: u32) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        let options = SimpleFileOptions::default().unix_permissions(permissions);
        if permissions & 0o170_000 == 0o120_000 {
            zip.add_symlink(name, "/etc/passwd", options).unwrap();
        } else {
            zip.start_file(name, options).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    #[test]
    fn entries_that_lead_out_and_links_are_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.fmu");
        let names = ["/tmp/evil", "../evil", "a/../../evil", "c:/evil", "a\\..\\evil", "a//b"];
        for (name, permissions, why) in names
            .map(|name| (name, 0o644, "outside"))
            .into_iter()
            .chain([("a/b", 0o120_777, "link")])
        {
            std::fs::write(&path, hostile(name, permissions)).unwrap();
            let error = unpack(&path).unwrap_err().to_string();
            assert!(error.contains(why) && error.contains(&format!("{name:?}")), "{error}");
        }
        std::fs::write(&path, hostile("resources/äöü.txt", 0o644)).unwrap();
        assert_eq!(unpack(&path).unwrap().len(), 1);
    }

    #[test]
    fn an_archive_that_unpacks_to_more_than_a_gigabyte_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.fmu");
        let mut zip = ZipWriter::new(std::fs::File::create(&path).unwrap());
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        let megabyte = vec![0; 1 << 20];
        zip.start_file("bomb", options).unwrap();
        (0..=MOST_BYTES >> 20).for_each(|_| zip.write_all(&megabyte).unwrap());
        zip.finish().unwrap();
        let error = unpack(&path).unwrap_err().to_string();
        assert!(error.contains("1024 MB"), "{error}");
    }

    #[test]
    fn something_else_is_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.fmu");
        std::fs::write(&path, "no zip").unwrap();
        assert!(unpack(&path).unwrap_err().to_string().contains("x.fmu"));
    }
}
