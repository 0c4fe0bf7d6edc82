//! The kinds of joints that a group may have: in the plane every joint that touches at contact points, in space mating parts.

use crate::base::Fault;
use crate::coupling::Contact;
use crate::joints::mating::{MatingGeometry, MatingPair};
use crate::joints::point_contact::ContactGeometry;
use crate::joints::spatial_revolute::Pin;
use crate::joints::spherical_clearance::Socket;
use crate::joints::{
    ContactJoint, Joint, RevoluteClearance, TranslationalClearance, WornRevolute, WornSurfaces,
};
use crate::kinematics::planar::Motion;
use crate::kinematics::spatial;
use crate::laws::contact::Touch;
use crate::laws::film::Film;
use crate::laws::mating::MatingLaws;
use crate::model::Files;
use model_description::{Quantities, Row};
use serde::{Deserialize, Serialize};

/// The kind of a joint, by the name of the single joint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", try_from = "String")]
pub enum JointKind {
    /// A pin in a hole with clearance.
    RevoluteClearance,
    /// A slider between the faces of a guide.
    TranslationalClearance,
}

impl JointKind {
    const ALL: [Self; 2] = [Self::RevoluteClearance, Self::TranslationalClearance];

    /// Returns the single joint of this kind. To make another joint available in groups, add its
    /// variant, its line here and its entry in `ALL`.
    pub(crate) fn single(self) -> SingleJoint<dyn Grouped> {
        match self {
            Self::RevoluteClearance => SingleJoint::of::<RevoluteClearance>(),
            Self::TranslationalClearance => SingleJoint::of::<TranslationalClearance>(),
        }
    }

    /// Returns the single joint of this kind with a wear map of this number of cells; none of a kind that does not wear.
    pub(crate) fn worn(self, cells: u32) -> Option<SingleJoint<dyn Grouped>> {
        matches!(self, Self::RevoluteClearance).then(|| SingleJoint::worn(cells))
    }
}

impl TryFrom<String> for JointKind {
    type Error = Fault;

    fn try_from(name: String) -> Result<Self, Fault> {
        if let Some(kind) = Self::ALL.into_iter().find(|kind| kind.single().name == name) {
            return Ok(kind);
        }
        let names = |between: &str| Self::ALL.map(|kind| kind.single().name).join(between);
        let why = match name.as_str() {
            "spatial_revolute" | "spherical_clearance" => format!(
                "{name} is a joint in space and this group is planar; use {}, or begin the file with \
                 space = true",
                names(" or ")
            ),
            _ => format!("unknown variant `{name}`, expected `{}`", names("` or `")),
        };
        Err(why.into())
    }
}

/// The kind of a joint of a group in space, by the name of the single joint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", try_from = "String")]
pub enum SpaceJointKind {
    /// A pin in a hole with clearance.
    SpatialRevolute,
    /// A ball in a socket with clearance.
    SphericalClearance,
}

impl SpaceJointKind {
    const ALL: [Self; 2] = [Self::SpatialRevolute, Self::SphericalClearance];

    /// Returns the single joint of this kind. To make another joint available in groups, add its
    /// variant, its line here and its entry in `ALL`.
    pub(crate) fn single(self) -> SingleJoint<dyn GroupedInSpace> {
        match self {
            Self::SpatialRevolute => SingleJoint::in_space::<Pin>(),
            Self::SphericalClearance => SingleJoint::in_space::<Socket>(),
        }
    }
}

impl TryFrom<String> for SpaceJointKind {
    type Error = Fault;

    fn try_from(name: String) -> Result<Self, Fault> {
        if let Some(kind) = Self::ALL.into_iter().find(|kind| kind.single().name == name) {
            return Ok(kind);
        }
        let is_planar = JointKind::ALL.iter().any(|kind| kind.single().name == name);
        let what = if is_planar { "is planar and this group is in space" } else { "is no joint" };
        let names = Self::ALL.map(|kind| kind.single().name).join(" or ");
        Err(format!("{name} {what}; use {names}").into())
    }
}

/// Makes the laws of a joint with these values of its parameters and these files.
pub(crate) type MakeLaws<L> = fn(&[f64], &Files) -> Result<Box<L>, Fault>;

/// A single joint as a group makes it.
pub(crate) struct SingleJoint<L: ?Sized> {
    pub name: &'static str,
    /// Returns the rows of its parameters.
    pub rows: fn() -> Vec<Row>,
    /// Makes the laws of the joint with these values of its parameters and these files.
    pub new: MakeLaws<L>,
    /// Cells of its wear map; 0 for surfaces that do not wear.
    pub cells: u32,
}

impl SingleJoint<dyn Grouped> {
    fn of<J: Joint + Grouped + 'static>() -> Self {
        Self {
            name: J::NAME,
            rows: || J::Parameters::default().rows(),
            new: |values, files| Ok(Box::new(J::new(&J::Parameters::read(values), files)?)),
            cells: 0,
        }
    }

    fn worn(cells: u32) -> Self {
        Self {
            name: WornRevolute::NAME,
            rows: || <WornRevolute as Joint>::Parameters::default().rows(),
            new: |values, files| {
                let parameters = <WornRevolute as Joint>::Parameters::read(values);
                Ok(Box::new(WornSurfaces::new(&parameters, files)?))
            },
            cells,
        }
    }
}

