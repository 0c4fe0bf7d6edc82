//! The report of a group at the end of the last committed step.

use super::plan::{BodyPlan, FlexiblePlan, JointPlan, Plan, SUMS, ShownVariables, mode_name};
use crate::coupling::predicted::{Memory, Outcome, PointContacts, Predictor};
use crate::coupling::{CouplingReport, Snapshot};
use crate::joints::WornSurfaces;
use crate::kinematics::planar::Load;
use crate::laws::contact::Onset;
use crate::laws::film::{FilmLaw, FilmReport};
use model_description::{Choice, Quantities, Row, quantities};

quantities! {
    /// The load of a joint of the group.
    pub struct LoadReport {
        /// Load on body b at the joint's frame on it, the mean over the last step.
        load: Load,
    }
}

quantities! {
    /// The contact of a joint of the group.
    pub struct ContactReport {
        /// Penetration of the deepest contact point; negative while all are apart.
        penetration: "m",
        /// Sum of the normal forces of all contact points, never negative.
        normal_force: "N",
        /// Whether the bodies touch.
        active: bool,
        /// Time at which the last contact began; 0 before the first contact.
        start_time: "s",
        /// Approach speed at which the last contact began; 0 before the first contact.
        impact_speed: "m/s",
        /// Largest normal force of any one contact point inside the last step.
        peak_normal_force: "N",
    }
}

quantities! {
    /// The energy of a joint of the group.
    pub struct LossReport {
        /// Energy lost in the joint since the start; never decreases.
        dissipated: "J",
    }
}

quantities! {
    /// A joint of the group.
    pub struct JointReport {
        /// The contact.
        contact: ContactReport,
        /// The energy.
        energy: LossReport,
    }
}

quantities! {
    /// An oiled joint of the group.
    pub struct OilReport {
        /// The film.
        film: FilmReport,
    }
}

quantities! {
    /// Largest sizes inside the last step.
    pub struct PeakAcceleration {
        /// Largest acceleration of the centre of mass along the world's x axis, never negative.
        x: "m/s2",
        /// Largest acceleration of the centre of mass along the world's y axis, never negative.
        y: "m/s2",
        /// Largest angular acceleration, never negative.
        phi: "rad/s2",
    }
}

quantities! {
    /// A body of the group.
    pub struct BodyReport {
        /// Largest accelerations inside the last step.
        peak_acceleration: PeakAcceleration,
    }
}

quantities! {
    /// The energies.
    pub struct EnergyReport {
        /// Energy lost in all joints and in flexible bodies since the start; never decreases.
        dissipated: "J",
        /// Elastic energy of all contacts and of the friction springs; for flexible bodies all energy of the bending.
        stored: "J",
    }
}

quantities! {
    /// A mode of a body that bends.
    pub struct ModeReport {
        /// Deflection of the body in this mode, where that is largest.
        place: "m",
    }
}

quantities! {
    /// Sums over the joints, for groups that do not show each of them.
    pub struct JointSums {
        /// Number of joints in contact.
        touching: i32,
        /// Sum of the normal forces of all contact points, never negative.
        normal_force: "N",
        /// Largest normal force of any one contact point inside the last step.
        peak_normal_force: "N",
        /// Penetration of the deepest contact point; negative while all are apart.
        penetration: "m",
    }
}

quantities! {
    /// The group as a whole.
    pub struct GroupReport {
        /// The energies.
        energy: EnergyReport,
        /// Quality of the prediction.
        coupling: CouplingReport,
    }
}

/// Sums over all joints.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Totals {
    pub energy: EnergyReport,
    pub sums: JointSums,
    /// Normal impulse of all contacts \[N s\].
    pub impulse: f64,
}

impl Default for Totals {
    fn default() -> Self {
        let sums = JointSums { penetration: f64::NEG_INFINITY, ..JointSums::default() };
        Self { energy: EnergyReport::default(), sums, impulse: 0.0 }
    }
}

impl Totals {
    /// Adds the sums over the joints of a mechanism, where `now` returns the snapshot of a slot;
    /// passes the report of every joint to `joints`.
    pub fn add(
        &mut self,
        mechanism: &impl PointContacts,
        predictor: &Predictor,
        memory: &Memory,
        now: impl Fn(usize) -> Snapshot,
        mut joints: impl FnMut(usize, JointReport, Option<OilReport>),
    ) {
        let mut slots = memory.slots.iter().enumerate().peekable();
        // Slots stand in the order of their joints.
        for number in 0..mechanism.joints() {
            let mut contact =
                ContactReport { penetration: f64::NEG_INFINITY, ..ContactReport::default() };
            let (mut dissipated, mut stored, mut beside) = (0.0, 0.0, [0.0; 3]);
            while let Some((index, slot)) =
                slots.next_if(|(index, _)| mechanism.joint(*index) == number)
            {
                let now = now(index);
                contact.penetration = contact.penetration.max(now.penetration);
                let parts = [now.normal_force, now.friction_force, now.lost];
                beside.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
                contact.normal_force += now.normal_force;
                contact.active |= now.penetration > 0.0;
                dissipated += slot.point.dissipated();
                let peak = predictor.normal(index).0;
                contact.peak_normal_force = contact.peak_normal_force.max(peak);
                let Onset { time, impact_speed } = slot.point.last_start;
                if time > contact.start_time || contact.impact_speed == 0.0 {
                    (contact.start_time, contact.impact_speed) = (time, impact_speed);
                }
                stored += now.stored + slot.point.friction.held;
            }
            let oil = mechanism.film(number).zip(predictor.film_motion(number));
            let oil = oil.map(|((film, _), motion)| {
                // Asperities touch before the mean surfaces do.
                contact.penetration -= film.reach();
                OilReport { film: film.report(motion, beside) }
            });
            let forces = [contact.normal_force, contact.peak_normal_force];
            self.add_joint(contact.active, contact.penetration, forces, [stored, dissipated]);
            joints(number, JointReport { contact, energy: LossReport { dissipated } }, oil);
        }
        self.impulse += (0..mechanism.slots()).map(|slot| predictor.normal(slot).1).sum::<f64>();
    }

