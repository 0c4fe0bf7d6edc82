//! The interface of a joint's ports: numbers of a host become motions, and loads become numbers.

use crate::base::{Fault, Real};
use crate::coupling::InputSample;
use model_description::Row;
use num_dual::Dual64;

/// The connection of a host with a joint of two bodies.
pub trait JointPorts: Copy + Send + 'static {
    /// The motion of b in the frame of a over a step, with everything else that the host gives of the pair.
    type Pair<T: Real>;
    /// The loads on both bodies, in the axes of a.
    type Load<T: Real>;

    /// The rows of the inputs.
    fn input_rows(&self) -> Vec<Row>;
    /// The rows of the loads.
    fn load_rows(&self) -> Vec<Row>;
    /// The numbers of the inputs that are positions, each with that of its velocity.
    fn velocities(&self) -> Vec<(usize, usize)>;
    /// The motion over a step of `size` \[s\], with the pair's mobility if the host gives it; refuses
    /// numbers that no pair of bodies can have.
    fn pair(&self, inputs: InputSample, size: f64) -> Result<Self::Pair<f64>, Fault>;
    /// The motion over a step without a mobility, with its derivatives in the direction of `seed`.
    fn pair_with_derivatives(
        &self,
        inputs: InputSample,
        seed: &[f64],
        size: f64,
    ) -> Result<Self::Pair<Dual64>, Fault>;
    /// The motion at an instant, as over a step of size 0.
    fn at(&self, inputs: &[f64]) -> Result<Self::Pair<f64>, Fault>;
    /// Writes a load in the host's axes; `part` returns the value or the derivative of a scalar.
    fn write<T: Real>(
        &self,
        pair: &Self::Pair<T>,
        load: &Self::Load<T>,
        part: impl Fn(T) -> f64,
        loads: &mut [f64],
    );
}
