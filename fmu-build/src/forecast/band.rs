//! Uncertain inputs, the runs that cover them, and the quantiles of the result.

use super::amount::Amount;
use super::quantiles::{quantile, quasi_random, variance};
use super::trace::{Limit, Point, Trace};
use nalgebra::{DMatrix, DVector};
use serde::Serialize;

/// Values of the wear coefficient for each run: they cost nothing.
const SCALES: usize = 256;
/// Quantiles of the band: low, middle, high.
const BAND: [f64; 3] = [0.05, 0.5, 0.95];
/// Quantiles of the life.
const LIFE: [f64; 3] = [0.1, 0.5, 0.9];
/// Part of its runs whose quantile of the wear coefficient ends a run.
const FAR: f64 = 0.995;
/// Runs of the first batch.
pub(super) const FIRST: usize = 16;
/// Quantiles that change by less than this from half of the runs to all are known.
const SETTLED: f64 = 0.02;

/// An input that is not known.
#[derive(Debug, Clone)]
pub(super) struct Input {
    pub name: String,
    pub amount: Amount,
}

/// All uncertain inputs.
#[derive(Debug, Clone, Default)]
pub(super) struct Inputs {
    /// Those that multiply the speed of wear, with the power to which they do; they cost no runs.
    pub scales: Vec<(Input, i32)>,
    /// The others, each run with values of its own.
    pub others: Vec<Input>,
}

impl Inputs {
    /// Returns true if nothing is uncertain.
    pub fn is_empty(&self) -> bool {
        self.scales.is_empty() && self.others.is_empty()
    }

    /// Returns the values of the inputs other than scales in run `index`.
    pub fn of_run(&self, index: usize) -> Vec<f64> {
        let at = quasi_random(index, self.others.len());
        self.others.iter().zip(at).map(|(input, at)| input.amount.quantile(at)).collect()
    }

    /// Returns factors of the speed of wear, over that of the medians.
    pub fn factors(&self) -> Vec<f64> {
        if self.scales.is_empty() {
            return vec![1.0];
        }
        let median = self.factor(&vec![0.5; self.scales.len()]);
        let at = |index| self.factor(&quasi_random(index, self.scales.len())) / median;
        (0..SCALES).map(at).collect()
    }

    fn factor(&self, at: &[f64]) -> f64 {
        let of =
            |((input, power), at): (&(Input, i32), &f64)| input.amount.quantile(*at).powi(*power);
        self.scales.iter().zip(at).map(of).product()
    }

    /// Returns the factor of the speed of wear up to which runs go.
    pub fn longest(&self) -> f64 {
        let mut factors = self.factors();
        quantile(&mut factors, FAR).max(1.0)
    }
}

/// Quantiles of play and depth of the bearing at a time \[m\].
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Quantiles {
    /// Play, of which 5, 50 and 95 % of the joints have less.
    pub play: [f64; 3],
    /// Depth of the bearing, likewise.
    pub depth: [f64; 3],
}

/// Result of the runs.
#[derive(Debug, Clone, Default)]
pub struct Band {
    /// Quantiles at each of the hours that were asked for.
    pub rows: Vec<Quantiles>,
    /// Cycles at which 10, 50 and 90 % of the joints have reached the limit; infinite beyond the runs.
    pub life: Option<[f64; 3]>,
    /// The inputs with their parts of the variance of the logarithm of the life, or of the wear at the end.
    pub shares: Vec<(String, f64)>,
    /// Number of runs.
    pub runs: usize,
}

