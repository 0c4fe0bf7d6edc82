//! A predicted step of a joint with backlash: the host's side, and the motion inside.

use super::motion::{Motion, Sums};
use crate::Fault;
use crate::backlash::Play;
use crate::contact::ContactPoint;
use crate::coupling::predicted::{
    Exchange, Followed, HostState, JointLoad, Memory, Settings, Slot, limited,
};
use crate::coupling::{CouplingReport, Step};

/// What it takes to follow the gap inside a step: one coordinate, whose load is −F.
#[derive(Debug, Clone)]
pub(super) struct Prediction {
    exchange: Exchange<4>,
    /// W.
    mobility: f64,
}

/// What came of a predicted step.
pub(super) struct Predicted {
    /// F to be held.
    pub force: f64,
    /// Place and speed at the step's end, as far as they are known.
    pub end: [f64; 2],
    pub peak_normal_force: f64,
    pub coupling: CouplingReport,
}

impl Prediction {
    pub fn new(mobility: f64, settings: Settings) -> Self {
        Self { exchange: Exchange::new([1, 1], limited, settings), mobility }
    }

    /// What is remembered before the first step.
    pub fn memory(points: [ContactPoint; 2], speed: f64) -> Memory {
        let slots = points.map(|point| Slot { point, surface: 0.0 });
        Memory::of(Box::new(slots), &[speed], 1)
    }

    /// Carries `memory`, and bristle and loss of the drag, over `step` from the host's place and speed.
    pub fn step(
        &mut self,
        play: &Play,
        [position, speed]: [f64; 2],
        memory: &mut Memory,
        dragged: (&mut f64, &mut f64),
        step: Step,
    ) -> Result<Predicted, Fault> {
        let mobility = self.mobility;
        let respond = |loads: &[JointLoad], generalised: &mut [f64], change: &mut [f64]| {
            generalised[0] = loads[0].x;
            change[0] = mobility * loads[0].x;
        };
        let fault = || Fault::NoFiniteSolution { time: step.start };
        let exchange = &mut self.exchange;
        let host = HostState { coordinates: &[position], velocities: &[speed] };
        exchange.learn(&[speed], memory, respond);
        let (mut start, mut velocity) = ([0.0], [0.0]);
        exchange.start(host, memory, step.size, (&mut start, &mut velocity), respond);
        let local = Step { start: step.start + exchange.lag(step.size), size: step.size };
        let contact_time = memory.contact_time();
        let was_apart = memory.slots.iter().all(|slot| slot.point.contact.is_none());
        let mut motion = Motion::new(play, [mobility, memory.external[0]], [start[0], velocity[0]]);
        motion.follow(&mut memory.slots, dragged, local, contact_time).ok_or_else(fault)?;
        let Motion { position, speed, sums, .. } = motion;
        let Sums { impulse, travel, work, stiffest, coarse, .. } = sums;
        let [impulse, travel] = [impulse, travel].map(|sum| [JointLoad::new(sum, 0.0, 0.0, 0.0)]);
        let followed =
            Followed { impulse: &impulse, travel: &travel, work, stiffest, was_apart, coarse };
        let outcome =
            exchange.answer(host, memory, step.size, followed, respond).ok_or_else(fault)?;
        Ok(Predicted {
            force: -exchange.loads[0].x,
            end: [position, speed],
            peak_normal_force: sums.peak_normal_force,
            coupling: CouplingReport::of(&outcome, sums.normal_impulse),
        })
    }
}
