//! The worn surfaces of a joint whose bodies belong to a group.

use super::memory::Worn;
use super::quantities::WearReport;
use super::report::wear_report;
use super::step::{StepEnd, Surfaces, Wearing, end_step};
use super::{Parameters, WornRevolute};
use crate::base::{Fault, clone_in_place};
use crate::coupling::Contact;
use crate::joints::Joint;
use crate::kinematics::planar::Motion;
use crate::laws::contact::{Touch, TouchGeometry};
use crate::laws::wear::{Cycles, at_node};
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
        /// A step wore more at one point than the joint can follow; the excess was left out.
        cut: bool,
        /// The gap is no longer thin relative to the radius; wear has stopped.
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
}

clone_in_place!(WearState { worn, cycles });

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
    /// Largest penetration of the present step \[m\].
    deepest: f64,
    /// Sliding distance at its start \[m\].
    slid: f64,
}

impl WornSurfaces {
    /// The file with depths at the beginning.
    pub const PROFILE: &str = super::PROFILE;

    /// Makes the joint with these parameters, and with the wear of a profile among the files.
    pub fn new(parameters: &Parameters, files: &Files) -> Result<Self, Fault> {
        let joint = WornRevolute::new(parameters, files)?;
        let now = begin(&joint, 0.0);
        Ok(Self { joint, now, deepest: 0.0, slid: 0.0 })
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

    /// Returns the number of values of its report.
    pub fn values(&self) -> usize {
        Self::count(self.joint.contact.ring.cells())
    }

    /// Returns the wear at the beginning, at `time` \[s\].
    pub fn begin(&self, time: f64) -> WearState {
        begin(&self.joint, time)
    }

    /// Exchanges the present wear with a state's.
    pub fn swap(&mut self, state: &mut WearState) {
        std::mem::swap(&mut self.now, state);
        (self.deepest, self.slid) = (0.0, self.now.worn.distance);
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
        let Self { joint, now, deepest, .. } = self;
        let WornRevolute { contact, window, law, acceleration, jump, .. } = joint;
        if jump.is_some() {
            let found = contact.ring.deepest(now.worn.depths(), b);
            *deepest = deepest.max(found.penetration);
        }
        let wearing = Wearing { law, acceleration: *acceleration, worn: &mut now.worn };
        Surfaces { contact, wearing, window }.wear(0, b, impact_speed, way);
    }

    /// Ends a step at `time` \[s\]: extrapolates over cycles, and stops wear beyond the range of the laws.
    pub fn end_step(&mut self, time: f64) {
        let Self { joint, now: WearState { worn, cycles }, deepest, slid } = self;
        let end = StepEnd { time, slid: *slid, deepest: *deepest };
        end_step(&joint.contact, joint.jump.as_ref(), (worn, cycles.as_deref_mut()), end);
    }

    /// Writes its report, see [`rows`](Self::rows).
    pub fn report(&self, values: &mut [f64]) {
        let Self { joint, now: WearState { worn, cycles }, .. } = self;
        let depths = worn.depths();
        let WearReport {
            volume_a,
            volume_b,
            depth_a,
            depth_b,
            sliding_distance,
            cycles,
            jump_error,
            cut,
            exhausted,
            ..
        } = wear_report(&joint.contact, worn, &joint.start, cycles.as_deref(), 0.0);
        let whole = GroupedWear {
            volume_a,
            volume_b,
            depth_a,
            depth_b,
            sliding_distance,
            cycles,
            jump_error,
            cut,
            exhausted,
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
}

/// Returns the wear of a joint at the beginning, at `time` \[s\].
fn begin(joint: &WornRevolute, time: f64) -> WearState {
    let WornRevolute { start, contact, jump, .. } = joint;
    let depths = std::slice::from_ref(start);
    WearState {
        worn: Worn::new(start.clone(), contact.is_exhausted(start)),
        cycles: jump.map(|_| Box::new(Cycles::new(time, depths))),
    }
}
