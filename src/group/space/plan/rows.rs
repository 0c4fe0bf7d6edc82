//! The variables of a group in space.

use super::document::{SpaceBodyPlan, SpacePlan};
use super::machine::{SpaceSpringKind, SpaceSpringPlan};
use super::quantities::{
    BodyInertia, BodyPoint, BodyReport, BushingParameters, FrameReport, Gravity3, JointReport,
    LoadInput, LoadReport, SpaceGroupReport, SpaceMachineParameters, StartParameters, Tensor,
    TorqueParameters,
};
use super::start::starts;
use crate::coupling::{Role, SpatialMobility};
use crate::group::plan::{
    BodyKind, DriveParameters, DriveReport, JointParameters, LineSpringParameters, MachineReport,
    SUMS, ShownVariables, TurnSpringParameters, names_of, rows_of,
};
use crate::group::report::JointSums;
use crate::laws::bushing::Bushing;
use crate::model::Variables;
use crate::ports::SpatialLoad;
use model_description::{Quantities, Row, Variability};

/// Numbers of values in the report of a group, part by part.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shown {
    pub joints: usize,
    pub free_bodies: usize,
    /// Drives that keep a speed.
    pub drives: usize,
    /// Joints outside the group whose mobility it reports.
    pub outside: usize,
    /// True with the sums over the joints.
    pub sums: bool,
    pub integrate: bool,
}

impl Shown {
    pub fn of(plan: &SpacePlan) -> Self {
        let free = plan.bodies.iter().filter(|body| body.kind == BodyKind::Free).count();
        Self {
            joints: plan.joints.len(),
            free_bodies: free,
            drives: plan.drives_of_speed().count(),
            outside: plan.mobilities.len(),
            sums: plan.variables == ShownVariables::Named && !plan.joints.is_empty(),
            integrate: plan.integrate,
        }
    }
}

impl BodyInertia {
    fn of(body: &SpaceBodyPlan) -> Self {
        // A plan's check has made sure that there are both.
        let tensor = body.tensor().unwrap_or_default();
        let [x, y, z] = body.centre_of_mass;
        Self {
            mass: body.mass.unwrap_or_default(),
            inertia: Tensor {
                xx: tensor[(0, 0)],
                yy: tensor[(1, 1)],
                zz: tensor[(2, 2)],
                xy: tensor[(0, 1)],
                xz: tensor[(0, 2)],
                yz: tensor[(1, 2)],
            },
            centre_of_mass: BodyPoint { x, y, z },
        }
    }
}

/// Returns the parameters of a spring.
fn spring_rows(spring: &SpaceSpringPlan) -> Vec<Row> {
    let name = &spring.name;
    // Plans have been checked.
    let [stiffness, damping] = [&spring.stiffness, &spring.damping].map(|numbers| {
        numbers.matrix::<6>(spring.kind == SpaceSpringKind::Bushing).unwrap_or_default()
    });
    let (only, rest) = ([stiffness[(0, 0)], damping[(0, 0)]], spring.rest);
    match spring.kind {
        SpaceSpringKind::Line => {
            let [stiffness, damping] = only;
            rows_of(name, &LineSpringParameters { stiffness, damping, rest }).collect()
        }
        SpaceSpringKind::Turn => {
            let [stiffness, damping] = only;
            rows_of(name, &TurnSpringParameters { stiffness, damping, rest }).collect()
        }
        SpaceSpringKind::Bushing => {
            let (stiffness, damping) = Bushing { stiffness, damping }.parameters();
            let own = BushingParameters { stiffness, damping };
            rows_of(name, &own).map(|row| Row { variability: Variability::Fixed, ..row }).collect()
        }
    }
}

