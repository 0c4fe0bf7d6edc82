//! The stages of an implicit piece.

use super::contacts::JointSlope;
use super::graph::Graph;
use super::rosenbrock::STAGES;
use super::system::System;
use crate::coupling::predicted::LoadVector;

/// Buffers of implicit pieces; rows are the busy joints, in ascending order.
#[derive(Debug, Clone)]
pub(super) struct Implicit<const L: usize> {
    /// E of every row.
    pub slopes: Box<[JointSlope<L>]>,
    /// Loads of every row without a change of its rates in the stage.
    pub held: Box<[LoadVector<L>]>,
    /// Rates of every row: right-hand sides, then solutions.
    pub rates: Box<[LoadVector<L>]>,
    /// Changes of the moving coordinates and velocities in every stage.
    pub stages: [[Box<[f64]>; 2]; STAGES],
    /// Impulses and travels of the joints in every stage.
    pub impulses: Box<[[LoadVector<L>; STAGES]]>,
    pub travels: Box<[[LoadVector<L>; STAGES]]>,
    pub system: System<L>,
    /// True if the slopes are those at the start of the present piece.
    pub linearised: bool,
}

impl<const L: usize> Implicit<L> {
    pub fn new(coordinates: usize, joints: usize, graph: &Graph<L>) -> Self {
        let numbers = || vec![0.0; coordinates].into_boxed_slice();
        let loads = || vec![LoadVector::zeros(); joints].into_boxed_slice();
        let staged = || vec![[LoadVector::zeros(); STAGES]; joints].into_boxed_slice();
        Self {
            slopes: vec![JointSlope::zeros(); joints].into(),
            held: loads(),
            rates: loads(),
            stages: std::array::from_fn(|_| [numbers(), numbers()]),
            impulses: staged(),
            travels: staged(),
            system: System::new(joints, &graph.neighbours),
            linearised: false,
        }
    }
}
