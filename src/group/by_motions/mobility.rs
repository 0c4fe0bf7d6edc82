//! The mobility of all joints of a group, as a host gives it.

use crate::base::Fault;
use crate::base::fault::Name;
use model_description::Interval;
use model_description::{ANY, NOT_NEGATIVE, Quantities, Row, quantities};
use nalgebra::DMatrix;

/// The three ways in which a joint gives.
const WAYS: [&str; 3] = ["x", "y", "phi"];
/// Rounding of whoever computed it, as part of its size.
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

/// W, 3 J × 3 J for J joints: relative velocity (x, y, φ) of each joint's body b, against the point of
/// its body a that is there, per unit impulse on body b of each joint with its reaction on a.
///
/// Each joint in the axes of its frame a. Symmetric, so only one half is given: `B.W.C.x_phi` is what
/// a moment at C does along B's x axis.
#[derive(Debug, Clone, PartialEq)]
pub struct GivenMobility {
    names: Box<[String]>,
}

impl GivenMobility {
    /// That of joints with these names.
    pub fn of(names: impl IntoIterator<Item = String>) -> Self {
        Self { names: names.into_iter().collect() }
    }

    /// How many rows W has.
    fn size(&self) -> usize {
        3 * self.names.len()
    }

    /// Row and column of every number, in the order of the variables: by the first joint, the second,
    /// and the ways of both.
    fn places(size: usize) -> impl Iterator<Item = (usize, usize)> {
        let blocks = (0..size / 3).flat_map(move |a| (a..size / 3).map(move |b| (a, b)));
        blocks.flat_map(|(a, b)| {
            let ways = (0..3).flat_map(|i| (0..3).map(move |j| (i, j)));
            let once = ways.filter(move |(i, j)| a < b || i <= j);
            once.map(move |(i, j)| (3 * a + i, 3 * b + j))
        })
    }

    /// The rows of its numbers.
    pub fn rows(&self) -> Vec<Row> {
        let kinds = Entry::default().rows();
        Self::places(self.size())
            .map(|(row, column)| {
                let (a, b) = (&self.names[row / 3], &self.names[column / 3]);
                let (i, j) = (WAYS[row % 3], WAYS[column % 3]);
                // Which quantity of `Entry` it is.
                let kind = usize::from(row % 3 == 2) + usize::from(column % 3 == 2);
                Row { name: format!("{a}.W.{b}.{i}_{j}"), ..kinds[kind].clone() }
            })
            .collect()
    }

    /// Writes the whole matrix from its `numbers`, and checks it.
    pub fn write(&self, numbers: &[f64], matrix: &mut DMatrix<f64>) -> Result<(), Fault> {
        for ((row, column), number) in Self::places(self.size()).zip(numbers) {
            matrix[(row, column)] = *number;
            matrix[(column, row)] = *number;
        }
        self.check(matrix)
    }

    /// Refuses a matrix with which a load would draw the bodies against itself, as far as two ways at a
    /// time can tell.
    pub fn check(&self, matrix: &DMatrix<f64>) -> Result<(), Fault> {
        let refused = |row: usize, value: f64, allowed: Interval, meaning: &'static str| {
            let fault = Fault::OutOfRange { name: Name::of("W"), value, allowed, meaning };
            Err(fault.of_part(&self.names[row / 3]))
        };
        for (row, column) in Self::places(self.size()) {
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

    /// What is missing at a joint that touches and whose mobility is not given.
    pub fn missing(&self, joint: usize) -> Fault {
        let fault = Fault::OutOfRange {
            name: Name::of("W"),
            value: 0.0,
            allowed: Interval::above(0.0),
            meaning: "the bodies touch, and how they give way must be known at every step",
        };
        fault.of_part(&self.names[joint])
    }
}