/// Returns the rows of a group whose joints have these parameters, without those of the coupling to a host.
pub(crate) fn variables(plan: &SpacePlan, joints: &[JointParameters]) -> Variables {
    let (mut inputs, mut loads, mut velocities) = (Vec::new(), Vec::new(), Vec::new());
    let (mut report, mut parameters, mut last) = (Vec::new(), Vec::new(), Vec::new());
    for joint in &plan.joints {
        report.extend(rows_of(&joint.name, &LoadReport::default()));
        report.extend(rows_of(&joint.name, &JointReport::default()));
    }
    let free = || plan.bodies.iter().filter(|body| body.kind == BodyKind::Free);
    free().for_each(|body| report.extend(rows_of(&body.name, &BodyReport::default())));
    report.extend(SpaceGroupReport::default().rows());
    if Shown::of(plan).sums {
        report.extend(rows_of(SUMS, &JointSums::default()));
    }
    for (body, start) in plan.bodies.iter().zip(starts(plan)) {
        let name = &body.name;
        if plan.integrate && body.kind == BodyKind::Free {
            inputs.extend(rows_of(name, &LoadInput::default()));
            report.extend(rows_of(name, &FrameReport::default()));
            last.extend(rows_of(name, &StartParameters { start: start.into() }));
        } else {
            let at = inputs.len();
            // Velocities follow the position and the quaternion.
            velocities.extend((at..at + 3).map(|input| (input, input + 7)));
            inputs.extend(rows_of(name, &start));
            loads.extend(rows_of(name, &SpatialLoad::default()));
        }
    }
    for port in &plan.ports {
        inputs.extend(rows_of(&port.name, &LoadInput::default()));
        report.extend(rows_of(&port.name, &FrameReport::default()));
    }
    for (drive, _) in plan.drives_of_speed() {
        report.extend(rows_of(&drive.body, &DriveReport::default()));
    }
    for joint in &plan.mobilities {
        let rows = SpatialMobility::default().rows_of(Role::Output);
        report.extend(rows.into_iter().map(|row| row.inside(&joint.name)));
    }
    free().for_each(|body| parameters.extend(rows_of(&body.name, &BodyInertia::of(body))));
    for (joint, own) in plan.joints.iter().zip(joints) {
        parameters.extend(own.rows(&joint.name));
    }
    parameters.extend(last);
    plan.springs.iter().for_each(|spring| parameters.extend(spring_rows(spring)));
    for drive in &plan.drives {
        match drive.torque {
            Some(torque) => parameters.extend(rows_of(&drive.body, &TorqueParameters { torque })),
            None => {
                let speed = drive.speed.unwrap_or_default();
                parameters.extend(rows_of(&drive.body, &DriveParameters { speed }));
            }
        }
    }
    if plan.integrate {
        report.extend(MachineReport::default().rows());
        let [x, y, z] = plan.gravity.unwrap_or_default();
        let gravity = Gravity3 { x, y, z };
        parameters.extend(SpaceMachineParameters { gravity, ..Default::default() }.rows());
    }
    Variables { inputs, loads, report, parameters, velocities }
}

/// Returns the names of the variables that a joint may show.
pub(crate) fn joint_variables(own: &JointParameters) -> Vec<String> {
    let reports = [names_of(&LoadReport::default()), names_of(&JointReport::default())].concat();
    reports.into_iter().chain(own.names().map(str::to_owned)).collect()
}

impl SpacePlan {
    /// Returns the names of the variables that a body may show, beyond the motions and loads of its marker.
    pub(crate) fn body_variables(&self, body: &SpaceBodyPlan) -> Vec<String> {
        if body.kind == BodyKind::Prescribed {
            return Vec::new();
        }
        let mut names =
            [names_of(&BodyReport::default()), names_of(&BodyInertia::default())].concat();
        if self.integrate {
            names.extend(names_of(&FrameReport::default()));
            names.extend(names_of(&LoadInput::default()));
            names.extend(names_of(&StartParameters::default()));
        }
        if let Some(drive) = self.drives.iter().find(|drive| drive.body == body.name) {
            names.extend(match drive.torque {
                Some(_) => names_of(&TorqueParameters::default()),
                None => [names_of(&DriveParameters::default()), names_of(&DriveReport::default())]
                    .concat(),
            });
        }
        names
    }
}
