//! All inputs of a small scope: short states, and every bit of a state that is whole.

use spiel_fuzz::states::SAMPLES;

#[test]
fn no_state_of_up_to_two_bytes_is_taken() {
    for sample in SAMPLES.iter() {
        let block = sample.fresh().unwrap();
        assert!(block.unpack(&[]).is_err());
        for first in 0..=u8::MAX {
            assert!(block.unpack(&[first]).is_err(), "{first}");
            for second in 0..=u8::MAX {
                assert!(block.unpack(&[first, second]).is_err(), "{first} {second}");
            }
        }
    }
}

#[test]
fn a_state_with_any_byte_changed_is_refused_or_goes_on_with_finite_numbers() {
    let long = std::env::var_os("SPIEL_LONG").is_some();
    let mut taken = 0;
    for sample in SAMPLES.iter() {
        // A state of a joint with walls in slices has many thousand bytes, which repeat the same few parts.
        let stride = if long { 1 } else { sample.bytes.len().div_ceil(120) };
        for at in (0..sample.bytes.len()).step_by(stride) {
            for bit in 0..8 {
                let mut bytes = sample.bytes.clone();
                bytes[at] ^= 1 << bit;
                taken += usize::from(sample.go_on(&bytes));
            }
        }
        for end in (0..sample.bytes.len()).step_by(stride) {
            assert!(sample.fresh().unwrap().unpack(&sample.bytes[..end]).is_err(), "{end} bytes");
        }
    }
    assert!(taken > 1000, "{taken} were taken");
}
