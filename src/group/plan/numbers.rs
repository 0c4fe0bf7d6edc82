//! The number of a spring, or the numbers of a bushing, as a plan gives them.

use nalgebra::SMatrix;
use serde::{Deserialize, Serialize};

/// One number of a spring, or those of a bushing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum NumbersPlan {
    /// Of a line or a turn.
    One(f64),
    /// Of a bushing: the diagonal, or the upper triangle by rows.
    Several(Vec<f64>),
}

impl Default for NumbersPlan {
    fn default() -> Self {
        Self::One(0.0)
    }
}

impl NumbersPlan {
    /// Returns the symmetric matrix of a bushing with N directions, or one with the only number of another spring at its
    /// start.
    pub(crate) fn matrix<const N: usize>(
        &self,
        is_bushing: bool,
    ) -> Result<SMatrix<f64, N, N>, String> {
        let needs =
            || format!("a bushing needs {N}, or {} of the upper triangle by rows", N * (N + 1) / 2);
        let mut matrix = SMatrix::zeros();
        let all = match self {
            Self::One(0.0) if is_bushing => return Ok(matrix),
            Self::One(number) if is_bushing => {
                return Err(format!("= {number} is one number; {}", needs()));
            }
            Self::One(number) => std::slice::from_ref(number),
            Self::Several(numbers) if is_bushing => numbers,
            Self::Several(numbers) => {
                return Err(format!("has {} numbers, where there must be one", numbers.len()));
            }
        };
        if let Some(number) = all.iter().find(|number| !number.is_finite()) {
            return Err(format!("= {number} is not a finite number"));
        }
        let is_diagonal = all.len() == N || !is_bushing;
        if is_diagonal {
            all.iter().enumerate().for_each(|(at, number)| matrix[(at, at)] = *number);
        } else if all.len() == N * (N + 1) / 2 {
            let places = (0..N).flat_map(|row| (row..N).map(move |column| (row, column)));
            for ((row, column), number) in places.zip(all) {
                (matrix[(row, column)], matrix[(column, row)]) = (*number, *number);
            }
        } else {
            return Err(format!("has {} numbers; {}", all.len(), needs()));
        }
        Ok(matrix)
    }
}