/// Evaluates `traces`, of which trace k has the inputs of run k, at the cycles of the table.
pub(super) fn evaluate(inputs: &Inputs, traces: &[Trace], cycles: &[f64], limit: &Limit) -> Band {
    let factors = inputs.factors();
    let rows = cycles.iter().map(|cycles| {
        let mut all = Vec::with_capacity(traces.len() * factors.len());
        for trace in traces {
            all.extend(factors.iter().map(|factor| trace.at(factor * cycles)));
        }
        let of = |value: fn(&Point) -> f64| {
            let values = all.iter().map(|point| point.as_ref().map_or(f64::INFINITY, value));
            let mut values: Vec<f64> = values.collect();
            BAND.map(|probability| quantile(&mut values, probability))
        };
        Quantiles { play: of(|point| point.play), depth: of(|point| point.depths[0]) }
    });
    let life = limit.is_set().then(|| {
        let mut lives = Vec::with_capacity(traces.len() * factors.len());
        for trace in traces {
            let reached = trace.reaches(limit).unwrap_or(f64::INFINITY);
            lives.extend(factors.iter().map(|factor| reached / factor));
        }
        LIFE.map(|probability| quantile(&mut lives, probability))
    });
    let end = cycles.last().copied().unwrap_or_default();
    Band {
        rows: rows.collect(),
        life,
        shares: shares(inputs, traces, end, limit),
        runs: traces.len(),
    }
}

/// Returns true if the quantiles hardly change from the first half of the runs to all of them.
pub(super) fn is_settled(half: &Band, whole: &Band) -> bool {
    let near = |one: f64, other: f64| one == other || (one / other - 1.0).abs() < SETTLED;
    let all_near =
        |one: &[f64; 3], other: &[f64; 3]| one.iter().zip(other).all(|(a, b)| near(*a, *b));
    let ends = match (half.rows.last(), whole.rows.last()) {
        (Some(half), Some(whole)) => all_near(&half.play, &whole.play),
        _ => true,
    };
    let lives = match (&half.life, &whole.life) {
        (Some(half), Some(whole)) => all_near(half, whole),
        _ => true,
    };
    ends && lives
}

/// Growth of the play since the start, at least a little.
fn growth(trace: &Trace, cycles: f64) -> f64 {
    let point = trace.at(cycles).unwrap_or_else(|| trace.last());
    let wear = point.play - trace.points[0].play;
    (wear + 1e-3 * point.depths[0]).max(f64::MIN_POSITIVE)
}

/// Parts of the variance by input: of the logarithm of the life if every run reaches the limit, else of the growth
/// of the play at `end` cycles. Effects of inputs other than scales are linear in their standardised values.
fn shares(inputs: &Inputs, traces: &[Trace], end: f64, limit: &Limit) -> Vec<(String, f64)> {
    if inputs.is_empty() {
        return Vec::new();
    }
    let lives: Option<Vec<f64>> =
        traces.iter().map(|trace| trace.reaches(limit).map(f64::ln)).collect();
    let lives = lives.filter(|lives| lives.iter().all(|life| life.is_finite()));
    // The life follows the speed of wear inversely, the growth as the trace does.
    let slope = match &lives {
        Some(_) => 1.0,
        None => {
            (growth(&traces[0], end) / growth(&traces[0], 0.8 * end)).ln() / (1.0_f64 / 0.8).ln()
        }
    };
    let results =
        lives.unwrap_or_else(|| traces.iter().map(|trace| growth(trace, end).ln()).collect());
    let mut parts: Vec<(String, f64)> = Vec::new();
    for (input, _) in &inputs.scales {
        let logarithms = (0..SCALES).map(|index| (index as f64 + 0.5) / SCALES as f64);
        let logarithms: Vec<f64> =
            logarithms.map(|at| input.amount.quantile(at).abs().ln()).collect();
        parts.push((input.name.clone(), slope * slope * variance(&logarithms)));
    }
    parts.extend(linear_parts(inputs, &results));
    let whole: f64 = parts.iter().map(|(_, part)| part).sum();
    if whole > 0.0 {
        parts.iter_mut().for_each(|(_, part)| *part /= whole);
    }
    parts.sort_by(|one, other| other.1.total_cmp(&one.1));
    parts
}