    /// Adds a joint that touches or not at this penetration \[m\], with its normal force and the largest one in the last
    /// step \[N\], and its energy stored and lost \[J\].
    pub fn add_joint(
        &mut self,
        touches: bool,
        penetration: f64,
        [force, peak]: [f64; 2],
        [stored, dissipated]: [f64; 2],
    ) {
        let Self { energy, sums, .. } = self;
        energy.stored += stored;
        energy.dissipated += dissipated;
        sums.touching += i32::from(touches);
        sums.normal_force += force;
        sums.peak_normal_force = sums.peak_normal_force.max(peak);
        sums.penetration = sums.penetration.max(penetration);
    }

    /// Returns the quality of the prediction; without an `outcome` that of the beginning.
    pub fn coupling(&self, outcome: Option<&Outcome>) -> CouplingReport {
        outcome.map(|outcome| CouplingReport::of(outcome, self.impulse)).unwrap_or_default()
    }

    /// Adds stored and lost energy of the flexible bodies of an island \[J\].
    pub fn add_bending(&mut self, [stored, lost]: [f64; 2]) {
        self.energy.stored += stored;
        self.energy.dissipated += lost;
    }

    /// Writes the report of the group as a whole, with sums over the joints if `values` has room for them; without an
    /// `outcome` that of the beginning.
    pub fn write(&self, outcome: Option<Outcome>, values: &mut [f64]) {
        let Self { energy, sums, .. } = *self;
        let coupling = self.coupling(outcome.as_ref());
        let (whole, of_joints) = values.split_at_mut(GroupReport::COUNT);
        GroupReport { energy, coupling }.write(whole);
        if !of_joints.is_empty() {
            sums.write(of_joints);
        }
    }
}

/// Returns the rows of the group as a whole, with sums over its joints where not every joint is shown.
pub(crate) fn rows_of_whole(variables: ShownVariables, joints: usize) -> Vec<Row> {
    let mut rows = GroupReport::default().rows();
    // Without joints the largest penetration would be −∞, and a machine would refuse to begin with
    // it.
    if variables == ShownVariables::Named && joints > 0 {
        rows.extend(JointSums::default().rows().into_iter().map(|row| row.inside(SUMS)));
    }
    rows
}

/// Returns the rows of a struct for each of several things, by their names.
pub(crate) fn rows_of_each<'a>(
    names: impl Iterator<Item = &'a String>,
    rows: &[Row],
) -> impl Iterator<Item = Row> {
    names.flat_map(|name| rows.iter().map(|row| row.clone().inside(name)))
}

/// Returns a row for every mode of every body.
pub(crate) fn rows_of_modes(plan: &Plan) -> Vec<Row> {
    let Some(row) = ModeReport::default().rows().pop() else { return Vec::new() };
    let flexible = plan.bodies.iter().filter_map(|body| Some((body, body.flexible.as_ref()?)));
    let of_body = |(body, flexible): (&BodyPlan, &FlexiblePlan)| {
        let named = |number| Row { name: mode_name(number), ..row.clone() }.inside(&body.name);
        (1..=flexible.modes.len()).map(named).collect::<Vec<_>>()
    };
    flexible.flat_map(of_body).collect()
}

/// Returns the joints whose film the file chooses, in order: these have [rows](rows_of_films) for it.
pub(crate) fn oiled(plan: &Plan) -> Box<[usize]> {
    let dry = FilmLaw::Without;
    let chosen = |joint: &&(usize, &JointPlan)| {
        let law = joint.1.parameters.0.get("film.law");
        law.is_some_and(|law| *law != dry.name() && *law != (dry as i32).to_string())
    };
    plan.joints.iter().enumerate().filter(|joint| chosen(&joint)).map(|joint| joint.0).collect()
}

/// Returns the rows of the films, the last of the report.
pub(crate) fn rows_of_films(plan: &Plan) -> Vec<Row> {
    let films = oiled(plan);
    let names = films.iter().map(|joint| &plan.joints[*joint].name);
    rows_of_each(names, &OilReport::default().rows()).collect()
}

/// Returns the joints that wear, each with its number and its cells.
pub(crate) fn worn(plan: &Plan) -> impl Iterator<Item = (usize, &JointPlan, usize)> {
    let joints = plan.joints.iter().enumerate();
    joints.filter_map(|(number, joint)| Some((number, joint, joint.cells? as usize)))
}

/// Returns the rows of the wear, the last of the report.
pub(crate) fn rows_of_wear(plan: &Plan) -> Vec<Row> {
    let mut all = Vec::new();
    for (_, joint, cells) in worn(plan) {
        all.extend(WornSurfaces::rows(cells).into_iter().map(|row| row.inside(&joint.name)));
    }
    all
}

/// Writes the report of the film of a joint, if it is among these [oiled] ones.
pub(crate) fn write_film(
    oiled: &[usize],
    joint: usize,
    oil: Option<OilReport>,
    values: &mut [f64],
) {
    if let (Ok(place), Some(oil)) = (oiled.binary_search(&joint), oil) {
        oil.write(&mut values[OilReport::COUNT * place..]);
    }
}
