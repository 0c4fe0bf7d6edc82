//! What is remembered of an island whose bodies the unit moves.

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

impl Clone for Carried {
    fn clone(&self) -> Self {
        let Self { memory, coordinates, velocities, told, welds, .. } = self;
        let (memory, coordinates, velocities) =
            (memory.clone(), coordinates.clone(), velocities.clone());
        let (told, welds) = (told.clone(), welds.clone());
        Self { memory, coordinates, velocities, told, welds, ..*self }
    }

    // The derived one would take memory anew.
    fn clone_from(&mut self, other: &Self) {
        self.memory.clone_from(&other.memory);
        self.coordinates.clone_from(&other.coordinates);
        self.velocities.clone_from(&other.velocities);
        self.told.clone_from(&other.told);
        self.welds.clone_from(&other.welds);
        (self.size, self.works) = (other.size, other.works);
    }
}

impl Carried {
    /// Whether it is the state of an island with so many coordinates and welds.
    pub fn fits(&self, coordinates: usize, welds: usize) -> bool {
        let Self { coordinates: places, velocities, told, .. } = self;
        [places, velocities, told].iter().all(|numbers| numbers.len() == coordinates)
            && self.welds.len() == welds
    }
}
