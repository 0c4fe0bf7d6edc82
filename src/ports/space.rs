//! Ports of a joint in space: frames with quaternions, or body b relative to body a.

use super::{JointPorts, PortKind};
use crate::base::{Fault, Real};
use crate::coupling::{InputSample, SpatialMobility, SpatialMobilityInputs};
use crate::kinematics::spatial::{Axes, Motion, PairLoad, Path, Wrench, unit, zeros};
use model_description::Interval;
use model_description::{Quantities, Row, quantities};
use nalgebra::Vector3;
use num_dual::Dual64;

quantities! {
    /// Joint frame of one body.
    pub struct SpatialFrame {
        /// Position of the frame's origin along the world's x axis.
        x: "m" = 0.0,
        /// Position of the frame's origin along the world's y axis.
        y: "m" = 0.0,
        /// Position of the frame's origin along the world's z axis.
        z: "m" = 0.0,
        /// Quaternion from the frame's axes to the world's: scalar part. Unit length; its negative is the same rotation.
        e0: "1" = 1.0,
        /// Quaternion: first component of the vector part.
        e1: "1" = 0.0,
        /// Quaternion: second component of the vector part.
        e2: "1" = 0.0,
        /// Quaternion: third component of the vector part.
        e3: "1" = 0.0,
        /// Velocity of the frame's origin along the world's x axis.
        vx: "m/s" = 0.0,
        /// Velocity of the frame's origin along the world's y axis.
        vy: "m/s" = 0.0,
        /// Velocity of the frame's origin along the world's z axis.
        vz: "m/s" = 0.0,
        /// Angular velocity about the world's x axis.
        wx: "rad/s" = 0.0,
        /// Angular velocity about the world's y axis.
        wy: "rad/s" = 0.0,
        /// Angular velocity about the world's z axis.
        wz: "rad/s" = 0.0,
    }
}

quantities! {
    /// The states of the two bodies.
    pub struct SpatialWorldInputs {
        /// Frame of body a.
        frame_a: SpatialFrame,
        /// Frame of body b.
        frame_b: SpatialFrame,
    }
}

quantities! {
    /// Load exerted on one body at its frame's origin, in world axes.
    pub struct SpatialLoad {
        /// Force exerted on the body along the world's x axis (Modelica's flow has the other sign).
        fx: "N",
        /// Force exerted on the body along the world's y axis (Modelica's flow has the other sign).
        fy: "N",
        /// Force exerted on the body along the world's z axis (Modelica's flow has the other sign).
        fz: "N",
        /// Moment exerted on the body about its frame's origin, about the world's x axis.
        tx: "N.m",
        /// Moment exerted on the body about its frame's origin, about the world's y axis.
        ty: "N.m",
        /// Moment exerted on the body about its frame's origin, about the world's z axis.
        tz: "N.m",
    }
}

quantities! {
    /// The loads on the two bodies.
    pub struct SpatialWorldLoads {
        /// Load on body a.
        load_a: SpatialLoad,
        /// Load on body b.
        load_b: SpatialLoad,
    }
}

quantities! {
    /// A position.
    pub struct SpatialPosition {
        /// Position of frame b's origin along the x axis of frame a.
        x: "m" = 0.0,
        /// Position of frame b's origin along the y axis of frame a.
        y: "m" = 0.0,
        /// Position of frame b's origin along the z axis of frame a.
        z: "m" = 0.0,
    }
}

quantities! {
    /// A direction.
    pub struct AxisDirection {
        /// Component along the x axis of frame a of the unit vector along frame b's z axis; its negative is the same axis.
        x: "1" = 0.0,
        /// Component along the y axis of frame a of the unit vector along frame b's z axis.
        y: "1" = 0.0,
        /// Component along the z axis of frame a of the unit vector along frame b's z axis.
        z: "1" = 1.0,
    }
}

