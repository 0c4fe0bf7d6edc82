//! Saved states as bytes, damaged by someone who mends the checksum.

use super::{finite, steps};
use spiel::Fault;
use spiel::block::Block;
use spiel::catalogue::ALL;
use spiel::model::Build;
use std::sync::LazyLock;

/// A joint that can be made again, and a state of it as bytes.
pub struct Sample {
    joint: usize,
    solves: bool,
    /// The state.
    pub bytes: Vec<u8>,
}

impl Sample {
    /// A block of its joint before the first step.
    pub fn fresh(&self) -> Result<Block, Fault> {
        let mut block = Block::new(&ALL[self.joint], &Build::default())?;
        if self.solves {
            block.make_continuous()?;
        }
        Ok(block)
    }

    /// Goes on from bytes; panics at a number that is not finite. Returns true if they were taken for a state.
    pub fn go_on(&self, bytes: &[u8]) -> bool {
        let mut block = self.fresh().expect("it was made before");
        let Ok(saved) = block.unpack(bytes) else { return false };
        if block.restore(&saved).is_err() {
            return false;
        }
        // A refusal is as good as a finite answer.
        let _ = go_on(&mut block, self.solves);
        finite_or_refused(&mut block);
        true
    }

    /// A block in motion.
    fn moving(&self) -> Result<Block, Fault> {
        let mut block = self.fresh()?;
        nudge(&mut block, 0.0)?;
        if self.solves {
            block.start_solving(0.0)?;
            block.begin()?;
        } else {
            block.initialize(0.0)?;
            block.begin()?;
            steps(&mut block, 0.0, 3)?;
        }
        Ok(block)
    }
}

/// Moves b out of the middle, far enough for a contact of a joint with default clearance.
fn nudge(block: &mut Block, by: f64) -> Result<(), Fault> {
    for (name, value) in [("frame_b.x", 5.02e-4 + by), ("frame_b.vx", 0.1), ("frame_b.w", 2.0)] {
        if let Some(index) = block.number(name) {
            block.assign(index, value.into())?;
        }
    }
    Ok(())
}

/// Every joint in motion, where it has them in steps and by its equations.
pub static SAMPLES: LazyLock<Vec<Sample>> = LazyLock::new(|| {
    let mut samples = Vec::new();
    for joint in 0..ALL.len() {
        for solves in [false, true] {
            let mut sample = Sample { joint, solves, bytes: Vec::new() };
            // A group needs its plan, and not every joint has equations.
            let Ok(mut block) = sample.moving() else { continue };
            let saved = block.save().expect("a block in motion can be saved");
            sample.bytes = block.pack(&saved);
            samples.push(sample);
        }
    }
    assert!(samples.len() > ALL.len(), "most joints have both kinds");
    samples
});

/// A joint, then damages of its state: a place in two bytes, a kind of damage, and a number of eight bytes.
pub(crate) fn states(bytes: &[u8]) {
    let Some((which, damages)) = bytes.split_first() else { return };
    let sample = &SAMPLES[usize::from(*which) % SAMPLES.len()];
    let mut state = sample.bytes.clone();
    for damage in damages.chunks_exact(11) {
        let at = usize::from(u16::from_le_bytes([damage[0], damage[1]])) % state.len();
        let number = &damage[3..];
        match damage[2] % 4 {
            0 => state[at] = number[0],
            1 => state.truncate(at.max(1)),
            2 => state.insert(at, number[0]),
            _ => {
                let end = state.len().min(at + number.len());
                state[at..end].copy_from_slice(&number[..end - at]);
            }
        }
    }
    sample.go_on(&state);
}

fn go_on(block: &mut Block, solves: bool) -> Result<(), Fault> {
    finite(block)?;
    nudge(block, 1e-6)?;
    if !solves {
        return steps(block, 3e-6, 3);
    }
    block.event()?;
    let mut indicators = vec![0.0; block.indicator_count()];
    block.indicate(&mut indicators)?;
    assert!(indicators.iter().all(|number| number.is_finite()), "{indicators:?}");
    assert!(block.state_rates()?.iter().all(|number| number.is_finite()));
    assert!(block.states()?.iter().all(|number| number.is_finite()));
    Ok(())
}

/// Values that are held must be finite after a refusal, too.
fn finite_or_refused(block: &mut Block) {
    for index in 0..block.rows().len() {
        if let Ok(value) = block.value(index) {
            assert!(value.number().is_finite(), "{}", block.rows()[index].name);
        }
    }
}
