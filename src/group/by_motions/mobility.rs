//! The mobility of all joints of a group, as a host gives it.

use crate::base::Fault;
use crate::base::fault::Name;
use crate::coupling::mobility::{directions, turns};
use model_description::Interval;
use model_description::{ANY, NOT_NEGATIVE, Quantities, Row, quantities};
use nalgebra::DMatrix;

/// Relative rounding error of the host's numbers \[1\].
const ROUNDING: f64 = 1e-6;

quantities! {
    /// One number of W, by its unit.
    pub struct Entry {
        /// Relative acceleration of the first joint's bodies (b minus a) per unit force on body b of the second joint, and vice versa.
        across: "1/kg" = 0.0 in ANY,
        /// Relative acceleration in one joint per unit moment in the other; also angular acceleration per unit force, and vice versa.
        mixed: "1/(kg.m)" = 0.0 in ANY,
        /// Relative angular acceleration of the first joint's bodies (b minus a) per unit moment on body b of the second joint, and vice versa.
        turning: "1/(kg.m2)" = 0.0 in ANY,
    }
}

/// The mobility W, n J × n J for J joints with n directions: relative velocity of each joint's body b, against the
/// coinciding point of its body a, per unit impulse on body b of each joint with its reaction on a.
///
/// The directions are those of each joint's frame a: x, y, φ in the plane, x, y, z and the rotations about them in space.
/// W is symmetric, so that the host gives one half: `B.W.C.x_phi` is the velocity along B's x axis per unit moment at C.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct GivenMobility {
    names: Box<[String]>,
    /// n.
    ways: usize,
}

impl GivenMobility {
    /// Makes that of joints with these names and this number of directions each.
    pub fn of<'a>(names: impl IntoIterator<Item = &'a String>, ways: usize) -> Self {
        Self { names: names.into_iter().cloned().collect(), ways }
    }

    /// Returns row and column of every number, in the order of the variables: by the first joint, the second, and the
    /// coordinates of both.
    fn places(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (joints, n) = (self.names.len(), self.ways);
        let blocks = (0..joints).flat_map(move |a| (a..joints).map(move |b| (a, b)));
        blocks.flat_map(move |(a, b)| {
            let ways = (0..n).flat_map(move |i| (0..n).map(move |j| (i, j)));
            let once = ways.filter(move |(i, j)| a < b || i <= j);
            once.map(move |(i, j)| (n * a + i, n * b + j))
        })
    }

    /// Returns the variables of its numbers.
    pub fn rows(&self) -> Vec<Row> {
        let kinds = Entry::default().rows();
        let n = self.ways;
        self.places()
            .map(|(row, column)| {
                let (a, b) = (&self.names[row / n], &self.names[column / n]);
                let (i, j) = (directions(n)[row % n], directions(n)[column % n]);
                // The index of its quantity in `Entry`.
                let kind = [row, column].into_iter().filter(|one| turns(n, *one % n)).count();
                Row { name: format!("{a}.W.{b}.{i}_{j}"), ..kinds[kind].clone() }
            })
            .collect()
    }

    /// Writes the whole matrix from its `numbers`, and checks it.
    pub fn write(&self, numbers: &[f64], matrix: &mut DMatrix<f64>) -> Result<(), Fault> {
        for ((row, column), number) in self.places().zip(numbers) {
            matrix[(row, column)] = *number;
            matrix[(column, row)] = *number;
        }
        self.check(matrix)
    }

    /// Refuses a matrix with a negative principal minor of size 1 or 2, which no bodies have.
    pub fn check(&self, matrix: &DMatrix<f64>) -> Result<(), Fault> {
        let refused = |row: usize, value: f64, allowed: Interval, meaning: &'static str| {
            let fault = Fault::OutOfRange { name: Name::of("W"), value, allowed, meaning };
            Err(fault.of_part(&self.names[row / self.ways]))
        };
        for (row, column) in self.places() {
            let (value, a, b) =
                (matrix[(row, column)], matrix[(row, row)], matrix[(column, column)]);
            if row == column && value < 0.0 {
                return refused(
                    row,
                    value,
                    NOT_NEGATIVE,
                    "a load does not draw a body against itself",
                );
            }
            let most = (a.max(0.0) * b.max(0.0)).sqrt() * (1.0 + ROUNDING);
            if value.abs() > most {
                let meaning =
                    "with the numbers of its row and column no bodies have such a mobility";
                return refused(row, value, Interval::closed(-most, most), meaning);
            }
        }
        Ok(())
    }

    /// Refuses a joint that touches, but has no mobility along any axis.
    pub fn check_given(&self, matrix: &DMatrix<f64>, joint: usize) -> Result<(), Fault> {
        let axes = (0..self.ways).filter(|way| !turns(self.ways, *way));
        let mut own = axes.map(|way| self.ways * joint + way);
        if own.any(|way| matrix[(way, way)] > 0.0) {
            return Ok(());
        }
        let fault = Fault::OutOfRange {
            name: Name::of("W"),
            value: 0.0,
            allowed: Interval::above(0.0),
            meaning: "the bodies touch, and how they give way must be known at every step",
        };
        Err(fault.of_part(&self.names[joint]))
    }
}