impl SingleJoint<dyn GroupedInSpace> {
    fn in_space<G: MatingGeometry>() -> Self {
        Self {
            name: G::NAME,
            rows: || G::Parameters::default().rows(),
            new: |values, _| Ok(Box::new(MatingPair::<G>::new(&G::Parameters::read(values))?)),
            cells: 0,
        }
    }
}

/// Mating parts inside a group in space.
pub(crate) trait GroupedInSpace: std::fmt::Debug + Send {
    /// Returns geometry and friction.
    fn laws(&self) -> MatingLaws<'_>;
    /// Refuses a tilt or a depth beyond the range of the laws.
    fn check_start(&self, b: &spatial::Motion<f64>) -> Result<(), Fault>;
    /// Adopts the tunable ones of these values of its parameters.
    fn tune(&mut self, values: &[f64]) -> Result<(), Fault>;
}

impl<G: MatingGeometry> GroupedInSpace for MatingPair<G> {
    fn laws(&self) -> MatingLaws<'_> {
        MatingPair::laws(self)
    }

    fn check_start(&self, b: &spatial::Motion<f64>) -> Result<(), Fault> {
        MatingPair::check_start(self, b)
    }

    fn tune(&mut self, values: &[f64]) -> Result<(), Fault> {
        MatingPair::tune(self, &G::Parameters::read(values))
    }
}

/// A joint inside a group: its contact points, called slots, and its film.
pub(crate) trait Grouped: std::fmt::Debug + Send {
    /// Returns the number of contact points.
    fn slots(&self) -> usize;
    /// Returns the laws of every contact point.
    fn contact(&self) -> &Contact;
    /// Returns the touch of contact point `slot` for a motion of b in the frame of a.
    fn touch(&self, slot: usize, b: &Motion<f64>) -> Touch<f64>;
    /// Returns the film, if the joint is oiled.
    fn film(&self) -> Option<&Film>;
    /// Returns the speed at which b, which moves like this in the frame of a, approaches the surfaces that limit its
    /// motion \[m/s\].
    fn approach_speed(&self, b: &Motion<f64>) -> f64;
    /// Adopts the tunable ones of these values of its parameters.
    fn tune(&mut self, values: &[f64]) -> Result<(), Fault>;
    /// Returns a notice for the user about its parameters, if there is one.
    fn warning(&self) -> Option<&'static str>;
    /// Returns its surfaces, if they wear.
    fn worn(&self) -> Option<&WornSurfaces> {
        None
    }
    /// Returns its surfaces to be worn, if they wear.
    fn worn_mut(&mut self) -> Option<&mut WornSurfaces> {
        None
    }
}

impl<G, const N: usize> Grouped for ContactJoint<G, N>
where
    G: ContactGeometry<N> + std::fmt::Debug,
{
    fn slots(&self) -> usize {
        N
    }

    #[inline]
    fn contact(&self) -> &Contact {
        &self.contact
    }

    #[inline]
    fn touch(&self, slot: usize, b: &Motion<f64>) -> Touch<f64> {
        self.geometry.touch(slot, b)
    }

    #[inline]
    fn film(&self) -> Option<&Film> {
        Some(&self.oil()?.film)
    }

    fn approach_speed(&self, b: &Motion<f64>) -> f64 {
        if N == 1 {
            // The only point is anywhere around the hole: the journal meets it with about its whole speed.
            return b.velocity.norm();
        }
        (0..N).map(|slot| self.geometry.touch(slot, b).rate.abs()).fold(0.0, f64::max)
    }

    fn tune(&mut self, values: &[f64]) -> Result<(), Fault> {
        Joint::tune(self, &G::Parameters::read(values))
    }

    fn warning(&self) -> Option<&'static str> {
        Joint::warning(self)
    }
}

impl Grouped for WornSurfaces {
    fn slots(&self) -> usize {
        1
    }

    fn contact(&self) -> &Contact {
        WornSurfaces::contact(self)
    }

    fn touch(&self, _slot: usize, b: &Motion<f64>) -> Touch<f64> {
        WornSurfaces::touch(self, b)
    }

    fn film(&self) -> Option<&Film> {
        None
    }

    fn approach_speed(&self, b: &Motion<f64>) -> f64 {
        // As in the hole of an unworn joint.
        b.velocity.norm()
    }

    fn tune(&mut self, values: &[f64]) -> Result<(), Fault> {
        WornSurfaces::tune(self, &<WornRevolute as Joint>::Parameters::read(values))
    }

    fn warning(&self) -> Option<&'static str> {
        None
    }

    fn worn(&self) -> Option<&WornSurfaces> {
        Some(self)
    }

    fn worn_mut(&mut self) -> Option<&mut WornSurfaces> {
        Some(self)
    }
}