quantities! {
    /// A velocity.
    pub struct SpatialVelocity {
        /// Velocity of frame b's origin along the x axis of frame a, relative to the rotating frame a: the rate of the position.
        x: "m/s" = 0.0,
        /// Velocity of frame b's origin along the y axis of frame a, relative to the rotating frame a: the rate of the position.
        y: "m/s" = 0.0,
        /// Velocity of frame b's origin along the z axis of frame a, relative to the rotating frame a: the rate of the position.
        z: "m/s" = 0.0,
    }
}

quantities! {
    /// An angular velocity.
    pub struct SpatialSpin {
        /// Angular velocity of b relative to a, about the x axis of frame a.
        x: "rad/s" = 0.0,
        /// Angular velocity of b relative to a, about the y axis of frame a.
        y: "rad/s" = 0.0,
        /// Angular velocity of b relative to a, about the z axis of frame a.
        z: "rad/s" = 0.0,
    }
}

quantities! {
    /// Frame b relative to frame a.
    pub struct SpatialRelativeInputs {
        /// Position.
        r_rel: SpatialPosition,
        /// Direction of frame b's z axis.
        axis_rel: AxisDirection,
        /// Velocity.
        v_rel: SpatialVelocity,
        /// Angular velocity.
        w_rel: SpatialSpin,
    }
}

quantities! {
    /// A force on b.
    pub struct SpatialForce {
        /// Force exerted on b along the x axis of frame a (Modelica's flow has the other sign).
        x: "N",
        /// Force exerted on b along the y axis of frame a (Modelica's flow has the other sign).
        y: "N",
        /// Force exerted on b along the z axis of frame a (Modelica's flow has the other sign).
        z: "N",
    }
}

quantities! {
    /// A moment on b.
    pub struct SpatialTorque {
        /// Moment exerted on b about frame b's origin, about the x axis of frame a.
        x: "N.m",
        /// Moment exerted on b about frame b's origin, about the y axis of frame a.
        y: "N.m",
        /// Moment exerted on b about frame b's origin, about the z axis of frame a.
        z: "N.m",
    }
}

quantities! {
    /// What balances the load on b, at frame a's origin.
    pub struct SpatialReaction {
        /// Force exerted on a along the x axis of frame a.
        fx: "N",
        /// Force exerted on a along the y axis of frame a.
        fy: "N",
        /// Force exerted on a along the z axis of frame a.
        fz: "N",
        /// Moment exerted on a about frame a's origin, about its x axis.
        tx: "N.m",
        /// Moment exerted on a about frame a's origin, about its y axis.
        ty: "N.m",
        /// Moment exerted on a about frame a's origin, about its z axis.
        tz: "N.m",
    }
}

quantities! {
    /// The loads in the axes of a.
    pub struct SpatialRelativeLoads {
        /// Force on b.
        force: SpatialForce,
        /// Moment on b.
        torque: SpatialTorque,
        /// Load on a.
        reaction: SpatialReaction,
    }
}

/// How far from 1 the length of a quaternion or an axis may be: hosts interpolate.
const UNIT_LENGTH: Interval = Interval::closed(0.99, 1.01);

/// Turning of a over one step that is no longer small \[rad\]; see the ports in the plane.
const FAR: f64 = 0.1;

/// The motion of a pair of bodies over a step, in space.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpatialPairMotion<T> {
    /// The path of b in the frame of a.
    pub path: Path<T>,
    /// The axes of a relative to those in which loads are returned.
    pub axes: Axes<T>,
    /// How fast a turns, in its own axes \[rad/s\]; 0 with relative ports, which do not know.
    pub turning: Vector3<T>,
    /// The pair's mobility in those outer axes, if the host gives it at every communication point.
    pub mobility: Option<SpatialMobility>,
}

impl<T: Real> SpatialPairMotion<T> {
    /// The path of b in the axes of a, without a mobility from the host.
    pub fn along(path: Path<T>) -> Self {
        Self { path, axes: Axes::same(), turning: zeros(), mobility: None }
    }
}

