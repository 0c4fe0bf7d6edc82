//! Each measurement beside what the joint does with the parameters that were found.

use super::beside;
use super::certain::Judgement;
use super::drive::Beside;
use super::experiment::{Deed, Experiment};
use super::search::Problem;
use nalgebra::DVector;

/// Each measurement beside what the joint does.
pub(super) fn judged(
    problem: &mut Problem,
    at: &DVector<f64>,
    blind: bool,
) -> Option<Vec<Judgement>> {
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
    let mut whole: Vec<f64> = experiment
        .measured()
        .iter()
        .zip(&predicted)
        .map(|(measured, value)| measured - value)
        .collect();
    let kinds = experiment.beside().iter().map(|(kind, _)| *kind);
    // Without outliers the amounts are those of the search.
    let ones = vec![1.0; whole.len()];
    let amounts = beside::remove(experiment.beside(), &mut whole, &ones);
    let amount = |wanted: Beside| {
        kinds.clone().zip(&amounts).find(|(kind, _)| *kind == wanted).map(|(_, amount)| *amount)
    };
    let (offset, inertia) = (amount(Beside::Offset).unwrap_or(0.0), amount(Beside::Inertia));
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
        inertia,
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
