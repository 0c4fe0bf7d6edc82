//! Many instances in many threads, taking turns, each as if it were alone.

use super::guest::{Guest, Source};
use crate::common::OK;
use std::thread;

const THREADS: usize = 16;
/// Different motions of the bodies.
const MOTIONS: usize = 7;

/// An instance on its way along a motion.
struct Run<'a> {
    guest: Guest<'a>,
    motion: usize,
    step: usize,
    /// All values read, folded into one number.
    seen: u64,
}

impl<'a> Run<'a> {
    fn new(source: &'a Source, motion: usize) -> Self {
        let guest = source.guest();
        assert_eq!((guest.enter(), guest.exit()), (OK, OK));
        Self { guest, motion, step: 0, seen: 0 }
    }

    /// A journal that is thrown to and fro through its hole.
    fn advance(&mut self) {
        let size = 1e-6 * (1 + self.motion) as f64;
        let time = self.step as f64 * size;
        let (place, turn) = (5.1e-4 * (1.0 + 0.01 * (2e4 * time).sin()), 3e3 * time);
        let state = [place * turn.cos(), place * turn.sin(), turn, -0.1, 0.3, 50.0];
        assert_eq!(self.guest.set(&[6, 7, 8, 9, 10, 11], &state), OK);
        assert_eq!(self.guest.step(time, size), OK, "{:?}", self.guest.log());
        for bits in self.guest.outputs() {
            self.seen = (self.seen.rotate_left(7) ^ bits).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        self.step += 1;
    }
}

/// Drives `count` instances for `steps` steps, each thread its share of them in turns and in the
/// second half the share of another, and holds each against one that was alone.
pub fn threads_do_not_disturb_each_other(source: &Source, count: usize, steps: usize) {
    let alone: Vec<u64> = (0..MOTIONS)
        .map(|motion| {
            let mut run = Run::new(source, motion);
            (0..steps).for_each(|_| run.advance());
            run.seen
        })
        .collect();
    assert!(alone.windows(2).all(|pair| pair[0] != pair[1]), "motions must differ");
    let mut shares: Vec<Vec<Run>> = (0..THREADS).map(|_| Vec::new()).collect();
    for index in 0..count {
        shares[index % THREADS].push(Run::new(source, index % MOTIONS));
    }
    for _ in 0..2 {
        thread::scope(|scope| {
            for share in &mut shares {
                scope.spawn(move || {
                    for _ in 0..steps / 2 {
                        share.iter_mut().for_each(Run::advance);
                    }
                });
            }
        });
        shares.rotate_left(1);
    }
    for run in shares.iter().flatten() {
        assert_eq!(run.step, steps);
        assert_eq!(run.seen, alone[run.motion], "motion {}", run.motion);
    }
}
