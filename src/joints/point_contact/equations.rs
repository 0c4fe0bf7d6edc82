//! A joint of contact points in continuous time.

use super::{ContactGeometry, ContactJoint, Points};
use crate::base::{Fault, Real};
use crate::coupling::{Flow, IdentifiedCoupling, Touching};
use crate::kinematics::planar::PairLoad;
use crate::laws::contact::Touch;
use crate::model::{ContinuousState, Equations};
use crate::ports::PairMotion;
use num_dual::Dual64;
use std::array;

/// The continuous states are the points' bristles and the energy lost; the discrete ones the contacts of the
/// points and their onsets.
impl<G: ContactGeometry<N>, const N: usize> Equations for ContactJoint<G, N> {
    fn states(&self) -> Vec<ContinuousState> {
        let bristles = G::BRISTLES.map(ContinuousState::bristle);
        bristles.into_iter().chain([ContinuousState::energy("energy.dissipated")]).collect()
    }

    fn discrete_count(&self) -> usize {
        N * Touching::NUMBERS
    }

    fn indicator_count(&self) -> usize {
        N
    }

    fn flow(
        &mut self,
        motion: &PairMotion<f64>,
        states: &[f64],
        discrete: &[f64],
        rates: &mut [f64],
        report: &mut [f64],
    ) -> Result<PairLoad<f64>, Fault> {
        use model_description::Quantities;
        self.set_temperature(motion.temperature)?;
        let b = &motion.path.start;
        let touching = touching::<N>(discrete);
        let touches = array::from_fn(|index| self.geometry.touch(index, b));
        let (load, flows) = self.all_points(motion, &touches, states, &touching, rates);
        let points = Points {
            motion: *b,
            now: array::from_fn(|index| {
                self.contact.snapshot_of_flow(&touches[index], states[index], &flows[index])
            }),
            active: touching.map(|point| point.contact.is_some()),
            onsets: touching.map(|point| point.last_start),
            peak_normal_force: flows.iter().map(|flow| flow.normal_force).fold(0.0, f64::max),
            dissipated: states[N],
            friction_energy: 0.0,
            coupling: IdentifiedCoupling::default(),
        };
        G::report(self, &points).write(report);
        Ok(load)
    }

    fn flow_with_derivatives(
        &mut self,
        motion: &PairMotion<Dual64>,
        states: &[Dual64],
        discrete: &[f64],
        rates: &mut [Dual64],
    ) -> Result<PairLoad<Dual64>, Fault> {
        self.set_temperature(motion.temperature.map(|it| it.re))?;
        let touches = array::from_fn(|index| self.geometry.touch(index, &motion.path.start));
        Ok(self.all_points(motion, &touches, states, &touching::<N>(discrete), rates).0)
    }

    fn indicate(
        &mut self,
        motion: &PairMotion<f64>,
        _: &[f64],
        discrete: &[f64],
        indicators: &mut [f64],
    ) -> Result<(), Fault> {
        let b = &motion.path.start;
        for (index, point) in touching::<N>(discrete).iter().enumerate() {
            indicators[index] = point.indicator(self.geometry.touch(index, b).penetration);
        }
        Ok(())
    }

    fn event(
        &mut self,
        motion: &PairMotion<f64>,
        time: f64,
        states: &mut [f64],
        discrete: &mut [f64],
    ) -> Result<bool, Fault> {
        let b = &motion.path.start;
        let mut jumped = false;
        for (index, numbers) in discrete.chunks_exact_mut(Touching::NUMBERS).enumerate() {
            let mut point = Touching::read(numbers);
            // Bristles are upright in flight and at the onset of a contact.
            let touch = self.geometry.touch(index, b);
            let changed = point.event((touch.penetration, touch.rate), time);
            jumped |= changed && std::mem::take(&mut states[index]) != 0.0;
            point.write(numbers);
        }
        Ok(jumped)
    }
}

fn touching<const N: usize>(discrete: &[f64]) -> [Touching; N] {
    array::from_fn(|index| Touching::read(&discrete[index * Touching::NUMBERS..]))
}

impl<G: ContactGeometry<N>, const N: usize> ContactJoint<G, N> {
    /// All points in continuous time: the sum of their loads, and each point.
    fn all_points<T: Real>(
        &self,
        motion: &PairMotion<T>,
        touches: &[Touch<T>; N],
        states: &[T],
        touching: &[Touching; N],
        rates: &mut [T],
    ) -> (PairLoad<T>, [Flow<T>; N]) {
        let flows: [Flow<T>; N] = array::from_fn(|index| {
            self.contact.flow(&touching[index], states[index], &touches[index])
        });
        let (mut load, mut lost) = (PairLoad::zero(), T::from(0.0));
        for (flow, rate) in flows.iter().zip(rates.iter_mut()) {
            load = load.plus(T::from(1.0), &flow.load);
            lost += flow.lost;
            *rate = flow.bristle_rate;
        }
        if let Some(oil) = self.oil() {
            let film = oil.film.load(&motion.path.start);
            let ratio = oil.viscosity_ratio(motion.temperature);
            load = load.plus(ratio, &film.load);
            lost += film.lost * ratio;
        }
        rates[N] = lost;
        (load, flows)
    }
}
