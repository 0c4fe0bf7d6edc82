//! The equations of a joint behind its ports.

use super::{Joint, JointModel};
use crate::base::Fault;
use crate::coupling::InputSample;
use crate::model::{Continuous, ContinuousState};
use crate::ports::JointPorts;
use num_dual::Dual64;

impl<J: Joint> Continuous for JointModel<J> {
    fn states(&mut self) -> Result<Vec<ContinuousState>, Fault> {
        Ok(self.joint.equations()?.states())
    }

    fn counts(&mut self) -> Result<[usize; 2], Fault> {
        let equations = self.joint.equations()?;
        Ok([equations.discrete_count(), equations.indicator_count()])
    }

    fn begin(
        &mut self,
        inputs: &[f64],
        time: f64,
        states: &mut [f64],
        discrete: &mut [f64],
    ) -> Result<(), Fault> {
        let motion = self.ports.at(inputs)?;
        self.joint.equations()?.begin(&motion, time, states, discrete)
    }

    fn flow(
        &mut self,
        inputs: &[f64],
        states: &[f64],
        discrete: &[f64],
        rates: &mut [f64],
        (loads, report): (&mut [f64], &mut [f64]),
    ) -> Result<(), Fault> {
        let motion = self.ports.at(inputs)?;
        let equations = self.joint.equations()?;
        let load = equations.flow(&motion, states, discrete, rates, report)?;
        self.ports.write(&motion, &load, |number| number, loads);
        Ok(())
    }

    fn flow_derivative(
        &mut self,
        (inputs, change): (&[f64], &[f64]),
        states: &[f64],
        discrete: &[f64],
        seed: &mut [f64],
        loads: &mut [f64],
    ) -> Result<(), Fault> {
        let motion = self.ports.pair_with_derivatives(InputSample::of(inputs), change, 0.0)?;
        let [lifted, rates] = &mut self.lifted;
        lifted.clear();
        lifted.extend(states.iter().zip(&*seed).map(|(re, eps)| Dual64::new(*re, *eps)));
        rates.resize(states.len(), Dual64::from(0.0));
        let equations = self.joint.equations()?;
        let load = equations.flow_with_derivatives(&motion, lifted, discrete, rates)?;
        seed.iter_mut().zip(rates).for_each(|(seed, rate)| *seed = rate.eps);
        self.ports.write(&motion, &load, |number| number.eps, loads);
        Ok(())
    }

    fn indicate(
        &mut self,
        inputs: &[f64],
        states: &[f64],
        discrete: &[f64],
        indicators: &mut [f64],
    ) -> Result<(), Fault> {
        let motion = self.ports.at(inputs)?;
        self.joint.equations()?.indicate(&motion, states, discrete, indicators)
    }

    fn event(
        &mut self,
        inputs: &[f64],
        time: f64,
        states: &mut [f64],
        discrete: &mut [f64],
    ) -> Result<bool, Fault> {
        let motion = self.ports.at(inputs)?;
        self.joint.equations()?.event(&motion, time, states, discrete)
    }
}
