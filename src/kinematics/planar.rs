//! Motions and loads of bodies in the plane.
//!
//! A body that turns with the frame beside it is at rest relative to that frame:
//!
//! ```
//! use nalgebra::Vector2;
//! use spiel::kinematics::planar::Motion;
//! let a = Motion { position: Vector2::zeros(), angle: 0.0, velocity: Vector2::zeros(), spin: 2.0 };
//! let b = Motion { position: Vector2::new(0.1, 0.0), velocity: Vector2::new(0.0, 0.2), ..a };
//! assert_eq!(a.relative(&b).velocity, Vector2::zeros());
//! ```

use crate::base::Real;
use crate::base::real::sin_cos;
use model_description::quantities;
use nalgebra::Vector2;

quantities! {
    /// Joint frame of one body, in world axes.
    pub struct Frame {
        /// Position of the frame's origin along the world's x axis.
        x: "m" = 0.0,
        /// Position of the frame's origin along the world's y axis.
        y: "m" = 0.0,
        /// Angle of the frame, counter-clockwise; wrapped or not.
        phi: "rad" = 0.0,
        /// Velocity of the frame's origin along the world's x axis.
        vx: "m/s" = 0.0,
        /// Velocity of the frame's origin along the world's y axis.
        vy: "m/s" = 0.0,
        /// Angular velocity, counter-clockwise.
        w: "rad/s" = 0.0,
    }
}

quantities! {
    /// Load exerted on one body at its frame's origin, in world axes.
    pub struct Load {
        /// Force exerted on the body along the world's x axis (Modelica's flow has the other sign).
        fx: "N",
        /// Force exerted on the body along the world's y axis (Modelica's flow has the other sign).
        fy: "N",
        /// Moment exerted on the body about its frame's origin, counter-clockwise.
        t: "N.m",
    }
}

/// Position and velocity of a body in the plane, in world axes or relative to another body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Motion<T> {
    /// Position of the origin \[m\].
    pub position: Vector2<T>,
    /// Angle, counter-clockwise \[rad\].
    pub angle: T,
    /// Velocity of the origin \[m/s\].
    pub velocity: Vector2<T>,
    /// Angular velocity, counter-clockwise \[rad/s\].
    pub spin: T,
}

impl<T: Real> Motion<T> {
    /// No motion, at the origin.
    pub fn rest() -> Self {
        let zero = T::from(0.0);
        let nowhere = Vector2::new(zero, zero);
        Self { position: nowhere, angle: zero, velocity: nowhere, spin: zero }
    }

    /// Returns the motion of a body `b` relative to this one, in axes that move and rotate with this one.
    ///
    /// Angles of both are used as they are; no law depends on the number of turns.
    #[inline]
    pub fn relative(&self, b: &Self) -> Self {
        self.relative_in(&Axes::rotated(self.angle), b)
    }

    /// Like [`relative`](Self::relative), with the `axes` of this motion's angle already computed.
    #[inline]
    pub(crate) fn relative_in(&self, axes: &Axes<T>, b: &Self) -> Self {
        let offset = b.position - self.position;
        let velocity = b.velocity - self.velocity - quarter_turn(offset) * self.spin;
        Self {
            position: axes.inward(offset),
            angle: b.angle - self.angle,
            velocity: axes.inward(velocity),
            spin: b.spin - self.spin,
        }
    }
}

impl From<&Motion<f64>> for Frame {
    fn from(motion: &Motion<f64>) -> Self {
        Self {
            x: motion.position.x,
            y: motion.position.y,
            phi: motion.angle,
            vx: motion.velocity.x,
            vy: motion.velocity.y,
            w: motion.spin,
        }
    }
}

impl From<&Frame> for Motion<f64> {
    fn from(frame: &Frame) -> Self {
        let Frame { x, y, phi, vx, vy, w } = *frame;
        let (position, velocity) = (Vector2::new(x, y), Vector2::new(vx, vy));
        Self { position, angle: phi, velocity, spin: w }
    }
}

/// Axes rotated against the outer axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Axes<T> {
    sin: T,
    cos: T,
}

impl<T: Real> Axes<T> {
    /// Axes equal to the outer ones.
    pub fn same() -> Self {
        Self { sin: T::from(0.0), cos: T::from(1.0) }
    }

    /// Axes rotated counter-clockwise by `angle` \[rad\].
    #[inline]
    pub fn rotated(angle: T) -> Self {
        let (sin, cos) = sin_cos(angle);
        Self { sin, cos }
    }

    /// Axes whose first is the unit vector `first`.
    #[inline]
    pub fn along(first: Vector2<T>) -> Self {
        Self { sin: first.y, cos: first.x }
    }

    /// The first of these axes, in outer components.
    #[inline]
    pub fn first(&self) -> Vector2<T> {
        Vector2::new(self.cos, self.sin)
    }

