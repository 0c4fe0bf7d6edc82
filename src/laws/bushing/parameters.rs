//! The parameters of a bushing: the upper triangles of its matrices.

use super::{Bushing, negative_eigenvalue};
use crate::base::Fault;
use model_description::{NOT_NEGATIVE, Quantities, quantities};
use nalgebra::Matrix6;

quantities! {
    /// Stiffness in the axes of frame a: the upper triangle of a symmetric matrix.
    pub struct Stiffness {
        /// Force along x per displacement along x.
        xx: "N/m" tunable = 5.0e6 in NOT_NEGATIVE,
        /// Force along x per displacement along y, and force along y per displacement along x.
        xy: "N/m" tunable = 0.0,
        /// Force along x per displacement along z, and force along z per displacement along x.
        xz: "N/m" tunable = 0.0,
        /// Force along x per rotation about x, and moment about x per displacement along x.
        xrx: "N" tunable = 0.0,
        /// Force along x per rotation about y, and moment about y per displacement along x.
        xry: "N" tunable = 0.0,
        /// Force along x per rotation about z, and moment about z per displacement along x.
        xrz: "N" tunable = 0.0,
        /// Force along y per displacement along y.
        yy: "N/m" tunable = 5.0e6 in NOT_NEGATIVE,
        /// Force along y per displacement along z, and force along z per displacement along y.
        yz: "N/m" tunable = 0.0,
        /// Force along y per rotation about x, and moment about x per displacement along y.
        yrx: "N" tunable = 0.0,
        /// Force along y per rotation about y, and moment about y per displacement along y.
        yry: "N" tunable = 0.0,
        /// Force along y per rotation about z, and moment about z per displacement along y.
        yrz: "N" tunable = 0.0,
        /// Force along z per displacement along z.
        zz: "N/m" tunable = 1.0e6 in NOT_NEGATIVE,
        /// Force along z per rotation about x, and moment about x per displacement along z.
        zrx: "N" tunable = 0.0,
        /// Force along z per rotation about y, and moment about y per displacement along z.
        zry: "N" tunable = 0.0,
        /// Force along z per rotation about z, and moment about z per displacement along z.
        zrz: "N" tunable = 0.0,
        /// Moment about x per rotation about x.
        rxrx: "N.m/rad" tunable = 1.0e3 in NOT_NEGATIVE,
        /// Moment about x per rotation about y, and moment about y per rotation about x.
        rxry: "N.m/rad" tunable = 0.0,
        /// Moment about x per rotation about z, and moment about z per rotation about x.
        rxrz: "N.m/rad" tunable = 0.0,
        /// Moment about y per rotation about y.
        ryry: "N.m/rad" tunable = 1.0e3 in NOT_NEGATIVE,
        /// Moment about y per rotation about z, and moment about z per rotation about y.
        ryrz: "N.m/rad" tunable = 0.0,
        /// Moment about z per rotation about z.
        rzrz: "N.m/rad" tunable = 1.0e2 in NOT_NEGATIVE,
    }
}