/// The ports of one joint in space.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpatialPorts {
    /// How bodies and joint are connected.
    pub kind: PortKind,
    /// Whether the host gives the mobility of the pair at every communication point.
    pub takes_mobility: bool,
    /// Length that compares turning with moving where a mobility is checked \[m\].
    pub reach: f64,
}

impl SpatialPorts {
    #[inline]
    fn lifted<T: Real>(
        &self,
        inputs: InputSample,
        size: f64,
        scalar: impl Fn(usize) -> T,
    ) -> Result<SpatialPairMotion<T>, Fault> {
        match self.kind {
            PortKind::World => world(inputs, size, scalar),
            PortKind::Relative => relative(inputs, scalar),
        }
    }
}

impl JointPorts for SpatialPorts {
    type Motion<T: Real> = Motion<T>;
    type Pair<T: Real> = SpatialPairMotion<T>;
    type Load<T: Real> = PairLoad<T>;

    fn input_rows(&self) -> Vec<Row> {
        let mut rows = match self.kind {
            PortKind::World => SpatialWorldInputs::default().rows(),
            PortKind::Relative => SpatialRelativeInputs::default().rows(),
        };
        if self.takes_mobility {
            let mobility = SpatialMobilityInputs::default().rows();
            rows.extend(mobility.into_iter().map(|row| row.inside("mobility")));
        }
        rows
    }

    fn load_rows(&self) -> Vec<Row> {
        match self.kind {
            PortKind::World => SpatialWorldLoads::default().rows(),
            PortKind::Relative => SpatialRelativeLoads::default().rows(),
        }
    }

    fn velocities(&self) -> Vec<(usize, usize)> {
        let frames: &[(usize, usize)] = match self.kind {
            PortKind::World => &[(0, 7), (13, 20)],
            PortKind::Relative => &[(0, 6)],
        };
        let pairs = |(place, speed): &(usize, usize)| [0, 1, 2].map(|k| (place + k, speed + k));
        frames.iter().flat_map(pairs).collect()
    }

    #[inline]
    fn pair(&self, inputs: InputSample, size: f64) -> Result<SpatialPairMotion<f64>, Fault> {
        let mut motion = self.lifted(inputs, size, |index| inputs.values[index])?;
        if self.takes_mobility {
            let first = match self.kind {
                PortKind::World => SpatialWorldInputs::COUNT,
                PortKind::Relative => SpatialRelativeInputs::COUNT,
            };
            let mobility = SpatialMobilityInputs::read(&inputs.values[first..]);
            motion.mobility = mobility.mobility(self.reach)?;
        }
        Ok(motion)
    }

    fn pair_with_derivatives(
        &self,
        inputs: InputSample,
        seed: &[f64],
        size: f64,
    ) -> Result<SpatialPairMotion<Dual64>, Fault> {
        self.lifted(inputs, size, |index| Dual64::new(inputs.values[index], seed[index]))
    }

    #[inline]
    fn at(&self, inputs: &[f64]) -> Result<SpatialPairMotion<f64>, Fault> {
        self.lifted(InputSample::of(inputs), 0.0, |index| inputs[index])
    }

    #[inline]
    fn start<T: Real>(pair: &SpatialPairMotion<T>) -> &Motion<T> {
        &pair.path.start
    }

    #[inline]
    fn write<T: Real>(
        &self,
        pair: &SpatialPairMotion<T>,
        load: &PairLoad<T>,
        part: impl Fn(T) -> f64,
        loads: &mut [f64],
    ) {
        let wrenches = match self.kind {
            PortKind::World => [&load.a, &load.b],
            PortKind::Relative => [&load.b, &load.a],
        };
        for (Wrench { force, moment }, loads) in wrenches.into_iter().zip(loads.chunks_exact_mut(6))
        {
            let outer = match self.kind {
                PortKind::World => [pair.axes.outward(*force), pair.axes.outward(*moment)],
                PortKind::Relative => [*force, *moment],
            };
            for (vector, loads) in outer.iter().zip(loads.chunks_exact_mut(3)) {
                loads.iter_mut().zip(vector.iter()).for_each(|(to, from)| *to = part(*from));
            }
        }
    }
}

