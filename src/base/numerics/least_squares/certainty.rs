//! The certainty of unknowns that were found from residuals.

use super::Normal;
use nalgebra::DMatrix;

/// The certainty of the unknowns of a fit.
#[derive(Debug, Clone)]
pub struct Certainty {
    /// Standard error of each unknown; infinite for one that is not determined, 0 for one that is held.
    pub errors: Vec<f64>,
    /// Covariance of the unknowns that are determined; rows of the others are zero.
    pub covariance: DMatrix<f64>,
    /// The unknowns that are not determined.
    pub weak: Vec<Weakness>,
}

/// An unknown that the residuals do not determine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Weakness {
    /// The unknown of this number does not move the model by more than the noise.
    NoInfluence(usize),
    /// The unknown of this number acts like another one, with this correlation.
    LikeAnother(usize, usize, f64),
}

impl Weakness {
    /// Returns the number of the unknown.
    pub fn unknown(self) -> usize {
        match self {
            Self::NoInfluence(unknown) | Self::LikeAnother(unknown, _, _) => unknown,
        }
    }
}

impl Certainty {
    /// Returns the correlation of two unknowns; 0 if one of them is not determined.
    pub fn correlation(&self, one: usize, other: usize) -> f64 {
        let product = self.covariance[(one, one)] * self.covariance[(other, other)];
        if product > 0.0 { self.covariance[(one, other)] / product.sqrt() } else { 0.0 }
    }
}

/// Finds the certainty of unknowns from the normal equations at a fit and the `variance` of a residual.
///
/// An unknown counts as determined if its standard error is below its own entry of `largest`. The least certain
/// one is taken out first, and the others are looked at again: of two that act alike one is left.
pub fn certainty(normal: &Normal, variance: f64, largest: &[f64], free: &[bool]) -> Certainty {
    let count = largest.len();
    let mut inside: Vec<usize> = (0..count).filter(|index| free[*index]).collect();
    let mut weak = Vec::new();
    loop {
        let alone = |index: &usize| {
            let error = (variance / normal.matrix[(*index, *index)]).sqrt();
            error.is_nan() || error > largest[*index]
        };
        if let Some(place) = inside.iter().position(alone) {
            weak.push(Weakness::NoInfluence(inside.remove(place)));
            continue;
        }
        let Some(covariance) = inverse(normal, &inside) else {
            let Some(last) = inside.pop() else { break };
            weak.push(Weakness::NoInfluence(last));
            continue;
        };
        let covariance = covariance * variance;
        let excess =
            |place: usize| covariance[(place, place)].max(0.0).sqrt() / largest[inside[place]];
        let worst = (0..inside.len()).max_by(|one, other| excess(*one).total_cmp(&excess(*other)));
        let Some(worst) = worst.filter(|worst| excess(*worst) > 1.0) else {
            return settled(count, free, &inside, &covariance, weak);
        };
        let like = |place: usize| {
            let sizes = covariance[(place, place)] * covariance[(worst, worst)];
            covariance[(place, worst)] / sizes.sqrt()
        };
        let others = (0..inside.len()).filter(|place| *place != worst);
        let twin = others.max_by(|one, other| like(*one).abs().total_cmp(&like(*other).abs()));
        // One that is known in spite of the other is no twin: that one moves the model too little beside it.
        let twin = twin.filter(|twin| excess(*twin) > 1.0);
        weak.push(match twin {
            Some(twin) => Weakness::LikeAnother(inside[worst], inside[twin], like(twin)),
            None => Weakness::NoInfluence(inside[worst]),
        });
        inside.remove(worst);
    }
    settled(count, free, &[], &DMatrix::zeros(0, 0), weak)
}

/// The inverse of the equations of some unknowns, each on a scale of its own.
fn inverse(normal: &Normal, inside: &[usize]) -> Option<DMatrix<f64>> {
    let scale = |place: usize| normal.matrix[(inside[place], inside[place])].sqrt();
    let count = inside.len();
    let scaled = DMatrix::from_fn(count, count, |i, j| {
        normal.matrix[(inside[i], inside[j])] / (scale(i) * scale(j))
    });
    let mut inverse = scaled.cholesky()?.inverse();
    for i in 0..count {
        for j in 0..count {
            inverse[(i, j)] /= scale(i) * scale(j);
        }
    }
    Some(inverse)
}

fn settled(
    count: usize,
    free: &[bool],
    inside: &[usize],
    covariance: &DMatrix<f64>,
    weak: Vec<Weakness>,
) -> Certainty {
    let mut whole = DMatrix::zeros(count, count);
    let mut errors: Vec<f64> =
        free.iter().map(|free| if *free { f64::INFINITY } else { 0.0 }).collect();
    for (i, row) in inside.iter().enumerate() {
        errors[*row] = covariance[(i, i)].sqrt();
        for (j, column) in inside.iter().enumerate() {
            whole[(*row, *column)] = covariance[(i, j)];
        }
    }
    Certainty { errors, covariance: whole, weak }
}
