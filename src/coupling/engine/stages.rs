//! The stages of an implicit piece.

use super::graph::Graph;
use super::rosenbrock::STAGES;
use super::slopes::SlotSlopes;
use super::system::System;
use crate::coupling::predicted::{JointLoad, Mechanism};
use nalgebra::{Matrix2, Vector2};

/// Buffers of implicit pieces; rows are the closed slots and the films, in the order of their joints.
#[derive(Debug, Clone)]
pub(super) struct Implicit {
    pub rows: Box<[Row]>,
    /// Joints of the rows.
    pub joints: Box<[usize]>,
    /// Number of rows.
    pub count: usize,
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
    pub fn new<M: Mechanism>(mechanism: &M, graph: &Graph, films: &[usize]) -> Self {
        let (coordinates, joints) = (mechanism.coordinates(), mechanism.joints());
        let mut of_joint: Vec<usize> =
            (0..joints).map(|joint| graph.slots.of(joint).len()).collect();
        films.iter().for_each(|joint| of_joint[*joint] += 1);
        let rows: usize = of_joint.iter().sum();
        let numbers = || vec![0.0; coordinates].into_boxed_slice();
        let loads = || vec![[JointLoad::zeros(); STAGES]; joints].into_boxed_slice();
        let pairs = || vec![Vector2::zeros(); rows].into_boxed_slice();
        Self {
            rows: vec![Row::new(); rows].into(),
            joints: vec![0; rows].into(),
            count: 0,
            slopes: vec![Matrix2::zeros(); rows].into(),
            held: pairs(),
            rates: pairs(),
            bristles: vec![0.0; rows].into(),
            stages: std::array::from_fn(|_| [numbers(), numbers()]),
            impulses: loads(),
            travels: loads(),
            system: System::new(&of_joint, &graph.neighbours),
            linearised: false,
        }
    }
}

/// The element that has a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Element {
    Slot(usize),
    Film(usize),
}

/// A slot or a film in an implicit piece.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub element: Element,
    /// Loads of unit forces along normal and tangent, or along both axes of a against b's way.
    pub units: [JointLoad; 2],
    /// Slopes of a slot.
    pub slopes: SlotSlopes,
    /// Bristles in the stages, as changes \[m\].
    pub bristles: [f64; STAGES],
    /// Factor of the bristles' elimination \[s\].
    pub settled: f64,
}

impl Row {
    fn new() -> Self {
        Self {
            element: Element::Slot(0),
            units: [JointLoad::zeros(); 2],
            slopes: SlotSlopes::default(),
            bristles: [0.0; STAGES],
            settled: 0.0,
        }
    }
}
