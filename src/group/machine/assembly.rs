//! Coordinates and velocities of a machine are brought onto its constraints: at the start, and after every part.

use super::island::{MachineIsland, write};
use super::state::{MachineState, Works};
use crate::base::Fault;
use crate::coupling::predicted::HostState;
use crate::group::mechanics::constraint::Kept;
use crate::group::mechanics::island::Island;
use crate::group::mechanics::mechanism::BodyMechanism;
use crate::group::mechanics::wear;
use crate::kinematics::planar::{Frame, Motion};

/// Largest number of rounds at the start.
const ROUNDS: usize = 50;
/// Rounds end once no coordinate changes by more than this \[m, rad\].
const NEAR: f64 = 1e-14;
/// Largest change in the last round at the start; more are constraints that clash \[m, rad\].
const ASSEMBLED: f64 = 1e-9;

impl MachineIsland {
    /// Returns the state at `time` \[s\] with the markers at `starts`, moved onto the constraints.
    pub fn begin(&mut self, starts: &[Frame], time: f64) -> Result<MachineState, Fault> {
        let numbers = || vec![0.0; self.change.len()].into_boxed_slice();
        let (mut coordinates, mut velocities) = (numbers(), numbers());
        let each = coordinates.chunks_exact_mut(3).zip(velocities.chunks_exact_mut(3));
        for ((body, marker), (q, v)) in
            self.island.bodies.iter().zip(&self.island.markers).zip(each)
        {
            write(&marker.centre(&Motion::from(&starts[*body])), q, v);
        }
        let BodyMechanism { bodies, constraints, .. } = &mut self.island.mechanism;
        bodies.modes.stiffen();
        bodies.begin_at(&coordinates);
        bodies.place(&coordinates, &velocities);
        let weld = |[a, b]: [usize; 2]| {
            let apart = bodies.places[b].position - bodies.places[a].position;
            let apart = bodies.axes[a].inward(apart);
            [apart.x, apart.y, bodies.places[b].angle - bodies.places[a].angle]
        };
        let welds: Box<[_]> = constraints.welds().map(weld).collect();
        let left = self.assemble(&mut coordinates, &mut velocities, &welds, ROUNDS, time)?;
        if left > ASSEMBLED {
            return Err(Fault::ConstraintsClash { time });
        }
        let Island { mechanism, predictor, .. } = &mut self.island;
        let state = HostState { coordinates: &coordinates, velocities: &velocities };
        let memory = predictor.begin(mechanism, state, time);
        let host_velocities = velocities.clone();
        let wear = wear::begin(self.island.models(), time);
        Ok(MachineState {
            memory,
            coordinates,
            velocities,
            host_velocities,
            size: 0.0,
            welds,
            works: Works::default(),
            wear,
        })
    }

    /// Projects coordinates, by Newton's method, and velocities onto the constraints; returns the largest change of a
    /// coordinate in the last round \[m, rad\].
    pub(super) fn assemble(
        &mut self,
        coordinates: &mut [f64],
        velocities: &mut [f64],
        welds: &[[f64; 3]],
        rounds: usize,
        time: f64,
    ) -> Result<f64, Fault> {
        let BodyMechanism { bodies, constraints, .. } = &mut self.island.mechanism;
        if constraints.is_empty() {
            return Ok(0.0);
        }
        let clash = Fault::ConstraintsClash { time };
        let mut left = f64::INFINITY;
        for _ in 0..rounds {
            bodies.place(coordinates, velocities);
            constraints.factor(bodies).ok_or(clash.clone())?;
            constraints.keep(bodies, Kept::Places(welds));
            self.change.fill(0.0);
            constraints.project(&bodies.inverse, &mut self.change);
            coordinates.iter_mut().zip(&self.change).for_each(|(q, change)| *q += change);
            left = self.change.iter().fold(0.0, |most: f64, change| most.max(change.abs()));
            if left < NEAR {
                break;
            }
        }
        bodies.place(coordinates, velocities);
        constraints.factor(bodies).ok_or(clash)?;
        constraints.keep(bodies, Kept::Speeds);
        constraints.project(&bodies.inverse, velocities);
        Ok(left)
    }
}
