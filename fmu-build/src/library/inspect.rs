//! Headers of a library's file, of any platform: they are read, nothing is loaded.

use super::universal;
use crate::{Error, Platform};
use object::read::elf::ElfFile64;
use object::{
    Architecture, BinaryFormat, Endianness, File, NameOrOrdinal, Object, ObjectSection,
    ObjectSegment,
};
use std::collections::BTreeSet;

/// The headers of a library's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inspected {
    /// The platform according to the headers; `None` if libraries are never built for it.
    pub platform: Option<Platform>,
    /// The processors it is for, as compilers' targets name them: several for a universal library.
    pub processors: BTreeSet<&'static str>,
    /// The functions that others can call, in a universal library on each of its processors.
    pub exports: BTreeSet<String>,
    /// The newest glibc that it asks for, on Linux: 2.17 as (2, 17).
    pub glibc: Option<(u32, u32)>,
}

impl Inspected {
    /// Reads the headers in `bytes`; nothing if they are no library's.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let Some(parts) = universal::parts(bytes) else { return Self::part(bytes) };
        let parts = parts.ok()?.into_iter().map(Self::part).collect::<Option<Vec<_>>>()?;
        parts.into_iter().reduce(|one, other| Self {
            platform: one.platform.filter(|platform| other.platform == Some(*platform)),
            processors: &one.processors | &other.processors,
            exports: &one.exports & &other.exports,
            glibc: None,
        })
    }

    /// Reads the headers of a library that is not universal.
    fn part(bytes: &[u8]) -> Option<Self> {
        let file = File::parse(bytes).ok()?;
        let (processor, platform) = match (file.format(), file.architecture()) {
            (BinaryFormat::Elf, Architecture::X86_64) => ("x86_64", Some(Platform::LINUX)),
            (BinaryFormat::Elf, Architecture::Aarch64) => ("aarch64", Some(Platform::LINUX_ARM)),
            (BinaryFormat::Pe, Architecture::X86_64) => ("x86_64", Some(Platform::WINDOWS)),
            (BinaryFormat::MachO, Architecture::X86_64) => ("x86_64", Some(Platform::MAC)),
            (BinaryFormat::MachO, Architecture::Aarch64) => ("aarch64", Some(Platform::MAC)),
            _ => ("another", None),
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
        Some(Self { platform, processors: BTreeSet::from([processor]), exports, glibc })
    }

    /// Returns the processor for which a library in a folder must be, if this one is not for it: the one that the
    /// folder names, or the first of its platform.
    pub fn missing_processor(&self, folder: &str) -> Option<&'static str> {
        let toolchains = self.platform.map_or(&[][..], |platform| platform.toolchains);
        let mut processors = toolchains.iter().map(|toolchain| toolchain.processor());
        let named = processors.clone().find(|processor| folder.starts_with(processor));
        let needed = named.or_else(|| processors.next());
        needed.filter(|processor| !self.processors.contains(processor))
    }
}

/// Refuses a truncated library: where the system maps it into memory, the first access to a missing
/// part ends the process.
pub fn check_whole(bytes: &[u8]) -> Result<(), Error> {
    match universal::parts(bytes) {
        Some(parts) => parts?.into_iter().try_for_each(check_whole_part),
        None => check_whole_part(bytes),
    }
}

/// Refuses a truncated library that is not universal.
fn check_whole_part(bytes: &[u8]) -> Result<(), Error> {
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
        assert!(inspected.processors.contains(std::env::consts::ARCH));
        assert_eq!(inspected.glibc.is_some(), cfg!(all(target_os = "linux", target_env = "gnu")));
    }

    #[test]
    fn a_universal_library_is_for_all_its_processors_and_refused_where_a_part_is_missing() {
        use object::macho::{CPU_TYPE_ARM, CPU_TYPE_ARM64, CPU_TYPE_X86_64};
        use universal::tests::{bare, joined};
        let both = joined(&[CPU_TYPE_X86_64, CPU_TYPE_ARM64]);
        check_whole(&both).unwrap();
        let inspected = Inspected::of(&both).unwrap();
        assert_eq!(inspected.platform, Some(Platform::MAC));
        assert_eq!(inspected.missing_processor("darwin64"), None);
        let one = Inspected::of(&bare(CPU_TYPE_ARM64, 100)).unwrap();
        assert_eq!(one.missing_processor("x86_64-darwin"), Some("x86_64"));
        assert_eq!(one.missing_processor("aarch64-darwin"), None);
        // FMI 2.0 means the older one.
        assert_eq!(one.missing_processor("darwin64"), Some("x86_64"));
        // A part for telephones of 32 bits makes it another platform's.
        let odd = Inspected::of(&joined(&[CPU_TYPE_X86_64, CPU_TYPE_ARM])).unwrap();
        assert_eq!(odd.platform, None);

        let cut = &both[..both.len() - 1];
        assert_eq!(Inspected::of(cut), None);
        let refused = check_whole(cut).unwrap_err().to_string();
        assert!(refused.contains(&format!("{} bytes of at least {}", cut.len(), both.len())));
        let refused = check_whole(&both[..20]).unwrap_err().to_string();
        assert!(refused.starts_with("this is a part of a universal library"), "{refused}");
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