/// Variances of `results` that are linear in each input other than scales.
fn linear_parts(inputs: &Inputs, results: &[f64]) -> Vec<(String, f64)> {
    let (count, runs) = (inputs.others.len(), results.len());
    if count == 0 || runs <= count + 1 {
        return Vec::new();
    }
    let values: Vec<Vec<f64>> = (0..runs).map(|index| inputs.of_run(index)).collect();
    let column = |input: usize| -> Vec<f64> { values.iter().map(|run| run[input]).collect() };
    let spreads: Vec<f64> = (0..count).map(|input| variance(&column(input)).sqrt()).collect();
    let matrix = DMatrix::from_fn(runs, count + 1, |run, place| match place.checked_sub(1) {
        None => 1.0,
        Some(input) => values[run][input] / spreads[input],
    });
    let right = DVector::from_column_slice(results);
    let Ok(solved) = matrix.svd(true, true).solve(&right, 1e-12) else { return Vec::new() };
    let names = inputs.others.iter().map(|input| input.name.clone());
    names.zip(solved.iter().skip(1).map(|slope| slope * slope)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A joint whose play grows by `speed` \[m\] a cycle.
    fn trace(speed: f64) -> Trace {
        let mut trace = Trace::default();
        for cycles in [0.0, 1.0, 3e4] {
            trace.push(Point { cycles, play: 1e-4 + speed * cycles, ..Point::default() });
        }
        trace
    }

    fn input(name: &str, amount: Amount) -> Input {
        Input { name: name.to_owned(), amount }
    }

    #[test]
    fn the_band_of_a_coefficient_is_its_own_quantiles() {
        let scales = vec![(input("wear coefficient", Amount::LogUniform(0.1, 10.0)), 1)];
        let inputs = Inputs { scales, others: Vec::new() };
        let limit = Limit { play: Some(1.1e-3), wall: None };
        let band = evaluate(&inputs, &[trace(1e-6)], &[0.0, 100.0], &limit);
        let [low, middle, high] = band.rows[1].play.map(|play| (play - 1e-4) / 1e-4);
        for (found, wanted) in [(low, 0.1258_f64), (middle, 1.0), (high, 7.943)] {
            assert!((found / wanted - 1.0).abs() < 0.03, "{found} {wanted}");
        }
        let life = band.life.unwrap();
        for (found, wanted) in life.into_iter().zip([158.5, 1000.0, 6310.0]) {
            assert!((found / wanted - 1.0).abs() < 0.03, "{found} {wanted}");
        }
        assert!((inputs.longest() / 9.77 - 1.0).abs() < 0.02, "{}", inputs.longest());
        assert_eq!(band.shares, [("wear coefficient".to_owned(), 1.0)]);
    }

    #[test]
    fn the_input_that_matters_most_has_the_largest_share() {
        let inputs = Inputs {
            scales: vec![(input("wear coefficient", Amount::LogNormal(1.0, 1.2)), 1)],
            others: vec![
                input("load factor", Amount::Uniform(0.5, 1.5)),
                input("c", Amount::Uniform(0.9, 1.1)),
            ],
        };
        let traces: Vec<_> = (0..32)
            .map(|index| {
                let run = inputs.of_run(index);
                trace(1e-6 * run[0] * run[0] * run[1])
            })
            .collect();
        let limit = Limit { play: Some(1.1e-3), wall: None };
        let whole = evaluate(&inputs, &traces, &[100.0], &limit);
        let names: Vec<&str> = whole.shares.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["load factor", "wear coefficient", "c"]);
        let sum: f64 = whole.shares.iter().map(|(_, part)| part).sum();
        assert!((sum - 1.0).abs() < 1e-12);
        let half = evaluate(&inputs, &traces[..16], &[100.0], &limit);
        assert!(!is_settled(&evaluate(&inputs, &traces[..2], &[100.0], &limit), &half));
    }
}
