//! A slider in its guide in continuous time.

use super::guide::CORNERS;
use super::{Report, TranslationalClearance};
use crate::contact::TouchGeometry;
use crate::coupling::{Flow, Touching};
use crate::joints::Equations;
use crate::model::ContinuousState;
use crate::planar::{Motion, PairLoad};
use crate::{Fault, Real};
use num_dual::Dual64;
use std::array;

impl Equations for TranslationalClearance {
    type Discrete = [Touching; CORNERS];

    fn check(&self) -> Result<(), Fault> {
        self.contacts.contact.friction.check_equations()
    }

    fn states(&self) -> Vec<ContinuousState> {
        let names = ["right_lower", "left_lower", "right_upper", "left_upper"];
        let bristles = names.map(|corner| ContinuousState::bristle(&format!("{corner}.bristle")));
        bristles.into_iter().chain([ContinuousState::dissipated()]).collect()
    }

    fn indicators(&self) -> usize {
        CORNERS
    }

    fn begin(
        &mut self,
        b: &Motion<f64>,
        time: f64,
        states: &mut [f64],
    ) -> Result<Self::Discrete, Fault> {
        states.fill(0.0);
        let mut corners = Self::Discrete::default();
        self.event(b, time, states, &mut corners)?;
        Ok(corners)
    }

    fn flow(
        &mut self,
        b: &Motion<f64>,
        states: &[f64],
        corners: &Self::Discrete,
        rates: &mut [f64],
        report: &mut Report,
    ) -> Result<PairLoad<f64>, Fault> {
        let (load, now) = self.all(b, states, corners, rates);
        let told = array::from_fn(|index| {
            let touch = self.contacts.geometry.touch(index, b);
            self.contacts.contact.told(&touch, states[index], &now[index])
        });
        let peak = now.iter().map(|corner| corner.normal_force).fold(0.0, f64::max);
        let active = corners.map(|corner| corner.contact.is_some());
        let starts = corners.map(|corner| corner.last_start);
        *report = self.told(b, &told, active, starts, peak, states[CORNERS]);
        Ok(load)
    }

    fn flow_lifted(
        &mut self,
        b: &Motion<Dual64>,
        states: &[Dual64],
        corners: &Self::Discrete,
        rates: &mut [Dual64],
    ) -> Result<PairLoad<Dual64>, Fault> {
        Ok(self.all(b, states, corners, rates).0)
    }

    fn indicate(
        &mut self,
        b: &Motion<f64>,
        _: &[f64],
        corners: &Self::Discrete,
        indicators: &mut [f64],
    ) -> Result<(), Fault> {
        for (index, corner) in corners.iter().enumerate() {
            indicators[index] =
                corner.indicator(self.contacts.geometry.touch(index, b).penetration);
        }
        Ok(())
    }

    fn event(
        &mut self,
        b: &Motion<f64>,
        time: f64,
        states: &mut [f64],
        corners: &mut Self::Discrete,
    ) -> Result<bool, Fault> {
        let mut jumped = false;
        for (index, corner) in corners.iter_mut().enumerate() {
            // Bristles stand upright in flight and where a contact begins.
            let changed = corner.event(&self.contacts.geometry.touch(index, b), time);
            jumped |= changed && std::mem::take(&mut states[index]) != 0.0;
        }
        Ok(jumped)
    }
}

impl TranslationalClearance {
    /// All corners in continuous time: their load together, and each.
    fn all<T: Real>(
        &self,
        b: &Motion<T>,
        states: &[T],
        corners: &[Touching; CORNERS],
        rates: &mut [T],
    ) -> (PairLoad<T>, [Flow<T>; CORNERS]) {
        let flows: [Flow<T>; CORNERS] = array::from_fn(|index| {
            self.contacts.contact.flow(
                &corners[index],
                states[index],
                &self.contacts.geometry.touch(index, b),
            )
        });
        let (mut load, mut lost) = (PairLoad::zero(), T::from(0.0));
        for (flow, rate) in flows.iter().zip(rates.iter_mut()) {
            load = load.plus(T::from(1.0), &flow.load);
            lost += flow.lost;
            *rate = flow.bristle_rate;
        }
        rates[CORNERS] = lost;
        (load, flows)
    }
}
