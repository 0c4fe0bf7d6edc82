//! The correction of the first step of mechanisms with films, once the external loads in it are known.

use super::memory::Memory;
use super::{HostState, Predictor, Slot};
use crate::coupling::Step;
use crate::coupling::engine::{Contacts, Control, Engine, External, Laws};

impl<const L: usize, P> Predictor<L, P> {
    /// Corrects the first step of a mechanism whose host is in this `state` at its end, `time` \[s\]: integrates it
    /// twice, without and with the external loads. Returns `None` if the motion is not finite.
    ///
    /// The external loads of a first step are not known, so its load is that on a free journal. The host
    /// then moves by half the external acceleration times the step's square, although the film would have
    /// let it creep only, and a film does not return a body to its former position. So the excess of the
    /// load given over the right one becomes a position correction, which the loads to come take back.
    /// Without external loads the load was right, and nothing changes. It would be wrong to assume an
    /// external load that balances the film's at the start: that would push a journal that comes to rest
    /// in its film.
    pub(super) fn correct_first_step<M: Contacts<L>>(
        &mut self,
        mechanism: &mut M,
        state: HostState,
        memory: &mut Memory<L>,
        time: f64,
    ) -> Option<()>
    where
        P: Laws<M, L>,
    {
        let (size, hosted) = (memory.size, memory.coordinates.len());
        let step = Step { start: time - size, size };
        self.external.fill(0.0);
        for sign in [1.0, -1.0] {
            let Engine { coordinates, velocities, .. } = &mut *self.engine;
            for (index, known) in memory.coordinates.iter().enumerate() {
                let (before, now) = (known.velocity, state.velocities[index]);
                coordinates[index] = state.coordinates[index] - (before + now) * (0.5 * size);
                velocities[index] = before;
                if sign < 0.0 {
                    self.external[index] = (now - before) / size - known.held[0].acceleration;
                }
            }
            coordinates[hosted..].fill(0.0);
            velocities[hosted..].fill(0.0);
            mechanism.place(coordinates, velocities);
            for (index, slot) in memory.slots.iter_mut().enumerate() {
                *slot = Slot::default();
                slot.record(step.start, mechanism.approach(index));
            }
            self.engine.clear(true);
            self.engine.graph.forget_changed(mechanism);
            memory.controls.fill(Control::default());
            let external = External { middle: &self.external, growth: &[] };
            let (slots, controls) = (&mut memory.slots, &mut memory.controls);
            self.engine.follow(mechanism, slots, external, step, 0.0, controls)?;
            let Engine { travel, impulse, work, .. } = &*self.engine;
            memory.balance.given[0] = *work;
            for (index, given) in memory.joints.iter_mut().enumerate() {
                given.excess_travel += travel[index] * sign;
                given.correction_impulse[0] += impulse[index] * sign;
            }
        }
        memory.bent_damped = self.engine.bent(hosted, &mut memory.bent);
        Some(())
    }
}
