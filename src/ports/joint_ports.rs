//! What joints in the plane and in space have in common: how numbers of a host become motions and loads.

use crate::base::{Fault, Real};
use crate::coupling::InputSample;
use model_description::Row;
use num_dual::Dual64;

/// How a host is connected to a joint of two bodies.
pub trait JointPorts: Copy + Send + 'static {
    /// The motion of b in the frame of a.
    type Motion<T: Real>;
    /// That motion over a step.
    type Pair<T: Real>;
    /// The loads on both bodies, in the axes of a.
    type Load<T: Real>;

    /// The rows of what the host gives.
    fn input_rows(&self) -> Vec<Row>;
    /// The rows of what it gets.
    fn load_rows(&self) -> Vec<Row>;
    /// The numbers of the inputs that are positions, each with that of its velocity.
    fn velocities(&self) -> Vec<(usize, usize)>;
    /// The motion over a step of `size` \[s\], with the pair's mobility if the host gives it; refuses
    /// numbers that no pair of bodies can have.
    fn pair(&self, inputs: InputSample, size: f64) -> Result<Self::Pair<f64>, Fault>;
    /// The same motion without a mobility, with its derivatives in the direction of `seed`.
    fn pair_with_derivatives(
        &self,
        inputs: InputSample,
        seed: &[f64],
        size: f64,
    ) -> Result<Self::Pair<Dual64>, Fault>;
    /// The motion at an instant.
    fn at(&self, inputs: &[f64]) -> Result<Self::Pair<f64>, Fault>;
    /// Where a motion begins.
    fn start<T: Real>(pair: &Self::Pair<T>) -> &Self::Motion<T>;
    /// Writes a load as the host gets it; `part` picks a number from each scalar.
    fn write<T: Real>(
        &self,
        pair: &Self::Pair<T>,
        load: &Self::Load<T>,
        part: impl Fn(T) -> f64,
        loads: &mut [f64],
    );
}
