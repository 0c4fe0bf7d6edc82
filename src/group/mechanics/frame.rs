//! Frames on rigid bodies, and their motion.

use crate::group::plan::FramePlan;
use crate::kinematics::planar::{Axes, Motion, quarter_turn};
use nalgebra::Vector2;

/// A frame that moves with a rigid body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct BodyFrame {
    /// From the body's centre of mass to its origin, in the body's axes \[m\].
    pub at: Vector2<f64>,
    /// Its angle against the body's axes \[rad\].
    pub angle: f64,
}

/// Returns the motion of a frame `arm` \[m\] from the origin of `body`, in outer axes, turned by `angle` \[rad\]
/// against it.
#[inline]
pub(crate) fn rigid_motion_at(body: &Motion<f64>, arm: &Vector2<f64>, angle: f64) -> Motion<f64> {
    Motion {
        position: body.position + arm,
        angle: body.angle + angle,
        velocity: body.velocity + quarter_turn(*arm) * body.spin,
        spin: body.spin,
    }
}

impl BodyFrame {
    /// Returns the frame's motion, where the body's centre of mass moves as `body`.
    #[inline]
    pub fn on(&self, body: &Motion<f64>) -> Motion<f64> {
        let arm = Axes::rotated(body.angle).outward(self.at);
        rigid_motion_at(body, &arm, self.angle)
    }

    /// Returns the motion of the body's centre of mass, where the frame moves as `frame`.
    #[inline]
    pub fn centre(&self, frame: &Motion<f64>) -> Motion<f64> {
        let axes = Axes::rotated(frame.angle - self.angle);
        rigid_motion_at(frame, &axes.outward(-self.at), -self.angle)
    }
}

impl From<FramePlan> for BodyFrame {
    fn from(frame: FramePlan) -> Self {
        Self { at: Vector2::new(frame.x, frame.y), angle: frame.angle }
    }
}
