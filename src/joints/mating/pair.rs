//! Geometry and friction of mating parts: all of a joint that a group needs.

use super::MatingGeometry;
use crate::base::{Fault, Real};
use crate::kinematics::spatial::Motion;
use crate::laws::friction::FrictionLaw;
use crate::laws::mating::{CONTACTS, MatingLaws, MatingParts};
use model_description::Interval;
use std::marker::PhantomData;

const TILT: &str = "angle between the axes of a and b in rad, at most the root of 0.6 clearance/journal \
                    radius; the frames' z axes must lie along hole and pin";

/// Mating parts with their friction.
#[derive(Debug)]
pub(crate) struct MatingPair<G> {
    pub parts: MatingParts,
    pub friction: FrictionLaw,
    /// Friction of the faces relative to that of the hole.
    pub face_friction: f64,
    geometry: PhantomData<G>,
}

impl<G: MatingGeometry> MatingPair<G> {
    /// Makes the parts of these parameters; refuses those that do not fit each other.
    pub fn new(parameters: &G::Parameters) -> Result<Self, Fault> {
        Fault::check_ranges(parameters)?;
        let common = G::common(parameters);
        common.by_speed.check(false)?;
        Ok(Self {
            parts: G::parts(parameters)?,
            friction: FrictionLaw::without_micro_slip(common.friction)?,
            face_friction: common.face_friction,
            geometry: PhantomData,
        })
    }

    /// Adopts the tunable ones of these parameters.
    pub fn tune(&mut self, parameters: &G::Parameters) -> Result<(), Fault> {
        self.friction = FrictionLaw::without_micro_slip(G::common(parameters).friction)?;
        self.parts.set_losses(G::losses(parameters));
        Ok(())
    }
}

impl<G> MatingPair<G> {
    /// Returns geometry and friction.
    pub fn laws(&self) -> MatingLaws<'_> {
        let Self { parts, friction, face_friction, .. } = self;
        MatingLaws { parts, friction, face_friction: *face_friction }
    }

    /// Refuses a tilt or a depth beyond the range of the laws.
    pub fn check_start(&self, b: &Motion<f64>) -> Result<(), Fault> {
        self.check_tilt(b)?;
        check_depth(&self.parts, &self.parts.gaps(b))
    }

    /// Refuses a tilt beyond the range of the geometry.
    pub fn check_tilt<T: Real>(&self, b: &Motion<T>) -> Result<(), Fault> {
        // The limit is that of the tangent.
        let most = self.parts.largest_tilt();
        if most == f64::INFINITY {
            return Ok(());
        }
        let axis = b.axis.map(|part| part.re());
        let tilt = axis.xy().norm().atan2(axis.z.abs());
        Fault::check("tilt", tilt, Interval::closed(0.0, most.atan()), TILT).map(|_| ())
    }
}

/// Refuses parts that are deeper in each other than half the outer one's radius: no law holds there.
pub(super) fn check_depth(parts: &MatingParts, gaps: &[(f64, f64); CONTACTS]) -> Result<(), Fault> {
    let depth = gaps[0].0.max(gaps[1].0);
    let allowed = Interval::closed(-f64::INFINITY, 0.5 * parts.outer_radius());
    let meaning = match parts {
        MatingParts::Journal(_) => {
            "depth of the journal in the bearing in m, at most half the bearing's radius"
        }
        MatingParts::Ball(_) => {
            "depth of the ball in the socket in m, at most half the socket's radius"
        }
    };
    Fault::check("penetration", depth, allowed, meaning).map(|_| ())
}
