//! Joints in the plane by the relative motions of their bodies.

use super::{GroupParameters, RelativeGroup, RelativeJoints, respond};
use crate::base::Fault;
use crate::coupling::predicted::{
    JointLoad, Mechanism, Memory, Outcome, PointContacts, Predictor, balanced, coordinates,
    joint_load, pair_load,
};
use crate::coupling::{Contact, MobilityFrom, Points};
use crate::group::mechanics::joint::{self, JointModel};
use crate::group::mechanics::wear;
use crate::group::plan::{JointParameters, Plan};
use crate::group::report::{self, JointReport, OilReport, Totals, rows_of_each};
use crate::joints::WornSurfaces;
use crate::kinematics::planar::Motion;
use crate::laws::contact::Touch;
use crate::laws::film::Film;
use crate::model::Variables;
use crate::ports::{JointPorts, PortKind, Ports, RelativeInputs, RelativeLoads};
use model_description::Quantities;
use nalgebra::{DMatrix, Vector2, Vector3};
use std::borrow::Cow;

/// The ports of each joint: its relative motion.
const PORTS: Ports =
    Ports { kind: PortKind::Relative, takes_mobility: false, takes_temperature: false };

/// Returns the rows of the joints of a plan: relative motions and W in, loads in the axes of a out.
pub(crate) fn variables(plan: &Plan) -> Variables {
    let names = plan.joints.iter().map(|joint| &joint.name);
    let ports = Ports::new(PortKind::Relative, MobilityFrom::Parameter);
    let mut report: Vec<_> = rows_of_each(names.clone(), &JointReport::default().rows()).collect();
    report.extend(report::rows_of_whole(plan.variables, plan.joints.len()));
    report.extend(report::rows_of_films(plan));
    report.extend(report::rows_of_wear(plan));
    super::variables(names, &ports, 3, report)
}

/// Makes the group of a plan that has been checked, with the parameters of its joints in front.
pub(crate) fn group(
    plan: &Plan,
    own: &[JointParameters],
    parameters: &[f64],
    of_group: &GroupParameters,
) -> Result<RelativeGroup<4, RelativeMechanism, Points>, Fault> {
    let models = joint::of_plans(&plan.joints, own, parameters)?;
    let joints = RelativeMechanism::new(models, report::oiled(plan));
    let predictor = Predictor::new(&joints, of_group.coupling.settings());
    Ok(RelativeGroup::of(joints, plan.joints.iter().map(|joint| &joint.name), predictor))
}

/// Joints with the coordinates q = (x, y, angle) of each frame b in its frame a.
///
/// Loads are those on b, in the axes of a, with the moment on a about its frame's origin.
#[derive(Debug)]
pub(crate) struct RelativeMechanism {
    pub joints: Box<[JointModel]>,
    pub motions: Box<[Motion<f64>]>,
    /// Mobility W of all joints.
    pub mobility: DMatrix<f64>,
    /// Joint of every slot, and the slot's number there.
    slots: Box<[(usize, usize)]>,
    /// The joints whose film is reported.
    oiled: Box<[usize]>,
    /// Number of values that are reported of wear; 0 if no joint wears.
    worn_values: usize,
}

impl RelativeMechanism {
    fn new(joints: Vec<JointModel>, oiled: Box<[usize]>) -> Self {
        let numbered = joints.iter().enumerate();
        let slots = numbered
            .flat_map(|(joint, model)| (0..model.laws.slots()).map(move |slot| (joint, slot)));
        let worn_values = wear::surfaces(joints.iter()).map(WornSurfaces::values).sum();
        Self {
            slots: slots.collect(),
            motions: joints.iter().map(|_| Motion::rest()).collect(),
            mobility: DMatrix::zeros(3 * joints.len(), 3 * joints.len()),
            joints: joints.into(),
            oiled,
            worn_values,
        }
    }

    /// Sets the motion of one joint.
    #[inline]
    fn place_joint(&mut self, joint: usize, coordinates: &[f64], velocities: &[f64]) {
        let own = 3 * joint..3 * joint + 3;
        let (q, v) = (&coordinates[own.clone()], &velocities[own]);
        let (position, velocity) = (Vector2::new(q[0], q[1]), Vector2::new(v[0], v[1]));
        self.motions[joint] = Motion { position, angle: q[2], velocity, spin: v[2] };
    }
}

impl Mechanism for RelativeMechanism {
    fn coordinates(&self) -> usize {
        3 * self.joints.len()
    }

    fn joints(&self) -> usize {
        self.joints.len()
    }

    fn slots(&self) -> usize {
        self.slots.len()
    }

    #[inline]
    fn joint(&self, slot: usize) -> usize {
        self.slots[slot].0
    }

    #[inline]
    fn place(&mut self, coordinates: &[f64], velocities: &[f64]) {
        for joint in 0..self.joints.len() {
            self.place_joint(joint, coordinates, velocities);
        }
    }

    fn place_joints(&mut self, joints: &[usize], coordinates: &[f64], velocities: &[f64]) {
        for &joint in joints {
            self.place_joint(joint, coordinates, velocities);
        }
    }

