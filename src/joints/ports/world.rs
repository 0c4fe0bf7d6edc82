//! The frames of both bodies in the world's axes.

use super::Ports;
use crate::Real;
use crate::joints::{Options, Passage};
use crate::model::Course;
use crate::planar::{
    Acceleration, Axes, Frame, Load, Motion, PairLoad, Path, Wrench, quarter_turn,
};
use model_description::quantities;
use nalgebra::Vector2;

quantities! {
    /// The states of the two bodies.
    pub struct Inputs {
        /// Frame of body a.
        frame_a: Frame,
        /// Frame of body b.
        frame_b: Frame,
    }
}

quantities! {
    /// The loads on the two bodies.
    pub struct Loads {
        /// Load on body a.
        load_a: Load,
        /// Load on body b.
        load_b: Load,
    }
}

/// Turning of a over one step that is no longer small [rad].
const FAR: f64 = 0.1;

/// Both bodies in the world's axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct World;

impl Ports for World {
    type Inputs = Inputs;
    type Loads = Loads;

    fn variables(_options: &Options) -> (Inputs, Loads) {
        Default::default()
    }

    fn velocity_of(_inputs: &Inputs, input: usize) -> Option<usize> {
        (input % 6 < 3 && input < 12).then_some(input + 3)
    }

    /// Rates of `vx`, `vy`, `w` bend the path; those of positions are the velocities, which are
    /// known. A host that gives any says how the bodies move in the world: the turning of a then
    /// counts too.
    ///
    /// A step over which a turns far is one of a slow study, an hour of wear perhaps: the axes of a
    /// are then no place to go straight on in, and the path is that in axes which do not turn.
    #[inline]
    fn passage<T: Real>(
        course: Course<Inputs>,
        seed: &Inputs,
        size: f64,
        scalar: impl Fn(f64, f64) -> T,
    ) -> Passage<T> {
        let scalar = |of: fn(&Inputs) -> f64| scalar(of(course.inputs), of(seed));
        let a = Motion {
            position: Vector2::new(scalar(|i| i.frame_a.x), scalar(|i| i.frame_a.y)),
            angle: scalar(|i| i.frame_a.phi),
            velocity: Vector2::new(scalar(|i| i.frame_a.vx), scalar(|i| i.frame_a.vy)),
            spin: scalar(|i| i.frame_a.w),
        };
        let b = Motion {
            position: Vector2::new(scalar(|i| i.frame_b.x), scalar(|i| i.frame_b.y)),
            angle: scalar(|i| i.frame_b.phi),
            velocity: Vector2::new(scalar(|i| i.frame_b.vx), scalar(|i| i.frame_b.vy)),
            spin: scalar(|i| i.frame_b.w),
        };
        let axes = Axes::turned(a.angle);
        let bend = course.rates.map_or_else(Acceleration::zero, |rates| {
            let relative = bend(&a, &b, rates);
            Acceleration { linear: axes.inward(relative.linear), ..relative }
        });
        let mut start = a.sees(&b);
        if (a.spin.re() * size).abs() > FAR {
            start.velocity = axes.inward(b.velocity - a.velocity);
        }
        Passage::along(axes, Path { start, bend })
    }

    #[inline]
    fn loads<T: Real>(
        _inputs: &Inputs,
        axes: &Axes<T>,
        load: &PairLoad<T>,
        part: impl Fn(T) -> f64,
    ) -> Loads {
        let turned = |wrench: &Wrench<T>| {
            let force = axes.outward(wrench.force);
            Load { fx: part(force.x), fy: part(force.y), t: part(wrench.moment) }
        };
        Loads { load_a: turned(&load.a), load_b: turned(&load.b) }
    }
}

/// How the path of b bends in the turning frame of a, still in the world's axes: with Coriolis's and
/// the centrifugal part.
fn bend<T: Real>(a: &Motion<T>, b: &Motion<T>, rates: &Inputs) -> Acceleration<T> {
    let Inputs { frame_a, frame_b } = rates;
    let vector = |x: f64, y: f64| Vector2::new(T::from(x), T::from(y));
    let (offset, velocity) = (b.position - a.position, b.velocity - a.velocity);
    let turning = T::from(frame_a.w);
    let linear = vector(frame_b.vx - frame_a.vx, frame_b.vy - frame_a.vy)
        - quarter_turn(offset) * turning
        - quarter_turn(velocity) * (a.spin * 2.0)
        - offset * (a.spin * a.spin);
    Acceleration { linear, angular: T::from(frame_b.w - frame_a.w) }
}
