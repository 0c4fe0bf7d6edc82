//! Joints in space by the relative motions of their bodies.
//!
//! The joint alone has a mechanism of its own, `joints/mating`: it makes that anew in every step, where it may not allocate
//! memory for any number of joints.

use super::{GroupParameters, RelativeGroup, RelativeJoints, respond};
use crate::base::Fault;
use crate::coupling::MatingJoints;
use crate::coupling::predicted::{MatingContacts, Mechanism, Memory, Outcome, Predictor};
use crate::group::joint_kind::GroupedInSpace;
use crate::group::mechanics::joint::JointModel;
use crate::group::plan::JointParameters;
use crate::group::report::{Totals, rows_of_each, rows_of_whole};
use crate::group::space::joint_report::joint_report;
use crate::group::space::plan::{JointReport, SpacePlan};
use crate::joints::mating::{BothLoads, balanced, coordinates, limited, on_b};
use crate::kinematics::spatial::{Motion, Wrench};
use crate::laws::mating::{CONTACTS, MatingLaws};
use crate::model::{Files, Variables};
use crate::ports::{
    JointPorts, PortKind, SpatialPorts, SpatialRelativeInputs, SpatialRelativeLoads,
};
use model_description::Quantities;
use nalgebra::{DMatrix, Vector6};
use std::borrow::Cow;

/// The ports of each joint: its relative motion.
const PORTS: SpatialPorts = SpatialPorts { kind: PortKind::Relative, takes_mobility: false };

/// Number of directions of a joint.
const WAYS: usize = 6;
/// Most joints: their mobility has 465 numbers.
const MOST_JOINTS: usize = 5;

/// Joints with the coordinates of each frame b in its frame a: displacement and rotation.
///
/// Loads are those on b about its frame's origin, in the axes of a, with the moment on a about its own.
#[derive(Debug)]
pub(crate) struct RelativeInSpace {
    models: Box<[JointModel<dyn GroupedInSpace>]>,
    motions: Box<[Motion<f64>]>,
    /// For each joint a motion, and the coordinates there, that rotations are counted from.
    from: Box<[(Motion<f64>, Vector6<f64>)]>,
    /// Mobility W of all joints.
    mobility: DMatrix<f64>,
}

/// Refuses more joints than a host can give a mobility for.
pub(crate) fn check(plan: &SpacePlan) -> Result<(), Fault> {
    let joints = plan.joints.len();
    if joints <= MOST_JOINTS {
        return Ok(());
    }
    let rows = WAYS * joints;
    let why = format!(
        "build.ports = relative is for {MOST_JOINTS} joints in space at most; the mobility of {joints} has {} numbers",
        rows * (rows + 1) / 2
    );
    Err(Fault::Build(why.into()))
}

/// Returns the rows of the joints of a plan: relative motions and W in, loads in the axes of a out.
pub(crate) fn variables(plan: &SpacePlan) -> Variables {
    let names = plan.joints.iter().map(|joint| &joint.name);
    let mut report: Vec<_> = rows_of_each(names.clone(), &JointReport::default().rows()).collect();
    report.extend(rows_of_whole(plan.variables, plan.joints.len()));
    super::variables(names, &PORTS, WAYS, report)
}

/// Makes the group of a plan that has been checked, with the parameters of its joints in front.
pub(crate) fn group(
    plan: &SpacePlan,
    own: &[JointParameters],
    mut parameters: &[f64],
    of_group: &GroupParameters,
) -> Result<RelativeGroup<9, RelativeInSpace, MatingJoints>, Fault> {
    let mut models = Vec::new();
    for (plan, own) in plan.joints.iter().zip(own) {
        let single = plan.kind.single();
        let (model, rest) =
            JointModel::new(&plan.name, own.clone(), parameters, single.new, &Files::new())?;
        models.push(model);
        parameters = rest;
    }
    let (rest, rows) = (Motion::rest(), WAYS * models.len());
    let joints = RelativeInSpace {
        motions: models.iter().map(|_| rest).collect(),
        from: models.iter().map(|_| (rest, coordinates(&rest))).collect(),
        mobility: DMatrix::zeros(rows, rows),
        models: models.into(),
    };
    let predictor = Predictor::limited_by(&joints, of_group.coupling.settings(), limited);
    Ok(RelativeGroup::of(joints, plan.joints.iter().map(|joint| &joint.name), predictor))
}

/// Returns the six numbers of a joint among those of all.
fn own(all: &[f64], joint: usize) -> Vector6<f64> {
    Vector6::from_column_slice(&all[WAYS * joint..WAYS * (joint + 1)])
}

impl Mechanism<9> for RelativeInSpace {
    fn coordinates(&self) -> usize {
        WAYS * self.models.len()
    }

