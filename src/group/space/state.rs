//! The state of an island in space.

use super::bodies::{Frame, Pose, Velocity};
use crate::base::clone_in_place;
use crate::coupling::predicted::Memory;
use crate::group::machine::Works;
use nalgebra::Vector3;
use serde::{Deserialize, Serialize};

/// The state of one island; a copy of it is a complete snapshot. Where the host moves the bodies, only the memory is
/// used.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct IslandState {
    pub memory: Memory<9>,
    /// Poses and velocities of the bodies.
    pub poses: Box<[Pose]>,
    pub velocities: Box<[Velocity]>,
    /// Velocities of the host's markers at the start of the last step.
    pub host_velocities: Box<[[Vector3<f64>; 2]]>,
    /// Length of the last step \[s\]; 0 before the first.
    pub size: f64,
    /// Frames on b of the constraints that the start has decided.
    pub held: Box<[Frame]>,
    /// Number of rows of constraints that depend on others at the start.
    pub redundant: u32,
    /// Angles of turning springs, with all turns \[rad\]; 0 of others.
    pub angles: Box<[f64]>,
    pub works: Works,
}

clone_in_place!(IslandState {
    memory,
    poses,
    velocities,
    host_velocities,
    size,
    held,
    redundant,
    angles,
    works
});

impl IslandState {
    /// Returns the state of bodies that move like this; its memory is still empty.
    pub fn at(poses: Box<[Pose]>, velocities: Box<[Velocity]>) -> Self {
        let host_velocities = velocities.iter().map(|it| [it.linear, it.spin]).collect();
        Self { poses, velocities, host_velocities, ..Self::of(Memory::of(Box::default(), &[], 0)) }
    }

    /// Returns the state of an island whose bodies the host moves.
    pub fn of(memory: Memory<9>) -> Self {
        Self {
            memory,
            poses: Box::default(),
            velocities: Box::default(),
            host_velocities: Box::default(),
            size: 0.0,
            held: Box::default(),
            redundant: 0,
            angles: Box::default(),
            works: Works::default(),
        }
    }

    /// Returns pose and velocity of every body.
    pub fn motions(&self) -> impl Iterator<Item = (Pose, Velocity)> + '_ {
        self.poses.iter().copied().zip(self.velocities.iter().copied())
    }

    /// Returns true if it can be the state of an island with these numbers of bodies, of constraints that the start
    /// decides, and of springs.
    pub fn fits(&self, [bodies, held, springs]: [usize; 3]) -> bool {
        [self.poses.len(), self.velocities.len(), self.host_velocities.len()] == [bodies; 3]
            && self.held.len() == held
            && self.angles.len() == springs
    }
}
