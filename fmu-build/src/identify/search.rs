//! The misfit between measurements and the joint, as a search needs it.

use super::beside;
use super::experiment::Experiment;
use super::unknowns::Unknown;
use nalgebra::DVector;
use spiel::base::numerics::least_squares::{Misfit, Normal, huber_squares, huber_weights};
use spiel::block::Block;

/// Changes of a coordinate for differences: the joint rounds to 1e-12, and its curvature costs the square of the change.
pub(super) const DIFFERENCES: (f64, f64) = (1e-4, 0.02);

/// More values than this have no small hollows to explore, and one-sided differences will do.
pub(super) const MANY: usize = 20_000;

/// A parameter that has the value of an unknown.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tied {
    /// Its number.
    pub index: usize,
    /// Its name.
    pub name: &'static str,
    /// The name of the unknown.
    pub of: &'static str,
}

/// Instants of each measurement in searches that need few.
pub(super) const FEW: usize = 1500;

/// Measurements, the joint, and the parameters that are looked for.
pub(super) struct Problem<'a> {
    /// The joint.
    pub block: Block,
    /// The measurements.
    pub experiments: &'a [Experiment],
    /// The parameters.
    pub unknowns: &'a [Unknown],
    /// The parameters that may move; the others are only set.
    pub free: Vec<bool>,
    /// The changes of the coordinates for differences. A force that sets in at a place jumps from sample to sample: a
    /// change as large as the uncertainty sees its trend.
    pub differences: Vec<f64>,
    /// True if differences are taken on both sides; on one they cost half, and err by their own size.
    pub central: bool,
    /// The last coordinates that were followed, and what the joint did.
    pub last: Option<(DVector<f64>, Series)>,
    /// Number of values that the joint has computed so far.
    pub computed: usize,
    /// Parameters that have the value of an unknown.
    pub tied: &'a [Tied],
    /// The standard deviation of the residuals, beyond which they count less; `None` for plain squares.
    pub spread: Option<f64>,
}

/// A series of numbers for each measurement.
pub(super) type Series = Vec<Vec<f64>>;

impl Problem<'_> {
    /// Returns the joint's answers to all measurements at these coordinates; `None` if it cannot have such parameters.
    pub fn predicted(&mut self, at: &DVector<f64>) -> Option<Series> {
        if let Some((known, series)) = &self.last
            && known == at
        {
            return Some(series.clone());
        }
        let mut all = Vec::with_capacity(self.experiments.len());
        for experiment in self.experiments {
            self.block.restart();
            for (unknown, coordinate) in self.unknowns.iter().zip(at.iter()) {
                let value = unknown.value(*coordinate);
                self.block.assign(unknown.index, value.into()).ok()?;
                for follower in self.tied.iter().filter(|tied| tied.of == unknown.name) {
                    self.block.assign(follower.index, value.into()).ok()?;
                }
            }
            let series = experiment.run(&mut self.block).ok()?;
            if series.iter().any(|value| !value.is_finite()) {
                return None;
            }
            self.computed += series.len();
            all.push(series);
        }
        self.last = Some((at.clone(), all.clone()));
        Some(all)
    }

    /// Measured less predicted, without the forces beside the joint's, and the weights.
    pub fn residuals(&mut self, at: &DVector<f64>) -> Option<(Series, Series)> {
        let predicted = self.predicted(at)?;
        let (mut residuals, mut weights) = (Vec::new(), Vec::new());
        for (experiment, predicted) in self.experiments.iter().zip(&predicted) {
            let mut left: Vec<f64> = experiment
                .measured()
                .iter()
                .zip(predicted)
                .map(|(one, other)| one - other)
                .collect();
            let mut weight = vec![1.0; left.len()];
            // The forces beside the joint's and the weights depend on each other; two turns settle them.
            for _ in 0..2 {
                beside::remove(experiment.beside(), &mut left, &weight);
                if let Some(spread) = self.spread {
                    weight = huber_weights(&left, spread);
                }
            }
            residuals.push(left);
            weights.push(weight);
        }
        Some((residuals, weights))
    }

    /// Derivatives of what is predicted by the coordinate of an unknown.
    fn column(&mut self, at: &DVector<f64>, index: usize, here: &Series) -> Option<Series> {
        let (low, high) = self.unknowns[index].bounds();
        let (mut up, mut down) = (at.clone(), at.clone());
        up[index] = (at[index] + self.differences[index]).min(high);
        down[index] = (at[index] - self.differences[index]).max(low);
        if !self.central {
            // Away from the nearer bound.
            let forward = high - at[index] > at[index] - low;
            if forward { down[index] = at[index] } else { up[index] = at[index] }
        }
        let span = up[index] - down[index];
        let mut of = |trial: &DVector<f64>| {
            if trial == at { Some(here.clone()) } else { self.predicted(trial) }
        };
        let (up, down) = (of(&up)?, of(&down)?);
        let slope = |(up, down): (Vec<f64>, Vec<f64>)| {
            up.iter().zip(&down).map(|(up, down)| (up - down) / span).collect()
        };
        Some(up.into_iter().zip(down).map(slope).collect())
    }

    /// The normal equations and the residuals with their weights.
    pub fn equations(&mut self, at: &DVector<f64>) -> Option<(Normal, Series, Series)> {
        let (residuals, weights) = self.residuals(at)?;
        let here = self.predicted(at)?;
        let mut columns = Vec::with_capacity(self.unknowns.len());
        for index in 0..self.unknowns.len() {
            columns.push(if self.free[index] {
                Some(self.column(at, index, &here)?)
            } else {
                None
            });
        }
        // The search goes on from here.
        self.last = Some((at.clone(), here));
        let mut normal = Normal::zeros(self.unknowns.len());
        for (place, experiment) in self.experiments.iter().enumerate() {
            let (left, weight) = (&residuals[place], &weights[place]);
            let of = |column: &mut Option<Series>| {
                let mut column = column.as_mut().map_or_else(
                    || vec![0.0; left.len()],
                    |series| std::mem::take(&mut series[place]),
                );
                beside::remove(experiment.beside(), &mut column, weight);
                column
            };
            let columns: Vec<_> = columns.iter_mut().map(of).collect();
            normal.add(&columns, left, weight);
        }
        Some((normal, residuals, weights))
    }
}

impl Misfit for Problem<'_> {
    fn squares(&mut self, at: &DVector<f64>) -> f64 {
        let Some((residuals, _)) = self.residuals(at) else { return f64::INFINITY };
        let sum = |series: &Vec<f64>| match self.spread {
            Some(spread) => huber_squares(series, spread),
            None => series.iter().map(|residual| residual * residual).sum(),
        };
        residuals.iter().map(sum).sum()
    }

    fn normal_equations(&mut self, at: &DVector<f64>) -> Option<Normal> {
        self.equations(at).map(|(normal, _, _)| normal)
    }
}
