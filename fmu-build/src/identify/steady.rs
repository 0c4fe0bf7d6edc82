//! Steady running in oil: the torque at each speed under each load.

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
    /// Inputs: the journal's place along x and y, and its speed.
    pub inputs: [usize; 3],
    /// Outputs: the force on it along x and y, the torque.
    pub outputs: [usize; 3],
    /// The parameter that is the clearance.
    pub clearance: usize,
}

/// The largest number of steps of Newton's method, and the part of the load that may be missing.
const MOST_STEPS: usize = 60;
const CARRIED: f64 = 1e-9;

impl Steady {
    /// Finds the place at which the joint carries each load at its speed; returns the torques there.
    pub fn run(&self, block: &mut Block) -> Result<Vec<f64>, Fault> {
        let clearance = block.value(self.clearance)?.number();
        let mut place = [0.2 * clearance, -0.3 * clearance];
        let mut found = Vec::with_capacity(self.speeds.len());
        for (speed, load) in self.speeds.iter().zip(&self.loads) {
            found.push(self.torque(block, [*speed, *load], clearance, &mut place)?);
        }
        Ok(found)
    }

    /// Returns the loads at a place: the force along x, the force along y less the load, the torque.
    fn loads(
        &self,
        block: &mut Block,
        at: [f64; 2],
        [speed, load]: [f64; 2],
    ) -> Result<[f64; 3], Fault> {
        for (input, value) in self.inputs.iter().zip([at[0], at[1], speed]) {
            block.assign(*input, value.into())?;
        }
        block.restart();
        block.initialize(0.0)?;
        let mut values = [0.0; 3];
        for (value, output) in values.iter_mut().zip(self.outputs) {
            *value = block.value(output)?.number();
        }
        Ok([values[0], values[1] - load, values[2]])
    }

    /// Newton's method with differences and shortened steps from the last place; NaN if no place carries the load.
    fn torque(
        &self,
        block: &mut Block,
        run: [f64; 2],
        clearance: f64,
        place: &mut [f64; 2],
    ) -> Result<f64, Fault> {
        let size = |force: [f64; 3]| force[0].hypot(force[1]);
        let mut force = self.loads(block, *place, run)?;
        for _ in 0..MOST_STEPS {
            if size(force) < CARRIED * run[1] {
                return Ok(-force[2]);
            }
            let by = 1e-7 * clearance;
            let east = self.loads(block, [place[0] + by, place[1]], run)?;
            let north = self.loads(block, [place[0], place[1] + by], run)?;
            let [a, c] = [0, 1].map(|axis| (east[axis] - force[axis]) / by);
            let [b, d] = [0, 1].map(|axis| (north[axis] - force[axis]) / by);
            let determinant = a * d - b * c;
            let step = [
                (b * force[1] - d * force[0]) / determinant,
                (c * force[0] - a * force[1]) / determinant,
            ];
            let longest = 0.2 * clearance / step[0].hypot(step[1]).max(f64::MIN_POSITIVE);
            let mut part = longest.min(1.0);
            for _ in 0..30 {
                let trial = [0, 1].map(|axis| place[axis] + part * step[axis]);
                let next = self.loads(block, trial, run)?;
                if size(next) < size(force) {
                    (*place, force) = (trial, next);
                    break;
                }
                part *= 0.5;
            }
        }
        Ok(if size(force) < 1e-6 * run[1] { -force[2] } else { f64::NAN })
    }
}
