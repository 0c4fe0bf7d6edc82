//! The sliced pin at an instant of continuous time: everything from the motion and the states.

use super::instant::Instant;
use super::rubbing::Rubbing;
use crate::base::Real;
use crate::base::real::at_least;
use crate::kinematics::spatial::PairLoad;
use crate::laws::contact::{HYSTERESIS, damping_multiplier};
use crate::laws::pin::balanced::Balanced;
use crate::laws::pin::contact::{SpatialLoad, length};
use crate::laws::pin::damping::{SliceDamping, closing_speed};
use crate::laws::pin::friction::Sliding;
use crate::laws::pin::wear::WornHole;
use nalgebra::Vector2;
use num_dual::DualStruct as _;

/// Memory that every evaluation overwrites.
#[derive(Debug)]
pub(super) struct Work<T = f64> {
    /// h_k \[m\].
    depths: Box<[T]>,
    /// ẇ_k \[m/s\].
    rates: Box<[Vector2<T>]>,
    /// δ̇⁻ after an event \[m/s\].
    pub onsets: Box<[f64]>,
}

impl<T: Real> Work<T> {
    /// Memory for this number of slices.
    pub fn new(slices: usize) -> Self {
        let (zero, still) = (T::from(0.0), Vector2::zeros());
        Self {
            depths: vec![zero; slices].into(),
            rates: vec![still; slices].into(),
            onsets: vec![0.0; slices].into(),
        }
    }
}

/// A pin at an instant.
///
/// Each balance is sought from the straight pin, so it does not depend on earlier instants.
///
/// Damping and sliding need ẇ, the rate of the pin's deflection. Continuous time has no last step, so
/// ẇ is the response of the undamped balance to the motion, ẇ = (∂w/∂u) u̇; in co-simulation it
/// follows the difference quotient of the damped pin with a lag of w/δ̇⁻. Both agree while pressures
/// change little within that lag. In the first moments of an impact the slices are damped more in
/// co-simulation, because their ẇ begins at 0.
///
/// Source: own method.
pub(super) struct Flow<'a, P: Balanced> {
    pub pin: P,
    pub work: &'a mut Work<P::Scalar>,
    pub worn: &'a mut WornHole,
    pub rubbing: &'a Rubbing,
    pub damping: &'a SliceDamping,
    /// δ̇⁻ of each slice \[m/s\], 0 while it does not touch.
    pub onsets: &'a [f64],
}

