//! Steady running in oil: the torque at each speed under each load.

use crate::carried::Journal;
use spiel::Fault;
use spiel::block::Block;

/// Torques that were measured at speeds under loads.
#[derive(Debug, Clone)]
pub(super) struct Steady {
    /// Speeds of the journal \[rad/s\].
    pub speeds: Vec<f64>,
    /// Loads on it \[N\].
    pub loads: Vec<f64>,
    /// Torques that were measured \[N.m\].
    pub measured: Vec<f64>,
    /// Place and speed of the journal, and the force on it.
    pub journal: Journal,
    /// The torque on it.
    pub torque: usize,
    /// The parameter that is the clearance.
    pub clearance: usize,
}

impl Steady {
    /// Finds the place at which the joint carries each load at its speed; returns the torques there, NaN if no place
    /// carries a load.
    pub fn run(&self, block: &mut Block) -> Result<Vec<f64>, Fault> {
        let clearance = block.value(self.clearance)?.number();
        let mut place = [0.2 * clearance, -0.3 * clearance];
        let mut found = Vec::with_capacity(self.speeds.len());
        for (speed, load) in self.speeds.iter().zip(&self.loads) {
            let at = (*speed, clearance);
            let carries = self.journal.carry(block, [0.0, *load], at, &mut place)?;
            found.push(if carries { -block.value(self.torque)?.number() } else { f64::NAN });
        }
        Ok(found)
    }
}
