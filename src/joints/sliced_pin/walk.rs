//! The pin through a step, from instant to instant: bending, friction, wear, and its refusal when too fast.

use super::instant::Instant;
use super::memory::Memory;
use super::rubbing::Rubbing;
use crate::base::{Fault, Real};
use crate::coupling::{Step, cells, contact_stretches};
use crate::kinematics::spatial::{Motion, PairLoad, Path};
use crate::laws::contact::implicit_root;
use crate::laws::friction::MicroSlip;
use crate::laws::pin::balanced::Balanced;
use crate::laws::pin::contact::{SpatialLoad, length};
use crate::laws::pin::damping::closing_speed;
use crate::laws::pin::friction::Sliding;
use nalgebra::Vector2;
use num_dual::DualStruct as _;

/// Most internal steps of wear at one instant. Each wears a fifth of a penetration, so after these the slice
/// would have almost no normal force left.
const MOST_WEAR_STEPS: u32 = 50;

/// A pin in a step.
pub(super) struct Walk<'a, P> {
    pub pin: P,
    pub rubbing: &'a Rubbing,
}

impl<P: Balanced> Walk<'_, P> {
    /// Sets the pin to the state `memory`.
    pub fn recall(&mut self, memory: &Memory<P::Scalar>) {
        self.pin.plain().start_from(&memory.line);
        self.pin.plain().set_wear(memory.hole.depths());
        if let Some(map) = &memory.map {
            self.pin.plain().set_map(map);
        }
    }

    /// The load at the received state; bristles at their mean over the step, as they settle faster.
    pub fn at_start(
        &mut self,
        memory: &mut Memory<P::Scalar>,
        b: &Motion<P::Scalar>,
        step: Step,
    ) -> Result<PairLoad<P::Scalar>, Fault> {
        let now = Instant { start: step.start, b };
        self.balance(memory, &now)?;
        let mut load = self.pin.slices().on_rod();
        let size = P::Scalar::from(step.size);
        for (k, slice) in memory.slices.iter().enumerate() {
            if let Some((sliding, normal_force)) = self.sliding(memory, &now, k) {
                let (mut bristle, speed) = (slice.bristle, sliding.speed);
                let (slip, friction) = (&mut MicroSlip::Rest, &self.rubbing.friction);
                let force = friction.slide(&mut bristle, slip, speed, size, normal_force);
                sliding.drag(self.pin.slices().position[k], force, &mut load);
            }
        }
        Ok(now.pair(&load))
    }

    /// Carries `memory` over the stretches of contact; returns the impulse of the pin's load on them.
    pub fn impulse(
        &mut self,
        memory: &mut Memory<P::Scalar>,
        path: &Path<P::Scalar>,
        step: Step,
    ) -> Result<PairLoad<P::Scalar>, Fault> {
        let clearance = self.pin.plain().least_clearance();
        let ends = self.pin.slices().ends();
        let gap =
            |time: P::Scalar| Instant { start: step.start, b: &path.at(time) }.gap(ends, clearance);
        let acceleration = |time: P::Scalar| {
            Instant { start: step.start, b: &path.at(time) }.gap_acceleration(path, ends)
        };
        let plain = |time: f64| {
            let (depth, rate) = gap(P::Scalar::from(time));
            (depth.re(), rate.re())
        };
        let mut impulse = PairLoad::<P::Scalar>::zero();
        for stretch in contact_stretches(plain, step.size, plain(0.0), plain(step.size)) {
            let Some(stretch) = stretch else { continue };
            let mut stretch = stretch.lift(gap);
            // The nodes shift with the reversal of the gap, and so does the load of slices that begin or end
            // between them.
            if !stretch.starts && stretch.from.re() > 0.0 {
                stretch.from = implicit_root(stretch.from, |time| gap(time).1, acceleration);
            }
            if !stretch.ends && stretch.to.re() < step.size {
                stretch.to = implicit_root(stretch.to, |time| gap(time).1, acceleration);
            }
            if stretch.starts {
                memory.release();
            }
            for cell in cells(&stretch) {
                let b = path.at(cell.time);
                let now = Instant { start: step.start, b: &b };
                self.balance(memory, &now)?;
                let load = self.drag(memory, &now, cell.span, cell.weight);
                impulse = impulse.plus(cell.weight, &now.pair(&load));
                self.wear(memory, &now, cell.weight.re())?;
            }
        }
        Ok(impulse)
    }

    /// Balances the pin, its slices damped by their closing speeds: δ̇_k of the rigid motion less the last ẇ_k,
    /// the normal from the last deflection, both fixed during the search.
    pub fn balance(
        &mut self,
        memory: &mut Memory<P::Scalar>,
        now: &Instant<P::Scalar>,
    ) -> Result<(), Fault> {
        let (pose, rate) = (now.pose(), now.rate());
        for (k, slice) in memory.slices.iter().enumerate() {
            let position = self.pin.slices().position[k];
            let axis = pose.at(position) - slice.deflection.map(P::Scalar::from);
            let bending = slice.deflection_rate.map(P::Scalar::from);
            let speed = closing_speed(direction(axis), position, &rate, bending);
            self.pin.damping_mut()[k] = memory.damping.multiplier(k, speed);
        }
        if now.farthest(self.pin.slices().ends()).0.re() <= self.pin.plain().least_clearance() {
            self.pin.straighten(&pose);
        } else {
            let passes = self.pin.solve(&pose);
            passes.ok_or(Fault::NoFiniteSolution { time: now.start })?;
        }
        let slices = self.pin.slices();
        for (k, slice) in memory.slices.iter_mut().enumerate() {
            let (position, penetration) = (slices.position[k], slices.penetration[k].re());
            let bending = slice.deflection_rate.map(P::Scalar::from);
            let speed = closing_speed(slices.normal(k), position, &rate, bending);
            memory.damping.commit(k, penetration, speed);
            if penetration <= 0.0 {
                slice.bristle = P::Scalar::from(0.0);
            }
        }
        Ok(())
    }

    /// The sliding of slice `k`, and the sum of its pressures \[N\]; `None` without contact.
    fn sliding(
        &self,
        memory: &Memory<P::Scalar>,
        now: &Instant<P::Scalar>,
        k: usize,
    ) -> Option<(Sliding<P::Scalar>, P::Scalar)> {
        let slices = self.pin.slices();
        (slices.penetration[k].re() > 0.0).then(|| {
            let deflection_rate = memory.slices[k].deflection_rate.map(P::Scalar::from);
            let axis_rate = now.rate().at(slices.position[k]) - deflection_rate;
            let (normal, radius) = (slices.normal(k), self.rubbing.pin_radius);
            let (reach, spread) = (slices.reach[k], slices.spread[k]);
            let sliding = Sliding::new(normal, reach, radius, axis_rate, now.spin(), spread);
            (sliding, length(slices.force(k)) * spread)
        })
    }

    /// Rates of the bristles \[m/s\], of the work of friction \[W\] and of the worn section \[m²/s\] of
    /// slice `k`, as the laws give them at an instant; 0 without contact.
    pub fn rates(
        &self,
        memory: &Memory<P::Scalar>,
        now: &Instant<P::Scalar>,
        k: usize,
    ) -> (P::Scalar, P::Scalar, P::Scalar) {
        let Some((sliding, normal_force)) = self.sliding(memory, now, k) else {
            return [P::Scalar::from(0.0); 3].into();
        };
        let (coefficient, bristle) =
            self.rubbing.friction.at(memory.slices[k].bristle, sliding.speed);
        let wearing = self.rubbing.wearing_speed(now);
        let slices = self.pin.slices();
        let worn = match self.pin.map() {
            None => memory.hole.area_rate(slices, k, wearing),
            Some(map) => {
                let place = (now.pose().re().at(slices.position[k]), slices.damping[k].re());
                let r = place.0 - slices.deflection(k).map(|part| part.re());
                let law = &self.rubbing.map_law;
                P::Scalar::from(map.section_rate(law, k, (r, place.1), wearing.re()))
            }
        };
        (bristle, normal_force * coefficient * sliding.speed, worn)
    }

    /// The load of the balanced pin on the rod, with friction after sliding for `span` \[s\], which counts as
    /// `weight` \[s\] in the work of friction.
    fn drag(
        &mut self,
        memory: &mut Memory<P::Scalar>,
        now: &Instant<P::Scalar>,
        span: P::Scalar,
        weight: P::Scalar,
    ) -> SpatialLoad<P::Scalar> {
        let mut load = self.pin.slices().on_rod();
        for k in 0..memory.slices.len() {
            if let Some((sliding, normal_force)) = self.sliding(memory, now, k) {
                let slice = &mut memory.slices[k];
                let (slip, friction) = (&mut MicroSlip::Rest, &self.rubbing.friction);
                let (bristle, speed) = (&mut slice.bristle, sliding.speed);
                let force = friction.slide(bristle, slip, speed, span, normal_force);
                slice.friction_energy += (weight * force * speed).re();
                sliding.drag(self.pin.slices().position[k], force, &mut load);
            }
        }
        load
    }

    /// Wears the hole for `time` \[s\] of the present sliding, in internal steps that are short against
    /// the penetrations; each begins with the balance after the one before.
    ///
    /// Has no derivatives: see [`SlicedPin::derivative_along`](super::SlicedPin::derivative_along).
    fn wear(
        &mut self,
        memory: &mut Memory<P::Scalar>,
        now: &Instant<P::Scalar>,
        time: f64,
    ) -> Result<(), Fault> {
        let mut left = self.rubbing.wearing_speed(now).re() * time;
        if left <= 0.0 {
            return Ok(());
        }
        let pose = now.pose().re();
        let pin = self.pin.plain();
        for _ in 0..MOST_WEAR_STEPS {
            left -= match &mut memory.map {
                None => {
                    let slide = left.min(memory.hole.longest_slide(pin.slices()));
                    memory.hole.wear(pin.slices(), slide);
                    pin.set_wear(memory.hole.depths());
                    slide
                }
                Some(map) => pin.wear_map(&self.rubbing.map_law, &pose, left, map),
            };
            if left <= 0.0 {
                return Ok(());
            }
            pin.solve(&pose).ok_or(Fault::NoFiniteSolution { time: now.start })?;
        }
        Err(Fault::WearTooFast { time: now.start, most: MOST_WEAR_STEPS })
    }
}

/// The direction of `vector`; zero if it vanishes.
fn direction<T: Real>(vector: Vector2<T>) -> Vector2<T> {
    let size = length(vector);
    if size.re() > 0.0 { vector / size } else { Vector2::zeros() }
}