    fn placing_coordinates(&self, joint: usize) -> Vec<usize> {
        (3 * joint..3 * joint + 3).collect()
    }

    fn velocity_response(&mut self, joint: usize, impulse: &JointLoad, velocities: &mut [f64]) {
        respond(&self.mobility, 3 * joint, impulse.xyz().as_slice(), velocities);
    }

    #[inline]
    fn rates(&self, joint: usize, velocities: &[f64]) -> JointLoad {
        Vector3::from_column_slice(&velocities[3 * joint..3 * joint + 3]).push(0.0)
    }

    fn generalised_forces(&self, loads: &[JointLoad], generalised: &mut [f64]) {
        for (parts, load) in generalised.chunks_exact_mut(3).zip(loads) {
            parts.copy_from_slice(load.xyz().as_slice());
        }
    }

    fn apply_inverse_mass(&mut self, generalised: &[f64], velocities: &mut [f64]) {
        respond(&self.mobility, 0, generalised, velocities);
    }
}

impl PointContacts for RelativeMechanism {
    #[inline]
    fn contact(&self, slot: usize) -> &Contact {
        self.joints[self.slots[slot].0].laws.contact()
    }

    #[inline]
    fn touch(&self, slot: usize) -> Touch<f64> {
        let (joint, slot) = self.slots[slot];
        self.joints[joint].laws.touch(slot, &self.motions[joint])
    }

    #[inline]
    fn load(&self, _slot: usize, touch: &Touch<f64>, normal: f64, friction: f64) -> JointLoad {
        joint_load(&touch.loads(normal, friction))
    }

    #[inline]
    fn conforms(&self, slot: usize) -> bool {
        self.wears() && self.joints[self.slots[slot].0].laws.worn().is_some()
    }

    #[inline]
    fn wears(&self) -> bool {
        self.worn_values > 0
    }

    fn wear(&mut self, slot: usize, impact_speed: f64, way: f64) {
        let joint = self.slots[slot].0;
        if let Some(worn) = self.joints[joint].laws.worn_mut() {
            worn.wear(&self.motions[joint], impact_speed, way);
        }
    }

    #[inline]
    fn film(&self, joint: usize) -> Option<(&Film, &Motion<f64>)> {
        Some((self.joints[joint].laws.film()?, &self.motions[joint]))
    }

    #[inline]
    fn film_load(&self, joint: usize, load: Vector3<f64>) -> JointLoad {
        balanced(load, self.motions[joint].position)
    }
}

impl RelativeJoints<4, Points> for RelativeMechanism {
    const WAYS: usize = 3;
    const PORTS: [usize; 2] = [RelativeInputs::COUNT, RelativeLoads::COUNT];

    fn read(
        &mut self,
        _joint: usize,
        inputs: &[f64],
        [place, velocity]: [&mut [f64]; 2],
    ) -> Result<(), Fault> {
        let (q, v) = coordinates(&PORTS.at(inputs)?.path.start);
        place.copy_from_slice(&q);
        velocity.copy_from_slice(&v);
        Ok(())
    }

    fn mobility(&mut self) -> &mut DMatrix<f64> {
        &mut self.mobility
    }

    fn write(load: &JointLoad, loads: &mut [f64]) {
        RelativeLoads::of(&pair_load(load), |part| part).write(loads);
    }

    fn describe(
        &mut self,
        predictor: &mut Predictor,
        memory: &Memory,
        outcome: Option<Outcome>,
        values: &mut [f64],
    ) {
        let (values, mut worn) = values.split_at_mut(values.len() - self.worn_values);
        // Most groups do not wear, and need not ask each joint in every step.
        let joints_that_wear = if self.wears() { &*self.joints } else { &[] };
        for surfaces in wear::surfaces(joints_that_wear.iter()) {
            let (own, rest) = worn.split_at_mut(surfaces.values());
            surfaces.report(own);
            worn = rest;
        }
        let films = OilReport::COUNT * self.oiled.len();
        let (values, films) = values.split_at_mut(values.len() - films);
        let (joints, whole) = values.split_at_mut(JointReport::COUNT * self.joints.len());
        let now = |slot: usize| match outcome {
            Some(_) => predictor.snapshot(self, memory, slot),
            None => {
                self.contact(slot).snapshot(&memory.slots[slot].point, &self.touch(slot).approach())
            }
        };
        let mut totals = Totals::default();
        totals.add(self, predictor, memory, now, |number, joint, oil| {
            report::write_film(&self.oiled, number, oil, films);
            joint.write(&mut joints[JointReport::COUNT * number..]);
        });
        totals.write(outcome, whole);
    }

    fn planar(&self) -> &[JointModel] {
        &self.joints
    }

    fn planar_mut(&mut self) -> &mut [JointModel] {
        &mut self.joints
    }

    fn warning(&self) -> Option<Cow<'static, str>> {
        joint::warning(self.joints.iter())
    }

    fn tune(&mut self, parameters: &[f64]) -> Result<(), Fault> {
        joint::tune(self.joints.iter_mut(), parameters)
    }
}
