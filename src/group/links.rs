//! The joints of a group: geometry and laws are those of the single joints.

use super::parameters::{JointParameters, JointValues};
use crate::Fault;
use crate::contact::{ContactPoint, Touch, TouchGeometry};
use crate::coupling::{Contact, Step};
use crate::joints::{Joint, Mechanics, Options, RevoluteClearance, TranslationalClearance};
use crate::planar::{Motion, PairLoad, Path};
use num_dual::Dual64;
use std::borrow::Cow;

/// A joint that touches at contact points under one law.
#[derive(Debug, Clone)]
pub(super) enum Link {
    Revolute(RevoluteClearance),
    Translational(TranslationalClearance),
}

impl Link {
    pub fn new(parameters: &JointParameters) -> Result<Self, Fault> {
        let options = Options::default();
        Ok(match &parameters.values {
            JointValues::Revolute(values) => {
                Self::Revolute(RevoluteClearance::prepare(values, &options)?)
            }
            JointValues::Translational(values) => {
                Self::Translational(TranslationalClearance::prepare(values, &options)?)
            }
        })
    }

    /// Takes over what may change between steps.
    pub fn tune(&mut self, parameters: &JointParameters) -> Result<(), Fault> {
        match (self, &parameters.values) {
            (Self::Revolute(joint), JointValues::Revolute(values)) => joint.tune(values),
            (Self::Translational(joint), JointValues::Translational(values)) => joint.tune(values),
            _ => Err(Fault::ForeignState),
        }
    }

    pub fn warning(&self) -> Option<&'static str> {
        match self {
            Self::Revolute(joint) => joint.warning(),
            // Its only one is of prediction without rotation.
            Self::Translational(_) => None,
        }
    }

    pub fn slots(&self) -> usize {
        match self {
            Self::Revolute(joint) => joint.contacts.slots(),
            Self::Translational(joint) => joint.contacts.slots(),
        }
    }

    #[inline]
    pub fn contact(&self) -> &Contact {
        match self {
            Self::Revolute(joint) => &joint.contacts.contact,
            Self::Translational(joint) => &joint.contacts.contact,
        }
    }

    /// The load of the plain law with its derivatives.
    pub fn lifted_load<'a>(
        &self,
        path: &Path<Dual64>,
        points: impl Iterator<Item = &'a ContactPoint>,
        step: Step,
    ) -> PairLoad<Dual64> {
        match self {
            Self::Revolute(joint) => joint.contacts.lifted_load(path, points, step),
            Self::Translational(joint) => joint.contacts.lifted_load(path, points, step),
        }
    }

    #[inline]
    pub fn touch(&self, slot: usize, b: &Motion<f64>) -> Touch<f64> {
        match self {
            Self::Revolute(joint) => joint.contacts.geometry.touch(slot, b),
            Self::Translational(joint) => joint.contacts.geometry.touch(slot, b),
        }
    }
}

/// What is to be said of joints with these names.
pub(super) fn warning<'a>(
    joints: impl Iterator<Item = (&'a Link, &'a String)>,
) -> Option<Cow<'static, str>> {
    joints
        .filter_map(|(link, name)| Some(format!("{name}: {}", link.warning()?)))
        .reduce(|all, one| format!("{all}; {one}"))
        .map(Cow::Owned)
}

/// Joints and their names take over what may change between steps.
pub(super) fn tune<'a>(
    joints: impl Iterator<Item = (&'a mut Link, &'a String)>,
    parameters: &[JointParameters],
) -> Result<(), Fault> {
    let mut all = joints.zip(parameters);
    all.try_for_each(|((link, name), parameters)| {
        link.tune(parameters).map_err(|fault| fault.of_part(name))
    })
}
