//! The certainty of a fit, and the parameters that its data do not determine.

use super::ask::Asked;
use super::search::{DIFFERENCES, FEW, MANY, Problem};
use super::unknowns::Unknown;
use crate::Error;
use spiel::base::numerics::least_squares::{
    Certainty, Fit, Limits, Misfit, Weakness, certainty, correlation_length, minimise,
};

/// Rounds in which the neighbourhood of a fit is explored.
const ROUNDS: usize = 4;
/// The way, in standard errors, to the place at which a parameter's other side is looked at.
const FAR: f64 = 20.0;
/// The least rise of the sum, in variances of a residual, that excludes a place: three standard deviations.
const EXCLUDED: f64 = 9.0;

/// A parameter that the data do not determine.
pub(super) struct Weak {
    pub why: Why,
    /// True if the data allow the joint's own value.
    pub is_own: bool,
}

/// The reason why data do not determine a parameter.
#[derive(Debug, Clone, Copy)]
pub(super) enum Why {
    /// It does not act, or acts like another.
    Weak(Weakness),
    /// The parameter of this number may be smaller (true) or larger (false) as well.
    OneSided(usize, bool),
}

impl Why {
    /// Returns the number of the parameter.
    pub fn unknown(self) -> usize {
        match self {
            Self::Weak(weakness) => weakness.unknown(),
            Self::OneSided(unknown, _) => unknown,
        }
    }
}

/// Finds the certainty. Parameters that are not determined are held: at the joint's own value if the data allow it,
/// else where they are; the others are fitted again.
pub(super) fn settle(
    asked: &Asked,
    problem: &mut Problem,
    mut fit: Fit,
) -> Result<(Fit, Certainty, Vec<Weak>), Error> {
    for _ in 0..ROUNDS {
        let (certain, _) = judge(asked, problem, &fit)?;
        if asked.count() > MANY || !explore(problem, &mut fit, &certain) {
            break;
        }
        fit = minimise(problem, fit.at, &asked.limits(20));
    }
    let (mut weak, mut looked) = (Vec::new(), false);
    loop {
        let (certain, variance) = judge(asked, problem, &fit)?;
        let found: Vec<Why> = match certain.weak.as_slice() {
            [] if !looked => {
                looked = true;
                one_sided(asked, problem, &fit)?
            }
            of => of.iter().map(|weakness| Why::Weak(*weakness)).collect(),
        };
        if found.is_empty() {
            return Ok((fit, certain, weak));
        }
        for why in found {
            let index = why.unknown();
            problem.free[index] = false;
            let mut own = fit.at.clone();
            own[index] = asked.unknowns[index].coordinate(asked.unknowns[index].start);
            // With it at that value the others may be elsewhere.
            let is_own = problem.squares(&own).is_finite() && {
                let limits = Limits { free: problem.free.clone(), ..asked.limits(20) };
                let held = minimise(problem, own, &limits);
                let allowed = held.squares <= fit.squares + EXCLUDED * variance;
                if allowed {
                    fit = held;
                }
                allowed
            };
            weak.push(Weak { why, is_own });
        }
        let limits = Limits { free: problem.free.clone(), ..asked.limits(20) };
        fit = minimise(problem, fit.at, &limits);
    }
}

/// Looks for unknowns of which the data give only a bound: from a place twenty standard errors away, with all
/// others free, the sum hardly rises. An end of play that was never touched is such a one.
fn one_sided(asked: &Asked, problem: &mut Problem, fit: &Fit) -> Result<Vec<Why>, Error> {
    let few: Vec<_> = asked.seen.iter().map(|experiment| experiment.thinned(FEW)).collect();
    let mut thin = asked.problem(&few)?;
    (thin.spread, thin.differences) = (problem.spread, problem.differences.clone());
    thin.free.clone_from(&problem.free);
    let limits = Limits { free: problem.free.clone(), ..asked.limits(8) };
    let here = minimise(&mut thin, fit.at.clone(), &limits);
    let (certain, variance) = judge(asked, &mut thin, &here)?;
    let mut found = Vec::new();
    for index in (0..certain.errors.len()).filter(|index| problem.free[*index]) {
        let error = certain.errors[index];
        let (low, high) = asked.unknowns[index].bounds();
        for sign in [-1.0, 1.0] {
            let mut start = here.at.clone();
            start[index] = (start[index] + sign * FAR * error).clamp(low, high);
            // Towards an end of its range it cannot go on.
            let reached = (start[index] - here.at[index]).abs() / error;
            if !error.is_finite() || reached < 0.5 * FAR {
                continue;
            }
            let mut free = problem.free.clone();
            free[index] = false;
            let moved = minimise(&mut thin, start, &Limits { free, ..asked.limits(8) });
            if moved.squares - here.squares < EXCLUDED * variance {
                found.push(Why::OneSided(index, sign < 0.0));
                break;
            }
        }
    }
    Ok(found)
}

/// The certainty at a fit, and the variance of a residual.
fn judge(asked: &Asked, problem: &mut Problem, fit: &Fit) -> Result<(Certainty, f64), Error> {
    let largest: Vec<f64> = asked.unknowns.iter().map(Unknown::largest_error).collect();
    let (normal, residuals, weights) =
        problem.equations(&fit.at).ok_or_else(|| asked.impossible())?;
    let (residuals, weights) = (residuals.concat(), weights.concat());
    let free = problem.free.iter().filter(|free| **free).count();
    let variance = variance(&residuals, &weights, free).max(asked.resolution().powi(2));
    Ok((certainty(&normal, variance, &largest, &problem.free), variance))
}

/// Looks for a smaller sum one and two standard errors away in each coordinate, and takes differences over half of an
/// error from now on: where forces set in from sample to sample, the sum has small hollows. Returns true if the fit
/// has to be made again.
fn explore(problem: &mut Problem, fit: &mut Fit, certain: &Certainty) -> bool {
    let mut better = false;
    for index in 0..certain.errors.len() {
        if !problem.free[index] {
            continue;
        }
        let error = certain.errors[index];
        if !error.is_finite() {
            continue;
        }
        let difference = (0.5 * error).clamp(DIFFERENCES.0, DIFFERENCES.1);
        better |= difference > 2.0 * problem.differences[index];
        problem.differences[index] = difference;
        let (low, high) = problem.unknowns[index].bounds();
        for part in [-2.0, -1.0, 1.0, 2.0] {
            let mut trial = fit.at.clone();
            trial[index] = (trial[index] + part * error).clamp(low, high);
            let squares = problem.squares(&trial);
            if squares < fit.squares {
                *fit = Fit { at: trial, squares };
                better = true;
            }
        }
    }
    better
}

/// The variance of a residual that counts in the standard errors: that of Huber's estimate, times the number of
/// residuals that remember each other.
fn variance(residuals: &[f64], weights: &[f64], unknowns: usize) -> f64 {
    let count = residuals.len();
    let pull = |(residual, weight): (&f64, &f64)| (residual * weight).powi(2);
    let squares: f64 = residuals.iter().zip(weights).map(pull).sum();
    let inside =
        weights.iter().filter(|weight| **weight >= 1.0).count() as f64 / count.max(1) as f64;
    let degrees = count.saturating_sub(unknowns).max(1) as f64;
    squares / degrees / (inside * inside).max(0.25) * correlation_length(residuals)
}
