//! Derivatives: those asked of the outputs, and those given of the inputs.

use super::{Instance, Outcome};
use crate::logger::{Category, line};
use spiel::unit::{Continuous, Refusal};

impl Instance {
    /// fmi2GetDirectionalDerivative: how outputs change with inputs in the direction of `seed`. It is
    /// the derivative of the loads of the coming step, those that are read after inputs have been set.
    pub(crate) fn differentiate(
        &mut self,
        unknowns: &[u32],
        knowns: &[u32],
        seed: &[f64],
        sensitivity: &mut [f64],
    ) -> Outcome {
        let is_known = |known: &u32| {
            let state = |state: &Continuous| state.index == *known as usize;
            self.is_input(*known) || self.unit.continuous().iter().any(state)
        };
        if let Some(known) = knowns.iter().find(|known| !is_known(known)) {
            return Err(self.refusal::<f64>(Refusal::NoInput, *known, 0.0.into()));
        }
        if let Some(change) = seed.iter().find(|change| !change.is_finite()) {
            return Err(line(format_args!("dvKnown = {change} is not a finite number")));
        }
        let mut seeds = knowns.iter().map(|known| *known as usize).zip(seed.iter().copied());
        self.unit.differentiate(&mut seeds).map_err(|why| match why {
            Refusal::Fault(fault) => line(fault),
            why => line(format_args!("{why:?}")),
        })?;
        for (unknown, value) in unknowns.iter().zip(sensitivity) {
            let derivative = self.unit.derivative(*unknown as usize);
            *value = derivative.ok_or_else(|| match self.rows.get(*unknown as usize) {
                Some(row) => {
                    line(format_args!("{} is no real output: nothing changes it", row.name))
                }
                None => self.refuse::<f64>(*unknown),
            })?;
        }
        Ok(())
    }

    /// fmi2SetRealInputDerivatives: how fast inputs change over the coming step; all or none.
    pub(crate) fn set_rates(
        &mut self,
        references: &[u32],
        orders: &[i32],
        rates: &[f64],
    ) -> Outcome {
        for ((reference, order), rate) in references.iter().zip(orders).zip(rates) {
            if !self.is_input(*reference) {
                return Err(self.refusal::<f64>(Refusal::NoInput, *reference, (*rate).into()));
            }
            let name = &self.rows[*reference as usize].name;
            if *order != 1 {
                let text = format_args!("order = {order} of {name} is not 1, the only one used");
                return Err(line(text));
            }
            if !rate.is_finite() {
                return Err(line(format_args!("derivative of {name} = {rate} is not finite")));
            }
        }
        for (reference, rate) in references.iter().zip(rates) {
            // Looked for above: nothing is left that could be refused.
            let _ = self.unit.put_rate(*reference as usize, *rate);
        }
        if self.logger.tells(Category::Coupling)
            && let Some(found) = self.unit.contradiction()
        {
            self.logger.tell(
                Category::Coupling,
                line(format_args!(
                    "derivative of {} = {} is not its velocity {}, which counts",
                    self.rows[found.index].name, found.rate, found.velocity
                )),
            );
        }
        Ok(())
    }
}
