//! Ports of a joint in the plane: world or relative frames, with or without the mobility and the oil's temperature.

use super::joint_ports::JointPorts;
use super::pair::{PairMotion, PortKind};
use super::relative::{self, RelativeInputs, RelativeLoads};
use super::world::{self, WorldInputs, WorldLoads};
use crate::base::{Fault, Real};
use crate::coupling::{InputSample, Mobility, MobilityFrom};
use crate::kinematics::planar::{Axes, PairLoad};
use model_description::{POSITIVE, Quantities, Row, quantities};
use num_dual::Dual64;

quantities! {
    /// The oil in the joint.
    pub struct OilInputs {
        /// Temperature of the oil; at least 1 K above film.vogel_c.
        /// Used by film.viscosity_law = vogel.
        temperature: "K" = 313.15 in POSITIVE,
    }
}

/// The ports of one joint in the plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ports {
    /// The kind of connection of bodies and joint.
    pub kind: PortKind,
    /// True if the host gives the mobility of the pair at every communication point.
    pub takes_mobility: bool,
    /// True if the host gives the temperature of the oil at every communication point.
    pub takes_temperature: bool,
}

impl Ports {
    /// Name of the input that is the temperature of the oil.
    pub const TEMPERATURE: &'static str = "oil.temperature";

    /// The ports of these choices, without a temperature.
    pub fn new(kind: PortKind, mobility: MobilityFrom) -> Self {
        let takes_mobility = mobility == MobilityFrom::Input;
        Self { kind, takes_mobility, takes_temperature: false }
    }

    /// Number of the inputs that describe the motion.
    #[inline]
    fn motion_inputs(&self) -> usize {
        match self.kind {
            PortKind::World => WorldInputs::COUNT,
            PortKind::Relative => RelativeInputs::COUNT,
        }
    }

    /// The motion over a step of `size` \[s\], with the temperature, which is the last input; a rate of it
    /// is not used. `scalar` makes a scalar of an input and its derivative from `seed`.
    #[inline(always)]
    fn motion<T: Real>(
        &self,
        inputs: InputSample,
        seed: &[f64],
        size: f64,
        scalar: impl Fn(f64, f64) -> T,
    ) -> PairMotion<T> {
        let mut motion = match self.kind {
            PortKind::World => world::motion(inputs, seed, size, &scalar),
            PortKind::Relative => relative::motion(inputs, seed, &scalar),
        };
        if self.takes_temperature {
            let mobility = if self.takes_mobility { Mobility::<3>::COUNT } else { 0 };
            let last = self.motion_inputs() + mobility;
            motion.temperature = Some(scalar(inputs.values[last], seed[last]));
        }
        motion
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
        if self.takes_temperature {
            let oil = OilInputs::default().rows();
            rows.extend(oil.into_iter().map(|row| row.inside("oil")));
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
