//! The searches of what is asked for, and the refusal of what they cannot find.

use super::ask::Asked;
use super::beside;
use super::experiment::Experiment;
use super::search::{DIFFERENCES, MANY, Problem};
use super::unknowns::Unknown;
use crate::Error;
use spiel::base::numerics::least_squares::Limits;

/// The largest part of what was measured that a model may leave.
const LARGEST_MISFIT: f64 = 0.5;
/// The search ends where a step would gain less than this part of the sum.
const LEAST_GAIN: f64 = 1e-6;

impl Asked {
    /// A search's problem with some of the measurements.
    pub(super) fn problem<'a>(
        &'a self,
        experiments: &'a [Experiment],
    ) -> Result<Problem<'a>, Error> {
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

    /// The limits of a search with this many steps.
    pub(super) fn limits(&self, most_steps: usize) -> Limits {
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
    pub(super) fn resolution(&self) -> f64 {
        let all = self.seen.iter().flat_map(|experiment| experiment.measured());
        1e-9 * all.fold(0.0, |largest: f64, value| largest.max(value.abs()))
    }

    pub(super) fn impossible(&self) -> Error {
        let names: Vec<_> = self.unknowns.iter().map(|unknown| unknown.name.as_str()).collect();
        let names = names.join(", ");
        Error::Input(format!(
            "{}: with no value of {names} the joint can follow the data",
            self.joint
        ))
    }

    /// Refuses a model that leaves most of what was measured.
    pub(super) fn refuse_misfit(&self, left: &[Vec<f64>]) -> Result<(), Error> {
        let squares = |values: &[f64]| values.iter().map(|value| value * value).sum::<f64>();
        let (mut rest, mut whole) = (0.0, 0.0);
        for (experiment, left) in self.seen.iter().zip(left) {
            let measured = experiment.measured();
            let mut apart = measured.to_vec();
            beside::remove(experiment.beside(), &mut apart, &vec![1.0; measured.len()]);
            whole += squares(&apart);
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
