//! Saved states as bytes: foreign ones are refused, and they are made once.

use super::{everything, pack, run, save, unpack};
use crate::common::*;
use spiel::catalogue::ALL;
use spiel_fmi::fmi2::types::*;
use spiel_fmi::fmi2::*;
use std::ptr::null_mut;

#[test]
fn bytes_that_are_not_this_models_are_refused_and_nothing_changes() {
    let client = Client::running(&JOINT);
    run(&client, &JOINT, 0..20);
    let before = everything(&client, &JOINT);
    let bytes = pack(&client, save(&client));
    let refused = |bytes: &[fmi2Byte], why: &str| {
        let (status, state) = unpack(&client, bytes);
        assert_eq!((status, state), (ERROR, null_mut()));
        let line = client.error();
        assert!(line.contains(why), "{line}");
        assert_eq!(everything(&client, &JOINT), before);
    };
    refused(&[], "shorter than any state");
    refused(&bytes[..12], "shorter than any state");
    refused(&bytes[..bytes.len() - 1], "not a state of that length");
    for index in 24..bytes.len() {
        let mut wrong = bytes.clone();
        wrong[index] ^= 16;
        refused(&wrong, "checksum does not match");
    }
    let changed = |index: usize| {
        let mut wrong = bytes.clone();
        wrong[index] ^= 1;
        wrong
    };
    refused(&changed(0), "not written by one of these models");
    refused(&changed(8), "version = 2 is not 3");
    let mut longer = bytes.clone();
    longer.push(0);
    refused(&longer, "not a state of that length");
    // The bytes beyond the state are not the importer's: they must not be read.
    let mut state = null_mut();
    let endless =
        unsafe { fmi2DeSerializeFMUstate(client.component, bytes.as_ptr(), 1 << 40, &mut state) };
    assert_eq!(endless, ERROR);
    assert!(client.error().contains("not a state of that length"));
    let slider = ALL.iter().find(|joint| joint.name == "translational_clearance").unwrap();
    let other = Client::running(slider);
    refused(&pack(&other, save(&other)), "guid = spiel:translational_clearance");
}

#[test]
fn bytes_of_the_other_kind_of_instance_are_refused() {
    let guid = std::ffi::CString::new(spiel_fmi::default_guid(JOINT.name)).unwrap();
    let solved = Client::ordered(&JOINT, c"solved", FMI2_MODEL_EXCHANGE, &guid, None);
    unsafe {
        assert_eq!(fmi2EnterInitializationMode(solved.component), OK);
        assert_eq!(fmi2ExitInitializationMode(solved.component), OK);
    }
    let stepped = Client::running(&JOINT);
    let (phase, block) =
        ("not one that an instance could have been in", "belongs to another model");
    for (from, to, why) in [(&solved, &stepped, block), (&stepped, &solved, phase)] {
        let (status, state) = unpack(to, &pack(from, save(from)));
        assert_eq!((status, state), (ERROR, null_mut()));
        let line = to.error();
        assert!(line.contains(why), "{line}");
    }
}

/// The bytes of a state in another phase, with the checksum of the whole.
fn in_phase(bytes: &[fmi2Byte], phase: fmi2Byte) -> Vec<fmi2Byte> {
    let (guid, mut bytes) = (spiel_fmi::default_guid(JOINT.name), bytes.to_vec());
    let at = bytes
        .windows(guid.len())
        .position(|text| text.iter().map(|byte| *byte as u8).eq(guid.bytes()));
    bytes[at.unwrap() + guid.len()] = phase;
    // Adler's: the sum of all bytes, and that of its values.
    let (mut sum, mut sums) = (1_u32, 0_u32);
    for byte in &bytes[24..] {
        sum = (sum + u32::from(*byte as u8)) % 65_521;
        sums = (sums + sum) % 65_521;
    }
    bytes.splice(12..16, (sums << 16 | sum).to_le_bytes().map(|byte| byte as fmi2Byte));
    bytes
}

