//! The joints of a group: the single joints, of either kind.

use crate::base::Fault;
use crate::coupling::Contact;
use crate::group::plan::JointParameters;
use crate::group::plan::{JointKind, JointPlan};
use crate::joints::revolute::clearance;
use crate::joints::{Joint, RevoluteClearance, TranslationalClearance, translational};
use crate::kinematics::planar::Motion;
use crate::laws::contact::{Touch, TouchGeometry};
use crate::laws::film::Film;
use crate::model::Files;
use model_description::Quantities;
use std::borrow::Cow;

/// A joint of a group, its name and its parameters.
#[derive(Debug, Clone)]
pub(crate) struct Link {
    name: String,
    parameters: JointParameters,
    joint: LinkJoint,
}

#[derive(Debug, Clone)]
enum LinkJoint {
    // In the heap: groups are put together by moving their joints.
    Revolute(Box<RevoluteClearance>),
    Translational(Box<TranslationalClearance>),
}

impl Link {
    /// The joint of a plan, with its values off the front of `parameters`; gives the rest, too.
    pub fn new<'a>(plan: &JointPlan, parameters: &'a [f64]) -> Result<(Self, &'a [f64]), Fault> {
        let mut own = JointParameters::of_plan(plan)?;
        let rest = own.take(parameters);
        let values = own.values();
        let joint = match plan.kind {
            JointKind::RevoluteClearance => made(values).map(LinkJoint::Revolute),
            JointKind::TranslationalClearance => made(values).map(LinkJoint::Translational),
        };
        let joint = joint.map_err(|fault| fault.of_part(&plan.name))?;
        Ok((Self { name: plan.name.clone(), parameters: own, joint }, rest))
    }

    /// Takes over what may change between steps, off the front of `parameters`; gives the rest.
    pub fn tune<'a>(&mut self, parameters: &'a [f64]) -> Result<&'a [f64], Fault> {
        let rest = self.parameters.take(parameters);
        let values = self.parameters.values();
        let tuned = match &mut self.joint {
            LinkJoint::Revolute(joint) => joint.tune(&clearance::Parameters::read(values)),
            LinkJoint::Translational(joint) => joint.tune(&translational::Parameters::read(values)),
        };
        tuned.map(|()| rest).map_err(|fault| fault.of_part(&self.name))
    }

    fn warning(&self) -> Option<&'static str> {
        match &self.joint {
            LinkJoint::Revolute(joint) => joint.warning(),
            LinkJoint::Translational(joint) => joint.warning(),
        }
    }

    /// Its name in the plan.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the speed at which b, which moves like this against a, comes up to what holds it in the end \[m/s\].
    pub fn speed_across(&self, b: &Motion<f64>) -> f64 {
        match &self.joint {
            // Wherever the journal is, it will meet the hole with about this speed.
            LinkJoint::Revolute(_) => b.velocity.norm(),
            LinkJoint::Translational(joint) => {
                let rates = (0..self.slots()).map(|slot| joint.geometry.touch(slot, b).rate.abs());
                rates.fold(0.0, f64::max)
            }
        }
    }

    /// How many contact points it has.
    pub fn slots(&self) -> usize {
        match &self.joint {
            LinkJoint::Revolute(_) => 1,
            LinkJoint::Translational(_) => 4,
        }
    }

    /// The film in it.
    #[inline]
    pub fn film(&self) -> Option<&Film> {
        match &self.joint {
            LinkJoint::Revolute(joint) => Some(&joint.oil()?.film),
            LinkJoint::Translational(_) => None,
        }
    }

    #[inline]
    pub fn contact(&self) -> &Contact {
        match &self.joint {
            LinkJoint::Revolute(joint) => &joint.contact,
            LinkJoint::Translational(joint) => &joint.contact,
        }
    }

    #[inline]
    pub fn touch(&self, slot: usize, b: &Motion<f64>) -> Touch<f64> {
        match &self.joint {
            LinkJoint::Revolute(joint) => joint.geometry.touch(slot, b),
            LinkJoint::Translational(joint) => joint.geometry.touch(slot, b),
        }
    }
}

/// A joint with these parameters.
fn made<J: Joint>(parameters: &[f64]) -> Result<Box<J>, Fault> {
    J::new(&J::Parameters::read(parameters), &Files::new()).map(Box::new)
}

/// The joints of a plan in order, with their values off the front of `parameters`.
pub(crate) fn links(plans: &[JointPlan], mut parameters: &[f64]) -> Result<Vec<Link>, Fault> {
    let mut links = Vec::new();
    for plan in plans {
        let (link, rest) = Link::new(plan, parameters)?;
        links.push(link);
        parameters = rest;
    }
    Ok(links)
}

/// The warnings of all joints in one sentence.
pub(crate) fn warning<'a>(links: impl Iterator<Item = &'a Link>) -> Option<Cow<'static, str>> {
    let warnings = links.filter_map(|link| Some(format!("{}: {}", link.name, link.warning()?)));
    warnings.reduce(|all, one| format!("{all}; {one}")).map(Cow::Owned)
}

/// All joints in order take over what may change between steps.
pub(crate) fn tune<'a>(
    links: impl Iterator<Item = &'a mut Link>,
    mut parameters: &[f64],
) -> Result<(), Fault> {
    for link in links {
        parameters = link.tune(parameters)?;
    }
    Ok(())
}
