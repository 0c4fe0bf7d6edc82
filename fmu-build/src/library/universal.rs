//! Universal files of macOS: a table, and behind it a whole library or program for each processor.
//!
//! The system maps the part for its processor into memory, so each begins at a page. The table is big-endian,
//! whatever the parts are.

use crate::Error;
use object::read::ReadRef;
use object::read::macho::{FatArch, MachOFatFile, MachOFatFile32, MachOFatFile64};
use object::{FileKind, macho};

/// The largest page among the systems is of 2^14 bytes.
const PAGE: u32 = 14;
/// Systems of this kind run on fewer kinds of processors.
const MOST_PARTS: usize = 8;
/// The beginning of a part up to its kind of processor, little-endian: a number that marks it, processor, variant.
const BEGINNING: usize = 12;

/// Joins libraries or programs, each with the name of what it was built for, into one universal file.
pub fn join(parts: &[(&str, Vec<u8>)]) -> Result<Vec<u8>, Error> {
    let mut table = [macho::FAT_MAGIC, parts.len() as u32].map(u32::to_be_bytes).concat();
    let mut processors = Vec::new();
    let mut end = table.len() + parts.len() * size_of::<macho::FatArch32>();
    for (target, bytes) in parts {
        let (processor, variant) = processor(bytes).ok_or_else(|| {
            Error::Input(format!("what was built for {target} is no 64-bit file of macOS"))
        })?;
        if processors.contains(&processor) {
            let why = "is for the same processor as a part before it";
            return Err(Error::Input(format!("what was built for {target} {why}")));
        }
        processors.push(processor);
        let start = end.next_multiple_of(1 << PAGE);
        end = start + bytes.len();
        let [start, length] = [start, bytes.len()].map(u32::try_from);
        let (Ok(start), Ok(length), Ok(_)) = (start, length, u32::try_from(end)) else {
            return Err(Error::Input(format!(
                "what was built for {target} ends at byte {end}; a universal file has less than 2^32"
            )));
        };
        table.extend([processor, variant, start, length, PAGE].map(u32::to_be_bytes).concat());
    }
    let mut joined = table;
    for (_, bytes) in parts {
        joined.resize(joined.len().next_multiple_of(1 << PAGE), 0);
        joined.extend(bytes);
    }
    Ok(joined)
}

/// The processor that a 64-bit file of macOS is for, and its variant.
fn processor(bytes: &[u8]) -> Option<(u32, u32)> {
    let beginning = bytes.get(..BEGINNING)?;
    let number = |at: usize| beginning[at..at + 4].try_into().ok().map(u32::from_le_bytes);
    (number(0)? == macho::MH_MAGIC_64).then_some((number(4)?, number(8)?))
}

/// The parts of a universal file; nothing where the bytes are none, an error where a part is not all there.
pub fn parts(bytes: &[u8]) -> Option<Result<Vec<&[u8]>, Error>> {
    match FileKind::parse(bytes).ok()? {
        FileKind::MachOFat32 => Some(listed(MachOFatFile32::parse(bytes), bytes)),
        FileKind::MachOFat64 => Some(listed(MachOFatFile64::parse(bytes), bytes)),
        _ => None,
    }
}

fn listed<'a, Fat: FatArch>(
    file: object::Result<MachOFatFile<'a, Fat>>,
    bytes: &'a [u8],
) -> Result<Vec<&'a [u8]>, Error> {
    let cut = |error| Error::Input(format!("this is a part of a universal library ({error})"));
    let part = |arch: &Fat| {
        let (start, size) = (arch.offset().into(), arch.size().into());
        bytes.read_bytes_at(start, size).map_err(|()| {
            let (there, due) = (bytes.len(), start.saturating_add(size));
            Error::Input(format!("this is a part of a library: {there} bytes of at least {due}"))
        })
    };
    let file = file.map_err(cut)?;
    let count = file.arches().len();
    if count == 0 {
        return Err(Error::Input("this universal library has no parts".to_owned()));
    }
    if count > MOST_PARTS {
        let why = format!("has {count} parts, more than {MOST_PARTS}");
        return Err(Error::Input(format!("this universal library {why}")));
    }
    file.arches().iter().map(part).collect()
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use object::macho::{CPU_TYPE_ARM64, CPU_TYPE_X86_64, CpuType};

    /// A file of macOS with a header and `length` bytes in all.
    pub fn bare(processor: CpuType, length: usize) -> Vec<u8> {
        let library = 6;
        let header = [macho::MH_MAGIC_64, processor.0, 3, library, 0, 0, 0, 0];
        let mut bytes = header.map(u32::to_le_bytes).concat();
        bytes.resize(length.max(bytes.len()), 7);
        bytes
    }

    /// A universal file with a bare part for each processor.
    pub fn joined(processors: &[CpuType]) -> Vec<u8> {
        let parts: Vec<_> = processors.iter().map(|one| ("t", bare(*one, 40_000))).collect();
        join(&parts).unwrap()
    }

    #[test]
    fn every_part_comes_back_and_begins_at_a_page() {
        let parts = [("x", bare(CPU_TYPE_X86_64, 40_001)), ("a", bare(CPU_TYPE_ARM64, 999))];
        let joined = join(&parts).unwrap();
        let found = super::parts(&joined).unwrap().unwrap();
        assert_eq!(found, parts.each_ref().map(|(_, bytes)| &bytes[..]));
        // As Apple's lipo lays them out: the table, then parts at 2^14 and behind three pages of it.
        let words = |at: usize| u32::from_be_bytes(joined[at..at + 4].try_into().unwrap());
        let table: Vec<_> = (0..12).map(|index| words(4 * index)).collect();
        assert_eq!(table[..7], [0xcafe_babe, 2, 0x0100_0007, 3, 0x4000, 40_001, 14]);
        assert_eq!(table[7..], [0x0100_000c, 3, 0x1_0000, 999, 14]);
        assert_eq!(joined.len(), 0x1_0000 + 999);
        assert!(joined[48..0x4000].iter().all(|byte| *byte == 0));
    }

    #[test]
    fn parts_that_do_not_belong_together_are_refused_with_what_they_were_built_for() {
        let x86 = || bare(CPU_TYPE_X86_64, 100);
        let refused = |one, other| {
            let parts = [("x86_64-apple-darwin", one), ("aarch64-apple-darwin", other)];
            join(&parts).unwrap_err().to_string()
        };
        let twice = refused(x86(), x86());
        assert!(twice.contains("aarch64-apple-darwin is for the same processor"), "{twice}");
        let foreign = refused(b"\x7fELF, and more than twelve".to_vec(), x86());
        assert!(foreign.contains("x86_64-apple-darwin is no 64-bit file"), "{foreign}");
        let short = refused(x86(), x86()[..8].to_vec());
        assert!(short.contains("aarch64-apple-darwin is no 64-bit file"), "{short}");
    }

    #[test]
    fn other_files_have_no_parts_and_a_table_with_too_many_is_refused() {
        assert!(super::parts(&bare(CPU_TYPE_ARM64, 100)).is_none());
        assert!(super::parts(b"").is_none());
        let mut many = joined(&[CPU_TYPE_ARM64]);
        many[4..8].copy_from_slice(&9_u32.to_be_bytes());
        let refused = super::parts(&many).unwrap().unwrap_err().to_string();
        assert!(refused.contains("9 parts"), "{refused}");
    }
}
