//! A group by its bodies: markers in, loads at these markers out.

use super::joints_state::JointsState;
use super::mechanics::each_island::step_each;
use super::mechanics::island::Island;
use super::mechanics::parts::{self, Drawn};
use super::mechanics::{joint, start, wear};
use super::plan::{BodyKind, Plan};
use super::plan::{BodyParameters, GroupParameters, JointParameters};
use super::report::{
    self, BodyReport, EnergyReport, JointReport, LoadReport, OilReport, PeakAcceleration, Totals,
    rows_of_each,
};
use super::{SAFE_STEP, no_equations};
use crate::base::Fault;
use crate::coupling::predicted::{HostState, Memory, Outcome};
use crate::coupling::{InputSample, Step};
use crate::joints::WornSurfaces;
use crate::kinematics::planar::{Frame, Load};
use crate::model::{Continuous, Dynamics, Variables};
use model_description::{Quantities, Row};
use std::borrow::Cow;

/// Number of values that are reported of a joint: its load, then the rest.
const PER_JOINT: usize = LoadReport::COUNT + JointReport::COUNT;

/// The rows of the bodies: every marker in, the load on every body out.
pub(crate) fn variables(plan: &Plan) -> Variables {
    let names = || plan.bodies.iter().map(|body| &body.name);
    let of_frame = |(name, frame): (&String, Frame)| {
        let rows = frame.rows().into_iter();
        rows.map(|row| row.inside(name)).collect::<Vec<_>>()
    };
    let inputs: Vec<Row> = names().zip(start::markers(plan)).flat_map(of_frame).collect();
    let positions = (0..inputs.len()).filter(|input| input % Frame::COUNT < 3);
    Variables {
        velocities: positions.map(|input| (input, input + 3)).collect(),
        inputs,
        loads: rows_of_each(names(), &Load::default().rows()).collect(),
        report: report_rows(plan),
        parameters: BodyParameters::rows_of(&plan.bodies),
    }
}

/// Returns the rows of the values that [`report_islands`] writes.
pub(crate) fn report_rows(plan: &Plan) -> Vec<Row> {
    let joint = [LoadReport::default().rows(), JointReport::default().rows()].concat();
    let joints = plan.joints.iter().map(|joint| &joint.name);
    let free = plan.bodies.iter().filter(|body| body.kind == BodyKind::Free);
    let mut report: Vec<_> = rows_of_each(joints, &joint).collect();
    report.extend(rows_of_each(free.map(|body| &body.name), &BodyReport::default().rows()));
    report.extend(report::rows_of_whole(plan.variables, plan.joints.len()));
    report.extend(report::rows_of_modes(plan));
    report.extend(report::rows_of_films(plan));
    report.extend(report::rows_of_wear(plan));
    report
}

/// The contents of a report: numbers of joints, free bodies and modes, and indices of bodies and of
/// oiled joints.
pub(crate) struct Reported {
    pub joints: usize,
    pub free_bodies: usize,
    pub modes: usize,
    /// The place of every body among those that loads move.
    pub among_free: Box<[usize]>,
    /// The joints whose film is reported.
    pub oiled: Box<[usize]>,
    /// The joints that wear, with the first of their values among those of the wear, and the number of all of these.
    pub worn: Box<[(usize, usize)]>,
    pub worn_values: usize,
}

impl Reported {
    pub fn of(plan: &Plan) -> Self {
        let free = plan.bodies.iter().filter(|body| body.kind == BodyKind::Free);
        let (mut worn_at, mut worn_values) = (Vec::new(), 0);
        for (number, _, cells) in report::worn(plan) {
            worn_at.push((number, worn_values));
            worn_values += WornSurfaces::count(cells);
        }
        Self {
            joints: plan.joints.len(),
            free_bodies: free.count(),
            modes: report::rows_of_modes(plan).len(),
            among_free: among_free(plan.bodies.iter().map(|body| body.kind)),
            oiled: report::oiled(plan),
            worn: worn_at.into(),
            worn_values,
        }
    }
}

