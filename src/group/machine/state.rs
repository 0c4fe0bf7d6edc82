//! What is remembered of an island whose bodies the unit moves.

use crate::base::clone_in_place;
use crate::coupling::predicted::Memory;
use serde::{Deserialize, Serialize};

/// All that an island remembers whose bodies the unit moves; a copy of it is a complete snapshot.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Carried {
    pub memory: Memory,
    /// x, y, angle of the centres of mass, and their rates.
    pub coordinates: Box<[f64]>,
    pub velocities: Box<[f64]>,
    /// The velocities with which the host's bodies began the last step, and its length \[s\]; 0 before
    /// the first.
    pub told: Box<[f64]>,
    pub size: f64,
    /// Where welded bodies stand to each other.
    pub welds: Box<[[f64; 3]]>,
    pub works: Works,
}

/// Works since the beginning \[J\].
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Works {
    /// What the dampers of springs have taken.
    pub damped: f64,
    /// What drives have done, and the bodies that the host moves.
    pub drive: f64,
    /// What loads from outside have done.
    pub loads: f64,
}

clone_in_place!(Carried { memory, coordinates, velocities, told, size, welds, works });

impl Carried {
    /// Whether it is the state of an island with so many coordinates and welds.
    pub fn fits(&self, coordinates: usize, welds: usize) -> bool {
        let Self { coordinates: places, velocities, told, .. } = self;
        [places, velocities, told].iter().all(|numbers| numbers.len() == coordinates)
            && self.welds.len() == welds
    }
}
