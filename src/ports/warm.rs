//! Ports through which a host gives the temperature of the oil as well.

use super::joint_ports::JointPorts;
use super::pair::PairMotion;
use super::plane::Ports;
use crate::base::{Fault, Real};
use crate::coupling::InputSample;
use crate::kinematics::planar::{Motion, PairLoad};
use model_description::{POSITIVE, Quantities, Row, quantities};
use num_dual::Dual64;

quantities! {
    /// The additional input; the parameter of a film has the same row.
    pub struct OilInputs {
        /// Temperature of the oil; at least 1 K above film.vogel_c.
        /// Used by film.viscosity_law = vogel.
        temperature: "K" tunable = 313.15 in POSITIVE,
    }
}

/// The ports of a joint in oil, in the plane: the temperature stands behind all other inputs.
///
/// It is held over a step: a rate of it that a host gives is not used.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WarmPorts(pub Ports);

/// A motion in oil of some temperature.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WarmMotion<T> {
    /// The motion of b in the frame of a.
    pub motion: Motion<T>,
    /// Temperature of the oil \[K\].
    pub temperature: T,
}

/// A motion in oil over a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WarmPair<T> {
    /// The motion of the pair.
    pub pair: PairMotion<T>,
    /// Its start, and the temperature during the step.
    pub start: WarmMotion<T>,
}

impl<T: Real> WarmPair<T> {
    fn new(pair: PairMotion<T>, temperature: T) -> Self {
        Self { start: WarmMotion { motion: pair.path.start, temperature }, pair }
    }
}

impl WarmPorts {
    /// Name of the input, and of the parameter that it replaces.
    pub const TEMPERATURE: &'static str = "film.temperature";
}

/// The temperature among numbers in the order of the inputs: the last one.
fn last(numbers: &[f64]) -> f64 {
    numbers.last().copied().unwrap_or_default()
}

impl JointPorts for WarmPorts {
    type Motion<T: Real> = WarmMotion<T>;
    type Pair<T: Real> = WarmPair<T>;
    type Load<T: Real> = PairLoad<T>;

    fn input_rows(&self) -> Vec<Row> {
        let mut rows = self.0.input_rows();
        rows.extend(OilInputs::default().rows().into_iter().map(|row| row.inside("film")));
        rows
    }

    fn load_rows(&self) -> Vec<Row> {
        self.0.load_rows()
    }

    fn velocities(&self) -> Vec<(usize, usize)> {
        self.0.velocities()
    }

    fn pair(&self, inputs: InputSample, size: f64) -> Result<WarmPair<f64>, Fault> {
        Ok(WarmPair::new(self.0.pair(inputs, size)?, last(inputs.values)))
    }

    fn pair_with_derivatives(
        &self,
        inputs: InputSample,
        seed: &[f64],
        size: f64,
    ) -> Result<WarmPair<Dual64>, Fault> {
        let temperature = Dual64::new(last(inputs.values), last(seed));
        Ok(WarmPair::new(self.0.pair_with_derivatives(inputs, seed, size)?, temperature))
    }

    fn at(&self, inputs: &[f64]) -> Result<WarmPair<f64>, Fault> {
        Ok(WarmPair::new(self.0.at(inputs)?, last(inputs)))
    }

    fn start<T: Real>(pair: &WarmPair<T>) -> &WarmMotion<T> {
        &pair.start
    }

    fn write<T: Real>(
        &self,
        pair: &WarmPair<T>,
        load: &PairLoad<T>,
        part: impl Fn(T) -> f64,
        loads: &mut [f64],
    ) {
        self.0.write(&pair.pair, load, part, loads);
    }
}
