//! A pin in a hole in continuous time.

use super::{Report, RevoluteClearance};
use crate::Fault;
use crate::contact::TouchGeometry;
use crate::coupling::Touching;
use crate::joints::Equations;
use crate::model::ContinuousState;
use crate::planar::{Motion, PairLoad};
use num_dual::Dual64;

impl Equations for RevoluteClearance {
    type Discrete = Touching;

    fn check(&self) -> Result<(), Fault> {
        self.contacts.contact.friction.check_equations()
    }

    fn states(&self) -> Vec<ContinuousState> {
        vec![ContinuousState::bristle("contact.bristle"), ContinuousState::dissipated()]
    }

    fn indicators(&self) -> usize {
        1
    }

    fn begin(&mut self, b: &Motion<f64>, time: f64, states: &mut [f64]) -> Result<Touching, Fault> {
        states.fill(0.0);
        let mut touching = Touching::default();
        touching.event(&self.contacts.geometry.touch(0, b), time);
        Ok(touching)
    }

    fn flow(
        &mut self,
        b: &Motion<f64>,
        states: &[f64],
        touching: &Touching,
        rates: &mut [f64],
        report: &mut Report,
    ) -> Result<PairLoad<f64>, Fault> {
        let touch = self.contacts.geometry.touch(0, b);
        let flow = self.contacts.contact.flow(touching, states[0], &touch);
        rates.copy_from_slice(&[flow.bristle_rate, flow.lost]);
        let now = self.contacts.contact.told(&touch, states[0], &flow);
        let (active, start) = (touching.contact.is_some(), touching.last_start);
        *report = self.told(&now, active, start, flow.normal_force, states[1]);
        Ok(flow.load)
    }

    fn flow_lifted(
        &mut self,
        b: &Motion<Dual64>,
        states: &[Dual64],
        touching: &Touching,
        rates: &mut [Dual64],
    ) -> Result<PairLoad<Dual64>, Fault> {
        let flow =
            self.contacts.contact.flow(touching, states[0], &self.contacts.geometry.touch(0, b));
        rates.copy_from_slice(&[flow.bristle_rate, flow.lost]);
        Ok(flow.load)
    }

    fn indicate(
        &mut self,
        b: &Motion<f64>,
        _: &[f64],
        touching: &Touching,
        indicators: &mut [f64],
    ) -> Result<(), Fault> {
        indicators[0] = touching.indicator(self.contacts.geometry.touch(0, b).penetration);
        Ok(())
    }

    fn event(
        &mut self,
        b: &Motion<f64>,
        time: f64,
        states: &mut [f64],
        touching: &mut Touching,
    ) -> Result<bool, Fault> {
        let changed = touching.event(&self.contacts.geometry.touch(0, b), time);
        // Bristles stand upright in flight and where a contact begins.
        Ok(changed && std::mem::take(&mut states[0]) != 0.0)
    }
}
