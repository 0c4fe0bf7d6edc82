//! Ports: the inputs and loads between a host and a joint's two bodies.
//!
//! With [`World`](PortKind::World) the host gives the frames of both bodies in world axes, with
//! [`Relative`](PortKind::Relative) body b relative to body a; in both cases it may give the mobility of
//! the pair as well. A joint works in the frame of a, and ports only convert what goes in and out. So
//! the load held over a step keeps its direction in the axes that a has at the step's start, and without
//! given rates body b moves in a straight line relative to a.
//!
//! ```
//! use spiel::coupling::MobilityFrom;
//! use spiel::ports::{JointPorts, PortKind, Ports};
//! let ports = Ports::new(PortKind::World, MobilityFrom::Parameter);
//! let names: Vec<_> = ports.load_rows().into_iter().map(|row| row.name).collect();
//! assert_eq!(names[..3], ["load_a.fx", "load_a.fy", "load_a.t"]);
//! ```

mod joint_ports;
mod line;
mod pin;
mod relative;
mod space;
mod warm;
mod world;

pub use joint_ports::JointPorts;
pub(crate) use line::{
    GearLoads, RotationInputs, RotationLoads, TranslationInputs, TranslationLoads,
};
pub use pin::PinPortKind;
pub(crate) use pin::PinPorts;
pub use relative::{Force, Position, Reaction, RelativeInputs, RelativeLoads, Velocity};
#[cfg(test)]
pub(crate) use space::{SpatialFrame, SpatialWorldInputs};
pub(crate) use space::{SpatialPairMotion, SpatialPorts};
pub(crate) use warm::{WarmMotion, WarmPair, WarmPorts};
pub use world::{WorldInputs, WorldLoads};

use crate::base::{Fault, Real};
use crate::coupling::{InputSample, Mobility, MobilityFrom, MobilityInputs};
use crate::kinematics::planar::{Axes, Motion, PairLoad, Path};
use model_description::{Quantities, Row, choices};
use num_dual::Dual64;

choices! {
    /// How bodies and joint are connected.
    pub enum PortKind {
        /// Frames of both bodies, in the world's axes.
        World: "world" = 1,
        /// Body b relative to body a.
        Relative: "relative" = 2,
    }
}

/// The motion of a pair of bodies over a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairMotion<T> {
    /// The path of b in the frame of a.
    pub path: Path<T>,
    /// The axes of a relative to those in which mobilities are given and loads are returned.
    pub axes: Axes<T>,
    /// Angular velocity of these axes \[rad/s\].
    pub turning: f64,
    /// The pair's mobility in those outer axes, if the host gives it at every communication point.
    pub mobility: Option<Mobility>,
}

impl<T: Real> PairMotion<T> {
    /// The path of b in the axes of a, without a mobility from the host.
    pub fn along(path: Path<T>) -> Self {
        Self { path, axes: Axes::same(), turning: 0.0, mobility: None }
    }
}

/// The ports of one joint in the plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ports {
    /// The kind of connection of bodies and joint.
    pub kind: PortKind,
    /// True if the host gives the mobility of the pair at every communication point.
    pub takes_mobility: bool,
}

impl Ports {
    /// The ports of these choices.
    pub fn new(kind: PortKind, mobility: MobilityFrom) -> Self {
        Self { kind, takes_mobility: mobility == MobilityFrom::Input }
    }

    /// Number of the inputs that describe the motion.
    #[inline]
    fn motion_inputs(&self) -> usize {
        match self.kind {
            PortKind::World => WorldInputs::COUNT,
            PortKind::Relative => RelativeInputs::COUNT,
        }
    }

    /// The motion over a step of `size` \[s\]; `scalar` makes a scalar of an input and its derivative from
    /// `seed`.
    #[inline(always)]
    fn motion<T: Real>(
        &self,
        inputs: InputSample,
        seed: &[f64],
        size: f64,
        scalar: impl Fn(f64, f64) -> T,
    ) -> PairMotion<T> {
        match self.kind {
            PortKind::World => world::motion(inputs, seed, size, scalar),
            PortKind::Relative => relative::motion(inputs, seed, scalar),
        }
    }

    /// Writes a load, which is in the axes of a, in the host's axes; `part` returns the value or the derivative of
    /// a scalar.
    #[inline(always)]
    fn write_loads<T: Real>(
        &self,
        axes: &Axes<T>,
        load: &PairLoad<T>,
        part: impl Fn(T) -> f64,
        loads: &mut [f64],
    ) {
        match self.kind {
            PortKind::World => world::loads(axes, load, part).write(loads),
            PortKind::Relative => RelativeLoads::of(load, part).write(loads),
        }
    }
}

impl JointPorts for Ports {
    type Motion<T: Real> = Motion<T>;
    type Pair<T: Real> = PairMotion<T>;
    type Load<T: Real> = PairLoad<T>;

    fn input_rows(&self) -> Vec<Row> {
        let mut rows = match self.kind {
            PortKind::World => WorldInputs::default().rows(),
            PortKind::Relative => RelativeInputs::default().rows(),
        };
        if self.takes_mobility {
            let mobility = MobilityInputs::default().rows();
            rows.extend(mobility.into_iter().map(|row| row.inside("mobility")));
        }
        rows
    }

    fn load_rows(&self) -> Vec<Row> {
        match self.kind {
            PortKind::World => WorldLoads::default().rows(),
            PortKind::Relative => RelativeLoads::default().rows(),
        }
    }

    /// Three positions stand before their three velocities.
    fn velocities(&self) -> Vec<(usize, usize)> {
        let positions = (0..self.motion_inputs()).filter(|input| input % 6 < 3);
        positions.map(|input| (input, input + 3)).collect()
    }

    #[inline(always)]
    fn pair(&self, inputs: InputSample, size: f64) -> Result<PairMotion<f64>, Fault> {
        let mut motion = self.motion(inputs, inputs.values, size, |value, _| value);
        if self.takes_mobility {
            let mobility = MobilityInputs::read(&inputs.values[self.motion_inputs()..]);
            motion.mobility = mobility.mobility()?;
        }
        Ok(motion)
    }

    fn pair_with_derivatives(
        &self,
        inputs: InputSample,
        seed: &[f64],
        size: f64,
    ) -> Result<PairMotion<Dual64>, Fault> {
        Ok(self.motion(inputs, seed, size, Dual64::new))
    }

    #[inline]
    fn at(&self, inputs: &[f64]) -> Result<PairMotion<f64>, Fault> {
        Ok(self.motion(InputSample::of(inputs), inputs, 0.0, |value, _| value))
    }

    #[inline]
    fn start<T: Real>(pair: &PairMotion<T>) -> &Motion<T> {
        &pair.path.start
    }

    #[inline(always)]
    fn write<T: Real>(
        &self,
        pair: &PairMotion<T>,
        load: &PairLoad<T>,
        part: impl Fn(T) -> f64,
        loads: &mut [f64],
    ) {
        self.write_loads(&pair.axes, load, part, loads);
    }
}