#[inline]
fn vector<T: Real>(first: usize, scalar: impl Fn(usize) -> T) -> Vector3<T> {
    Vector3::new(scalar(first), scalar(first + 1), scalar(first + 2))
}

#[inline]
fn checked_length<T: Real>(
    name: &'static str,
    parts: &[T],
    what: &'static str,
) -> Result<(), Fault> {
    let length = parts.iter().map(|part| part.re() * part.re()).sum::<f64>().sqrt();
    Fault::check(name, length, UNIT_LENGTH, what).map(|_| ())
}

/// A frame's place, axes, velocity and spin, all in the world's axes.
struct Body<T> {
    position: Vector3<T>,
    axes: Axes<T>,
    velocity: Vector3<T>,
    spin: Vector3<T>,
}

#[inline]
fn body<T: Real>(
    name: &'static str,
    first: usize,
    scalar: &impl Fn(usize) -> T,
) -> Result<Body<T>, Fault> {
    let quaternion = [3, 4, 5, 6].map(|part| scalar(first + part));
    checked_length(name, &quaternion, "a quaternion, scalar part first, has length 1")?;
    Ok(Body {
        position: vector(first, scalar),
        axes: Axes::of_quaternion(quaternion),
        velocity: vector(first + 7, scalar),
        spin: vector(first + 10, scalar),
    })
}

#[inline]
fn world<T: Real>(
    inputs: InputSample,
    size: f64,
    scalar: impl Fn(usize) -> T,
) -> Result<SpatialPairMotion<T>, Fault> {
    let a = body("length of frame_a.e0, .e1, .e2, .e3", 0, &scalar)?;
    let b = body("length of frame_b.e0, .e1, .e2, .e3", SpatialFrame::COUNT, &scalar)?;
    let (offset, drift) = (b.position - a.position, b.velocity - a.velocity);
    let turns = a.spin.map(|part| part.re()).norm() * size > FAR;
    let velocity = if turns { drift } else { drift - a.spin.cross(&offset) };
    let start = Motion {
        position: a.axes.inward(offset),
        axis: a.axes.inward(b.axes.third()),
        velocity: a.axes.inward(velocity),
        spin: a.axes.inward(b.spin - a.spin),
    };
    let mut path = Path::straight(start);
    if let Some(rates) = inputs.rates {
        let rate = |first: usize| vector(first, |index| T::from(rates[index]));
        let second = SpatialFrame::COUNT;
        let turning = rate(10);
        // In the turning axes of a: with Coriolis's and the centrifugal part.
        let linear = rate(second + 7)
            - rate(7)
            - turning.cross(&offset)
            - a.spin.cross(&drift) * T::from(2.0)
            + a.spin.cross(&a.spin.cross(&offset));
        let angular = rate(second + 10) - turning - a.spin.cross(&(b.spin - a.spin));
        path.acceleration = a.axes.inward(linear);
        path.angular_acceleration = a.axes.inward(angular);
    }
    let turning = a.axes.inward(a.spin);
    Ok(SpatialPairMotion { path, axes: a.axes, turning, mobility: None })
}

#[inline]
fn relative<T: Real>(
    inputs: InputSample,
    scalar: impl Fn(usize) -> T,
) -> Result<SpatialPairMotion<T>, Fault> {
    let axis = vector(3, &scalar);
    checked_length("length of axis_rel.x, .y, .z", axis.as_slice(), "a direction has length 1")?;
    let start = Motion {
        position: vector(0, &scalar),
        axis: unit(axis),
        velocity: vector(6, &scalar),
        spin: vector(9, &scalar),
    };
    let rate = |first: usize| match inputs.rates {
        Some(rates) => vector(first, |index| T::from(rates[index])),
        None => zeros(),
    };
    let path = Path { start, acceleration: rate(6), angular_acceleration: rate(9) };
    Ok(SpatialPairMotion::along(path))
}
