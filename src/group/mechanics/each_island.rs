//! Steps the islands of a group one after the other, or on all cores.

use crate::base::Fault;
use crate::coupling::predicted::Outcome;

/// Least number of joints for which threads save more time than they cost.
#[cfg(feature = "parallel")]
const MANY_JOINTS: usize = 64;

/// Steps every island with its memory and joins the outcomes; returns `None` without islands.
///
/// With the feature `parallel` all cores share the islands of a group with many `joints`. Results are equal to the
/// bit, but the step allocates memory and waits for threads.
pub(crate) fn step_each<I: Send, M: Send>(
    islands: &mut [I],
    memories: &mut [M],
    joints: usize,
    step: impl Fn(&mut I, &mut M) -> Result<Outcome, Fault> + Sync,
) -> Result<Option<Outcome>, Fault> {
    let join = |whole: Option<Outcome>, outcome: Result<Outcome, Fault>| {
        Ok::<_, Fault>(Some(outcome?.and(whole)))
    };
    #[cfg(feature = "parallel")]
    if joints >= MANY_JOINTS && islands.len() > 1 {
        use rayon::prelude::*;
        let both = islands.par_iter_mut().zip(memories);
        let outcomes: Vec<_> = both.map(|(island, memory)| step(island, memory)).collect();
        return outcomes.into_iter().try_fold(None, join);
    }
    let _ = joints;
    islands
        .iter_mut()
        .zip(memories)
        .map(|(island, memory)| step(island, memory))
        .try_fold(None, join)
}
