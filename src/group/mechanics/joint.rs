//! The joints of a group with their names and parameters.

use crate::base::Fault;
use crate::group::joint_kind::Grouped;
use crate::group::plan::{JointParameters, JointPlan};
use std::borrow::Cow;

/// A joint of a group: the single joint with its name and its parameters.
#[derive(Debug)]
pub(crate) struct JointModel {
    name: String,
    parameters: JointParameters,
    /// Geometry, laws and film.
    pub laws: Box<dyn Grouped>,
}

impl JointModel {
    /// Makes the joint of a plan with its `own` parameters, whose values it takes off the front of `parameters`;
    /// returns the rest, too.
    pub fn new<'a>(
        plan: &JointPlan,
        mut own: JointParameters,
        parameters: &'a [f64],
    ) -> Result<(Self, &'a [f64]), Fault> {
        let rest = own.take(parameters);
        let laws = (plan.kind.single().new)(own.values());
        let laws = laws.map_err(|fault| fault.of_part(&plan.name))?;
        Ok((Self { name: plan.name.clone(), parameters: own, laws }, rest))
    }

    /// Adopts the tunable values off the front of `parameters`; returns the rest.
    pub fn tune<'a>(&mut self, parameters: &'a [f64]) -> Result<&'a [f64], Fault> {
        let rest = self.parameters.take(parameters);
        let tuned = self.laws.tune(self.parameters.values());
        tuned.map(|()| rest).map_err(|fault| fault.of_part(&self.name))
    }

    /// Returns its name in the plan.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// Makes the joints of a plan in order, with their values off the front of `parameters`.
pub(crate) fn of_plans(
    plans: &[JointPlan],
    own: &[JointParameters],
    mut parameters: &[f64],
) -> Result<Vec<JointModel>, Fault> {
    let mut joints = Vec::new();
    for (plan, own) in plans.iter().zip(own) {
        let (joint, rest) = JointModel::new(plan, own.clone(), parameters)?;
        joints.push(joint);
        parameters = rest;
    }
    Ok(joints)
}

/// Returns the warnings of all joints in one sentence.
pub(crate) fn warning<'a>(
    joints: impl Iterator<Item = &'a JointModel>,
) -> Option<Cow<'static, str>> {
    let warnings =
        joints.filter_map(|joint| Some(format!("{}: {}", joint.name, joint.laws.warning()?)));
    warnings.reduce(|all, one| format!("{all}; {one}")).map(Cow::Owned)
}

/// Adopts the tunable values of all joints, in order.
pub(crate) fn tune<'a>(
    joints: impl Iterator<Item = &'a mut JointModel>,
    mut parameters: &[f64],
) -> Result<(), Fault> {
    for joint in joints {
        parameters = joint.tune(parameters)?;
    }
    Ok(())
}
