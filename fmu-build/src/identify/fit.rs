//! The search itself: many starts on few samples, the best on all, then the certainty of what it found.

use super::ask::{Asked, Options};
use super::certain::{Found, Judgement, Value};
use super::experiment::{Deed, Experiment};
use super::search::{DIFFERENCES, Problem};
use super::unknowns::Unknown;
use crate::{Error, Variant};
use nalgebra::DVector;
use spiel::base::numerics::least_squares::{
    Certainty, Fit, Limits, Misfit, Weakness, certainty, correlation_length, minimise, spread,
};

/// Instants of each measurement in the searches from many starts.
const FEW: usize = 1500;
/// Instants of each in a search between these and that on all.
const SOME: usize = 12_000;
/// Starts that are looked at for each unknown, and searches that begin.
const LOOKS: usize = 32;
const SEARCHES: usize = 6;
/// The largest part of what was measured that a model may leave.
const LARGEST_MISFIT: f64 = 0.5;
/// More values than this have no small hollows to explore, and one-sided differences will do.
const MANY: usize = 20_000;
/// Rounds in which the neighbourhood of a fit is explored.
const ROUNDS: usize = 4;
/// The search ends where a step would gain less than this part of the sum.
const LEAST_GAIN: f64 = 1e-6;
const ROUGH_GAIN: f64 = 1e-4;

/// Identifies parameters of a joint; `progress` is told parts of the whole, 0 to 1.
pub fn identify(options: &Options, progress: &dyn Fn(f64)) -> Result<Found, Error> {
    let asked = Asked::read(options)?;
    let (mut coordinates, starts, mut computed) = best_of_many(&asked, progress)?;
    if asked.count() > 2 * SOME {
        let some: Vec<_> = asked.seen.iter().map(|experiment| experiment.thinned(SOME)).collect();
        let mut problem = asked.problem(&some)?;
        coordinates = minimise(&mut problem, coordinates, &asked.limits(20)).at;
        computed += problem.computed;
    }
    let mut problem = asked.problem(&asked.seen)?;
    problem.computed = computed;
    let fit = without_outliers(&asked, &mut problem, coordinates)?;
    progress(0.9);
    let (fit, certain, weak) = settle(&asked, &mut problem, fit)?;
    let found = found(&asked, &mut problem, &fit, &certain, weak, starts)?;
    progress(1.0);
    Ok(found)
}

/// Searches on all samples. Outliers count less; without any, nothing changes.
fn without_outliers(
    asked: &Asked,
    problem: &mut Problem,
    start: DVector<f64>,
) -> Result<Fit, Error> {
    let mut at = start;
    loop {
        let left = problem.residuals(&at).ok_or_else(|| asked.impossible())?.0;
        problem.spread = Some(spread(&left.concat())).filter(|spread| *spread > 0.0);
        let fit = minimise(problem, at, &asked.limits(40));
        let left = problem.residuals(&fit.at).ok_or_else(|| asked.impossible())?.0;
        let (before, now) = (problem.spread.unwrap_or(0.0), spread(&left.concat()));
        if now >= 0.5 * before {
            asked.refuse_misfit(&left)?;
            return Ok(fit);
        }
        at = fit.at;
    }
}

/// Searches on few samples, from the best of many starts; returns the best coordinates, the numbers of searches and
/// of those that ended there, and the number of values that the joint computed.
fn best_of_many(
    asked: &Asked,
    progress: &dyn Fn(f64),
) -> Result<(DVector<f64>, (usize, usize), usize), Error> {
    let few: Vec<_> = asked.seen.iter().map(|experiment| experiment.thinned(FEW)).collect();
    let mut problem = asked.problem(&few)?;
    let count = asked.unknowns.len();
    let looks = LOOKS * count;
    let mut looked: Vec<(f64, DVector<f64>)> = Vec::with_capacity(looks);
    for look in 0..=looks {
        let at = asked.unknowns.iter().enumerate().map(|(axis, unknown)| match look {
            // The joint's own values are a start, too.
            0 => unknown.coordinate(unknown.start.clamp(unknown.range.0, unknown.range.1)),
            _ => between(unknown, halton(look, axis)),
        });
        let at = DVector::from_iterator(count, at);
        looked.push((problem.squares(&at), at));
        progress(0.3 * look as f64 / looks as f64);
    }
    looked.retain(|(squares, _)| squares.is_finite());
    looked.sort_by(|one, other| one.0.total_cmp(&other.0));
    if looked.is_empty() {
        return Err(asked.impossible());
    }
    let limits = Limits { least_gain: ROUGH_GAIN, ..asked.limits(20) };
    let mut fits: Vec<Fit> = Vec::new();
    for (place, (_, start)) in looked.into_iter().take(SEARCHES).enumerate() {
        fits.push(minimise(&mut problem, start, &limits));
        progress(0.3 + 0.4 * (place + 1) as f64 / SEARCHES as f64);
    }
    fits.sort_by(|one, other| one.squares.total_cmp(&other.squares));
    let best = fits[0].squares;
    let agreeing = fits.iter().filter(|fit| fit.squares <= 1.01 * best).count();
    Ok((fits.swap_remove(0).at, (fits.len() + 1, agreeing), problem.computed))
}

