//! The state of an island whose bodies the unit moves.

use crate::base::clone_in_place;
use crate::coupling::predicted::Memory;
use crate::joints::WearState;
use serde::{Deserialize, Serialize};

/// The state of one island of a machine; a copy of it is a complete snapshot.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct MachineState {
    pub memory: Memory,
    /// x, y, angle of the centres of mass, then the modes.
    pub coordinates: Box<[f64]>,
    /// Their rates.
    pub velocities: Box<[f64]>,
    /// Velocities of the host's bodies at the start of the last step.
    pub host_velocities: Box<[f64]>,
    /// Length of the last step \[s\]; 0 before the first.
    pub size: f64,
    /// Position and angle of b in the axes of a for the bodies a and b of every weld \[m, rad\].
    pub welds: Box<[[f64; 3]]>,
    pub works: Works,
    /// Wear of the joints that wear, in their order.
    pub wear: Box<[WearState]>,
}

/// Works since the beginning \[J\].
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Works {
    /// Energy lost in the dampers of springs.
    pub damped: f64,
    /// Work of drives, and of the bodies that the host moves.
    pub drive: f64,
    /// Work of loads from outside.
    pub loads: f64,
    /// All energy at the beginning, that of all islands in the first one.
    pub started: f64,
}

clone_in_place!(MachineState {
    memory,
    coordinates,
    velocities,
    host_velocities,
    size,
    welds,
    works,
    wear
});

impl MachineState {
    /// Returns true if it can be the state of an island with these numbers of coordinates and welds.
    pub fn fits(&self, coordinates: usize, welds: usize) -> bool {
        let Self { coordinates: places, velocities, host_velocities, .. } = self;
        [places, velocities, host_velocities].iter().all(|numbers| numbers.len() == coordinates)
            && self.welds.len() == welds
    }
}
