//! The worn surfaces of a joint whose bodies belong to a group.

use super::memory::Worn;
use super::step::{Wearing, Wears};
use super::{Parameters, WornRevolute};
use crate::base::{Fault, clone_in_place};
use crate::coupling::Contact;
use crate::joints::Joint;
use crate::kinematics::planar::Motion;
use crate::laws::contact::Touch;
use crate::laws::wear::{Cycles, at_node, largest};
use crate::model::Files;
use model_description::{Quantities, Row, quantities};
use serde::{Deserialize, Serialize};

quantities! {
    /// Wear of bearing and journal.
    pub struct GroupedWear {
        /// Worn volume of the bearing.
        volume_a: "m3",
        /// Worn volume of the journal.
        volume_b: "m3",
        /// Largest wear depth of the bearing.
        depth_a: "m",
        /// Largest wear depth of the journal.
        depth_b: "m",
        /// Sliding distance under load since the beginning.
        sliding_distance: "m",
        /// Load cycles since the beginning, including extrapolated ones; 0 without a cycle time.
        cycles: "1",
        /// Estimated error of the last extrapolation, relative to the largest penetration.
        jump_error: "1",
        /// Whether a step wore more at one point than the joint can follow; the excess was left out.
        cut: bool,
        /// Whether the gap is no longer thin relative to the radius; wear has stopped.
        exhausted: bool,
    }
}

quantities! {
    /// A cell of bearing or journal; the first is at angle 0 of its body's frame, counter-clockwise.
    pub struct GroupedCell {
        /// Wear depth at this angle.
        depth: "m",
    }
}

/// The wear of a joint, as a group remembers it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct WearState {
    worn: Worn,
    /// The load cycle, in a joint that extrapolates over cycles.
    cycles: Option<Box<Cycles>>,
    /// Largest penetration inside the present cycle \[m\].
    deepest: f64,
    /// Sliding distance at the start of the step \[m\].
    slid: f64,
}

clone_in_place!(WearState { worn, cycles, deepest, slid });

impl PartialEq for WearState {
    fn eq(&self, other: &Self) -> bool {
        self.worn.depths() == other.worn.depths() && self.worn.distance == other.worn.distance
    }
}

/// The law of a joint that wears in a group, with the wear of the state that the group steps now.
#[derive(Debug)]
pub(crate) struct WornSurfaces {
    joint: WornRevolute,
    now: WearState,
}

impl WornSurfaces {
    /// Makes the joint with these parameters, unworn.
    pub fn new(parameters: &Parameters) -> Result<Self, Fault> {
        let joint = WornRevolute::new(parameters, &Files::new())?;
        let worn = Worn::new(joint.start.clone(), joint.contact.is_exhausted(&joint.start));
        let now = WearState { worn, cycles: None, deepest: 0.0, slid: 0.0 };
        Ok(Self { joint, now })
    }

