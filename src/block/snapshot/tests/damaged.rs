//! Saved states whose bytes were damaged on their way, by a stranger who also mends the checksum.

use super::*;
use crate::base::all_finite;

/// Numbers that are odd or not there.
const ODD: [f64; 6] = [f64::NAN, f64::NEG_INFINITY, -1.0, 1e300, 5e-324, 0.5];

/// Changes some of the bytes, one by one or eight of them to a number.
fn damage(bytes: &mut [u8], mut dice: impl FnMut(usize) -> usize) {
    for _ in 0..=dice(3) {
        let at = dice(bytes.len() - 8);
        if dice(2) == 0 {
            bytes[at] ^= 1 << dice(8);
        } else {
            bytes[at..at + 8].copy_from_slice(&ODD[dice(ODD.len())].to_le_bytes());
        }
    }
}

/// Findings in a block that goes on from damaged bytes.
fn go_on(block: &mut Block, case: &Case, saved: &Saved) -> Result<(), Fault> {
    block.restore(saved)?;
    assert!(all_finite(&block.values) && all_finite(&block.outputs));
    if let Mode::Solving(_) = block.mode {
        moved(block, case, 7);
        block.event()?;
        let mut indicators = vec![0.0; block.indicator_count()];
        block.indicate(&mut indicators)?;
        assert!(all_finite(block.state_rates()?));
        assert!(all_finite(block.states()?));
    } else {
        for count in 4..8 {
            moved(block, case, count);
            block.advance(Step { start: f64::from(count) * 1e-6, size: 1e-6 })?;
        }
    }
    Ok(())
}

#[test]
fn damaged_bytes_are_refused_or_go_on_with_finite_numbers() {
    let mut seed = 1_u64;
    let mut dice = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    for case in CASES {
        for solves in [false, true] {
            if solves && !case.1.is_empty() {
                continue;
            }
            let fresh = || {
                let mut block = new(&case);
                if solves {
                    block.make_continuous().unwrap();
                }
                block
            };
            let mut whole = if solves {
                let mut block = fresh();
                moved(&mut block, &case, 0);
                block.start_solving(0.0).unwrap();
                block.begin().unwrap();
                block
            } else {
                in_contact(&case)
            };
            let bytes = packed(&mut whole);
            let (mut block, mut taken) = (fresh(), 0);
            for _ in 0..500 {
                let mut bytes = bytes.clone();
                damage(&mut bytes, &mut dice);
                let Ok(saved) = block.unpack(&bytes) else { continue };
                taken += usize::from(go_on(&mut block, &case, &saved).is_ok());
                assert!(all_finite(&block.values), "{}", case.0);
                assert!(all_finite(&block.outputs), "{}", case.0);
            }
            assert!((1..500).contains(&taken), "{} took {taken}", case.0);
        }
    }
}
