//! Calls on snapshots, and a host's own account of the owner of each snapshot.

use super::guest::Guest;
use super::perform::{Answer, Caller, Promise};
use super::sequence::{Damage, What};
use super::source::Source;
use crate::common::OK;
use spiel_fmi::Phase;
use spiel_fmi::fmi2::Function;
use spiel_fmi::fmi2::types::*;
use std::ptr::null_mut;

/// Places for snapshots, for all instances together; two more hold handles that were never made.
const PLACES: usize = 6;

/// A place for a snapshot; a freed one keeps its old handle, to be tried again.
#[derive(Clone, Copy)]
struct Place {
    handle: fmi2FMUstate,
    /// The instance that it belongs to, by its running number, while both live.
    owner: Option<usize>,
    phase: Phase,
    time: f64,
    /// Every real that could be read then, folded.
    seen: Option<u64>,
}

/// A snapshot in bytes.
struct Bytes {
    bytes: Vec<fmi2Byte>,
    joint: (&'static str, usize),
    /// Numbers of continuous states and event indicators of that instance.
    counts: [usize; 2],
    place: Place,
}

/// A host's record of its snapshots.
pub struct Snapshots {
    places: [Place; PLACES],
    bytes: Option<Bytes>,
    /// State and time that the last restored snapshot was taken in.
    pub restored: (Phase, f64),
    /// Number of snapshots restored.
    pub count: usize,
}

impl Default for Snapshots {
    fn default() -> Self {
        let (phase, time) = (Phase::Instantiated, 0.0);
        let empty = Place { handle: null_mut(), owner: None, phase, time, seen: None };
        Self { places: [empty; PLACES], bytes: None, restored: (phase, time), count: 0 }
    }
}

impl Snapshots {
    /// Notes that an instance has been freed, and its snapshots with it.
    pub fn forget_all_of(&mut self, number: usize) {
        for place in self.places.iter_mut().filter(|place| place.owner == Some(number)) {
            place.owner = None;
        }
    }

    /// The place of that number, as it is; not all can be written to.
    fn place(&self, index: u8) -> Place {
        let (index, first) = (index as usize % (PLACES + 2), self.places[0]);
        let never_made = if index == PLACES { 0xdead_beef_0000_usize } else { usize::MAX };
        let bogus = Place { handle: never_made as fmi2FMUstate, owner: None, ..first };
        self.places.get(index).copied().unwrap_or(bogus)
    }

    fn write(&mut self, index: u8, place: Place) {
        if let Some(old) = self.places.get_mut(index as usize % (PLACES + 2)) {
            *old = place;
        }
    }

    /// Makes a call on snapshots; returns nothing for other calls.
    pub fn perform(&mut self, caller: &Caller, what: &What) -> Option<Answer> {
        use Function as F;
        let Caller { source, component, number, phase, time, .. } = *caller;
        let f = &source.functions;
        // SAFETY: handles are opaque: an FMU looks them up and never follows them.
        Some(unsafe {
            match *what {
                What::Snapshot(index, fresh) => {
                    let mut place = self.place(index);
                    if fresh {
                        place.handle = null_mut();
                    }
                    let fair = place.handle.is_null() || place.owner == Some(number);
                    let status = (f.fmi2GetFMUstate)(component, &raw mut place.handle);
                    if status == OK {
                        assert!(!place.handle.is_null());
                        let (handle, owner) = (place.handle, Some(number));
                        let seen = caller.guest.and_then(look);
                        self.write(index, Place { handle, owner, phase, time, seen });
                    }
                    (F::GetState, promised(fair), status)
                }
                What::Restore(index) => {
                    let place = self.place(index);
                    let status = (f.fmi2SetFMUstate)(component, place.handle);
                    self.restored = (place.phase, place.time);
                    if let (OK, Some(guest)) = (status, caller.guest) {
                        self.count += 1;
                        assert!(look(guest) == place.seen, "another state came back: {what:?}");
                    }
                    (F::SetState, promised(place.owner == Some(number)), status)
                }
                What::Forget(index) => {
                    let place = self.place(index);
                    let mut handle = place.handle;
                    let status = (f.fmi2FreeFMUstate)(component, &raw mut handle);
                    if status == OK {
                        assert!(handle.is_null());
                        self.write(index, Place { owner: None, ..place });
                    }
                    let fair = place.handle.is_null() || place.owner == Some(number);
                    (F::FreeState, promised(fair), status)
                }
                What::SerializedSize(index) => {
                    let (place, mut size) = (self.place(index), 0);
                    let status =
                        (f.fmi2SerializedFMUstateSize)(component, place.handle, &raw mut size);
                    (F::SerializedStateSize, promised(place.owner == Some(number)), status)
                }
                What::Serialize(index, extra) => self.serialize(caller, index, extra),
                What::Deserialize(index, damage) => self.deserialize(caller, index, damage),
                _ => return None,
            }
        })
    }

