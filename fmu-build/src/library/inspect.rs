//! Headers of a library's file, of any platform: they are read, nothing is loaded.

use crate::{Error, Platform};
use object::read::elf::ElfFile64;
use object::{
    Architecture, BinaryFormat, Endianness, File, FileKind, NameOrOrdinal, Object, ObjectSection,
    ObjectSegment,
};
use std::collections::BTreeSet;

/// The headers of a library's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inspected {
    /// The platform according to the headers; `None` if libraries are never built for it.
    pub platform: Option<Platform>,
    /// The functions that others can call.
    pub exports: BTreeSet<String>,
    /// The newest glibc that it asks for, on Linux: 2.17 as (2, 17).
    pub glibc: Option<(u32, u32)>,
}

impl Inspected {
    /// Reads the headers in `bytes`; nothing if they are no library's.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let file = File::parse(bytes).ok()?;
        let platform = match (file.format(), file.architecture()) {
            (BinaryFormat::Elf, Architecture::X86_64) => Some(Platform::LINUX),
            (BinaryFormat::Elf, Architecture::Aarch64) => Some(Platform::LINUX_ARM),
            (BinaryFormat::Pe, Architecture::X86_64) => Some(Platform::WINDOWS),
            (BinaryFormat::MachO, Architecture::X86_64 | Architecture::Aarch64) => {
                Some(Platform::MAC)
            }
            _ => None,
        };
        // Names in a Mach-O file begin with the C compiler's underscore.
        let prefix = if file.format() == BinaryFormat::MachO { "_" } else { "" };
        let mut exports = BTreeSet::new();
        for export in file.exports().ok()?.flatten() {
            if let NameOrOrdinal::Name(name) = export.name() {
                let name = String::from_utf8_lossy(name);
                exports.insert(name.strip_prefix(prefix).unwrap_or(&name).to_owned());
            }
        }
        let glibc = match &file {
            File::Elf64(elf) => newest_glibc(elf, bytes),
            _ => None,
        };
        Some(Self { platform, exports, glibc })
    }
}

/// Refuses a truncated library: where the system maps it into memory, the first access to a missing
/// part ends the process.
pub fn check_whole(bytes: &[u8]) -> Result<(), Error> {
    // A universal binary for macOS has a table of contents, which the system itself compares with the
    // file.
    if matches!(FileKind::parse(bytes), Ok(FileKind::MachOFat32 | FileKind::MachOFat64)) {
        return Ok(());
    }
    let file = File::parse(bytes).map_err(|error| {
        Error::input(format!("this is no library, or only a part of one ({error})"))
    })?;
    let end = |(from, size): (u64, u64)| from.saturating_add(size);
    let segments = file.segments().map(|segment| end(segment.file_range()));
    let sections = file.sections().filter_map(|section| section.file_range()).map(end);
    let due = segments.chain(sections).max().unwrap_or_default();
    let there = bytes.len() as u64;
    if due <= there {
        return Ok(());
    }
    Err(Error::Input(format!("this is a part of a library: {there} bytes of at least {due}")))
}

/// The newest among the versions of glibc whose functions the file asks for.
fn newest_glibc(elf: &ElfFile64<'_, Endianness>, bytes: &[u8]) -> Option<(u32, u32)> {
    let (sections, endian) = (elf.elf_section_table(), elf.endian());
    let (files, strings) = sections.gnu_verneed(endian, bytes).ok()??;
    let strings = sections.strings(endian, bytes, strings).ok()?;
    let versions = files.flatten().flat_map(|(_, versions)| versions.flatten());
    versions.filter_map(|version| glibc(version.name(endian, strings).ok()?)).max()
}

/// `GLIBC_2.17` or `GLIBC_2.2.5` as major and minor number.
fn glibc(name: &[u8]) -> Option<(u32, u32)> {
    let mut parts = std::str::from_utf8(name).ok()?.strip_prefix("GLIBC_")?.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_program_is_for_this_platform() {
        let bytes = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        let inspected = Inspected::of(&bytes).unwrap();
        assert_eq!(inspected.platform, Some(Platform::here()));
        assert_eq!(inspected.glibc.is_some(), cfg!(all(target_os = "linux", target_env = "gnu")));
    }

    #[test]
    fn a_part_of_a_library_is_none() {
        let bytes = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        check_whole(&bytes).unwrap();
        for share in [0.001, 0.1, 0.5, 0.9, 0.999] {
            let part = &bytes[..(share * bytes.len() as f64) as usize];
            let refused = check_whole(part).unwrap_err().to_string();
            assert!(refused.contains("part of"), "{share}: {refused}");
        }
    }

    #[test]
    fn versions_are_numbers_and_other_bytes_are_no_library() {
        assert_eq!(glibc(b"GLIBC_2.2.5"), Some((2, 2)));
        assert!(glibc(b"GLIBC_2.34") > glibc(b"GLIBC_2.4"), "34 is newer than 4");
        assert_eq!(glibc(b"GLIBC_PRIVATE"), None);
        assert_eq!(Inspected::of(b"for linux"), None);
    }
}
