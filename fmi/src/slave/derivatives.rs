//! Derivatives of outputs with respect to inputs, and of inputs with respect to time.

use super::{Category, Element, Instance, Line, Outcome, Scaled, line, scaled::shown};
use spiel::Fault;
use spiel::base::fault::Name;

impl Instance {
    /// Writes the derivative of outputs in the direction `seed` of inputs. It is that of the loads of the
    /// coming step, which are read after inputs have been set.
    pub(crate) fn differentiate(
        &mut self,
        unknowns: &[u32],
        knowns: &[u32],
        seed: &[f64],
        sensitivity: &mut [f64],
    ) -> Outcome {
        self.turn_to(knowns, seed)?;
        for (unknown, value) in unknowns.iter().zip(sensitivity) {
            *value = self.slope(*unknown)?;
        }
        Ok(())
    }

    /// Evaluates the derivatives of all outputs in a direction of inputs and states.
    fn turn_to(&mut self, knowns: &[u32], seed: &[f64]) -> Outcome {
        // Rates come after the states; in co-simulation there are no states to change.
        let states = if self.continuous { self.states.len() } else { 0 };
        let is_known = |known: &u32| {
            let state = |state: &Scaled| state.reference == *known;
            self.block.is_input(*known as usize) || self.scaled[..states].iter().any(state)
        };
        if let Some(known) = knowns.iter().find(|known| !is_known(known)) {
            return Err(self.no_input(*known));
        }
        if let Some(change) = seed.iter().find(|change| !change.is_finite()) {
            return Err(line(format_args!("dvKnown = {change} is not a finite number")));
        }
        let Self { block, scaled, .. } = self;
        let rows = block.rows().len();
        let mut seeds = knowns.iter().zip(seed).map(|(known, change)| {
            let (index, scale) = shown(*known, rows, scaled);
            (index, change * scale)
        });
        block.differentiate(&mut seeds).map_err(line)
    }

    /// Returns the derivative of an output in the direction that was evaluated last.
    fn slope(&self, unknown: u32) -> Result<f64, Line> {
        let (index, scale) = self.shown(unknown);
        let derivative = self.block.derivative(index).map(|change| change / scale);
        derivative.ok_or_else(|| match self.block.rows().get(index) {
            Some(row) => line(format_args!("{} is no real output: nothing changes it", row.name)),
            None => self.refuse(&f64::EXCHANGED, unknown),
        })
    }

    /// Writes, for each known, the derivative of the sum of the unknowns that `seed` weights.
    pub(crate) fn differentiate_adjoint(
        &mut self,
        unknowns: &[u32],
        knowns: &[u32],
        seed: &[f64],
        sensitivity: &mut [f64],
    ) -> Outcome {
        if let Some(weight) = seed.iter().find(|weight| !weight.is_finite()) {
            return Err(line(format_args!("seed = {weight} is not a finite number")));
        }
        for (known, sum) in knowns.iter().zip(sensitivity) {
            self.turn_to(&[*known], &[1.0])?;
            *sum = 0.0;
            for (unknown, weight) in unknowns.iter().zip(seed) {
                *sum += weight * self.slope(*unknown)?;
            }
        }
        Ok(())
    }

    /// Sets the time derivatives of inputs over the coming step, all or none.
    pub(crate) fn set_rates(
        &mut self,
        references: &[u32],
        orders: &[i32],
        rates: &[f64],
    ) -> Outcome {
        for ((reference, order), rate) in references.iter().zip(orders).zip(rates) {
            if !self.block.is_input(*reference as usize) {
                return Err(self.no_input(*reference));
            }
            let name = &self.block.rows()[*reference as usize].name;
            if *order != 1 {
                let text = format_args!("order = {order} of {name} is not 1, the only one used");
                return Err(line(text));
            }
            if !rate.is_finite() {
                return Err(line(format_args!("derivative of {name} = {rate} is not finite")));
            }
        }
        for (reference, rate) in references.iter().zip(rates) {
            // Checked above: no refusal is left.
            let _ = self.block.put_rate(*reference as usize, *rate);
        }
        if self.logger.logs(Category::Coupling)
            && let Some(found) = self.block.contradiction()
        {
            self.logger.log(
                Category::Coupling,
                line(format_args!(
                    "derivative of {} = {} is not its velocity {}, which counts",
                    self.block.rows()[found.index].name,
                    found.rate,
                    found.velocity
                )),
            );
        }
        Ok(())
    }

    /// The line for a variable that is no real input.
    fn no_input(&self, reference: u32) -> Line {
        match self.block.rows().get(reference as usize) {
            Some(row) => line(Fault::NoRealInput(Name::of(&row.name))),
            None => self.refuse(&f64::EXCHANGED, reference),
        }
    }
}
