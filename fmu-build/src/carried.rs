//! The place at which a joint carries a load in steady running, oil included.

use spiel::Fault;
use spiel::block::Block;

/// The largest number of steps of Newton's method, and the part of the load that may be missing.
const MOST_STEPS: usize = 60;
const EXACT: f64 = 1e-9;
/// The part of the load that may be missing where rounding allows no better.
const ENOUGH: f64 = 1e-6;

/// Variables of a journal in its bearing.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Journal {
    /// Inputs: its place along x and y, and its speed.
    pub inputs: [usize; 3],
    /// Outputs: the force on it along x and y.
    pub forces: [usize; 2],
}

impl Journal {
    /// Moves the journal, which turns at `speed` \[rad/s\], from `place` \[m\] to where the force on it is `wanted` \[N\]; the
    /// block is left there. Returns false if no place was found; one without clearance \[m\] has none.
    pub fn carry(
        &self,
        block: &mut Block,
        wanted: [f64; 2],
        (speed, clearance): (f64, f64),
        place: &mut [f64; 2],
    ) -> Result<bool, Fault> {
        let size = |force: [f64; 2]| force[0].hypot(force[1]);
        let load = size(wanted);
        let mut off = self.off(block, *place, speed, wanted)?;
        for _ in 0..MOST_STEPS {
            if size(off) < EXACT * load {
                break;
            }
            let by = 1e-7 * clearance;
            let east = self.off(block, [place[0] + by, place[1]], speed, wanted)?;
            let north = self.off(block, [place[0], place[1] + by], speed, wanted)?;
            let [a, c] = [0, 1].map(|axis| (east[axis] - off[axis]) / by);
            let [b, d] = [0, 1].map(|axis| (north[axis] - off[axis]) / by);
            let determinant = a * d - b * c;
            let step =
                [(b * off[1] - d * off[0]) / determinant, (c * off[0] - a * off[1]) / determinant];
            let longest = 0.2 * clearance / step[0].hypot(step[1]).max(f64::MIN_POSITIVE);
            let mut part = longest.min(1.0);
            for _ in 0..30 {
                let trial = [0, 1].map(|axis| place[axis] + part * step[axis]);
                let next = self.off(block, trial, speed, wanted)?;
                if size(next) < size(off) {
                    (*place, off) = (trial, next);
                    break;
                }
                part *= 0.5;
            }
        }
        // The last trial may have been another place.
        off = self.off(block, *place, speed, wanted)?;
        Ok(size(off) < ENOUGH * load)
    }

    /// Returns the force on the journal at a place, less the one that is wanted \[N\].
    fn off(
        &self,
        block: &mut Block,
        at: [f64; 2],
        speed: f64,
        wanted: [f64; 2],
    ) -> Result<[f64; 2], Fault> {
        for (input, value) in self.inputs.iter().zip([at[0], at[1], speed]) {
            block.assign(*input, value.into())?;
        }
        block.restart();
        block.initialize(0.0)?;
        let mut off = [0.0; 2];
        for ((off, output), wanted) in off.iter_mut().zip(self.forces).zip(wanted) {
            *off = block.value(output)?.number() - wanted;
        }
        Ok(off)
    }
}