#[test]
fn a_state_in_a_phase_that_its_block_cannot_have_is_refused() {
    let client = Client::running(&JOINT);
    run(&client, &JOINT, 0..5);
    let bytes = pack(&client, save(&client));
    for phase in 0..9 {
        let (status, state) = unpack(&client, &in_phase(&bytes, phase));
        // A step is complete or failed, or the run has ended.
        if [2, 5, 6].contains(&phase) {
            assert!(status == OK && !state.is_null(), "{phase}: {:?}", client.log());
            continue;
        }
        assert_eq!((status, state), (ERROR, null_mut()), "{phase}");
        let (line, unknown) = (client.error(), phase == 8);
        let why =
            if unknown { "not readable" } else { "not one that an instance could have been in" };
        assert!(line.contains(why), "{line}");
    }
}

#[test]
fn handles_that_are_not_held_are_refused() {
    let (client, other) = (Client::running(&JOINT), Client::running(&JOINT));
    let foreign = save(&other);
    let mut freed = save(&client);
    let kept = freed;
    unsafe {
        assert_eq!(fmi2FreeFMUstate(client.component, &mut freed), OK);
        for handle in [null_mut(), foreign, kept, std::ptr::without_provenance_mut(usize::MAX)] {
            assert_eq!(fmi2SetFMUstate(client.component, handle), ERROR);
            assert!(client.error().contains("is none that this instance holds"));
            let mut size = 0;
            assert_eq!(fmi2SerializedFMUstateSize(client.component, handle, &mut size), ERROR);
            client.error();
            if !handle.is_null() {
                let mut state = handle;
                assert_eq!(fmi2GetFMUstate(client.component, &mut state), ERROR);
                assert_eq!(fmi2FreeFMUstate(client.component, &mut state), ERROR);
                client.log();
            }
        }
        assert_eq!(fmi2FreeFMUstate(client.component, null_mut()), OK);
        assert_eq!(fmi2FreeFMUstate(client.component, &mut null_mut()), OK);
        assert_eq!(fmi2GetFMUstate(client.component, null_mut()), ERROR);
        let mut small = [0; 4];
        let state = save(&client);
        assert_eq!(fmi2SerializeFMUstate(client.component, state, small.as_mut_ptr(), 4), ERROR);
    }
}

/// Asks for the size of a state, then for its bytes without memory.
fn pack_again(client: &Client, state: fmi2FMUstate) -> Vec<fmi2Byte> {
    let mut size = 0;
    unsafe { assert_eq!(fmi2SerializedFMUstateSize(client.component, state, &mut size), OK) };
    let mut bytes = vec![0; size];
    let counted = allocation_counter::measure(|| unsafe {
        assert_eq!(fmi2SerializeFMUstate(client.component, state, bytes.as_mut_ptr(), size), OK);
    });
    assert_eq!(counted.count_total, 0);
    bytes
}

#[test]
fn bytes_are_made_for_their_size_and_follow_a_state_that_is_replaced() {
    let client = Client::running(&JOINT);
    run(&client, &JOINT, 0..20);
    let mut state = save(&client);
    let old = pack_again(&client, state);
    assert_eq!(pack_again(&client, state), old);
    run(&client, &JOINT, 20..30);
    assert_eq!(pack_again(&client, state), old, "a state stays as it is");
    unsafe { assert_eq!(fmi2GetFMUstate(client.component, &mut state), OK) };
    let new = pack_again(&client, state);
    assert_eq!(new, pack(&client, save(&client)));
    assert_ne!(new, old);
    // Bytes read into a place that holds a state replace that state's bytes, too.
    let read = fmi2DeSerializeFMUstate;
    unsafe { assert_eq!(read(client.component, old.as_ptr(), old.len(), &mut state), OK) };
    assert_eq!(pack_again(&client, state), old);
}