quantities! {
    /// Damping in the axes of frame a: the upper triangle of a symmetric matrix.
    pub struct Damping {
        /// Force along x per velocity along x.
        xx: "N.s/m" tunable = 5.0e2 in NOT_NEGATIVE,
        /// Force along x per velocity along y, and force along y per velocity along x.
        xy: "N.s/m" tunable = 0.0,
        /// Force along x per velocity along z, and force along z per velocity along x.
        xz: "N.s/m" tunable = 0.0,
        /// Force along x per angular velocity about x, and moment about x per velocity along x.
        xrx: "N.s" tunable = 0.0,
        /// Force along x per angular velocity about y, and moment about y per velocity along x.
        xry: "N.s" tunable = 0.0,
        /// Force along x per angular velocity about z, and moment about z per velocity along x.
        xrz: "N.s" tunable = 0.0,
        /// Force along y per velocity along y.
        yy: "N.s/m" tunable = 5.0e2 in NOT_NEGATIVE,
        /// Force along y per velocity along z, and force along z per velocity along y.
        yz: "N.s/m" tunable = 0.0,
        /// Force along y per angular velocity about x, and moment about x per velocity along y.
        yrx: "N.s" tunable = 0.0,
        /// Force along y per angular velocity about y, and moment about y per velocity along y.
        yry: "N.s" tunable = 0.0,
        /// Force along y per angular velocity about z, and moment about z per velocity along y.
        yrz: "N.s" tunable = 0.0,
        /// Force along z per velocity along z.
        zz: "N.s/m" tunable = 1.0e2 in NOT_NEGATIVE,
        /// Force along z per angular velocity about x, and moment about x per velocity along z.
        zrx: "N.s" tunable = 0.0,
        /// Force along z per angular velocity about y, and moment about y per velocity along z.
        zry: "N.s" tunable = 0.0,
        /// Force along z per angular velocity about z, and moment about z per velocity along z.
        zrz: "N.s" tunable = 0.0,
        /// Moment about x per angular velocity about x.
        rxrx: "N.m.s/rad" tunable = 0.1 in NOT_NEGATIVE,
        /// Moment about x per angular velocity about y, and moment about y per angular velocity about x.
        rxry: "N.m.s/rad" tunable = 0.0,
        /// Moment about x per angular velocity about z, and moment about z per angular velocity about x.
        rxrz: "N.m.s/rad" tunable = 0.0,
        /// Moment about y per angular velocity about y.
        ryry: "N.m.s/rad" tunable = 0.1 in NOT_NEGATIVE,
        /// Moment about y per angular velocity about z, and moment about z per angular velocity about y.
        ryrz: "N.m.s/rad" tunable = 0.0,
        /// Moment about z per angular velocity about z.
        rzrz: "N.m.s/rad" tunable = 0.01 in NOT_NEGATIVE,
    }
}

/// Number of entries of an upper triangle.
const ENTRIES: usize = Stiffness::COUNT;

/// Returns row and column of every entry of the upper triangle, by rows.
fn triangle() -> impl Iterator<Item = (usize, usize)> {
    (0..6).flat_map(|row| (row..6).map(move |column| (row, column)))
}

/// Returns the symmetric matrix with these entries of the upper triangle, by rows.
fn symmetric(numbers: &[f64]) -> Matrix6<f64> {
    let mut matrix = Matrix6::zeros();
    for ((row, column), number) in triangle().zip(numbers) {
        (matrix[(row, column)], matrix[(column, row)]) = (*number, *number);
    }
    matrix
}

/// Returns the symmetric matrix whose upper triangle these quantities are.
fn matrix<Q: Quantities>(quantities: &Q) -> Matrix6<f64> {
    let mut numbers = [0.0; ENTRIES];
    quantities.write(&mut numbers);
    symmetric(&numbers)
}

/// Returns the quantities of the upper triangle of a symmetric matrix.
fn quantities<Q: Quantities>(matrix: &Matrix6<f64>) -> Q {
    let numbers: Vec<f64> = triangle().map(|place| matrix[place]).collect();
    Q::read(&numbers)
}

impl Bushing {
    /// Returns the bushing with these matrices; refuses those with negative eigenvalues, which would give energy.
    pub fn new(stiffness: &Stiffness, damping: &Damping) -> Result<Self, Fault> {
        let [stiffness, damping] = [matrix(stiffness), matrix(damping)];
        for (name, matrix) in [("stiffness", &stiffness), ("damping", &damping)] {
            if let Some(value) = negative_eigenvalue(matrix) {
                let why = format!("{name} has the eigenvalue {value:.3e}; all must be 0 or above");
                return Err(why.into());
            }
        }
        Ok(Self { stiffness, damping })
    }

    /// Returns its matrices as quantities.
    pub fn parameters(&self) -> (Stiffness, Damping) {
        (quantities(&self.stiffness), quantities(&self.damping))
    }
}
