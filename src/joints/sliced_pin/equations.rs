//! The sliced pin as continuous-time equations.

use super::flow::Flow;
use super::instant::Instant;
use super::report::{self, SliceReport, slice_names};
use super::step::{balanced_slice, whole};
use super::{Lifted, SlicedPin};
use crate::base::Fault;
use crate::kinematics::spatial::{Motion, PairLoad, Wrench, lift};
use crate::laws::pin::balanced::DualPin;
use crate::laws::pin::solve::PinContact;
use crate::model::{ContinuousState, Equations, Feeds};
use crate::ports::{PinPorts, SpatialPairMotion};
use nalgebra::Vector3;
use num_dual::Dual64;

/// Nominal depth of wear \[m\].
const ORDINARY_WEAR: f64 = 1e-6;

/// Returns NaN as the load of a pin without a balance: the block refuses it and adds the time to the
/// fault.
fn nowhere<T: crate::base::Real>() -> PairLoad<T> {
    let none = lift(Vector3::repeat(f64::NAN));
    let wrench = Wrench { force: none, moment: none };
    PairLoad { a: wrench, b: wrench }
}

/// Returns an instant whose time is unknown, NaN: the caller adds the time to a fault.
fn at<T>(b: &Motion<T>) -> Instant<'_, T> {
    Instant { start: f64::NAN, b }
}

impl SlicedPin {
    /// The pin at an instant; `onsets` are δ̇⁻ of the slices, 0 for a slice that does not touch.
    fn flowing<'a>(&'a mut self, onsets: &'a [f64]) -> Flow<'a, &'a mut PinContact> {
        let Self { pin, work, worn, rubbing, damping, .. } = self;
        Flow { pin, work, worn, rubbing, damping, onsets }
    }
}

/// The discrete states are δ̇⁻ of each slice, > 0 \[m/s\]; 0 while it does not touch.
impl Equations<PinPorts> for SlicedPin {
    fn states(&self) -> Vec<ContinuousState> {
        let names = slice_names(self.pin.slices().len());
        let ordinary_area = self.hole.groove.area(ORDINARY_WEAR);
        let work = |slice: String| ContinuousState::energy(&format!("{slice}.friction_energy"));
        // The pin bends into the worn hole: wear of one slice changes the loads of all.
        let worn = |slice: String| {
            let name = format!("{slice}.worn_area");
            ContinuousState { name, nominal: ordinary_area, jumps: false, feeds: Feeds::All }
        };
        let bristle = |slice: String| ContinuousState::bristle(&format!("{slice}.bristle"));
        let (bristles, works) = (names.clone().map(bristle), names.clone().map(work));
        bristles.chain(works).chain(names.map(worn)).collect()
    }

    fn discrete_count(&self) -> usize {
        self.pin.slices().len()
    }

    fn indicator_count(&self) -> usize {
        self.pin.slices().len()
    }

    fn begin(
        &mut self,
        motion: &SpatialPairMotion<f64>,
        time: f64,
        states: &mut [f64],
        onsets: &mut [f64],
    ) -> Result<(), Fault> {
        let slices = self.pin.slices().len();
        states.fill(0.0);
        onsets.fill(0.0);
        states[2 * slices..].copy_from_slice(self.hole.areas());
        self.event(motion, time, states, onsets).map(|_| ())
    }

    fn flow(
        &mut self,
        motion: &SpatialPairMotion<f64>,
        states: &[f64],
        onsets: &[f64],
        rates: &mut [f64],
        report: &mut [f64],
    ) -> Result<PairLoad<f64>, Fault> {
        let b = &motion.path.start;
        let mut flow = self.flowing(onsets);
        let Some(load) = flow.run(&at(b), states, rates) else { return Ok(nowhere()) };
        self.report_flow(states, rates, report);
        Ok(load)
    }

    fn flow_with_derivatives(
        &mut self,
        motion: &SpatialPairMotion<Dual64>,
        states: &[Dual64],
        onsets: &[f64],
        rates: &mut [Dual64],
    ) -> Result<PairLoad<Dual64>, Fault> {
        let b = &motion.path.start;
        let Self { pin, lifted, worn, rubbing, damping, .. } = self;
        let Lifted { slices, work, .. } = lifted;
        let pin = DualPin::new(pin, slices);
        let mut flow = Flow { pin, work, worn, rubbing, damping, onsets };
        Ok(flow.run(&at(b), states, rates).unwrap_or_else(nowhere))
    }

    fn indicate(
        &mut self,
        motion: &SpatialPairMotion<f64>,
        states: &[f64],
        onsets: &[f64],
        indicators: &mut [f64],
    ) -> Result<(), Fault> {
        let b = &motion.path.start;
        let mut flow = self.flowing(onsets);
        let found = flow.balance(&at(b), states);
        for (k, indicator) in indicators.iter_mut().enumerate() {
            *indicator = if found.is_some() { flow.indicator(k) } else { f64::NAN };
        }
        Ok(())
    }

    /// Several slices may begin or end at once. The undamped balance, in which every slice that reaches the hole
    /// has a normal force, decides which ones touch, so a second event at the same instant changes nothing.
    fn event(
        &mut self,
        motion: &SpatialPairMotion<f64>,
        time: f64,
        states: &mut [f64],
        onsets: &mut [f64],
    ) -> Result<bool, Fault> {
        let b = &motion.path.start;
        let now = Instant { start: time, b };
        let mut flow = self.flowing(onsets);
        flow.balance(&now, states).ok_or(Fault::NoFiniteSolution { time })?;
        flow.find_rates(&now);
        flow.decide(&now);
        let mut jumped = false;
        let behind = self.work.onsets.iter();
        for ((bristle, onset), behind) in states.iter_mut().zip(&mut *onsets).zip(behind) {
            // Bristles are upright without contact and at its onset.
            let changed = (*onset > 0.0) != (*behind > 0.0);
            jumped |= changed && std::mem::take(bristle) != 0.0;
            *onset = *behind;
        }
        Ok(jumped)
    }
}

impl SlicedPin {
    /// Writes the report of the instant last evaluated.
    fn report_flow(&mut self, states: &[f64], rates: &[f64], report: &mut [f64]) {
        let Self { pin, worn, beside, missing, .. } = self;
        let whole = whole(pin, worn, beside, *missing);
        let slices = pin.slices();
        let count = slices.len();
        let slice = |k: usize| SliceReport {
            bristle: states[k],
            bristle_rate: rates[k],
            friction_energy: states[count + k],
            friction_energy_rate: rates[count + k],
            worn_area_rate: rates[2 * count + k],
            ..balanced_slice(pin, worn, k)
        };
        report::write(&whole, worn.depths().len(), slice, report);
    }
}
