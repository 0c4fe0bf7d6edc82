//! The state of a joint with backlash from step to step.

use super::kinematics::Turns;
use crate::base::clone_in_place;
use crate::joints::point_contact;
use crate::laws::backlash::Deflections;
use serde::{Deserialize, Serialize};

/// A complete snapshot: everything that the next step depends on beside its inputs; `clone_from` does not allocate.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Memory {
    /// The bodies' angles at the last communication point.
    pub turns: Turns,
    /// Deflection of the drag's bristles.
    pub bristle: f64,
    /// Deflections of the friction of mesh and bearings.
    pub rubbed: Deflections,
    /// Energy lost to drag, mesh and bearings since the beginning \[J\].
    pub dragged: f64,
    /// The upper and the lower flank.
    pub flanks: point_contact::Memory<2>,
}

clone_in_place!(Memory { turns, bristle, rubbed, dragged, flanks });
