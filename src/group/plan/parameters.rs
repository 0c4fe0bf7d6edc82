//! The parameters of a group: free bodies, joints, the whole.

use super::{BodyKind, BodyPlan, Starts};
use crate::base::Fault;
use crate::coupling::predicted::{Delay, Settings, TOLERANCES};
use crate::group::joint_kind::SingleJoint;
use crate::ports::PortKind;
use model_description::{ANY, Interval, POSITIVE, Quantities, Row, quantities};
use std::sync::Arc;

quantities! {
    /// A point of a body.
    pub struct BodyPoint {
        /// Position along the x axis of the body's own frame.
        x: "m" = 0.0 in ANY,
        /// Position along the y axis of the body's own frame.
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
        centre_of_mass: BodyPoint,
    }
}

quantities! {
    /// Coupling of group and host.
    pub struct CouplingChoices {
        /// Step in which the host applies a load; a wrong choice raises `coupling.work_mismatch`.
        delay: Delay with { Delay::Without },
        /// Whether the host updates positions with the velocity at the end of the step (semi-implicit Euler).
        semi_implicit: bool = false,
        /// Weight of each new estimate of the acceleration that loads from outside the group cause; 0.1 with noisy inputs.
        filter: "1" = 1.0 in Interval::above(0.0).up_to(1.0),
        /// Largest error of the motion inside a step, relative to the speed of each impact or, of films, to the clearance.
        tolerance: "1" = 1e-4 in TOLERANCES,
    }
}

quantities! {
    /// Parameters of the group as a whole.
    pub struct GroupParameters {
        /// Coupling of group and host.
        coupling: CouplingChoices,
        /// Choices at the build.
        build: Choices,
    }
}

quantities! {
    /// Choices at the build.
    pub struct Choices {
        /// How the host is connected: markers on the bodies, or relative motions of the joints with their mobility.
        ports: PortKind constant,
    }
}

impl CouplingChoices {
    /// Returns the settings of the predictor.
    pub fn settings(&self) -> Settings {
        let Self { delay, semi_implicit, filter, tolerance } = *self;
        Settings { delay, semi_implicit, filter, tolerance }
    }
}

impl BodyParameters {
    fn of(body: &BodyPlan) -> Self {
        let [x, y] = body.centre_of_mass;
        Self {
            mass: body.mass.unwrap_or_default(),
            inertia: body.inertia.unwrap_or_default(),
            centre_of_mass: BodyPoint { x, y },
        }
    }

    /// Returns the rows of the free bodies of a plan.
    pub fn rows_of(bodies: &[BodyPlan]) -> Vec<Row> {
        let free = bodies.iter().filter(|body| body.kind == BodyKind::Free);
        let rows = |body: &BodyPlan| Self::of(body).rows().into_iter();
        free.flat_map(|body| rows(body).map(|row| row.inside(&body.name))).collect()
    }
}

/// The parameters of a joint in a group: those of the single joint without `coupling.*` and `build.*`, which belong to
/// the group.
#[derive(Debug, Clone)]
pub(crate) struct JointParameters {
    of_kind: Arc<KindParameters>,
    /// The values of all parameters of the single joint.
    values: Box<[f64]>,
}

/// The constant that is the number of cells.
const CELLS: &str = "build.cells";

/// The parameters of a kind of joint, shared by all joints of the kind.
#[derive(Debug)]
pub(crate) struct KindParameters {
    name: &'static str,
    /// Cells of its wear map.
    cells: u32,
    /// The rows of the single joint.
    rows: Vec<Row>,
    /// Indices of those that are the joint's own in a group, by their names' order in `rows`.
    own: Vec<usize>,
}

impl KindParameters {
    fn of(joint: &SingleJoint<impl ?Sized>) -> Self {
        let rows = (joint.rows)();
        let of_group =
            |row: &Row| ["coupling.", "build."].iter().any(|it| row.name.starts_with(it));
        let own = (0..rows.len()).filter(|index| !of_group(&rows[*index])).collect();
        Self { name: joint.name, cells: joint.cells, rows, own }
    }

    /// Returns the parameters of a kind from `known`, and adds them to it if they are missing.
    fn among(known: &mut Vec<Arc<Self>>, joint: &SingleJoint<impl ?Sized>) -> Arc<Self> {
        if let Some(found) =
            known.iter().find(|known| (known.name, known.cells) == (joint.name, joint.cells))
        {
            return found.clone();
        }
        let new = Arc::new(Self::of(joint));
        known.push(new.clone());
        new
    }

    fn own_rows(&self) -> impl Iterator<Item = (usize, &Row)> {
        self.own.iter().map(|index| (*index, &self.rows[*index]))
    }
}

impl JointParameters {
    /// Makes the parameters of a joint of this kind with these start values; `known` holds those of the kinds of earlier joints.
    /// The error names the start value that cannot be set.
    pub fn new(
        joint: &SingleJoint<impl ?Sized>,
        starts: &Starts,
        known: &mut Vec<Arc<KindParameters>>,
    ) -> Result<Self, Fault> {
        let of_kind = KindParameters::among(known, joint);
        let start = |row: &Row| match row.name == CELLS {
            true => f64::from(joint.cells),
            false => row.start.number(),
        };
        let mut values: Box<[f64]> = of_kind.rows.iter().map(start).collect();
        for (name, text) in &starts.0 {
            let Some((index, row)) = of_kind.own_rows().find(|(_, row)| row.name == *name) else {
                let known: Vec<_> = of_kind.own_rows().map(|(_, row)| row.name.as_str()).collect();
                return Err(format!("{name} is no parameter; known: {}", known.join(", ")).into());
            };
            values[index] = row.parse(text)?.number();
        }
        Ok(Self { of_kind, values })
    }

    /// Returns the rows of the joint of that name.
    pub fn rows(&self, name: &str) -> impl Iterator<Item = Row> {
        self.of_kind.own_rows().map(move |(index, row)| {
            let start = row.kind.value(self.values[index]);
            Row { start, ..row.clone() }.inside(name)
        })
    }

    /// Returns the names of the joint's own parameters.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.of_kind.own_rows().map(|(_, row)| row.name.as_str())
    }

    /// Takes the joint's own values off the front of `parameters`; returns the rest.
    pub fn take<'a>(&mut self, parameters: &'a [f64]) -> &'a [f64] {
        let (own, rest) = parameters.split_at(self.of_kind.own.len());
        for (index, value) in self.of_kind.own.iter().zip(own) {
            self.values[*index] = *value;
        }
        rest
    }

    /// Returns the values of the single joint, in the order of its rows.
    pub fn values(&self) -> &[f64] {
        &self.values
    }
}
