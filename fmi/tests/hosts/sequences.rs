//! Random sequences of calls, from a seed, through the runner that the fuzzer uses.

use super::guest::Source;
use super::runner::{Tally, run};
use super::sequence::Sequence;
use super::wild::{Dice, long};
use arbitrary::{Arbitrary, Unstructured};

/// Runs sequences from random bytes, until the wanted number of calls has been made.
pub fn run_seeded(calls: usize, seed: u8) -> Tally {
    let sources = Source::samples();
    let (mut dice, mut sum, mut bytes) = (Dice::new(seed), Tally::default(), vec![0; 4096]);
    while sum.calls < calls {
        dice.fill(&mut bytes);
        let calls = Sequence::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
        let tally = run(&sources, &calls.0);
        sum.calls += tally.calls;
        sum.steps += tally.steps;
        sum.refused += tally.refused;
        sum.restored += tally.restored;
    }
    sum
}

#[test]
fn calls_in_any_order_are_answered_as_promised() {
    let before = std::time::Instant::now();
    let tally = run_seeded(100_000 * long(), 7);
    println!("{tally:?} in {:.1?}", before.elapsed());
    assert!(tally.steps > tally.calls / 100, "{tally:?}: too few steps to tell anything");
}
