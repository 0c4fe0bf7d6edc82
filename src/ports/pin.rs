//! Ports of a joint whose laws are in space, for hosts in space and in the plane.

use super::joint_ports::JointPorts;
use super::pair::{PairMotion, PortKind};
use super::plane::Ports;
use super::space::{SpatialPairMotion, SpatialPorts};
use crate::base::{Fault, Real};
use crate::coupling::{InputSample, MobilityFrom};
use crate::kinematics::planar;
use crate::kinematics::spatial::{Axes, PairLoad};
use model_description::{Row, choices};
use nalgebra::Vector3;
use num_dual::Dual64;

choices! {
    /// How bodies and joint are connected, and whether the bodies stay in a plane.
    pub enum PinPortKind {
        /// Frames of both bodies, in the world's axes, all in one plane.
        World: "world" = 1,
        /// Body b relative to body a, both in one plane.
        Relative: "relative" = 2,
        /// Frames of both bodies in space, in the world's axes.
        Spatial: "spatial" = 3,
        /// Body b relative to body a, in space.
        SpatialRelative: "spatial_relative" = 4,
    }
}

/// The ports of a pin: those of the plane have its axis along theirs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PinPorts {
    /// Both bodies stay in the plane z = 0.
    Plane(Ports),
    /// They move in space.
    Space(SpatialPorts),
}

impl PinPorts {
    /// The ports of a choice, without a mobility.
    pub fn new(kind: PinPortKind) -> Self {
        let plane = |kind| Self::Plane(Ports::new(kind, MobilityFrom::Parameter));
        let space = |kind| Self::Space(SpatialPorts { kind, takes_mobility: false });
        match kind {
            PinPortKind::World => plane(PortKind::World),
            PinPortKind::Relative => plane(PortKind::Relative),
            PinPortKind::Spatial => space(PortKind::World),
            PinPortKind::SpatialRelative => space(PortKind::Relative),
        }
    }
}

/// Embeds a motion in the plane z = 0 in space.
#[inline]
pub(super) fn embedded_in_space<T: Real>(pair: PairMotion<T>) -> SpatialPairMotion<T> {
    let turning = Vector3::new(0.0, 0.0, pair.turning).map(T::from);
    let axes = Axes::about_z(&pair.axes);
    SpatialPairMotion { path: pair.path.into(), axes, turning, mobility: None }
}

impl JointPorts for PinPorts {
    type Pair<T: Real> = SpatialPairMotion<T>;
    type Load<T: Real> = PairLoad<T>;

    fn input_rows(&self) -> Vec<Row> {
        match self {
            Self::Plane(ports) => ports.input_rows(),
            Self::Space(ports) => ports.input_rows(),
        }
    }

    fn load_rows(&self) -> Vec<Row> {
        match self {
            Self::Plane(ports) => ports.load_rows(),
            Self::Space(ports) => ports.load_rows(),
        }
    }

    fn velocities(&self) -> Vec<(usize, usize)> {
        match self {
            Self::Plane(ports) => ports.velocities(),
            Self::Space(ports) => ports.velocities(),
        }
    }

    fn pair(&self, inputs: InputSample, size: f64) -> Result<SpatialPairMotion<f64>, Fault> {
        match self {
            Self::Plane(ports) => ports.pair(inputs, size).map(embedded_in_space),
            Self::Space(ports) => ports.pair(inputs, size),
        }
    }

    fn pair_with_derivatives(
        &self,
        inputs: InputSample,
        seed: &[f64],
        size: f64,
    ) -> Result<SpatialPairMotion<Dual64>, Fault> {
        match self {
            Self::Plane(ports) => {
                ports.pair_with_derivatives(inputs, seed, size).map(embedded_in_space)
            }
            Self::Space(ports) => ports.pair_with_derivatives(inputs, seed, size),
        }
    }

    fn at(&self, inputs: &[f64]) -> Result<SpatialPairMotion<f64>, Fault> {
        self.pair(InputSample::of(inputs), 0.0)
    }

    fn write<T: Real>(
        &self,
        pair: &SpatialPairMotion<T>,
        load: &PairLoad<T>,
        part: impl Fn(T) -> f64,
        loads: &mut [f64],
    ) {
        match self {
            Self::Plane(ports) => {
                let load = planar::PairLoad { a: load.a.flat(), b: load.b.flat() };
                ports.write_loads(&pair.axes.flat(), &load, part, loads);
            }
            Self::Space(ports) => ports.write(pair, load, part, loads),
        }
    }
}
