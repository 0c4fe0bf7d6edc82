//! Ports: the inputs and loads between a host and a joint's two bodies.
//!
//! With [`World`](PortKind::World) the host gives the frames of both bodies in world axes, with
//! [`Relative`](PortKind::Relative) body b relative to body a; in both cases it may give the mobility of
//! the pair and the temperature of its oil as well. A joint works in the frame of a, and ports only convert what goes in and out. So
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
mod pair;
mod pin;
mod plane;
mod pose;
mod relative;
mod space;
mod world;

pub use joint_ports::JointPorts;
pub(crate) use line::{
    GearLoads, RotationInputs, RotationLoads, TranslationInputs, TranslationLoads,
};
pub use pair::{PairMotion, PortKind};
pub use pin::PinPortKind;
pub(crate) use pin::PinPorts;
pub use plane::Ports;
pub use pose::{PoseMotion, PosePorts};
pub use relative::{Force, Position, Reaction, RelativeInputs, RelativeLoads, Velocity};
#[cfg(test)]
pub(crate) use space::SpatialWorldInputs;
pub(crate) use space::{SpatialFrame, SpatialLoad, SpatialPairMotion, SpatialPorts, UNIT_LENGTH};
pub(crate) use space::{SpatialRelativeInputs, SpatialRelativeLoads};
pub use world::{WorldInputs, WorldLoads};
