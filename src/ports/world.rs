//! Frames of both bodies in the world's plane become the motion of b relative to a; for space see `space`.

use super::pair::PairMotion;
use crate::base::Real;
use crate::coupling::InputSample;
use crate::kinematics::planar::{
    Acceleration, Axes, Frame, Load, Motion, PairLoad, Path, Wrench, quarter_turn,
};
use model_description::{Quantities, quantities};
use nalgebra::Vector2;

quantities! {
    /// The states of the two bodies.
    pub struct WorldInputs {
        /// Frame of body a.
        frame_a: Frame,
        /// Frame of body b.
        frame_b: Frame,
    }
}

quantities! {
    /// The loads on the two bodies.
    pub struct WorldLoads {
        /// Load on body a.
        load_a: Load,
        /// Load on body b.
        load_b: Load,
    }
}

/// Rotation of a over one step above which it is not treated as small \[rad\].
const FAR: f64 = 0.1;

/// The motion of the inputs over a step of `size` \[s\].
///
/// Rates of `vx`, `vy`, `w` are accelerations; those of positions are the velocities, which are inputs. A host
/// that gives any rate describes the motion of the bodies in the world, so the rotation of a counts too.
///
/// A step over which a rotates far belongs to a slow study, an hour of wear perhaps: a straight line in
/// the rotating axes of a has no meaning there, so the path is straight in axes that do not rotate.
#[inline(always)]
pub(super) fn motion<T: Real>(
    inputs: InputSample,
    seed: &[f64],
    size: f64,
    scalar: impl Fn(f64, f64) -> T,
) -> PairMotion<T> {
    let (values, seed) = (&inputs.values[..WorldInputs::COUNT], &seed[..WorldInputs::COUNT]);
    let a = body(|index| scalar(values[index], seed[index]));
    let b = body(|index| scalar(values[Frame::COUNT + index], seed[Frame::COUNT + index]));
    let axes = Axes::rotated(a.angle);
    let bend = inputs.rates.map_or_else(Acceleration::zero, |rates| {
        let relative = relative_acceleration(&a, &b, &WorldInputs::read(rates));
        Acceleration { linear: axes.inward(relative.linear), ..relative }
    });
    let mut start = a.relative_in(&axes, &b);
    if (a.spin.re() * size).abs() > FAR {
        start.velocity = axes.inward(b.velocity - a.velocity);
    }
    PairMotion {
        path: Path { start, acceleration: bend },
        axes,
        turning: a.spin.re(),
        mobility: None,
        temperature: None,
    }
}

/// The motion of one body, from the numbers of its frame.
#[inline(always)]
fn body<T: Real>(scalar: impl Fn(usize) -> T) -> Motion<T> {
    Motion {
        position: Vector2::new(scalar(0), scalar(1)),
        angle: scalar(2),
        velocity: Vector2::new(scalar(3), scalar(4)),
        spin: scalar(5),
    }
}

/// The loads on both bodies in world axes; `part` returns the value or the derivative of a scalar.
#[inline]
pub(super) fn loads<T: Real>(
    axes: &Axes<T>,
    load: &PairLoad<T>,
    part: impl Fn(T) -> f64,
) -> WorldLoads {
    let outward = |wrench: &Wrench<T>| {
        let force = axes.outward(wrench.force);
        Load { fx: part(force.x), fy: part(force.y), t: part(wrench.moment) }
    };
    WorldLoads { load_a: outward(&load.a), load_b: outward(&load.b) }
}

/// Acceleration of b in the turning frame of a, in the world's axes: with the Coriolis and the centrifugal
/// acceleration.
fn relative_acceleration<T: Real>(
    a: &Motion<T>,
    b: &Motion<T>,
    rates: &WorldInputs,
) -> Acceleration<T> {
    let WorldInputs { frame_a, frame_b } = rates;
    let vector = |x: f64, y: f64| Vector2::new(T::from(x), T::from(y));
    let (offset, velocity) = (b.position - a.position, b.velocity - a.velocity);
    let turning = T::from(frame_a.w);
    let linear = vector(frame_b.vx - frame_a.vx, frame_b.vy - frame_a.vy)
        - quarter_turn(offset) * turning
        - quarter_turn(velocity) * (a.spin * 2.0)
        - offset * (a.spin * a.spin);
    Acceleration { linear, angular: T::from(frame_b.w - frame_a.w) }
}
