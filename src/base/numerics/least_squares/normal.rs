//! Normal equations of a sum of squares.

use nalgebra::{DMatrix, DVector};

/// JᵀJ and Jᵀr of residuals r = measured − model and of the model's derivatives J by the unknowns.
#[derive(Debug, Clone)]
pub struct Normal {
    /// JᵀJ.
    pub matrix: DMatrix<f64>,
    /// Jᵀr.
    pub right: DVector<f64>,
}

impl Normal {
    /// The equations of no residual.
    pub fn zeros(unknowns: usize) -> Self {
        Self { matrix: DMatrix::zeros(unknowns, unknowns), right: DVector::zeros(unknowns) }
    }

    /// Adds weighted residuals and the columns of the model's derivatives, one for each unknown.
    pub fn add(&mut self, columns: &[Vec<f64>], residuals: &[f64], weights: &[f64]) {
        for (i, first) in columns.iter().enumerate() {
            let weighted = |(value, weight): (&f64, &f64)| value * weight;
            let first: Vec<f64> = first.iter().zip(weights).map(weighted).collect();
            self.right[i] += product(&first, residuals);
            for (j, second) in columns.iter().enumerate().take(i + 1) {
                let sum = product(&first, second);
                self.matrix[(i, j)] += sum;
                if i != j {
                    self.matrix[(j, i)] += sum;
                }
            }
        }
    }

    /// Takes an unknown out: its step is zero.
    pub fn hold(&mut self, index: usize) {
        self.matrix.fill_row(index, 0.0);
        self.matrix.fill_column(index, 0.0);
        self.matrix[(index, index)] = 1.0;
        self.right[index] = 0.0;
    }
}

fn product(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}