/// Writes the report of these islands; without an outcome, that of the beginning. The state beside an
/// island has the modal coordinates of its bodies. Returns the energies.
pub(crate) fn report_islands<'a>(
    islands: impl Iterator<Item = (&'a Island, &'a Memory, HostState<'a>)>,
    Reported { joints, free_bodies, modes, among_free, oiled, worn, worn_values }: &Reported,
    outcome: Option<Outcome>,
    values: &mut [f64],
) -> EnergyReport {
    let (values, wear) = values.split_at_mut(values.len() - worn_values);
    let (values, films) = values.split_at_mut(values.len() - OilReport::COUNT * oiled.len());
    let (joints, rest) = values.split_at_mut(PER_JOINT * joints);
    let (bodies, rest) = rest.split_at_mut(BodyReport::COUNT * free_bodies);
    let (whole, places) = rest.split_at_mut(rest.len() - modes);
    places.fill(0.0);
    let mut totals = Totals::default();
    for (island, memory, HostState { coordinates, velocities }) in islands {
        let bending = &island.mechanism.bodies.modes;
        if !bending.is_empty() && outcome.is_some() {
            totals.add_bending([bending.energy(coordinates, velocities), memory.bent_damped]);
            bending.places(coordinates).for_each(|(mode, place)| places[mode] = place);
        }
        island.report(memory, outcome.is_some(), &mut totals, |number, load, joint, oil| {
            report::write_film(oiled, number, oil, films);
            let values = &mut joints[PER_JOINT * number..];
            let (first, last) = values.split_at_mut(LoadReport::COUNT);
            load.write(first);
            joint.write(last);
        });
        let joints_that_wear = if island.mechanism.wears { &*island.joints } else { &[] };
        for (number, joint) in joints_that_wear.iter().zip(&island.mechanism.joints) {
            let place = worn.binary_search_by_key(number, |(joint, _)| *joint);
            if let (Ok(place), Some(surfaces)) = (place, joint.model.laws.worn()) {
                surfaces.report(&mut wear[worn[place].1..]);
            }
        }
        for (body, peak) in island.peak_accelerations() {
            let peak_acceleration = PeakAcceleration { x: peak[0], y: peak[1], phi: peak[2] };
            let values = &mut bodies[BodyReport::COUNT * among_free[body]..];
            BodyReport { peak_acceleration }.write(values);
        }
    }
    totals.write(outcome, whole);
    totals.energy
}

/// Returns the place of every body of these kinds among those that loads move.
pub(crate) fn among_free(kinds: impl Iterator<Item = BodyKind>) -> Box<[usize]> {
    let mut next = 0..;
    let place = |kind| match kind {
        BodyKind::Free => next.next().unwrap_or(0),
        BodyKind::Prescribed => usize::MAX,
    };
    kinds.map(place).collect()
}

/// A group whose parameters are fixed.
pub(crate) struct BodyGroup {
    islands: Box<[Island]>,
    /// Index of the first parameter of each joint.
    parameters_at: Box<[usize]>,
    reported: Reported,
}

impl BodyGroup {
    /// Makes the group of a plan that has been checked; the parameters of its free bodies and joints stand
    /// in front.
    pub fn new(
        plan: &Plan,
        own: &[JointParameters],
        parameters: &[f64],
        of_group: &GroupParameters,
    ) -> Result<Self, Fault> {
        let Drawn { parts, parameters_at, .. } = parts::of_plan(plan, own, parameters)?;
        Ok(Self {
            islands: parts.islands(of_group.coupling.settings()),
            parameters_at,
            reported: Reported::of(plan),
        })
    }

    /// Writes the report; without outcomes that of the beginning.
    fn describe(&self, states: &[JointsState], outcome: Option<Outcome>, values: &mut [f64]) {
        let islands = self.islands.iter().zip(states);
        let islands =
            islands.map(|(island, state)| (island, &state.memory, island.predictor.end()));
        report_islands(islands, &self.reported, outcome, values);
    }

