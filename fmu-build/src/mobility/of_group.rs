//! The mobility at a joint of a group's file, for the FMU of that joint alone.

use super::start_values::written;
use crate::Error;
use crate::group::{GroupPlan, read};
use model_description::{Quantities, Value};
use spiel::block::Block;
use spiel::catalogue;
use spiel::coupling::Mobility;
use spiel::group::{
    JointPlan, MobilityPlan, PLAN, ShownVariables, SpaceJointPlan, SpaceMobilityPlan,
};
use spiel::model::Build;
use std::path::Path;

/// Returns start values for the FMU of one joint of the group in a file, as TOML. `joint` is a joint with play, or a
/// `[[mobility]]`, which stands for one.
///
/// Bodies stand as they start and keep the ideal joints of the file; its other joints with play do not hold them. Axes are those
/// of the world, as a joint with world ports needs them.
pub fn of_group(file: &Path, joint: &str) -> Result<String, Error> {
    match read(file, true, &mut Vec::new())? {
        GroupPlan::Planar(mut plan) => {
            let outside = |it: JointPlan| {
                let JointPlan { name, a, b, frame_a, frame_b, .. } = it;
                MobilityPlan { name, a, b, frame_a, frame_b }
            };
            let lists = (&mut plan.joints, &mut plan.mobilities);
            take_out(joint, lists, |it| &it.name, |it| &it.name, outside)?;
            plan.variables = ShownVariables::All;
            start_values::<3>(plan.to_json(), joint)
        }
        GroupPlan::InSpace(mut plan) => {
            let outside = |it: SpaceJointPlan| {
                let SpaceJointPlan { name, a, b, frame_a, frame_b, .. } = it;
                SpaceMobilityPlan { name, a, b, frame_a, frame_b }
            };
            let lists = (&mut plan.joints, &mut plan.mobilities);
            take_out(joint, lists, |it| &it.name, |it| &it.name, outside)?;
            plan.variables = ShownVariables::All;
            start_values::<6>(plan.to_json(), joint)
        }
    }
}

/// Makes the joint of this name one outside the group, unless it is that already.
fn take_out<J, M>(
    name: &str,
    (joints, outside): (&mut Vec<J>, &mut Vec<M>),
    of_joint: fn(&J) -> &str,
    of_outside: fn(&M) -> &str,
    made: impl Fn(J) -> M,
) -> Result<(), Error> {
    if outside.iter().any(|it| of_outside(it) == name) {
        return Ok(());
    }
    let Some(at) = joints.iter().position(|it| of_joint(it) == name) else {
        let known = joints.iter().map(of_joint).chain(outside.iter().map(of_outside));
        return Err(Error::unknown("joint", name, known));
    };
    outside.push(made(joints.remove(at)));
    Ok(())
}

/// Returns start values with the mobility that the unit of a plan reports at a joint outside it.
fn start_values<const D: usize>(plan: String, joint: &str) -> Result<String, Error> {
    let group = catalogue::named("group").expect("groups are in the catalogue");
    let mut block = Block::new(group, &Build::default().with_file(PLAN, plan))?;
    block.initialize(0.0)?;
    let mut numbers = Vec::with_capacity(Mobility::<D>::COUNT);
    for entry in Mobility::<D>::names() {
        let number = block.number(&format!("{joint}.{entry}"));
        match number.map(|number| block.value(number)) {
            Some(Ok(Value::Real(value))) => numbers.push(value),
            _ => unreachable!("a unit reports every entry of a mobility"),
        }
    }
    let mobility = Mobility::<D>::of(&numbers);
    if !mobility.is_given() {
        let why = format!("joint {joint}: neither body can move");
        return Err(Error::Input(why));
    }
    Ok(written(&mobility))
}
