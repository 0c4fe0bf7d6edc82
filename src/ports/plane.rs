//! Ports of a joint in the plane: world or relative frames, with or without the mobility.

use super::joint_ports::JointPorts;
use super::pair::{PairMotion, PortKind};
use super::relative::{self, RelativeInputs, RelativeLoads};
use super::world::{self, WorldInputs, WorldLoads};
use crate::base::{Fault, Real};
use crate::coupling::{InputSample, Mobility, MobilityFrom};
use crate::kinematics::planar::{Axes, Motion, PairLoad};
use model_description::{Quantities, Row};
use num_dual::Dual64;

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
    pub(super) fn write_loads<T: Real>(
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
            let mobility = Mobility::<3>::default().rows();
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
            let mobility = Mobility::<3>::read(&inputs.values[self.motion_inputs()..]);
            motion.mobility = mobility.given()?;
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
