//! The joints of a group with their names and parameters.

use crate::base::Fault;
use crate::group::joint_kind::{Grouped, MakeLaws};
use crate::group::plan::{JointParameters, JointPlan};
use crate::model::Files;
use std::borrow::Cow;

/// A joint of a group: the single joint with its name and its parameters.
#[derive(Debug)]
pub(crate) struct JointModel<L: ?Sized = dyn Grouped> {
    name: String,
    parameters: JointParameters,
    /// Geometry, laws and film.
    pub laws: Box<L>,
}

impl<L: ?Sized> JointModel<L> {
    /// Makes the joint of that name with these files and its `own` parameters, whose values it takes off the front of
    /// `parameters`; returns the rest, too.
    pub fn new<'a>(
        name: &str,
        mut own: JointParameters,
        parameters: &'a [f64],
        new: MakeLaws<L>,
        files: &Files,
    ) -> Result<(Self, &'a [f64]), Fault> {
        let rest = own.take(parameters);
        let laws = new(own.values(), files).map_err(|fault| fault.of_part(name))?;
        Ok((Self { name: name.to_owned(), parameters: own, laws }, rest))
    }

    /// Adopts the tunable values off the front of `parameters` by `tune`; returns the rest.
    pub fn tune_by<'a>(
        &mut self,
        parameters: &'a [f64],
        tune: impl Fn(&mut L, &[f64]) -> Result<(), Fault>,
    ) -> Result<&'a [f64], Fault> {
        let rest = self.parameters.take(parameters);
        let tuned = tune(&mut self.laws, self.parameters.values());
        tuned.map(|()| rest).map_err(|fault| fault.of_part(&self.name))
    }

    /// Returns its name in the plan.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl JointModel {
    /// Makes the joint of a plan in the plane.
    pub fn of_plan<'a>(
        plan: &JointPlan,
        own: JointParameters,
        parameters: &'a [f64],
    ) -> Result<(Self, &'a [f64]), Fault> {
        Self::new(&plan.name, own, parameters, plan.single().new, &plan.files())
    }

    /// Adopts the tunable values off the front of `parameters`; returns the rest.
    pub fn tune<'a>(&mut self, parameters: &'a [f64]) -> Result<&'a [f64], Fault> {
        self.tune_by(parameters, |laws, values| laws.tune(values))
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
        let (joint, rest) = JointModel::of_plan(plan, own.clone(), parameters)?;
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