impl<P: Balanced> Flow<'_, P> {
    /// Loads and rates; `None` without a finite balance. Bristles come first among the states, then
    /// the works of friction, then the worn areas, each in the order of the slices.
    pub fn run(
        &mut self,
        now: &Instant<P::Scalar>,
        states: &[P::Scalar],
        rates: &mut [P::Scalar],
    ) -> Option<PairLoad<P::Scalar>> {
        self.balance(now, states)?;
        self.find_rates(now);
        self.damp(now)?;
        Some(now.pair(&self.rub(now, states, rates)))
    }

    /// Balances the pin without damping, in a hole worn as the states say.
    pub fn balance(&mut self, now: &Instant<P::Scalar>, states: &[P::Scalar]) -> Option<()> {
        let slices = self.onsets.len();
        for (k, (depth, area)) in self.work.depths.iter_mut().zip(&states[2 * slices..]).enumerate()
        {
            *depth = self.worn.set_area(k, *area);
        }
        self.pin.set_wear(&self.work.depths);
        self.pin.damping_mut().fill(P::Scalar::from(1.0));
        let pose = now.pose();
        if self.is_free(now) {
            self.pin.straighten(&pose);
            return Some(());
        }
        self.pin.plain().start_straight();
        self.pin.solve(&pose).map(|_| ())
    }

    /// Finds ẇ of that balance. Slices that do not touch by the discrete states are left out, so ẇ jumps in
    /// events only.
    pub fn find_rates(&mut self, now: &Instant<P::Scalar>) {
        if self.is_free(now) {
            self.work.rates.fill(Vector2::zeros());
            return;
        }
        let (pose, rate) = (now.pose(), now.rate());
        let onsets = self.onsets;
        self.pin.deflection_rates(&pose, &rate, |k| onsets[k] > 0.0, &mut self.work.rates);
    }

    /// δ̇_k \[m/s\].
    fn closing_speed(&self, now: &Instant<P::Scalar>, k: usize) -> P::Scalar {
        let (slices, rate) = (self.pin.slices(), now.rate());
        closing_speed(slices.normal(k), slices.position[k], &rate, self.work.rates[k])
    }

    /// Balances the pin again, its slices damped by their closing speeds.
    fn damp(&mut self, now: &Instant<P::Scalar>) -> Option<()> {
        let SliceDamping { factor, floor, .. } = *self.damping;
        if factor == 0.0 || self.is_free(now) {
            return Some(());
        }
        for (k, onset) in self.onsets.iter().enumerate() {
            let (onset, speed) = (P::Scalar::from(*onset), self.closing_speed(now, k));
            self.pin.damping_mut()[k] =
                damping_multiplier(|_| P::Scalar::from(factor), floor, onset, speed);
        }
        self.pin.solve(&now.pose()).map(|_| ())
    }

    /// Friction and wear of the balanced slices; returns the load on the rod.
    fn rub(
        &self,
        now: &Instant<P::Scalar>,
        states: &[P::Scalar],
        rates: &mut [P::Scalar],
    ) -> SpatialLoad<P::Scalar> {
        let (slices, count) = (self.pin.slices(), self.onsets.len());
        let (radius, wearing) = (self.rubbing.pin_radius, self.rubbing.wearing_speed(now));
        let mut load = slices.on_rod();
        rates.fill(P::Scalar::from(0.0));
        for (k, onset) in self.onsets.iter().enumerate() {
            let presses = slices.penetration[k].re() > 0.0;
            if !presses && *onset == 0.0 {
                continue;
            }
            let distance = slices.penetration[k] + slices.clearance[k];
            let axis_rate = now.rate().at(slices.position[k]) - self.work.rates[k];
            let (normal, spin, spread) = (slices.normal(k), now.spin(), slices.spread[k]);
            let sliding = Sliding::new(normal, distance, radius, axis_rate, spin, spread);
            let (coefficient, bristle) = self.rubbing.friction.at(states[k], sliding.speed);
            if *onset > 0.0 {
                rates[k] = bristle;
            }
            if presses {
                let force = length(slices.force(k)) * coefficient;
                sliding.drag(slices.position[k], force, &mut load);
                rates[count + k] = force * sliding.speed;
                rates[2 * count + k] = self.worn.area_rate(slices, k, wearing);
            }
        }
        load
    }

    /// Returns true if the straight pin does not touch the hole.
    fn is_free(&mut self, now: &Instant<P::Scalar>) -> bool {
        now.farthest(self.pin.slices().ends()).0.re() <= self.pin.plain().least_clearance()
    }

    /// Event indicator of slice `k` in the undamped balance.
    pub fn indicator(&self, k: usize) -> f64 {
        let penetration = self.pin.slices().penetration[k].re();
        if self.onsets[k] > 0.0 { penetration + HYSTERESIS } else { penetration }
    }

    /// Finds δ̇⁻ after an event, from the undamped balance and from ẇ before the event.
    pub fn decide(&mut self, now: &Instant<P::Scalar>) {
        for (k, onset) in self.onsets.iter().enumerate() {
            self.work.onsets[k] = match (self.indicator(k), *onset > 0.0) {
                (indicator, true) if indicator > 0.0 => *onset,
                (indicator, false) if indicator >= 0.0 => {
                    at_least(self.closing_speed(now, k).re(), self.damping.floor)
                }
                _ => 0.0,
            };
        }
    }
}
