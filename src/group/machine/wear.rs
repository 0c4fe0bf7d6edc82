//! Joints of a machine that wear: while an island is stepped, its joints have the wear of its state.

use super::island::MachineIsland;
use super::state::MachineState;
use crate::joints::{WearState, WornSurfaces};

impl MachineIsland {
    /// Returns the surfaces that wear, in the order of the joints.
    fn worn(&self) -> impl Iterator<Item = &WornSurfaces> {
        self.island.mechanism.joints.iter().filter_map(|joint| joint.model.laws.worn())
    }

    fn worn_mut(&mut self) -> impl Iterator<Item = &mut WornSurfaces> {
        self.island.mechanism.joints.iter_mut().filter_map(|joint| joint.model.laws.worn_mut())
    }

    /// Returns the wear at the beginning, at `time` \[s\].
    pub fn begin_wear(&self, time: f64) -> Box<[WearState]> {
        self.worn().map(|surfaces| surfaces.begin(time)).collect()
    }

    /// Exchanges the wear of the joints with that of a state: once before a step, and once behind it.
    pub fn exchange_wear(&mut self, state: &mut MachineState) {
        if self.island.mechanism.wears {
            let wear = state.wear.iter_mut();
            self.worn_mut().zip(wear).for_each(|(surfaces, wear)| surfaces.swap(wear));
        }
    }

    /// Ends a step at `time` \[s\].
    pub fn end_wear(&mut self, time: f64) {
        if self.island.mechanism.wears {
            self.worn_mut().for_each(|surfaces| surfaces.end_step(time));
        }
    }

    /// Returns true if a state has the wear of these joints.
    pub fn fits_wear(&self, state: &MachineState) -> bool {
        let count = self.worn().count();
        let mut pairs = self.worn().zip(&state.wear);
        state.wear.len() == count && pairs.all(|(surfaces, wear)| surfaces.fits(wear))
    }
}