    /// The product of two rotations: axes whose components in these are those of `inner` in the outer ones.
    #[inline]
    pub fn then(&self, inner: &Axes<T>) -> Self {
        let Self { sin, cos } = *self;
        Self { sin: sin * inner.cos + cos * inner.sin, cos: cos * inner.cos - sin * inner.sin }
    }

    /// Converts a vector from outer components to components in these axes.
    #[inline]
    pub fn inward(&self, outer: Vector2<T>) -> Vector2<T> {
        let Self { sin, cos } = *self;
        Vector2::new(outer.x * cos + outer.y * sin, outer.y * cos - outer.x * sin)
    }

    /// Converts a vector from components in these axes to outer components.
    #[inline]
    pub fn outward(&self, inner: Vector2<T>) -> Vector2<T> {
        let Self { sin, cos } = *self;
        Vector2::new(inner.x * cos - inner.y * sin, inner.x * sin + inner.y * cos)
    }
}

/// Rates of change of a motion's velocities.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Acceleration<T> {
    /// Linear acceleration of the origin \[m/s²\].
    pub linear: Vector2<T>,
    /// Angular acceleration \[rad/s²\].
    pub angular: T,
}

impl<T: Real> Acceleration<T> {
    /// Zero acceleration.
    pub fn zero() -> Self {
        let zero = T::from(0.0);
        Self { linear: Vector2::new(zero, zero), angular: zero }
    }
}

/// Returns the largest change within `time` \[s\] of a coordinate with this rate and this constant acceleration.
#[inline]
pub(crate) fn farthest(rate: f64, acceleration: f64, time: f64) -> f64 {
    (rate.abs() + 0.5 * time * acceleration.abs()) * time
}

/// A motion over a step, with constant accelerations.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Path<T> {
    /// Motion at the beginning.
    pub start: Motion<T>,
    /// Accelerations over the step.
    pub acceleration: Acceleration<T>,
}

impl<T: Real> Path<T> {
    /// The path of a body with constant velocity.
    pub fn straight(start: Motion<T>) -> Self {
        Self { start, acceleration: Acceleration::zero() }
    }

    /// Returns the distance \[m\] and the angle \[rad\] by which the body moves and turns in `time` \[s\] at most.
    #[inline]
    pub fn travel(&self, time: f64) -> [f64; 2] {
        let Self { start, acceleration } = self;
        let moved = |rate: T, growth: T| farthest(rate.re(), growth.re(), time);
        let [x, y] = [0, 1].map(|axis| moved(start.velocity[axis], acceleration.linear[axis]));
        [x + y, moved(start.spin, acceleration.angular)]
    }

    /// The motion `time` \[s\] after the start.
    #[inline]
    pub fn at(&self, time: T) -> Motion<T> {
        let Self { start, acceleration } = self;
        let half = time * time * 0.5;
        Motion {
            position: start.position + start.velocity * time + acceleration.linear * half,
            angle: start.angle + start.spin * time + acceleration.angular * half,
            velocity: start.velocity + acceleration.linear * time,
            spin: start.spin + acceleration.angular * time,
        }
    }
}

/// A force and the moment about the frame's origin; also an impulse and its moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wrench<T> {
    /// Force \[N\].
    pub force: Vector2<T>,
    /// Moment, counter-clockwise \[N m\].
    pub moment: T,
}

impl<T: Real> Wrench<T> {
    /// Zero force and moment.
    pub fn zero() -> Self {
        Self { force: Vector2::new(T::from(0.0), T::from(0.0)), moment: T::from(0.0) }
    }

    /// The wrench of a `force` with its point of application at `arm` from the origin.
    #[inline]
    pub fn at(arm: Vector2<T>, force: Vector2<T>) -> Self {
        Self { force, moment: arm.x * force.y - arm.y * force.x }
    }

    /// `self + factor · other`.
    #[inline]
    #[must_use]
    pub fn plus(&self, factor: T, other: &Self) -> Self {
        Self {
            force: self.force + other.force * factor,
            moment: self.moment + other.moment * factor,
        }
    }
}

/// The loads of a joint on its two bodies, in the axes of body a.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairLoad<T> {
    /// Load on body a, about its own origin.
    pub a: Wrench<T>,
    /// Load on body b, about its own origin.
    pub b: Wrench<T>,
}

impl<T: Real> PairLoad<T> {
    /// Zero loads.
    pub fn zero() -> Self {
        Self { a: Wrench::zero(), b: Wrench::zero() }
    }

    /// `self + factor · other`.
    #[inline]
    #[must_use]
    pub fn plus(&self, factor: T, other: &Self) -> Self {
        Self { a: self.a.plus(factor, &other.a), b: self.b.plus(factor, &other.b) }
    }
}

/// Rotates `vector` by 90° counter-clockwise.
#[inline]
pub fn quarter_turn<T: Real>(vector: Vector2<T>) -> Vector2<T> {
    Vector2::new(-vector.y, vector.x)
}
