//! What a joint with backlash remembers from step to step.

use super::kinematics::Turns;
use crate::base::clone_in_place;
use crate::joints::point_contact;
use serde::{Deserialize, Serialize};

/// All that is remembered; a copy of it is a complete snapshot, `clone_from` takes no memory.
#[derive(Debug, Serialize, Deserialize)]
pub struct Memory {
    /// The bodies' angles at the last communication point.
    pub turns: Turns,
    /// Deflection of the drag's bristles.
    pub bristle: f64,
    /// Energy lost to drag since the beginning \[J\].
    pub dragged: f64,
    /// The upper and the lower flank.
    pub flanks: point_contact::Memory<2, 1>,
}

clone_in_place!(Memory { turns, bristle, dragged, flanks });
