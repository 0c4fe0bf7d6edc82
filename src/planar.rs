//! Motions and loads of bodies in the plane.

use crate::Real;
use model_description::quantities;
use nalgebra::Vector2;

quantities! {
    /// Joint frame of one body as the host knows it, in world axes.
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

/// Position and velocity of a body in the plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Motion<T> {
    /// Position of the origin [m].
    pub position: Vector2<T>,
    /// Angle, counter-clockwise [rad].
    pub angle: T,
    /// Velocity of the origin [m/s].
    pub velocity: Vector2<T>,
    /// Angular velocity, counter-clockwise [rad/s].
    pub spin: T,
}

impl<T: Real> Motion<T> {
    /// The motion `time` [s] later if nothing acts.
    #[inline]
    pub fn after(&self, time: T) -> Self {
        Self {
            position: self.position + self.velocity * time,
            angle: self.angle + self.spin * time,
            ..*self
        }
    }
}

impl From<&Frame> for Motion<f64> {
    #[inline]
    fn from(frame: &Frame) -> Self {
        Self {
            position: Vector2::new(frame.x, frame.y),
            angle: frame.phi,
            velocity: Vector2::new(frame.vx, frame.vy),
            spin: frame.w,
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

/// The two bodies of a joint.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pair<T> {
    /// Body a: bearing, guide, rod, lower part.
    pub a: Motion<T>,
    /// Body b: journal, slider, pin, upper part.
    pub b: Motion<T>,
}

impl<T: Real> Pair<T> {
    /// Both motions `time` [s] later if nothing acts.
    #[inline]
    pub fn after(&self, time: T) -> Self {
        Self { a: self.a.after(time), b: self.b.after(time) }
    }
}

/// A force and the moment about the frame's origin; also an impulse and its moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wrench<T> {
    /// Force [N].
    pub force: Vector2<T>,
    /// Moment, counter-clockwise [N m].
    pub moment: T,
}

impl<T: Real> Wrench<T> {
    /// Nothing.
    pub fn zero() -> Self {
        Self { force: Vector2::new(T::from(0.0), T::from(0.0)), moment: T::from(0.0) }
    }

    /// `force` acting at `arm` from the origin.
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

impl From<&Wrench<f64>> for Load {
    fn from(wrench: &Wrench<f64>) -> Self {
        Self { fx: wrench.force.x, fy: wrench.force.y, t: wrench.moment }
    }
}

/// What a joint exerts on its two bodies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairLoad<T> {
    /// On body a.
    pub a: Wrench<T>,
    /// On body b.
    pub b: Wrench<T>,
}

impl<T: Real> PairLoad<T> {
    /// Nothing.
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

/// `vector` turned by 90° counter-clockwise.
#[inline]
pub fn quarter_turn<T: Real>(vector: Vector2<T>) -> Vector2<T> {
    Vector2::new(-vector.y, vector.x)
}
