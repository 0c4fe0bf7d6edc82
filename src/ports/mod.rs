//! Ports: how a host gives the motion of a joint's two bodies and gets their loads.
//!
//! With [`World`](PortKind::World) the host gives the frames of both bodies in world axes, with
//! [`Relative`](PortKind::Relative) body b relative to body a; in both cases it may give the mobility of
//! the pair as well. A joint works in the frame of a, and ports only convert what goes in and out. So
//! the load held over a step keeps its direction in the axes that a has at the step's start, and without
//! given rates body b moves in a straight line relative to a.
//!
//! ```
//! use spiel::coupling::MobilityFrom;
//! use spiel::ports::{PortKind, Ports};
//! let ports = Ports::new(PortKind::World, MobilityFrom::Parameter);
//! let names: Vec<_> = ports.load_rows().into_iter().map(|row| row.name).collect();
//! assert_eq!(names[..3], ["load_a.fx", "load_a.fy", "load_a.t"]);
//! ```

mod connection;
mod line;
mod pin;
mod relative;
mod space;
mod world;

pub use connection::Connection;
pub use line::{
    GearLoads, MeshLoad, RotationInputs, RotationLoads, TranslationInputs, TranslationLoads,
};
pub use pin::{PinPorts, PortKind as PinPortKind};
pub use relative::{Force, Position, Reaction, RelativeInputs, RelativeLoads, Velocity};
pub use space::{
    SpatialFrame, SpatialLoad, SpatialPairMotion, SpatialPorts, SpatialRelativeInputs,
    SpatialRelativeLoads, SpatialWorldInputs, SpatialWorldLoads,
};
pub use world::{WorldInputs, WorldLoads};

use crate::coupling::{InputSample, Mobility, MobilityFrom, MobilityInputs};
use crate::planar::{Axes, PairLoad, Path};
use crate::{Fault, Real};
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
    /// The pair's mobility in those outer axes, if the host gives it at every communication point.
    pub mobility: Option<Mobility>,
}

impl<T: Real> PairMotion<T> {
    /// The path of b in the axes of a, without a mobility from the host.
    pub fn along(path: Path<T>) -> Self {
        Self { path, axes: Axes::same(), mobility: None }
    }
}

/// The ports of one joint: which variables they are, and how these become motions and loads.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ports {
    /// How bodies and joint are connected.
    pub kind: PortKind,
    /// Whether the host gives the mobility of the pair at every communication point.
    pub takes_mobility: bool,
}

impl Ports {
    /// The ports that were chosen.
    pub fn new(kind: PortKind, mobility: MobilityFrom) -> Self {
        Self { kind, takes_mobility: mobility == MobilityFrom::Input }
    }

    /// The rows of what the host gives.
    pub fn input_rows(&self) -> Vec<Row> {
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

    /// The rows of what it gets.
    pub fn load_rows(&self) -> Vec<Row> {
        match self.kind {
            PortKind::World => WorldLoads::default().rows(),
            PortKind::Relative => RelativeLoads::default().rows(),
        }
    }

    /// How many inputs describe the motion.
    #[inline]
    fn motion_inputs(&self) -> usize {
        match self.kind {
            PortKind::World => WorldInputs::COUNT,
            PortKind::Relative => RelativeInputs::COUNT,
        }
    }

    /// The numbers of the inputs that are positions, each with that of its velocity: three positions
    /// stand before their three velocities.
    pub fn velocities(&self) -> Vec<(usize, usize)> {
        let positions = (0..self.motion_inputs()).filter(|input| input % 6 < 3);
        positions.map(|input| (input, input + 3)).collect()
    }

    /// The motion over a step of `size` \[s\], but for a mobility.
    #[inline(always)]
    pub fn motion(&self, inputs: InputSample, size: f64) -> PairMotion<f64> {
        self.lifted(inputs, inputs.values, size, |value, _| value)
    }

    /// The mobility of the pair, if the host gives it; refuses one that no pair of bodies can have.
    pub fn mobility(&self, inputs: InputSample) -> Result<Option<Mobility>, Fault> {
        if !self.takes_mobility {
            return Ok(None);
        }
        MobilityInputs::read(&inputs.values[self.motion_inputs()..]).mobility()
    }

    /// The same motion with its derivatives in the direction of `seed`.
    pub fn motion_with_derivatives(
        &self,
        inputs: InputSample,
        seed: &[f64],
        size: f64,
    ) -> PairMotion<Dual64> {
        self.lifted(inputs, seed, size, Dual64::new)
    }

    /// `scalar` makes a scalar of an input and of its place in `seed`.
    #[inline(always)]
    fn lifted<T: Real>(
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

    /// Writes a load in the axes of a as the host gets it; `part` picks a number from each scalar.
    #[inline(always)]
    pub fn write_loads<T: Real>(
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
