//! The islands of a group over a step: one after the other, or on all cores.

use crate::base::Fault;
use crate::coupling::predicted::Outcome;

/// Fewer joints than these are stepped sooner than they are shared out.
#[cfg(feature = "parallel")]
const MANY_JOINTS: usize = 64;

/// Steps every island with its memory and joins the outcomes; none where there is no island.
///
/// With the feature `parallel` the islands of a group with many `joints` are shared out over all cores. The numbers
/// are the same to the bit, but the step takes memory and waits for threads.
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
