//! The equations of a planar joint behind its ports.

use super::{Joint, PlanarModel};
use crate::Fault;
use crate::coupling::InputSample;
use crate::model::{Continuous, ContinuousState};
use crate::planar::Motion;
use num_dual::Dual64;

impl<J: Joint> PlanarModel<J> {
    fn start(&self, inputs: &[f64]) -> Motion<f64> {
        self.ports.motion(InputSample::of(inputs), 0.0).path.start
    }
}

impl<J: Joint> Continuous for PlanarModel<J> {
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
        let b = self.start(inputs);
        self.joint.equations()?.begin(&b, time, states, discrete)
    }

    fn flow(
        &mut self,
        inputs: &[f64],
        states: &[f64],
        discrete: &[f64],
        rates: &mut [f64],
        (loads, report): (&mut [f64], &mut [f64]),
    ) -> Result<(), Fault> {
        let motion = self.ports.motion(InputSample::of(inputs), 0.0);
        let equations = self.joint.equations()?;
        let load = equations.flow(&motion.path.start, states, discrete, rates, report)?;
        self.ports.write_loads(&motion.axes, &load, |number| number, loads);
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
        let motion = self.ports.motion_with_derivatives(InputSample::of(inputs), change, 0.0);
        let [lifted, rates] = &mut self.lifted;
        lifted.clear();
        lifted.extend(states.iter().zip(&*seed).map(|(re, eps)| Dual64::new(*re, *eps)));
        rates.resize(states.len(), Dual64::from(0.0));
        let start = &motion.path.start;
        let equations = self.joint.equations()?;
        let load = equations.flow_with_derivatives(start, lifted, discrete, rates)?;
        seed.iter_mut().zip(rates).for_each(|(seed, rate)| *seed = rate.eps);
        self.ports.write_loads(&motion.axes, &load, |number| number.eps, loads);
        Ok(())
    }

    fn indicate(
        &mut self,
        inputs: &[f64],
        states: &[f64],
        discrete: &[f64],
        indicators: &mut [f64],
    ) -> Result<(), Fault> {
        let b = self.start(inputs);
        self.joint.equations()?.indicate(&b, states, discrete, indicators)
    }

    fn event(
        &mut self,
        inputs: &[f64],
        time: f64,
        states: &mut [f64],
        discrete: &mut [f64],
    ) -> Result<bool, Fault> {
        let b = self.start(inputs);
        self.joint.equations()?.event(&b, time, states, discrete)
    }
}
