//! The parts of a communication step of a machine, which are short against its springs and its rotations.

use crate::base::Fault;
use crate::coupling::Step;
use crate::coupling::predicted::Outcome;

/// Largest number of parts in a step.
const MOST_PARTS: f64 = 1000.0;
/// Length of a part over that of the step once contacts are followed coarsely \[1\].
const COARSE_PART: f64 = 0.05;

/// Makes a step in as many parts of one length as `phase`, that of the fastest spring or rotation over the step \[rad\], has
/// angles of `turn` \[rad\], and joins their outcomes.
///
/// `part` makes the part that begins at a time after the step's start \[s\], with true for the first one, and has a length
/// \[s\]; it returns the outcome, and true once contacts are followed coarsely.
pub(crate) fn step_in_parts(
    step: Step,
    phase: f64,
    turn: f64,
    mut part: impl FnMut((f64, bool), f64) -> Result<(Outcome, bool), Fault>,
) -> Result<Outcome, Fault> {
    let wanted = (phase / turn).ceil().max(1.0);
    let parts = wanted.min(MOST_PARTS);
    let (mut since, mut left, mut whole) = (0.0, parts, None);
    while left > 0.0 {
        let size = (step.size - since) / left;
        let (outcome, is_coarse) = part((since, whole.is_none()), size)?;
        whole = Some(outcome.and(whole));
        since += size;
        left -= 1.0;
        if is_coarse {
            let few = (step.size - since) / (COARSE_PART * step.size);
            left = left.min(few.ceil().max(1.0));
        }
    }
    let mut outcome = whole.ok_or(Fault::NoFiniteSolution { time: step.start })?;
    outcome.step_too_long |= wanted > parts;
    Ok(outcome)
}
