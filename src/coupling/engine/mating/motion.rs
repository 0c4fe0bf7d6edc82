//! Mating parts inside a step, with their slices and faces.

use super::Load;
use crate::coupling::engine::reach::Reach;
use crate::coupling::engine::{rosenbrock, tableau};
use crate::kinematics::spatial::{Motion, Wrench};
use crate::laws::mating::Contact;
use nalgebra::{Matrix3, SMatrix, Vector3};

/// Mating parts inside a step.
#[derive(Debug, Clone)]
pub(super) struct MatingMotion {
    /// The contact at the stage last evaluated.
    pub work: Contact<f64>,
    pub surfaces: Box<[SurfaceMotion]>,
    pub stages: [Stage; tableau::STAGES],
    /// The last normal load on b, over the sum of its forces.
    pub pushed: Wrench<f64>,
    /// Elastic energy at the start of the present piece, and at its end \[J\].
    pub stored: f64,
    pub stored_at_end: f64,
    /// Falling of the load with place and velocity of b, bristles held, at the start of an implicit piece.
    pub stiffness: SMatrix<f64, 6, 6>,
    pub damping: SMatrix<f64, 6, 6>,
    /// Joint loads of unit loads on b at that instant.
    pub parts: [Load; 6],
    /// Motion of b at the end of a piece of the fallback without loads, and under the load found.
    pub free: Motion<f64>,
    pub end: Motion<f64>,
    /// Load on b there.
    pub load: Wrench<f64>,
    /// True if Newton's method has failed in the present piece, and the number of such pieces in the step.
    pub failed: bool,
    pub failures: u32,
    pub reach: [Reach; 2],
}

/// Sums over the surfaces of mating parts at a stage.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Stage {
    /// Sum of the normal forces \[N\].
    pub normal: f64,
    /// Power of the normal forces, taken from the bodies, its part that is lost, and that of friction \[W\].
    pub pressed: f64,
    pub damped: f64,
    pub rubbed: f64,
}

/// A slice or a face inside a step.
#[derive(Debug, Clone)]
pub(super) struct SurfaceMotion {
    /// True at stages at which it presses; its slips there \[m/s\] and the rates of its bristles \[m/s\].
    pub pressed: [bool; tableau::STAGES],
    pub slips: [[f64; 3]; tableau::STAGES],
    pub rates: [[f64; 3]; tableau::STAGES],
    /// Bristles at the stage last evaluated, and those at the end of the present piece \[m\].
    pub staged: [f64; 3],
    pub bristle: [f64; 3],
    /// Bristles at an instant of an implicit piece \[m\], and their error at its end.
    pub deflection: [f64; 3],
    pub error: [f64; 3],
    pub row: SurfaceRow,
}

/// A surface in an implicit piece.
#[derive(Debug, Clone)]
pub(super) struct SurfaceRow {
    /// True if it presses at the piece's start.
    pub acts: bool,
    /// Joint loads of unit friction on b along its directions and by its spin.
    pub units: [Load; 3],
    /// Growth of friction with the bristles \[N/m\].
    pub by_bristle: Matrix3<f64>,
    /// Growth of the bristles' rates with slips \[1\] and with bristles \[1/s\].
    pub by_slip: Matrix3<f64>,
    pub yielding: Matrix3<f64>,
    /// (1/(hγ) − yielding)⁻¹ \[s\].
    pub settled: Matrix3<f64>,
    /// Bristles in the stages, as changes \[m\].
    pub bristles: [Vector3<f64>; rosenbrock::STAGES],
    /// Right-hand side of the bristles in the present stage \[m/s\].
    pub side: Vector3<f64>,
}

impl SurfaceMotion {
    pub fn new() -> Self {
        let zero = [0.0; 3];
        Self {
            pressed: [false; tableau::STAGES],
            slips: [zero; tableau::STAGES],
            rates: [zero; tableau::STAGES],
            staged: zero,
            bristle: zero,
            deflection: zero,
            error: zero,
            row: SurfaceRow {
                acts: false,
                units: [Load::zeros(); 3],
                by_bristle: Matrix3::zeros(),
                by_slip: Matrix3::zeros(),
                yielding: Matrix3::zeros(),
                settled: Matrix3::zeros(),
                bristles: [Vector3::zeros(); rosenbrock::STAGES],
                side: Vector3::zeros(),
            },
        }
    }
}

impl MatingMotion {
    pub fn new(slices: usize) -> Self {
        Self {
            work: Contact::new(slices),
            surfaces: (0..slices + 2).map(|_| SurfaceMotion::new()).collect(),
            stages: [Stage::default(); tableau::STAGES],
            pushed: Wrench::zero(),
            stored: 0.0,
            stored_at_end: 0.0,
            stiffness: SMatrix::zeros(),
            damping: SMatrix::zeros(),
            parts: [Load::zeros(); 6],
            free: Motion::rest(),
            end: Motion::rest(),
            load: Wrench::zero(),
            failed: false,
            failures: 0,
            reach: [Reach::default(); 2],
        }
    }
}
