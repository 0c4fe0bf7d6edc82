//! Body b as body a sees it.

use super::Ports;
use crate::Real;
use crate::joints::{Options, Passage};
use crate::model::Course;
use crate::planar::{Acceleration, Axes, Motion, PairLoad, Path};
use model_description::quantities;
use nalgebra::Vector2;

quantities! {
    /// A position.
    pub struct Place {
        /// Position of frame b's origin along the x axis of frame a.
        x: "m" = 0.0,
        /// Position of frame b's origin along the y axis of frame a.
        y: "m" = 0.0,
    }
}

quantities! {
    /// A velocity.
    pub struct Velocity {
        /// Velocity of frame b's origin along the x axis of frame a, as frame a sees it: the rate of the position.
        x: "m/s" = 0.0,
        /// Velocity of frame b's origin along the y axis of frame a, as frame a sees it: the rate of the position.
        y: "m/s" = 0.0,
    }
}

quantities! {
    /// Frame b as frame a sees it.
    pub struct RelativeInputs {
        /// Position.
        r_rel: Place,
        /// Angle of frame b against frame a, counter-clockwise; wrapped or not.
        phi_rel: "rad" = 0.0,
        /// Velocity.
        v_rel: Velocity,
        /// Angular velocity of frame b against frame a, counter-clockwise.
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
    /// Loads in the axes of a; `part` picks a number from each scalar.
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

/// Body b in the frame of body a.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Relative;

impl Ports for Relative {
    type Inputs = RelativeInputs;
    type Loads = RelativeLoads;

    fn variables(_options: &Options) -> (RelativeInputs, RelativeLoads) {
        Default::default()
    }

    fn velocity_of(_inputs: &RelativeInputs, input: usize) -> Option<usize> {
        (input < 3).then_some(input + 3)
    }

    /// Rates of `v_rel` and `w_rel` bend the path; those of positions are the velocities.
    #[inline]
    fn passage<T: Real>(
        course: Course<RelativeInputs>,
        seed: &RelativeInputs,
        _: f64,
        scalar: impl Fn(f64, f64) -> T,
    ) -> Passage<T> {
        let scalar = |of: fn(&RelativeInputs) -> f64| scalar(of(course.inputs), of(seed));
        let start = Motion {
            position: Vector2::new(scalar(|i| i.r_rel.x), scalar(|i| i.r_rel.y)),
            angle: scalar(|i| i.phi_rel),
            velocity: Vector2::new(scalar(|i| i.v_rel.x), scalar(|i| i.v_rel.y)),
            spin: scalar(|i| i.w_rel),
        };
        let bend = course.rates.map_or_else(Acceleration::zero, |rates| Acceleration {
            linear: Vector2::new(T::from(rates.v_rel.x), T::from(rates.v_rel.y)),
            angular: T::from(rates.w_rel),
        });
        Passage::along(Axes::same(), Path { start, bend })
    }

    #[inline]
    fn loads<T: Real>(
        _inputs: &RelativeInputs,
        _: &Axes<T>,
        load: &PairLoad<T>,
        part: impl Fn(T) -> f64,
    ) -> RelativeLoads {
        RelativeLoads::of(load, part)
    }
}
