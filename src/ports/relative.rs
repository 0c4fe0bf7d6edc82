//! Body b relative to body a.

use super::pair::PairMotion;
use crate::base::Real;
use crate::coupling::InputSample;
use crate::kinematics::planar::{Acceleration, Motion, PairLoad, Path};
use model_description::{Quantities, quantities};
use nalgebra::Vector2;

quantities! {
    /// A position.
    pub struct Position {
        /// Position of frame b's origin along the x axis of frame a.
        x: "m" = 0.0,
        /// Position of frame b's origin along the y axis of frame a.
        y: "m" = 0.0,
    }
}

quantities! {
    /// A velocity.
    pub struct Velocity {
        /// Velocity of frame b's origin along the x axis of frame a, relative to the rotating frame a: the rate of the position.
        x: "m/s" = 0.0,
        /// Velocity of frame b's origin along the y axis of frame a, relative to the rotating frame a: the rate of the position.
        y: "m/s" = 0.0,
    }
}

quantities! {
    /// Frame b relative to frame a.
    pub struct RelativeInputs {
        /// Position.
        r_rel: Position,
        /// Angle of frame b relative to frame a, counter-clockwise; wrapped or not.
        phi_rel: "rad" = 0.0,
        /// Velocity.
        v_rel: Velocity,
        /// Angular velocity of frame b relative to frame a, counter-clockwise.
        w_rel: "rad/s" = 0.0,
    }
}

quantities! {
    /// A force.
    pub struct Force {
        /// Force exerted on body b at frame b's origin, along the x axis of frame a.
        x: "N",
        /// Force exerted on body b at frame b's origin, along the y axis of frame a.
        y: "N",
    }
}

quantities! {
    /// The loads on the two bodies, in the axes of frame a.
    pub struct RelativeLoads {
        /// Force on body b.
        force: Force,
        /// Moment exerted on body b about frame b's origin, counter-clockwise.
        torque: "N.m",
        /// Load on body a at frame a's origin, in the axes of frame a.
        reaction: Reaction,
    }
}

quantities! {
    /// Load exerted on body a at its frame's origin, in the axes of that frame.
    pub struct Reaction {
        /// Force exerted on body a at frame a's origin, along the x axis of frame a.
        fx: "N",
        /// Force exerted on body a at frame a's origin, along the y axis of frame a.
        fy: "N",
        /// Moment exerted on body a about frame a's origin, counter-clockwise.
        t: "N.m",
    }
}

impl RelativeLoads {
    /// Loads in the axes of a; `part` returns the value or the derivative of a scalar.
    #[inline]
    pub(crate) fn of<T: Real>(load: &PairLoad<T>, part: impl Fn(T) -> f64) -> Self {
        let PairLoad { a, b } = load;
        Self {
            force: Force { x: part(b.force.x), y: part(b.force.y) },
            torque: part(b.moment),
            reaction: Reaction { fx: part(a.force.x), fy: part(a.force.y), t: part(a.moment) },
        }
    }
}

/// The motion of the inputs.
///
/// Rates of `v_rel` and `w_rel` are the accelerations of the path; those of positions are the velocities.
#[inline(always)]
pub(super) fn motion<T: Real>(
    inputs: InputSample,
    seed: &[f64],
    scalar: impl Fn(f64, f64) -> T,
) -> PairMotion<T> {
    let (values, seed) = (&inputs.values[..RelativeInputs::COUNT], &seed[..RelativeInputs::COUNT]);
    let scalar = |index: usize| scalar(values[index], seed[index]);
    let start = Motion {
        position: Vector2::new(scalar(0), scalar(1)),
        angle: scalar(2),
        velocity: Vector2::new(scalar(3), scalar(4)),
        spin: scalar(5),
    };
    let bend = inputs.rates.map_or_else(Acceleration::zero, |rates| {
        let RelativeInputs { v_rel, w_rel, .. } = RelativeInputs::read(rates);
        let linear = Vector2::new(T::from(v_rel.x), T::from(v_rel.y));
        Acceleration { linear, angular: T::from(w_rel) }
    });
    PairMotion::along(Path { start, acceleration: bend })
}
