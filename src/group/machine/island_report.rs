//! Energies, mobilities and states of an island whose bodies the unit moves.

use super::island::MachineIsland;
use super::state::MachineState;
use crate::coupling::Mobility;
use crate::group::mechanics::bodies::Bodies;
use crate::group::mechanics::constraint::Kept;
use crate::group::mechanics::island::Island;
use crate::group::mechanics::wear;

impl MachineIsland {
    /// Places the bodies by this state.
    pub fn place(&mut self, MachineState { coordinates, velocities, .. }: &MachineState) {
        let bodies = &mut self.island.mechanism.bodies;
        bodies.begin_at(coordinates);
        bodies.place(coordinates, velocities);
    }

    /// Passes the mobilities at external joints, where the bodies are placed, to `hand_out`, each with the joint's number
    /// in the group.
    pub fn mobilities(&mut self, mut hand_out: impl FnMut(usize, Mobility)) {
        let Island { mechanism, external_joints, .. } = &mut self.island;
        if external_joints.is_empty() {
            return;
        }
        mechanism.bodies.modes.stiffen();
        // Constraints do not clash: coordinates have just been brought onto them.
        mechanism.constraints.factor(&mechanism.bodies);
        mechanism.constraints.keep(&mechanism.bodies, Kept::Nothing);
        for joint in external_joints {
            let mobility = joint.mobility(mechanism, [&mut self.forces, &mut self.change]);
            hand_out(joint.number, mobility);
        }
    }

    /// Returns kinetic and potential energy of the bodies where they are placed, and energy stored in the springs \[J\].
    pub fn energies(&mut self, state: &MachineState) -> [f64; 2] {
        let Bodies { inverse, .. } = &self.island.mechanism.bodies;
        let each = state.coordinates.chunks_exact(3).zip(state.velocities.chunks_exact(3));
        let mut energy = 0.0;
        for ([mass, inertia], (q, v)) in inverse.iter().zip(each) {
            if *mass > 0.0 {
                let fall = self.gravity.x * q[0] + self.gravity.y * q[1];
                energy += (0.5 * (v[0] * v[0] + v[1] * v[1]) - fall) / mass;
                energy += 0.5 * v[2] * v[2] / inertia;
            }
        }
        let bodies = &self.island.mechanism.bodies;
        let springs = self.island.springs.iter();
        let (forces, viscous) = (&mut self.forces, &mut self.viscous);
        let stored = springs.map(|spring| spring.exert(bodies, [forces, viscous]));
        [energy, stored.sum()]
    }

    /// Returns true if `state` can be that of this island.
    pub fn fits(&self, state: &MachineState) -> bool {
        let welds = self.island.mechanism.constraints.welds().count();
        self.island.fits(&state.memory)
            && state.fits(self.change.len(), welds)
            && wear::fits(self.island.models(), &state.wear)
    }
}
