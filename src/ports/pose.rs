//! Ports of a joint that depends on the whole rotation of body b, for hosts in space and in the plane.

use super::joint_ports::JointPorts;
use super::pair::{PairMotion, PortKind};
use super::pin::{PinPortKind, PinPorts, embedded_in_space};
use super::plane::Ports;
use super::space::{
    SpatialFrame, SpatialPairMotion, SpatialPorts, SpatialPosition, SpatialSpin, SpatialVelocity,
    checked_length, vector,
};
use crate::base::{Fault, Real};
use crate::coupling::InputSample;
use crate::kinematics::spatial::turn::{Pose, product, rotation_vector, turned};
use crate::kinematics::spatial::{Axes, Motion, PairLoad, Path, zeros};
use model_description::{Quantities, Row, quantities};
use nalgebra::Vector3;
use num_dual::Dual64;

quantities! {
    /// A rotation.
    pub struct RelativeQuaternion {
        /// Quaternion from frame b's axes to frame a's: scalar part. Unit length; its negative is the same rotation.
        e0: "1" = 1.0,
        /// Quaternion: first component of the vector part.
        e1: "1" = 0.0,
        /// Quaternion: second component of the vector part.
        e2: "1" = 0.0,
        /// Quaternion: third component of the vector part.
        e3: "1" = 0.0,
    }
}

quantities! {
    /// Frame b relative to frame a, with its whole rotation.
    pub struct PoseInputs {
        /// Position.
        r_rel: SpatialPosition,
        /// Rotation.
        q_rel: RelativeQuaternion,
        /// Velocity.
        v_rel: SpatialVelocity,
        /// Angular velocity.
        w_rel: SpatialSpin,
    }
}

/// The motion of a pair of bodies over a step, with the whole rotation of b.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PoseMotion<T> {
    /// The path of b in the frame of a.
    pub pair: SpatialPairMotion<T>,
    /// Rotation vector of b's axes in those of a at the start \[rad\]; in the plane its angle counts turns as the host does.
    pub turn: Vector3<T>,
}

impl<T: Real> PoseMotion<T> {
    /// Returns the pose of b `time` \[s\] after the start.
    pub fn at(&self, time: T) -> Pose<T> {
        let Path { start, acceleration, angular_acceleration } = &self.pair.path;
        let half = time * time * 0.5;
        Pose {
            position: start.position + start.velocity * time + acceleration * half,
            turn: turned(self.turn, start.spin * time + angular_acceleration * half),
            velocity: start.velocity + acceleration * time,
            spin: start.spin + angular_acceleration * time,
        }
    }

    /// Returns the pose of b at the start.
    pub fn start(&self) -> Pose<T> {
        let Motion { position, velocity, spin, .. } = self.pair.path.start;
        Pose { position, turn: self.turn, velocity, spin }
    }
}

/// The ports of a joint that depends on the whole rotation of b.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PosePorts(PinPorts);

impl PosePorts {
    /// Returns the ports of a choice.
    pub fn new(kind: PinPortKind) -> Self {
        Self(PinPorts::new(kind))
    }

    /// Returns the motion over a step; `scalar` returns an input by its number, `plane` and `world` the motions by such ports.
    fn motion<T: Real>(
        &self,
        inputs: InputSample,
        scalar: impl Fn(usize) -> T,
        plane: impl Fn(&Ports) -> Result<PairMotion<T>, Fault>,
        world: impl Fn(&SpatialPorts) -> Result<SpatialPairMotion<T>, Fault>,
    ) -> Result<PoseMotion<T>, Fault> {
        match &self.0 {
            PinPorts::Plane(ports) => {
                let pair = plane(ports)?;
                let turn = Vector3::new(T::from(0.0), T::from(0.0), pair.path.start.angle);
                Ok(PoseMotion { pair: embedded_in_space(pair), turn })
            }
            PinPorts::Space(ports @ SpatialPorts { kind: PortKind::World, .. }) => {
                let of = |first: usize| [3, 4, 5, 6].map(|part| scalar(first + part));
                let ([e0, e1, e2, e3], b) = (of(0), of(SpatialFrame::COUNT));
                let turn = rotation_vector(product([e0, -e1, -e2, -e3], b));
                Ok(PoseMotion { pair: world(ports)?, turn })
            }
            PinPorts::Space(SpatialPorts { kind: PortKind::Relative, .. }) => {
                relative(inputs, scalar)
            }
        }
    }

    /// Returns true if the host gives b relative to a in space.
    fn is_relative_in_space(&self) -> bool {
        matches!(self.0, PinPorts::Space(SpatialPorts { kind: PortKind::Relative, .. }))
    }
}

/// Returns the motion of b relative to a that a host in space gives.
fn relative<T: Real>(
    inputs: InputSample,
    scalar: impl Fn(usize) -> T,
) -> Result<PoseMotion<T>, Fault> {
    let quaternion = [3, 4, 5, 6].map(&scalar);
    let meaning = "a quaternion, scalar part first, has length 1";
    checked_length("length of q_rel.e0, .e1, .e2, .e3", &quaternion, meaning)?;
    let start = Motion {
        position: vector(0, &scalar),
        axis: Axes::of_quaternion(quaternion).third(),
        velocity: vector(7, &scalar),
        spin: vector(10, &scalar),
    };
    let rate = |first: usize| match inputs.rates {
        Some(rates) => vector(first, |index| T::from(rates[index])),
        None => zeros(),
    };
    let path = Path { start, acceleration: rate(7), angular_acceleration: rate(10) };
    Ok(PoseMotion { pair: SpatialPairMotion::along(path), turn: rotation_vector(quaternion) })
}

impl JointPorts for PosePorts {
    type Pair<T: Real> = PoseMotion<T>;
    type Load<T: Real> = PairLoad<T>;

    fn input_rows(&self) -> Vec<Row> {
        if self.is_relative_in_space() {
            return PoseInputs::default().rows();
        }
        self.0.input_rows()
    }

    fn load_rows(&self) -> Vec<Row> {
        self.0.load_rows()
    }

    fn velocities(&self) -> Vec<(usize, usize)> {
        if self.is_relative_in_space() {
            return vec![(0, 7), (1, 8), (2, 9)];
        }
        self.0.velocities()
    }

    fn pair(&self, inputs: InputSample, size: f64) -> Result<PoseMotion<f64>, Fault> {
        let scalar = |index: usize| inputs.values[index];
        let plane = |ports: &Ports| ports.pair(inputs, size);
        self.motion(inputs, scalar, plane, |ports| ports.pair(inputs, size))
    }

    fn pair_with_derivatives(
        &self,
        inputs: InputSample,
        seed: &[f64],
        size: f64,
    ) -> Result<PoseMotion<Dual64>, Fault> {
        let scalar = |index: usize| Dual64::new(inputs.values[index], seed[index]);
        self.motion(
            inputs,
            scalar,
            |ports| ports.pair_with_derivatives(inputs, seed, size),
            |ports| ports.pair_with_derivatives(inputs, seed, size),
        )
    }

    fn at(&self, inputs: &[f64]) -> Result<PoseMotion<f64>, Fault> {
        self.pair(InputSample::of(inputs), 0.0)
    }

    fn write<T: Real>(
        &self,
        pair: &PoseMotion<T>,
        load: &PairLoad<T>,
        part: impl Fn(T) -> f64,
        loads: &mut [f64],
    ) {
        self.0.write(&pair.pair, load, part, loads);
    }
}
