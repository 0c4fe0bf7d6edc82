//! What is fixed in a group before the first step.

use super::plan::{BodyKind, BodyPlan, JointKind, Plan, Starts};
use crate::coupling::predicted::{Accuracy, Delay, Settings};
use crate::joints::{revolute_clearance, translational_clearance};
use crate::parts::{Both, Parts};
use model_description::{ANY, Interval, POSITIVE, Quantities, Refused, Row, Value, quantities};
use std::ops::Range;

quantities! {
    /// A point of a body.
    pub struct Place {
        /// Place along the x axis of the body's own frame.
        x: "m" = 0.0 in ANY,
        /// Place along the y axis of the body's own frame.
        y: "m" = 0.0 in ANY,
    }
}

quantities! {
    /// A free body.
    pub struct BodyParameters {
        /// Mass of the body.
        mass: "kg" = 1.0 in POSITIVE,
        /// Moment of inertia of the body about its centre of mass.
        inertia: "kg.m2" = 1.0 in POSITIVE,
        /// Centre of mass, in the body's own frame.
        centre_of_mass: Place,
    }
}

quantities! {
    /// How a group meets its host.
    pub struct CouplingChoices {
        /// In which step the host uses a load; a wrong choice shows in `coupling.work_mismatch`.
        delay: Delay with { Delay::Without },
        /// Whether the host moves positions with the velocity of the step's end (semi-implicit Euler).
        semi_implicit: bool = false,
        /// How much of a new estimate is taken of what accelerates the bodies besides the joints; 0.1 with noisy inputs.
        filter: "1" = 1.0 in Interval::above(0.0).up_to(1.0),
        /// Pieces of contact over the reciprocal frequency of its springs: smaller is finer and slower.
        contact_step: "1" = 0.2 in Interval::closed(0.02, 0.3),
        /// Pieces of contact over the time in which friction damps the sliding: smaller is finer and slower.
        friction_step: "1" = 0.2 in Interval::above(0.0).up_to(1.0),
    }
}

quantities! {
    /// What belongs to the group as a whole.
    pub struct GroupParameters {
        /// How the group meets its host.
        coupling: CouplingChoices,
    }
}

/// The parameters of a joint in a group: all but `coupling.*`, which belongs to the group.
#[derive(Debug, Clone, PartialEq)]
pub struct JointParameters {
    /// The parameters of the single joint.
    pub values: JointValues,
    /// The numbers of `coupling.*` among them.
    hidden: Range<usize>,
}

/// The parameters of a single joint.
#[derive(Debug, Clone, PartialEq)]
pub enum JointValues {
    /// Of a pin in a hole.
    Revolute(revolute_clearance::Parameters),
    /// Of a slider in its guide.
    Translational(translational_clearance::Parameters),
}

/// All parameters of a group: free bodies, joints, the whole.
pub type Parameters = Both<Parts<BodyParameters>, Both<Parts<JointParameters>, GroupParameters>>;

impl CouplingChoices {
    /// How the predictor meets the host.
    pub fn settings(&self) -> Settings {
        let Self { delay, semi_implicit, filter, contact_step, friction_step } = *self;
        let accuracy = Accuracy { contact: contact_step, friction: friction_step };
        Settings { delay, semi_implicit, filter, accuracy }
    }
}

impl BodyParameters {
    fn of(body: &BodyPlan) -> Self {
        let [x, y] = body.centre_of_mass;
        Self {
            mass: body.mass.unwrap_or_default(),
            inertia: body.inertia.unwrap_or_default(),
            centre_of_mass: Place { x, y },
        }
    }
}

impl JointParameters {
    /// Those of a joint that nobody has set anything of.
    pub fn of(kind: JointKind) -> Self {
        let values = match kind {
            JointKind::RevoluteClearance => JointValues::Revolute(Default::default()),
            JointKind::TranslationalClearance => JointValues::Translational(Default::default()),
        };
        let rows = values.quantities().rows();
        let hidden = |row: &Row| row.name.starts_with("coupling.");
        let first = rows.iter().position(hidden).unwrap_or(rows.len());
        let count = rows.iter().filter(|row| hidden(row)).count();
        Self { values, hidden: first..first + count }
    }

    /// Sets start values by name; the error names the one that cannot be set.
    pub fn start(&mut self, starts: &Starts) -> Result<(), String> {
        let rows = self.rows();
        for (name, text) in &starts.0 {
            let Some(index) = rows.iter().position(|row| row.name == *name) else {
                let known: Vec<_> = rows.iter().map(|row| row.name.as_str()).collect();
                return Err(format!("{name} is no parameter; there is {}", known.join(", ")));
            };
            self.put(index, rows[index].parse(text)?);
        }
        Ok(())
    }

    fn number(&self, index: usize) -> usize {
        if index < self.hidden.start { index } else { index + self.hidden.len() }
    }
}

impl JointValues {
    fn quantities(&self) -> &dyn Quantities {
        match self {
            Self::Revolute(values) => values,
            Self::Translational(values) => values,
        }
    }

    fn quantities_mut(&mut self) -> &mut dyn Quantities {
        match self {
            Self::Revolute(values) => values,
            Self::Translational(values) => values,
        }
    }
}

impl Quantities for JointParameters {
    fn count(&self) -> usize {
        self.values.quantities().count() - self.hidden.len()
    }

    fn rows(&self) -> Vec<Row> {
        let mut rows = self.values.quantities().rows();
        rows.drain(self.hidden.clone());
        rows
    }

    fn value(&self, index: usize) -> Option<Value> {
        self.values.quantities().value(self.number(index))
    }

    fn admits(&self, index: usize, value: Value) -> Result<(), Refused> {
        self.values.quantities().admits(self.number(index), value)
    }

    fn put(&mut self, index: usize, value: Value) {
        let number = self.number(index);
        self.values.quantities_mut().put(number, value);
    }

    fn is_finite(&self) -> bool {
        self.values.quantities().is_finite()
    }
}

/// The parameters of a plan that has been checked.
pub(super) fn of_plan(plan: &Plan) -> Parameters {
    let free = plan.bodies.iter().filter(|body| body.kind == BodyKind::Free);
    let joints = plan.joints.iter().map(|joint| {
        let mut parameters = JointParameters::of(joint.kind);
        // The plan has been checked: nothing is refused.
        let _ = parameters.start(&joint.parameters);
        (joint.name.clone(), parameters)
    });
    Both {
        first: Parts::new(free.map(|body| (body.name.clone(), BodyParameters::of(body)))),
        second: Both { first: Parts::new(joints), second: GroupParameters::default() },
    }
}
