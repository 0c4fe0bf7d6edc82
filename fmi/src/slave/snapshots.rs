//! Saved states: kept here under handles, and as bytes that can travel.
//!
//! A handle is a number that is given out once in a process, so a state that is unknown, freed or another
//! instance's is distinguished from one that is held. States that an importer does not free end with their
//! instance.

use super::{Instance, Line, Outcome, Phase, boxed, line};
use serde::{Deserialize, Serialize};
use spiel::block;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The first bytes of every state.
const MAGIC: &[u8; 8] = b"spiel st";
/// The version of the bytes that follow; to be raised whenever their meaning changes.
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
    /// All of it as bytes; empty until they are asked for.
    bytes: Vec<u8>,
}

/// An instance as it was, as bytes hold it.
#[derive(Serialize, Deserialize)]
struct Packed<'a> {
    guid: &'a str,
    phase: Phase,
    time: Option<f64>,
    block: &'a [u8],
}

impl Instance {
    /// Saves the state under `handle`, or under a new one for 0.
    pub(crate) fn save(&mut self, handle: usize) -> Result<usize, Line> {
        if handle == 0 {
            let (phase, time, block) = (self.phase, self.time, self.block.save().map_err(line)?);
            return Ok(self.keep(Saved { phase, time, block, bytes: Vec::new() }));
        }
        let saved = self.kept.get_mut(&handle).ok_or_else(|| unknown(handle))?;
        self.block.save_into(&mut saved.block).map_err(line)?;
        (saved.phase, saved.time) = (self.phase, self.time);
        saved.bytes.clear();
        Ok(handle)
    }

    /// Returns to a saved state.
    pub(crate) fn restore(&mut self, handle: usize) -> Outcome {
        let saved = self.kept.get(&handle).ok_or_else(|| unknown(handle))?;
        self.block.restore(&saved.block).map_err(line)?;
        (self.phase, self.time) = (saved.phase, saved.time);
        Ok(())
    }

    /// Ends a saved state.
    pub(crate) fn forget(&mut self, handle: usize) -> Outcome {
        self.kept.remove(&handle).map(|_| ()).ok_or_else(|| unknown(handle))
    }

    /// Returns a saved state as bytes, with the GUID and a checksum. They are made once and then kept
    /// with the state: importers ask for their number first.
    pub(crate) fn pack(&mut self, handle: usize) -> Result<&[u8], Line> {
        let saved = self.kept.get_mut(&handle).ok_or_else(|| unknown(handle))?;
        if saved.bytes.is_empty() {
            let block = self.block.pack(&saved.block);
            let Saved { phase, time, .. } = *saved;
            let packed = Packed { guid: &self.guid, phase, time, block: &block };
            let head = vec![0; HEAD];
            saved.bytes = postcard::to_extend(&packed, head)
                .map_err(|error| line(format_args!("the state has no binary form: {error}")))?;
            let (head, body) = saved.bytes.split_at_mut(HEAD);
            head[..8].copy_from_slice(MAGIC);
            head[8..12].copy_from_slice(&VERSION.to_le_bytes());
            head[12..16].copy_from_slice(&adler2::adler32_slice(body).to_le_bytes());
            head[16..].copy_from_slice(&(body.len() as u64).to_le_bytes());
        }
        Ok(&saved.bytes)
    }

    /// Keeps the state that bytes hold, under `handle` or a new one for 0. Its refusals are on the heap: reading a
    /// state needs most of the stack that a call may take.
    pub(crate) fn unpack(&mut self, bytes: &[u8], handle: usize) -> Result<usize, Box<Line>> {
        if handle != 0 && !self.kept.contains_key(&handle) {
            return Err(boxed(unknown(handle)));
        }
        let refuse = |why: &str| refused(bytes.len(), why);
        let body = body_of(bytes)?;
        let packed: Packed = postcard::from_bytes(body).map_err(|_| refuse("not readable"))?;
        if packed.guid != self.guid {
            return Err(refuse(&other_guid(packed.guid, &self.guid)));
        }
        let block = self.block.unpack(packed.block).map_err(|why| refuse(&boxed(why)))?;
        if packed.time.is_some_and(|time| !time.is_finite()) || !self.allows(packed.phase, &block) {
            return Err(refuse("not one that an instance could have been in"));
        }
        let Packed { phase, time, .. } = packed;
        let saved = Saved { phase, time, block, bytes: Vec::new() };
        if handle == 0 {
            return Ok(self.keep(saved));
        }
        self.kept.insert(handle, saved);
        Ok(handle)
    }

    /// Returns true if an instance with this block may be in the phase.
    fn allows(&self, phase: Phase, block: &block::Saved) -> bool {
        match phase {
            // A block has a state here after an initialization that was refused at its end.
            Phase::Instantiated => block.has_begun() != Some(true),
            Phase::InitializationMode => block.has_begun() == Some(false),
            // A refusal that ends the run does so in every state.
            Phase::StepFailed if self.interface.refusal_ends_run => true,
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

    /// Keeps a state under a number that has never been given out.
    fn keep(&mut self, saved: Saved) -> usize {
        static LAST: AtomicUsize = AtomicUsize::new(0);
        let handle = LAST.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
        self.kept.insert(handle, saved);
        handle
    }
}

/// Returns the bytes after a head that fits them.
fn body_of(bytes: &[u8]) -> Result<&[u8], Box<Line>> {
    let refuse = |why: &str| refused(bytes.len(), why);
    let (head, body) =
        bytes.split_at_checked(HEAD).ok_or_else(|| refuse("shorter than any state"))?;
    let number = |at: usize| u32::from_le_bytes(copied(&head[at..]));
    if !head.starts_with(MAGIC) {
        return Err(refuse("not written by one of these models"));
    }
    if number(8) != VERSION {
        let text = format_args!("version = {} is not {VERSION}, the one read here", number(8));
        return Err(refuse(&boxed(text)));
    }
    if number(12) != adler2::adler32_slice(body) {
        return Err(refuse("cut off or corrupted, its checksum does not match"));
    }
    Ok(body)
}

fn refused(length: usize, why: &str) -> Box<Line> {
    boxed(format_args!("serialised state of {length} bytes: {why}"))
}

fn other_guid(found: &str, own: &str) -> Box<Line> {
    boxed(format_args!("guid = {found} is not {own}, this model's"))
}

/// Returns the number of bytes of a state with this head.
pub(crate) fn length(head: &[u8; HEAD]) -> u64 {
    u64::from_le_bytes(copied(&head[16..])).saturating_add(HEAD as u64)
}

fn copied<const N: usize>(bytes: &[u8]) -> [u8; N] {
    std::array::from_fn(|index| bytes[index])
}

fn unknown(handle: usize) -> Line {
    line(format_args!("FMUstate = {handle:#x} is none that this instance holds"))
}
