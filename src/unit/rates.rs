//! How a unit's inputs change over a step, and how its loads change with them.

use super::running::Moment;
use super::{Contradiction, Layout, Refusal, UnitOf};
use crate::Fault;
use crate::coupling::Step;
use crate::model::{Course, Model, Prepared};
use model_description::{Quantities, Refused, Value};

impl<M: Model + 'static> UnitOf<M> {
    /// [`Unit::put_rate`](super::Unit::put_rate).
    pub(super) fn take_rate(&mut self, index: usize, rate: f64) -> Result<(), Refusal> {
        if !self.layout.inputs.contains(&index) {
            return Err(Refusal::NoInput);
        }
        if !rate.is_finite() {
            return Err(Refusal::Row(Refused::Outside));
        }
        if !std::mem::replace(&mut self.rated, true) {
            self.rates.clone_from(&self.zero);
        }
        self.rates.put(index, Value::Real(rate));
        if let Some(running) = &mut self.running {
            running.forget();
            running.moment.asked = true;
        }
        Ok(())
    }

    /// [`Unit::contradiction`](super::Unit::contradiction).
    pub(super) fn find_contradiction(&self) -> Option<Contradiction> {
        if !self.rated {
            return None;
        }
        self.layout.inputs.clone().find_map(|index| {
            let velocity = M::velocity_of(&self.inputs, index)?;
            let Some(Value::Real(rate)) = self.rates.value(index) else { return None };
            let Some(Value::Real(velocity)) = self.inputs.value(velocity) else { return None };
            let differs = (rate - velocity).abs() > 0.01 * (rate.abs() + velocity.abs()) + 1e-9;
            (rate != 0.0 && differs).then_some(Contradiction { index, rate, velocity })
        })
    }

    /// [`Unit::differentiate`](super::Unit::differentiate).
    pub(super) fn find_derivative(
        &mut self,
        seeds: &mut dyn Iterator<Item = (usize, f64)>,
    ) -> Result<(), Refusal> {
        if self.flowing.is_some() {
            return self.differentiate_flow(seeds);
        }
        self.seed.clone_from(&self.zero);
        for (index, change) in seeds {
            if !self.layout.inputs.contains(&index) {
                return Err(Refusal::NoInput);
            }
            self.seed.put(index, Value::Real(change));
        }
        self.follow_settings().map_err(Refusal::Fault)?;
        let running = self.running.as_mut().ok_or(Refusal::Fault(Fault::NotBegun))?;
        let course = Course { inputs: &self.inputs, rates: self.rated.then_some(&self.rates) };
        let Moment { time, step, looked, .. } = running.moment;
        let step = Step { start: time, size: looked.unwrap_or(step) };
        let (model, change) = (&mut running.model, &mut self.derivative);
        model
            .derivative(course, &self.seed, &running.state, step, change)
            .map_err(Refusal::Fault)?;
        if !change.is_finite() {
            return Err(Refusal::Fault(Fault::NoFiniteSolution { time }));
        }
        Ok(())
    }

    /// [`Unit::derivative`](super::Unit::derivative).
    pub(super) fn found_derivative(&self, index: usize) -> Option<f64> {
        let Layout { loads, report, .. } = &self.layout;
        if report.contains(&index) {
            return if self.flowing.is_some() { self.rate_derivative(index) } else { Some(0.0) };
        }
        match self.derivative.value(index.checked_sub(loads.start)?) {
            Some(Value::Real(change)) => Some(change),
            _ => None,
        }
    }
}
