//! The spatial revolute joint behind its ports: loads, couplings, derivatives, continuous time.

#[path = "../common/driven.rs"]
mod driven;
#[path = "../common/whirl.rs"]
mod whirl;

mod ball;
mod continuous;
mod derivatives;
mod door;
mod identify;
mod levers;
mod planar;
mod ports;
mod predicted;
mod refusals;
mod throw;

use driven::Driven;
use nalgebra::{UnitQuaternion, Vector3};
use spiel::model::Build;
use spiel::{Choice, ports::PortKind};

/// The frame of a body in the world: position, rotation, velocity, spin.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame {
    pub(crate) place: Vector3<f64>,
    pub(crate) turn: UnitQuaternion<f64>,
    pub(crate) velocity: Vector3<f64>,
    pub(crate) spin: Vector3<f64>,
}

impl Frame {
    pub(crate) fn rest() -> Self {
        let zero = Vector3::zeros();
        Self { place: zero, turn: UnitQuaternion::identity(), velocity: zero, spin: zero }
    }

    /// The frame as the joint's inputs.
    pub(crate) fn flat(&self) -> Vec<f64> {
        let turn = self.turn.into_inner();
        let quaternion = [turn.w, turn.i, turn.j, turn.k];
        let vector = |vector: &Vector3<f64>| <[f64; 3]>::from(*vector);
        let [place, velocity, spin] = [&self.place, &self.velocity, &self.spin].map(vector);
        [&place[..], &quaternion, &velocity, &spin].concat()
    }
}

/// The inputs of relative ports for two bodies.
pub(crate) fn relative(a: &Frame, b: &Frame) -> Vec<f64> {
    let inward = |vector: Vector3<f64>| <[f64; 3]>::from(a.turn.inverse() * vector);
    let offset = b.place - a.place;
    [
        inward(offset),
        inward(b.turn * Vector3::z()),
        inward(b.velocity - a.velocity - a.spin.cross(&offset)),
        inward(b.spin - a.spin),
    ]
    .concat()
}

/// The joint of the derivation's tables: with faces.
pub(crate) fn build() -> Build {
    lossy().with("geometry.face_inner_radius", 0.0105).with("geometry.face_outer_radius", 0.015)
}

/// The losses of these tables: restitution of 0.6, friction of 0.15 and 0.1.
pub(crate) fn lossy() -> Build {
    Build::default()
        .with("contact.dissipation", "exact")
        .with("contact.restitution", 0.6)
        .with("friction.static", 0.15)
        .with("friction.kinetic", 0.1)
        .with("friction.stribeck_speed", 0.05)
        .with("friction.bristle_damping", 10.0)
}

pub(crate) fn joint(ports: PortKind, method: &str) -> Driven {
    let build = build().with("build.ports", ports.name()).with("coupling.method", method);
    Driven::new("spatial_revolute", &build)
}

/// All loads after an update.
pub(crate) fn loads(joint: &mut Driven) -> [Vector3<f64>; 4] {
    let first = joint.block.layout().loads.start;
    let mut value = |index: usize| joint.block.value(first + index).unwrap().number();
    [0, 3, 6, 9].map(|first| Vector3::new(value(first), value(first + 1), value(first + 2)))
}
