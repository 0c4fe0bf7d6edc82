//! The variables of a group that moves its bodies itself.

use crate::coupling::{Mobility, Role};
use crate::group::by_bodies::report_rows;
use crate::group::mechanics::start;
use crate::group::plan::{
    BodyKind, BodyParameters, BodyPlan, DriveParameters, DriveReport, FrameReport, Gravity,
    LineSpringParameters, LoadInput, MachineBodyParameters, MachineParameters, MachineReport, Plan,
    PlaneBushingParameters, SpringKind, TurnSpringParameters, rows_of,
};
use crate::kinematics::planar::{Frame, Load};
use crate::model::Variables;
use model_description::{Quantities, Row};

/// Returns the rows of the machine without the parameters of its joints, which stand before those of the second list.
pub(crate) fn variables(plan: &Plan) -> (Variables, Vec<Row>) {
    let (mut inputs, mut loads, mut velocities) = (Vec::new(), Vec::new(), Vec::new());
    let mut report = report_rows(plan);
    let mut last = Vec::new();
    let starts = starts(plan);
    for (BodyPlan { name, kind, .. }, frame) in plan.bodies.iter().zip(starts) {
        match kind {
            BodyKind::Prescribed => {
                let at = inputs.len();
                velocities.extend((at..at + 3).map(|input| (input, input + 3)));
                inputs.extend(rows_of(name, &frame));
                loads.extend(rows_of(name, &Load::default()));
            }
            BodyKind::Free => {
                inputs.extend(rows_of(name, &LoadInput::default()));
                report.extend(rows_of(name, &FrameReport::default()));
                last.extend(rows_of(name, &MachineBodyParameters { start: frame.into() }));
            }
        }
    }
    for port in &plan.ports {
        inputs.extend(rows_of(&port.name, &LoadInput::default()));
        report.extend(rows_of(&port.name, &FrameReport::default()));
    }
    for spring in &plan.springs {
        let is_bushing = spring.kind == SpringKind::Bushing;
        // Plans have been checked.
        let matrices = [&spring.stiffness, &spring.damping]
            .map(|numbers| numbers.matrix::<3>(is_bushing).unwrap_or_default());
        let ([stiffness, damping], rest) = (matrices.map(|matrix| matrix[(0, 0)]), spring.rest);
        match spring.kind {
            SpringKind::Bushing => {
                let [stiffness, damping] = &matrices;
                let own = PlaneBushingParameters::of([stiffness, damping]);
                last.extend(rows_of(&spring.name, &own));
            }
            SpringKind::Line => {
                let own = LineSpringParameters { stiffness, damping, rest };
                last.extend(rows_of(&spring.name, &own));
            }
            SpringKind::Turn => {
                let own = TurnSpringParameters { stiffness, damping, rest };
                last.extend(rows_of(&spring.name, &own));
            }
        }
    }
    for drive in &plan.drives {
        report.extend(rows_of(&drive.body, &DriveReport::default()));
        last.extend(rows_of(&drive.body, &DriveParameters { speed: drive.speed }));
    }
    for joint in &plan.mobilities {
        let rows = Mobility::<3>::default().rows_of(Role::Output);
        report.extend(rows.into_iter().map(|row| row.inside(&joint.name)));
    }
    report.extend(MachineReport::default().rows());
    let [x, y] = plan.gravity.unwrap_or_default();
    last.extend(MachineParameters { gravity: Gravity { x, y }, ..Default::default() }.rows());
    let parameters = BodyParameters::rows_of(&plan.bodies);
    (Variables { inputs, loads, report, parameters, velocities }, last)
}

/// Returns the start motions of the markers: those of the plan, else those by joints and pins.
pub(crate) fn starts(plan: &Plan) -> Vec<Frame> {
    let given = |(body, there): (&BodyPlan, Frame)| {
        let Some(start) = body.start else { return there };
        Frame {
            x: start.x.unwrap_or(there.x),
            y: start.y.unwrap_or(there.y),
            phi: start.phi.unwrap_or(there.phi),
            vx: start.vx.unwrap_or(there.vx),
            vy: start.vy.unwrap_or(there.vy),
            w: start.w.unwrap_or(there.w),
        }
    };
    plan.bodies.iter().zip(start::markers(plan)).map(given).collect()
}
