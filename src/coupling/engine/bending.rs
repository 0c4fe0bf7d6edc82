//! Flexible bodies inside a step, besides their coordinates: accelerations, errors and sums of the present piece.

use crate::coupling::predicted::{LoadVector, Mechanism};

/// Flexible bodies in a step.
#[derive(Debug, Clone)]
pub(super) struct Bending<const L: usize> {
    /// Index of the first modal coordinate.
    pub first_modal: usize,
    /// Accelerations at the step's start by all but joints and springs inside the bodies, and their growth per second.
    pub given: [Box<[f64]>; 2],
    /// Their values in the middle of the present piece.
    pub middle: Box<[f64]>,
    /// Coordinates and velocities at its start.
    pub began: [Box<[f64]>; 2],
    /// Impulses of the joints up to its start, then those in it \[N s\].
    pub impulses: Box<[LoadVector<L>]>,
    /// Coordinates in the middle of the present piece, at the velocities of its start.
    pub halfway: Box<[f64]>,
    /// Mean velocities in a piece of the fallback: those that a constant load works on.
    pub mean: Box<[f64]>,
    /// Circular frequencies of the modes \[1/s\].
    pub frequencies: Box<[f64]>,
    /// Errors of the places and velocities of the modes by their rule in the present piece; zero for rigid coordinates.
    pub wrong: [Box<[f64]>; 2],
    /// Energy that damping inside the bodies has taken in the step \[J\].
    pub damped: f64,
}

impl<const L: usize> Bending<L> {
    /// Makes room for the coordinates of a mechanism with flexible bodies; `None` if all are rigid.
    pub fn of<M: Mechanism<L>>(mechanism: &M) -> Option<Box<Self>> {
        if !mechanism.is_flexible() {
            return None;
        }
        let numbers = || vec![0.0; mechanism.coordinates()].into_boxed_slice();
        let loads = || vec![LoadVector::zeros(); mechanism.joints()].into_boxed_slice();
        Some(Box::new(Self {
            first_modal: mechanism.first_modal(),
            given: [numbers(), numbers()],
            middle: numbers(),
            began: [numbers(), numbers()],
            impulses: loads(),
            halfway: numbers(),
            mean: numbers(),
            frequencies: (mechanism.first_modal()..mechanism.coordinates())
                .map(|coordinate| mechanism.modal_frequency(coordinate))
                .collect(),
            wrong: [numbers(), numbers()],
            damped: 0.0,
        }))
    }
}