    fn joints(&self) -> usize {
        self.models.len()
    }

    fn slots(&self) -> usize {
        CONTACTS * self.models.len()
    }

    fn joint(&self, slot: usize) -> usize {
        slot / CONTACTS
    }

    fn place(&mut self, coordinates: &[f64], velocities: &[f64]) {
        for (joint, (motion, (from, there))) in self.motions.iter_mut().zip(&self.from).enumerate()
        {
            let way = own(coordinates, joint) - there;
            *motion = from.displaced(&way, &own(velocities, joint));
        }
    }

    fn go_on_from(&mut self, coordinates: &[f64], _moved: Option<&[usize]>) {
        for (joint, (from, there)) in self.from.iter_mut().enumerate() {
            let (now, velocities) = (own(coordinates, joint), self.motions[joint].velocities());
            *from = from.displaced(&(now - *there), &velocities);
            *there = now;
        }
    }

    fn placing_coordinates(&self, joint: usize) -> Vec<usize> {
        (WAYS * joint..WAYS * (joint + 1)).collect()
    }

    fn velocity_response(&mut self, joint: usize, impulse: &BothLoads, velocities: &mut [f64]) {
        respond(&self.mobility, WAYS * joint, on_b(impulse).as_slice(), velocities);
    }

    fn rates(&self, joint: usize, velocities: &[f64]) -> BothLoads {
        let mut rates = BothLoads::zeros();
        rates.fixed_rows_mut::<WAYS>(0).copy_from(&own(velocities, joint));
        rates
    }

    fn generalised_forces(&self, loads: &[BothLoads], generalised: &mut [f64]) {
        for (parts, load) in generalised.chunks_exact_mut(WAYS).zip(loads) {
            parts.copy_from_slice(on_b(load).as_slice());
        }
    }

    fn apply_inverse_mass(&mut self, generalised: &[f64], velocities: &mut [f64]) {
        respond(&self.mobility, 0, generalised, velocities);
    }
}

impl MatingContacts for RelativeInSpace {
    fn mating(&self, joint: usize) -> MatingLaws<'_> {
        self.models[joint].laws.laws()
    }

    fn motion(&self, joint: usize) -> &Motion<f64> {
        &self.motions[joint]
    }

    fn load(&self, joint: usize, load: &Wrench<f64>) -> BothLoads {
        balanced(&load.joined(), &self.motions[joint])
    }
}

impl RelativeJoints<9, MatingJoints> for RelativeInSpace {
    const WAYS: usize = WAYS;
    const PORTS: [usize; 2] = [SpatialRelativeInputs::COUNT, SpatialRelativeLoads::COUNT];

    fn read(
        &mut self,
        joint: usize,
        inputs: &[f64],
        [place, velocity]: [&mut [f64]; 2],
    ) -> Result<(), Fault> {
        let model = &self.models[joint];
        let named = |fault: Fault| fault.of_part(model.name());
        let start = PORTS.at(inputs).map_err(named)?.path.start;
        model.laws.check_start(&start).map_err(named)?;
        let there = coordinates(&start);
        self.from[joint] = (start, there);
        place.copy_from_slice(there.as_slice());
        velocity.copy_from_slice(start.velocities().as_slice());
        Ok(())
    }

    fn mobility(&mut self) -> &mut DMatrix<f64> {
        &mut self.mobility
    }

    fn write(load: &BothLoads, loads: &mut [f64]) {
        // Both moments are means about moving origins: see `pair_load` in the plane.
        let (on_b, on_a) = loads.split_at_mut(WAYS);
        on_b.copy_from_slice(&load.as_slice()[..WAYS]);
        for way in 0..3 {
            (on_a[way], on_a[3 + way]) = (-load[way], load[WAYS + way]);
        }
    }

    fn describe(
        &mut self,
        predictor: &mut Predictor<9, MatingJoints>,
        memory: &Memory<9>,
        outcome: Option<Outcome>,
        values: &mut [f64],
    ) {
        if outcome.is_some() {
            let end = predictor.end();
            self.place(end.coordinates, end.velocities);
        }
        let (joints, whole) = values.split_at_mut(JointReport::COUNT * self.models.len());
        let mut totals = Totals::default();
        for (number, values) in joints.chunks_exact_mut(JointReport::COUNT).enumerate() {
            joint_report(self, predictor, memory, number, &mut totals).write(values);
        }
        totals.write(outcome, whole);
    }

    fn warning(&self) -> Option<Cow<'static, str>> {
        None
    }

    fn tune(&mut self, mut parameters: &[f64]) -> Result<(), Fault> {
        for model in &mut self.models {
            parameters = model.tune_by(parameters, |laws, values| laws.tune(values))?;
        }
        Ok(())
    }
}