    fn place(&mut self, inputs: &[f64], time: f64) -> Result<(), Fault> {
        self.islands.iter_mut().try_for_each(|island| island.place(inputs, time))
    }

    /// Exchanges the wear of the joints with that of the states.
    fn exchange_wear(&mut self, states: &mut [JointsState]) {
        let islands = self.islands.iter_mut().zip(states);
        islands.for_each(|(island, state)| wear::exchange(island.models_mut(), &mut state.wear));
    }

    /// Advances the states by a step, and writes loads and report; the joints have the states' wear.
    fn advance(
        &mut self,
        (states, values): (&mut [JointsState], &mut [f64]),
        step: Step,
        loads: &mut [f64],
    ) -> Result<(), Fault> {
        let joints = self.reported.joints;
        let whole = step_each(&mut self.islands, states, joints, |island, state| {
            let outcome = island.step(&mut state.memory, step)?;
            if island.mechanism.wears {
                wear::end_step(island.models_mut(), step.start + step.size);
            }
            Ok(outcome)
        })?;
        self.islands.iter().for_each(|island| island.load_markers(loads));
        let work_mismatch = Memory::work_mismatch(states.iter().map(|state| &state.memory));
        let outcome = whole.map(|outcome| Outcome { work_mismatch, ..outcome });
        self.describe(states, outcome, values);
        Ok(())
    }
}

impl Dynamics for BodyGroup {
    type State = Box<[JointsState]>;
    /// The report, made from buffers that the step fills.
    type End = Box<[f64]>;

    fn safe_step(&self) -> f64 {
        SAFE_STEP
    }

    fn warning(&self) -> Option<Cow<'static, str>> {
        let joints = self.islands.iter().flat_map(|island| &island.mechanism.joints);
        joint::warning(joints.map(|joint| &joint.model))
    }

    fn tune(&mut self, parameters: &[f64]) -> Result<(), Fault> {
        for Island { joints, mechanism, .. } in &mut self.islands {
            for (number, joint) in joints.iter().zip(&mut mechanism.joints) {
                joint.model.tune(&parameters[self.parameters_at[*number]..])?;
            }
        }
        Ok(())
    }

    fn begin(
        &mut self,
        inputs: &[f64],
        time: f64,
        values: &mut [f64],
    ) -> Result<Box<[JointsState]>, Fault> {
        self.place(inputs, time)?;
        let begin = |island: &mut Island| JointsState {
            memory: island.begin(time),
            wear: wear::begin(island.models(), time),
        };
        let mut states: Box<[_]> = self.islands.iter_mut().map(begin).collect();
        self.exchange_wear(&mut states);
        self.describe(&states, None, values);
        self.exchange_wear(&mut states);
        Ok(states)
    }

    fn step(
        &mut self,
        (states, values): (&mut Box<[JointsState]>, &mut Box<[f64]>),
        inputs: InputSample,
        step: Step,
        loads: &mut [f64],
    ) -> Result<(), Fault> {
        self.place(inputs.values, step.start)?;
        loads.fill(0.0);
        self.exchange_wear(states);
        let made = self.advance((states, values), step, loads);
        self.exchange_wear(states);
        made
    }

    fn made(end: &Box<[f64]>) -> Option<&[f64]> {
        Some(end)
    }

    fn end(&self, values: usize) -> Box<[f64]> {
        vec![0.0; values].into()
    }

    fn report(&mut self, (_, found): (&Box<[JointsState]>, &Box<[f64]>), values: &mut [f64]) {
        values.copy_from_slice(found);
    }

    fn continuous(&mut self) -> Result<&mut dyn Continuous, Fault> {
        Err(no_equations())
    }

    fn fits(&self, states: &Box<[JointsState]>) -> bool {
        let fit = |(island, JointsState { memory, wear }): (&Island, &JointsState)| {
            island.fits(memory) && wear::fits(island.models(), wear)
        };
        states.len() == self.islands.len() && self.islands.iter().zip(states).all(fit)
    }
}
