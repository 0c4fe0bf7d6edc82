//! The four parameters of the modified Iwan model from measured force–displacement loops.

mod branch;
mod measured;
mod turning_points;

use super::Iwan;
use crate::base::numerics::least_squares::{Limits, minimise};
pub use branch::StandardErrors;
use branch::{Branch, Logarithms, Loops};
pub use measured::{Loop, Refusal};
use nalgebra::DVector;
pub use turning_points::TurningPoints;

/// Number of best guesses from which the search is started.
const STARTS: usize = 6;
/// Least rise of the chi-squared statistic when complete slip is forbidden: three standard deviations.
const LEAST_SLIP_EVIDENCE: f64 = 9.0;
/// Largest rms residual over rms force that still counts as a fit.
const LARGEST_MISFIT: f64 = 0.05;
/// Resolution of the best force measurement, over the largest force.
const BEST_RESOLUTION: f64 = 1e-9;

/// Result of an identification from measured loops.
#[derive(Debug, Clone, PartialEq)]
pub struct Identification {
    /// The model that fits best.
    pub iwan: Iwan,
    /// Standard errors of its parameters, for noise that is independent from point to point.
    pub standard_errors: StandardErrors,
    /// Standard deviation of the residuals \[N\].
    pub noise: f64,
    /// Number of points used.
    pub points: usize,
    /// Rise of the chi-squared statistic when slip is forbidden in every loop; 9 is the least that is
    /// accepted.
    pub slip_evidence: f64,
    /// Number of searches that ended in this fit.
    pub starts_agreeing: usize,
    /// Number of searches.
    pub starts: usize,
    /// The paper's estimate from the turning points of the largest loop, if it has a straight end.
    pub turning_points: Option<TurningPoints>,
    /// Measured minus fitted force \[N\], loop by loop, point by point.
    pub residuals: Vec<Vec<f64>>,
}

/// Fits F_s, x_s, χ and α to all points of all loops at once.
///
/// Least squares in (ln k, ln k_s, ln x_s, ln(1 + χ)), every residual on the same scale. Loops without
/// complete slip fit a one-parameter family of models perfectly. So the fit is repeated without
/// complete slip (x_s at the largest amplitude, the least that forbids it), and refused unless that
/// raises the chi-squared statistic by 9.
///
/// Source: own; Wang et al., Chin. J. Theor. Appl. Mech. 50 (2018) 44–57 read turning points off the loops
/// (eqs. 37–39), although the branch is smooth there and has none: see [`TurningPoints`].
pub fn identify(loops: &[Loop]) -> Result<Identification, Refusal> {
    let branches = measured::branches(loops)?;
    let points: usize = branches.iter().map(|branch| branch.points.len()).sum();
    let largest = branches.iter().map(|branch| branch.amplitude).fold(0.0, f64::max);

    let mut fits: Vec<Fit> = guesses(&branches, largest)
        .into_iter()
        .map(|start| search(&branches, start, [true; 4]))
        .collect();
    fits.sort_by(|a, b| a.squares.total_cmp(&b.squares));
    let best = fits[0];

    let (mut force_squares, mut strongest) = (0.0, 0.0_f64);
    for point in branches.iter().flat_map(|branch| &branch.points) {
        force_squares += point.force * point.force;
        strongest = strongest.max(point.force.abs());
    }
    let misfit = (best.squares / force_squares).sqrt();
    if misfit.is_nan() || misfit > LARGEST_MISFIT {
        return Err(Refusal::NotTheModel { misfit, allowed: LARGEST_MISFIT });
    }
    let floor = (BEST_RESOLUTION * strongest).powi(2);
    let variance = best.squares / (points - 4) as f64;
    let stuck = without_slip(&branches, largest);
    let slip_evidence = (stuck - best.squares) / variance.max(floor);
    if slip_evidence < LEAST_SLIP_EVIDENCE {
        let least = LEAST_SLIP_EVIDENCE;
        return Err(Refusal::NeverSlips { slip_evidence, least, amplitude: largest });
    }

    let iwan =
        best.logarithms.model().ok_or(Refusal::NotTheModel { misfit, allowed: LARGEST_MISFIT })?;
    let standard_errors = branch::standard_errors(&branches, &best.logarithms, variance).ok_or(
        Refusal::NeverSlips { slip_evidence: 0.0, least: LEAST_SLIP_EVIDENCE, amplitude: largest },
    )?;
    let same = |fit: &&Fit| fit.squares <= best.squares + 1e-3 * variance.max(floor);
    Ok(Identification {
        iwan,
        standard_errors,
        noise: variance.sqrt(),
        points,
        slip_evidence,
        starts_agreeing: fits.iter().filter(same).count(),
        starts: fits.len(),
        turning_points: turning_points::estimate(&branches),
        residuals: branches.iter().map(|branch| branch.residuals(&best.logarithms)).collect(),
    })
}

/// Result of a search.
#[derive(Debug, Clone, Copy)]
struct Fit {
    logarithms: Logarithms,
    /// Sum of squared residuals \[N²\].
    squares: f64,
}

/// Searches from `start` for a least sum of squares; parameters that are not `free` are kept.
fn search(branches: &[Branch], start: Logarithms, free: [bool; 4]) -> Fit {
    let limits = Limits { free: free.to_vec(), ..Limits::none(4) };
    let start = DVector::from_column_slice(start.0.as_slice());
    let fit = minimise(&mut Loops(branches), start, &limits);
    Fit { logarithms: Logarithms::at(&fit.at), squares: fit.squares }
}

/// Starting points: for given x_s and χ the two stiffnesses follow linearly; returns the best of a grid.
fn guesses(branches: &[Branch], largest: f64) -> Vec<Logarithms> {
    let mut guesses: Vec<(f64, Logarithms)> = Vec::new();
    for share in [0.05, 0.15, 0.4, 0.8, 1.2] {
        for chi in [-0.8, -0.3, 0.3] {
            let start = branch::with_best_stiffnesses(branches, share * largest, chi);
            guesses.push((branch::squares(branches, &start), start));
        }
    }
    guesses.sort_by(|a, b| a.0.total_cmp(&b.0));
    guesses.into_iter().take(STARTS).map(|(_, start)| start).collect()
}

/// Least sum of squares \[N²\] of a model in which no loop slips completely.
///
/// Among those models, x_s at the largest amplitude leaves the other three parameters the most freedom:
/// a larger x_s only restricts them.
fn without_slip(branches: &[Branch], largest: f64) -> f64 {
    [-0.8, -0.3, 0.3]
        .map(|chi| {
            let start = branch::with_best_stiffnesses(branches, largest, chi);
            search(branches, start, [true, true, false, true]).squares
        })
        .into_iter()
        .fold(f64::INFINITY, f64::min)
}