    /// Takes a snapshot's bytes with the needed room and `extra` bytes more, or less.
    unsafe fn serialize(&mut self, caller: &Caller, index: u8, extra: i8) -> Answer {
        let Caller { source, component, number, .. } = *caller;
        let f = &source.functions;
        let (place, mut size) = (self.place(index), 0);
        // SAFETY: by the caller; the array is as long as announced.
        let (bytes, status) = unsafe {
            (f.fmi2SerializedFMUstateSize)(component, place.handle, &raw mut size);
            caller.guest.map(Guest::log);
            let mut bytes = vec![0; size.saturating_add_signed(isize::from(extra))];
            let (into, n) = (bytes.as_mut_ptr(), bytes.len());
            let status = (f.fmi2SerializeFMUstate)(component, place.handle, into, n);
            (bytes, status)
        };
        if status == OK {
            let bytes = bytes[..size].to_vec();
            let (joint, counts) = (kind(source), source.counts);
            self.bytes = Some(Bytes { bytes, joint, counts, place });
        }
        let own = place.owner == Some(number);
        let promise = if own && extra > 0 { Promise::Open } else { promised(own && extra == 0) };
        (Function::SerializeState, promise, status)
    }

    /// Makes a snapshot of the last bytes, damaged if so asked.
    unsafe fn deserialize(&mut self, caller: &Caller, index: u8, damage: Option<Damage>) -> Answer {
        let Caller { source, component, number, .. } = *caller;
        let (mut bytes, whole) = match &self.bytes {
            Some(saved) => (saved.bytes.clone(), saved.joint == kind(source)),
            None => (vec![0; 64], false),
        };
        let damaged = damage.is_some_and(|damage| spoil(&mut bytes, damage));
        let (from, n, mut handle) = (bytes.as_ptr(), bytes.len(), null_mut());
        let read = source.functions.fmi2DeSerializeFMUstate;
        // SAFETY: by the caller; the array is as long as announced.
        let status = unsafe { read(component, from, n, &raw mut handle) };
        if let (OK, Some(saved)) = (status, &self.bytes) {
            assert!(!handle.is_null());
            let (owner, place) = (Some(number), saved.place);
            self.write(index, Place { handle, owner, ..place });
        }
        // Before there is a state, instances that solve with other states are alike.
        let alike = |saved: &Bytes| saved.counts == source.counts;
        let sound = whole && !damaged;
        let open = sound && !self.bytes.as_ref().is_some_and(alike);
        (Function::DeserializeState, if open { Promise::Open } else { promised(sound) }, status)
    }
}

/// The promise about a call that is taken, or refused.
fn promised(taken: bool) -> Promise {
    if taken { Promise::Taken } else { Promise::Refused }
}

/// The build that saved states belong to: a joint and its number of variables.
fn kind(source: &Source) -> (&'static str, usize) {
    (source.name, source.rows.len())
}

/// Every real of an instance by its bits, folded; nothing if not all can be read.
fn look(guest: &Guest) -> Option<u64> {
    let (status, values) = guest.get(&guest.source.reals());
    guest.log();
    let fold = |seen: u64, value: f64| {
        (seen.rotate_left(7) ^ value.to_bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    };
    (status == OK).then(|| values.into_iter().fold(0, fold))
}

/// Damages `bytes`; returns true if that has changed them.
fn spoil(bytes: &mut Vec<fmi2Byte>, damage: Damage) -> bool {
    if bytes.is_empty() {
        return false;
    }
    match damage {
        Damage::Cut(at) => bytes.truncate(at as usize % bytes.len()),
        Damage::Flip(at, mask) => {
            let at = at as usize % bytes.len();
            bytes[at] ^= mask as fmi2Byte;
            return mask != 0;
        }
        Damage::Longer(by) => {
            bytes.extend(std::iter::repeat_n(0, by as usize));
            return by != 0;
        }
    }
    true
}