    /// Returns the rows of its report: the whole, then the cells of the bearing, then those of the journal.
    pub fn rows(cells: usize) -> Vec<Row> {
        let whole = GroupedWear::default().rows().into_iter().map(|row| row.inside("wear"));
        let of = |body: &'static str| {
            (1..=cells).flat_map(move |number| {
                let name = format!("{body}_{number:03}");
                GroupedCell::default().rows().into_iter().map(move |row| row.inside(&name))
            })
        };
        whole.chain(of("bearing")).chain(of("journal")).collect()
    }

    /// Returns the number of values of its report with this number of cells.
    pub fn count(cells: usize) -> usize {
        GroupedWear::COUNT + 2 * GroupedCell::COUNT * cells
    }

    /// Returns the wear at the beginning, at `time` \[s\].
    pub fn begin(&self, time: f64) -> WearState {
        let start = &self.joint.start;
        let depths = std::slice::from_ref(start);
        WearState {
            worn: Worn::new(start.clone(), self.joint.contact.is_exhausted(start)),
            cycles: self.joint.jump.map(|_| Box::new(Cycles::new(time, depths))),
            deepest: 0.0,
            slid: 0.0,
        }
    }

    /// Exchanges the present wear with a state's.
    pub fn swap(&mut self, state: &mut WearState) {
        std::mem::swap(&mut self.now, state);
    }

    /// Returns true if a state has the size of this joint's.
    pub fn fits(&self, state: &WearState) -> bool {
        let cells = self.joint.contact.ring.cells();
        state.worn.depths().fits(cells)
            && state.cycles.is_some() == self.joint.jump.is_some()
            && state.cycles.as_ref().is_none_or(|cycles| cycles.fits(1, cells))
    }

    /// Returns the laws of the contact.
    pub fn contact(&self) -> &Contact {
        &self.joint.laws
    }

    /// Returns the touch for a motion of b in the frame of a.
    pub fn touch(&self, b: &Motion<f64>) -> Touch<f64> {
        self.joint.contact.touch(self.now.worn.depths(), b)
    }

    /// Wears the surfaces over a sliding distance `way` \[m\], in a contact that began at `impact_speed` \[m/s\].
    pub fn wear(&mut self, b: &Motion<f64>, impact_speed: f64, way: f64) {
        let Self { joint, now } = self;
        let WornRevolute { contact, window, law, acceleration, .. } = joint;
        let pressed = contact.press(now.worn.depths(), b, impact_speed, window);
        let Some(pressed) = pressed.filter(|_| way > 0.0) else { return };
        let penetration = contact.ring.deepest(now.worn.depths(), b).penetration;
        now.deepest = now.deepest.max(penetration);
        let mut wearing = Wearing { law, acceleration: *acceleration, worn: &mut now.worn };
        wearing.slide(contact, b, &pressed, way, window);
    }

    /// Ends a step at `time` \[s\]: extrapolates over cycles, and stops wear beyond the range of the laws.
    pub fn end_step(&mut self, time: f64) {
        let Self { joint, now: WearState { worn, cycles, deepest, slid } } = self;
        let mut changed = worn.distance > *slid;
        *slid = worn.distance;
        if changed {
            worn.change().refresh();
        }
        if let (Some(jump), Some(cycles)) = (&joint.jump, cycles)
            && !worn.exhausted
        {
            let count = cycles.count;
            cycles.advance(jump, std::slice::from_mut(worn.change()), time, *deepest);
            if cycles.count > count {
                (changed, *deepest) = (true, 0.0);
            }
        }
        worn.exhausted |= changed && joint.contact.is_exhausted(worn.depths());
    }

    /// Writes its report, see [`rows`](Self::rows).
    pub fn report(&self, values: &mut [f64]) {
        let Self { joint, now: WearState { worn, cycles, .. } } = self;
        let depths = worn.depths();
        let [volume_a, volume_b] = joint.contact.volumes(depths, &joint.start);
        let [depth_a, depth_b] = [&depths.bearing, &depths.journal].map(|of| largest(of).1);
        let cycles = cycles.as_ref();
        let whole = GroupedWear {
            volume_a,
            volume_b,
            depth_a,
            depth_b,
            sliding_distance: worn.distance,
            cycles: cycles.map_or(0.0, |cycles| cycles.count),
            jump_error: cycles.map_or(0.0, |cycles| cycles.error),
            cut: worn.cut,
            exhausted: worn.exhausted,
        };
        let (first, cells) = values.split_at_mut(GroupedWear::COUNT);
        whole.write(first);
        let nodes = [&depths.bearing, &depths.journal];
        let count = joint.contact.ring.cells();
        let at = nodes.into_iter().flat_map(|of| (0..count).map(move |node| at_node(of, node)));
        cells.iter_mut().zip(at).for_each(|(cell, depth)| *cell = depth);
    }

    /// Adopts the tunable ones of these parameters.
    pub fn tune(&mut self, parameters: &Parameters) -> Result<(), Fault> {
        self.joint.tune(parameters)
    }

    /// Returns the speed at which b approaches the wall: the journal meets it with about its whole speed.
    pub fn approach_speed(&self, b: &Motion<f64>) -> f64 {
        b.velocity.norm()
    }
}
