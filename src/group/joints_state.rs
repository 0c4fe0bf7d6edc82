//! The state of joints whose bodies the host moves.

use crate::base::clone_in_place;
use crate::coupling::predicted::Memory;
use crate::joints::WearState;
use serde::{Deserialize, Serialize};

/// The state of joints whose bodies the host moves, with L directions of a load; a copy of it is a complete snapshot.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct JointsState<const L: usize = 4> {
    pub memory: Memory<L>,
    /// Wear of the joints that wear, in their order.
    pub wear: Box<[WearState]>,
}

clone_in_place!(impl [const L: usize] JointsState<L> { memory, wear });
