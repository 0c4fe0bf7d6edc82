//! Saved states: kept here under handles, and as bytes that can travel.
//!
//! An importer's fmi2FMUstate is a number that looks like a pointer and is never followed: numbers
//! are given out once in a process, so a state that is unknown, freed or another instance's is
//! distinguished from one that is held. What an importer does not free goes with its instance.

use super::{Instance, Outcome};
use crate::fmi2::order::Phase;
use crate::slave::logger::{Line, line};
use serde::{Deserialize, Serialize};
use spiel::block;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What bytes begin with.
const MAGIC: &[u8; 8] = b"spiel st";
/// The version of what follows; to be raised whenever its meaning changes.
const VERSION: u32 = 3;
/// Magic, version, checksum, number of bytes after these.
pub(crate) const HEAD: usize = 24;

/// The states an instance keeps.
pub(super) type Kept = BTreeMap<usize, Saved>;

/// An instance as it was.
pub(super) struct Saved {
    phase: Phase,
    time: Option<f64>,
    block: block::Saved,
}

/// The same as it travels.
#[derive(Serialize, Deserialize)]
struct Packed<'a> {
    guid: &'a str,
    phase: Phase,
    time: Option<f64>,
    #[serde(with = "serde_bytes")]
    block: &'a [u8],
}

impl Instance {
    /// fmi2GetFMUstate: saves the state under `handle`, or under a new one for 0.
    pub(crate) fn save(&mut self, handle: usize) -> Result<usize, Line> {
        if handle == 0 {
            let saved = Saved { phase: self.phase, time: self.time, block: self.block.save() };
            return Ok(self.keep(saved));
        }
        let saved = self.kept.get_mut(&handle).ok_or_else(|| unknown(handle))?;
        (saved.phase, saved.time) = (self.phase, self.time);
        self.block.save_into(&mut saved.block);
        Ok(handle)
    }

    /// fmi2SetFMUstate: back to a saved state.
    pub(crate) fn restore(&mut self, handle: usize) -> Outcome {
        let saved = self.kept.get(&handle).ok_or_else(|| unknown(handle))?;
        self.block.restore(&saved.block).map_err(line)?;
        (self.phase, self.time) = (saved.phase, saved.time);
        Ok(())
    }

    /// fmi2FreeFMUstate.
    pub(crate) fn forget(&mut self, handle: usize) -> Outcome {
        self.kept.remove(&handle).map(|_| ()).ok_or_else(|| unknown(handle))
    }

    /// fmi2SerializeFMUstate: a saved state as bytes, with the GUID and a checksum.
    pub(crate) fn pack(&self, handle: usize) -> Result<Vec<u8>, Line> {
        let saved = self.kept.get(&handle).ok_or_else(|| unknown(handle))?;
        let block = self.block.pack(&saved.block);
        let Saved { phase, time, .. } = *saved;
        let packed = Packed { guid: &self.guid, phase, time, block: &block };
        let body = postcard::to_allocvec(&packed)
            .map_err(|error| line(format_args!("the state has no binary form: {error}")))?;
        let mut bytes = Vec::with_capacity(HEAD + body.len());
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&adler2::adler32_slice(&body).to_le_bytes());
        bytes.extend_from_slice(&(body.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&body);
        Ok(bytes)
    }

    /// fmi2DeSerializeFMUstate: keeps what the bytes hold, under `handle` or a new one for 0.
    pub(crate) fn unpack(&mut self, bytes: &[u8], handle: usize) -> Result<usize, Line> {
        if handle != 0 && !self.kept.contains_key(&handle) {
            return Err(unknown(handle));
        }
        let refuse =
            |why: &str| line(format_args!("serialised state of {} bytes: {why}", bytes.len()));
        let (head, body) =
            bytes.split_at_checked(HEAD).ok_or_else(|| refuse("shorter than any state"))?;
        let number = |at: usize| u32::from_le_bytes(copied(&head[at..]));
        if !head.starts_with(MAGIC) {
            return Err(refuse("not written by one of these models"));
        }
        if number(8) != VERSION {
            let text = format_args!("version = {} is not {VERSION}, the one read here", number(8));
            return Err(refuse(&line(text)));
        }
        if number(12) != adler2::adler32_slice(body) {
            return Err(refuse("cut off or corrupted, its checksum does not match"));
        }
        let packed: Packed = postcard::from_bytes(body).map_err(|_| refuse("not readable"))?;
        if packed.guid != self.guid {
            let text = format_args!("guid = {} is not {}, this model's", packed.guid, self.guid);
            return Err(refuse(&line(text)));
        }
        let block = self.block.unpack(packed.block).map_err(|why| refuse(&line(why)))?;
        if packed.time.is_some_and(|time| !time.is_finite()) || !self.allows(packed.phase, &block) {
            return Err(refuse("not one that an instance could have been in"));
        }
        let saved = Saved { phase: packed.phase, time: packed.time, block };
        if handle == 0 {
            return Ok(self.keep(saved));
        }
        self.kept.insert(handle, saved);
        Ok(handle)
    }

    /// Returns true if an instance with this block may be in the phase.
    fn allows(&self, phase: Phase, block: &block::Saved) -> bool {
        match phase {
            // There is a state if fmi2EnterInitializationMode was refused late.
            Phase::Instantiated => block.has_begun() != Some(true),
            Phase::InitializationMode => block.has_begun() == Some(false),
            Phase::StepComplete | Phase::StepFailed => {
                !self.continuous && block.has_begun() == Some(true)
            }
            Phase::EventMode | Phase::ContinuousTimeMode => {
                self.continuous && block.has_begun() == Some(true)
            }
            Phase::Terminated => block.has_begun() == Some(true),
            Phase::Dead => false,
        }
    }

    /// Keeps a state under a number that nobody has had.
    fn keep(&mut self, saved: Saved) -> usize {
        static LAST: AtomicUsize = AtomicUsize::new(0);
        let handle = LAST.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
        self.kept.insert(handle, saved);
        handle
    }
}

/// How many bytes a state has that begins like this one.
pub(crate) fn length(head: &[u8; HEAD]) -> u64 {
    u64::from_le_bytes(copied(&head[16..])).saturating_add(HEAD as u64)
}

fn copied<const N: usize>(bytes: &[u8]) -> [u8; N] {
    std::array::from_fn(|index| bytes[index])
}

fn unknown(handle: usize) -> Line {
    line(format_args!("FMUstate = {handle:#x} is none that this instance holds"))
}
