//! The search itself: many starts on few samples, the best on all, then the certainty of what it found.

use super::ask::{Asked, Options};
use super::certain::{Found, Value};
use super::judge::judged;
use super::report::page_beside;
use super::search::{FEW, Problem};
use super::settle::{Weak, Why, settle};
use super::unknowns::Unknown;
use crate::Error;
use crate::digits::in_digits;
use nalgebra::DVector;
use spiel::base::numerics::least_squares::{
    Certainty, Fit, Limits, Misfit, Weakness, minimise, spread,
};
use std::path::Path;

/// Instants of each in a search between these and that on all.
const SOME: usize = 12_000;
/// Starts that are looked at for each unknown, and searches that begin.
const LOOKS: usize = 32;
const SEARCHES: usize = 12;
/// Turns in which searches begin around the best fit so far.
const TURNS: u32 = 3;
/// Turns in which the spread of the residuals may still fall.
const MOST_TURNS: usize = 10;
/// A search from one of many starts ends where a step would gain less than this part of the sum.
const ROUGH_GAIN: f64 = 1e-4;

/// Identifies parameters of a joint; `progress` receives parts of the whole, 0 to 1.
pub fn identify(options: &Options, progress: &dyn Fn(f64)) -> Result<Found, Error> {
    let asked = Asked::read(options)?;
    // A search may take minutes. Without a name nothing is written.
    if options.output != Path::new("") {
        page_beside(&options.output, asked.files())?;
    }
    let Begun { at: mut coordinates, searches, mut computed } = best_of_many(&asked, progress)?;
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
    let found = found(&asked, &mut problem, &fit, &certain, weak, searches)?;
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
    let mut turns = 0;
    loop {
        turns += 1;
        let left = problem.residuals(&at).ok_or_else(|| asked.impossible())?.0;
        problem.spread = Some(spread(&left.concat())).filter(|spread| *spread > 0.0);
        let fit = minimise(problem, at, &asked.limits(40));
        let left = problem.residuals(&fit.at).ok_or_else(|| asked.impossible())?.0;
        let (before, now) = (problem.spread.unwrap_or(0.0), spread(&left.concat()));
        if now >= 0.5 * before || turns >= MOST_TURNS {
            asked.refuse_misfit(&left)?;
            return Ok(fit);
        }
        at = fit.at;
    }
}

/// The result of searches on few samples.
struct Begun {
    /// The best coordinates.
    at: DVector<f64>,
    /// The numbers of searches, and of those that ended there.
    searches: (usize, usize),
    /// Number of values that the joint has computed.
    computed: usize,
}

/// Searches on few samples, from the best of many starts, then from around the best of these.
fn best_of_many(asked: &Asked, progress: &dyn Fn(f64)) -> Result<Begun, Error> {
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
        progress(0.3 + 0.2 * (place + 1) as f64 / SEARCHES as f64);
    }
    for turn in 0..TURNS {
        let best = least(&fits).clone();
        fits.extend(around(asked, &mut problem, &best, &limits));
        progress(0.5 + 0.2 * f64::from(turn + 1) / f64::from(TURNS));
        if least(&fits).squares >= 0.999 * best.squares {
            break;
        }
    }
    let best = least(&fits);
    let agreeing = fits.iter().filter(|fit| fit.squares <= 1.01 * best.squares).count();
    let searches = (fits.len(), agreeing);
    Ok(Begun { at: best.at.clone(), searches, computed: problem.computed })
}

/// The fit with the least sum.
fn least(fits: &[Fit]) -> &Fit {
    let less = |one: &&Fit, other: &&Fit| one.squares.total_cmp(&other.squares);
    fits.iter().min_by(less).expect("a search has begun")
}

/// Searches from around a fit, one step up and one down in each coordinate: sums of squares of friction have hollows
/// beside each other, of which only one is the deepest.
fn around(asked: &Asked, problem: &mut Problem, fit: &Fit, limits: &Limits) -> Vec<Fit> {
    let mut fits = Vec::new();
    for (index, unknown) in asked.unknowns.iter().enumerate() {
        let (low, high) = unknown.bounds();
        for sign in [-1.0, 1.0] {
            let mut start = fit.at.clone();
            start[index] = (start[index] + sign * 2.0 * unknown.largest_error()).clamp(low, high);
            fits.push(minimise(problem, start, limits));
        }
    }
    fits
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

fn found(
    asked: &Asked,
    problem: &mut Problem,
    fit: &Fit,
    certain: &Certainty,
    weak: Vec<Weak>,
    starts: (usize, usize),
) -> Result<Found, Error> {
    let count = asked.unknowns.len();
    let mut values: Vec<Value> = (0..count)
        .map(|index| Value::at(&asked.unknowns[index], fit.at[index], certain.errors[index]))
        .collect();
    let mut twins = Vec::new();
    for Weak { why, is_own } in weak {
        let index = why.unknown();
        let (unknown, value) = (&asked.unknowns[index], &mut values[index]);
        value.error = f64::INFINITY;
        (value.own, value.at_bound) = (is_own, value.at_bound && !is_own);
        let (name, wants) = (&unknown.name, &unknown.wants);
        let mut sentence = match why {
            Why::Weak(Weakness::NoInfluence(_)) => format!("{name} does not move the result"),
            Why::Weak(Weakness::LikeAnother(_, twin, correlation)) => {
                twins.push((twin, name));
                let twin = &asked.unknowns[twin].name;
                format!(
                    "{name} acts like {twin} in these data (correlation {correlation:.2}): know one of them"
                )
            }
            Why::OneSided(_, smaller) => {
                let may = if smaller { "smaller" } else { "larger" };
                format!("{name} may be {may} as well, other parameters with it")
            }
        };
        if is_own {
            value.value = unknown.start;
        } else {
            let start = in_digits(unknown.start, 4);
            sentence = format!("{sentence} there, but its default, {start}, does not fit");
        }
        value.weak = Some(format!("{sentence}; measure {wants}"));
    }
    for (twin, name) in twins {
        let value = &mut values[twin];
        if value.weak.is_none() {
            value.error = f64::INFINITY;
            value.weak = Some(format!("{} is known only together with {name}", value.name));
        }
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
        tied: asked.tied.iter().map(|tied| (tied.name.to_owned(), tied.of.to_owned())).collect(),
        sources: asked.sources.clone(),
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
