//! All libraries of a platform in one compressed file: most of what is in one is in the others, too.
//!
//! LZMA finds what repeats megabytes apart, as the deflate of zip files does not. The libraries follow
//! each other in the order in which [`Manifest`] names them, and it knows how long each is.

use super::Manifest;
use crate::Error;
use lzma_rust2::{LzmaOptions, LzmaReader, LzmaWriter};
use std::collections::BTreeMap;
use std::io::{Read, Write};

/// The file's name in a platform's folder.
pub const NAME: &str = "libraries.lzma";
/// Memory that reading the file may take, more than twenty times what it does \[KiB\].
const MOST_MEMORY: u32 = 1 << 18;

/// The file with these libraries, each with its joint.
pub fn pack(libraries: &BTreeMap<&str, &[u8]>) -> Vec<u8> {
    let all = libraries.values().copied().collect::<Vec<_>>().concat();
    // The dictionary spans all libraries.
    let dict_size = u32::try_from(all.len()).map_or(1 << 31, u32::next_power_of_two).max(1 << 12);
    let options = LzmaOptions { dict_size, nice_len: 273, ..LzmaOptions::with_preset(9) };
    let length = Some(all.len() as u64);
    let written =
        LzmaWriter::new_use_header(Vec::new(), &options, length).and_then(|mut writer| {
            writer.write_all(&all)?;
            writer.finish()
        });
    written.expect("writing to memory does not fail")
}

/// The library of `joint` in the file of these bytes, which the manifest vouches for; nothing where it
/// names none.
pub fn unpack(packed: &[u8], manifest: &Manifest, joint: &str) -> Result<Option<Vec<u8>>, Error> {
    let Some(made) = manifest.libraries.get(joint) else { return Ok(None) };
    let before = manifest.libraries.iter().take_while(|(name, _)| name.as_str() < joint);
    let start = before.map(|(_, made)| made.bytes).fold(0, usize::saturating_add);
    let end = start.saturating_add(made.bytes);
    let mut bytes = Vec::new();
    LzmaReader::new_mem_limit(packed, MOST_MEMORY, None)
        .and_then(|reader| reader.take(end as u64).read_to_end(&mut bytes))
        .map_err(|error| {
            Error::Input(format!("it cannot be unpacked ({error}); install it again"))
        })?;
    if bytes.len() < end {
        return Err(Error::Input(format!(
            "it ends before the library; {} is not of it",
            Manifest::NAME
        )));
    }
    let library = bytes.split_off(start);
    manifest.vouch(joint, &library).map(|()| Some(library))
}

#[cfg(test)]
mod tests {
    use super::*;

    const JOINTS: [&str; 3] = ["gear_mesh", "group", "revolute_clearance"];

    /// Libraries that share what no window of deflate reaches, and each has bytes of its own.
    fn libraries() -> [Vec<u8>; 3] {
        let mut state = 1_u32;
        let mut noise = |length: usize| -> Vec<u8> {
            let next = |_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 24) as u8
            };
            (0..length).map(next).collect()
        };
        let common = noise(100_000);
        [1000, 0, 3000].map(|own| [noise(own), common.clone()].concat())
    }

    fn manifest(libraries: &[Vec<u8>; 3]) -> Manifest {
        let bytes = libraries.iter().map(|bytes| &bytes[..]);
        Manifest::of(JOINTS.into_iter().zip(bytes)).unwrap()
    }

    fn packed(libraries: &[Vec<u8>; 3]) -> Vec<u8> {
        pack(&JOINTS.into_iter().zip(libraries.iter().map(|bytes| &bytes[..])).collect())
    }

    #[test]
    fn every_library_comes_back_and_what_they_share_is_stored_once() {
        let libraries = libraries();
        let (manifest, packed) = (manifest(&libraries), packed(&libraries));
        for (joint, library) in JOINTS.into_iter().zip(&libraries) {
            let found = unpack(&packed, &manifest, joint).unwrap();
            assert_eq!(found.as_ref(), Some(library), "{joint}");
        }
        assert_eq!(unpack(&packed, &manifest, "sliced_pin").unwrap(), None);
        // Noise cannot be made smaller; all of it together has 104 kB.
        assert!((104_000..110_000).contains(&packed.len()), "{}", packed.len());
        assert_eq!(packed, self::packed(&libraries), "the same twice");
    }

    #[test]
    fn a_file_that_was_cut_changed_or_is_none_gives_no_library() {
        let libraries = libraries();
        let (mut manifest, packed) = (manifest(&libraries), packed(&libraries));
        let last = |packed: &[u8], manifest: &Manifest| unpack(packed, manifest, JOINTS[2]);
        assert!(last(&packed, &manifest).is_ok());
        let cut = last(&packed[..packed.len() / 2], &manifest).unwrap_err().to_string();
        assert!(cut.starts_with("it cannot be unpacked ("), "{cut}");
        assert!(last(b"", &manifest).is_err());
        assert!(last(&[0xff; 100], &manifest).is_err());
        for place in [20, packed.len() / 2, packed.len() - 10] {
            let mut changed = packed.clone();
            changed[place] ^= 1;
            assert!(last(&changed, &manifest).is_err(), "byte {place}");
        }
        manifest.libraries.get_mut("group").unwrap().bytes += 1;
        let moved = last(&packed, &manifest).unwrap_err().to_string();
        assert!(moved.starts_with("it ends before"), "{moved}");
    }
}