/// The coordinate at a part of the range in which searches begin.
fn between(unknown: &Unknown, part: f64) -> f64 {
    let (low, high) = (unknown.coordinate(unknown.range.0), unknown.coordinate(unknown.range.1));
    low + part * (high - low)
}

/// The number of this index in Halton's sequence for an axis: even over 0 to 1, for any count.
fn halton(mut index: usize, axis: usize) -> f64 {
    const PRIMES: [usize; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    let base = PRIMES[axis % PRIMES.len()];
    let (mut sum, mut digit) = (0.0, 1.0);
    while index > 0 {
        digit /= base as f64;
        sum += digit * (index % base) as f64;
        index /= base;
    }
    sum
}

/// Finds the certainty. Parameters that are not determined are held: at the joint's own value if the data allow it,
/// else where they are; the others are fitted again.
fn settle(
    asked: &Asked,
    problem: &mut Problem,
    mut fit: Fit,
) -> Result<(Fit, Certainty, Vec<Weakness>), Error> {
    let mut weak = Vec::new();
    for round in 0.. {
        let (certain, variance) = judge(asked, problem, &fit)?;
        if certain.weak.is_empty() {
            let explored = round < ROUNDS && asked.count() <= MANY;
            if !(explored && explore(problem, &mut fit, &certain)) {
                return Ok((fit, certain, weak));
            }
            let limits = Limits { free: problem.free.clone(), ..asked.limits(20) };
            fit = minimise(problem, fit.at, &limits);
            continue;
        }
        for weakness in certain.weak {
            let index = weakness.unknown();
            problem.free[index] = false;
            let mut own = fit.at.clone();
            own[index] = asked.unknowns[index].coordinate(asked.unknowns[index].start);
            if problem.squares(&own) <= fit.squares + 4.0 * variance {
                fit.at = own;
            }
            weak.push(weakness);
        }
        let limits = Limits { free: problem.free.clone(), ..asked.limits(20) };
        fit = minimise(problem, fit.at, &limits);
    }
    unreachable!("the rounds have no end of their own")
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

fn found(
    asked: &Asked,
    problem: &mut Problem,
    fit: &Fit,
    certain: &Certainty,
    weak: Vec<Weakness>,
    starts: (usize, usize),
) -> Result<Found, Error> {
    let count = asked.unknowns.len();
    let mut values: Vec<Value> = (0..count)
        .map(|index| Value::at(&asked.unknowns[index], fit.at[index], certain.errors[index]))
        .collect();
    for weakness in weak {
        let index = weakness.unknown();
        let unknown = &asked.unknowns[index];
        values[index].error = f64::INFINITY;
        values[index].weak = Some(match weakness {
            Weakness::NoInfluence(_) => {
                format!("{} does not move the result; {}", unknown.name, unknown.wants)
            }
            Weakness::LikeAnother(_, twin, correlation) => format!(
                "{} acts like {} in these data (correlation {correlation:.2}); {}",
                unknown.name, asked.unknowns[twin].name, unknown.wants
            ),
        });
    }
    let slope = |index: usize| asked.unknowns[index].slope(fit.at[index]);
    let covariance = (0..count)
        .map(|i| (0..count).map(|j| certain.covariance[(i, j)] * slope(i) * slope(j)).collect())
        .collect();
    let mut judgements = judged(problem, &fit.at, false).ok_or_else(|| asked.impossible())?;
    let mut blind = asked.problem(&asked.blind)?;
    judgements.extend(judged(&mut blind, &fit.at, true).ok_or_else(|| asked.impossible())?);
    let seen = judgements.iter().filter(|of| !of.blind);
    let left: Vec<f64> = seen
        .flat_map(|of| of.measured.iter().zip(&of.predicted).map(|(one, other)| one - other))
        .collect();
    Ok(Found {
        joint: asked.joint.clone(),
        model: asked.model,
        settings: asked.settings.clone(),
        values,
        covariance,
        noise: spread(&left),
        points: left.len(),
        computed: problem.computed,
        starts,
        judgements,
        axes: asked.axes.clone(),
        remarks: asked.remarks.clone(),
    })
}

/// Each measurement beside what the joint does.
fn judged(problem: &mut Problem, at: &DVector<f64>, blind: bool) -> Option<Vec<Judgement>> {
    let (residuals, _) = problem.residuals(at)?;
    let predicted = problem.predicted(at)?;
    let all = problem.experiments.iter().zip(residuals).zip(predicted);
    Some(
        all.map(|((experiment, left), predicted)| judgement(experiment, &left, predicted, blind))
            .collect(),
    )
}

fn judgement(experiment: &Experiment, left: &[f64], predicted: Vec<f64>, blind: bool) -> Judgement {
    let measured: Vec<f64> =
        left.iter().zip(&predicted).map(|(left, value)| left + value).collect();
    let offset = experiment.measured()[0] - measured[0];
    let work = match &experiment.deed {
        Deed::Motion(drive, compared) => {
            let cycles = drive.cycles.as_deref().map(|cycles| &cycles[drive.from..]);
            by_cycle(cycles, compared.travel.len(), |part| {
                let along = |forces: &[f64]| {
                    forces[part.clone()]
                        .iter()
                        .zip(&compared.travel[part.clone()])
                        .map(|(f, x)| f * x)
                        .sum::<f64>()
                };
                (along(&measured), along(&predicted))
            })
        }
        _ => Vec::new(),
    };
    Judgement {
        path: experiment.path.clone(),
        blind,
        over: experiment.over().to_vec(),
        measured,
        predicted,
        offset,
        work,
    }
}

/// Calls `each` with the values of every cycle that a file counts, or with all.
fn by_cycle<T>(
    cycles: Option<&[f64]>,
    count: usize,
    each: impl Fn(std::ops::Range<usize>) -> T,
) -> Vec<T> {
    let mut ends: Vec<usize> = cycles.map_or_else(Vec::new, |cycles| {
        (1..count).filter(|at| cycles[*at] != cycles[at - 1]).collect()
    });
    ends.push(count);
    let begins = std::iter::once(0).chain(ends.iter().copied());
    begins.zip(&ends).map(|(begin, end)| each(begin..*end)).collect()
}

impl Asked {
    /// A search's problem with some of the measurements.
    fn problem<'a>(&'a self, experiments: &'a [Experiment]) -> Result<Problem<'a>, Error> {
        Ok(Problem {
            block: self.variant.fresh_block()?,
            experiments,
            unknowns: &self.unknowns,
            free: vec![true; self.unknowns.len()],
            differences: vec![DIFFERENCES.0; self.unknowns.len()],
            central: self.count() <= MANY,
            last: None,
            computed: 0,
            tied: &self.tied,
            spread: None,
        })
    }

    /// The number of values that count.
    fn count(&self) -> usize {
        self.seen.iter().map(|experiment| experiment.measured().len()).sum()
    }

    fn limits(&self, most_steps: usize) -> Limits {
        let bounds = self.unknowns.iter().map(Unknown::bounds).collect();
        let none = Limits::none(self.unknowns.len());
        // A small viscosity may have to grow by powers of ten.
        Limits {
            bounds,
            most_steps,
            longest_step: 4.0,
            shortest_step: 1e-9,
            least_gain: LEAST_GAIN,
            ..none
        }
    }

    /// The finest that a sensor tells: a billionth of the largest value.
    fn resolution(&self) -> f64 {
        let all = self.seen.iter().flat_map(|experiment| experiment.measured());
        1e-9 * all.fold(0.0, |largest: f64, value| largest.max(value.abs()))
    }

    fn impossible(&self) -> Error {
        let names: Vec<_> = self.unknowns.iter().map(|unknown| unknown.name.as_str()).collect();
        let names = names.join(", ");
        Error::Input(format!(
            "{}: with no value of {names} the joint can follow the data",
            self.joint
        ))
    }

    /// Refuses a model that leaves most of what was measured.
    fn refuse_misfit(&self, left: &[Vec<f64>]) -> Result<(), Error> {
        let squares = |values: &[f64]| values.iter().map(|value| value * value).sum::<f64>();
        let (mut rest, mut whole) = (0.0, 0.0);
        for (experiment, left) in self.seen.iter().zip(left) {
            let measured = experiment.measured();
            let mean = measured.iter().sum::<f64>() / measured.len().max(1) as f64;
            let offset = if experiment.has_offset() { mean } else { 0.0 };
            whole += squares(&measured.iter().map(|value| value - offset).collect::<Vec<_>>());
            rest += squares(left);
        }
        let part = (rest / whole).sqrt();
        if part.is_nan() || part > LARGEST_MISFIT {
            let model = self.model.unwrap_or("the joint");
            return Err(Error::Input(format!(
                "{model} leaves {:.0} % of what was measured: look at sign, units and order of the columns, or take another model",
                100.0 * part
            )));
        }
        Ok(())
    }
}

/// Start values of a variant that were found.
impl Found {
    /// Sets the settings and the values that were found.
    pub fn apply(&self, variant: &mut Variant) -> Result<(), Error> {
        self.settings.iter().try_for_each(|(name, text)| variant.set(name, text))?;
        self.values
            .iter()
            .try_for_each(|value| variant.set(&value.name, &format!("{:e}", value.value)))
    }
}
