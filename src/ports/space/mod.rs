//! Ports of a joint in space: frames with quaternions, or body b relative to body a.

mod variables;

use super::joint_ports::JointPorts;
use super::pair::PortKind;
use crate::base::{Fault, Real};
use crate::coupling::{InputSample, SpatialMobility};
use crate::kinematics::spatial::{Axes, Motion, PairLoad, Path, Wrench, unit, zeros};
use model_description::{Interval, Quantities, Row};
use nalgebra::Vector3;
use num_dual::Dual64;

use variables::SpatialWorldLoads;
pub(crate) use variables::{SpatialFrame, SpatialLoad, SpatialWorldInputs};
pub(super) use variables::{SpatialPosition, SpatialSpin, SpatialVelocity};
pub(crate) use variables::{SpatialRelativeInputs, SpatialRelativeLoads};

/// Lengths of a quaternion or an axis that are accepted as 1: hosts interpolate.
pub(crate) const UNIT_LENGTH: Interval = Interval::closed(0.99, 1.01);

/// Rotation of a over one step above which it is not treated as small \[rad\]; see the ports in the
/// plane.
const FAR: f64 = 0.1;

/// The motion of a pair of bodies over a step, in space.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpatialPairMotion<T> {
    /// The path of b in the frame of a.
    pub path: Path<T>,
    /// The axes of a relative to those in which loads are returned.
    pub axes: Axes<T>,
    /// Angular velocity of a, in its own axes \[rad/s\]; 0 with relative ports, which do not have it.
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
    /// The kind of connection of bodies and joint.
    pub kind: PortKind,
    /// True if the host gives the mobility of the pair at every communication point.
    pub takes_mobility: bool,
}

impl SpatialPorts {
    /// The motion over a step of `size` \[s\]; `scalar` returns an input by its number.
    #[inline]
    fn motion<T: Real>(
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
    type Pair<T: Real> = SpatialPairMotion<T>;
    type Load<T: Real> = PairLoad<T>;

    fn input_rows(&self) -> Vec<Row> {
        let mut rows = match self.kind {
            PortKind::World => SpatialWorldInputs::default().rows(),
            PortKind::Relative => SpatialRelativeInputs::default().rows(),
        };
        if self.takes_mobility {
            let mobility = SpatialMobility::default().rows();
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
        let mut motion = self.motion(inputs, size, |index| inputs.values[index])?;
        if self.takes_mobility {
            let first = match self.kind {
                PortKind::World => SpatialWorldInputs::COUNT,
                PortKind::Relative => SpatialRelativeInputs::COUNT,
            };
            motion.mobility = SpatialMobility::read(&inputs.values[first..]).given()?;
        }
        Ok(motion)
    }

    fn pair_with_derivatives(
        &self,
        inputs: InputSample,
        seed: &[f64],
        size: f64,
    ) -> Result<SpatialPairMotion<Dual64>, Fault> {
        self.motion(inputs, size, |index| Dual64::new(inputs.values[index], seed[index]))
    }

    #[inline]
    fn at(&self, inputs: &[f64]) -> Result<SpatialPairMotion<f64>, Fault> {
        self.motion(InputSample::of(inputs), 0.0, |index| inputs[index])
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

/// Returns three inputs as a vector.
#[inline]
pub(super) fn vector<T: Real>(first: usize, scalar: impl Fn(usize) -> T) -> Vector3<T> {
    Vector3::new(scalar(first), scalar(first + 1), scalar(first + 2))
}

/// Refuses parts of a vector whose length is not 1.
#[inline]
pub(super) fn checked_length<T: Real>(
    name: &'static str,
    parts: &[T],
    what: &'static str,
) -> Result<(), Fault> {
    let length = parts.iter().map(|part| part.re() * part.re()).sum::<f64>().sqrt();
    Fault::check(name, length, UNIT_LENGTH, what).map(|_| ())
}

/// A frame's position, axes, velocity and spin, all in the world's axes.
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
    let rotates_far = a.spin.map(|part| part.re()).norm() * size > FAR;
    let velocity = if rotates_far { drift } else { drift - a.spin.cross(&offset) };
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
        // In the turning axes of a: with the Coriolis and the centrifugal acceleration.
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
