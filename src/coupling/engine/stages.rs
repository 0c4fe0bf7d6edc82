//! The stages of an implicit piece.

use super::rosenbrock::STAGES;
use super::slopes::SlotSlopes;
use super::system::System;
use crate::coupling::predicted::{Couplings, JointLoad, Mechanism};
use nalgebra::{Matrix2, Vector2};

/// Buffers of implicit pieces; rows are the closed slots in their order.
#[derive(Debug, Clone)]
pub(super) struct Implicit {
    pub slots: Box<[SlotStages]>,
    /// E of every row.
    pub slopes: Box<[Matrix2<f64>]>,
    /// Forces of every row without a change of its rates in the stage \[N\].
    pub held: Box<[Vector2<f64>]>,
    /// Rates of every row: right-hand sides, then solutions.
    pub rates: Box<[Vector2<f64>]>,
    /// Right-hand sides of the bristles.
    pub bristles: Box<[f64]>,
    /// Changes of the moving coordinates and velocities in every stage.
    pub stages: [[Box<[f64]>; 2]; STAGES],
    /// Impulses and travels of the joints in every stage.
    pub impulses: Box<[[JointLoad; STAGES]]>,
    pub travels: Box<[[JointLoad; STAGES]]>,
    pub system: System,
    /// True if the slopes are those at the start of the present piece.
    pub linearised: bool,
}

impl Implicit {
    pub fn new<M: Mechanism>(mechanism: &M, couplings: &Couplings) -> Self {
        let (coordinates, joints, slots) =
            (mechanism.coordinates(), mechanism.joints(), mechanism.slots());
        let numbers = || vec![0.0; coordinates].into_boxed_slice();
        let loads = || vec![[JointLoad::zeros(); STAGES]; joints].into_boxed_slice();
        let pairs = || vec![Vector2::zeros(); slots].into_boxed_slice();
        Self {
            slots: vec![SlotStages::new(); slots].into(),
            slopes: vec![Matrix2::zeros(); slots].into(),
            held: pairs(),
            rates: pairs(),
            bristles: vec![0.0; slots].into(),
            stages: std::array::from_fn(|_| [numbers(), numbers()]),
            impulses: loads(),
            travels: loads(),
            system: System::new(couplings, slots),
            linearised: false,
        }
    }
}

/// A slot in an implicit piece.
#[derive(Debug, Clone)]
pub(super) struct SlotStages {
    /// Loads of unit forces along normal and tangent.
    pub units: [JointLoad; 2],
    pub slopes: SlotSlopes,
    /// Bristles in the stages, as changes \[m\].
    pub bristles: [f64; STAGES],
    /// Factor of the bristles' elimination \[s\].
    pub settled: f64,
}

impl SlotStages {
    fn new() -> Self {
        Self {
            units: [JointLoad::zeros(); 2],
            slopes: SlotSlopes::default(),
            bristles: [0.0; STAGES],
            settled: 0.0,
        }
    }
}
