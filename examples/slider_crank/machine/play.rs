//! The joints with clearance: each in an FMU of its own, or all in one, a group.

use super::group::GroupFmu;
use super::joint::JointFmu;
use fmu_build::{Error, Fmu};
use spiel_examples::plant::{Body, Constraint, Effort, JointFrame};

/// Start values for a joint's FMU, by variable name.
pub type Settings = Vec<(&'static str, model_description::Value)>;

/// The FMUs of the joints and the start values of every joint.
#[derive(Clone, Copy)]
pub enum Joints<'a> {
    /// An FMU a joint.
    Apart {
        /// The joint for the pins.
        revolute: &'a Fmu,
        /// The joint for the guide.
        translational: &'a Fmu,
        /// Start values that both take.
        settings: &'a Settings,
    },
    /// One FMU for all.
    Together {
        /// The group.
        group: &'a Fmu,
        /// Start values that every joint of it takes; those of `coupling.*` are the group's.
        settings: &'a Settings,
    },
}

/// The place of a joint with clearance.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// Its letter.
    pub letter: char,
    /// Frame a: bearing, guide.
    pub a: JointFrame,
    /// Frame b: journal, slider.
    pub b: JointFrame,
}

/// A joint after a step, as its FMU reports it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct JointState {
    /// Start \[s\] of the last contact.
    pub start_time: f64,
    /// Approach speed \[m/s\] at that start.
    pub impact_speed: f64,
    /// Largest normal force inside the step \[N\].
    pub peak_normal_force: f64,
    /// Energy lost so far \[J\].
    pub dissipated: f64,
    /// Force on body b, the mean over the step \[N\].
    pub force: [f64; 2],
    /// Offset of b's frame from a's at the step's start \[m\].
    pub offset: [f64; 2],
    /// The values of [`Play::also_reported`], in their order.
    pub also: Vec<f64>,
}

/// The joints with clearance at work.
pub enum Play {
    /// An FMU a joint.
    Apart(Vec<JointFmu>),
    /// One FMU for all.
    Together(Box<GroupFmu>),
}

impl Place {
    /// States of both frames, x, y, φ and their rates; the ground's are zeros.
    pub fn states(&self, bodies: &[Body]) -> [[f64; 6]; 2] {
        [self.a, self.b].map(|frame| frame.map_or([0.0; 6], |frame| state(bodies, frame)))
    }
}

/// State of a point of a body: x, y, φ and their rates.
pub fn state(bodies: &[Body], (body, point): (usize, nalgebra::Vector2<f64>)) -> [f64; 6] {
    let body = &bodies[body];
    let (place, speed) = (body.place(point), body.speed(point));
    [place.x, place.y, body.angle, speed.x, speed.y, body.spin]
}

impl Play {
    /// Joints at `places`; none without FMUs.
    pub fn new(joints: Option<Joints>, places: Vec<Place>) -> Result<Self, Error> {
        match joints {
            None => Ok(Self::Apart(Vec::new())),
            Some(Joints::Together { group, settings }) => {
                Ok(Self::Together(Box::new(GroupFmu::new(group, settings, places)?)))
            }
            Some(Joints::Apart { revolute, translational, settings }) => {
                let joint = |place: Place| {
                    let fmu = if place.letter == 'D' { translational } else { revolute };
                    JointFmu::new(fmu, settings, place)
                };
                places.into_iter().map(joint).collect::<Result<_, _>>().map(Self::Apart)
            }
        }
    }

    /// Passes the bodies' states at `time` and steps over `step`: the loads, means over it, are held from
    /// then on.
    pub fn step(
        &mut self,
        bodies: &[Body],
        constraints: &[Constraint],
        time: f64,
        step: f64,
    ) -> Result<(), Error> {
        match self {
            Self::Apart(joints) => {
                joints.iter_mut().try_for_each(|joint| joint.step(bodies, constraints, time, step))
            }
            Self::Together(group) => group.step(bodies, time, step),
        }
    }

    /// Adds the held loads to `efforts`: their arms turn with the bodies.
    pub fn act(&self, bodies: &[Body], efforts: &mut [Effort]) {
        match self {
            Self::Apart(joints) => joints.iter().for_each(|joint| joint.act(bodies, efforts)),
            Self::Together(group) => group.act(efforts),
        }
    }

    /// The joints after the last step, with their letters.
    pub fn states(&self) -> impl Iterator<Item = (char, &JointState)> {
        let (apart, together) = match self {
            Self::Apart(joints) => (joints.as_slice(), &[][..]),
            Self::Together(group) => (&[][..], group.joints.as_slice()),
        };
        let apart = apart.iter().map(|joint| (joint.place.letter, &joint.state));
        apart.chain(together.iter().map(|joint| (joint.place.letter, &joint.state)))
    }

    /// Energy stored in all joints \[J\].
    pub fn stored(&self) -> f64 {
        match self {
            Self::Apart(joints) => joints.iter().map(|joint| joint.stored).sum(),
            Self::Together(group) => group.stored,
        }
    }

    /// Largest acceleration of the slider along x inside the last step \[m/s²\]; 0 if no joint reports it.
    pub fn peak_acceleration(&self) -> f64 {
        match self {
            Self::Apart(_) => 0.0,
            Self::Together(group) => group.peak_acceleration,
        }
    }

    /// Outputs of joints beyond the common ones: the Real outputs of their contacts, with their letters.
    pub fn also_reported(&self) -> Vec<(char, String)> {
        match self {
            Self::Apart(joints) => joints.iter().flat_map(JointFmu::also_reported).collect(),
            Self::Together(group) => group.also_reported(),
        }
    }

    /// Fetches outputs that only a record needs: the values of [`Self::also_reported`].
    pub fn look(&mut self) -> Result<(), Error> {
        match self {
            Self::Apart(joints) => joints.iter_mut().try_for_each(JointFmu::look),
            Self::Together(group) => group.look(),
        }
    }
}
